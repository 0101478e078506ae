use core::mem::size_of;

use chess_types::{Bitboard, Move, PieceType};
use static_assertions::const_assert_eq;

use crate::position::state::Turn;

/// What taking a move back needs: the move, what moved and what it took, and the state it left behind.
///
/// It is neither `Clone` nor `Copy`, since a move is taken back once.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "the move cannot be taken back without it"]
pub struct Undo {
    /// The key and the turn of the state, and the castling rooks that the move cost their right.
    pub(crate) key: u64,
    pub(crate) turn: Turn,
    pub(crate) lost_rooks: Bitboard,
    /// What the words were that the mover stands in: the sets of its type and of its colour, and the key of its group.
    pub(crate) words: [u64; 3],
    pub(crate) mv: Move,
    /// The index of what moved.
    pub(crate) piece_type: u8,
    /// The index of what was taken, or [`NOTHING`](Self::NOTHING).
    pub(crate) captured: u8,
}

const_assert_eq!(size_of::<Undo>(), 56);

impl Undo {
    pub(crate) const NOTHING: u8 = 6;

    /// The move that was made; [`Move::NULL`] for a null move.
    #[inline]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// What moved, a pawn that promoted being a pawn; of a null move, the king.
    #[inline]
    pub const fn piece_type(&self) -> PieceType {
        match PieceType::from_index(self.piece_type as usize) {
            Some(piece_type) => piece_type,
            None => PieceType::King,
        }
    }

    /// What the move took.
    #[inline]
    pub const fn captured(&self) -> Option<PieceType> {
        PieceType::from_index(self.captured as usize)
    }
}
