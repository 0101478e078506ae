pub(crate) mod invalid;
pub(crate) mod mend;
mod starts;
mod validate;

use chess_types::{Bitboard, Color, Square};

use crate::board::Board;

/// A position before validation: any pieces on any squares, any castling rooks, any counters.
///
/// [`Position::from_setup`](crate::Position::from_setup) validates it. [`FromStr`](core::str::FromStr) reads it from
/// FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces on the board.
    pub board: Board,
    /// The side to move.
    pub side_to_move: Color,
    /// The rooks of both colours that still have the right to castle.
    pub castling_rooks: Bitboard,
    /// The square that a pawn has passed over in a double push by the last move. No capture there need be possible.
    pub en_passant: Option<Square>,
    /// The number of moves of either side since the last capture or pawn move, in plies.
    pub halfmove_clock: u16,
    /// The move number: 1 at the start of a game, and one more after each move of Black.
    pub fullmove_number: u16,
}

impl Setup {
    /// The empty board with White to move, no castling rights, and the counters of the start position.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        side_to_move: Color::White,
        castling_rooks: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Returns the target square of a legal capture en passant. The setup must be valid.
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
