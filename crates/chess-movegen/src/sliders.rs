use chess_types::{Bitboard, Square};

/// Where the generator looks up what sliders hit: a value without size, so that one generator serves every backend.
pub(crate) trait Sliders: Copy {
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard;

    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard;

    #[inline(always)]
    fn queen_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.rook_attacks(square, occupancy) | self.bishop_attacks(square, occupancy)
    }
}
