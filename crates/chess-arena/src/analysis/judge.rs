//! The value of a move: how much of the expected score of its side it has lost.
//!
//! The expected score is that of lichess, fitted to games of its players: `1 / (1 + exp(-0.00368208 * cp))` for White
//! (`scalachess`, `WinPercent.scala`), and so are the marks: a move is dubious if it loses 0.05 of it, a mistake from 0.1 and a blunder
//! from 0.15 on (`lila`, `Advice.scala`, where the scale is twice as long). A move that loses a mate, or allows one, is marked by the
//! centipawns of the other position there. The accuracy of a side is lichess's as well (`lila`,
//! `AccuracyPercent.scala`).

use chess_notation::pgn::Score;
use chess_types::Color;

/// A mark of a bad move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// `?!`.
    Dubious,
    /// `?`.
    Mistake,
    /// `??`.
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Self; 3] = [Self::Dubious, Self::Mistake, Self::Blunder];

    /// The mark of a side's move from White's scores before and after it; `None` if it is not bad. `loss` is what it has lost.
    ///
    /// A mate that the move has lost or allowed is a blunder, unless the side was as good as lost before, or is as good as winning after.
    pub fn of_scores(mover: Color, [before, after]: [Score; 2], loss: f64) -> Option<Self> {
        let own = |score: Score| if mover == Color::White { score.number() } else { -score.number() };
        let by_score = |score: i32| match score {
            1000.. => Some(Self::Dubious),
            701.. => Some(Self::Mistake),
            _ => Some(Self::Blunder),
        };
        match (before, after) {
            (Score::Centipawns(_), Score::Centipawns(_)) => Self::of(loss),
            (Score::Centipawns(_), Score::Mate(_)) if own(after) < 0 => by_score(-own(before)),
            (Score::Mate(_), Score::Centipawns(_)) if own(before) > 0 => by_score(own(after)),
            (Score::Mate(_), Score::Mate(_)) if own(before) > 0 && own(after) < 0 => Some(Self::Blunder),
            _ => None,
        }
    }

    /// The mark of a move that has lost so much; `None` if it is not bad.
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            0.15.. => Some(Self::Blunder),
            0.1.. => Some(Self::Mistake),
            0.05.. => Some(Self::Dubious),
            _ => None,
        }
    }

    /// The mark as it is printed.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The mark as a noun.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dubious => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }

    /// The numeric annotation glyph.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Dubious => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

/// White's expected score, from 0 to 1. `mated` is the side that is mated, where the score is a mate in 0.
pub fn expected(score: Score, mated: Color) -> f64 {
    match score {
        Score::Centipawns(value) => 1.0 / (1.0 + (-0.003_682_08 * f64::from(value)).exp()),
        Score::Mate(0) => f64::from(u8::from(mated == Color::Black)),
        Score::Mate(moves) => f64::from(u8::from(moves > 0)),
    }
}

/// The part of a side's expected score that a move has lost, from White's expected score before and after it.
pub fn loss(mover: Color, before: f64, after: f64) -> f64 {
    let lost = if mover == Color::White { before - after } else { after - before };
    lost.max(0.0)
}

/// White's score in hundredths of a pawn, from -1000 to 1000, where mates are. `mated` is as for [`expected`].
pub fn capped(score: Score, mated: Color) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-CEILING, CEILING),
        Score::Mate(0) if mated == Color::White => -CEILING,
        Score::Mate(moves) if moves < 0 => -CEILING,
        Score::Mate(_) => CEILING,
    }
}

const CEILING: i32 = 1000;

/// The accuracy of a side in percent, from each move with White's [`capped`] scores before and after it; `None` without a move of the
/// side.
///
/// It is the mean of two means of the accuracies of moves: one weighted by how much the expected score varies around the move, and
/// the harmonic one.
#[allow(clippy::cast_precision_loss, reason = "no game has 2^53 moves")]
pub fn accuracy(side: Color, moves: &[(Color, [i32; 2])]) -> Option<f64> {
    let percent = |score: i32| 100.0 * expected(Score::Centipawns(score), Color::White);
    let first = moves.first().map(|(_, [before, _])| *before);
    let percents: Vec<f64> =
        first.into_iter().chain(moves.iter().map(|(_, [_, after])| *after)).map(percent).collect();
    let size = (moves.len() / 10).clamp(2, 8);
    let (mut weighted, mut weights, mut inverse, mut count) = (0.0, 0.0, 0.0, 0.0);
    for (place, &(mover, [before, after])) in
        moves.iter().enumerate().filter(|(_, (mover, _))| *mover == side)
    {
        let lost = 100.0 * loss(mover, percent(before) / 100.0, percent(after) / 100.0);
        let accuracy = if lost > 0.0 {
            103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * lost).exp() - 2.166_924_740_191_411
        } else {
            100.0
        };
        let accuracy = accuracy.clamp(0.0, 100.0);
        // The window ends with the position after the move, unless it would begin before the game.
        let start = place.saturating_sub(size - 2);
        let weight = deviation(&percents[start..start + size]).clamp(0.5, 12.0);
        weighted += weight * accuracy;
        weights += weight;
        inverse += 1.0 / accuracy.max(1.0);
        count += 1.0;
    }
    (count > 0.0).then(|| f64::midpoint(weighted / weights, count / inverse))
}

