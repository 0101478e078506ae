//! Other 16-bit encodings of moves: that of the Chess Programming Wiki, whose code has promotion above capture, and that
//! of Polyglot's opening books.
//!
//! Sources: <https://www.chessprogramming.org/Encoding_Moves#From-To_Based> and <http://hgm.nubati.net/book_format.html>.

use crate::castling::CastlingSide;
use crate::moves::kind::MoveKind;
use crate::moves::uci::UciMove;
use crate::moves::word::Move;
use crate::piece::PieceType;
use crate::square::Square;

impl Move {
    /// The move in the 16-bit encoding of the Chess Programming Wiki.
    ///
    /// | bits | meaning |
    /// |---|---|
    /// | 0-5 | from square |
    /// | 6-11 | to square; for castling, the king's destination |
    /// | 12-15 | code |
    ///
    /// | code | meaning | code | meaning |
    /// |---|---|---|---|
    /// | 0 | quiet | 8 | promotion to knight |
    /// | 1 | double pawn push | 9 | promotion to bishop |
    /// | 2 | king-side castle | 10 | promotion to rook |
    /// | 3 | queen-side castle | 11 | promotion to queen |
    /// | 4 | capture | 12 | capture with promotion to knight |
    /// | 5 | en passant | 13 | capture with promotion to bishop |
    /// | 6 | unused | 14 | capture with promotion to rook |
    /// | 7 | unused | 15 | capture with promotion to queen |
    ///
    /// The null move is word 0 in this encoding too. Everything is kept except the square of a castling rook that is not in
    /// a corner.
    ///
    /// ```
    /// use chess_types::{Move, MoveKind, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
    /// let word = castling.to_classic();
    /// assert_eq!(word, 2 << 12 | 6 << 6 | 4);
    /// assert_eq!(Move::from_classic(word), Some(castling));
    /// ```
    #[inline]
    pub const fn to_classic(self) -> u16 {
        self.from() as u16 | (self.destination() as u16) << 6 | code(self.kind()) << 12
    }

    /// Decodes a word of [`to_classic`](Self::to_classic).
    ///
    /// The encoding does not have the square of the castling rook, so that the rook is assumed to be in the corner of
    /// the king's rank. A caller that plays Chess960 corrects it with
    /// [`with_castling_rook`](Self::with_castling_rook).
    ///
    /// Returns `None` if the code is unused, or if the destination of castling is not on the c- or g-file of the king's
    /// rank.
    #[inline]
    pub const fn from_classic(word: u16) -> Option<Self> {
        let from = Square::from_low_bits(word as u8);
        let to = Square::from_low_bits((word >> 6) as u8);
        let kind = match word >> 12 {
            0 => MoveKind::Quiet,
            1 => MoveKind::DoublePush,
            2 => return castling(from, to, CastlingSide::King),
            3 => return castling(from, to, CastlingSide::Queen),
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            6 | 7 => return None,
            8 => MoveKind::KnightPromotion,
            9 => MoveKind::BishopPromotion,
            10 => MoveKind::RookPromotion,
            11 => MoveKind::QueenPromotion,
            12 => MoveKind::KnightCapturePromotion,
            13 => MoveKind::BishopCapturePromotion,
            14 => MoveKind::RookCapturePromotion,
            _ => MoveKind::QueenCapturePromotion,
        };
        Some(Self::new(from, to, kind))
    }
}

#[inline]
const fn code(kind: MoveKind) -> u16 {
    match kind {
        MoveKind::Quiet => 0,
        MoveKind::DoublePush => 1,
        MoveKind::KingCastle => 2,
        MoveKind::QueenCastle => 3,
        MoveKind::Capture => 4,
        MoveKind::EnPassant => 5,
        MoveKind::KnightPromotion => 8,
        MoveKind::BishopPromotion => 9,
        MoveKind::RookPromotion => 10,
        MoveKind::QueenPromotion => 11,
        MoveKind::KnightCapturePromotion => 12,
        MoveKind::BishopCapturePromotion => 13,
        MoveKind::RookCapturePromotion => 14,
        MoveKind::QueenCapturePromotion => 15,
    }
}

#[inline]
const fn castling(from: Square, to: Square, side: CastlingSide) -> Option<Move> {
    let mv = Move::castle_with_corner_rook(from, side);
    if mv.destination() as u8 == to as u8 { Some(mv) } else { None }
}

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
