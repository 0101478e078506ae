//! Elo, errors and the sequential test: against sums over single pairs, and figures of other programs.

use chess_arena::matches::{Counts, Decision, Pairs, Sprt};
use chess_testkit::Random;

/// The scores of all pairs, one by one.
fn listed(pairs: Pairs) -> Vec<f64> {
    let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
    pairs.0.iter().zip(scores).flat_map(|(&count, score)| vec![score; count as usize]).collect()
}

fn is_near(found: f64, expected: f64, share: f64) -> bool {
    (found - expected).abs() <= share * expected.abs().max(1e-9)
}

fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The area under the bell curve up to a place, in small steps.
fn normal(x: f64) -> f64 {
    let (from, steps) = (-12.0, 100_000);
    let width = (x - from) / f64::from(steps);
    let bell = |t: f64| (-t * t / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0..steps).map(|step| bell(from + (f64::from(step) + 0.5) * width) * width).sum()
}

#[test]
fn estimates_are_those_of_the_list_of_pairs() {
    for mut random in Random::cases(100) {
        let limit = random.pick(&[5, 50, 500]);
        let pairs = Pairs([(); 5].map(|()| random.below(limit) as u32));
        let scores = listed(pairs);
        let count = f64::from(pairs.count());
        let mean = scores.iter().sum::<f64>() / count;
        let variance = scores.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>() / count;
        if scores.is_empty() || variance == 0.0 {
            continue;
        }
        let error = (variance / count).sqrt();
        let (found, found_error) = pairs.mean().unwrap();
        assert!(is_near(found, mean, 1e-9) && is_near(found_error, error, 1e-9), "{pairs:?}");
        let [low, elo, high] = pairs.elo().unwrap();
        assert!((elo - elo_of(mean)).abs() < 1e-6, "{pairs:?}");
        let [lowest, highest] = [mean - 1.96 * error, mean + 1.96 * error];
        assert!(lowest <= 0.0 || (low - elo_of(lowest)).abs() < 1e-6, "{pairs:?}");
        assert!(highest >= 1.0 || (high - elo_of(highest)).abs() < 1e-6, "{pairs:?}");
        let superiority = pairs.superiority().unwrap();
        assert!((superiority - normal((mean - 0.5) / error)).abs() < 1e-6, "{pairs:?}");
        // A game has twice the variance of a pair's mean.
        let deviation = (2.0 * variance).sqrt();
        let [normalized, _] = pairs.normalized_elo().unwrap();
        assert!((normalized - (mean - 0.5) / deviation * 800.0 / 10f64.ln()).abs() < 1e-6, "{pairs:?}");
    }
}

/// The figures of fastchess for pairs, from its tests: Elo, its error, normalized Elo, its error, and LOS in per cent.
#[test]
fn estimates_are_those_of_fastchess() {
    for (pairs, elo, error, normalized, normalized_error, superiority) in [
        ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28, 100.0),
        ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96, 5.05),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.65, 0.0),
    ] {
        let pairs = Pairs(pairs);
        let [found, found_error] = pairs.elo_and_error().map(Option::unwrap);
        assert!((found - elo).abs() < 0.006 && (found_error - error).abs() < 0.006, "{found} {found_error}");
        let [found, found_error] = pairs.normalized_elo().unwrap();
        assert!((found - normalized).abs() < 0.006, "{found}");
        assert!((found_error - normalized_error).abs() < 0.006, "{found_error}");
        let found = 100.0 * pairs.superiority().unwrap();
        assert!((found - superiority).abs() < 0.006, "{found}");
    }
}

/// The ratios of fastchess for pairs, from its tests, which agree with fishtest's.
#[test]
fn ratios_are_those_of_fastchess() {
    for (pairs, elo0, elo1, is_normalized, llr) in [
        ([365, 16618, 36229, 16974, 390], 0.0, 2.0, true, 2.25),
        ([127, 4883, 10712, 5150, 104], -1.75, 0.25, true, 3.01),
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, false, -3.07),
        ([871, 26175, 55983, 26678, 821], 0.0, 2.0, false, -4.98),
    ] {
        let sprt = Sprt { elo0, elo1, is_normalized, ..Sprt::default() };
        let found = sprt.llr(&Pairs(pairs));
        assert!(is_near(found, llr, 0.01), "{found} {llr}");
        // The other side has the other hypotheses.
        let mut other = pairs;
        other.reverse();
        let exchanged = Sprt { elo0: -elo1, elo1: -elo0, ..sprt };
        assert!(is_near(exchanged.llr(&Pairs(other)), -found, 1e-6));
    }
}