/// The standard deviation of values.
#[allow(clippy::cast_precision_loss, reason = "a window has few values")]
fn deviation(values: &[f64]) -> f64 {
    let mean = |values: &mut dyn Iterator<Item = f64>, count: usize| values.sum::<f64>() / count as f64;
    let middle = mean(&mut values.iter().copied(), values.len());
    mean(&mut values.iter().map(|value| (value - middle).powi(2)), values.len()).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_scores_are_those_of_lichess() {
        for (cp, expected_score) in [(0, 0.5), (100, 0.591_0), (-300, 0.248_9), (1000, 0.975_4)] {
            let found = expected(Score::Centipawns(cp), Color::White);
            assert!((found - expected_score).abs() < 1e-3, "{cp}: {found}");
        }
        for (mate, mated, value) in
            [(3, Color::Black, 1.0), (-1, Color::White, 0.0), (0, Color::White, 0.0), (0, Color::Black, 1.0)]
        {
            assert!((expected(Score::Mate(mate), mated) - value).abs() < 1e-12, "{mate}");
        }
    }

    #[test]
    fn losses_are_those_of_the_mover_and_have_marks() {
        for (mover, before, after, mark) in [
            (Color::White, 0.6, 0.56, None),
            (Color::White, 0.6, 0.54, Some(Mark::Dubious)),
            (Color::Black, 0.3, 0.41, Some(Mark::Mistake)),
            (Color::Black, 0.3, 0.9, Some(Mark::Blunder)),
            (Color::Black, 0.9, 0.3, None),
        ] {
            assert_eq!(Mark::of(loss(mover, before, after)), mark, "{before} {after}");
        }
    }

    /// The borders of lila's `MateAdvice`.
    #[test]
    fn mates_that_are_lost_or_allowed_have_the_marks_of_lichess() {
        use Mark::{Blunder, Dubious, Mistake};
        use Score::{Centipawns as Cp, Mate};

        for (before, after, mark) in [
            (Cp(-700), Mate(-1), Some(Blunder)),
            (Cp(-701), Mate(-1), Some(Mistake)),
            (Cp(-770), Mate(-1), Some(Mistake)),
            (Cp(-999), Mate(-5), Some(Mistake)),
            (Cp(-1000), Mate(-5), Some(Dubious)),
            (Mate(3), Cp(700), Some(Blunder)),
            (Mate(3), Cp(701), Some(Mistake)),
            (Mate(3), Cp(1000), Some(Dubious)),
            (Mate(3), Cp(-50), Some(Blunder)),
            (Mate(2), Mate(-4), Some(Blunder)),
            (Mate(2), Mate(9), None),
            (Mate(-2), Mate(-1), None),
            (Mate(-2), Cp(300), None),
            (Cp(900), Mate(0), None),
            (Cp(30), Cp(-300), Mark::of(0.3)),
        ] {
            assert_eq!(Mark::of_scores(Color::White, [before, after], 0.3), mark, "{before} {after}");
            let turned = [before, after].map(|score| match score {
                Cp(value) => Cp(-value),
                Mate(moves) => Mate(-moves),
            });
            assert_eq!(Mark::of_scores(Color::Black, turned, 0.3), mark, "{before} {after}");
        }
    }

    /// The numbers are those of a translation of lichess's code to Python.
    #[test]
    fn accuracies_are_those_of_lichess() {
        let waves: Vec<i32> = (0..40).map(|i| (300.0 * f64::from(i * i).sin()) as i32).collect();
        for (scores, white, black) in [
            (&[20, 15, -80, -60, -300, -280, -290, 1000][..], 60.630_350_850, 12.448_608_915),
            (&waves, 49.974_121_188, 49.079_191_756),
        ] {
            let before = std::iter::once(&15).chain(scores);
            let moves: Vec<_> = before
                .zip(scores)
                .zip(Color::ALL.into_iter().cycle())
                .map(|((&a, &b), us)| (us, [a, b]))
                .collect();
            for (side, expected) in [(Color::White, white), (Color::Black, black)] {
                let found = accuracy(side, &moves).unwrap();
                assert!((found - expected).abs() < 1e-6, "{side:?}: {found}");
            }
        }
        assert_eq!(accuracy(Color::Black, &[(Color::White, [0, 0])]), None);
    }
}
