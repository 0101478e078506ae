use core::mem::{align_of, size_of};

use chess_types::{Move, PieceType};
use static_assertions::const_assert_eq;

use crate::position::state::State;

/// What taking a move back needs: the move, what moved and what it took, and the state it left behind.
///
/// It is neither `Clone` nor `Copy`, since a move is taken back once.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "the move cannot be taken back without it"]
pub struct Undo {
    pub(crate) state: State,
    pub(crate) mv: Move,
    pub(crate) piece_type: PieceType,
    pub(crate) captured: Option<PieceType>,
}

// 28 bytes, and on most machines four to fill the last word of 64 bits up.
const_assert_eq!(size_of::<Undo>(), (size_of::<State>() + 4).next_multiple_of(align_of::<u64>()));
const_assert_eq!(size_of::<State>(), 24);

impl Undo {
    /// The move that was made; [`Move::NULL`] for a null move.
    #[inline]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// What moved, a pawn that promoted being a pawn; of a null move, the king.
    #[inline]
    pub const fn piece_type(&self) -> PieceType {
        self.piece_type
    }

    /// What the move took.
    #[inline]
    pub const fn captured(&self) -> Option<PieceType> {
        self.captured
    }
}
