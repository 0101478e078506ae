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
/// Differences of ratings are Elo between two limits of the engine itself: at 2+0.02, each 200 from 1000 to 2200 were 147 to
/// 233 Elo in 200 games each, with errors of 49 to 59. The scale is anchored at 1500 to the `UCI_Elo` of Stockfish 15.1: +21 ± 41
/// Elo in 200 games. Elsewhere the two scales differ: Stockfish at the same rating was 70 ± 51 Elo stronger at 1350, 31 ± 46 at
/// 1700 and 402 ± 76 at 2000.
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
        let above = (self.elo - Self::MIN_ELO) as usize;
        let (rung, rest) = (above / 100, (above % 100) as u64);
        let here = NODES[rung];
        if rest == 0 { here } else { here + (NODES[rung + 1] - here) * rest / 100 }
    }

    /// Returns the greatest error of a line's score, in hundredths of a pawn.
    pub const fn noise(self) -> u16 {
        (Self::MAX_ELO - self.elo) / 8
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

/// The nodes of a search at the ratings that are multiples of 100; between them they are on straight lines.
const NODES: [u64; 15] = [224, 264, 316, 405, 535, 780, 1160, 1560, 2020, 2560, 3280, 4160, 5220, 6500, 8000];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_grow_and_noise_shrinks_with_the_rating() {
        let strengths = (0..=3000).step_by(10).map(|elo| Strength::with_seed(elo, 1));
        let pairs: std::vec::Vec<_> =
            strengths.map(|strength| (strength.nodes(), strength.noise())).collect();
        assert!(pairs.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 >= pair[1].1));
        assert_eq!(pairs.first(), Some(&(224, 175)));
        assert_eq!(pairs.last().map(|pair| pair.1), Some(0));
    }

    #[test]
    fn better_lines_are_chosen_more_often_within_the_noise() {
        let strength = Strength::with_seed(Strength::MIN_ELO, 5);
        let lines = [50, 0, -90, -126].map(|score| ScoredLine { score, ..ScoredLine::default() });
        let mut random = strength.random();
        let mut counts = [0; 4];
        (0..10_000).for_each(|_| counts[strength.choose(&lines, &mut random)] += 1);
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 0, "{counts:?}");
        assert_eq!(counts[3], 0);
        let best = Strength::with_seed(Strength::MAX_ELO, 5);
        assert!((0..100).all(|_| best.choose(&lines, &mut random) == 0));
    }

    #[test]
    fn nodes_and_noise_are_on_straight_lines_between_ratings() {
        for (elo, nodes, noise) in [
            (0, 224, 175),
            (1000, 224, 175),
            (1150, 290, 156),
            (1199, 315, 150),
            (1200, 316, 150),
            (1990, 3208, 51),
            (2399, 7985, 0),
            (2400, 8000, 0),
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
