use bitflags::bitflags;

use crate::pieces::castling::CastlingSide;
use crate::pieces::piece::PieceType;

bitflags! {
    /// The four flag bits of a move: capture, promotion, and two of detail.
    ///
    /// `contains` is meant for [`CAPTURE`](Self::CAPTURE) and [`PROMOTION`](Self::PROMOTION) only. The codes
    /// share the detail bits, so every other question is an equality, which [`MoveKind`] asks best.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[must_use]
    pub struct MoveFlags: u8 {
        /// A piece is taken, en passant included.
        const CAPTURE = 8;
        /// A pawn becomes another piece.
        const PROMOTION = 4;
        /// The upper detail bit.
        const DETAIL_HIGH = 2;
        /// The lower detail bit.
        const DETAIL_LOW = 1;
    }
}

/// What a move is: the fourteen meanings of its flag nibble, whose value is the variant's number.
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
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
#[repr(u8)]
pub enum MoveKind {
    /// Neither capture nor promotion, castling or double push.
    Quiet = 0,
    /// A pawn's first move over two squares.
    DoublePush = 1,
    /// Castling towards the a-file.
    QueenCastle = 2,
    /// Castling towards the h-file.
    KingCastle = 3,
    /// A push that promotes to a knight.
    KnightPromotion = 4,
    /// A push that promotes to a bishop.
    BishopPromotion = 5,
    /// A push that promotes to a rook.
    RookPromotion = 6,
    /// A push that promotes to a queen.
    QueenPromotion = 7,
    /// A capture, but neither en passant nor with promotion.
    Capture = 8,
    /// A pawn takes a pawn that has just passed it.
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
    /// All kinds in the order of their number.
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

    /// The kind of a flag nibble; `None` for the unused codes 10 and 11 and for anything above 15.
    #[inline]
    pub const fn from_nibble(nibble: u8) -> Option<Self> {
        match nibble {
            0..=9 | 12..=15 => Some(Self::from_low_bits(nibble)),
            _ => None,
        }
    }

    /// The flags as a set.
    #[inline]
    pub const fn flags(self) -> MoveFlags {
        MoveFlags::from_bits_truncate(self as u8)
    }

    /// Castling to `side`.
    #[inline]
    pub const fn castle(side: CastlingSide) -> Self {
        match side {
            CastlingSide::Queen => Self::QueenCastle,
            CastlingSide::King => Self::KingCastle,
        }
    }

    /// Promotion to `piece_type`, by capture or by push; `None` for a pawn or a king.
    #[inline]
    pub const fn promotion(piece_type: PieceType, capture: bool) -> Option<Self> {
        if !piece_type.is_promotion() {
            return None;
        }
        Some(Self::from_low_bits(if capture { 11 } else { 3 } + piece_type as u8))
    }

    /// The type a pawn becomes.
    #[inline]
    pub const fn promoted(self) -> Option<PieceType> {
        let nibble = self as u8;
        // The two detail bits number knight to queen from 0, one less than the types themselves.
        if nibble & 4 != 0 { Some(PieceType::numbered(1 + (nibble & 3))) } else { None }
    }

    /// The type of the piece that moves, as far as the kind tells: the king castles, pawns do all that is special.
    #[inline]
    pub const fn moved(self) -> Option<PieceType> {
        match self {
            Self::Quiet | Self::Capture => None,
            Self::QueenCastle | Self::KingCastle => Some(PieceType::King),
            _ => Some(PieceType::Pawn),
        }
    }

    /// The kind whose flag nibble stands in the low four bits of `bits`; the others are not read. Bit 1 of a capture
    /// without promotion is not read either, so that the unused codes 10 and 11 mean something and nothing can panic.
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
