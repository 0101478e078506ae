//! Statistics of pairs of games, and the sequential test.
//!
//! Both games of a pair begin with the same opening, so that their results are not independent. Pairs are: what is counted is how
//! many pairs gave the first engine 0, 1/2, 1, 3/2 and 2 points (the pentanomial model). Source of the test: Michel Van den Bergh,
//! "A practical introduction to the GSPRT", and `LLRcalc.py` of fishtest.

use std::fmt;
use std::str::FromStr;

use crate::engine::Expected;

/// The number of pairs by the points of an engine: 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(
    /// The numbers.
    pub [u32; 5],
);

/// The standard deviations on either side of the mean that are an interval of 95 %.
const Z: f64 = 1.96;

/// The standard deviations of a game above one half that are a difference of one in normalized Elo.
const NORMALIZED: f64 = std::f64::consts::LN_10 / 800.0;

/// The scores of a pair, as shares of its two points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A sequential test between two differences in Elo. By default they are 0 and 5, logistic, with errors of 5 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The hypothesis H0: the first engine is stronger by this much.
    pub elo0: f64,
    /// The hypothesis H1: the first engine is stronger by this much.
    pub elo1: f64,
    /// The chance that H1 is accepted although H0 holds.
    pub alpha: f64,
    /// The chance that H0 is accepted although H1 holds.
    pub beta: f64,
    /// Whether the differences are normalized Elo: a mean score that lies `elo * ln(10) / 800` standard deviations of a game above one
    /// half, so that a test takes as many games whatever the share of draws is. Source: Michel Van den Bergh, "Normalized Elo".
    pub is_normalized: bool,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}

impl Pairs {
    /// Counts a pair in which the first engine scored this number of half points.
    pub fn add(&mut self, halves: usize) {
        self.0[halves.min(4)] += 1;
    }

    /// The number of pairs.
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1, and its standard error; `None` without a pair.
    pub fn mean(&self) -> Option<(f64, f64)> {
        let count = f64::from(self.count());
        if count == 0.0 {
            return None;
        }
        let average = |value: &dyn Fn(f64) -> f64| {
            self.0.iter().zip(SCORES).map(|(&pairs, score)| f64::from(pairs) * value(score)).sum::<f64>()
                / count
        };
        let mean = average(&|score| score);
        let variance = average(&|score| (score - mean).powi(2));
        Some((mean, (variance / count).sqrt()))
    }

    /// The difference in logistic Elo with the ends of its interval of 95 %, which may be infinite.
    pub fn elo(&self) -> Option<[f64; 3]> {
        let (mean, error) = self.mean()?;
        Some([mean - Z * error, mean, mean + Z * error].map(elo_of_score))
    }

    /// The difference in logistic Elo, unless it is infinite, and half its interval of 95 %, if that has ends and the pairs are not all
    /// equal, which says nothing of the error.
    pub fn elo_and_error(&self) -> [Option<f64>; 2] {
        let [low, elo, high] = self.elo().unwrap_or([f64::NAN; 3]);
        let error = if low < high { (high - low) / 2.0 } else { f64::NAN };
        [elo, error].map(|number| Some(number).filter(|number| number.is_finite()))
    }

    /// The difference in normalized Elo, and half its interval of 95 %; `None` while all pairs are equal.
    pub fn normalized_elo(&self) -> Option<[f64; 2]> {
        let (mean, error) = self.mean().filter(|(_, error)| *error > 0.0)?;
        // The standard deviation of a game, were the games of a pair independent.
        let deviation = error * (2.0 * f64::from(self.count())).sqrt();
        Some([mean - 0.5, Z * error].map(|score| score / deviation / NORMALIZED))
    }

    /// The likelihood of superiority: the chance, from 0 to 1, that the engine is the stronger one; `None` while all pairs are equal.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, error) = self.mean().filter(|(_, error)| *error > 0.0)?;
        Some(normal((mean - 0.5) / error))
    }

    /// The difference in Elo as a report has it, after two blanks; nothing without a pair.
    pub fn elo_text(&self) -> String {
        match self.elo_and_error() {
            _ if self.count() == 0 => String::new(),
            [Some(elo), Some(error)] => format!("  Elo {elo:+.1} ± {error:.1}"),
            [Some(elo), None] => format!("  Elo {elo:+.1} ± unbounded"),
            [None, _] => "  Elo unknown".to_owned(),
        }
    }
}

