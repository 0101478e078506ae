use core::fmt;

use crate::castling::CastlingSide;
use crate::coordinates::Square;
use crate::moves::kind::{MoveFlags, MoveKind, MoveWordError};
use crate::moves::uci::UciMove;
use crate::piece::PieceType;

/// A move in 16 bits: from square, to square, and a flag nibble with the kind of the move.
///
/// | bits | meaning |
/// |---|---|
/// | 0-5 | from square |
/// | 6-11 | to square; for castling, the square of the castling rook, so that Chess960 needs nothing else |
/// | 12-15 | flags: bit 15 capture, bit 14 promotion, bits 13-12 detail |
///
/// | capture | promotion | detail 00 / 01 / 10 / 11 |
/// |---|---|---|
/// | 0 | 0 | quiet / double pawn push / queen-side castle / king-side castle |
/// | 0 | 1 | promotion to knight / bishop / rook / queen |
/// | 1 | 0 | capture / en passant / unused / unused |
/// | 1 | 1 | capture with promotion to knight / bishop / rook / queen |
///
/// Only a position tells which piece moves and whether the move is legal. Equality and order compare all 16 bits.
///
/// The flags are those of an article on 87flowers.com of 2025, which the engines Clockwork, Heimdall and Cherry use.
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
/// assert_eq!(Move::from_raw(promotion.raw()), Ok(promotion));
///
/// let castling = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
/// assert_eq!(castling.destination(), Square::G1);
/// assert_eq!(castling.to_string(), "e1g1");
/// assert_eq!(castling.uci960().to_string(), "e1h1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Move(u16);

const CAPTURE: u16 = in_word(MoveFlags::CAPTURE);
const PROMOTION: u16 = in_word(MoveFlags::PROMOTION);
const DETAIL_HIGH: u16 = 2 << 12;
const DETAIL: u16 = in_word(MoveFlags::DETAIL);

const fn in_word(flags: MoveFlags) -> u16 {
    (flags.bits() as u16) << 12
}

impl Move {
    /// The null move, word 0. It is "no move" in a table entry and is written `0000`. Arrays use it in place of `None`, since an
    /// `Option<Move>` takes 4 bytes.
    pub const NULL: Self = Self(0);

