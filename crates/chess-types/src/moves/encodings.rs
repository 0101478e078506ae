//! Other encodings of moves: the 16 bits of the Chess Programming Wiki, whose code has promotion above capture, the 16 bits
//! of Polyglot's opening books, and the 24 bits of the chess engine BBC, which have the moving piece.
//!
//! Each has a pair of functions, `to_` and `from_`, and the null move is word 0 in all.

use crate::castling::CastlingSide;
use crate::coordinates::Square;
use crate::moves::kind::{MoveKind, MoveWordError};
use crate::moves::uci::UciMove;
use crate::moves::word::Move;
use crate::piece::{Piece, PieceType};

/// Turns a flag nibble into the code of the Chess Programming Wiki and back: the bits of capture and promotion change places, and
/// so do the two castlings. The unused codes 10 and 11 become 6 and 7, which are unused there.
const fn reorder(code: u8) -> u8 {
    match code {
        2 => 3,
        3 => 2,
        _ => code & 3 | (code & 4) << 1 | (code & 8) >> 1,
    }
}

const CAPTURE: u32 = 1 << 20;
const DOUBLE_PUSH: u32 = 1 << 21;
const EN_PASSANT: u32 = 1 << 22;
const CASTLING: u32 = 1 << 23;

impl Move {
    /// Returns the move in the 16-bit encoding of the Chess Programming Wiki.
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
    /// Everything is kept except the square of a castling rook that is not in a corner.
    /// Source: <https://www.chessprogramming.org/Encoding_Moves#From-To_Based>.
    ///
    /// ```
    /// use chess_types::{Move, MoveKind, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
    /// let word = castling.to_wiki();
    /// assert_eq!(word, 2 << 12 | 6 << 6 | 4);
    /// assert_eq!(Move::from_wiki(word), Ok(castling));
    /// ```
    #[inline]
    pub const fn to_wiki(self) -> u16 {
        self.from() as u16 | (self.destination() as u16) << 6 | (reorder(self.kind() as u8) as u16) << 12
    }

    /// Decodes a word of [`to_wiki`](Self::to_wiki).
    ///
    /// The encoding does not have the square of the castling rook, so that the rook is assumed to be in the corner of
    /// the king's rank. A caller that plays Chess960 puts the rook's square in its place:
    /// `Move::new(mv.from(), rook, mv.kind())`.
    ///
    /// # Errors
    ///
    /// Returns the word if its code is unused, or if the destination of castling is not on the c- or g-file of the king's
    /// rank.
    #[inline]
    pub const fn from_wiki(word: u16) -> Result<Self, MoveWordError> {
        let from = Square::from_low_bits(word as u8);
        let to = Square::from_low_bits((word >> 6) as u8);
        if let Some(kind) = MoveKind::from_nibble(reorder((word >> 12) as u8)) {
            let mv = Self::with_corner_rook(from, to, kind);
            if mv.destination() as u8 == to as u8 {
                return Ok(mv);
            }
        }
        Err(MoveWordError { word: word as u32 })
    }

    /// Returns the move in the 16-bit encoding of Polyglot's opening books.
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
    /// The kind of the move is lost, so that [`UciMove::from_polyglot`] decodes the word; its result is
    /// [`uci960`](Self::uci960). Source: <http://hgm.nubati.net/book_format.html>.
    ///
    /// ```
    /// use chess_types::{Move, MoveKind, Square, UciMove};
    ///
    /// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// let word = mv.to_polyglot();
    /// assert_eq!(word, 0o001434);
    /// assert_eq!(UciMove::from_polyglot(word), Ok(mv.uci960()));
    /// ```
    #[inline]
    pub const fn to_polyglot(self) -> u16 {
        let promotion = match self.promotion() {
            Some(piece_type) => piece_type as u16,
            None => 0,
        };
        self.to() as u16 | (self.from() as u16) << 6 | promotion << 12
    }

