//! The engine: commands of UCI, which are obeyed one after another. `stop` comes too late for a search, which has limits of its own.

use std::io::Write;
use std::time::{Duration, Instant};

use chess_movegen::machine::Backend;
use chess_movegen::{GameState, PositionExt};
use chess_uci::{Answer, BestMove, Bound, Command, Go, Id, Info, Score, Value};

use crate::network::Network;
use crate::search::{Iterate, Limits};

/// The greatest depth.
const DEPTH: i32 = 64;
/// The time for a move without a limit.
const DEFAULT: Duration = Duration::from_secs(1);

/// Answers commands until `quit`. Without a network, material is counted.
pub(crate) fn talk(network: Option<&Network>, lines: impl Iterator<Item = String>, mut out: impl Write) {
    let mut game = GameState::default();
    for line in lines {
        let answers = match line.parse() {
            Ok(Command::Uci) => vec![Answer::Id(Id::Name("example-network".into())), Answer::UciOk],
            Ok(Command::IsReady) => vec![Answer::ReadyOk],
            Ok(Command::Position(position)) => match position.game() {
                Ok(next) => {
                    game = next;
                    vec![]
                }
                Err(error) => vec![Answer::text(error)],
            },
            Ok(Command::Go(go)) => search(network, &game, &go),
            Ok(Command::Quit) => return,
            Ok(_) => vec![],
            Err(error) => vec![Answer::text(error)],
        };
        let written = answers.iter().try_for_each(|answer| writeln!(out, "{answer}"));
        if written.and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

/// Searches for a move within the limits of a command.
fn search(network: Option<&Network>, game: &GameState, go: &Go) -> Vec<Answer> {
    let (position, start) = (game.position(), Instant::now());
    let clock = go.clock(position.side_to_move()).map(|clock| clock.remaining / 30 + clock.increment / 2);
    let is_limited = go.depth.is_some() || go.nodes.is_some();
    let time = go.movetime.or(clock).or((!is_limited).then_some(DEFAULT));
    let limits = Limits {
        depth: go.depth.map_or(DEPTH, |depth| depth.clamp(1, DEPTH as u32) as i32),
        nodes: go.nodes.unwrap_or(u64::MAX),
        deadline: time.map(|time| start + time),
    };
    let history = game.key_history();
    let (nodes, score, mv) = Backend::best().run(Iterate { network, position, history, limits });
    let info = Info {
        score: Some(Score { value: Value::Centipawns(score), bound: Bound::Exact }),
        nodes: Some(nodes),
        time: Some(start.elapsed()),
        ..Info::default()
    };
    // Where there was no time for a depth, the first legal move is played.
    let best = if mv.is_null() { position.legal_moves().first().copied() } else { Some(mv) };
    let best = best.map(|mv| if position.needs_chess960() { mv.uci960() } else { mv.uci() });
    vec![Answer::Info(info.into()), Answer::BestMove(BestMove { best, ponder: None })]
}
