use core::mem::{align_of, size_of};

use chess_types::{Bitboard, Move, PieceType};
use static_assertions::const_assert_eq;

use crate::position::state::Turn;

/// The record of a move that has been made: all that [`Position::unmake`](crate::Position::unmake) needs to take it
/// back.
///
/// It is neither `Clone` nor `Copy`, because a move is taken back once.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "the move cannot be taken back without it"]
pub struct Undo {
    /// Key and turn of the state before the move, and the castling rooks that lost their right.
    pub(crate) key: u64,
    pub(crate) turn: Turn,
    pub(crate) lost_rooks: Bitboard,
    /// The words of the moving piece before the move: the sets of its type and of its colour, and the key of its
    /// group.
    pub(crate) words: [u64; 3],
    pub(crate) mv: Move,
    /// The index of the type that moved.
    pub(crate) piece_type: u8,
    /// The index of the captured type, or [`NOTHING`](Self::NOTHING).
    pub(crate) captured: u8,
}

// 56 bytes, and 52 where a word of 64 bits is aligned to four bytes, as on 32-bit x86.
const_assert_eq!(size_of::<Undo>(), 52_usize.next_multiple_of(align_of::<u64>()));

impl Undo {
    pub(crate) const NOTHING: u8 = 6;

    /// Returns the move that was made; [`Move::NULL`] for a null move.
    #[inline]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// Returns the type of the piece that moved: a pawn for a promotion, the king for castling and for a null move.
    #[inline]
    pub const fn piece_type(&self) -> PieceType {
        match PieceType::from_index(self.piece_type as usize) {
            Some(piece_type) => piece_type,
            None => PieceType::King,
        }
    }

    /// Returns the type of the captured piece, or `None` if the move was no capture.
    #[inline]
    pub const fn captured(&self) -> Option<PieceType> {
        PieceType::from_index(self.captured as usize)
    }
}
