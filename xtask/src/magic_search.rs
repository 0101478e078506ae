use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};

/// Finds magic factors by trying random numbers, always the same ones for the same seed.
///
/// Method: <https://www.chessprogramming.org/Looking_for_Magics>.
pub(crate) struct MagicSearch {
    seed: u64,
    subsets: Vec<Subset>,
    // Attacks by index, and the candidate they were written for: a new candidate invalidates all entries without
    // touching them.
    table: Vec<(u32, Bitboard)>,
    candidate: u32,
}

struct Subset {
    occupancy: Bitboard,
    attacks: Bitboard,
}

impl MagicSearch {
    /// A search that depends on nothing but `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        // 12 bits: the rook in the corner.
        Self { seed, subsets: Vec::new(), table: vec![(0, Bitboard::EMPTY); 1 << 12], candidate: 0 }
    }

    /// The first magic factor for the square; the other squares do not matter.
    pub(crate) fn find(&mut self, slider: Slider, square: Square) -> u64 {
        self.subsets.clear();
        self.subsets.extend(
            slider
                .mask(square)
                .subsets()
                .map(|occupancy| Subset { occupancy, attacks: slider.attacks(square, occupancy) }),
        );
        let mut random = Random::new(self.seed, slider, square);
        let mut magic = Magic::new(slider, square, 0, 0);
        loop {
            magic.factor = random.sparse();
            // The index is the top of the product. A factor that leaves few bits there when all relevant squares are
            // occupied hardly ever works, and this test costs one multiplication.
            if (magic.mask.0.wrapping_mul(magic.factor) >> 56).count_ones() >= 6 && self.is_magic(&magic) {
                return magic.factor;
            }
        }
    }

    fn is_magic(&mut self, magic: &Magic) -> bool {
        self.candidate += 1;
        self.subsets.iter().all(|subset| {
            let entry = &mut self.table[magic.index(subset.occupancy)];
            let is_free = entry.0 != self.candidate;
            if is_free {
                *entry = (self.candidate, subset.attacks);
            }
            is_free || entry.1 == subset.attacks
        })
    }
}

/// `SplitMix64`: <https://prng.di.unimi.it/splitmix64.c>.
struct Random(u64);

impl Random {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// A stream of its own for each square.
    fn new(seed: u64, slider: Slider, square: Square) -> Self {
        let stream = 64 * slider as u64 + square as u64;
        Self(Self(seed ^ Self(stream).next()).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number with about eight bits set: magics are more frequent among those.
    fn sparse(&mut self) -> u64 {
        self.next() & self.next() & self.next()
    }
}
