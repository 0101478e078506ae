//! A place in one table for the entries of each square, so that the squares fill each other's gaps: squares around some place are removed
//! and placed again where they cost least, as long as the table gets better.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::breeding::{Candidate, Random, WORDS, closed};

/// Packings that are improved in parallel.
pub(crate) const CHAINS: u64 = 8;

/// Entries beyond this length cost most. With the length itself as the cost, packings were 3 % longer: it only changes if the one square
/// that ends last does.
const AIM: u32 = 100_000;

/// Words of a table that is being packed: far more than any packing needs.
const TABLE_WORDS: usize = 4000;

/// The cost by which a packing may be worse at the beginning and still be accepted.
const HEAT: u32 = 300;

/// Returns the factor and the offset of each square, and the length of the table.
pub(crate) fn pack(
    candidates: &[Vec<Candidate>],
    seed: u64,
    steps: u32,
    report: &(dyn Fn() + Sync),
) -> (Vec<(u64, u32)>, u32) {
    let shapes: Vec<Vec<Shape>> = candidates.iter().map(|all| all.iter().map(Shape::new).collect()).collect();
    let packings = (0..CHAINS).into_par_iter().map(|chain| {
        let mut random = Random::new(&[seed, u64::MAX, chain]);
        let mut packing =
            Packing { shapes: &shapes, spots: vec![None; shapes.len()], free: vec![u64::MAX; TABLE_WORDS] };
        packing.recreate(&mut random);
        for step in 0..steps {
            packing.step(HEAT * (steps - step) / steps, &mut random);
            report();
        }
        packing
    });
    let best = packings.min_by_key(Packing::len).expect("there are several chains");
    let magic = |(square, spot): (usize, &Option<Spot>)| {
        let Spot { candidate, start } = spot.expect("every square is placed");
        (candidates[square][candidate].factor, start.wrapping_sub(shapes[square][candidate].first))
    };
    (best.spots.iter().enumerate().map(magic).collect(), best.len())
}

/// The entries of a candidate, counted from its first used one.
struct Shape {
    /// The index of the first used entry.
    first: u32,
    width: u32,
    words: Vec<u64>,
    /// The used entries in an order in which near ones are far apart: where one is taken, its neighbours often are.
    probes: Vec<u32>,
}

impl Shape {
    fn new(Candidate { entries, .. }: &Candidate) -> Self {
        let used: Vec<u32> = (0..64 * WORDS as u32)
            .filter(|slot| entries[*slot as usize / 64] >> (slot % 64) & 1 != 0)
            .collect();
        let (first, last) = (used[0], used[used.len() - 1]);
        let mut words = vec![0; (last - first) as usize / 64 + 1];
        for slot in &used {
            words[(slot - first) as usize / 64] |= 1 << ((slot - first) % 64);
        }
        // A prime stride near the golden section, which divides no number of entries, reaches all of them.
        let probes = (0..used.len()).map(|i| used[i * 6329 % used.len()] - first).collect();
        Self { first, width: last - first + 1, words, probes }
    }
}

/// A square's candidate, and the place of its first used entry in the table.
#[derive(Clone, Copy)]
struct Spot {
    candidate: usize,
    start: u32,
}

/// Squares placed in a table so that no entry is used twice.
#[derive(Clone)]
struct Packing<'a> {
    shapes: &'a [Vec<Shape>],
    spots: Vec<Option<Spot>>,
    free: Vec<u64>,
}

