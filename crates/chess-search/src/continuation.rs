use alloc::boxed::Box;
use alloc::vec;

use chess_board::Position;
use chess_types::{Move, Piece, Square};

use crate::history::Gauge;

/// A piece and the square it moves to, as the index of a table; or [`NONE`](Self::NONE).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// The index where no piece has moved: at the root, and after a null move.
    pub const NONE: Self = Self(PIECE_TOS as u16);

    /// The index of `piece` and the square it moves to.
    #[inline]
    pub const fn new(piece: Piece, to: Square) -> Self {
        Self((piece as u16) << 6 | to as u16)
    }

    /// The index of a legal move of `position`, or [`NONE`](Self::NONE) for the null move. Castling counts as a move of
    /// the king to the square of its rook, as [`Move`] holds it.
    #[inline]
    pub fn of_move(position: &Position, mv: Move) -> Self {
        match position.piece_at(mv.from()) {
            Some(piece) if !mv.is_null() => Self::new(piece, mv.to()),
            _ => Self::NONE,
        }
    }
}

impl Default for PieceTo {
    fn default() -> Self {
        Self::NONE
    }
}

const PIECE_TOS: usize = 12 * 64;

/// Scores of quiet moves by piece and target square, from -8192 to 8192: one part of a [`ContinuationHistory`].
#[derive(Clone, Debug)]
pub struct PieceToHistory([[Gauge; 64]; 12]);

impl PieceToHistory {
    /// Creates a table of zeros.
    pub const fn new() -> Self {
        Self([[Gauge::ZERO; 64]; 12])
    }

    /// Returns the score of a move of `piece` to `to`.
    #[inline]
    pub const fn score(&self, piece: Piece, to: Square) -> i32 {
        self.0[piece as usize][to as usize].value()
    }

    /// Moves the score of a move of `piece` to `to` towards `bonus`.
    #[inline]
    pub fn update(&mut self, piece: Piece, to: Square, bonus: i32) {
        self.0[piece.index()][to.index()].update(bonus);
    }
}

impl Default for PieceToHistory {
    fn default() -> Self {
        Self::new()
    }
}

/// The continuation history: scores of quiet moves by an earlier move of the line and by the move itself, each as piece and
/// target square.
///
/// The earlier move is one or two plies back, or any other number: a search keeps the [`PieceTo`] of each move in its
/// stack, and looks up the table that belongs to it once for each node. One thread needs 1.2 MB.
///
/// Source: <https://www.chessprogramming.org/History_Heuristic#Continuation_History>.
///
/// # Examples
/// The knight comes to f6 more often after 1. e4 than after other moves.
/// ```
/// use chess_search::{ContinuationHistory, Piece, PieceTo, Square, history_bonus};
///
/// let mut history = ContinuationHistory::new();
/// let e4 = PieceTo::new(Piece::WhitePawn, Square::E4);
/// history.after_mut(e4).update(Piece::BlackKnight, Square::F6, history_bonus(5));
/// assert_eq!(history.after(e4).score(Piece::BlackKnight, Square::F6), 560);
/// assert_eq!(history.after(PieceTo::NONE).score(Piece::BlackKnight, Square::F6), 0);
/// ```
#[derive(Clone, Debug)]
pub struct ContinuationHistory(Box<[PieceToHistory]>);

impl ContinuationHistory {
    /// Creates a history of zeros.
    pub fn new() -> Self {
        Self(vec![PieceToHistory::new(); PIECE_TOS + 1].into_boxed_slice())
    }

    /// Returns the scores of moves after `earlier`. The scores after [`PieceTo::NONE`] stand apart.
    #[inline]
    pub fn after(&self, earlier: PieceTo) -> &PieceToHistory {
        &self.0[usize::from(earlier.0)]
    }

    /// Returns the scores of moves after `earlier`, to be updated.
    #[inline]
    pub fn after_mut(&mut self, earlier: PieceTo) -> &mut PieceToHistory {
        &mut self.0[usize::from(earlier.0)]
    }

    /// Sets all scores to zero.
    pub fn clear(&mut self) {
        self.0.fill(PieceToHistory::new());
    }
}

impl Default for ContinuationHistory {
    fn default() -> Self {
        Self::new()
    }
}
