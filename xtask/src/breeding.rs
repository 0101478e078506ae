use arrayvec::ArrayVec;
use rayon::prelude::*;

use crate::footprint::{Footprint, Relation, Trial};
use crate::random::Random;

/// A magic of some square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) factor: u64,
    pub(crate) footprint: Footprint,
}

/// The aim of breeding: few used entries, where gaps up to this many entries count as used. A packing fills long gaps, but
/// hardly ever short ones.
const GAPS: [u32; 4] = [1, 3, 7, 31];

/// Candidates kept by square and gap.
const KEPT: usize = 16;

/// Factors tried by one climb.
const CLIMB: u32 = 3000;

/// The number of entries by which a step of a climb may be worse at its beginning, times a geometrically distributed number.
const HEAT: u32 = 15;

/// The best candidates of each of the 128 squares, and their improvement.
///
/// A generation climbs once for each square and gap, from a random magic or from a candidate of this square or a near
/// one: a factor moved by as many bits as the squares are apart treats most of the lines alike. Climbing goes by
/// [`Digits`]: with changes of bits and sums, after as many tries, it ended 5 % higher.
pub(crate) struct Breeding {
    seed: u64,
    relations: Vec<Relation>,
    /// The number of generations so far.
    pub(crate) generation: u32,
    /// By square and gap, the best first.
    stocks: Vec<[Vec<Candidate>; GAPS.len()]>,
}

impl Breeding {
    pub(crate) fn new(seed: u64) -> Self {
        let relations = Relation::all();
        let stocks = relations.iter().map(|_| Default::default()).collect();
        Self { seed, relations, generation: 0, stocks }
    }

    /// The sum over all squares of the fewest entries, short gaps included; none if there is a square without a magic.
    pub(crate) fn entries(&self) -> Option<u32> {
        self.stocks.iter().map(|stock| Some(stock[0].first()?.footprint.closed_count(GAPS[0]))).sum()
    }

    /// The candidates of each square, the rook's first.
    pub(crate) fn candidates(&self) -> Vec<Vec<Candidate>> {
        let of_square = |stock: &[Vec<Candidate>; GAPS.len()]| {
            let mut all: Vec<Candidate> = Vec::new();
            for candidate in stock.iter().flatten() {
                if !all.iter().any(|other| other.footprint == candidate.footprint) {
                    all.push(candidate.clone());
                }
            }
            all
        };
        self.stocks.iter().map(of_square).collect()
    }

    /// The factors by square and gap, for a file.
    pub(crate) fn factors(&self) -> Vec<(usize, usize, u64)> {
        let mut factors = Vec::new();
        for (square, stock) in self.stocks.iter().enumerate() {
            for (gap, all) in stock.iter().enumerate() {
                factors.extend(all.iter().map(|candidate| (square, gap, candidate.factor)));
            }
        }
        factors
    }

    /// A breeding at this generation with these factors; those that are no magics are dropped.
    pub(crate) fn resume(seed: u64, generation: u32, factors: Vec<(usize, usize, u64)>) -> Self {
        let mut breeding = Self { generation, ..Self::new(seed) };
        for (square, gap, factor) in factors {
            let footprint =
                breeding.relations.get(square).and_then(|one| Trial::new(one).footprint(factor, u32::MAX));
            if let Some(footprint) = footprint
                && gap < GAPS.len()
            {
                breeding.keep(square, gap, Candidate { factor, footprint });
            }
        }
        breeding
    }

    /// One more generation, on all cores. Each climb has random numbers of its own and sees the generation before, so
    /// that the outcome is the same on every machine.
    pub(crate) fn advance(&mut self) {
        self.generation += 1;
        let tasks: Vec<_> =
            (0..self.stocks.len()).flat_map(|square| (0..GAPS.len()).map(move |gap| (square, gap))).collect();
        let found: Vec<_> = tasks.par_iter().map(|&(square, gap)| self.climb(square, gap)).collect();
        for ((square, _), candidate) in tasks.into_iter().zip(found) {
            if let Some(candidate) = candidate {
                (0..GAPS.len()).for_each(|gap| self.keep(square, gap, candidate.clone()));
            }
        }
    }

