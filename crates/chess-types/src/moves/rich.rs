use core::fmt;

use crate::color::Color;
use crate::geometry::file::File;
use crate::geometry::square::Square;
use crate::moves::kind::MoveKind;
use crate::moves::word::Move;
use crate::pieces::castling::CastlingSide;
use crate::pieces::piece::{Piece, PieceType};

/// A move that also knows which piece moves: 24 bits in a `u32`.
///
/// | bits | meaning |
/// |---|---|
/// | 0-5 | from square |
/// | 6-11 | to square; of castling, the king's destination |
/// | 12-15 | the piece that moves, P N B R Q K p n b r q k = 0 .. 11 |
/// | 16-19 | the piece that a pawn becomes, in the same numbers; 0 for none |
/// | 20 | capture |
/// | 21 | double pawn push |
/// | 22 | en passant; the capture bit is set too |
/// | 23 | castling |
/// | 24-31 | 0 |
///
/// The null move is word 0 here too. All of a [`Move`] is kept but the square of a castling rook outside the corners.
///
/// Source: the move format of the BBC chess engine by Maksim Korzh.
///
/// # Examples
///
/// ```
/// use chess_types::{Move, MoveKind, Piece, RichMove, Square};
///
/// let mv = Move::new(Square::B7, Square::A8, MoveKind::QueenCapturePromotion);
/// let rich = mv.to_rich(Piece::WhitePawn);
/// assert_eq!(rich.piece(), Piece::WhitePawn);
/// assert_eq!(rich.promoted(), Some(Piece::WhiteQueen));
/// assert_eq!(rich.to_move(), mv);
/// assert_eq!(RichMove::from_raw(rich.raw()), Some(rich));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
#[repr(transparent)]
pub struct RichMove(u32);

const CAPTURE: u32 = 1 << 20;
const DOUBLE_PUSH: u32 = 1 << 21;
const EN_PASSANT: u32 = 1 << 22;
const CASTLING: u32 = 1 << 23;

impl RichMove {
    /// The null move, word 0.
    pub const NULL: Self = Self(0);

    /// The move with this word, if its parts agree.
    ///
    /// `None` if a piece has no number of the table, if more than one of promotion, double push, en passant and castling
    /// is claimed, if any but a pawn does one of the first three or becomes what a pawn of its colour cannot become,
    /// if en passant lacks the capture bit or a double push or castling has it, if any but a king castles or arrives on
    /// another square than the c- or g-file of its rank, or if a bit above 23 is set. Where pieces can go is not asked.
    pub const fn from_raw(word: u32) -> Option<Self> {
        let rich = Self(word);
        // Whatever the word claims, the move it is read as has one word only. Where the two differ it is inconsistent.
        let Some(piece) = Piece::from_index((word >> 12 & 15) as u8) else { return None };
        let Some(kind) = rich.kind() else { return None };
        let mv = rich.move_of_kind(kind);
        if mv.to_rich(piece).0 == word { Some(rich) } else { None }
    }

    /// The word itself.
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The square moved from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u8)
    }

    /// The square moved to; of castling, the king's destination.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 >> 6) as u8)
    }

    /// The piece that moves; the white pawn for the null move.
    #[inline]
    pub const fn piece(self) -> Piece {
        match Piece::from_index((self.0 >> 12 & 15) as u8) {
            Some(piece) => piece,
            None => Piece::WhitePawn,
        }
    }

    /// The piece that a pawn becomes.
    #[inline]
    pub const fn promoted(self) -> Option<Piece> {
        match self.0 >> 16 & 15 {
            0 => None,
            number => Piece::from_index(number as u8),
        }
    }

    /// Whether a piece is taken, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Whether a pawn becomes another piece.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.promoted().is_some()
    }

    /// Whether a pawn goes two squares.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.0 & DOUBLE_PUSH != 0
    }

    /// Whether the move is a capture en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 & EN_PASSANT != 0
    }

    /// Whether the move is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.0 & CASTLING != 0
    }

    /// Whether this is [`RichMove::NULL`].
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The move in 16 bits, without the piece.
    ///
    /// A castling rook is taken to stand in the corner of the king's rank; a reader of Chess960 knows better and goes
    /// on with [`Move::with_castling_rook`].
    #[inline]
    pub const fn to_move(self) -> Move {
        match self.kind() {
            Some(kind) => self.move_of_kind(kind),
            None => Move::NULL,
        }
    }

    /// What the flags claim, most special first; `None` for a promotion to what no pawn becomes.
    #[inline]
    const fn kind(self) -> Option<MoveKind> {
        if self.is_castle() {
            Some(if matches!(self.to().file(), File::G) {
                MoveKind::KingCastle
            } else {
                MoveKind::QueenCastle
            })
        } else if self.is_en_passant() {
            Some(MoveKind::EnPassant)
        } else if self.is_double_push() {
            Some(MoveKind::DoublePush)
        } else if let Some(promoted) = self.promoted() {
            MoveKind::promotion(promoted.piece_type(), self.is_capture())
        } else if self.is_capture() {
            Some(MoveKind::Capture)
        } else {
            Some(MoveKind::Quiet)
        }
    }

    #[inline]
    const fn move_of_kind(self, kind: MoveKind) -> Move {
        match kind {
            MoveKind::QueenCastle => Move::castle_with_corner_rook(self.from(), CastlingSide::Queen),
            MoveKind::KingCastle => Move::castle_with_corner_rook(self.from(), CastlingSide::King),
            _ => Move::new(self.from(), self.to(), kind),
        }
    }
}

impl Move {
    /// The move with the piece that makes it.
    ///
    /// Where the kind of the move tells the type of the piece, a pawn or for castling a king, only the colour of `piece`
    /// is used, so that the parts of the result always agree. The null move has no piece: its word is 0.
    #[inline]
    pub const fn to_rich(self, piece: Piece) -> RichMove {
        if self.is_null() {
            return RichMove::NULL;
        }
        let kind = self.kind();
        let color = piece.color();
        let piece = match kind.moved() {
            Some(piece_type) => Piece::new(color, piece_type),
            None => piece,
        };
        let flag = match kind {
            MoveKind::DoublePush => DOUBLE_PUSH,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::QueenCastle | MoveKind::KingCastle => CASTLING,
            _ => 0,
        };
        let capture = if self.is_capture() { CAPTURE } else { 0 };
        let squares = self.from() as u32 | (self.destination() as u32) << 6;
        let pieces = (piece as u32) << 12 | promoted_number(color, self.promotion()) << 16;
        RichMove(squares | pieces | capture | flag)
    }
}

#[inline]
const fn promoted_number(color: Color, promotion: Option<PieceType>) -> u32 {
    match promotion {
        Some(piece_type) => Piece::new(color, piece_type) as u32,
        None => 0,
    }
}

impl fmt::Debug for RichMove {
    /// Writes the piece and the move: `RichMove(P Move(e2e4 DoublePush))`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RichMove({} {:?})", self.piece(), self.to_move())
    }
}

impl fmt::Display for RichMove {
    /// Writes UCI in the standard spelling, like [`Move`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_move().fmt(f)
    }
}
