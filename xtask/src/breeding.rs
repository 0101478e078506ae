//! Factors whose entries lie close together: simulated annealing of each square's factor, which starts from random magics and from
//! those of near squares.

use chess_slider::Slider;
use chess_types::{Bitboard, SplitMix64, Square};
use rayon::prelude::*;

/// Words of a set of entries: no square has more than 4,096.
pub(crate) const WORDS: usize = 64;

/// A magic of some square, and its entries, counted from the one with index 0.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub(crate) factor: u64,
    pub(crate) entries: [u64; WORDS],
}

/// What breeding aims at: few used entries, where gaps up to this many entries count as used. A packing fills long gaps, but
/// hardly ever short ones.
const GAPS: [u32; 4] = [1, 3, 7, 31];

/// Candidates kept by square and gap.
const KEPT: usize = 16;

/// Factors tried by one climb.
const CLIMB: u32 = 3000;

/// The number of entries by which a step of a climb may be worse at its beginning, times a geometrically distributed number.
const HEAT: u32 = 15;

/// The best candidates of a square for each gap, with their costs, the best first.
type Stock = [Vec<(u32, Candidate)>; GAPS.len()];

/// Returns candidates for each of the 128 squares, the rook's first.
///
/// A generation climbs once for each square and gap. Each climb has random numbers of its own and sees the generation before, so that
/// the outcome is the same on any number of threads.
pub(crate) fn breed(seed: u64, generations: u64, report: &dyn Fn()) -> Vec<Vec<Candidate>> {
    let squares: Vec<_> = Slider::ALL
        .into_iter()
        .flat_map(|slider| Square::ALL.map(|square| Trial::new(slider, square)))
        .collect();
    let mut stocks: Vec<Stock> = squares.iter().map(|_| Stock::default()).collect();
    let tasks: Vec<_> =
        (0..squares.len()).flat_map(|square| (0..GAPS.len()).map(move |gap| (square, gap))).collect();
    let mut generation = 0;
    while generation < generations || stocks.iter().any(|stock| stock[0].is_empty()) {
        generation += 1;
        let climb = |&(square, gap): &(usize, usize)| {
            let mut random = Random::new(&[seed, generation, square as u64, gap as u64]);
            climb(&mut squares[square].clone(), &stocks, square, gap, &mut random)
        };
        let found: Vec<_> = tasks.par_iter().map(climb).collect();
        for (&(square, _), candidate) in tasks.iter().zip(found) {
            let Some(candidate) = candidate else { continue };
            for (kept, gap) in stocks[square].iter_mut().zip(GAPS) {
                let cost = closed(&candidate.entries, gap);
                let place = kept.partition_point(|other| other.0 < cost);
                // With the same cost, these are almost always the same entries at another place.
                if kept.get(place).is_none_or(|other| other.0 != cost) {
                    kept.insert(place, (cost, candidate.clone()));
                    kept.truncate(KEPT);
                }
            }
        }
        report();
    }
    let all = |stock: Stock| stock.into_iter().flatten().map(|(_, candidate)| candidate).collect();
    let mut candidates: Vec<Vec<Candidate>> = stocks.into_iter().map(all).collect();
    for of_square in &mut candidates {
        of_square.sort_by_key(|candidate| candidate.entries);
        of_square.dedup_by_key(|candidate| candidate.entries);
    }
    candidates
}

/// Simulated annealing from a start to the best magic on the way.
fn climb(
    trial: &mut Trial,
    stocks: &[Stock],
    square: usize,
    gap: usize,
    random: &mut Random,
) -> Option<Candidate> {
    let most = 7 + random.below(6) as usize;
    let is_poor = stocks[square][gap].len() < 4 || random.below(10) == 0;
    let mut here =
        if is_poor { random_magic(trial, most, random)? } else { descendant(trial, stocks, square, random)? };
    let most = most.max(here.0.len());
    let cost_of = |candidate: &Candidate| closed(&candidate.entries, GAPS[gap]);
    let mut best = trial.magic(here.value())?;
    let mut cost = cost_of(&best);
    let mut least = cost;
    for left in (0..CLIMB).rev() {
        let digits = here.mutated(most, random);
        let limit = cost + HEAT * left / CLIMB * random.geometric();
        let Some(tried) = trial.magic(digits.value()).filter(|tried| cost_of(tried) <= limit) else {
            continue;
        };
        (here, cost) = (digits, cost_of(&tried));
        if cost < least {
            (best, least) = (tried, cost);
        }
    }
    Some(best)
}

