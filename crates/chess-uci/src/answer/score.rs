use core::fmt;

use crate::error::Rule;
use crate::reader::{Reader, integer32};

/// A score of `info`, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// The value.
    pub value: Value,
    /// Tells an exact value from a bound.
    pub bound: Bound,
}

/// The value of a score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Value {
    /// `cp`: hundredths of a pawn.
    Centipawns(i32),
    /// `mate`: moves, not plies, until mate. Negative numbers mean that the side to move is mated; 0 that it is already.
    Mate(i32),
}

/// The kind of a score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bound {
    /// The score is the value.
    #[default]
    Exact,
    /// `lowerbound`: the score is at least the value.
    Lower,
    /// `upperbound`: the score is at most the value.
    Upper,
}

/// The chances of the side to move, in permille: `wdl`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// The chance to win.
    pub win: u32,
    /// The chance to draw.
    pub draw: u32,
    /// The chance to lose.
    pub loss: u32,
}

impl Score {
    /// An exact score of so many hundredths of a pawn.
    pub const fn centipawns(value: i32) -> Self {
        Self { value: Value::Centipawns(value), bound: Bound::Exact }
    }

    /// An exact score of mate in so many moves, as [`Value::Mate`] counts them.
    pub const fn mate(moves: i32) -> Self {
        Self { value: Value::Mate(moves), bound: Bound::Exact }
    }

    /// Reads what follows `score`; a bound may stand on either side of the value.
    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Option<Self> {
        let start = reader.words.offset();
        let (mut value, mut bound) = (None, Bound::Exact);
        while let Some(word) =
            reader.words.next_if(|word| matches!(word, "cp" | "mate" | "lowerbound" | "upperbound"))
        {
            match word.text {
                "lowerbound" => bound = Bound::Lower,
                "upperbound" => bound = Bound::Upper,
                kind => {
                    let number = reader.field("score", Rule::Number, integer32)?;
                    value = Some(if kind == "cp" { Value::Centipawns(number) } else { Value::Mate(number) });
                }
            }
        }
        if value.is_none() {
            reader.report_at("score", start, Rule::Score);
        }
        value.map(|value| Self { value, bound })
    }
}

impl Wdl {
    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Option<Self> {
        let mut number = || reader.natural32("wdl");
        Some(Self { win: number()?, draw: number()?, loss: number()? })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Centipawns(value) => write!(f, "cp {value}")?,
            Value::Mate(moves) => write!(f, "mate {moves}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}
