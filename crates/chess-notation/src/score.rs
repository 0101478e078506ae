//! The value of a position.

use core::fmt;
use core::ops::Neg;

use chess_types::Color;

use crate::number::{Decimal, digits, sign};

/// The value of a position: hundredths of a pawn, or moves to mate. The type, field or function that has it names its point of view.
///
/// `Display` writes pawns or `#` and the moves, with a plus sign by `{:+}`.
///
/// # Examples
/// ```
/// use chess_notation::{Color, Score};
///
/// let white = Score::Centipawns(-31);
/// assert_eq!(format!("{white} {:+}", white.seen_by(Color::Black)), "-0.31 +0.31");
/// assert_eq!(Score::Mate(-3).to_string(), "#-3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn; positive if the side is better.
    Centipawns(i32),
    /// Full moves to mate: positive if the side mates, negative if it is mated, 0 if the position is mate.
    Mate(i32),
}

impl Score {
    /// The hundredths of a pawn; `None` for a mate.
    pub const fn centipawns(self) -> Option<i32> {
        match self {
            Self::Centipawns(value) => Some(value),
            Self::Mate(_) => None,
        }
    }

    /// The moves to mate; `None` for hundredths of a pawn.
    pub const fn mate(self) -> Option<i32> {
        match self {
            Self::Centipawns(_) => None,
            Self::Mate(moves) => Some(moves),
        }
    }

    /// White's score as that of `side`, and the other way round.
    #[must_use]
    pub fn seen_by(self, side: Color) -> Self {
        if side == Color::White { self } else { -self }
    }

    /// The number, without its unit.
    pub const fn number(self) -> i32 {
        let (Self::Centipawns(number) | Self::Mate(number)) = self;
        number
    }

    /// Reads a score at the beginning of a text, and returns what follows: a sign, and pawns with one of `points` as their point, `#`
    /// and moves, or `M` and plies. The sign may follow the `#`. A number of -2^31 is none: no score is without its opposite.
    pub fn read<'a>(text: &'a [u8], points: &[u8]) -> Option<(Self, &'a [u8])> {
        let (outer, unsigned) = sign(text);
        let (score, inner, rest) = match unsigned {
            [b'#', moves @ ..] => {
                let (inner, moves) = sign(moves);
                let (moves, rest) = digits(moves)?;
                (Self::Mate(i32::try_from(moves).ok()?), inner, rest)
            }
            [b'M', plies @ ..] => {
                let (plies, rest) = digits(plies)?;
                (Self::Mate(i32::try_from(plies.div_ceil(2)).ok()?), None, rest)
            }
            _ => {
                let (pawns, rest) = Decimal::read(unsigned, points)?;
                (Self::Centipawns(pawns.hundredths()?), None, rest)
            }
        };
        match outer.or(inner) {
            _ if outer.is_some() && inner.is_some() => None,
            Some(true) => Some((-score, rest)),
            _ => Some((score, rest)),
        }
    }
}

impl Neg for Score {
    type Output = Self;

    /// The score from the other side's point of view; the opposite of -2^31 is the greatest number.
    fn neg(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(value.saturating_neg()),
            Self::Mate(moves) => Self::Mate(moves.saturating_neg()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The least number, which no reader gives, is written as the one above it.
        match *self {
            Self::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { ["", "+"][usize::from(f.sign_plus())] };
                let value = value.saturating_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Self::Mate(moves) => write!(f, "#{}", moves.max(-i32::MAX)),
        }
    }
}
