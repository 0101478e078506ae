use chess_slider::Slider;
use chess_types::{Bitboard, Square};

/// The condition on a factor for one square: occupancies with different attacks must not share an entry.
pub(crate) struct Relation {
    pub(crate) slider: Slider,
    subsets: Vec<Subset>,
}

#[derive(Clone, Copy)]
struct Subset {
    /// The occupancy with all irrelevant squares filled in.
    occupancy: u64,
    /// The number of the attack set, counted for this square from 1.
    attacks: u8,
}

impl Relation {
    pub(crate) fn new(slider: Slider, square: Square) -> Self {
        let mut known: Vec<Bitboard> = Vec::new();
        let mut number_of = |attacks| {
            known.iter().position(|&other| other == attacks).unwrap_or_else(|| {
                known.push(attacks);
                known.len() - 1
            }) as u8
                + 1
        };
        let mask = slider.mask(square);
        let subsets = mask.subsets().map(|occupancy| Subset {
            occupancy: (occupancy | !mask).0,
            attacks: number_of(slider.attacks(square, occupancy)),
        });
        Self { slider, subsets: subsets.collect() }
    }

    /// Of all 128 squares, the rook's first.
    pub(crate) fn all() -> Vec<Self> {
        Slider::ALL
            .into_iter()
            .flat_map(|slider| Square::ALL.map(|square| Self::new(slider, square)))
            .collect()
    }
}

/// Tries factors for one square.
pub(crate) struct Trial<'a> {
    relation: &'a Relation,
    /// The attack set of each entry, 0 where there is none.
    table: [u8; 1 << 12],
    /// Pairs of subsets that have collided lately: bad factors often fail in the same pairs.
    suspects: [[u16; 2]; 8],
    next_suspect: usize,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(relation: &'a Relation) -> Self {
        Self { relation, table: [0; 1 << 12], suspects: [[0; 2]; 8], next_suspect: 0 }
    }

    /// The entries that the square uses with this factor, if it is a magic and they are not more than `limit`.
    pub(crate) fn footprint(&mut self, factor: u64, limit: u32) -> Option<Footprint> {
        let Relation { slider, ref subsets } = *self.relation;
        // As `Magic::index`, with the irrelevant squares filled in already.
        let shift = 64 - slider.index_bits();
        let index = |subset: Subset| (subset.occupancy.wrapping_mul(factor) >> shift) as usize;
        let collide = |&[a, b]: &[u16; 2]| a != b && index(subsets[a as usize]) == index(subsets[b as usize]);
        if self.suspects.iter().any(collide) {
            return None;
        }
        self.table.fill(0);
        let mut count = 0;
        for (number, &subset) in subsets.iter().enumerate() {
            let slot = index(subset);
            let entry = &mut self.table[slot];
            if *entry != 0 && *entry != subset.attacks {
                let writer = subsets.iter().position(|&other| index(other) == slot).unwrap_or(number);
                self.suspects[self.next_suspect] = [writer as u16, number as u16];
                self.next_suspect = (self.next_suspect + 1) % self.suspects.len();
                return None;
            }
            count += u32::from(*entry == 0);
            *entry = subset.attacks;
            if count > limit {
                return None;
            }
        }
        Some(Footprint::of_used(&self.table))
    }
}

/// Words of a footprint: no square has more entries than a corner has for the rook, 4,096.
const WORDS: usize = 64;

/// The entries of a table that a square uses, counted from the entry with index 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Footprint([u64; WORDS]);

