//! Flips and rotations of a set.
//!
//! Source: <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>.

use crate::bitboard::Bitboard;
use crate::color::Color;

impl Bitboard {
    /// The set with the order of the ranks reversed: the first becomes the eighth.
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

    /// The set with the order of the files reversed: the a-file becomes the h-file.
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

    /// The set mirrored at the diagonal from a1 to h8: b1 becomes a2.
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
        // Three exchanges across the diagonal: 4x4 quarters, 2x2 blocks in each quarter, single squares in each block.
        let mut set = self.0;
        set = exchange(set, 28, 0x0f0f0f0f00000000);
        set = exchange(set, 14, 0x3333000033330000);
        set = exchange(set, 7, 0x5500550055005500);
        Self(set)
    }

    /// The set mirrored at the diagonal from a8 to h1: a1 becomes h8.
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

    /// The set turned by 180 degrees: a1 becomes h8.
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

    /// The set turned clockwise by 90 degrees: a1 becomes a8.
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

    /// The set turned counter-clockwise by 90 degrees: a1 becomes h1.
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
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . X X . . X .
    ///     . X . . X X . .
    ///     . X . . X . . .
    ///     . X X X X X X .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(set.rotate_90_counterclockwise(), turned);
    /// ```
    #[inline]
    pub const fn rotate_90_counterclockwise(self) -> Self {
        self.flip_ranks().flip_diagonal()
    }

    /// The set from the point of view of `color`: the same for White, [`flip_ranks`](Self::flip_ranks) for Black.
    ///
    /// ```
    /// use chess_types::{Bitboard, Color};
    ///
    /// assert_eq!(Bitboard::RANK_2.relative_to(Color::Black), Bitboard::RANK_7);
    /// ```
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_ranks(),
        }
    }
}

/// Exchanges the bits under `mask` with those `distance` places below them.
#[inline]
const fn exchange(set: u64, distance: u32, mask: u64) -> u64 {
    let differing = mask & (set ^ set << distance);
    set ^ differing ^ differing >> distance
}