/// A random magic of at most so many digits, if a limited number of tries finds one.
fn random_magic(trial: &mut Trial, most: usize, random: &mut Random) -> Option<Digits> {
    (0..60_000).find_map(|_| {
        let len = 4 + random.below(most as u32 - 3);
        let digits = Digits((0..len).map(|_| Digit::random(random)).collect());
        trial.magic(digits.value()).map(|_| digits)
    })
}

/// A magic close to one of this square's or of a near square's: a factor moved by as many bits as the squares are apart treats most of
/// the lines alike.
fn descendant(trial: &mut Trial, stocks: &[Stock], square: usize, random: &mut Random) -> Option<Digits> {
    let distance = random.pick(&[0_isize, 0, 0, 8, -8, 1, -1, 16, -16]);
    let (base, place) = (square / 64 * 64, square % 64);
    let parent = place.checked_add_signed(distance).filter(|&near| near < 64).unwrap_or(place);
    let stock = &stocks[base + parent][random.below(GAPS.len() as u32) as usize];
    let (_, Candidate { factor, .. }) = stock.get(random.below(stock.len().max(1) as u32) as usize)?;
    // Downwards with the sign, or a negative factor would get another digit.
    let moved = if parent >= place {
        factor << (parent - place)
    } else {
        (*factor as i64 >> (place - parent)) as u64
    };
    let moved = Digits::of(moved);
    let mut digits = moved.clone();
    for _ in 0..400 {
        if trial.magic(digits.value()).is_some() {
            return Some(digits);
        }
        digits = moved.mutated(moved.0.len() + 1, random);
    }
    None
}

/// The number of used entries, where gaps of up to `gap` entries after a used one count as used; `gap` is one less than a power of two.
pub(crate) fn closed(words: &[u64], gap: u32) -> u32 {
    let (mut before, mut count) = (0, 0);
    for &word in words.iter().chain([&0]) {
        let mut used = u128::from(word) << 64 | u128::from(before);
        let mut step = 1;
        while step <= gap {
            used |= used << step;
            step *= 2;
        }
        count += ((used >> 64) as u64).count_ones();
        before = word;
    }
    count
}

/// Tries factors for one square: occupancies with different attacks must not share an entry.
#[derive(Clone)]
struct Trial {
    shift: u32,
    /// Each occupancy of the relevant squares with all others occupied, and the number of its attacks, from 1.
    occupancies: Vec<(u64, u8)>,
    /// Pairs that have collided lately: bad factors often fail in the same pairs.
    suspects: [[u64; 2]; 8],
    next_suspect: usize,
}

impl Trial {
    fn new(slider: Slider, square: Square) -> Self {
        let mask = slider.mask(square);
        let mut known: Vec<Bitboard> = Vec::new();
        let mut number_of = |attacks| {
            known.iter().position(|&other| other == attacks).unwrap_or_else(|| {
                known.push(attacks);
                known.len() - 1
            })
        };
        let occupancy =
            |subset: Bitboard| ((subset | !mask).0, number_of(slider.attacks(square, subset)) as u8 + 1);
        let occupancies = mask.subsets().map(occupancy).collect();
        Self { shift: 64 - slider.index_bits(), occupancies, suspects: [[0, u64::MAX]; 8], next_suspect: 0 }
    }