impl Footprint {
    /// The entries that are not 0.
    pub(crate) fn of_used(table: &[u8; 64 * WORDS]) -> Self {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let bits_of = |entries: &[u8; 8]| {
            let bytes = u64::from_le_bytes(*entries);
            // The top bit of each byte that is not 0; then the eight top bits side by side.
            let used = (((bytes & LOW) + LOW) | bytes) & !LOW;
            (used >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
        };
        let mut words = [0; WORDS];
        for (word, entries) in words.iter_mut().zip(table.as_chunks::<64>().0) {
            *word = entries.as_chunks::<8>().0.iter().rfold(0, |word, entries| word << 8 | bits_of(entries));
        }
        Self(words)
    }

    /// The number of entries.
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The number of entries from the first used one to the last, those between included.
    pub(crate) fn width(&self) -> u32 {
        let first = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        let last = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        let ends = self.0[first].trailing_zeros() + self.0[last].leading_zeros();
        (64 * (last - first + 1) as u32).saturating_sub(ends)
    }

    /// The number of entries if every gap of up to `gap` free ones counts as used, and as many entries behind the last one. `gap`
    /// is one less than a power of two up to 64.
    pub(crate) fn closed_count(&self, gap: u32) -> u32 {
        let mut words = self.0;
        let mut beyond = 0;
        let mut step = 1;
        while step <= gap {
            let mut carry = 0;
            for word in &mut words {
                let moved = *word << step | carry;
                carry = *word >> (64 - step);
                *word |= moved;
            }
            beyond |= beyond << step | carry;
            step *= 2;
        }
        words.iter().map(|word| word.count_ones()).sum::<u32>() + beyond.count_ones()
    }

    /// The used entries in rising order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().zip(0..).flat_map(|(&word, i)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let slot = (rest != 0).then(|| 64 * i + rest.trailing_zeros());
                rest &= rest.wrapping_sub(1);
                slot
            })
        })
    }
}

impl FromIterator<u32> for Footprint {
    fn from_iter<I: IntoIterator<Item = u32>>(slots: I) -> Self {
        let mut words = [0; WORDS];
        slots.into_iter().for_each(|slot| words[slot as usize / 64] |= 1 << (slot % 64));
        Self(words)
    }
}

#[cfg(test)]
mod tests {
    use chess_slider::Magic;

    use super::*;
    use crate::breeding::Digits;
    use crate::random::Random;

    /// After other factors, and compared with a table filled by the ray walk.
    #[test]
    fn a_trial_knows_the_magics_and_their_entries() {
        let mut random = Random::new(1, &[]);
        for (slider, square) in [(Slider::Rook, Square::G6), (Slider::Bishop, Square::C1)] {
            let relation = Relation::new(slider, square);
            let mut trial = Trial::new(&relation);
            let mut magics = 0;
            for _ in 0..5000 {
                let factor = Digits::random(8, &mut random).value();
                let magic = Magic::new(slider, square, factor, 0);
                let mut table = vec![Bitboard::EMPTY; 1 << 12];
                let filled = magic.fill(slider, square, &mut table).is_ok();
                let used: Footprint = (0..1 << 12).filter(|&slot| !table[slot as usize].is_empty()).collect();
                let count = used.count();
                assert_eq!(trial.footprint(factor, count), filled.then_some(used), "{magic:?}");
                assert_eq!(trial.footprint(factor, count - 1), None);
                magics += u32::from(filled);
            }
            assert!(magics > 10, "{magics}");
        }
    }

    #[test]
    fn slots_are_kept_in_order() {
        let footprint: Footprint = [4095, 0, 64, 63, 64].into_iter().collect();
        assert_eq!(footprint.count(), 4);
        assert!(footprint.iter().eq([0, 63, 64, 4095]));
        assert_eq!(footprint.width(), 4096);
        assert_eq!(Footprint::from_iter([70, 127, 128]).width(), 59);
        assert_eq!(Footprint::from_iter([]).width(), 0);
        let mut table = [0; 64 * WORDS];
        footprint.iter().for_each(|slot| table[slot as usize] = slot as u8 | 1);
        assert_eq!(Footprint::of_used(&table), footprint);
    }

    #[test]
    fn short_gaps_are_closed_and_long_ones_shortened() {
        for gap in [0, 1, 3, 7, 15, 31, 63] {
            // Free between them: 1, 4, 9, 48, 935 and 3095.
            let slots = [0, 2, 7, 17, 66, 1000 + 2, 4095];
            let footprint: Footprint = slots.into_iter().collect();
            let between: u32 = slots.windows(2).map(|pair| (pair[1] - pair[0] - 1).min(gap)).sum();
            assert_eq!(footprint.closed_count(gap), 7 + between + gap, "{gap}");
        }
    }
}
