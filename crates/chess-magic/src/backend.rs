use chess_types::{Bitboard, Square};

/// A method of looking slider attacks up. A value of zero size proves that the processor has the instructions for it.
///
/// Each method is a module of this crate with a type `Lookup`. The functions of the crate, such as
/// [`rook_attacks`](crate::rook_attacks), use [`ChosenSliders`](crate::ChosenSliders). Code that is generic over this trait
/// can be compiled for several methods and choose one at run time, once for a whole piece of work.
///
/// # Examples
///
/// ```
/// use chess_magic::{SliderBackend, hyperbola};
/// use chess_types::{Bitboard, Square};
///
/// fn mobility(sliders: impl SliderBackend, occupancy: Bitboard) -> u32 {
///     Square::ALL.into_iter().map(|square| sliders.queen_attacks(square, occupancy).count()).sum()
/// }
/// assert_eq!(mobility(hyperbola::Lookup, Bitboard::EMPTY), 1456);
/// ```
pub trait SliderBackend: Copy {
    /// The name of the module, as `magic`.
    const NAME: &'static str;

    /// The number of bytes of tables and constants that lookups read.
    const BYTES: usize;

    /// The squares that a rook on `square` attacks; see [`crate::rook_attacks`].
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard;

    /// The squares that a bishop on `square` attacks; see [`crate::bishop_attacks`].
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard;

    /// The squares that a queen on `square` attacks; see [`crate::queen_attacks`].
    #[inline(always)]
    fn queen_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.rook_attacks(square, occupancy) | self.bishop_attacks(square, occupancy)
    }
}
