//! Won endings played out: the engine with endgame tables against a defender that takes the longest way by the tables.
//!
//! Random won positions of an ending are played to the end, with White and with Black as the winner and either side to move
//! first. The halfmove clock begins at 0. The engine has a table of its own for each game and few nodes for each move. Each game
//! must meet these conditions:
//!
//! - the winner gives mate: there is no stalemate, no bare kings, no third repetition, and no fifty moves without a capture
//!   or a pawn move;
//! - after each move of the winner, the tables call the position lost for the defender, and the distance to zeroing fits into the
//!   plies that the fifty-move rule leaves;
//! - the score of each search is a win by the tables, or a mate.

use std::collections::HashSet;
use std::sync::Arc;

use chess_board::Position;
use chess_cli::endgames::Endgames;
use chess_movegen::{GameState, Outcome};
use chess_search::engine::{EndgameTables, Engine, Limits, Signals};
use chess_search::score::TABLE_WIN;
use chess_syzygy::{RootRules, Tables, Wdl};
use chess_testkit::Random;
use chess_types::Move;
use rayon::prelude::*;

use crate::ending::Ending;

/// The number of positions to try for each one to play.
const TRIES: usize = 1000;

/// The bytes of the engine's transposition table.
const TABLE: usize = 1 << 20;

/// The games of an ending.
#[derive(Debug, Default)]
pub struct Games {
    /// The games that were won.
    pub won: usize,
    /// The winner's moves in all of them.
    pub moves: u64,
    /// The winner's moves in the longest of them.
    pub longest: u32,
    /// The greatest number of plies without a capture or a pawn move.
    pub phase: u16,
    /// Why the others were not won.
    pub faults: Vec<String>,
}

impl Games {
    /// Plays up to `count` different won positions of an ending. Endings that are hardly ever won have fewer, because only so
    /// many random positions are tried.
    pub fn play(tables: &Arc<Endgames>, ending: Ending, count: usize, nodes: u64, seed: u64) -> Self {
        let positions = won_positions(&tables.0, ending, count, &mut Random::new(seed));
        let engine = || {
            let mut engine = Engine::new(TABLE).expect("memory for a small table");
            engine.set_endgame_tables(Some(tables.clone() as Arc<dyn EndgameTables>));
            engine
        };
        let played: Vec<_> = positions
            .par_iter()
            .map_init(engine, |engine, position| {
                play(engine, &tables.0, position, nodes).map_err(|fault| format!("{position}: {fault}"))
            })
            .collect();
        let mut games = Self::default();
        for played in played {
            match played {
                Ok((moves, phase)) => {
                    games.won += 1;
                    games.moves += u64::from(moves);
                    games.longest = games.longest.max(moves);
                    games.phase = games.phase.max(phase);
                }
                Err(fault) => games.faults.push(fault),
            }
        }
        games
    }
}

fn won_positions(tables: &Tables, ending: Ending, count: usize, random: &mut Random) -> Vec<Position> {
    let mut keys = HashSet::new();
    let tries = (0..count * TRIES).map(|_| ending.random(random));
    // Lost positions are won by the other side.
    let won = tries.filter(|position| matches!(tables.probe_wdl(position), Ok(Wdl::Win | Wdl::Loss)));
    won.filter(|position| keys.insert(position.key())).take(count).collect()
}

/// Plays a won or lost position to its end. Returns the winner's moves, and the greatest number of plies without a capture or a
/// pawn move. An error gives the reason why it was not won.
fn play(engine: &mut Engine, tables: &Tables, position: &Position, nodes: u64) -> Result<(u32, u16), String> {
    engine.new_game();
    let wdl = tables.probe_wdl(position).map_err(|error| error.to_string())?;
    let to_move = position.side_to_move();
    let winner = if wdl == Wdl::Win { to_move } else { !to_move };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut game = GameState::new(*position);
    let (mut moves, mut phase) = (0, 0);
    loop {
        let position = *game.position();
        match game.outcome() {
            Some(Outcome::Checkmate { winner: found }) if found == winner => return Ok((moves, phase)),
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
            moves += 1;
            finding.best()
        } else {
            defence(tables, &game).map_err(|error| format!("{error} at {position}"))?
        };
        game.play(mv.ok_or_else(|| format!("no move at {position}"))?);
        phase = phase.max(game.position().halfmove_clock());
    }
}

/// Checks that the defender's position is lost within the fifty-move rule, and returns the defender's move: a draw if there is
/// one, or else the longest way by the tables.
fn defence(tables: &Tables, game: &GameState) -> Result<Option<Move>, String> {
    let position = game.position();
    let dtz = tables.probe_dtz(position).map_err(|error| error.to_string())?;
    if dtz.wdl() != Wdl::Loss || i32::from(position.halfmove_clock()) - dtz.plies() > 100 {
        return Err(format!("DTZ {dtz}"));
    }
    let history = game.key_history();
    let rules = RootRules { fifty_moves: true, history: Some(&history) };
    let ranked = tables.probe_root(position, rules).map_err(|error| error.to_string())?;
    Ok(ranked.first().map(|ranked| ranked.mv))
}
