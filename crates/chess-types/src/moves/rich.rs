use core::error::Error;
use core::fmt;

use crate::castling::CastlingSide;
use crate::color::Color;
use crate::coordinates::File;
use crate::moves::kind::MoveKind;
use crate::moves::word::Move;
use crate::piece::{Piece, PieceType};
use crate::square::Square;

/// A move with the moving piece, 24 bits in a `u32`.
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
/// The null move is word 0 in this encoding too. Everything of a [`Move`] is kept except the square of a castling rook that
/// is not in a corner.
///
/// Source: the move encoding of the chess engine BBC by Maksim Korzh.
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
#[repr(transparent)]
pub struct RichMove(u32);

const CAPTURE: u32 = 1 << 20;
const DOUBLE_PUSH: u32 = 1 << 21;
const EN_PASSANT: u32 = 1 << 22;
const CASTLING: u32 = 1 << 23;

impl RichMove {
    /// The null move, word 0.
    pub const NULL: Self = Self(0);

    /// The move with this word; `None` if the parts of the word contradict each other.
    ///
    /// It is refused in these cases:
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
    pub const fn from_raw(word: u32) -> Option<Self> {
        let rich = Self(word);
        // Every move has one word only: a word that is not the one of the move that it is decoded as is inconsistent.
        let Some(piece) = Piece::from_index((word >> 12 & 15) as usize) else { return None };
        let Some(kind) = rich.kind() else { return None };
        let mv = rich.move_of_kind(kind);
        if mv.to_rich(piece).0 == word { Some(rich) } else { None }
    }

    /// The word.
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The square moved from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u8)
    }

    /// The square moved to; for castling, the king's destination.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 >> 6) as u8)
    }

    /// The moving piece; the white pawn for the null move.
    #[inline]
    pub const fn piece(self) -> Piece {
        match Piece::from_index((self.0 >> 12 & 15) as usize) {
            Some(piece) => piece,
            None => Piece::WhitePawn,
        }
    }

    /// The piece to which a pawn promotes; `None` if the move is no promotion.
    #[inline]
    pub const fn promoted(self) -> Option<Piece> {
        match self.0 >> 16 & 15 {
            0 => None,
            number => Piece::from_index(number as usize),
        }
    }

    /// Tests whether the move captures a piece, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Tests whether a pawn promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.promoted().is_some()
    }

    /// Tests whether a pawn advances by two squares.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.0 & DOUBLE_PUSH != 0
    }

    /// Tests whether the move is a capture en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 & EN_PASSANT != 0
    }

    /// Tests whether the move is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.0 & CASTLING != 0
    }

    /// Tests whether this is [`RichMove::NULL`].
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The move in 16 bits, without the piece.
    ///
    /// A castling rook is assumed to be in the corner of the king's rank. A caller that plays Chess960 corrects it with
    /// [`Move::with_castling_rook`].
    #[inline]
    pub const fn to_move(self) -> Move {
        match self.kind() {
            Some(kind) => self.move_of_kind(kind),
            None => Move::NULL,
        }
    }

    /// The kind that the flags say, the most special first; `None` for a promotion to a pawn or king.
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
    /// The move together with the moving piece.
    ///
    /// If the [kind determines the type](MoveKind::moved) of the moving piece, only the colour of `piece` is used, so that
    /// the parts of the result always agree. The word of the null move is 0 whatever the piece is.
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
    /// Writes the piece and the move, as `RichMove(P Move(e2e4 DoublePush))`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RichMove({} {:?})", self.piece(), self.to_move())
    }
}

impl fmt::Display for RichMove {
    /// Writes the move in UCI's standard spelling, as [`Move`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_move().fmt(f)
    }
}

/// The parts of a word contradict each other; [`RichMove::from_raw`] lists the cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RichMoveError {
    /// The word that was refused.
    pub word: u32,
}

impl fmt::Display for RichMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x} is not the word of a move with its piece", self.word)
    }
}

impl Error for RichMoveError {}

impl From<RichMove> for u32 {
    /// Returns the word.
    #[inline]
    fn from(rich: RichMove) -> Self {
        rich.raw()
    }
}

impl TryFrom<u32> for RichMove {
    type Error = RichMoveError;

    /// Returns the move with this word.
    #[inline]
    fn try_from(word: u32) -> Result<Self, RichMoveError> {
        Self::from_raw(word).ok_or(RichMoveError { word })
    }
}
