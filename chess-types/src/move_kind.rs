use bitflags::bitflags;

use crate::{CastlingSide, PieceType};

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
            0..=9 => Some(Self::ALL[nibble as usize]),
            12..=15 => Some(Self::ALL[nibble as usize - 2]),
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
        match piece_type {
            PieceType::Pawn | PieceType::King => None,
            _ => Self::from_nibble(if capture { 11 } else { 3 } + piece_type as u8),
        }
    }
}