    fn keep(&mut self, square: usize, gap: usize, candidate: Candidate) {
        let cost = |Candidate { footprint, .. }: &Candidate| {
            (footprint.closed_count(GAPS[gap]), footprint.count(), footprint.width())
        };
        let stock = &mut self.stocks[square][gap];
        // If all three are equal, these are almost always the same entries at another place.
        let place = stock.partition_point(|other| cost(other) < cost(&candidate));
        if place < KEPT && stock.get(place).is_none_or(|other| cost(other) != cost(&candidate)) {
            stock.insert(place, candidate);
            stock.truncate(KEPT);
        }
    }

    /// Simulated annealing from a start to the best magic on the way.
    fn climb(&self, square: usize, gap: usize) -> Option<Candidate> {
        let mut random = Random::new(self.seed, &[self.generation.into(), square as u64, gap as u64]);
        let mut trial = Trial::new(&self.relations[square]);
        let most = 7 + random.below(6) as usize;
        let start = if self.stocks[square][gap].len() < 4 || random.below(10) == 0 {
            random_magic(&mut trial, most, &mut random)
        } else {
            self.descendant(square, &mut trial, &mut random)
        }?;
        let most = most.max(start.len());
        let try_one = |trial: &mut Trial, digits: &Digits, limit| {
            let factor = digits.value();
            let candidate = Candidate { factor, footprint: trial.footprint(factor, limit)? };
            Some((candidate.footprint.closed_count(GAPS[gap]), candidate))
        };
        let mut best = try_one(&mut trial, &start, u32::MAX)?;
        let (mut here, mut cost) = (start, best.0);
        for left in (0..CLIMB).rev() {
            let digits = here.mutated(most, &mut random);
            let limit = cost + HEAT * left / CLIMB * random.geometric();
            let Some(tried) = try_one(&mut trial, &digits, limit).filter(|tried| tried.0 <= limit) else {
                continue;
            };
            (here, cost) = (digits, tried.0);
            if cost < best.0 {
                best = tried;
            }
        }
        Some(best.1)
    }

    /// A magic close to one of this square's or of a near square's.
    fn descendant(&self, square: usize, trial: &mut Trial, random: &mut Random) -> Option<Digits> {
        const NEAR: [isize; 9] = [0, 0, 0, 8, -8, 1, -1, 16, -16];
        let distance = NEAR[random.below(NEAR.len() as u32) as usize];
        let (base, place) = (square / 64 * 64, square % 64);
        let parent = place.checked_add_signed(distance).filter(|&near| near < 64).unwrap_or(place);
        let stock = &self.stocks[base + parent][random.below(GAPS.len() as u32) as usize];
        if stock.is_empty() {
            return None;
        }
        let factor = stock[random.below(stock.len() as u32) as usize].factor;
        // Downwards with the sign, or a negative factor would get another digit.
        let moved = if parent >= place {
            factor << (parent - place)
        } else {
            (factor as i64 >> (place - parent)) as u64
        };
        let moved = Digits::of(moved);
        let mut digits = moved.clone();
        for attempt in 0..400 {
            if trial.footprint(digits.value(), u32::MAX).is_some() {
                return Some(digits);
            }
            digits = moved.mutated(moved.len() + 1, random);
            if attempt % 2 == 1 {
                digits = digits.mutated(moved.len() + 1, random);
            }
        }
        None
    }
}

/// A random magic of at most so many digits, if a limited number of tries finds one.
fn random_magic(trial: &mut Trial, most: usize, random: &mut Random) -> Option<Digits> {
    const TRIES: u32 = 60_000;
    (0..TRIES).find_map(|_| {
        let digits = Digits::random(4 + random.below(most as u32 - 3) as usize, random);
        trial.footprint(digits.value(), u32::MAX).map(|_| digits)
    })
}

/// A factor as the shortest sum of signed powers of two, which shows its structure.
///
/// Factors whose entries lie close together have few digits, often in the pattern of another square's. A change of one
/// bit is a small step between them only by chance; one of a digit's place or sign always is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digits(ArrayVec<Digit, MOST>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    /// The exponent, from 0 to 63.
    place: u32,
    is_negative: bool,
}

/// More digits than the non-adjacent form of any factor has.
const MOST: usize = 40;

/// A mutation does not leave fewer: no magic has them.
const FEWEST: usize = 3;

