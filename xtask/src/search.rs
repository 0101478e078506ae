//! The search for magics: factors whose entries lie close together, and a place in one table for the entries of each square, so that the
//! squares fill each other's gaps. All numbers are integers, and each climb has random numbers of its own and sees the generation before,
//! so that the outcome is the same on any machine and any number of threads.

use std::cmp::Reverse;
use std::iter;

use chess_slider::Slider;
use chess_types::{Bitboard, SplitMix64, Square};
use rayon::prelude::*;

/// A factor and its cost: the number of used entries, where gaps of up to 31 entries count as used. Packing fills long gaps, but hardly
/// ever short ones.
type Rated = (u32, u64);

/// Factors tried by one climb.
const STEPS: u32 = 10_000;

/// Packings that are improved in parallel, of which the shortest counts.
const CHAINS: usize = 8;

/// Entries beyond this place count as the cost of a packing. Its length alone changes only if the one square that ends last does.
const AIM: u32 = 100_000;

/// Returns the factor and the offset of each of the 128 squares, the rook's first, and the length of the table. `report` is called after
/// each generation, in which the factor of each square climbs once, and after packing.
pub(crate) fn search(seed: u64, generations: u64, orders: u32, report: &dyn Fn()) -> (Vec<(u64, u32)>, u32) {
    let trials: Vec<Trial> = Slider::ALL
        .into_iter()
        .flat_map(|slider| Square::ALL.map(|square| Trial::new(slider, square)))
        .collect();
    let random = |generation, square| Random::new([seed, generation, square as u64]);
    let start = |(square, trial): (usize, &Trial)| trial.random_magic(&mut random(0, square));
    let mut best: Vec<Rated> = trials.par_iter().enumerate().map(start).collect();
    for generation in 1..=generations {
        let climb = |(square, trial): (usize, &Trial)| {
            let random = &mut random(generation, square);
            let start = trial.descendant(&best, square, random);
            trial.climb(start, random).min(best[square])
        };
        best = trials.par_iter().enumerate().map(climb).collect();
        report();
    }
    let shape = |(trial, best): (&Trial, &Rated)| Shape::new(trial, best.1);
    let shapes: Vec<Shape> = trials.iter().zip(&best).map(shape).collect();
    let chains = (0..CHAINS).into_par_iter().map(|chain| pack(&shapes, orders, &mut random(u64::MAX, chain)));
    let Packing { starts, len, .. } = chains.min_by_key(|packing| packing.len).expect("there are several");
    report();
    let magic = |((start, shape), best): ((u32, &Shape), &Rated)| (best.1, start.wrapping_sub(shape.first));
    (starts.into_iter().zip(&shapes).zip(&best).map(magic).collect(), len)
}

/// The occupancies of a square, on which its factors are tried.
struct Trial {
    shift: u32,
    /// Each occupancy of the relevant squares with all others occupied, and the number of its attacks, from 1.
    occupancies: Vec<(u64, u8)>,
}

impl Trial {
    fn new(slider: Slider, square: Square) -> Self {
        let mask = slider.mask(square);
        let attacks = |subset: Bitboard| slider.attacks(square, subset).0;
        let mut known: Vec<u64> = mask.subsets().map(attacks).collect();
        known.sort_unstable();
        known.dedup();
        let number = |attacks: u64| known.partition_point(|&other| other < attacks) as u8 + 1;
        let occupancy = |subset: Bitboard| ((subset | !mask).0, number(attacks(subset)));
        let mut occupancies: Vec<_> = mask.subsets().map(occupancy).collect();
        // In an order without a pattern, a factor that is not a magic fails soon.
        occupancies.sort_by_key(|&(occupancy, _)| SplitMix64::new(occupancy).next_u64());
        Self { shift: 64 - slider.index_bits(), occupancies }
    }

