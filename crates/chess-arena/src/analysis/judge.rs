//! The value of a move: how much of the expected score of its side it has lost.
//!
//! The expected score is that of lichess, fitted to games of its players: `1 / (1 + exp(-0.00368208 * cp))` for White
//! (`scalachess`, `WinPercent.scala`), and so are the marks: a move is dubious if it loses 0.05 of it, a mistake from 0.1 and a blunder
//! from 0.15 on (`lila`, `Advice.scala`, where the scale is twice as long).

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_scores_are_those_of_lichess() {
        for (cp, expected_score) in [(0, 0.5), (100, 0.591_0), (-300, 0.248_9), (1000, 0.975_4)] {
            let found = expected(Score::Centipawns(cp), Color::White);
            assert!((found - expected_score).abs() < 1e-3, "{cp}: {found}");
        }
        let mates = [(Score::Mate(3), 1.0), (Score::Mate(-1), 0.0)];
        assert!(mates.iter().all(|&(score, value)| (expected(score, Color::White) - value).abs() < 1e-12));
        assert!(
            [(Color::White, 0.0), (Color::Black, 1.0)].iter().all(|&(mated, value)| (expected(
                Score::Mate(0),
                mated
            ) - value)
                .abs()
                < 1e-12)
        );
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
}
