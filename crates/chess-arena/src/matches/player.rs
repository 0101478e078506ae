use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_movegen::{GameState, PositionExt};
use chess_notation::pgn::Score;
use chess_types::{Move, SplitMix64};
use chess_uci::{Bound, Go, Info};

use crate::engine::{Client, EngineSpec, Fault, Limits, MoveTime, StartError, Supervisor};

/// The command of the player of random moves, which is not a program. The seed of the game, the position and the move number
/// determine its moves.
pub const RANDOM: &str = "random";

/// One of the two sides of a game: an engine, random moves, or answers that a test names.
pub trait Side {
    /// The limits of its searches.
    fn limits(&self) -> Limits;

    /// The name that an engine gives itself; empty if there is none.
    fn id(&self) -> &str;

    /// Prepares for a game, whose seed determines random moves.
    ///
    /// # Errors
    /// The engine does not start or answer, or was stopped.
    fn begin(&mut self, seed: u64, stop: &AtomicBool) -> Result<(), Fault>;

    /// Asks for a move in this time, which [`MoveTime::check`] judges.
    ///
    /// # Errors
    /// The side has lost, unless it was stopped.
    fn choose(
        &mut self,
        game: &GameState,
        go: &Go,
        time: MoveTime,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault>;
}

/// A player of a match. Its engine starts with the first game, and again after a fault.
pub(super) struct Player {
    engine: Supervisor,
    seed: u64,
}

/// A move with what the player tells about it.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The move.
    pub mv: Move,
    /// The last exact score, for the mover.
    pub score: Option<Score>,
    /// The depth of that score.
    pub depth: Option<u32>,
    /// The nodes that were reported last.
    pub nodes: Option<u64>,
    /// The time that the move took.
    pub time: Duration,
}

/// The score of a mate in hundredths of a pawn, less the moves to it.
const MATE: i32 = 30_000;

impl Answer {
    /// The score in hundredths of a pawn, mates far above all else.
    pub fn centipawns(&self) -> Option<i32> {
        match self.score? {
            Score::Centipawns(value) => Some(value),
            Score::Mate(moves) if moves > 0 => Some(MATE - moves.min(MATE)),
            Score::Mate(moves) => Some(-MATE - moves.max(-MATE)),
        }
    }
}

impl Player {
    pub(super) fn new(spec: &EngineSpec, is_chess960: bool, patience: Duration) -> Self {
        Self { engine: Supervisor::new(spec.clone(), is_chess960, patience), seed: 0 }
    }

    fn is_random(&self) -> bool {
        self.engine.spec().command == [RANDOM]
    }

    /// The name that the user or the engine itself has given. The engine is started for that.
    pub(super) fn name(&mut self) -> Result<String, StartError> {
        if self.is_random() {
            return Ok(self.engine.spec().name.clone().unwrap_or_else(|| RANDOM.to_owned()));
        }
        self.engine.client().map(|client| client.name().to_owned())
    }
}

impl Side for Player {
    fn limits(&self) -> Limits {
        self.engine.spec().limits
    }

    fn id(&self) -> &str {
        self.engine.running().map_or("", Client::id)
    }

    fn begin(&mut self, seed: u64, stop: &AtomicBool) -> Result<(), Fault> {
        self.seed = seed;
        if self.is_random() { Ok(()) } else { self.engine.once(|client| client.new_game(stop)) }
    }

    fn choose(
        &mut self,
        game: &GameState,
        go: &Go,
        time: MoveTime,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        if self.is_random() {
            return random(game, self.seed);
        }
        let (mut score, mut depth, mut nodes) = (None, None, None);
        let note = |info: &Info| {
            note(info, &mut score, &mut depth);
            nodes = info.nodes.or(nodes);
        };
        let choice = self.engine.once(|client| client.choose(game, go, time, stop, note))?;
        Ok(Answer { mv: choice.mv, score, depth, nodes, time: choice.time })
    }
}

/// A text as the value of a tag has it: in one line, without tabs.
pub(super) fn tag_value(text: &str) -> String {
    text.replace(|c: char| c.is_ascii_control(), " ")
}

fn random(game: &GameState, seed: u64) -> Result<Answer, Fault> {
    let moves = game.position().legal_moves();
    let mut chance = SplitMix64::new(seed ^ game.position().key() ^ game.moves().len() as u64);
    let mv = moves.get((chance.next_u64() % moves.len().max(1) as u64) as usize).copied();
    let mv = mv.ok_or_else(|| Fault::Illegal(format!("none in {}", game.position())))?;
    Ok(Answer { mv, score: None, depth: None, nodes: None, time: Duration::ZERO })
}

/// Keeps score and depth of the best line.
fn note(info: &Info, score: &mut Option<Score>, depth: &mut Option<u32>) {
    if let Some(found) = info.score
        && info.multipv.is_none_or(|rank| rank == 1)
        && found.bound == Bound::Exact
    {
        (*score, *depth) = (Some(found.value), info.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_exact_score_of_the_first_line_is_told() {
        let (mut score, mut depth) = (None, None);
        for (info, expected) in [
            ("depth 1 score cp 5 pv e2e4", Some((Score::Centipawns(5), 1))),
            ("depth 2 multipv 1 score cp 9 pv e2e4", Some((Score::Centipawns(9), 2))),
            ("depth 2 multipv 2 score cp -31 pv d2d4", Some((Score::Centipawns(9), 2))),
            ("depth 3 score mate 3 lowerbound pv e2e4", Some((Score::Centipawns(9), 2))),
            ("depth 3 score cp 80 upperbound pv e2e4", Some((Score::Centipawns(9), 2))),
            ("depth 4 nodes 100", Some((Score::Centipawns(9), 2))),
            ("depth 4 score mate -2 pv e2e4", Some((Score::Mate(-2), 4))),
        ] {
            note(&info.parse().unwrap(), &mut score, &mut depth);
            assert_eq!(score.zip(depth), expected, "{info}");
        }
    }
}