    /// Returns the move with the moving piece in the 24-bit encoding of the chess engine BBC by Maksim Korzh.
    ///
    /// | bits | meaning |
    /// |---|---|
    /// | 0-5 | from square |
    /// | 6-11 | to square; for castling, the king's destination |
    /// | 12-15 | the moving piece, P N B R Q K p n b r q k = 0 to 11 |
    /// | 16-19 | the piece to which a pawn promotes, in the same numbers; 0 for none |
    /// | 20 | capture |
    /// | 21 | double pawn push |
    /// | 22 | en passant; the capture bit is set too |
    /// | 23 | castling |
    /// | 24-31 | 0 |
    ///
    /// Everything is kept except the square of a castling rook that is not in a corner. A king castles, and a pawn makes double pushes,
    /// promotions and captures en passant: of these moves only the colour of `piece` is used, so that the parts of the word always agree.
    ///
    /// ```
    /// use chess_types::{Move, MoveKind, Piece, Square};
    ///
    /// let mv = Move::new(Square::B7, Square::A8, MoveKind::QueenCapturePromotion);
    /// let word = mv.to_24_bit(Piece::WhitePawn);
    /// assert_eq!(word, 1 << 20 | 4 << 16 | 56 << 6 | 49);
    /// assert_eq!(Move::from_24_bit(word), Ok((mv, Piece::WhitePawn)));
    /// ```
    pub const fn to_24_bit(self, piece: Piece) -> u32 {
        if self.is_null() {
            return 0;
        }
        let (kind, color) = (self.kind(), piece.color());
        let piece = match kind {
            MoveKind::Quiet | MoveKind::Capture => piece,
            MoveKind::QueenCastle | MoveKind::KingCastle => Piece::new(color, PieceType::King),
            _ => Piece::new(color, PieceType::Pawn),
        };
        let promoted = match self.promotion() {
            Some(piece_type) => Piece::new(color, piece_type) as u32,
            None => 0,
        };
        let flag = match kind {
            MoveKind::DoublePush => DOUBLE_PUSH,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::QueenCastle | MoveKind::KingCastle => CASTLING,
            _ => 0,
        };
        let capture = if self.is_capture() { CAPTURE } else { 0 };
        let squares = self.from() as u32 | (self.destination() as u32) << 6;
        squares | (piece as u32) << 12 | promoted << 16 | capture | flag
    }

    /// Decodes a word of [`to_24_bit`](Self::to_24_bit) into the move and the moving piece, which is the white pawn for the null
    /// move. A castling rook is assumed to be in the corner, as in [`from_wiki`](Self::from_wiki).
    ///
    /// # Errors
    ///
    /// Returns the word if its parts contradict each other, so that `to_24_bit` would not write it:
    ///
    /// - a piece is not a number of the table;
    /// - more than one of promotion, double push, en passant and castling is set;
    /// - the moving piece of a promotion, double push or en passant is not a pawn, or the promoted piece is not one to
    ///   which a pawn of its colour promotes;
    /// - en passant is set without the capture bit, or a double push or castling with it;
    /// - the moving piece of castling is not a king, or its destination is not on the c- or g-file of its rank;
    /// - a bit above 23 is set.
    ///
    /// The geometry of the move is not checked.
    pub const fn from_24_bit(word: u32) -> Result<(Self, Piece), MoveWordError> {
        let from = Square::from_low_bits(word as u8);
        let to = Square::from_low_bits((word >> 6) as u8);
        let Some(piece) = Piece::from_index((word >> 12 & 15) as usize) else {
            return Err(MoveWordError { word });
        };
        // The word of one kind at most is this one.
        let mut i = 0;
        while i < MoveKind::ALL.len() {
            let mv = Self::with_corner_rook(from, to, MoveKind::ALL[i]);
            if mv.to_24_bit(piece) == word {
                return Ok((mv, piece));
            }
            i += 1;
        }
        Err(MoveWordError { word })
    }

    /// Returns the move of this kind; the rook of castling is in the corner of the king's rank.
    #[inline]
    const fn with_corner_rook(from: Square, to: Square, kind: MoveKind) -> Self {
        let side = match kind {
            MoveKind::QueenCastle => CastlingSide::Queen,
            MoveKind::KingCastle => CastlingSide::King,
            _ => return Self::new(from, to, kind),
        };
        Self::new(from, Square::new(side.corner_file(), from.rank()), kind)
    }
}

impl UciMove {
    /// Decodes a word of [`Move::to_polyglot`]; castling is spelt with the square of the rook.
    ///
    /// # Errors
    ///
    /// Returns the word if the promotion is 5 to 7 or bit 15 is set.
    #[inline]
    pub const fn from_polyglot(word: u16) -> Result<Self, MoveWordError> {
        let promotion = match word >> 12 {
            0 => None,
            number @ 1..=4 => PieceType::from_index(number as usize),
            _ => return Err(MoveWordError { word: word as u32 }),
        };
        let from = Square::from_low_bits((word >> 6) as u8);
        let to = Square::from_low_bits(word as u8);
        Ok(Self { from, to, promotion })
    }
}