    /// The used entries, a bit each, if the factor is a magic: if occupancies with different attacks do not share one.
    fn entries(&self, factor: u64) -> Option<[u64; 64]> {
        let (mut table, mut entries) = ([0; 4096], [0; 64]);
        for &(occupancy, attacks) in &self.occupancies {
            let slot = (occupancy.wrapping_mul(factor) >> self.shift) as usize;
            if table[slot] != attacks && table[slot] != 0 {
                return None;
            }
            table[slot] = attacks;
            entries[slot / 64] |= 1 << (slot % 64);
        }
        Some(entries)
    }

    fn cost(&self, factor: u64) -> Option<u32> {
        let (mut before, mut cost) = (0, 0);
        for word in self.entries(factor)? {
            let mut used = u128::from(word) << 64 | u128::from(before);
            for step in [1, 2, 4, 8, 16] {
                used |= used << step;
            }
            cost += ((used >> 64) as u64).count_ones();
            before = word;
        }
        Some(cost)
    }

    /// The end of a way of small changes that never cost more.
    fn climb(&self, mut best: Rated, random: &mut Random) -> Rated {
        for _ in 0..STEPS {
            let factor = mutated(best.1, random);
            if let Some(cost) = self.cost(factor).filter(|&cost| cost <= best.0) {
                best = (cost, factor);
            }
        }
        best
    }

    fn random_magic(&self, random: &mut Random) -> Rated {
        loop {
            let digits = 4 + random.below(DIGITS - 3);
            let factor = (0..digits).fold(0, |factor: u64, _| factor.wrapping_add(random.digit()));
            if let Some(cost) = self.cost(factor) {
                return (cost, factor);
            }
        }
    }

    /// A magic close to the best one of this square or of a near square: a factor moved by as many bits as the squares are apart treats
    /// most of the lines alike.
    fn descendant(&self, best: &[Rated], square: usize, random: &mut Random) -> Rated {
        let distance = [0, 8, -8, 1, -1][random.below(5) as usize];
        let (base, place) = (square / 64 * 64, square % 64);
        let parent = place.checked_add_signed(distance).filter(|&near| near < 64).unwrap_or(place);
        let factor = best[base + parent].1;
        // Downwards with the sign, or a negative factor would get another digit.
        let moved = if parent >= place {
            factor << (parent - place)
        } else {
            (factor.cast_signed() >> (place - parent)).cast_unsigned()
        };
        let changed = (0..400).map(|_| mutated(moved, random));
        let mut tries = iter::once(moved).chain(changed);
        tries.find_map(|factor| Some((self.cost(factor)?, factor))).unwrap_or(best[square])
    }
}

/// The most digits of a factor, in its non-adjacent form as a sum of signed powers of two: those whose entries lie close together have few.
const DIGITS: u32 = 12;

/// The places of the digits of a factor.
fn digits(factor: u64) -> u64 {
    (factor ^ factor.wrapping_mul(3)) >> 1
}

/// One to three small changes, after which there are no more digits than before or than [`DIGITS`].
fn mutated(start: u64, random: &mut Random) -> u64 {
    let most = digits(start).count_ones().max(DIGITS);
    loop {
        let mut factor = start;
        for _ in 0..=random.0.next_u64().trailing_zeros().min(2) {
            let place = random.below(64);
            factor = match random.below(8) {
                // All digits from a place on move up or down.
                0 => factor.wrapping_add(factor >> place << place),
                1 => factor.wrapping_sub((factor.cast_signed() >> place << place >> 1).cast_unsigned()),
                // One of the digits is removed.
                2 | 3 => {
                    let mut upper = digits(factor);
                    for _ in 0..random.below(upper.count_ones()) {
                        upper &= upper - 1;
                    }
                    let digit = upper & upper.wrapping_neg();
                    let (sum, difference) = (factor.wrapping_add(digit), factor.wrapping_sub(digit));
                    if digits(sum).count_ones() <= digits(difference).count_ones() { sum } else { difference }
                }
                _ => factor.wrapping_add(random.digit()),
            };
        }
        if digits(factor).count_ones() <= most {
            return factor;
        }
    }
}

/// The entries of a square, counted from its first used one.
struct Shape {
    /// The index of the first used entry.
    first: u32,
    width: u32,
    /// The used entries in an order in which near ones are far apart: where one is taken, its neighbours often are.
    probes: Vec<u32>,
}

