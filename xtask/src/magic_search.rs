use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};

/// Finds magic factors by trying random numbers, always the same ones for the same seed.
///
/// Method: <https://www.chessprogramming.org/Looking_for_Magics>.
pub(crate) struct MagicSearch {
    seed: u64,
    subsets: Vec<Subset>,
    // The attacks of each index and the number of the candidate that they were written for: the next candidate makes
    // all entries stale without touching them.
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
        // No square has more entries than a corner has for the rook.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_fills_the_table() {
        let mut search = MagicSearch::new(2026);
        let mut table = vec![Bitboard::EMPTY; 1 << 12];
        for slider in Slider::ALL {
            for square in Square::ALL {
                let factor = search.find(slider, square);
                assert_eq!(Magic::new(slider, square, factor, 0).fill(slider, square, &mut table), Ok(()));
            }
        }
    }

    #[test]
    fn the_squares_searched_before_do_not_matter() {
        let mut search = MagicSearch::new(1);
        let first = search.find(Slider::Bishop, Square::C4);
        search.find(Slider::Rook, Square::E8);
        assert_eq!(search.find(Slider::Bishop, Square::C4), first);
    }

    #[test]
    fn another_seed_finds_another_magic() {
        let find = |seed| MagicSearch::new(seed).find(Slider::Rook, Square::E4);
        assert_ne!(find(1), find(2));
    }

    /// The first numbers of the reference implementation for the seed 1234567.
    #[test]
    fn random_numbers_are_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
    }
}
