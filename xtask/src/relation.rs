use chess_slider::Slider;
use chess_types::{Bitboard, Square};

use crate::footprint::Footprint;

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
    /// Pairs of subsets that have collided lately: a bad factor is often bad in the way of one before it.
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
        // What `Magic::index` does, the irrelevant squares being filled in already.
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

#[cfg(test)]
mod tests {
    use chess_slider::Magic;

    use super::*;
    use crate::digits::Digits;
    use crate::random::Random;

    /// Whatever was tried before, and by a table filled by the ray walk.
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
}
