use chess_slider::Slider;
use chess_types::{Bitboard, Square};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::digits::Digits;
use crate::random::Random;
use crate::relation::Relation;

/// Steps before the search begins anew, in another order; each time that many more, so that what is impossible is
/// disproved in the end.
const RESTART: u64 = 20_000;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The factor that was accepted.
    Found(u64),
    /// All factors were looked at.
    Disproved,
    /// The steps were used up.
    Open,
}

/// Looks for factors by divide and conquer.
///
/// The part of the product that the highest relevant squares add depends on the lowest bits of the factor alone. So the factor is
/// made up from its low end, square by square from the highest one down, and given up as soon as two sets of the squares
/// that are settled collide.
pub(crate) struct Divide {
    /// The relevant squares, the highest first.
    squares: Vec<u32>,
    /// By level: the attack set of each subset of the settled squares, as a number.
    attacks: Vec<Vec<u8>>,
    shift: u32,
}

impl Divide {
    /// For indices that are the product shifted right by `shift`, anywhere in the range of such numbers.
    pub(crate) fn new(relation: &Relation, shift: u32) -> Self {
        let Relation { slider, square, .. } = *relation;
        let mut squares: Vec<u32> = slider.mask(square).into_iter().map(|relevant| relevant as u32).collect();
        squares.reverse();
        let attacks = (1..=squares.len())
            .map(|settled| {
                let mut known: Vec<Bitboard> = Vec::new();
                (0..1_usize << settled)
                    .map(|subset| {
                        let occupied = (0..settled).filter(|bit| subset >> bit & 1 != 0);
                        let occupancy = Bitboard(occupied.fold(0, |set, bit| set | 1 << squares[bit]));
                        let attacks = slider.attacks(square, occupancy);
                        known.iter().position(|&other| other == attacks).unwrap_or_else(|| {
                            known.push(attacks);
                            known.len() - 1
                        }) as u8
                    })
                    .collect()
            })
            .collect();
        Self { squares, attacks, shift }
    }

    /// Goes on for so many steps, or until a factor is accepted. `accept` gets the factor's lowest bits and their number;
    /// higher ones do not change what the relevant squares contribute.
    pub(crate) fn search(
        &self,
        steps: u64,
        random: &mut Random,
        accept: impl FnMut(u64, u32, &mut Random) -> Option<u64>,
    ) -> Outcome {
        let mut descent = Descent {
            divide: self,
            steps,
            random,
            accept,
            stamp: 0,
            table: vec![(0, 0); 1 << (64 - self.shift)],
        };
        descent.level(0, 0, &[0])
    }
}

struct Descent<'a, F> {
    divide: &'a Divide,
    steps: u64,
    random: &'a mut Random,
    accept: F,
    /// The number of the present trial, and who wrote what to each entry.
    stamp: u32,
    table: Vec<(u32, u8)>,
}

impl<F: FnMut(u64, u32, &mut Random) -> Option<u64>> Descent<'_, F> {
    /// Settles the square of this level in all ways; `sums` are the products of the subsets of those before.
    fn level(&mut self, level: usize, factor: u64, sums: &[u64]) -> Outcome {
        let known = level.checked_sub(1).map_or(0, |last| 64 - self.divide.squares[last]);
        let Some(&square) = self.divide.squares.get(level) else {
            return (self.accept)(factor, known, self.random).map_or(Outcome::Disproved, Outcome::Found);
        };
        let last = (1_u64 << (64 - square - known)) - 1;
        // All numbers once, in an order that is different every time.
        let (flip, stride) = (self.random.next(), self.random.next() | 1);
        for number in 0..=last {
            if self.steps == 0 {
                return Outcome::Open;
            }
            self.steps -= 1;
            let bits = (number ^ flip).wrapping_mul(stride) & last;
            let factor = factor | bits << known;
            let share = factor << square;
            if share == 0 {
                continue;
            }
            let with_square = sums.iter().map(|sum| sum.wrapping_add(share));
            let sums = sums.iter().copied().chain(with_square);
            if !self.collides(level, sums.clone()) {
                let sums: Vec<u64> = sums.collect();
                match self.level(level + 1, factor, &sums) {
                    Outcome::Disproved => {}
                    outcome => return outcome,
                }
            }
        }
        Outcome::Disproved
    }

    fn collides(&mut self, level: usize, sums: impl Iterator<Item = u64>) -> bool {
        self.stamp += 1;
        sums.zip(&self.divide.attacks[level]).any(|(sum, &attacks)| {
            let entry = &mut self.table[(sum >> self.divide.shift) as usize];
            let is_free = entry.0 != self.stamp;
            if is_free {
                *entry = (self.stamp, attacks);
            }
            !is_free && entry.1 != attacks
        })
    }
}

