use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::geometry::bitboard::Bitboard;
use crate::geometry::square::Square;

/// A binary operator with its assigning form, between two sets and between a set and a square.
macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident $set_operation:ident) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                self.$set_operation(other)
            }
        }

        impl $trait<Square> for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, square: Square) -> Self {
                self.$set_operation(square.bitboard())
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$set_operation(other);
            }
        }

        impl $assign_trait<Square> for Bitboard {
            #[inline]
            fn $assign_method(&mut self, square: Square) {
                *self = self.$set_operation(square.bitboard());
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign intersection);
operator!(BitOr bitor BitOrAssign bitor_assign union);
operator!(BitXor bitxor BitXorAssign bitxor_assign symmetric_difference);
operator!(Sub sub SubAssign sub_assign difference);

/// A symmetric operator with a square as its left operand.
macro_rules! square_operator {
    ($trait:ident $method:ident $set_operation:ident) => {
        impl $trait<Bitboard> for Square {
            type Output = Bitboard;

            #[inline]
            fn $method(self, set: Bitboard) -> Bitboard {
                self.bitboard().$set_operation(set)
            }
        }
    };
}

square_operator!(BitAnd bitand intersection);
square_operator!(BitOr bitor union);
square_operator!(BitXor bitxor symmetric_difference);

impl BitOr for Square {
    type Output = Bitboard;

    /// Returns the set of the two squares.
    #[inline]
    fn bitor(self, other: Self) -> Bitboard {
        self.bitboard().with(other)
    }
}

impl Not for Bitboard {
    type Output = Self;

    /// Returns the complement.
    #[inline]
    fn not(self) -> Self {
        self.complement()
    }
}
