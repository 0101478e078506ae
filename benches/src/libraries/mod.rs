//! The libraries that are measured, each behind one trait, whose methods follow the library's documentation.

#[cfg(feature = "peer-chess")]
mod chess;
#[cfg(feature = "peers")]
mod cozy;
pub(crate) mod ours;
#[cfg(feature = "peers")]
mod shakmaty;

use std::hint::black_box;

#[cfg(feature = "peer-chess")]
pub use self::chess::Chess;
#[cfg(feature = "peers")]
pub use self::cozy::Cozy;
pub use self::ours::Ours;
#[cfg(feature = "peers")]
pub use self::shakmaty::{Player, Shakmaty, index};
use crate::position::POSITIONS;

/// Index of a pawn; knights, bishops, rooks, queens and kings follow.
pub const PAWN: u32 = 0;

/// A chess library, as the benches use it.
///
/// Each method follows the documentation of the library, in the fastest documented way. Hot methods are `#[inline(always)]`, so
/// that the library is measured and not this trait. Squares and bits are numbered from a1 to h8.
pub trait Library: 'static {
    /// The name in the tables of results.
    const NAME: &'static str;

    /// A position of the library.
    type Position: Clone + 'static;

    /// A move of the library.
    type Move: Copy + PartialEq + 'static;

    /// The rook's attacks from a square, when the squares of `occupancy` hold pieces.
    fn rook_attacks(square: usize, occupancy: u64) -> u64;

    /// The same for a bishop.
    fn bishop_attacks(square: usize, occupancy: u64) -> u64;

    /// Reads and validates a FEN, and panics if the library refuses it.
    fn parse(fen: &str) -> Self::Position;

    /// The legal moves as a list.
    fn list(position: &Self::Position) -> impl AsRef<[Self::Move]>;

    /// The legal captures as a list, en passant included.
    fn captures(position: &Self::Position) -> impl AsRef<[Self::Move]>;

    /// The number of legal moves.
    #[inline(always)]
    fn count(position: &Self::Position) -> usize {
        Self::list(position).as_ref().len()
    }

    /// Calls `visit` with each legal move: from a list, or directly from the generator, as is usual in the library.
    #[inline(always)]
    fn each_legal(position: &Self::Position, mut visit: impl FnMut(Self::Move)) {
        for &mv in Self::list(position).as_ref() {
            visit(mv);
        }
    }

    /// The same for captures.
    #[inline(always)]
    fn each_capture(position: &Self::Position, mut visit: impl FnMut(Self::Move)) {
        for &mv in Self::captures(position).as_ref() {
            visit(mv);
        }
    }

    /// Plays a legal move in place.
    fn play(position: &mut Self::Position, mv: Self::Move);

    /// Calls `visit` with the position after a legal move, on a copy.
    ///
    /// The move is made on the copy in place, as in a loop of a user: returning the position would copy it once more in some
    /// libraries.
    #[inline(always)]
    fn with_after<R>(
        position: &Self::Position,
        mv: Self::Move,
        visit: impl FnOnce(&Self::Position) -> R,
    ) -> R {
        let mut child = position.clone();
        Self::play(&mut child, mv);
        visit(&child)
    }

    /// The move as all libraries spell it: see [`word`].
    fn word(position: &Self::Position, mv: Self::Move) -> u32;

    /// Index of the moving piece's type, by a lookup on the board.
    fn mover(position: &Self::Position, mv: Self::Move) -> u32;

    /// Index of the captured piece's type, by a lookup on the board.
    fn victim(position: &Self::Position, mv: Self::Move) -> Option<u32>;

    /// The set of pieces of each type.
    fn by_type(position: &Self::Position) -> [u64; 6];

    /// The sets of the side to move, and of the other side.
    fn by_turn(position: &Self::Position) -> [u64; 2];

    /// The squares that hold a piece.
    fn occupied(position: &Self::Position) -> u64;

    /// Tests whether the side to move is in check.
    fn is_in_check(position: &Self::Position) -> bool;

    /// Tests a move that comes from elsewhere, such as a table, for legality.
    fn is_legal(position: &Self::Position, mv: Self::Move) -> bool;

    /// Tests a legal move for giving check. The move is made where the library has no call for it.
    #[inline(always)]
    fn gives_check(position: &Self::Position, mv: Self::Move) -> bool {
        Self::with_after(position, mv, Self::is_in_check)
    }

    /// The key of the position.
    fn key(position: &Self::Position) -> u64;

    /// The key of the position after a legal move; `key` is that of the position. The move is made where the library has no
    /// call for it.
    #[inline(always)]
    fn key_after(position: &Self::Position, mv: Self::Move, _key: u64) -> u64 {
        Self::with_after(position, mv, Self::key)
    }

    /// Tests whether there is a legal move.
    fn has_legal_move(position: &Self::Position) -> bool;

    /// Tests whether the outcome of the game is checkmate.
    fn is_mate(position: &Self::Position) -> bool;

    /// Perft whose last ply is counted.
    fn perft_count(position: &Self::Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => Self::count(position) as u64,
            _ => sum::<Self>(position, |child| Self::perft_count(child, depth - 1)),
        }
    }

    /// Perft whose last ply is the length of a list that is built.
    fn perft_list(position: &Self::Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => black_box(Self::list(position).as_ref()).len() as u64,
            _ => sum::<Self>(position, |child| Self::perft_list(child, depth - 1)),
        }
    }

    /// Perft that makes every leaf on a copy, in its simplest form.
    fn perft_copy(position: &Self::Position, depth: u32) -> u64 {
        if depth == 0 {
            black_box(position);
            return 1;
        }
        sum::<Self>(position, |child| Self::perft_copy(child, depth - 1))
    }

    /// The positions one move after [`POSITIONS`], for measuring generation. Their legal moves add up to
    /// [`CHILD_MOVES`](crate::position::CHILD_MOVES).
    fn children() -> Vec<Self::Position> {
        let mut children = Vec::new();
        for root in POSITIONS.iter().map(|position| Self::parse(position.fen)) {
            Self::each_legal(&root, |mv| Self::with_after(&root, mv, |child| children.push(child.clone())));
        }
        children
    }
}

/// Adds up `leaves` over the positions after each legal move.
#[inline(always)]
fn sum<L: Library + ?Sized>(position: &L::Position, leaves: impl Fn(&L::Position) -> u64) -> u64 {
    let mut sum = 0;
    L::each_legal(position, |mv| sum += L::with_after(position, mv, &leaves));
    sum
}

/// The spelling of a move that all libraries share: from in bits 0 to 5, to (of castling, the rook's square) in 6 to 11, the
/// index of the promoted piece in 12 to 14.
#[inline(always)]
pub(crate) fn word(from: u32, to: u32, promotion: Option<u32>) -> u32 {
    from | to << 6 | promotion.unwrap_or(0) << 12
}

/// A library that reads and writes notation. A refusal is a fault here, and panics.
pub trait Notation: Library {
    /// Appends the FEN, with the en passant square only where a capture is legal.
    fn write_fen(position: &Self::Position, text: &mut String);

    /// Reads a legal move from SAN.
    fn read_san(position: &Self::Position, text: &str) -> Self::Move;

    /// Appends the SAN of a legal move, with its mark of check or mate.
    fn write_san(position: &Self::Position, mv: Self::Move, text: &mut String);

    /// Reads a legal move from UCI.
    fn read_uci(position: &Self::Position, text: &str) -> Self::Move;

    /// Plays the main lines of all games of a file, and returns the number of moves; `None` if it reads no PGN.
    fn replay(_pgn: &[u8]) -> Option<u64> {
        None
    }
}
