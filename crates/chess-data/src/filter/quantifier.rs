//! Conditions on moves that decide about games: `some(…)`, `every(…)`, `count(…)`, `first(…)` and `last(…)`.

use chess_board::Position;

use super::expr::{Expr, Kind, Operator, Value};
use super::facts::{Answer, Question, Stage};
use super::position::Test;

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
    /// The test of the position, if the whole condition is one: it is asked without facts about the move and the game.
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

impl Quantifier {
    /// The answer about no move.
    pub(super) fn start(&self) -> Answer {
        Answer::new(self.question, self.parts.len())
    }

    /// Asks about a move after `ply` others, or about the final position. `before` is the position, and `accepts` evaluates a condition.
    #[inline(always)]
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
        let Some(part) = self.parts.get(answer.met()).or(self.parts.last()) else { return };
        if is_end && !part.asks_end {
            return;
        }
        let is_met = match &part.test {
            Some(test) => test.holds(before),
            None => accepts(&part.expr),
        };
        answer.add(is_met, ply);
    }

    /// The keys of the only positions that change the answer: those of the conditions, if all are `fen == …` and a move that meets none
    /// leaves the answer as it is.
    pub(super) fn keys(&self) -> Option<Vec<u64>> {
        let mut keys = Vec::new();
        for part in self.parts.iter().filter(|_| self.question != Question::Every) {
            let Some(Test::Positions(positions)) = part.test.as_deref() else { return None };
            keys.extend(positions.iter().map(|&(key, _)| key));
        }
        (!keys.is_empty()).then_some(keys)
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