impl Sprt {
    /// The logarithms of the likelihood ratio of H1 to H0 at which H0 and H1 are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of the generalised likelihood ratio of H1 to H0. For normalized Elo it is that of the t-distribution, which lies
    /// within 2 % of it.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        // A result that has not come yet is not impossible.
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { f64::from(count) });
        let count: f64 = counts.iter().sum();
        let shares = counts.map(|share| share / count);
        let elos = [self.elo0, self.elo1];
        if self.is_normalized {
            let average =
                |value: &dyn Fn(f64) -> f64| (0..5).map(|i| shares[i] * value(SCORES[i])).sum::<f64>();
            let mean = average(&|score| score);
            let deviation = (2.0 * average(&|score| (score - mean).powi(2))).sqrt();
            let [d0, d1] = elos.map(|elo| (mean - 0.5) / deviation - elo * NORMALIZED);
            return count * ((1.0 + d0 * d0) / (1.0 + d1 * d1)).ln();
        }
        let [p0, p1] = elos.map(|elo| with_mean(&shares, score_of_elo(elo)));
        count * (0..5).map(|i| shares[i] * (p1[i] / p0[i]).ln()).sum::<f64>()
    }

    /// The decision, once there is one; there is none without a pair.
    pub fn decision(&self, pairs: &Pairs) -> Option<Decision> {
        let (llr, [low, high]) = (self.llr(pairs), self.bounds());
        if pairs.count() == 0 {
            None
        } else if llr >= high {
            Some(Decision::H1)
        } else if llr <= low {
            Some(Decision::H0)
        } else {
            None
        }
    }
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, is_normalized: false }
    }
}

/// The most likely distribution of pairs with this mean score, given the shares that were seen.
///
/// It is `share / (1 + x * (score - mean))`, where `x` makes the sum of the deviations 0; that sum falls as `x` grows.
fn with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let deviation = |i: usize| SCORES[i] - mean;
    let (mut low, mut high) = (-1.0 / deviation(4), -1.0 / deviation(0));
    for _ in 0..200 {
        let x = f64::midpoint(low, high);
        let sum: f64 = (0..5).map(|i| shares[i] * deviation(i) / (1.0 + x * deviation(i))).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|i| shares[i] / (1.0 + x * deviation(i)))
}