impl Digits {
    /// The non-adjacent form: no two digits are adjacent, and no form has fewer of them.
    pub(crate) fn of(factor: u64) -> Self {
        let mut digits = ArrayVec::new();
        let mut rest = factor;
        while rest != 0 {
            let place = rest.trailing_zeros();
            // A run of ones is its end less its start. Modulo 2^64, the last digit's sign does not matter.
            let is_negative = place < 63 && rest >> place & 2 != 0;
            digits.push(Digit { place, is_negative });
            rest = if is_negative { rest.wrapping_add(1 << place) } else { rest - (1 << place) };
        }
        Self(digits)
    }

    /// So many digits, each anywhere.
    pub(crate) fn random(len: usize, random: &mut Random) -> Self {
        Self((0..len).map(|_| Digit::random(random)).collect())
    }

    /// The factor.
    pub(crate) fn value(&self) -> u64 {
        self.0.iter().fold(0, |sum: u64, digit| {
            let power = 1 << digit.place;
            if digit.is_negative { sum.wrapping_sub(power) } else { sum.wrapping_add(power) }
        })
    }

    /// The number of digits.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// One to three small changes, after which there are no more than `most` digits if there were not before.
    pub(crate) fn mutated(&self, most: usize, random: &mut Random) -> Self {
        let mut digits = self.clone();
        for _ in 0..=random.geometric().min(2) {
            digits.mutate(most.min(MOST), random);
        }
        digits
    }

    fn mutate(&mut self, most: usize, random: &mut Random) {
        let len = self.0.len();
        let kind = random.below(16);
        if len == 0 || len < most && matches!(kind, 0 | 1) {
            return self.0.push(Digit::random(random));
        }
        let any = random.below(len as u32) as usize;
        let digit = &mut self.0[any];
        match kind {
            2 | 3 if len > FEWEST => {
                self.0.swap_remove(any);
            }
            4 => digit.is_negative = !digit.is_negative,
            5 | 6 => digit.place = random.below(64),
            // 2^n is 2^(n+1) - 2^n as well as 2^(n-1) + 2^(n-1): a part of it can then move from there.
            7 if len < most && digit.place < 63 => {
                let lower = Digit { place: digit.place, is_negative: !digit.is_negative };
                digit.place += 1;
                self.0.push(lower);
            }
            8 if len < most && digit.place > 0 => {
                digit.place -= 1;
                let twin = *digit;
                self.0.push(twin);
            }
            // Neighbours in a group move together.
            9 => {
                let first = random.below(64);
                let group = first..first + 5 + random.below(24);
                let by = [-1, 1][random.below(2) as usize];
                self.0
                    .iter_mut()
                    .filter(|digit| group.contains(&digit.place))
                    .for_each(|digit| digit.shift(by));
            }
            10 => {
                let by = [-1, 1][random.below(2) as usize];
                self.0.iter_mut().for_each(|digit| digit.shift(by));
            }
            _ => digit.shift([-1, 1, -1, 1, -2, 2, -8, 8][random.below(8) as usize]),
        }
    }
}

impl Digit {
    fn random(random: &mut Random) -> Self {
        Self { place: random.below(64), is_negative: random.below(2) == 0 }
    }

    fn shift(&mut self, by: i32) {
        self.place = self.place.wrapping_add_signed(by) % 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_few_and_add_up_to_the_factor() {
        let mut random = Random::new(1, &[]);
        for factor in (0..1000).map(|_| random.next()).chain([0, 1, 3, 1 << 63, u64::MAX, u64::MAX - 1]) {
            let digits = Digits::of(factor);
            assert_eq!(digits.value(), factor);
            assert!(digits.0.windows(2).all(|pair| pair[1].place > pair[0].place + 1), "{digits:?}");
        }
        assert_eq!(Digits::of(u64::MAX).len(), 1);
        assert_eq!(Digits::of(0b111_1000).len(), 2);
    }

    #[test]
    fn mutations_keep_to_the_number_of_digits() {
        let mut random = Random::new(2, &[]);
        let mut digits = Digits::random(5, &mut random);
        let mut lens = Vec::new();
        for _ in 0..10_000 {
            let next = digits.mutated(9, &mut random);
            lens.push(next.len());
            assert!(next.0.iter().all(|digit| digit.place < 64));
            digits = next;
        }
        assert_eq!((lens.iter().min(), lens.iter().max()), (Some(&FEWEST), Some(&9)));
        // One with more than that is not cut, and gets no more.
        let many = Digits::of(0x5555_5555_5555_5555);
        assert!((0..1000).all(|_| many.mutated(9, &mut random).len() <= many.len()));
    }
}
