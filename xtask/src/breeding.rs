use chess_slider::Slider;
use rayon::prelude::*;

use crate::dense::{Divide, Outcome};
use crate::footprint::Footprint;
use crate::random::Random;
use crate::relation::{Relation, Trial};

/// A magic of some square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) factor: u64,
    pub(crate) footprint: Footprint,
}

/// What is bred for: few used entries, where gaps up to so many entries count as used. A packing fills long gaps, but
/// hardly ever short ones.
const GAPS: [u32; 4] = [0, 1, 7, 31];

/// Candidates kept by square and gap.
const KEPT: usize = 12;

/// Factors tried by one climb.
const CLIMB: u32 = 3000;

/// The best candidates of each of the 128 squares, and how they get better.
///
/// A generation climbs once for each square and gap, from a random magic or from a candidate of this square or a near
/// one: a factor moved by as many bits as the squares are apart treats most of the lines alike.
pub(crate) struct Breeding {
    seed: u64,
    /// How often the first generation begins to divide and conquer, for each square.
    restarts: u32,
    relations: Vec<Relation>,
    generation: u32,
    /// By square and gap, the best first.
    stocks: Vec<[Vec<Candidate>; GAPS.len()]>,
}

impl Breeding {
    pub(crate) fn new(seed: u64, restarts: u32) -> Self {
        let relations = Relation::all();
        let stocks = relations.iter().map(|_| Default::default()).collect();
        Self { seed, restarts, relations, generation: 0, stocks }
    }

    /// The number of generations so far.
    pub(crate) fn generation(&self) -> u32 {
        self.generation
    }

