use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::breeding::Candidate;
use crate::footprint::Footprint;
use crate::random::Random;

/// Words of a table that is being packed: far more than any packing needs.
const WORDS: usize = 3000;

/// The last entry that a packing may use.
const LAST: u32 = 64 * (WORDS as u32 - 1) - 4096;

/// The entries of a candidate, counted from its first used one.
pub(crate) struct Shape {
    /// The index of the first used entry.
    pub(crate) first: u32,
    width: u32,
    words: Vec<u64>,
    /// The used entries in an order in which near ones are far apart: where one is taken, its neighbours often are.
    probes: Vec<u32>,
}

impl Shape {
    pub(crate) fn new(footprint: &Footprint) -> Self {
        let used: Vec<u32> = footprint.iter().collect();
        let (first, last) = (used[0], used[used.len() - 1]);
        let mut words = vec![0; (last - first) as usize / 64 + 1];
        for slot in &used {
            words[(slot - first) as usize / 64] |= 1 << ((slot - first) % 64);
        }
        // Strides of the golden section spread evenly; one that is prime to the number reaches all.
        let mut stride = used.len() * 618 / 1000 + 1;
        while gcd(stride, used.len()) != 1 {
            stride += 1;
        }
        let probes = (0..used.len()).map(|i| used[i * stride % used.len()] - first).collect();
        Self { first, width: last - first + 1, words, probes }
    }

    /// The number of entries.
    fn count(&self) -> u32 {
        self.probes.len() as u32
    }

    /// The shapes of all candidates of all squares.
    pub(crate) fn all(candidates: &[Vec<Candidate>]) -> Vec<Vec<Self>> {
        candidates
            .iter()
            .map(|of_square| of_square.iter().map(|candidate| Self::new(&candidate.footprint)).collect())
            .collect()
    }
}

/// A square's candidate, and the place of its first used entry in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spot {
    pub(crate) candidate: usize,
    pub(crate) start: u32,
}

/// Squares placed in a table so that no entry is used twice.
#[derive(Clone)]
pub(crate) struct Packing<'a> {
    shapes: &'a [Vec<Shape>],
    spots: Vec<Option<Spot>>,
    free: Vec<u64>,
    /// The length that is aimed at.
    aim: u32,
}

/// The terms of the cost of a packing step: weights of the entries beyond the aim and of the gaps that are left in the table.
///
/// The table's length itself is no guide: it only changes if the one square that ends last does. With the length instead
/// of the entries beyond, packings of such candidates were 3 % longer at best.
#[derive(Clone, Copy)]
struct Taste {
    /// Gaps shorter than this power of two count as used.
    gap: u32,
    /// Weight of used entries in 20ths; four times the rest is that of the entries beyond.
    used: u32,
}

/// The weights for comparing whole packings.
const JUDGE: Taste = Taste { gap: 8, used: 10 };

impl<'a> Packing<'a> {
    /// An empty packing, in a table that should not be longer than `aim`.
    pub(crate) fn new(shapes: &'a [Vec<Shape>], aim: u32) -> Self {
        let aim = aim.min(LAST);
        Self { shapes, spots: vec![None; shapes.len()], free: vec![u64::MAX; WORDS], aim }
    }

    /// From now on, the table should not be longer than `aim`.
    pub(crate) fn aim_at(&mut self, aim: u32) {
        self.aim = aim.min(LAST);
    }

    /// The packing with these spots; none if two squares share an entry.
    pub(crate) fn with_spots(shapes: &'a [Vec<Shape>], aim: u32, spots: &[Spot]) -> Option<Self> {
        let mut packing = Self::new(shapes, aim);
        if spots.len() != shapes.len() {
            return None;
        }
        for (square, &spot) in spots.iter().enumerate() {
            let shape = shapes[square].get(spot.candidate)?;
            if spot.start > LAST || packing.lowest(shape, spot.start, spot.start) != Some(spot.start) {
                return None;
            }
            packing.put(square, spot);
        }
        Some(packing)
    }

