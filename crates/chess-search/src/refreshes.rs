use core::{array, mem};

use chess_board::Board;
use chess_types::{Color, Piece, Square};

/// The accumulators that were last computed for each side and bucket of its king, with their boards.
///
/// The inputs of a network with king buckets change as a whole when a king enters another bucket. Its accumulator is then computed
/// from the one that was last computed in that bucket, by the few pieces in which the boards differ, and not from all pieces.
///
/// Source: Finn Eggers, in Koivisto. Other engines call it a Finny table.
///
/// # Examples
/// ```
/// use chess_search::{Color, Piece, Position, Refreshes, Square};
///
/// /// The weights of a piece on a square; here one.
/// fn row((piece, square): (Piece, Square)) -> i32 {
///     64 * piece as i32 + square as i32
/// }
///
/// /// Returns the accumulator of White's king on the first rank, and the number of rows that this took.
/// fn refreshed(refreshes: &mut Refreshes<i32, 4>, position: &Position) -> (i32, usize) {
///     let (sum, differences) = refreshes.refresh(Color::White, 0, position.board());
///     differences.removed().for_each(|piece| *sum -= row(piece));
///     differences.added().for_each(|piece| *sum += row(piece));
///     (*sum, differences.removed().count() + differences.added().count())
/// }
///
/// let bias = 7;
/// let mut refreshes = Refreshes::new(bias);
/// let (start, rows) = refreshed(&mut refreshes, &Position::START);
/// assert_eq!((start, rows), (bias + Position::START.board().placements().map(row).sum::<i32>(), 32));
///
/// // A king that comes back finds its accumulator again.
/// let later = Position::from_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")?;
/// assert_eq!(refreshed(&mut refreshes, &later), (bias + later.board().placements().map(row).sum::<i32>(), 4));
/// # Ok::<(), chess_search::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Refreshes<A, const BUCKETS: usize> {
    entries: [[(Board, A); BUCKETS]; 2],
}

/// The pieces in which two boards differ: see [`Refreshes::refresh`].
#[derive(Clone, Copy, Debug)]
pub struct Differences {
    before: Board,
    now: Board,
}

impl<A: Clone, const BUCKETS: usize> Refreshes<A, BUCKETS> {
    /// Creates the table. `empty` is the accumulator of a board without pieces: the biases.
    pub fn new(empty: A) -> Self {
        let entries = array::from_fn(|_| array::from_fn(|_| (Board::EMPTY, empty.clone())));
        Self { entries }
    }
}

impl<A, const BUCKETS: usize> Refreshes<A, BUCKETS> {
    /// Returns the accumulator that was last computed for `side` with its king in `bucket`, and the pieces in which `board` differs from
    /// its board. The caller brings the accumulator up to date; the table then has it as that of `board`.
    ///
    /// # Panics
    ///
    /// Panics if `bucket` is not below `BUCKETS`.
    #[inline(always)]
    pub fn refresh(&mut self, side: Color, bucket: usize, board: &Board) -> (&mut A, Differences) {
        let (before, sums) = &mut self.entries[side as usize][bucket];
        (sums, Differences { before: mem::replace(before, *board), now: *board })
    }
}

impl Differences {
    /// Returns the pieces that are no longer there, whose rows are to be subtracted.
    #[inline(always)]
    pub fn removed(&self) -> impl Iterator<Item = (Piece, Square)> {
        missing(self.before, self.now)
    }

    /// Returns the pieces that were not there, whose rows are to be added.
    #[inline(always)]
    pub fn added(&self) -> impl Iterator<Item = (Piece, Square)> {
        missing(self.now, self.before)
    }
}

/// Returns the pieces of `board` that `other` does not have on the same square.
#[inline(always)]
fn missing(board: Board, other: Board) -> impl Iterator<Item = (Piece, Square)> {
    Piece::ALL.into_iter().flat_map(move |piece| {
        let [here, there] = [board, other].map(|board| board.pieces(piece.color(), piece.piece_type()));
        (here - there).into_iter().map(move |square| (piece, square))
    })
}
