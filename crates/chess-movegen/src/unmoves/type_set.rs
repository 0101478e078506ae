use core::iter;

use chess_types::PieceType;

/// A set of piece types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TypeSet(u8);

impl TypeSet {
    pub(super) const EMPTY: Self = Self(0);

    /// The types that can be captured: all but the king.
    pub(super) const CAPTURED: Self = Self(0x1F);

    #[inline(always)]
    pub(super) const fn with(self, piece_type: PieceType) -> Self {
        Self(self.0 | 1 << piece_type as u8)
    }

    #[inline(always)]
    pub(super) const fn without(self, piece_type: PieceType) -> Self {
        Self(self.0 & !(1 << piece_type as u8))
    }

    #[inline(always)]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline(always)]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn contains(self, piece_type: PieceType) -> bool {
        self.0 >> piece_type as u8 & 1 != 0
    }

    /// Returns the types one by one, from the pawn on.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = PieceType> {
        let mut rest = self.0;
        iter::from_fn(move || {
            let first = PieceType::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(first)
        })
    }
}