    /// The candidate with this factor, if it is a magic.
    fn magic(&mut self, factor: u64) -> Option<Candidate> {
        let index = |occupancy: u64| (occupancy.wrapping_mul(factor) >> self.shift) as usize;
        if self.suspects.iter().any(|&[a, b]| index(a) == index(b)) {
            return None;
        }
        let mut table = [0; 64 * WORDS];
        let mut entries = [0; WORDS];
        for &(occupancy, attacks) in &self.occupancies {
            let slot = index(occupancy);
            if table[slot] != attacks && table[slot] != 0 {
                let other = self.occupancies.iter().find(|other| index(other.0) == slot);
                self.suspects[self.next_suspect] = [other.map_or(0, |other| other.0), occupancy];
                self.next_suspect = (self.next_suspect + 1) % self.suspects.len();
                return None;
            }
            table[slot] = attacks;
            entries[slot / 64] |= 1 << (slot % 64);
        }
        Some(Candidate { factor, entries })
    }
}

/// A factor as a sum of signed powers of two, which shows its structure: factors whose entries lie close together have few. A change
/// of one bit is a small step between them only by chance; one of a digit's place or sign always is.
#[derive(Clone, Debug)]
struct Digits(Vec<Digit>);

#[derive(Clone, Copy, Debug)]
struct Digit {
    /// The exponent, from 0 to 63.
    place: u32,
    is_negative: bool,
}

impl Digits {
    /// The non-adjacent form: no form has fewer digits.
    fn of(factor: u64) -> Self {
        let mut digits = Vec::new();
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

    fn value(&self) -> u64 {
        self.0.iter().fold(0, |sum: u64, digit| {
            let power = 1 << digit.place;
            if digit.is_negative { sum.wrapping_sub(power) } else { sum.wrapping_add(power) }
        })
    }

    /// One to three small changes, after which there are no more than `most` digits.
    fn mutated(&self, most: usize, random: &mut Random) -> Self {
        let mut digits = self.clone();
        for _ in 0..=random.geometric().min(2) {
            digits.mutate(most, random);
        }
        digits
    }

    fn mutate(&mut self, most: usize, random: &mut Random) {
        let len = self.0.len();
        let kind = random.below(16);
        if len == 0 || len < most && kind < 2 {
            return self.0.push(Digit::random(random));
        }
        let any = random.below(len as u32) as usize;
        let digit = &mut self.0[any];
        match kind {
            2 | 3 if len > 3 => {
                self.0.swap_remove(any);
            }
            4 => digit.is_negative = !digit.is_negative,
            5 | 6 => digit.place = random.below(64),
            // 2^n is 2^(n+1) - 2^n: a part of it can then move from there.
            7 | 8 if len < most && digit.place < 63 => {
                let lower = Digit { place: digit.place, is_negative: !digit.is_negative };
                digit.place += 1;
                self.0.push(lower);
            }
            // Neighbours in a group move together.
            9 | 10 => {
                let first = random.below(64);
                let group = first..first + 5 + random.below(60);
                let by = random.pick(&[-1, 1]);
                self.0
                    .iter_mut()
                    .filter(|digit| group.contains(&digit.place))
                    .for_each(|digit| digit.shift(by));
            }
            _ => digit.shift(random.pick(&[-1, 1, -1, 1, -2, 2, -8, 8])),
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

/// Random numbers of the kinds that a search needs, in integers, so that all machines agree on the last digit.
pub(crate) struct Random(SplitMix64);

impl Random {
    /// An independent stream for each list of numbers.
    pub(crate) fn new(stream: &[u64]) -> Self {
        let first = |seed| SplitMix64::new(seed).next_u64();
        Self(SplitMix64::new(stream.iter().fold(0, |state, &number| first(state ^ first(number)))))
    }

    /// A number from 0 to `end` less 1.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (((self.0.next_u64() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// 0, 1, 2, ... with probability 1/2, 1/4, 1/8, ...
    pub(crate) fn geometric(&mut self) -> u32 {
        self.0.next_u64().trailing_zeros()
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }
}
