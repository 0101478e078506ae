//! Flips of a set.
//!
//! Source: <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>.

use crate::bitboard::Bitboard;
use crate::color::Color;

/// Flips of the whole board. Two in a row make the rotations.
///
/// ```
/// use chess_types::{Bitboard, Square};
///
/// let set = Square::B1.bitboard();
/// assert_eq!(set.flip_ranks(), Square::B8.bitboard());
/// assert_eq!(set.flip_files(), Square::G1.bitboard());
/// assert_eq!(set.flip_diagonal(), Square::A2.bitboard());
/// // Turned by 180 degrees and by 90 degrees clockwise, and mirrored at the diagonal from a8 to h1.
/// assert_eq!(set.flip_files().flip_ranks(), Square::G8.bitboard());
/// assert_eq!(set.flip_diagonal().flip_ranks(), Square::A7.bitboard());
/// assert_eq!(set.flip_diagonal().flip_files().flip_ranks(), Square::H7.bitboard());
/// ```
impl Bitboard {
    /// Returns the set with the order of the ranks reversed: the first becomes the eighth.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the set with the order of the files reversed: the a-file becomes the h-file.
    #[inline]
    pub const fn flip_files(self) -> Self {
        Self(self.0.reverse_bits()).flip_ranks()
    }

    /// Returns the set mirrored at the diagonal from a1 to h8: b1 becomes a2.
    #[inline]
    pub const fn flip_diagonal(self) -> Self {
        // Three exchanges across the diagonal: 4x4 quarters, 2x2 blocks in each quarter, single squares in each block.
        let mut set = self.0;
        set = exchange(set, 28, 0x0f0f0f0f00000000);
        set = exchange(set, 14, 0x3333000033330000);
        set = exchange(set, 7, 0x5500550055005500);
        Self(set)
    }

    /// Returns the set from the point of view of `color`: the same for White, [`flip_ranks`](Self::flip_ranks) for Black.
    ///
    /// ```
    /// use chess_types::{Color, Rank};
    ///
    /// assert_eq!(Rank::Second.bitboard().relative_to(Color::Black), Rank::Seventh.bitboard());
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