/// The chance that a normal variable is below this many standard deviations. Source: George Marsaglia, "Evaluating the Normal
/// Distribution", 2004.
fn normal(x: f64) -> f64 {
    // Beyond, the series loses its digits, and the chance is 0 or 1 to fifteen of them.
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term) = (x, x);
    for odd in (3..400).step_by(2) {
        term *= x * x / f64::from(odd);
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The mean score that a difference in Elo makes one expect.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that makes one expect a mean score.
fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

impl FromStr for Sprt {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Self, Expected> {
        let numbers =
            text.split_once(',').and_then(|(a, b)| a.trim().parse().ok().zip(b.trim().parse().ok()));
        match numbers {
            Some((elo0, elo1)) if elo0 < elo1 && (-1000.0..=1000.0).contains(&elo0) && elo1 <= 1000.0 => {
                Ok(Self { elo0, elo1, ..Self::default() })
            }
            _ => Err(Expected("E0,E1 with E0 < E1, both from -1000 to 1000, such as 0,5")),
        }
    }
}

impl fmt::Display for Sprt {
    /// Writes the differences, and what else is not as by default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, is_normalized } = *self;
        write!(f, "{elo0},{elo1}")?;
        if *self != (Self { elo0, elo1, ..Self::default() }) {
            write!(f, " --alpha {alpha} --beta {beta}{}", if is_normalized { " --normalized" } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "{a} {b} {c} {d} {e}")
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H0 => "H0 accepted",
            Self::H1 => "H1 accepted",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The likelihood is greatest among the distributions with the mean: none beside it has more.
    #[test]
    fn the_constrained_distribution_has_its_mean_and_the_greatest_likelihood() {
        let shares = [0.05, 0.2, 0.4, 0.25, 0.1];
        for mean in [0.3, 0.5, 0.52, 0.7] {
            let found = with_mean(&shares, mean);
            let total: f64 = found.iter().sum();
            let average: f64 = (0..5).map(|i| found[i] * SCORES[i]).sum();
            assert!((total - 1.0).abs() < 1e-9 && (average - mean).abs() < 1e-9, "{found:?}");
            let likelihood = |p: &[f64; 5]| (0..5).map(|i| shares[i] * p[i].ln()).sum::<f64>();
            // These directions keep the sum and the mean.
            for direction in
                [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]]
            {
                for step in [-1e-3, 1e-3] {
                    let beside = std::array::from_fn(|i| found[i] + step * direction[i]);
                    assert!(likelihood(&beside) < likelihood(&found));
                }
            }
        }
    }

    /// With bounds near each other, the ratio is near its approximation by the normal distribution.
    #[test]
    fn the_ratio_is_near_its_normal_approximation() {
        let pairs = Pairs([10, 90, 500, 110, 15]);
        let sprt = Sprt::default();
        let (mean, error) = pairs.mean().unwrap();
        let [s0, s1] = [0.0, 5.0].map(score_of_elo);
        let normal = (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * error * error);
        assert!((sprt.llr(&pairs) - normal).abs() < 0.02 * normal.abs() + 0.01, "{normal}");
    }

    #[test]
    fn decisions() {
        let sprt = Sprt { elo1: 10.0, ..Sprt::default() };
        assert_eq!(Sprt { alpha: 0.5, beta: 0.5, ..sprt }.decision(&Pairs::default()), None);
        assert_eq!(sprt.decision(&Pairs([0, 0, 3, 0, 0])), None);
        assert_eq!(sprt.decision(&Pairs([10, 200, 1000, 350, 60])), Some(Decision::H1));
        assert_eq!(sprt.decision(&Pairs([60, 350, 1000, 200, 10])), Some(Decision::H0));
        assert!(sprt.llr(&Pairs([4, 9, 20, 9, 4])) < 0.0);
        // Smaller chances of an error take more games.
        let pairs = Pairs([10, 90, 500, 190, 15]);
        for (chance, bound, decision) in [(0.05, 2.944, Some(Decision::H1)), (0.001, 6.907, None)] {
            let sprt = Sprt { alpha: chance, beta: chance, ..Sprt::default() };
            let [low, high] = sprt.bounds();
            assert!((high - bound).abs() < 1e-3 && (low + high).abs() < 1e-9, "{low} {high}");
            assert_eq!(sprt.decision(&pairs), decision, "{}", sprt.llr(&pairs));
        }
    }

    /// The ratios of the exact iteration, by a translation of fishtest's `LLRcalc.py`.
    #[test]
    fn the_ratio_of_normalized_elo_is_near_the_exact_one() {
        for (pairs, elo1, exact) in
            [([10, 90, 500, 110, 15], 5.0, 0.799_646), ([60, 350, 1000, 200, 10], 10.0, -15.683_149)]
        {
            let sprt = Sprt { elo1, is_normalized: true, ..Sprt::default() };
            let llr = sprt.llr(&Pairs(pairs));
            assert!((llr - exact).abs() < 0.02 * exact.abs(), "{llr}");
        }
    }

    #[test]
    fn elo_and_its_interval() {
        let [low, elo, high] = Pairs([0, 0, 50, 50, 0]).elo().unwrap();
        assert!((elo - elo_of_score(0.625)).abs() < 1e-9 && low < elo && elo < high);
        assert!(Pairs([0, 0, 9, 0, 0]).elo().unwrap().iter().all(|elo| elo.abs() < 1e-9));
        assert!((score_of_elo(100.0) - 0.640_065).abs() < 1e-6);
        assert_eq!(Pairs::default().elo(), None);
        for (pairs, text) in [
            ([0, 0, 0, 0, 0], ""),
            ([0, 0, 9, 0, 0], "  Elo +0.0 ± unbounded"),
            ([0, 0, 0, 2, 3], "  Elo +381.7 ± unbounded"),
            ([0, 0, 0, 0, 2], "  Elo unknown"),
            ([0, 3, 4, 3, 0], "  Elo +0.0 ± 85.1"),
        ] {
            assert_eq!(Pairs(pairs).elo_text(), text);
        }
    }
}
