use chess_types::{Bitboard, Color, Square};

/// All of a position but its pieces: what a move changes beyond recall, kept together so that taking a move back
/// restores it at one stroke.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub(crate) struct State {
    /// The part of the Zobrist key that is not about pieces.
    pub(crate) key: u64,
    /// The rooks that castling may still be done with.
    pub(crate) castling_rooks: Bitboard,
    pub(crate) halfmove_clock: u16,
    pub(crate) side_to_move: Color,
    /// The square the last move's pawn passed over, if it went two squares.
    pub(crate) passed_square: Option<Square>,
    /// `passed_square`, if a pawn can legally be taken there.
    pub(crate) ep_square: Option<Square>,
    /// Not beside the other counter: the compiler would then load the two as one, which has to wait for the store of
    /// either, in every move made.
    pub(crate) fullmove_number: u16,
}
