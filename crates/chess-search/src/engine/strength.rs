use core::hash::{BuildHasher, Hasher};
use std::hash::RandomState;

use chess_types::SplitMix64;

use super::report::ScoredLine;

/// A limited playing strength, given as an Elo rating from [`MIN_ELO`](Self::MIN_ELO) to [`MAX_ELO`](Self::MAX_ELO).
///
/// The rating sets two numbers. [`nodes`](Self::nodes) limits the nodes of each search. [`noise`](Self::noise) is an error in
/// hundredths of a pawn: the engine searches at least [`LINES`](Self::LINES) lines, adds a random number between 0 and the noise
/// to the score of each, and plays the line with the greatest sum. A move that is worse than the best one by more than the noise
/// is never played, and neither is one that lets go of a mate which the search has seen.
///
/// The ratings are on the scale of the `UCI_Elo` of Stockfish 15.1. At 1350, 1600, 1800 and 2000 they differed from it by at most
/// 60 Elo in 60 to 80 games each, with errors of 75 to 90; lower ratings were fitted to games of the engine against itself, and
/// higher ones follow the slope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    elo: u16,
    seed: u64,
}

impl Strength {
    /// The lowest rating.
    pub const MIN_ELO: u16 = 1000;

    /// The highest rating.
    pub const MAX_ELO: u16 = 2400;

    /// The number of lines from which the engine chooses.
    pub const LINES: usize = 4;

    /// Limits the strength to this rating, clamped to the range; the choices differ from one call to the next.
    pub fn new(elo: u16) -> Self {
        Self::with_seed(elo, RandomState::new().build_hasher().finish())
    }

    /// Limits the strength to this rating, clamped to the range; equal seeds make the same choices.
    pub const fn with_seed(elo: u16, seed: u64) -> Self {
        let elo = if elo < Self::MIN_ELO {
            Self::MIN_ELO
        } else if elo > Self::MAX_ELO {
            Self::MAX_ELO
        } else {
            elo
        };
        Self { elo, seed }
    }

    /// Returns the rating.
    pub const fn elo(self) -> u16 {
        self.elo
    }

    /// Returns the greatest number of nodes of a search.
    pub const fn nodes(self) -> u64 {
        self.between(&NODES) as u64
    }

    /// Returns the greatest error of a line's score, in hundredths of a pawn.
    pub const fn noise(self) -> u16 {
        self.between(&NOISE) as u16
    }

    /// Returns the number for this rating, on a straight line between those of the hundreds around it.
    const fn between(self, numbers: &[i64; RUNGS]) -> i64 {
        let above = (self.elo - Self::MIN_ELO) as usize;
        let (rung, rest) = (above / 100, (above % 100) as i64);
        let here = numbers[rung];
        if rest == 0 { here } else { here + (numbers[rung + 1] - here) * rest / 100 }
    }

    pub(super) const fn random(self) -> SplitMix64 {
        SplitMix64::new(self.seed)
    }

    /// Returns the index of the line to play, of lines that begin with the best one.
    pub(super) fn choose(self, lines: &[ScoredLine], random: &mut SplitMix64) -> usize {
        let width = u64::from(self.noise()) + 1;
        let mut noisy = || (random.next_u64() % width) as i32;
        let sums = lines.iter().map(|line| line.score + noisy());
        // Of equal sums the first, which belongs to the better line.
        sums.enumerate().max_by_key(|&(i, sum)| (sum, core::cmp::Reverse(i))).map_or(0, |(i, _)| i)
    }
}

/// The ratings that are multiples of 100.
const RUNGS: usize = 15;

/// The nodes of a search at each of these ratings.
const NODES: [i64; RUNGS] =
    [300, 300, 310, 330, 450, 670, 1000, 1700, 2900, 10_000, 34_000, 60_000, 130_000, 300_000, 700_000];

/// The noise at each of these ratings.
const NOISE: [i64; RUNGS] = [170, 145, 118, 95, 74, 68, 62, 54, 46, 28, 8, 0, 0, 0, 0];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_grow_and_noise_shrinks_with_the_rating() {
        let strengths = (0..=3000).step_by(10).map(|elo| Strength::with_seed(elo, 1));
        let pairs: std::vec::Vec<_> =
            strengths.map(|strength| (strength.nodes(), strength.noise())).collect();
        assert!(pairs.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 >= pair[1].1));
        assert_eq!(pairs.first(), Some(&(300, 170)));
        assert_eq!(pairs.last().map(|pair| pair.1), Some(0));
    }

    #[test]
    fn a_line_is_chosen_more_often_the_better_it_is_and_never_beyond_the_noise() {
        let strength = Strength::with_seed(Strength::MIN_ELO, 5);
        let lines = [50, 0, -90, -121].map(|score| ScoredLine { score, ..ScoredLine::default() });
        let mut random = strength.random();
        let mut counts = [0; 4];
        (0..10_000).for_each(|_| counts[strength.choose(&lines, &mut random)] += 1);
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 0, "{counts:?}");
        assert_eq!(counts[3], 0);
        let best = Strength::with_seed(Strength::MAX_ELO, 5);
        assert!((0..100).all(|_| best.choose(&lines, &mut random) == 0));
    }

    #[test]
    fn nodes_and_noise_are_on_straight_lines_between_the_hundreds() {
        for (elo, nodes, noise) in [
            (0, 300, 170),
            (1000, 300, 170),
            (1150, 305, 132),
            (1199, 309, 119),
            (1200, 310, 118),
            (1990, 31_600, 10),
            (2399, 696_000, 0),
            (2400, 700_000, 0),
        ] {
            let strength = Strength::with_seed(elo, 1);
            assert_eq!((strength.nodes(), strength.noise()), (nodes, noise), "{elo}");
            assert_eq!(strength.elo(), elo.clamp(1000, 2400));
        }
        assert_eq!(Strength::with_seed(u16::MAX, 1).nodes(), Strength::with_seed(2400, 1).nodes());
    }

    #[test]
    fn every_error_up_to_the_noise_comes_and_none_beyond() {
        let strength = Strength::with_seed(Strength::MIN_ELO, 7);
        let mut random = strength.random();
        let noise = i32::from(strength.noise());
        let mut chosen = |worse: i32| {
            let lines = [0, -worse].map(|score| ScoredLine { score, ..ScoredLine::default() });
            (0..100_000).filter(|_| strength.choose(&lines, &mut random) == 1).count()
        };
        // At the noise itself the sums are equal at best, and the better line is played.
        assert_eq!([chosen(noise), chosen(noise + 1)], [0, 0]);
        assert!(chosen(noise - 1) > 0);
    }

    #[test]
    fn the_line_with_the_greatest_sum_is_chosen() {
        let strength = Strength::with_seed(1400, 3);
        let (mut random, mut twin) = (strength.random(), strength.random());
        let scores = [40, 25, 24, -9];
        let lines = scores.map(|score| ScoredLine { score, ..ScoredLine::default() });
        for _ in 0..1000 {
            let sums =
                scores.map(|score| score + (twin.next_u64() % (u64::from(strength.noise()) + 1)) as i32);
            let greatest = *sums.iter().max().unwrap();
            let expected = sums.iter().position(|&sum| sum == greatest).unwrap();
            assert_eq!(strength.choose(&lines, &mut random), expected);
        }
    }
}
