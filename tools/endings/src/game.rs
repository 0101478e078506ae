use chess_board::Position;
use chess_movegen::{GameState, Outcome};
use chess_search::engine::{Engine, Limits, Signals};
use chess_search::score::TABLE_WIN;
use chess_syzygy::{RootRules, Tables, Wdl};
use chess_types::Move;

/// A game that was won.
#[derive(Clone, Copy, Default)]
pub(crate) struct Played {
    /// The moves of the winner.
    pub(crate) moves: u32,
    /// The greatest number of plies without a capture or a pawn move.
    pub(crate) phase: u16,
}

/// Plays a won or lost position to its end: the engine wins, and the tables defend. An error says why it was no win.
pub(crate) fn play(
    engine: &mut Engine,
    tables: &Tables,
    position: &Position,
    nodes: u64,
) -> Result<Played, String> {
    engine.new_game();
    let wdl = tables.probe_wdl(position).map_err(|error| error.to_string())?;
    let to_move = position.side_to_move();
    let winner = if wdl == Wdl::Win { to_move } else { !to_move };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut game = GameState::new(*position);
    let mut played = Played::default();
    loop {
        let position = *game.position();
        match game.outcome() {
            Some(Outcome::Checkmate { winner: found }) if found == winner => return Ok(played),
            Some(outcome) => return Err(format!("{outcome:?} at {position}")),
            None => {}
        }
        if let Some(claim) = game.claim() {
            return Err(format!("{claim:?} at {position}"));
        }
        let mv = if position.side_to_move() == winner {
            let finding = engine.search(&game, &limits, &Signals::new(), |_| ());
            if finding.score < TABLE_WIN {
                return Err(format!("score {} at {position}", finding.score));
            }
            played.moves += 1;
            finding.best()
        } else {
            lost_in_time(tables, &position)?;
            defence(tables, &game)?
        };
        game.play(mv.ok_or_else(|| format!("no move at {position}"))?);
        played.phase = played.phase.max(game.position().halfmove_clock());
    }
}

/// Checks that the defender's position is lost within the fifty-move rule.
fn lost_in_time(tables: &Tables, position: &Position) -> Result<(), String> {
    let dtz = tables.probe_dtz(position).map_err(|error| format!("{error} at {position}"))?;
    let is_lost = dtz.wdl() == Wdl::Loss && i32::from(position.halfmove_clock()) - dtz.plies() <= 100;
    if is_lost { Ok(()) } else { Err(format!("DTZ {dtz} at {position}")) }
}

/// The defender's move: a draw if there is one, or else the longest way by the tables.
fn defence(tables: &Tables, game: &GameState) -> Result<Option<Move>, String> {
    let history = game.key_history();
    let rules = RootRules { fifty_moves: true, history: Some(&history) };
    let ranked = tables
        .probe_root(game.position(), rules)
        .map_err(|error| format!("{error} at {}", game.position()))?;
    Ok(ranked.first().map(|ranked| ranked.mv))
}