/// Prints for all squares whether there is a magic one bit short of natural size: two occupancies an entry on average.
/// `steps` are thousands for each square.
pub(crate) fn print_table(seed: u64, steps: u32) {
    let relations = Relation::all();
    let bar = ProgressBar::new(relations.len() as u64);
    let outcomes: Vec<Outcome> = relations
        .par_iter()
        .map(|relation| {
            let outcome = one_bit_short(relation, seed, 1000 * u64::from(steps));
            bar.inc(1);
            outcome
        })
        .collect();
    bar.finish_and_clear();
    for (relation, outcome) in relations.iter().zip(&outcomes) {
        let Relation { slider, square, .. } = relation;
        match outcome {
            Outcome::Found(factor) => println!("{slider} {square} {factor:#018x}"),
            Outcome::Disproved => println!("{slider} {square} disproved"),
            Outcome::Open => println!("{slider} {square} open"),
        }
    }
    for slider in Slider::ALL {
        let count = |is_meant: fn(&Outcome) -> bool| {
            outcomes[64 * slider as usize..][..64].iter().filter(|outcome| is_meant(outcome)).count()
        };
        let found = count(|outcome| matches!(outcome, Outcome::Found(_)));
        let disproved = count(|&outcome| outcome == Outcome::Disproved);
        println!(
            "{slider}: {found} found, {disproved} disproved, {} open",
            Square::ALL.len() - found - disproved
        );
    }
}

/// A factor for the white form, `(occupancy & mask) * factor >> shift`, with one bit less than there are relevant squares.
fn one_bit_short(relation: &Relation, seed: u64, steps: u64) -> Outcome {
    let Relation { slider, square, .. } = *relation;
    let shift = 65 - slider.mask(square).count();
    if let Some(factor) = anneal(relation, shift, seed, 100 * steps) {
        return Outcome::Found(factor);
    }
    let divide = Divide::new(relation, shift);
    let mut left = steps;
    let mut restarts = 0;
    loop {
        let part = left.min(RESTART * (restarts + 1));
        let mut random = Random::new(seed, &[slider as u64, square as u64, restarts]);
        let outcome = divide.search(part, &mut random, |factor, _, _| Some(factor));
        left -= part;
        restarts += 1;
        if outcome != Outcome::Open || left == 0 {
            return outcome;
        }
    }
}

/// A factor for the white form with this shift, by simulated annealing on the number of sets of relevant squares that fall on
/// an entry with other attacks. As many sets are looked at as the budget says.
///
/// It cannot disprove anything, but finds in a second what divide and conquer does not find in minutes.
fn anneal(relation: &Relation, shift: u32, seed: u64, budget: u64) -> Option<u64> {
    // Tries from one start, and by how many collisions a step may be worse in the beginning: a multiple that is
    // geometrically distributed.
    const CLIMB: u32 = 20_000;
    const HEAT: u32 = 4;
    let mut subsets: Vec<(u64, u8)> = relation.subsets().collect();
    let starts = budget / subsets.len() as u64 / u64::from(CLIMB) + 1;
    let mut table = vec![0; 1 << (64 - shift)];
    (0..starts).find_map(|start| {
        let mut random =
            Random::new(seed, &[u64::MAX - 2, relation.slider as u64, relation.square as u64, start]);
        // In any order but that of the squares, too many collisions are soon seen.
        for last in (1..subsets.len()).rev() {
            subsets.swap(last, random.below(last as u32 + 1) as usize);
        }
        let mut collisions = |digits: &Digits, limit| {
            let factor = digits.value();
            table.fill(0);
            let mut count = 0;
            subsets.iter().all(|&(occupancy, attacks)| {
                let entry = &mut table[(occupancy.wrapping_mul(factor) >> shift) as usize];
                count += u32::from(*entry != 0 && *entry != attacks);
                *entry = if *entry == 0 { attacks } else { *entry };
                count <= limit
            });
            count
        };
        let most = 8 + random.below(14) as usize;
        let mut here = Digits::random(4 + random.below(most as u32 - 3) as usize, &mut random);
        let mut cost = collisions(&here, u32::MAX);
        for left in (0..CLIMB).rev() {
            if cost == 0 {
                return Some(here.value());
            }
            let digits = here.mutated(most, &mut random);
            let limit = cost + HEAT * left / CLIMB * random.geometric();
            let count = collisions(&digits, limit);
            if count <= limit {
                (here, cost) = (digits, count);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_magic(slider: Slider, square: Square, factor: u64, shift: u32) -> bool {
        let mut table = vec![Bitboard::EMPTY; 1 << (64 - shift)];
        slider.mask(square).subsets().all(|occupancy| {
            let attacks = slider.attacks(square, occupancy);
            let entry = &mut table[(occupancy.0.wrapping_mul(factor) >> shift) as usize];
            let fits = entry.is_empty() || *entry == attacks;
            *entry = attacks;
            fits
        })
    }

    #[test]
    fn magics_that_are_one_bit_short_are_found() {
        for square in [Square::A7, Square::A3, Square::H1, Square::B8] {
            let relation = Relation::new(Slider::Bishop, square);
            let Outcome::Found(factor) = one_bit_short(&relation, 0x63_68_65_73_73, 5_000_000) else {
                panic!("{square}")
            };
            assert!(is_magic(Slider::Bishop, square, factor, 65 - Slider::Bishop.mask(square).count()));
        }
    }

    /// Two entries are fewer than the attack sets of one ray.
    #[test]
    fn what_is_impossible_is_disproved() {
        let relation = Relation::new(Slider::Bishop, Square::C4);
        let divide = Divide::new(&relation, 64 - 1);
        let outcome = divide.search(10_000_000, &mut Random::new(1, &[]), |factor, _, _| Some(factor));
        assert_eq!(outcome, Outcome::Disproved);
    }
}
