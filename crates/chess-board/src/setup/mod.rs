pub(crate) mod invalid;
mod starts;
mod validate;

use chess_types::{Bitboard, Color, Square};

use crate::board::Board;

/// A position that nobody has validated: any pieces on any squares, any castling rooks, any counters.
///
/// [`Position::from_setup`](crate::Position::from_setup) validates it. [`FromStr`](core::str::FromStr) reads FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Who moves next.
    pub side_to_move: Color,
    /// The rooks that castling may still be done with, of both colours.
    pub castling_rooks: Bitboard,
    /// The square a pawn has just passed over in a double push, whether or not it can be taken there.
    pub en_passant: Option<Square>,
    /// Moves of either side since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// 1 in the beginning, one more after each move of Black.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board, White to move, no castling, counters as in the beginning.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        side_to_move: Color::White,
        castling_rooks: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// `en_passant`, if a pawn can legally be taken there; the setup must be valid.
    #[inline]
    pub(crate) fn legal_ep_square(&self) -> Option<Square> {
        self.board.legal_ep_square(self.side_to_move, self.en_passant?)
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self::EMPTY
    }
}
