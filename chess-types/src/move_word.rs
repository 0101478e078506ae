//! The 16-bit move.
//!
//! | bits | meaning |
//! |---|---|
//! | 0-5 | from square |
//! | 6-11 | to square; of castling, the square of the castling rook |
//! | 12-15 | flags: bit 15 capture, bit 14 promotion, bits 13-12 detail |

use crate::{CastlingSide, MoveFlags, MoveKind, PieceType, Square};

/// A move in 16 bits: from, to, and a flag nibble that says what it is.
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
        match MoveKind::from_nibble((self.0 >> 12) as u8) {
            Some(kind) => kind,
            None => unreachable!(),
        }
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
        if self.is_promotion() { Some(PieceType::PROMOTIONS[(self.0 >> 12 & 3) as usize]) } else { None }
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
        if self.is_castle() { Some(CastlingSide::ALL[(self.0 >> 12 & 1) as usize]) } else { None }
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

    /// Whether this is [`Move::NULL`].
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }
}
