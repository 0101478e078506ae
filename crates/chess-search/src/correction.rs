use alloc::boxed::Box;
use alloc::vec;

use chess_board::Position;
use chess_types::Color;

use crate::history::Gauge;

/// The correction history: by how much the static evaluation has missed the score of a search in positions with the same
/// pawns, the same minor pieces, or the same other pieces of a side.
///
/// Four tables of 8,192 entries for each side to move are looked up by [`Position::pawn_key`],
/// [`Position::minor_key`], and [`Position::non_pawn_key`] of both colours; different keys may share an entry. One
/// thread needs 128 KiB.
///
/// Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.
///
/// # Examples
/// ```
/// use chess_search::{CorrectionHistory, Position};
///
/// let mut history = CorrectionHistory::new();
/// let position = Position::START;
/// assert_eq!(history.correction(&position), 0);
/// // A search of depth 8 has found 60 hundredths of a pawn more than the evaluation said.
/// history.update(&position, 8, 60);
/// assert!((1..60).contains(&history.correction(&position)));
/// ```
#[derive(Clone, Debug)]
pub struct CorrectionHistory(Box<[Entries]>);

/// The entries of an index: pawns, minor pieces, White's pieces, Black's pieces, for each side to move.
type Entries = [[Gauge; 4]; 2];

/// A power of two, so that an index is the low bits of a key.
const LEN: usize = 8192;

impl CorrectionHistory {
    /// The greatest correction, in hundredths of a pawn.
    pub const MAX: i32 = 4 * Gauge::MAX / GRAIN;

    /// Creates a history without corrections.
    pub fn new() -> Self {
        Self(vec![Entries::default(); LEN].into_boxed_slice())
    }

    /// Returns the number to be added to the static evaluation, in hundredths of a pawn for the side to move: from
    /// -[`MAX`](Self::MAX) to [`MAX`](Self::MAX).
    #[inline]
    pub fn correction(&self, position: &Position) -> i32 {
        let side = position.side_to_move().index();
        let entries = keys(position).into_iter().enumerate();
        let sum: i32 = entries.map(|(i, key)| self.0[index(key)][side][i].value()).sum();
        sum / GRAIN
    }

    /// Learns from a search of `depth` plies whose score was `error` hundredths of a pawn above the static evaluation.
    ///
    /// The caller leaves out positions in check, and those whose best move is a capture: there the evaluation is not
    /// expected to be right. It leaves out bounds as well that do not contradict the evaluation.
    #[inline]
    pub fn update(&mut self, position: &Position, depth: i32, error: i32) {
        let side = position.side_to_move().index();
        let bonus = (error * depth * WEIGHT).clamp(-MOST, MOST);
        for (i, key) in keys(position).into_iter().enumerate() {
            self.0[index(key)][side][i].update(bonus);
        }
    }

    /// Removes all corrections.
    pub fn clear(&mut self) {
        self.0.fill(Entries::default());
    }
}

impl Default for CorrectionHistory {
    fn default() -> Self {
        Self::new()
    }
}

/// The sum of the entries that makes a hundredth of a pawn.
const GRAIN: i32 = 256;

/// An entry's share of an error at depth 1.
const WEIGHT: i32 = 4;

/// The greatest change of an entry by one search.
const MOST: i32 = Gauge::MAX / 4;

#[inline]
fn keys(position: &Position) -> [u64; 4] {
    [
        position.pawn_key(),
        position.minor_key(),
        position.non_pawn_key(Color::White),
        position.non_pawn_key(Color::Black),
    ]
}

#[inline]
const fn index(key: u64) -> usize {
    key as usize % LEN
}
