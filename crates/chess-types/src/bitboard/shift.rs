//! Shifts of a set by one step, and fills, which repeat a shift up to the edge or an obstacle.
//!
//! Source of the fills: <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::coordinates::{Direction, File};

impl Bitboard {
    /// Returns the set moved by one step in `direction`; squares that would leave the board are dropped.
    ///
    /// ```
    /// use chess_types::{Direction, Square};
    ///
    /// let set = Square::A1 | Square::D5 | Square::H7;
    /// assert_eq!(set.shift(Direction::NorthEast), Square::B2 | Square::E6);
    /// ```
    #[inline]
    pub const fn shift(self, direction: Direction) -> Self {
        let not_a = !Self::FILE_A.0;
        let not_h = !Self::FILE_H.0;
        let set = self.0;
        Self(match direction {
            Direction::North => set << 8,
            Direction::NorthEast => (set & not_h) << 9,
            Direction::East => (set & not_h) << 1,
            Direction::SouthEast => (set & not_h) >> 7,
            Direction::South => set >> 8,
            Direction::SouthWest => (set & not_a) >> 9,
            Direction::West => (set & not_a) >> 1,
            Direction::NorthWest => (set & not_a) << 7,
        })
    }

    /// Returns the set and all squares from it to the edge of the board in `direction`.
    ///
    /// North and south fills of pawns are the spans of an evaluation: `north | south` is all squares of their files.
    ///
    /// ```
    /// use chess_types::{Direction, Square, bitboard};
    ///
    /// let filled = bitboard! {
    ///     X . X . . . X .
    ///     X . X . . . X .
    ///     X . X . . . X .
    ///     X . X . . . . .
    ///     X . X . . . . .
    ///     X . X . . . . .
    ///     X . . . . . . .
    ///     X . . . . . . .
    /// };
    /// assert_eq!((Square::A1 | Square::C3 | Square::G6).fill(Direction::North), filled);
    /// ```
    #[inline]
    pub const fn fill(self, direction: Direction) -> Self {
        self.fill_through(direction, Self::FULL)
    }

    /// Returns the set and all squares that are reached from it in `direction` over squares of `empty` only.
    ///
    /// The first square that is not in `empty` is not in the result. The result shifted by one more step is the attacks
    /// of sliders on the set: the empty squares they reach and the first occupied one.
    ///
    /// ```
    /// use chess_types::{Direction, Square};
    ///
    /// let occupied = Square::B2 | Square::E2 | Square::G7;
    /// let filled = Square::B2.bitboard().fill_through(Direction::East, !occupied);
    /// assert_eq!(filled, Square::B2 | Square::C2 | Square::D2);
    /// assert_eq!(filled.shift(Direction::East), Square::C2 | Square::D2 | Square::E2);
    /// ```
    #[inline]
    pub const fn fill_through(self, direction: Direction, empty: Self) -> Self {
        let step = direction.index_delta();
        // The squares on which a step can land: without the last file or rank, no shift below can wrap around.
        let landing = Self::FULL.shift(direction);
        let mut through = empty.intersection(landing).0;
        let mut set = self.0;
        set |= through & slide(set, step);
        through &= slide(through, step);
        set |= through & slide(set, 2 * step);
        through &= slide(through, 2 * step);
        set |= through & slide(set, 4 * step);
        Self(set)
    }
}

impl File {
    /// Returns the squares of the one or two adjacent files.
    ///
    /// ```
    /// use chess_types::{Bitboard, File};
    ///
    /// assert_eq!(File::A.neighbours(), Bitboard::FILE_B);
    /// assert_eq!(File::E.neighbours(), Bitboard::FILE_D | Bitboard::FILE_F);
    /// ```
    #[inline]
    pub const fn neighbours(self) -> Bitboard {
        let file = self.bitboard();
        file.shift(Direction::West).union(file.shift(Direction::East))
    }
}

impl Color {
    /// Returns the set moved one rank forward from this side's point of view.
    #[inline]
    pub const fn push(self, set: Bitboard) -> Bitboard {
        set.shift(self.forward())
    }
}

/// Returns the word shifted by `squares` places, up if the number is positive; it wraps around files.
#[inline]
const fn slide(set: u64, squares: i8) -> u64 {
    if squares >= 0 { set << squares } else { set >> -squares }
}
