use core::ops::{Add, Sub};

use chess_types::{Castling, Color, Move, Piece, PieceType, Square, capture_square};

/// The pieces that a move removes from the board and the pieces that it adds, each with its square.
///
/// They are all that an accumulator of a neural network, a piece-square sum or a GUI needs to follow a game.
/// The moving piece comes first in both lists. A captured piece is removed from its own square, which differs from the
/// target en passant. A promotion removes a pawn and adds another piece. Castling moves the king and then the rook; in
/// Chess960 one of them can stay where it is, and then only the other one is in the lists. To follow a move that is
/// taken back, swap the two lists.
///
/// # Examples
/// ```
/// use chess_board::{Move, MoveKind, Piece, Position, Square};
///
/// let position = Position::from_fen("4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1")?;
/// let mv = Move::new(Square::G7, Square::H8, MoveKind::QueenCapturePromotion);
/// let changes = position.changes(mv);
/// assert_eq!(changes.removed(), [(Piece::WhitePawn, Square::G7), (Piece::BlackRook, Square::H8)]);
/// assert_eq!(changes.added(), [(Piece::WhiteQueen, Square::H8)]);
///
/// let mut after = position;
/// assert_eq!(after.make(mv).changes(), changes);
///
/// // An accumulator of two sums follows the move, here by numbers in place of learned weights.
/// let weights = |piece: Piece, square: Square| [64 * piece as i32 + square as i32, 1];
/// let before = [0, 3];
/// let mut sums = before;
/// changes.apply(&mut sums, weights);
/// assert_eq!(sums, [63 + 64 * 4 - (54 + 64 * 0) - (63 + 64 * 9), 2]);
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    removed: [(Piece, Square); 2],
    added: [(Piece, Square); 2],
    removed_len: u8,
    added_len: u8,
}

impl Changes {
    /// Returns the removed pieces: the moving piece or, in castling, the king if it moves; then the captured piece or the castling rook.
    /// There are at most 2, and none for a null move.
    #[inline]
    pub fn removed(&self) -> &[(Piece, Square)] {
        &self.removed[..usize::from(self.removed_len & 3)]
    }

    /// Returns the added pieces: the moving piece or the piece it promotes to; in castling the king if it moves, then the rook. There are at
    /// most 2, and none for a null move.
    #[inline]
    pub fn added(&self) -> &[(Piece, Square)] {
        &self.added[..usize::from(self.added_len & 3)]
    }

    /// Applies the changes to the sums of an accumulator: subtracts the rows of removed pieces and adds those of added ones. `row` gives
    /// the weights of a piece on a square, as an array, a slice or a type that is [`AsRef`] one.
    ///
    /// It is one pass over the sums for each shape that changes have: one piece removed and one added; two and one; two and two. A loop
    /// over [`removed`](Self::removed) and [`added`](Self::added) costs a plain build of an engine with a network 9 to 12 % more.
    /// It is inlined, so that inside a task it is compiled for the task's machine.
    ///
    /// # Panics
    ///
    /// Panics if a row is shorter than the sums, and, in builds with overflow checks, if a sum overflows.
    #[inline(always)]
    pub fn apply<T, R>(&self, sums: &mut [T], row: impl Fn(Piece, Square) -> R)
    where
        T: Copy + Add<Output = T> + Sub<Output = T>,
        R: AsRef<[T]>,
    {
        apply(self.removed(), self.added(), None, sums, |(piece, square)| row(piece, square));
    }

    /// Sets `sums` to those of `before` with the changes [applied](Self::apply), in the same pass: for a search that has an accumulator
    /// for each ply.
    ///
    /// # Panics
    ///
    /// Panics as [`apply`](Self::apply) does, and if `before` is shorter than `sums`.
    #[inline(always)]
    pub fn apply_from<T, R>(&self, before: &[T], sums: &mut [T], row: impl Fn(Piece, Square) -> R)
    where
        T: Copy + Add<Output = T> + Sub<Output = T>,
        R: AsRef<[T]>,
    {
        apply(self.removed(), self.added(), Some(before), sums, |(piece, square)| row(piece, square));
    }

    #[inline(always)]
    pub(crate) fn of(us: Color, mv: Move, piece_type: PieceType, captured: Option<PieceType>) -> Self {
        if mv.is_castle() {
            return Self::of_castling(us, Castling { king: mv.from(), rook: mv.to() });
        }
        let mover = Piece::new(us, piece_type);
        let arrived = Piece::new(us, mv.promotion().unwrap_or(piece_type));
        let victim = Piece::new(us.opponent(), captured.unwrap_or(PieceType::Pawn));
        let moves = u8::from(!mv.is_null());
        Self {
            removed: [(mover, mv.from()), (victim, capture_square(mv))],
            added: [(arrived, mv.to()); 2],
            removed_len: moves + u8::from(captured.is_some()),
            added_len: moves,
        }
    }

    #[inline(never)]
    fn of_castling(us: Color, castling: Castling) -> Self {
        let (king, rook) = (Piece::new(us, PieceType::King), Piece::new(us, PieceType::Rook));
        let moved = [(king, castling.king, castling.king_to()), (rook, castling.rook, castling.rook_to())];
        let mut changes = Self {
            removed: [(king, castling.king); 2],
            added: [(king, castling.king_to()); 2],
            removed_len: 0,
            added_len: 0,
        };
        for (piece, from, to) in moved {
            if from != to {
                changes.removed[usize::from(changes.removed_len)] = (piece, from);
                changes.added[usize::from(changes.added_len)] = (piece, to);
                changes.removed_len += 1;
                changes.added_len += 1;
            }
        }
        changes
    }
}

impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        (self.removed(), self.added()) == (other.removed(), other.added())
    }
}

impl Eq for Changes {}

/// Sets `sums` to `before`, or leaves them, and applies the rows of removed and added inputs, in one pass.
#[inline(always)]
pub fn apply<I: Copy, T, R>(
    removed: &[I],
    added: &[I],
    before: Option<&[T]>,
    sums: &mut [T],
    row: impl Fn(I) -> R,
) where
    T: Copy + Add<Output = T> + Sub<Output = T>,
    R: AsRef<[T]>,
{
    match (removed, added) {
        (&[a], &[b]) => pass(before, sums, &[row(a)], &[row(b)]),
        (&[a, b], &[c]) => pass(before, sums, &[row(a), row(b)], &[row(c)]),
        (&[a, b], &[c, d]) => pass(before, sums, &[row(a), row(b)], &[row(c), row(d)]),
        // The null move.
        _ => pass::<T, R, 0, 0>(before, sums, &[], &[]),
    }
}

#[inline(always)]
fn pass<T, R, const REMOVED: usize, const ADDED: usize>(
    before: Option<&[T]>,
    sums: &mut [T],
    removed: &[R; REMOVED],
    added: &[R; ADDED],
) where
    T: Copy + Add<Output = T> + Sub<Output = T>,
    R: AsRef<[T]>,
{
    // With all slices of one length, the loop has no bounds checks and is compiled to vector instructions. It calls no closure, which
    // would not take the instructions of a task's machine: with `fold`, the example `network` searched 0.57 times as many nodes a second.
    let len = sums.len();
    let before = before.map(|before| &before[..len]);
    let removed = removed.each_ref().map(|row| &row.as_ref()[..len]);
    let added = added.each_ref().map(|row| &row.as_ref()[..len]);
    for place in 0..len {
        let mut sum = match before {
            Some(before) => before[place],
            None => sums[place],
        };
        for row in removed {
            sum = sum - row[place];
        }
        for row in added {
            sum = sum + row[place];
        }
        sums[place] = sum;
    }
}