/// Wald's bounds: to accept H1 takes a ratio that is rare under H0, by alpha, and to accept H0 one that is rare under H1, by beta.
#[test]
fn bounds_follow_from_the_chances_of_both_errors() {
    for (alpha, beta, low, high) in [
        (0.05, 0.05, -2.944_439, 2.944_439),
        (0.01, 0.2, -1.599_388, 4.382_027),
        (0.2, 0.01, -4.382_027, 1.599_388),
        (0.1, 0.05, -2.890_372, 2.251_292),
    ] {
        let sprt = Sprt { alpha, beta, ..Sprt::default() };
        let [found_low, found_high] = sprt.bounds();
        assert!(
            (found_low - low).abs() < 1e-6 && (found_high - high).abs() < 1e-6,
            "{found_low} {found_high}"
        );
    }
}

/// A test whose hypotheses hold errs at most about as often as it may: of H0 by alpha, of H1 by beta.
#[test]
fn errors_are_as_rare_as_the_test_allows() {
    const TESTS: u32 = 400;
    let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.02, beta: 0.25, ..Sprt::default() };
    // Wins by the chances of a player without draws.
    let wrong = |elo: f64, error: Decision| {
        let wins = (1.0 / (1.0 + 10f64.powf(-elo / 400.0)) * 1e6) as usize;
        let mut count = 0;
        for mut random in (0..TESTS).map(|seed| Random::new(1_000_000 + u64::from(seed))) {
            let mut pairs = Pairs::default();
            let decision = loop {
                pairs.add([(); 2].iter().map(|()| 2 * usize::from(random.below(1_000_000) < wins)).sum());
                // The normal approximation needs a few pairs.
                if let Some(decision) = sprt.decision(&pairs).filter(|_| pairs.count() >= 10) {
                    break decision;
                }
            };
            count += u32::from(decision == error);
        }
        f64::from(count) / f64::from(TESTS)
    };
    let (alpha, beta) = (wrong(0.0, Decision::H1), wrong(100.0, Decision::H0));
    assert!(alpha < 0.05 && (0.1..0.35).contains(&beta), "{alpha} {beta}");
}

#[test]
fn an_estimate_without_a_margin_is_an_estimate() {
    for (pairs, has_elo, has_error, text) in [
        ([0, 0, 0, 0, 0], false, false, ""),
        ([0, 0, 2, 4, 9], true, true, "  Elo +325.2 ± 162.7"),
        ([0, 0, 0, 2, 3], true, false, "  Elo +381.7 ± unbounded"),
        ([3, 2, 0, 0, 0], true, false, "  Elo -381.7 ± unbounded"),
        ([0, 0, 0, 0, 7], false, false, "  Elo unknown"),
        ([7, 0, 0, 0, 0], false, false, "  Elo unknown"),
        ([0, 0, 7, 0, 0], true, false, "  Elo +0.0 ± unbounded"),
        ([0, 3, 4, 3, 0], true, true, "  Elo +0.0 ± 85.1"),
    ] {
        let found = Pairs(pairs).elo_and_error().map(|number| number.is_some());
        assert_eq!((found, &*Pairs(pairs).elo_text()), ([has_elo, has_error], text));
    }
    assert_eq!(Pairs([0, 0, 7, 0, 0]).superiority(), None);
    assert_eq!(Pairs([0, 0, 7, 0, 0]).normalized_elo(), None);
    let counts = Counts { wins: 3, draws: 1, losses: 4, ..Counts::default() };
    assert_eq!((counts.draw_ratio(), Counts::default().draw_ratio()), (Some(0.125), None));
    assert!((counts.points() - 3.5).abs() < 1e-9 && counts.games() == 8);
}

#[test]
fn a_test_is_written_as_its_options() {
    for (text, sprt) in
        [("0,5", Sprt::default()), ("-3,1.5", Sprt { elo0: -3.0, elo1: 1.5, ..Sprt::default() })]
    {
        assert_eq!((text.parse(), sprt.to_string()), (Ok(sprt), text.to_owned()));
    }
    let sprt = Sprt { alpha: 0.1, is_normalized: true, ..Sprt::default() };
    assert_eq!(sprt.to_string(), "0,5 --alpha 0.1 --beta 0.05 --normalized");
    for wrong in ["", "5", "5,0", "0,0", "-1001,0", "0,1001", "nan,5", "0,inf"] {
        assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
    }
}