    /// The sum over all squares of the fewest entries, short gaps included; none if there is a square without a magic.
    pub(crate) fn entries(&self) -> Option<u32> {
        self.stocks.iter().map(|stock| Some(stock[2].first()?.footprint.closed_count(GAPS[2]))).sum()
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
    pub(crate) fn factors(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        self.stocks.iter().enumerate().flat_map(|(square, stock)| {
            let of_gap = move |(gap, all): (usize, &Vec<Candidate>)| {
                all.iter().map(move |candidate| (square, gap, candidate.factor)).collect::<Vec<_>>()
            };
            stock.iter().enumerate().flat_map(of_gap)
        })
    }

    /// A breeding that has come to this generation with these factors; those that are no magics are left out.
    pub(crate) fn resume(
        seed: u64,
        restarts: u32,
        generation: u32,
        factors: impl IntoIterator<Item = (usize, usize, u64)>,
    ) -> Self {
        let mut breeding = Self { generation, ..Self::new(seed, restarts) };
        for (square, gap, factor) in factors {
            let footprint = breeding.relations.get(square).and_then(|one| Trial::new(one).footprint(factor));
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
        if self.generation == 1 {
            let conquer = |relation| conquer(relation, self.seed, self.restarts);
            let found: Vec<_> = self.relations.par_iter().map(conquer).collect();
            for (square, candidates) in found.into_iter().enumerate() {
                for candidate in candidates {
                    (0..GAPS.len()).for_each(|gap| self.keep(square, gap, candidate.clone()));
                }
            }
        }
        let tasks: Vec<_> =
            (0..self.stocks.len()).flat_map(|square| (0..GAPS.len()).map(move |gap| (square, gap))).collect();
        let found: Vec<_> = tasks.par_iter().map(|&(square, gap)| self.climb(square, gap)).collect();
        for ((square, gap), candidate) in tasks.into_iter().zip(found) {
            if let Some(candidate) = candidate {
                self.keep(square, gap, candidate);
            }
        }
    }

    fn keep(&mut self, square: usize, gap: usize, candidate: Candidate) {
        let cost = |candidate: &Candidate| {
            (candidate.footprint.closed_count(GAPS[gap]), candidate.footprint.count())
        };
        let stock = &mut self.stocks[square][gap];
        // Equal costs mean, almost always, the same entries moved to another place.
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
        let start = if self.stocks[square][gap].len() < 4 || random.below(12) == 0 {
            random_magic(&self.relations[square], &mut trial, &mut random)
        } else {
            self.descendant(square, &mut trial, &mut random)
        }?;
        let cost = |candidate: &Candidate| candidate.footprint.closed_count(GAPS[gap]);
        let (mut here, mut best) = ((start.factor, cost(&start)), (cost(&start), start));
        for left in (0..CLIMB).rev() {
            let factor = mutated(here.0, &mut random);
            let limit = here.1 + 40 * left / CLIMB * random.geometric();
            let footprint = trial.footprint(factor).filter(|footprint| footprint.count() <= limit);
            let Some(candidate) = footprint.map(|footprint| Candidate { factor, footprint }) else {
                continue;
            };
            let cost = cost(&candidate);
            if cost <= limit {
                here = (factor, cost);
            }
            if cost < best.0 {
                best = (cost, candidate);
            }
        }
        Some(best.1)
    }

    /// A magic close to one of this square's or of a near square's.
    fn descendant(&self, square: usize, trial: &mut Trial, random: &mut Random) -> Option<Candidate> {
        const NEAR: [isize; 9] = [0, 0, 0, 8, -8, 1, -1, 16, -16];
        let distance = NEAR[random.below(NEAR.len() as u32) as usize];
        let (base, place) = (square / 64 * 64, square % 64);
        let parent = place.checked_add_signed(distance).filter(|&near| near < 64).unwrap_or(place);
        let stock = &self.stocks[base + parent][random.below(GAPS.len() as u32) as usize];
        if stock.is_empty() {
            return None;
        }
        let factor = stock[random.below(stock.len() as u32) as usize].factor;
        let moved = if parent >= place { factor << (parent - place) } else { factor >> (place - parent) };
        let mut factor = moved;
        for attempt in 0..300 {
            if let Some(footprint) = trial.footprint(factor) {
                return Some(Candidate { factor, footprint });
            }
            factor = mutated(moved, random);
            if attempt % 2 == 1 {
                factor = mutated(factor, random);
            }
        }
        None
    }
}

/// A random magic, if one is found before long. Most tries are spent on factors whose entries lie close together.
fn random_magic(relation: &Relation, trial: &mut Trial, random: &mut Random) -> Option<Candidate> {
    const COMPACT: u32 = 20_000;
    const ANY: u32 = 200_000;
    let Relation { slider, square, .. } = *relation;
    let mask = slider.mask(square);
    // Where a square has fewer relevant squares than its piece has index bits, the first bits of the index should stay
    // 0. The first bit of a relevant square's share in the product is that of the factor at 63 less the square.
    let spare = slider.index_bits() - mask.count();
    let kept = mask.into_iter().fold(u64::MAX, |kept, relevant| {
        (0..spare).fold(kept, |kept, bit| kept & !((1 << 63) >> (relevant as u32 + bit).min(63)))
    });
    (0..COMPACT + ANY).find_map(|attempt| {
        let factor = if attempt < COMPACT { random.sparse() & kept } else { random.sparse() };
        trial.footprint(factor).map(|footprint| Candidate { factor, footprint })
    })
}

/// Magics whose entries lie close together, each closer than the one before, by divide and conquer.
fn conquer(relation: &Relation, seed: u64, restarts: u32) -> Vec<Candidate> {
    const RESTART: u64 = 1_000_000;
    // A square where nothing has been found by then is left to breeding.
    const PATIENCE: u32 = 7;
    let Relation { slider, square, .. } = *relation;
    let mut trial = Trial::new(relation);
    let mut found: Vec<Candidate> = Vec::new();
    let mut span = (1 << slider.mask(square).count()) + (1 << slider.mask(square).count()) / 64;
    for restart in 0..restarts {
        let mut random = Random::new(seed, &[u64::MAX - 1, slider as u64, square as u64, restart.into()]);
        let divide = Divide::new(relation, 64 - slider.index_bits()).within(span);
        // The bits that are left say where the first index is, and so how the products are rounded.
        let outcome = divide.search(RESTART, &mut random, |low, known, random| {
            let factors = (0..64).map(|_| low | random.next().checked_shl(known).unwrap_or(0));
            factors.into_iter().find(|&factor| trial.footprint(factor).is_some())
        });
        match outcome {
            Outcome::Found(factor) => {
                let Some(footprint) = trial.footprint(factor) else { continue };
                let bounds = footprint.iter().next().zip(footprint.iter().last());
                span = (span - span / 32).min(bounds.map_or(span, |(first, last)| last - first));
                found.push(Candidate { factor, footprint });
            }
            Outcome::Disproved => break,
            Outcome::Open if found.is_empty() && restart >= PATIENCE => break,
            Outcome::Open => {}
        }
    }
    found
}

/// A factor near another one, in the sense of bits or of numbers.
fn mutated(factor: u64, random: &mut Random) -> u64 {
    let mut bit = || 1_u64 << random.below(64);
    let (one, two, three) = (bit(), bit(), bit());
    match random.below(32) {
        0..8 => factor ^ one,
        8..16 => factor ^ one ^ two,
        16..20 => factor ^ one ^ two ^ three,
        20..24 => factor.wrapping_add(one),
        24..28 => factor.wrapping_sub(one),
        28 => factor << 1,
        29 => factor >> 1,
        30 => factor.wrapping_mul(3),
        _ => factor.rotate_left(1),
    }
}

/// The name of a square's table in files: piece and square.
pub(crate) fn place_of(index: usize) -> (Slider, chess_types::Square) {
    (Slider::ALL[index / 64], chess_types::Square::ALL[index % 64])
}