    /// Entries up to the last used one.
    pub(crate) fn len(&self) -> u32 {
        (0..self.spots.len()).filter_map(|square| self.end(square)).max().unwrap_or(0)
    }

    /// The place of each square; all squares are placed after a step.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        self.spots.iter().copied().map(|spot| spot.expect("every square is placed")).collect()
    }

    /// Compares packings: the less the better.
    pub(crate) fn cost(&self) -> u32 {
        let used_beyond = 64 * WORDS as u32 - self.aim - ones_from(&self.free, self.aim);
        JUDGE.cost(used_beyond, self.closed(0, WORDS - 1, JUDGE.gap))
    }

    /// Removes some squares and places them, and all that are not placed yet, where they fit best. Keeps the outcome unless its
    /// cost rises by more than `heat` times a geometrically distributed number.
    pub(crate) fn step(&mut self, heat: u32, random: &mut Random) {
        let before = self.clone();
        let is_first = before.spots.iter().any(Option::is_none);
        if !is_first {
            self.ruin(random);
        }
        self.recreate(random);
        if !is_first && self.cost() > before.cost() + heat * random.geometric() {
            *self = before;
        }
    }

    /// Moves each square down as far as it goes, the lowest first, until none can move.
    pub(crate) fn settle(&mut self) {
        loop {
            let before = self.spots.clone();
            let mut squares: Vec<usize> = (0..self.spots.len()).collect();
            squares.sort_by_key(|&square| before[square].map(|spot| spot.start));
            for square in squares {
                let Some(spot) = self.spots[square] else { continue };
                self.take(square);
                let shape = &self.shapes[square][spot.candidate];
                let start = self.lowest(shape, 0, spot.start).unwrap_or(spot.start);
                self.put(square, Spot { start, ..spot });
            }
            if self.spots == before {
                return;
            }
        }
    }

    /// Removes the squares around some place, a few others, and often one that ends beyond the aim.
    fn ruin(&mut self, random: &mut Random) {
        let len = self.len();
        let window = 200 + random.below(7000);
        let start = match random.below(3) {
            0 => len.min(self.aim).saturating_sub(window),
            _ => random.below(len),
        };
        let mut squares: Vec<usize> =
            (0..random.below(4)).map(|_| random.below(self.spots.len() as u32) as usize).collect();
        if random.below(2) == 0 {
            let ends_beyond =
                |&square: &usize| self.end(square).is_some_and(|end| end > self.aim.min(len - 1));
            let last: Vec<usize> = (0..self.spots.len()).filter(ends_beyond).collect();
            squares.push(last[random.below(last.len() as u32) as usize]);
        }
        for square in 0..self.spots.len() {
            let (Some(spot), Some(end)) = (self.spots[square], self.end(square)) else { continue };
            let middle = u32::midpoint(spot.start, end);
            if (start..start + window).contains(&middle) || squares.contains(&square) {
                self.take(square);
            }
        }
    }

    /// Places the remaining squares, the big ones first.
    fn recreate(&mut self, random: &mut Random) {
        let taste = Taste { gap: 1 << random.below(6), used: [3, 6, 10, 14, 17][random.below(5) as usize] };
        let mut todo: Vec<(Reverse<u32>, usize)> = Vec::new();
        for square in 0..self.spots.len() {
            if self.spots[square].is_none() {
                let sizes = self.shapes[square].iter().map(|shape| 10 * shape.count() + shape.width);
                let size = sizes.min().expect("every square has a candidate");
                todo.push((Reverse(size * (70 + random.below(60))), square));
            }
        }
        todo.sort_unstable();
        for (_, square) in todo {
            let spot = self.best_spot(square, taste, random);
            self.put(square, spot);
        }
    }

    /// The place where the square costs least. For each candidate some of the lowest places are tried.
    fn best_spot(&mut self, square: usize, taste: Taste, random: &mut Random) -> Spot {
        let mut best = (u32::MAX, Spot { candidate: 0, start: 0 });
        for (candidate, shape) in self.shapes[square].iter().enumerate() {
            let mut from = 0;
            for _ in 0..4 {
                let Some(start) = self.lowest(shape, from, LAST) else { break };
                let beyond = self.beyond(shape, start);
                // It adds its own entries at least.
                if taste.cost(beyond, shape.count()) < best.0 {
                    let cost = taste.cost(beyond, self.added(shape, start, taste.gap));
                    if cost < best.0 {
                        best = (cost, Spot { candidate, start });
                    }
                }
                if start >= self.aim {
                    break;
                }
                from = start + 64 + 64 * random.below(64);
            }
        }
        best.1
    }

    /// Entries beyond the aim of a shape that begins at `start`.
    fn beyond(&self, shape: &Shape, start: u32) -> u32 {
        if start + shape.width <= self.aim {
            0
        } else {
            ones_from(&shape.words, self.aim.saturating_sub(start))
        }
    }

    /// The first place from `from` to `last_start` where all that the shape needs is free.
    fn lowest(&self, shape: &Shape, from: u32, last_start: u32) -> Option<u32> {
        // 64 places at a time: a set bit means that all entries probed so far are free there.
        let mut start = from;
        while start <= last_start {
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
                return Some(start + fits.trailing_zeros()).filter(|&found| found <= last_start);
            }
            start += 64;
        }
        None
    }

    /// Entries that a placed shape would add, gaps included.
    fn added(&mut self, shape: &Shape, start: u32, gap: u32) -> u32 {
        let (first, last) = (start as usize / 64, (start + shape.width) as usize / 64 + 1);
        let before = self.closed(first, last, gap);
        self.toggle(shape, start);
        let after = self.closed(first, last, gap);
        self.toggle(shape, start);
        after - before
    }

    /// Used entries of the words from `first` to `last`, if every gap shorter than `gap` after one counts as used.
    fn closed(&self, first: usize, last: usize, gap: u32) -> u32 {
        let mut before = first.checked_sub(1).map_or(0, |word| !self.free[word]);
        let mut count = 0;
        for word in &self.free[first..=last] {
            let mut used = u128::from(!word) << 64 | u128::from(before);
            let mut step = 1;
            while step < gap {
                used |= used << step;
                step *= 2;
            }
            count += ((used >> 64) as u64).count_ones();
            before = !word;
        }
        count
    }

    fn put(&mut self, square: usize, spot: Spot) {
        let shapes = self.shapes;
        self.toggle(&shapes[square][spot.candidate], spot.start);
        self.spots[square] = Some(spot);
    }

    fn take(&mut self, square: usize) {
        let shapes = self.shapes;
        if let Some(spot) = self.spots[square].take() {
            self.toggle(&shapes[square][spot.candidate], spot.start);
        }
    }

    fn toggle(&mut self, shape: &Shape, start: u32) {
        let (word, bit) = ((start / 64) as usize, start % 64);
        for (i, used) in shape.words.iter().enumerate() {
            self.free[word + i] ^= used << bit;
            self.free[word + i + 1] ^= used >> (63 - bit) >> 1;
        }
    }

    /// One more than the last entry of the square.
    fn end(&self, square: usize) -> Option<u32> {
        self.spots[square].map(|spot| spot.start + self.shapes[square][spot.candidate].width)
    }
}