impl Shape {
    fn new(trial: &Trial, magic: u64) -> Self {
        let entries = trial.entries(magic).expect("the factor is a magic");
        let used: Vec<u32> =
            (0..4096).filter(|slot| entries[*slot as usize / 64] >> (slot % 64) & 1 != 0).collect();
        let (first, last) = (used[0], used[used.len() - 1]);
        // A prime stride near the golden section, which divides no number of entries, reaches all of them.
        let probes = (0..used.len()).map(|i| used[i * 6329 % used.len()] - first).collect();
        Self { first, width: last - first + 1, probes }
    }
}

/// A table with places for all shapes.
#[derive(Default)]
struct Packing {
    /// The place of the first used entry of each shape.
    starts: Vec<u32>,
    len: u32,
    /// The sum of the entries beyond [`AIM`], up to the end of each shape.
    cost: u32,
}

/// Tries orders of the shapes, each a change of the best one so far.
fn pack(shapes: &[Shape], orders: u32, random: &mut Random) -> Packing {
    let mut weights: Vec<u32> = shapes.iter().map(|_| 70 + random.below(60)).collect();
    let mut best = Packing { cost: u32::MAX, ..Packing::default() };
    for _ in 0..orders {
        let mut changed = weights.clone();
        for weight in &mut changed {
            if random.below(16) == 0 {
                *weight = 70 + random.below(60);
            }
        }
        let packing = pack_in_order(shapes, &changed);
        if packing.cost <= best.cost {
            (weights, best) = (changed, packing);
        }
    }
    best
}

/// Places the shapes as low as they fit, the big and heavy ones first.
fn pack_in_order(shapes: &[Shape], weights: &[u32]) -> Packing {
    let size = |shape: &Shape| 10 * shape.probes.len() as u32 + shape.width;
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    order.sort_by_key(|&square| Reverse(size(&shapes[square]) * weights[square]));
    let mut packing = Packing { starts: vec![0; shapes.len()], ..Packing::default() };
    let mut free = Vec::new();
    for square in order {
        let shape = &shapes[square];
        let words = (packing.len + shape.width) as usize / 64 + 3;
        free.resize(words.max(free.len()), u64::MAX);
        let start = lowest(&free, shape);
        for slot in shape.probes.iter().map(|probe| start + probe) {
            free[slot as usize / 64] &= !(1 << (slot % 64));
        }
        let end = start + shape.width;
        packing.starts[square] = start;
        packing.len = packing.len.max(end);
        packing.cost += end.saturating_sub(AIM);
    }
    packing
}

/// The first place where all that the shape needs is free.
fn lowest(free: &[u64], shape: &Shape) -> u32 {
    // 64 places at a time: a set bit means that all entries probed so far are free there.
    let mut start = 0;
    loop {
        let mut fits = u64::MAX;
        for probe in &shape.probes {
            let (word, bit) = ((start + probe) as usize / 64, (start + probe) % 64);
            // Shifted in two steps, since 64 would be one too many.
            fits &= free[word] >> bit | free[word + 1] << (63 - bit) << 1;
            if fits == 0 {
                break;
            }
        }
        if fits != 0 {
            return start + fits.trailing_zeros();
        }
        start += 64;
    }
}

/// Random numbers of the kinds that the search needs.
struct Random(SplitMix64);

impl Random {
    /// An independent stream for each list of numbers.
    fn new(stream: [u64; 3]) -> Self {
        let first = |seed| SplitMix64::new(seed).next_u64();
        Self(SplitMix64::new(stream.into_iter().fold(0, |state, number| first(state ^ first(number)))))
    }

    /// A number from 0 to `end` less 1.
    fn below(&mut self, end: u32) -> u32 {
        (((self.0.next_u64() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// A power of two or its negative.
    fn digit(&mut self) -> u64 {
        let power: u64 = 1 << self.below(64);
        if self.below(2) == 0 { power } else { power.wrapping_neg() }
    }
}
