//! The 16-bit encoding of Polyglot's opening books.
//!
//! Source: <http://hgm.nubati.net/book_format.html>.

use crate::geometry::square::Square;
use crate::moves::uci::UciMove;
use crate::moves::word::Move;
use crate::pieces::piece::PieceType;

impl Move {
    /// The move in the 16-bit encoding of Polyglot's opening books.
    ///
    /// | bits | meaning |
    /// |---|---|
    /// | 0-2 | file of the to square, which for castling is the square of the rook |
    /// | 3-5 | rank of the to square |
    /// | 6-8 | file of the from square |
    /// | 9-11 | rank of the from square |
    /// | 12-14 | promotion: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen |
    /// | 15 | 0 |
    ///
    /// The null move is word 0 in this encoding too. The kind of the move is lost, so that decoding gives a [`UciMove`],
    /// the same as [`uci960`](Self::uci960).
    ///
    /// ```
    /// use chess_types::{Move, MoveKind, Square, UciMove};
    ///
    /// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// let word = mv.to_polyglot();
    /// assert_eq!(word, 0o001434);
    /// assert_eq!(UciMove::from_polyglot(word), Some(mv.uci960()));
    /// ```
    #[inline]
    pub const fn to_polyglot(self) -> u16 {
        let promotion = match self.promotion() {
            Some(piece_type) => piece_type as u16,
            None => 0,
        };
        self.to() as u16 | (self.from() as u16) << 6 | promotion << 12
    }
}

impl UciMove {
    /// Decodes a word of [`Move::to_polyglot`]; castling is spelt with the square of the rook.
    ///
    /// Returns `None` if the promotion is 5 to 7 or bit 15 is set.
    #[inline]
    pub const fn from_polyglot(word: u16) -> Option<Self> {
        let promotion = match word >> 12 {
            0 => None,
            1 => Some(PieceType::Knight),
            2 => Some(PieceType::Bishop),
            3 => Some(PieceType::Rook),
            4 => Some(PieceType::Queen),
            _ => return None,
        };
        let from = Square::from_low_bits((word >> 6) as u8);
        let to = Square::from_low_bits(word as u8);
        Some(Self { from, to, promotion })
    }
}