    /// Returns the move of this kind. The `to` square of castling is the square of the castling rook.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(from as u16 | (to as u16) << 6 | (kind as u16) << 12)
    }

    /// Returns the move with this word.
    ///
    /// # Errors
    ///
    /// Returns the word if its flag nibble is one of the two unused codes, 10 and 11.
    #[inline]
    pub const fn from_raw(word: u16) -> Result<Self, MoveWordError> {
        match word >> 12 {
            10 | 11 => Err(MoveWordError { word: word as u32 }),
            _ => Ok(Self(word)),
        }
    }

    /// Returns the word.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// Returns the square moved from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u8)
    }

    /// Returns the square moved to; for castling, the square of the castling rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 >> 6) as u8)
    }

    /// Returns the kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        MoveKind::from_low_bits((self.0 >> 12) as u8)
    }

    /// Tests whether the move captures a piece, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Tests whether a pawn promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// Returns the type to which a pawn promotes; `None` if the move is not a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        // The detail bits number knight to queen from 0, which is the index of the type less 1.
        if self.is_promotion() { Some(PieceType::numbered(1 + (self.0 >> 12 & 3) as u8)) } else { None }
    }

    /// Tests whether a pawn promotes to a knight, bishop or rook.
    #[inline]
    pub const fn is_underpromotion(self) -> bool {
        self.is_promotion() && self.0 & DETAIL != DETAIL
    }

    /// Tests whether the move is a capture en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 == MoveKind::EnPassant as u16
    }

    /// Tests whether the move is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.0 & (CAPTURE | PROMOTION | DETAIL_HIGH) == DETAIL_HIGH
    }

    /// Tests whether a pawn advances by two squares.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.0 >> 12 == MoveKind::DoublePush as u16
    }

    /// Tests whether the move neither captures nor promotes. Castling and double pushes are quiet.
    ///
    /// This is the division that move generation makes: every legal move is quiet or noisy, and `!mv.is_quiet()` tests for noisy moves.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0 & (CAPTURE | PROMOTION) == 0
    }

    /// Tests whether the move is an ordinary move or capture, which changes only its two squares.
    ///
    /// Castling, double pushes, en passant and promotions are not plain; the null move is.
    #[inline]
    pub const fn is_plain(self) -> bool {
        self.0 & (PROMOTION | DETAIL) == 0
    }

    /// Tests whether this is [`Move::NULL`].
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// Returns the square of the moving piece after the move: the king's destination for castling, [`to`](Self::to) for all other
    /// moves.
    #[inline]
    pub const fn destination(self) -> Square {
        match self.0 >> 12 {
            2 => CastlingSide::Queen.king_square(self.from().rank()),
            3 => CastlingSide::King.king_square(self.from().rank()),
            _ => self.to(),
        }
    }

    /// Returns the move in UCI's standard spelling, in which castling has the king's destination. `Display` writes the same.
    #[inline]
    pub const fn uci(self) -> UciMove {
        UciMove { from: self.from(), to: self.destination(), promotion: self.promotion() }
    }

    /// Returns the move in UCI's Chess960 spelling, in which castling has the square of the rook.
    ///
    /// Source: the option `UCI_Chess960` of the UCI protocol.
    #[inline]
    pub const fn uci960(self) -> UciMove {
        UciMove { from: self.from(), to: self.to(), promotion: self.promotion() }
    }

    /// Tests whether two moves have the same squares and the same promotion, whatever else their flags say: whether
    /// [`uci960`](Self::uci960) spells them alike. No two legal moves of a position are spelt alike.
    ///
    /// ```
    /// use chess_types::{Move, MoveKind, Square};
    ///
    /// let mv = |kind| Move::new(Square::E7, Square::E8, kind);
    /// assert!(mv(MoveKind::Capture).same_uci960(mv(MoveKind::Quiet)));
    /// assert!(!mv(MoveKind::RookPromotion).same_uci960(mv(MoveKind::QueenCapturePromotion)));
    /// ```
    #[inline]
    pub const fn same_uci960(self, other: Self) -> bool {
        let ignored = if self.is_promotion() { CAPTURE } else { CAPTURE | DETAIL };
        (self.0 ^ other.0) & !ignored == 0
    }
}

impl fmt::Display for Move {
    /// Writes the move in UCI's standard spelling: `e2e4`, `e1g1` for castling, `e7e8q`, and `0000` for the null move.
    ///
    /// In Chess960 this spelling is ambiguous. With the king on b1, its rook on a1 and c1 empty (`4k3/8/8/8/8/8/8/RK6 w A - 0 1`),
    /// castling and the step to c1 are both written `b1c1`. [`uci960`](Self::uci960) writes `b1a1` for castling.
    ///
    /// # Examples
    /// ```
    /// use chess_types::{Move, MoveKind, Square};
    ///
    /// let castling = Move::new(Square::B1, Square::A1, MoveKind::QueenCastle);
    /// let step = Move::new(Square::B1, Square::C1, MoveKind::Quiet);
    /// assert_eq!((castling.to_string(), step.to_string()), ("b1c1".into(), "b1c1".into()));
    /// assert_eq!((castling.uci960().to_string(), step.uci960().to_string()), ("b1a1".into(), "b1c1".into()));
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uci().fmt(f)
    }
}

impl fmt::Debug for Move {
    /// Writes both squares of the word and the kind, which is unique to each word, as `Move(e1h1 KingCastle)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("Move(NULL)");
        }
        write!(f, "Move({}{} {:?})", self.from(), self.to(), self.kind())
    }
}
