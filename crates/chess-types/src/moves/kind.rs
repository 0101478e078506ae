use core::error::Error;
use core::fmt;

use bitflags::bitflags;

use crate::castling::CastlingSide;
use crate::piece::PieceType;
use crate::values::named;

bitflags! {
    /// The four flag bits of a move: capture, promotion, and two detail bits.
    ///
    /// `contains` gives meaningful answers for [`CAPTURE`](Self::CAPTURE) and [`PROMOTION`](Self::PROMOTION) only. The
    /// other codes share the detail bits and are compared with `==`, for which [`MoveKind`] is the better type.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[must_use]
    pub struct MoveFlags: u8 {
        /// The move captures a piece, en passant included.
        const CAPTURE = 8;
        /// A pawn promotes.
        const PROMOTION = 4;
        /// Both detail bits.
        const DETAIL = 3;
        /// The upper detail bit.
        const DETAIL_HIGH = 2;
        /// The lower detail bit.
        const DETAIL_LOW = 1;
    }
}

/// The kind of a move: the fourteen meanings of its flag nibble, which is the number of the variant.
///
/// # Examples
///
/// ```
/// use chess_types::{MoveFlags, MoveKind, PieceType};
///
/// let kind = MoveKind::promotion(PieceType::Rook, true).unwrap();
/// assert_eq!(kind, MoveKind::RookCapturePromotion);
/// assert!(kind.flags().contains(MoveFlags::CAPTURE | MoveFlags::PROMOTION));
/// assert_eq!(kind.promoted(), Some(PieceType::Rook));
/// assert_eq!(kind.to_string(), "rook-capture-promotion");
/// assert_eq!(MoveKind::from_nibble(14), Some(kind));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A move that is none of the other kinds.
    Quiet = 0,
    /// A pawn advances by two squares.
    DoublePush = 1,
    /// Castling with the rook on the side of the a-file.
    QueenCastle = 2,
    /// Castling with the rook on the side of the h-file.
    KingCastle = 3,
    /// A push that promotes to a knight.
    KnightPromotion = 4,
    /// A push that promotes to a bishop.
    BishopPromotion = 5,
    /// A push that promotes to a rook.
    RookPromotion = 6,
    /// A push that promotes to a queen.
    QueenPromotion = 7,
    /// A capture that is neither en passant nor a promotion.
    Capture = 8,
    /// A pawn captures a pawn that has just advanced by two squares past it.
    EnPassant = 9,
    /// A capture that promotes to a knight.
    KnightCapturePromotion = 12,
    /// A capture that promotes to a bishop.
    BishopCapturePromotion = 13,
    /// A capture that promotes to a rook.
    RookCapturePromotion = 14,
    /// A capture that promotes to a queen.
    QueenCapturePromotion = 15,
}

impl MoveKind {
    /// All kinds in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Quiet,
        Self::DoublePush,
        Self::QueenCastle,
        Self::KingCastle,
        Self::KnightPromotion,
        Self::BishopPromotion,
        Self::RookPromotion,
        Self::QueenPromotion,
        Self::Capture,
        Self::EnPassant,
        Self::KnightCapturePromotion,
        Self::BishopCapturePromotion,
        Self::RookCapturePromotion,
        Self::QueenCapturePromotion,
    ];

    /// Returns the kind with this flag nibble; `None` for the unused codes 10 and 11 and for numbers above 15.
    #[inline]
    pub const fn from_nibble(nibble: u8) -> Option<Self> {
        match nibble {
            0..=9 | 12..=15 => Some(Self::from_low_bits(nibble)),
            _ => None,
        }
    }

    /// Returns the name in lower case with hyphens, as `quiet`, `double-push`, `en-passant` or `queen-capture-promotion`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quiet => "quiet",
            Self::DoublePush => "double-push",
            Self::QueenCastle => "queen-castle",
            Self::KingCastle => "king-castle",
            Self::KnightPromotion => "knight-promotion",
            Self::BishopPromotion => "bishop-promotion",
            Self::RookPromotion => "rook-promotion",
            Self::QueenPromotion => "queen-promotion",
            Self::Capture => "capture",
            Self::EnPassant => "en-passant",
            Self::KnightCapturePromotion => "knight-capture-promotion",
            Self::BishopCapturePromotion => "bishop-capture-promotion",
            Self::RookCapturePromotion => "rook-capture-promotion",
            Self::QueenCapturePromotion => "queen-capture-promotion",
        }
    }

    /// Returns the flags as a set.
    #[inline]
    pub const fn flags(self) -> MoveFlags {
        MoveFlags::from_bits_truncate(self as u8)
    }

    /// Returns the kind of castling on `side`.
    #[inline]
    pub const fn castle(side: CastlingSide) -> Self {
        match side {
            CastlingSide::Queen => Self::QueenCastle,
            CastlingSide::King => Self::KingCastle,
        }
    }

    /// Returns the kind of promotion to `piece_type`, with or without a capture; `None` for a pawn or a king.
    #[inline]
    pub const fn promotion(piece_type: PieceType, capture: bool) -> Option<Self> {
        if !piece_type.is_promotion() {
            return None;
        }
        Some(Self::from_low_bits(if capture { 11 } else { 3 } + piece_type as u8))
    }

    /// Returns the type to which a pawn promotes; `None` if the move is no promotion.
    #[inline]
    pub const fn promoted(self) -> Option<PieceType> {
        // The two detail bits number knight to queen from 0, which is the index of the type less 1.
        let detail = self as u8 & MoveFlags::DETAIL.bits();
        if self as u8 & MoveFlags::PROMOTION.bits() != 0 {
            Some(PieceType::numbered(1 + detail))
        } else {
            None
        }
    }

    /// Returns the type of the moving piece, if the kind determines it: a king for castling, a pawn for double pushes, promotions
    /// and en passant; `None` for quiet moves and captures.
    #[inline]
    pub const fn moved(self) -> Option<PieceType> {
        match self {
            Self::Quiet | Self::Capture => None,
            Self::QueenCastle | Self::KingCastle => Some(PieceType::King),
            _ => Some(PieceType::Pawn),
        }
    }

    /// Returns the kind whose flag nibble is in the low four bits of `bits`; the other bits are ignored. Bit 1 of a capture without
    /// promotion is ignored too, so that the unused codes 10 and 11 have a value and nothing can panic.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        match bits & 0xf {
            0 => Self::Quiet,
            1 => Self::DoublePush,
            2 => Self::QueenCastle,
            3 => Self::KingCastle,
            4 => Self::KnightPromotion,
            5 => Self::BishopPromotion,
            6 => Self::RookPromotion,
            7 => Self::QueenPromotion,
            8 | 10 => Self::Capture,
            9 | 11 => Self::EnPassant,
            12 => Self::KnightCapturePromotion,
            13 => Self::BishopCapturePromotion,
            14 => Self::RookCapturePromotion,
            _ => Self::QueenCapturePromotion,
        }
    }
}

named! {
    MoveKind: "the name of a kind of move, as quiet, double-push or queen-capture-promotion", name,
    |text| Self::ALL.into_iter().find(|kind| kind.name() == text)
}

/// A number is not the word of a move in the encoding from which it was to be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MoveWordError {
    /// The word that was refused.
    pub word: u32,
}

impl fmt::Display for MoveWordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#06x} is not the word of a move", self.word)
    }
}

impl Error for MoveWordError {}
