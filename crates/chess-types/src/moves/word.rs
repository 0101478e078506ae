use core::fmt;

use crate::geometry::square::Square;
use crate::moves::kind::{MoveFlags, MoveKind};
use crate::moves::uci::UciMove;
use crate::pieces::castling::CastlingSide;
use crate::pieces::piece::PieceType;

/// A move in 16 bits: from, to, and a flag nibble that says what it is.
///
/// | bits | meaning |
/// |---|---|
/// | 0-5 | from square |
/// | 6-11 | to square; of castling, the square of the castling rook, so that Chess960 needs nothing else |
/// | 12-15 | flags: bit 15 capture, bit 14 promotion, bits 13-12 detail |
///
/// | capture | promotion | detail 00 / 01 / 10 / 11 |
/// |---|---|---|
/// | 0 | 0 | quiet / double pawn push / queen-side castle / king-side castle |
/// | 0 | 1 | promotion to knight / bishop / rook / queen |
/// | 1 | 0 | capture / en passant / unused / unused |
/// | 1 | 1 | capture with promotion to knight / bishop / rook / queen |
///
/// The word says nothing about the board: whether a knight stands on the from square, whether the two squares lie a
/// knight's move apart and whose turn it is, only a position knows. Equality is on all 16 bits.
///
/// # Examples
///
/// ```
/// use chess_types::{Move, MoveKind, PieceType, Square};
///
/// let promotion = Move::new(Square::E7, Square::D8, MoveKind::QueenCapturePromotion);
/// assert!(promotion.is_capture());
/// assert_eq!(promotion.promotion(), Some(PieceType::Queen));
/// assert_eq!(promotion.to_string(), "e7d8q");
/// assert_eq!(Move::from_raw(promotion.raw()), Some(promotion));
///
/// let castling = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
/// assert_eq!(castling.destination(), Square::G1);
/// assert_eq!(castling.to_string(), "e1g1");
/// assert_eq!(castling.uci960().to_string(), "e1h1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
#[repr(transparent)]
pub struct Move(u16);

const CAPTURE: u16 = 1 << 15;
const PROMOTION: u16 = 1 << 14;

impl Move {
    /// The null move, word 0. It starts an empty list, marks "no move" in a table entry, and prints `0000`.
    pub const NULL: Self = Self(0);

    /// The move of this kind; `to` of castling is the square of the castling rook.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(from as u16 | (to as u16) << 6 | (kind as u16) << 12)
    }

    /// The move with this word; `None` if its flags are one of the two unused codes (10 and 11).
    #[inline]
    pub const fn from_raw(word: u16) -> Option<Self> {
        match word >> 12 {
            10 | 11 => None,
            _ => Some(Self(word)),
        }
    }

    /// The word itself.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// The square moved from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u8)
    }

    /// The square moved to; of castling, the square of the castling rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 >> 6) as u8)
    }

    /// What the move is.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        MoveKind::from_low_bits((self.0 >> 12) as u8)
    }

    /// The flag nibble as a set.
    #[inline]
    pub const fn flags(self) -> MoveFlags {
        MoveFlags::from_bits_truncate((self.0 >> 12) as u8)
    }

    /// Whether a piece is taken, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Whether a pawn becomes another piece.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        // The detail bits number knight to queen from 0, one less than the types themselves.
        if self.is_promotion() { Some(PieceType::numbered(1 + (self.0 >> 12 & 3) as u8)) } else { None }
    }

    /// Whether the move is a capture en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 == MoveKind::EnPassant as u16
    }

    /// Whether the move is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.0 & 0xE000 == 0x2000
    }

    /// The side castled to.
    #[inline]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.0 >> 12 {
            2 => Some(CastlingSide::Queen),
            3 => Some(CastlingSide::King),
            _ => None,
        }
    }

    /// Whether a pawn goes two squares.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.0 >> 12 == MoveKind::DoublePush as u16
    }

    /// Whether the move neither takes nor promotes: castling and double pushes are quiet.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0 & (CAPTURE | PROMOTION) == 0
    }

    /// Whether the move is what most are: one piece goes to another square and takes what stands there, if anything.
    /// Castling, double pushes, en passant and promotions are not; the null move is.
    #[inline]
    pub const fn is_plain(self) -> bool {
        self.0 & 0x7000 == 0
    }

    /// Whether this is [`Move::NULL`].
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The square the castling king arrives on: the c- or g-file of the rank it stands on. `None` if this is no castling.
    #[inline]
    pub const fn king_destination(self) -> Option<Square> {
        match self.castling_side() {
            Some(side) => Some(side.king_square(self.from().rank())),
            None => None,
        }
    }

    /// The square the castling rook arrives on: the d- or f-file of the king's rank. `None` if this is no castling.
    #[inline]
    pub const fn rook_destination(self) -> Option<Square> {
        match self.castling_side() {
            Some(side) => Some(side.rook_square(self.from().rank())),
            None => None,
        }
    }

    /// The square the moving piece arrives on: the king's destination for castling, [`to`](Self::to) for all else.
    #[inline]
    pub const fn destination(self) -> Square {
        match self.king_destination() {
            Some(square) => square,
            None => self.to(),
        }
    }

    /// The castling with its rook on `rook`; any other move as it is.
    ///
    /// This completes a move read from a form that names the king's destination only, where Chess960 allows rooks
    /// outside the corners.
    #[inline]
    pub const fn with_castling_rook(self, rook: Square) -> Self {
        if self.is_castle() { Self::new(self.from(), rook, self.kind()) } else { self }
    }

    /// The castling of a king on `king` with a rook in the corner of its rank.
    #[inline]
    pub(crate) const fn castle_with_corner_rook(king: Square, side: CastlingSide) -> Self {
        Self::new(king, Square::new(side.corner_file(), king.rank()), MoveKind::castle(side))
    }

    /// The move in UCI's standard spelling, where castling names the king's destination. `Display` writes the same.
    #[inline]
    pub const fn uci(self) -> UciMove {
        UciMove { from: self.from(), to: self.destination(), promotion: self.promotion() }
    }

    /// The move in UCI's Chess960 spelling, where castling names the rook's square: the king takes its rook.
    ///
    /// Source: the option `UCI_Chess960` of the UCI protocol.
    #[inline]
    pub const fn uci960(self) -> UciMove {
        UciMove { from: self.from(), to: self.to(), promotion: self.promotion() }
    }
}

impl fmt::Display for Move {
    /// Writes UCI in the standard spelling: `e2e4`, `e1g1` for castling, `e7e8q`, and `0000` for the null move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uci().fmt(f)
    }
}

impl fmt::Debug for Move {
    /// Writes both squares of the word and the kind, which no two words share: `Move(e1h1 KingCastle)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("Move(NULL)");
        }
        write!(f, "Move({}{} {:?})", self.from(), self.to(), self.kind())
    }
}
