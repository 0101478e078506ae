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
    }
}

/// Defines the kinds with their numbers and names.
macro_rules! kinds {
    ($(#[$docs:meta])* $($kind:ident = $number:literal $name:literal $doc:literal,)+) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum MoveKind {
            $(#[doc = $doc] $kind = $number),+
        }

        impl MoveKind {
            /// All kinds in the order of their numbers.
            pub const ALL: [Self; 14] = [$(Self::$kind),+];

            /// Returns the name in lower case with hyphens, as `quiet`, `double-push`, `en-passant` or
            /// `queen-capture-promotion`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name),+
                }
            }

            /// Returns the kind whose flag nibble is in the low four bits of `bits`; the other bits are ignored. Bit 1 of a
            /// capture without promotion is ignored too, so that the unused codes 10 and 11 have a value and nothing can
            /// panic.
            #[inline]
            pub(crate) const fn from_low_bits(bits: u8) -> Self {
                match bits & 0xf {
                    $($number => Self::$kind,)+
                    10 => Self::Capture,
                    _ => Self::EnPassant,
                }
            }
        }
    };
}

kinds! {
    /// The kind of a move: the fourteen meanings of its flag nibble, which is the number of the variant.
    ///
    /// A [`Move`](crate::Move) answers what the bits mean: whether it captures, promotes, to what, and so on.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::{MoveFlags, MoveKind, PieceType};
    ///
    /// let kind = MoveKind::promotion(PieceType::Rook, true).unwrap();
    /// assert_eq!(kind, MoveKind::RookCapturePromotion);
    /// assert!(kind.flags().contains(MoveFlags::CAPTURE | MoveFlags::PROMOTION));
    /// assert_eq!(kind.to_string(), "rook-capture-promotion");
    ///
    /// // The nibble has gaps, the index has none.
    /// assert_eq!((kind as u8, kind.index()), (14, 12));
    /// ```
    Quiet = 0 "quiet" "A move that is none of the other kinds.",
    DoublePush = 1 "double-push" "A pawn advances by two squares.",
    QueenCastle = 2 "queen-castle" "Castling with the rook on the side of the a-file.",
    KingCastle = 3 "king-castle" "Castling with the rook on the side of the h-file.",
    KnightPromotion = 4 "knight-promotion" "A push that promotes to a knight.",
    BishopPromotion = 5 "bishop-promotion" "A push that promotes to a bishop.",
    RookPromotion = 6 "rook-promotion" "A push that promotes to a rook.",
    QueenPromotion = 7 "queen-promotion" "A push that promotes to a queen.",
    Capture = 8 "capture" "A capture that is neither en passant nor a promotion.",
    EnPassant = 9 "en-passant" "A pawn captures a pawn that has just advanced by two squares past it.",
    KnightCapturePromotion = 12 "knight-capture-promotion" "A capture that promotes to a knight.",
    BishopCapturePromotion = 13 "bishop-capture-promotion" "A capture that promotes to a bishop.",
    RookCapturePromotion = 14 "rook-capture-promotion" "A capture that promotes to a rook.",
    QueenCapturePromotion = 15 "queen-capture-promotion" "A capture that promotes to a queen.",
}

impl MoveKind {
    /// Returns the kind with this index; `None` if the index is 14 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::ALL.len() { Some(Self::ALL[index]) } else { None }
    }

    /// Returns the index, which is the place in [`ALL`](Self::ALL), 0 to 13. The flag nibble is `kind as u8`.
    #[inline]
    pub const fn index(self) -> usize {
        // The codes 10 and 11 are unused.
        self as usize - if self as u8 > 11 { 2 } else { 0 }
    }

    /// Returns the kind with this flag nibble; `None` for the unused codes 10 and 11 and for numbers above 15.
    #[inline]
    pub(crate) const fn from_nibble(nibble: u8) -> Option<Self> {
        match nibble {
            0..=9 | 12..=15 => Some(Self::from_low_bits(nibble)),
            _ => None,
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
}

named! {
    MoveKind: "the name of a kind of move, as quiet, double-push or queen-capture-promotion", name,
    |text| Self::ALL.into_iter().find(|kind| kind.name() == text)
}

/// A number is not a valid move word in the encoding from which it was to be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MoveWordError {
    /// The word that was refused.
    pub word: u32,
}

impl fmt::Display for MoveWordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#06x} is not a valid move word", self.word)
    }
}

impl Error for MoveWordError {}
