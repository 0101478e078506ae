//! A side of a game that answers from a list.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_arena::chess_movegen::{Color, GameState, Move, Position};
use chess_arena::chess_notation::pgn::{GameResult, Score};
use chess_arena::chess_notation::read_uci;
use chess_arena::chess_uci::Go;
use chess_arena::engine::{Fault, Limits, MoveTime};
use chess_arena::matches::{Answer, Played, Rules, Side, play};

/// The moves of a side with their scores and times. After the last one the side is stopped.
#[derive(Default)]
pub(crate) struct Script {
    pub(crate) limits: Limits,
    pub(crate) says: VecDeque<Say>,
    /// What it was asked.
    pub(crate) asked: Vec<(Go, MoveTime)>,
    /// A fault before the game.
    pub(crate) false_start: Option<Fault>,
}

#[derive(Clone)]
pub(crate) enum Say {
    Move {
        uci: String,
        score: Option<Score>,
        time: Duration,
    },
    /// A move without regard to the position.
    Any(Move),
    Fault(Fault),
}

impl Side for Script {
    fn limits(&self) -> Limits {
        self.limits
    }

    fn id(&self) -> &'static str {
        "script"
    }

    fn begin(&mut self, _seed: u64, _stop: &AtomicBool) -> Result<(), Fault> {
        self.false_start.clone().map_or(Ok(()), Err)
    }

    fn choose(
        &mut self,
        game: &GameState,
        go: &Go,
        time: MoveTime,
        _stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        self.asked.push((go.clone(), time));
        let (mv, score, spent) = match self.says.pop_front().ok_or(Fault::Stopped)? {
            Say::Move { uci, score, time } => (read_uci(game.position(), &uci).expect(&uci), score, time),
            Say::Any(mv) => (mv, None, Duration::ZERO),
            Say::Fault(fault) => return Err(fault),
        };
        time.check(spent)?;
        Ok(Answer { mv, score, depth: None, nodes: None, time: spent })
    }
}

/// Kings that walk over the board, on the half of their own, and pawns that stay.
pub(crate) const WALK: &str = "4k3/8/8/p7/P7/8/8/4K3";

/// The way of White's king, which comes to no square twice.
const WAY: [&str; 20] = [
    "e1", "d1", "c1", "b1", "a1", "a2", "b2", "c2", "d2", "e2", "f1", "g1", "h1", "h2", "g2", "f2", "e3",
    "f3", "g3", "h3",
];

/// The moves of a way.
pub(crate) const STEPS: usize = WAY.len() - 1;

/// The move of a king of `WALK`, by its number from 0 on.
fn step(color: Color, number: usize) -> String {
    let name = |square: &str| {
        let (file, rank) = square.split_at(1);
        let rank: u8 = rank.parse().unwrap();
        format!("{file}{}", if color == Color::White { rank } else { 9 - rank })
    };
    format!("{}{}", name(WAY[number]), name(WAY[number + 1]))
}

/// What a side says that walks with these scores, and takes no time.
pub(crate) fn walk(color: Color, scores: &[Option<Score>]) -> VecDeque<Say> {
    let say = |(number, &score)| Say::Move { uci: step(color, number), score, time: Duration::ZERO };
    scores.iter().enumerate().map(say).collect()
}

/// Plays from a position.
pub(crate) fn game(fen: &str, [white, black]: &mut [Script; 2], rules: &Rules) -> Option<Played> {
    let position: Position = fen.parse().expect(fen);
    play([white, black], GameState::new(position), 1, rules, &AtomicBool::new(false))
}

/// The plies of a game, its result, and what has ended it.
pub(crate) fn end(played: &Played) -> (usize, GameResult, String) {
    (played.answers.len(), played.result, played.reason())
}
