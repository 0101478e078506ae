use core::hash::{BuildHasher, Hasher};
use std::hash::RandomState;

use chess_types::SplitMix64;

use super::report::ScoredLine;

/// A limited playing strength, given as an Elo rating from [`MIN_ELO`](Self::MIN_ELO) to [`MAX_ELO`](Self::MAX_ELO).
///
/// The rating sets two numbers. [`nodes`](Self::nodes) limits the nodes of each search, and doubles for every 200
/// points. [`noise`](Self::noise) is an error in hundredths of a pawn: the engine searches at least
/// [`LINES`](Self::LINES) lines, adds a random number between 0 and the noise to the score of each, and plays the line
/// with the greatest sum. A move that is worse than the best one by more than the noise is never played, and neither is
/// one that lets go of a mate which the search has seen.
///
/// The ratings are rough. Their differences were fitted to games of the engine against itself: in 100 games each, a
/// rating beat the one 200 points below it by 119 to 295 Elo. The scale as a whole is an estimate, and has not been
/// compared with rated players.
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
        let above = (self.elo - Self::MIN_ELO) as u64;
        // Whole doublings, and a straight line between two of them.
        let floor = FEWEST_NODES << (above / DOUBLING);
        floor + floor * (above % DOUBLING) / DOUBLING
    }

    /// Returns the greatest error of a line's score, in hundredths of a pawn.
    pub const fn noise(self) -> u16 {
        (Self::MAX_ELO - self.elo) / NOISE_SHARE
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

/// The nodes of a search at the lowest rating.
const FEWEST_NODES: u64 = 100;

/// The Elo points for which the nodes are doubled.
const DOUBLING: u64 = 200;

/// The Elo points below the highest rating that make an error of a hundredth of a pawn possible.
const NOISE_SHARE: u16 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_grow_and_noise_shrinks_with_the_rating() {
        let strengths = (0..=3000).step_by(10).map(|elo| Strength::with_seed(elo, 1));
        let pairs: std::vec::Vec<_> =
            strengths.map(|strength| (strength.nodes(), strength.noise())).collect();
        assert!(pairs.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 >= pair[1].1));
        assert_eq!(pairs.first(), Some(&(100, 140)));
        assert_eq!(pairs.last(), Some(&(12_800, 0)));
    }

    #[test]
    fn a_line_is_chosen_more_often_the_better_it_is_and_never_beyond_the_noise() {
        let strength = Strength::with_seed(Strength::MIN_ELO, 5);
        let lines = [50, 0, -70, -91].map(|score| ScoredLine { score, ..ScoredLine::default() });
        let mut random = strength.random();
        let mut counts = [0; 4];
        (0..10_000).for_each(|_| counts[strength.choose(&lines, &mut random)] += 1);
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 0, "{counts:?}");
        assert_eq!(counts[3], 0);
        let best = Strength::with_seed(Strength::MAX_ELO, 5);
        assert!((0..100).all(|_| best.choose(&lines, &mut random) == 0));
    }

    #[test]
    fn nodes_double_every_two_hundred_points_with_a_straight_line_between() {
        for (elo, nodes, noise) in [
            (0, 100, 140),
            (1000, 100, 140),
            (1050, 125, 135),
            (1199, 199, 120),
            (1200, 200, 120),
            (1500, 600, 90),
            (2300, 9600, 10),
            (2395, 12_640, 0),
            (2400, 12_800, 0),
            (u16::MAX, 12_800, 0),
        ] {
            let strength = Strength::with_seed(elo, 1);
            assert_eq!((strength.nodes(), strength.noise()), (nodes, noise), "{elo}");
            assert_eq!(strength.elo(), elo.clamp(1000, 2400));
        }
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
            let sums = scores.map(|score| score + (twin.next_u64() % 101) as i32);
            let greatest = *sums.iter().max().unwrap();
            let expected = sums.iter().position(|&sum| sum == greatest).unwrap();
            assert_eq!(strength.choose(&lines, &mut random), expected);
        }
    }
}
