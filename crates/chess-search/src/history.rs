//! Statistics for move ordering.
//!
//! Source: <https://www.chessprogramming.org/History_Heuristic>.

use chess_board::Position;
use chess_types::{Color, Move, Piece, PieceType};

use crate::scores::{MoveScores, victim_score};

/// Returns the bonus of a move that caused a cut-off at `depth`, in points of a history: 0 for a depth of 0 or less, and 1,600 from a
/// depth of 10 on. The moves tried before it have the same number as a malus.
#[inline]
pub const fn history_bonus(depth: i32) -> i32 {
    let depth = if depth < 0 { 0 } else { depth };
    let bonus = depth.saturating_mul(16).saturating_mul(depth.saturating_add(2));
    if bonus < 1600 { bonus } else { 1600 }
}

/// Scores of quiet moves by side, origin and target (the butterfly boards), from -8192 to 8192.
#[derive(Clone, Debug)]
pub struct History([[[Gauge; 64]; 64]; 2]);

impl History {
    /// Creates a table of zeros.
    pub const fn new() -> Self {
        Self([[[Gauge::ZERO; 64]; 64]; 2])
    }

    /// Returns the score of `mv` played by `side`.
    #[inline]
    pub const fn score(&self, side: Color, mv: Move) -> i32 {
        self.0[side as usize][mv.from().index()][mv.to().index()].value()
    }

    /// Moves the score of `mv` towards `bonus`.
    #[inline]
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        self.0[side.index()][mv.from().index()][mv.to().index()].update(bonus);
    }
}

/// Scores of captures by piece, target and victim, from -8192 to 8192.
#[derive(Clone, Debug)]
pub struct CaptureHistory([[[Gauge; 6]; 64]; 12]);

impl CaptureHistory {
    /// Creates a table of zeros.
    pub const fn new() -> Self {
        Self([[[Gauge::ZERO; 6]; 64]; 12])
    }

    /// Returns the score of the capture `mv` of a `victim` by `piece`.
    #[inline]
    pub const fn score(&self, piece: Piece, mv: Move, victim: PieceType) -> i32 {
        self.0[piece as usize][mv.to().index()][victim as usize].value()
    }

    /// Moves the score of the capture `mv` of a `victim` by `piece` towards `bonus`.
    #[inline]
    pub fn update(&mut self, piece: Piece, mv: Move, victim: PieceType, bonus: i32) {
        self.0[piece.index()][mv.to().index()][victim.index()].update(bonus);
    }
}

/// The quiet move that last refuted a move, by the piece and the target of the refuted move.
///
/// Source: <https://www.chessprogramming.org/Countermove_Heuristic>.
#[derive(Clone, Debug)]
pub struct CounterMoves([[Move; 64]; 12]);

impl CounterMoves {
    /// Creates a table of null moves.
    pub const fn new() -> Self {
        Self([[Move::NULL; 64]; 12])
    }

    /// Returns the reply to `mv`, which has led to `position`; the null move if there is none.
    #[inline]
    pub fn reply(&self, position: &Position, mv: Move) -> Move {
        arrived(position, mv).map_or(Move::NULL, |piece| self.0[piece.index()][mv.destination().index()])
    }

    /// Sets the reply to `mv`, which has led to `position`.
    #[inline]
    pub fn set(&mut self, position: &Position, mv: Move, reply: Move) {
        if let Some(piece) = arrived(position, mv) {
            self.0[piece.index()][mv.destination().index()] = reply;
        }
    }
}

#[inline]
fn arrived(position: &Position, mv: Move) -> Option<Piece> {
    if mv.is_null() { None } else { position.piece_at(mv.destination()) }
}

/// The histories of quiet moves and of captures and the counter-moves, 27 KiB: one set for each thread of a search.
///
/// It implements [`MoveScores`]: quiet moves have the score of [`quiets`](Self::quiets), captures a [`victim_score`] with a
/// quarter of the score of [`captures`](Self::captures) added.
#[derive(Clone, Debug)]
pub struct Histories {
    /// The scores of quiet moves.
    pub quiets: History,
    /// The scores of captures.
    pub captures: CaptureHistory,
    /// The replies.
    pub counters: CounterMoves,
}

impl Histories {
    /// Creates empty tables.
    pub const fn new() -> Self {
        Self { quiets: History::new(), captures: CaptureHistory::new(), counters: CounterMoves::new() }
    }

    /// Moves the score of a legal move of `position` towards `bonus`, in the table of quiet moves or of captures. A
    /// promotion that takes nothing has no score.
    #[inline]
    pub fn update(&mut self, position: &Position, mv: Move, bonus: i32) {
        if mv.is_quiet() {
            self.quiets.update(position.side_to_move(), mv, bonus);
        } else if let (Some(piece), Some(victim)) = (position.piece_at(mv.from()), position.captured(mv)) {
            self.captures.update(piece, mv, victim, bonus);
        }
    }
}

impl MoveScores for Histories {
    #[inline(always)]
    fn quiet(&self, position: &Position, _: PieceType, mv: Move) -> i32 {
        self.quiets.score(position.side_to_move(), mv)
    }

    #[inline(always)]
    fn noisy(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
        let score = victim_score(position, piece_type, mv);
        match position.captured(mv) {
            Some(victim) if !mv.is_underpromotion() => {
                let piece = Piece::new(position.side_to_move(), piece_type);
                score + self.captures.score(piece, mv, victim) / HISTORY_SHARE
            }
            _ => score,
        }
    }
}

/// A quarter of a capture's history is worth less than three pawns of its victim.
const HISTORY_SHARE: i32 = 4;

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

/// A number from -[`Gauge::MAX`] to [`Gauge::MAX`] that follows its updates and forgets old ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gauge(i16);

impl Gauge {
    pub(crate) const ZERO: Self = Self(0);

    /// The bound, which no update can pass.
    pub(crate) const MAX: i32 = 8192;

    #[inline]
    pub(crate) const fn value(self) -> i32 {
        self.0 as i32
    }

    /// Adds `bonus`, less the nearer the number is to the bound already (gravity).
    #[inline]
    pub(crate) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-Self::MAX, Self::MAX);
        let value = self.value();
        self.0 = (value + bonus - value * bonus.abs() / Self::MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bonus_rises_with_any_depth_and_stays_in_its_range() {
        assert_eq!([1, 2, 5, 8, 9, 10].map(history_bonus), [48, 128, 560, 1280, 1584, 1600]);
        for depth in [i32::MIN, -11_585, -1, 0] {
            assert_eq!(history_bonus(depth), 0, "{depth}");
        }
        for depth in [11, 11_584, 11_585, 46_341, 1 << 30, i32::MAX] {
            assert_eq!(history_bonus(depth), 1600, "{depth}");
        }
    }

    #[test]
    fn gravity_keeps_every_number_in_its_range() {
        for bonus in [-100_000, -8192, -1600, -1, 1, 1600, 8192, 100_000] {
            let mut gauge = Gauge::default();
            for _ in 0..10_000 {
                gauge.update(bonus);
                assert!(gauge.value().abs() <= Gauge::MAX);
                gauge.update(-bonus / 3);
                assert!(gauge.value().abs() <= Gauge::MAX);
            }
            gauge.update(bonus);
            assert!(gauge.value().signum() == bonus.signum());
        }
    }

    #[test]
    fn a_gauge_grows_fast_at_first_and_saturates() {
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
