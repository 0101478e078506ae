use chess_types::{Bitboard, Move, PieceType, Square};

/// What [`unmake`](crate::Position::unmake) cannot work out: the move, and what it destroyed.
///
/// It is neither `Clone` nor `Copy`, since a move is taken back once.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "the move cannot be taken back without it"]
pub struct Undo {
    pub(crate) state_key: u64,
    pub(crate) castling_rooks: Bitboard,
    pub(crate) mv: Move,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) passed_square: Option<Square>,
    pub(crate) ep_square: Option<Square>,
    pub(crate) captured: Option<PieceType>,
}

impl Undo {
    /// The move that was made; [`Move::NULL`] for a null move.
    #[inline]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// What the move took.
    #[inline]
    pub const fn captured(&self) -> Option<PieceType> {
        self.captured
    }
}
