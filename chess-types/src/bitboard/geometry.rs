//! Shifts, fills, flips and turns of a set.
//!
//! Sources: <https://www.chessprogramming.org/Kogge-Stone_Algorithm> for the fills,
//! <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating> for the flips and turns.

use crate::{Bitboard, Color, Direction};

impl Bitboard {
    /// All squares one step in `direction`; what would leave the board is dropped.
    ///
    /// ```
    /// use chess_types::{Direction, bitboard};
    ///
    /// let set = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . X
    ///     . . . . . . . .
    ///     . . . X . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     X . . . . . . .
    /// };
    /// let shifted = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . X . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . X . . . . . .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(set.shift(Direction::NorthEast), shifted);
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

    /// The set, and every square from it to the edge in `direction`.
    ///
    /// ```
    /// use chess_types::{Direction, Square, bitboard};
    ///
    /// let filled = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . X . . .
    ///     . . . X . . . .
    ///     . . X . . . . .
    ///     . X . . . . . .
    ///     X . . . . . . .
    /// };
    /// assert_eq!(Square::E5.bitboard().fill(Direction::SouthWest), filled);
    /// ```
    #[inline]
    pub const fn fill(self, direction: Direction) -> Self {
        self.fill_through(direction, Self::FULL)
    }

    /// The set, and every square reached from it in `direction` over squares of `empty` alone.
    ///
    /// The first square that is not in `empty` is not part of the result. Shifted by one more step the result is what
    /// sliders on the set attack: the squares they can reach, and the first occupied one.
    ///
    /// ```
    /// use chess_types::{Direction, Square, bitboard};
    ///
    /// let occupied = Square::B2 | Square::F2 | Square::G7;
    /// let filled = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . X X X X . . .
    ///     . . . . . . . .
    /// };
    /// let attacks = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . X X X X . .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(Square::B2.bitboard().fill_through(Direction::East, !occupied), filled);
    /// assert_eq!(filled.shift(Direction::East), attacks);
    /// ```
    #[inline]
    pub const fn fill_through(self, direction: Direction, empty: Self) -> Self {
        let step = direction.index_delta();
        // Where a step can land at all: without its last file or rank no step of the loops below can wrap.
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

    /// The set, and every square north of it.
    #[inline]
    pub const fn fill_north(self) -> Self {
        self.fill(Direction::North)
    }

    /// The set, and every square south of it.
    #[inline]
    pub const fn fill_south(self) -> Self {
        self.fill(Direction::South)
    }

    /// Every square of the files on which the set has one.
    ///
    /// ```
    /// use chess_types::{Bitboard, Square};
    ///
    /// assert_eq!((Square::A2 | Square::C7).fill_files(), Bitboard::FILE_A | Bitboard::FILE_C);
    /// ```
    #[inline]
    pub const fn fill_files(self) -> Self {
        self.fill_north().union(self.fill_south())
    }

    /// The set with the first rank exchanged for the eighth, the second for the seventh, and so on.
    ///
    /// ```
    /// use chess_types::bitboard;
    ///
    /// let set = bitboard! {
    ///     . . . . . . . .
    ///     . X X X . . . .
    ///     . X . . X . . .
    ///     . X . . X . . .
    ///     . X X X . . . .
    ///     . X . X . . . .
    ///     . X . . X . . .
    ///     . . . . . . . .
    /// };
    /// let flipped = bitboard! {
    ///     . . . . . . . .
    ///     . X . . X . . .
    ///     . X . X . . . .
    ///     . X X X . . . .
    ///     . X . . X . . .
    ///     . X . . X . . .
    ///     . X X X . . . .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(set.flip_ranks(), flipped);
    /// ```
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set with the a-file exchanged for the h-file, the b-file for the g-file, and so on.
    ///
    /// ```
    /// use chess_types::bitboard;
    ///
    /// let set = bitboard! {
    ///     . . . . . . . .
    ///     . X X X . . . .
    ///     . X . . X . . .
    ///     . X . . X . . .
    ///     . X X X . . . .
    ///     . X . X . . . .
    ///     . X . . X . . .
    ///     . . . . . . . .
    /// };
    /// let flipped = bitboard! {
    ///     . . . . . . . .
    ///     . . . . X X X .
    ///     . . . X . . X .
    ///     . . . X . . X .
    ///     . . . . X X X .
    ///     . . . . X . X .
    ///     . . . X . . X .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(set.flip_files(), flipped);
    /// ```
    #[inline]
    pub const fn flip_files(self) -> Self {
        self.rotate_180().flip_ranks()
    }

    /// The set mirrored at the diagonal from a1 to h8: the square (file, rank) becomes (rank, file).
    ///
    /// ```
    /// use chess_types::bitboard;
    ///
    /// let set = bitboard! {
    ///     . . . . . . . .
    ///     . X X X . . . .
    ///     . X . . X . . .
    ///     . X . . X . . .
    ///     . X X X . . . .
    ///     . X . X . . . .
    ///     . X . . X . . .
    ///     . . . . . . . .
    /// };
    /// let flipped = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . X . . X X . .
    ///     . . X X . . X .
    ///     . . . X . . X .
    ///     . X X X X X X .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(set.flip_diagonal(), flipped);
    /// ```
    #[inline]
    pub const fn flip_diagonal(self) -> Self {
        // Three exchanges across the diagonal: of 4x4 quarters, of 2x2 blocks in each, of single squares in each.
        let mut set = self.0;
        set = exchange(set, 28, 0x0f0f0f0f00000000);
        set = exchange(set, 14, 0x3333000033330000);
        set = exchange(set, 7, 0x5500550055005500);
        Self(set)
    }

    /// The set mirrored at the diagonal from a8 to h1.
    ///
    /// ```
    /// use chess_types::bitboard;
    ///
    /// let set = bitboard! {
    ///     . . . . . . . .
    ///     . X X X . . . .
    ///     . X . . X . . .
    ///     . X . . X . . .
    ///     . X X X . . . .
    ///     . X . X . . . .
    ///     . X . . X . . .
    ///     . . . . . . . .
    /// };
    /// let flipped = bitboard! {
    ///     . . . . . . . .
    ///     . X X X X X X .
    ///     . X . . X . . .
    ///     . X . . X X . .
    ///     . . X X . . X .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(set.flip_anti_diagonal(), flipped);
    /// ```
    #[inline]
    pub const fn flip_anti_diagonal(self) -> Self {
        self.flip_diagonal().rotate_180()
    }

    /// The set after half a turn of the board.
    ///
    /// ```
    /// use chess_types::bitboard;
    ///
    /// let set = bitboard! {
    ///     . . . . . . . .
    ///     . X X X . . . .
    ///     . X . . X . . .
    ///     . X . . X . . .
    ///     . X X X . . . .
    ///     . X . X . . . .
    ///     . X . . X . . .
    ///     . . . . . . . .
    /// };
    /// let turned = bitboard! {
    ///     . . . . . . . .
    ///     . . . X . . X .
    ///     . . . . X . X .
    ///     . . . . X X X .
    ///     . . . X . . X .
    ///     . . . X . . X .
    ///     . . . . X X X .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(set.rotate_180(), turned);
    /// ```
    #[inline]
    pub const fn rotate_180(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// The set after a quarter turn clockwise: what was on a1 is on a8.
    ///
    /// ```
    /// use chess_types::bitboard;
    ///
    /// let set = bitboard! {
    ///     . . . . . . . .
    ///     . X X X . . . .
    ///     . X . . X . . .
    ///     . X . . X . . .
    ///     . X X X . . . .
    ///     . X . X . . . .
    ///     . X . . X . . .
    ///     . . . . . . . .
    /// };
    /// let turned = bitboard! {
    ///     . . . . . . . .
    ///     . X X X X X X .
    ///     . . . X . . X .
    ///     . . X X . . X .
    ///     . X . . X X . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(set.rotate_90_clockwise(), turned);
    /// ```
    #[inline]
    pub const fn rotate_90_clockwise(self) -> Self {
        self.flip_diagonal().flip_ranks()
    }

    /// The set after a quarter turn counter-clockwise: what was on a1 is on h1.
    ///
    /// ```
    /// use chess_types::{Bitboard, Direction, Square};
    ///
    /// assert_eq!(Square::A1.bitboard().rotate_90_counterclockwise(), Square::H1.bitboard());
    /// assert_eq!(Bitboard::FILE_B.rotate_90_counterclockwise(), Bitboard::RANK_2);
    /// ```
    #[inline]
    pub const fn rotate_90_counterclockwise(self) -> Self {
        self.flip_ranks().flip_diagonal()
    }

    /// The set as `color` counts ranks: itself for White, with ranks flipped for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_ranks(),
        }
    }
}

impl Color {
    /// `set` moved one rank forward as this side sees it.
    #[inline]
    pub const fn push(self, set: Bitboard) -> Bitboard {
        set.shift(self.forward())
    }
}

/// `set` shifted by `squares` places, up for positive numbers, wrapping around files.
#[inline]
const fn slide(set: u64, squares: i8) -> u64 {
    if squares >= 0 { set << squares } else { set >> -squares }
}

/// `set` with the bits under `mask` exchanged for those `distance` places below them.
#[inline]
const fn exchange(set: u64, distance: u32, mask: u64) -> u64 {
    let differing = mask & (set ^ set << distance);
    set ^ differing ^ differing >> distance
}