impl Taste {
    fn cost(self, beyond: u32, used: u32) -> u32 {
        4 * (20 - self.used) * beyond + self.used * used
    }
}

/// Bits that are set from `bit` on, counted through all words.
fn ones_from(words: &[u64], bit: u32) -> u32 {
    let (first, rest) = words[(bit / 64) as usize..].split_first().expect("the bit is in a word");
    (first >> (bit % 64)).count_ones() + rest.iter().map(|word| word.count_ones()).sum::<u32>()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AIM: u32 = 1000;

    /// Squares with a few candidates each, of random runs.
    fn shapes(random: &mut Random) -> Vec<Vec<Shape>> {
        let mut shape = || {
            let mut slots = Vec::new();
            for _ in 0..=random.below(6) {
                let start = random.below(900);
                slots.extend(start..start + 1 + random.below(150));
            }
            Shape::new(&slots.into_iter().collect())
        };
        (0..30).map(|_| (0..3).map(|_| shape()).collect()).collect()
    }

    /// Counts the users of each entry one by one.
    fn users(shapes: &[Vec<Shape>], spots: &[Spot]) -> Vec<u32> {
        let mut users = vec![0; 64 * WORDS];
        for (candidates, spot) in shapes.iter().zip(spots) {
            for probe in &candidates[spot.candidate].probes {
                users[(spot.start + probe) as usize] += 1;
            }
        }
        users
    }

    #[test]
    fn no_entry_is_used_twice_after_any_step() {
        let mut random = Random::new(1, &[]);
        let shapes = shapes(&mut random);
        let mut packing = Packing::new(&shapes, AIM);
        for step in 0..200 {
            packing.step(50, &mut random);
            let users = users(&shapes, &packing.spots());
            assert!(users.iter().all(|&count| count <= 1), "step {step}");
            assert_eq!(packing.len() as usize, users.iter().rposition(|&count| count > 0).unwrap() + 1);
            let beyond: u32 = users[AIM as usize..].iter().sum();
            assert_eq!(packing.cost(), JUDGE.cost(beyond, packing.closed(0, WORDS - 1, JUDGE.gap)));
            let of_each = packing.spots().into_iter().zip(&shapes);
            let of_each = of_each.map(|(spot, shapes)| packing.beyond(&shapes[spot.candidate], spot.start));
            assert_eq!(of_each.sum::<u32>(), beyond);
        }
    }

    #[test]
    fn packing_makes_the_table_shorter() {
        let mut random = Random::new(2, &[]);
        let shapes = shapes(&mut random);
        let mut packing = Packing::new(&shapes, AIM);
        packing.step(0, &mut random);
        let first = packing.len();
        packing.aim_at(first - first / 10);
        (0..300).for_each(|_| packing.step(20, &mut random));
        assert!(packing.len() < first, "{} of {first}", packing.len());
    }

    #[test]
    fn settled_squares_cannot_stand_lower() {
        let mut random = Random::new(3, &[]);
        let shapes = shapes(&mut random);
        let mut packing = Packing::new(&shapes, AIM);
        packing.step(0, &mut random);
        let before = packing.len();
        packing.settle();
        assert!(packing.len() <= before);
        for (square, spot) in packing.spots().into_iter().enumerate() {
            packing.take(square);
            let shape = &shapes[square][spot.candidate];
            assert_eq!(packing.lowest(shape, 0, LAST), Some(spot.start));
            packing.put(square, spot);
        }
    }

    #[test]
    fn spots_that_overlap_are_no_packing() {
        let shapes = [[1, 2, 5], [3, 4, 5]].map(|slots| vec![Shape::new(&slots.into_iter().collect())]);
        let at = |starts: [u32; 2]| starts.map(|start| Spot { candidate: 0, start });
        // Used are 0, 1, 4 and 0, 1, 2 from the start on.
        assert!(Packing::with_spots(&shapes, AIM, &at([0, 0])).is_none());
        assert!(Packing::with_spots(&shapes, AIM, &at([0, 2])).is_none());
        assert_eq!(Packing::with_spots(&shapes, AIM, &at([0, 5])).map(|packing| packing.len()), Some(8));
        assert_eq!(Packing::with_spots(&shapes, AIM, &at([2, 63])).map(|packing| packing.len()), Some(66));
    }
}