impl Packing<'_> {
    /// Entries up to the last used one.
    fn len(&self) -> u32 {
        64 * TABLE_WORDS as u32
            - self.free.iter().rev().map_while(|word| (*word == u64::MAX).then_some(64)).sum::<u32>()
            - self.free.iter().rev().find(|word| **word != u64::MAX).map_or(0, |word| word.leading_ones())
    }

    /// Compares packings, by the entries beyond the aim and the gaps that are left.
    fn cost(&self) -> u32 {
        let used: Vec<u64> = self.free.iter().map(|word| !word).collect();
        let beyond: u32 = used[(AIM / 64) as usize..].iter().map(|word| word.count_ones()).sum();
        40 * beyond + 10 * closed(&used, 7)
    }

    /// Removes some squares and places them where they fit best. Keeps the outcome unless its cost rises by more than `heat` times a
    /// geometrically distributed number.
    fn step(&mut self, heat: u32, random: &mut Random) {
        let before = self.clone();
        let len = self.len();
        let window = 200 + random.below(7000);
        let start =
            if random.below(3) == 0 { len.min(AIM).saturating_sub(window) } else { random.below(len) };
        for square in 0..self.spots.len() {
            let Some(spot) = self.spots[square] else { continue };
            let (first, end) = (spot.start, spot.start + self.shapes[square][spot.candidate].width);
            let is_late = end > AIM.min(len - 1) && random.below(4) == 0;
            if (start..start + window).contains(&u32::midpoint(first, end))
                || is_late
                || random.below(64) == 0
            {
                self.toggle(square, spot);
                self.spots[square] = None;
            }
        }
        self.recreate(random);
        if self.cost() > before.cost() + heat * random.geometric() {
            *self = before;
        }
    }

    /// Places the remaining squares, the big ones first.
    fn recreate(&mut self, random: &mut Random) {
        let gap = (1 << random.below(6)) - 1;
        let weight = random.pick(&[3, 6, 10, 14, 17]);
        let mut todo = Vec::new();
        for square in (0..self.spots.len()).filter(|&square| self.spots[square].is_none()) {
            let sizes = self.shapes[square].iter().map(|shape| 10 * shape.probes.len() as u32 + shape.width);
            todo.push((Reverse(sizes.min().unwrap_or(0) * (70 + random.below(60))), square));
        }
        todo.sort_unstable();
        for (_, square) in todo {
            let spot = self.best_spot(square, gap, weight, random);
            self.toggle(square, spot);
            self.spots[square] = Some(spot);
        }
    }

    /// The place where the square costs least. For each candidate some of the lowest places are tried.
    fn best_spot(&mut self, square: usize, gap: u32, weight: u32, random: &mut Random) -> Spot {
        let mut best = (u32::MAX, Spot { candidate: 0, start: 0 });
        let shapes = self.shapes;
        for (candidate, shape) in shapes[square].iter().enumerate() {
            let mut from = 0;
            for _ in 0..4 {
                let start = self.lowest(shape, from);
                let beyond = (start + shape.width).saturating_sub(AIM).min(shape.probes.len() as u32);
                let cost = |added| 4 * (20 - weight) * beyond + weight * added;
                // It adds its own entries at least.
                if cost(shape.probes.len() as u32) < best.0 {
                    let spot = Spot { candidate, start };
                    let words = start as usize / 64..(start + shape.width) as usize / 64 + 2;
                    let used = |packing: &Self| {
                        closed(&packing.free[words.clone()].iter().map(|word| !word).collect::<Vec<_>>(), gap)
                    };
                    let before = used(self);
                    self.toggle(square, spot);
                    let cost = cost(used(self) - before);
                    self.toggle(square, spot);
                    if cost < best.0 {
                        best = (cost, spot);
                    }
                }
                if start >= AIM {
                    break;
                }
                from = start + 64 + 64 * random.below(64);
            }
        }
        best.1
    }

    /// The first place from `from` where all that the shape needs is free.
    fn lowest(&self, shape: &Shape, from: u32) -> u32 {
        // 64 places at a time: a set bit means that all entries probed so far are free there.
        let mut start = from;
        loop {
            let mut fits = u64::MAX;
            for probe in &shape.probes {
                let slot = start + probe;
                let (word, bit) = ((slot / 64) as usize, slot % 64);
                // Shifted in two steps, since 64 would be one too many.
                fits &= self.free[word] >> bit | self.free[word + 1] << (63 - bit) << 1;
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

    fn toggle(&mut self, square: usize, Spot { candidate, start }: Spot) {
        let (word, bit) = ((start / 64) as usize, start % 64);
        for (i, used) in self.shapes[square][candidate].words.iter().enumerate() {
            self.free[word + i] ^= used << bit;
            self.free[word + i + 1] ^= used >> (63 - bit) >> 1;
        }
    }
}
