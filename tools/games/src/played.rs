use chess_board::Position;
use chess_movegen::{Outcome, PositionExt};
use chess_notation::pgn::GameResult;
use chess_testkit::{Random, likely_move};
use chess_types::{Color, Move};

use crate::score::balance;

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Mate,
    Stalemate,
    Repetition,
    FiftyMoves,
    Material,
    Resignation,
    Agreement,
    Abandoned,
}

/// How two players play.
#[derive(Clone, Copy)]
pub(crate) struct Habits {
    /// The carelessness of White and Black, as [`likely_move`] takes it.
    pub(crate) noise: [u32; 2],
    /// The chance of 256 that a player with a lost game resigns before a move.
    pub(crate) resigns: u64,
    /// The chance of 1024 that a level game is drawn by agreement after a move.
    pub(crate) agrees: u64,
    /// The most plies.
    pub(crate) limit: usize,
}

/// A game that has been played.
pub(crate) struct Played {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) end: End,
    pub(crate) result: GameResult,
}

impl Played {
    /// Plays a game that begins with these moves.
    pub(crate) fn new(start: Position, opening: &[Move], habits: Habits, random: &mut Random) -> Self {
        let mut position = start;
        let mut keys = vec![start.key()];
        let mut moves = Vec::with_capacity(128);
        for &mv in opening {
            position.play(mv);
            keys.push(position.key());
            moves.push(mv);
        }
        let end = loop {
            if let Some(end) = end_of_rules(&position, &keys) {
                break end;
            }
            if moves.len() >= habits.limit {
                break End::Abandoned;
            }
            if moves.len() > 20
                && let Some(end) = end_of_will(&position, moves.len(), habits, random)
            {
                break end;
            }
            let last = moves.len().checked_sub(2).map(|ply| moves[ply]);
            let noise = habits.noise[position.side_to_move().index()];
            let mv = likely_move(&position, last, noise, random).expect("a game without moves is over");
            position.play(mv);
            keys.push(position.key());
            moves.push(mv);
        };
        let mover = position.side_to_move();
        let result = match end {
            End::Mate | End::Resignation => GameResult::win(mover.opponent()),
            // By time or adjudication: the side with more material wins.
            End::Abandoned => match balance(&position) {
                200.. => GameResult::WhiteWins,
                ..=-200 => GameResult::BlackWins,
                _ => GameResult::Draw,
            },
            _ => GameResult::Draw,
        };
        Self { start, moves, end, result }
    }

    /// The winner by mate, and the number of plies.
    pub(crate) fn mate(&self) -> Option<(Color, usize)> {
        let winner = if self.end == End::Mate { self.result.winner() } else { None };
        winner.map(|winner| (winner, self.moves.len()))
    }
}

fn end_of_rules(position: &Position, keys: &[u64]) -> Option<End> {
    match position.outcome() {
        Some(Outcome::Checkmate { .. }) => return Some(End::Mate),
        Some(Outcome::Stalemate) => return Some(End::Stalemate),
        Some(Outcome::InsufficientMaterial) => return Some(End::Material),
        _ => {}
    }
    let clock = position.halfmove_clock() as usize;
    if clock >= 100 {
        return Some(End::FiftyMoves);
    }
    let last = keys.len() - 1;
    let back = clock.min(last);
    let same = keys[last - back..=last].iter().rev().step_by(2).filter(|&&key| key == keys[last]).count();
    (same >= 3).then_some(End::Repetition)
}

fn end_of_will(position: &Position, plies: usize, habits: Habits, random: &mut Random) -> Option<End> {
    let balance = match position.side_to_move() {
        Color::White => balance(position),
        Color::Black => -balance(position),
    };
    let word = random.word();
    // A player does not resign in the middle of an exchange.
    if balance <= -550 && !position.is_in_check() && word & 255 < habits.resigns {
        return Some(End::Resignation);
    }
    (plies > 40 && balance.abs() < 150 && (word >> 8) & 1023 < habits.agrees).then_some(End::Agreement)
}
