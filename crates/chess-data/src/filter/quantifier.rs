//! Conditions on moves that decide about games: `some(…)`, `every(…)`, `count(…)`, `first(…)` and `last(…)`.

use chess_board::Position;

use super::expr::{Expr, Kind, Operator, Value};
use super::facts::{Fact, Stage, of_number};
use super::position::Test;

/// What is asked about the moves that meet a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Some,
    Every,
    Count,
    First,
    Last,
}

impl Question {
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("some", Self::Some),
        ("every", Self::Every),
        ("count", Self::Count),
        ("first", Self::First),
        ("last", Self::Last),
    ];

    /// Tests whether the answer is yes or no, and not a number.
    pub(super) const fn is_flag(self) -> bool {
        matches!(self, Self::Some | Self::Every)
    }
}

/// A question about all moves of a game.
#[derive(Clone, Debug)]
pub(super) struct Quantifier {
    pub(super) question: Question,
    /// The conditions, each of which a later move than that of the one before is to meet.
    pub(super) parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) expr: Expr,
    /// It names nothing about the move, and is asked of the final position as well.
    asks_end: bool,
    /// The test of the position that the whole condition is. Without facts about move and game, `some(fen == …)` costs a replay
    /// FIGURE % in place of FIGURE.
    test: Option<Box<Test>>,
}

impl Part {
    pub(super) fn new(expr: Expr) -> Self {
        let mut asks_end = true;
        expr.each_subject(&mut |subject| asks_end &= !matches!(subject.kind, Kind::OfMove(_)));
        let test = match &expr {
            Expr::Compare { operator, value: Value::Test(test, _), .. }
                if *operator != Operator::NotEqual =>
            {
                Some(test.clone())
            }
            _ => None,
        };
        Self { expr, asks_end, test }
    }
}

/// The answer about the moves of a game so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    question: Question,
    /// The number of parts that have been met in turn.
    met: usize,
    parts: usize,
    /// The number of moves that meet the last part, and of those that do not.
    hits: u32,
    misses: u32,
    first: Option<u32>,
    last: Option<u32>,
}

impl Quantifier {
    /// The answer about no move.
    pub(super) fn start(&self) -> Answer {
        let &Self { question, ref parts } = self;
        Answer { question, met: 0, parts: parts.len(), hits: 0, misses: 0, first: None, last: None }
    }

    /// Asks about a move after `ply` others, or about the final position. `before` is the position, and `accepts` evaluates a condition.
    #[inline]
    pub(super) fn ask(
        &self,
        answer: &mut Answer,
        before: &Position,
        ply: u32,
        is_end: bool,
        accepts: impl FnOnce(&Expr) -> bool,
    ) {
        if answer.is_final() {
            return;
        }
        let Some(part) = self.parts.get(answer.met).or(self.parts.last()) else { return };
        if is_end && !part.asks_end {
            return;
        }
        let is_met = match &part.test {
            Some(test) => test.holds(before),
            None => accepts(&part.expr),
        };
        if is_met {
            answer.met = (answer.met + 1).min(answer.parts);
            answer.hits += 1;
            answer.first = answer.first.or(Some(ply));
            answer.last = Some(ply);
        } else {
            answer.misses += 1;
        }
    }

    /// Tests whether the conditions name something that is known only when the game has ended.
    pub(super) fn waits(&self) -> bool {
        let mut waits = false;
        for part in &self.parts {
            part.expr.each_subject(&mut |subject| {
                waits |= subject.kind.stage() == Stage::Game
                    || ["result", "clock", "clock_ms", "elapsed", "eval", "eval_cp", "mate"]
                        .contains(&&*subject.name);
            });
        }
        waits
    }
}

impl Answer {
    /// Tests whether no further move changes the answer.
    #[inline]
    const fn is_final(&self) -> bool {
        match self.question {
            Question::Some => self.met == self.parts,
            Question::Every => self.misses > 0,
            Question::First => self.first.is_some(),
            Question::Count | Question::Last => false,
        }
    }

    pub(super) fn fact<'a>(&self) -> Fact<'a> {
        match self.question {
            Question::Some => Fact::Flag(self.met == self.parts),
            Question::Every => Fact::Flag(self.misses == 0),
            Question::Count => Fact::Number(self.hits.into()),
            Question::First => of_number(self.first),
            Question::Last => of_number(self.last),
        }
    }
}
