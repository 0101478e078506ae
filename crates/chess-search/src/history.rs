//! What has proven good before, kept to order moves by.
//!
//! Source: <https://www.chessprogramming.org/History_Heuristic>.

use chess_board::Position;
use chess_types::{Color, Move, Piece, PieceType};

/// A number that forgets: -[`Gauge::MAX`] to [`Gauge::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gauge(i16);

impl Gauge {
    /// The bound, which no update can pass.
    pub(crate) const MAX: i32 = 8192;

    #[inline]
    pub(crate) const fn value(self) -> i16 {
        self.0
    }

    /// Moves the number towards `bonus`, the less the nearer it is to the bound already (gravity).
    #[inline]
    pub(crate) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-Self::MAX, Self::MAX);
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / Self::MAX) as i16;
    }
}

/// How much a cut-off at `depth` counts: what to add for the move that caused it and to take from those tried before.
#[inline]
pub const fn history_bonus(depth: i32) -> i32 {
    let bonus = 16 * depth * depth + 32 * depth;
    if bonus < 1600 { bonus } else { 1600 }
}

/// How well quiet moves have done, by side, origin and target (the butterfly boards): -8192 to 8192.
#[derive(Clone, Debug)]
pub struct History([[[Gauge; 64]; 64]; 2]);

impl History {
    /// Nothing known: 0 everywhere.
    pub const fn new() -> Self {
        Self([[[Gauge(0); 64]; 64]; 2])
    }

    /// What is known of `mv` played by `side`.
    #[inline]
    pub const fn score(&self, side: Color, mv: Move) -> i16 {
        self.0[side as usize][mv.from().index()][mv.to().index()].value()
    }

    /// Moves the score of `mv` towards `bonus`.
    #[inline]
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        self.0[side.index()][mv.from().index()][mv.to().index()].update(bonus);
    }
}

/// How well captures have done, by piece, target and victim: -8192 to 8192.
#[derive(Clone, Debug)]
pub struct CaptureHistory([[[Gauge; 6]; 64]; 12]);

impl CaptureHistory {
    /// Nothing known: 0 everywhere.
    pub const fn new() -> Self {
        Self([[[Gauge(0); 6]; 64]; 12])
    }

    /// What is known of this piece's capture `mv` of a `victim`.
    #[inline]
    pub const fn score(&self, piece: Piece, mv: Move, victim: PieceType) -> i16 {
        self.0[piece as usize][mv.to().index()][victim as usize].value()
    }

    /// Moves the score of this piece's capture towards `bonus`.
    #[inline]
    pub fn update(&mut self, piece: Piece, mv: Move, victim: PieceType, bonus: i32) {
        self.0[piece.index()][mv.to().index()][victim.index()].update(bonus);
    }
}

/// The quiet move that last refuted a move, by the piece of that move and its target.
#[derive(Clone, Debug)]
pub struct CounterMoves([[Move; 64]; 12]);

impl CounterMoves {
    /// Nothing known: the null move everywhere.
    pub const fn new() -> Self {
        Self([[Move::NULL; 64]; 12])
    }

    /// The answer to `mv`, which has led to `position`; the null move if there is none.
    #[inline]
    pub fn answer(&self, position: &Position, mv: Move) -> Move {
        arrived(position, mv).map_or(Move::NULL, |piece| self.0[piece.index()][mv.destination().index()])
    }

    /// Remembers `answer` to `mv`, which has led to `position`.
    #[inline]
    pub fn set(&mut self, position: &Position, mv: Move, answer: Move) {
        if let Some(piece) = arrived(position, mv) {
            self.0[piece.index()][mv.destination().index()] = answer;
        }
    }
}

#[inline]
fn arrived(position: &Position, mv: Move) -> Option<Piece> {
    if mv.is_null() { None } else { position.piece_at(mv.destination()) }
}

/// All of them together, 27 KiB: one for each thread of a search.
#[derive(Clone, Debug)]
pub struct Histories {
    /// Of quiet moves.
    pub quiets: History,
    /// Of captures.
    pub captures: CaptureHistory,
    /// Answers.
    pub counters: CounterMoves,
}

impl Histories {
    /// Nothing known.
    pub const fn new() -> Self {
        Self { quiets: History::new(), captures: CaptureHistory::new(), counters: CounterMoves::new() }
    }

    /// Moves the score of a legal move of `position` towards `bonus`: that of a capture among captures, that of a quiet
    /// move among quiet ones. Promotions that take nothing have none.
    #[inline]
    pub fn update(&mut self, position: &Position, mv: Move, bonus: i32) {
        if mv.is_quiet() {
            self.quiets.update(position.side_to_move(), mv, bonus);
        } else if let (Some(piece), Some(victim)) = (position.piece_at(mv.from()), position.captured(mv)) {
            self.captures.update(piece, mv, victim, bonus);
        }
    }
}

impl Default for History {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for CaptureHistory {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for CounterMoves {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for Histories {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_every_number_in_its_range() {
        for bonus in [-100_000, -8192, -1600, -1, 1, 1600, 8192, 100_000] {
            let mut gauge = Gauge::default();
            for _ in 0..10_000 {
                gauge.update(bonus);
                assert!(i32::from(gauge.value()).abs() <= Gauge::MAX);
                gauge.update(-bonus / 3);
                assert!(i32::from(gauge.value()).abs() <= Gauge::MAX);
            }
            gauge.update(bonus);
            assert!(i32::from(gauge.value()).signum() == bonus.signum());
        }
    }

    #[test]
    fn what_comes_often_counts_more_and_what_is_new_counts_at_once() {
        let mut often = Gauge::default();
        (0..20).for_each(|_| often.update(400));
        let mut once = Gauge::default();
        once.update(400);
        assert_eq!(once.value(), 400);
        assert!(often.value() > 4000 && often.value() < 8000, "{often:?}");
        let before = often;
        often.update(-400);
        assert!(before.value() - often.value() > 400);
    }
}
