use chess_types::{Bitboard, Square};

/// A way to find what sliders hit: a value without size, which proves that the processor has what the way needs.
///
/// Each way is a module of this crate with a `Lookup`. The crate's own [`rook_attacks`](crate::rook_attacks) and its kin
/// use [`ChosenSliders`](crate::ChosenSliders); code that is generic over this trait can be compiled for several ways and
/// choose at run time, once for a whole piece of work.
///
/// # Examples
///
/// ```
/// use chess_magic::{SliderBackend, magic};
/// use chess_types::{Bitboard, Square};
///
/// fn mobility(sliders: impl SliderBackend, occupancy: Bitboard) -> u32 {
///     Square::ALL.into_iter().map(|square| sliders.queen_attacks(square, occupancy).count()).sum()
/// }
/// assert_eq!(mobility(magic::Lookup, Bitboard::EMPTY), 1456);
/// ```
pub trait SliderBackend: Copy {
    /// The name of the module.
    const NAME: &'static str;

    /// Bytes of tables and constants that lookups read.
    const BYTES: usize;

    /// The squares a rook on `square` hits, as [`crate::rook_attacks`] says it.
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard;

    /// The squares a bishop on `square` hits, as [`crate::bishop_attacks`] says it.
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard;

    /// The squares a queen on `square` hits, as [`crate::queen_attacks`] says it.
    #[inline(always)]
    fn queen_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.rook_attacks(square, occupancy) | self.bishop_attacks(square, occupancy)
    }
}
