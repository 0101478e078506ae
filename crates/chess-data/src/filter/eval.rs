//! Evaluation of filters on the facts about games, moves and rows.

use super::expr::{Expr, Kind, Operator, Value};
use super::facts::{Answer, Fact, GameFacts, MoveFacts, UNKNOWN, of_number};
use super::parse::number;
use crate::dumps::{Cell, Row};

impl Expr {
    /// The answer for a game, or for a move of it.
    pub(super) fn accepts(&self, game: &GameFacts<'_>, mv: Option<&MoveFacts<'_>>) -> bool {
        self.holds((game, mv))
    }

    /// The answer for a row of a table, in which columns are named.
    pub(super) fn accepts_row(&self, row: &Row) -> bool {
        self.holds(row)
    }

    fn holds<'a>(&self, facts: impl Facts<'a>) -> bool {
        let subject = match self {
            Self::Any(parts) => return parts.iter().any(|part| part.holds(facts)),
            Self::All(parts) => return parts.iter().all(|part| part.holds(facts)),
            Self::Not(inner) => return !inner.holds(facts),
            Self::Flag(subject) | Self::Compare { subject, .. } | Self::Missing(subject) => subject,
        };
        match (self, facts.fact(subject.kind)) {
            (Self::Compare { operator, value, .. }, fact) => fact.fits(*operator, value),
            (Self::Flag(_), fact) => matches!(fact, Fact::Flag(true)),
            (_, fact) => matches!(fact, Fact::Missing | Fact::Word(UNKNOWN) | Fact::Words("")),
        }
    }
}

/// What the names of a condition mean.
trait Facts<'a>: Copy {
    fn fact(self, kind: Kind) -> Fact<'a>;
}

impl<'a> Facts<'a> for &'a Row {
    #[allow(clippy::cast_precision_loss, reason = "no count of the dumps comes near 2^53")]
    fn fact(self, kind: Kind) -> Fact<'a> {
        let Kind::Column(index) = kind else { return Fact::Missing };
        match self.get(index) {
            Some(Cell::Int(number)) => Fact::Number(*number as f64),
            Some(Cell::Text(text)) => Fact::Text(text),
            Some(Cell::Words(words)) => Fact::Words(words),
            _ => Fact::Missing,
        }
    }
}

impl<'a> Facts<'a> for (&GameFacts<'a>, Option<&MoveFacts<'a>>) {
    #[inline(always)]
    fn fact(self, kind: Kind) -> Fact<'a> {
        let (game, mv) = self;
        let tags = game.tags;
        match kind {
            Kind::Tag(slot) => tags.get(slot).map_or(Fact::Missing, Fact::Tag),
            Kind::Known(slot) => tags.known(slot).map_or(Fact::Missing, Fact::Text),
            Kind::Elo(slot) => of_number(tags.rating(slot)),
            Kind::LowerElo(white, black) => {
                of_number(tags.rating(white).zip(tags.rating(black)).map(|(white, black)| white.min(black)))
            }
            Kind::Date(utc, date) => tags.date(utc, date).map_or(Fact::Missing, Fact::Date),
            Kind::OfGame(_, of) => of(game),
            Kind::OfTag(slot, of) => tags.get(slot).map_or(Fact::Missing, of),
            Kind::OfPosition(of) | Kind::OfMove(of) => mv.map_or(Fact::Missing, of),
            Kind::Quantified(index) => game.answers.get(index).map_or(Fact::Missing, Answer::fact),
            Kind::Column(_) => Fact::Missing,
        }
    }
}

impl Fact<'_> {
    /// Compares the fact with a value.
    #[inline(always)]
    fn fits(self, operator: Operator, value: &Value) -> bool {
        let is_ordered = !matches!(operator, Operator::Contains | Operator::Like);
        let ordering = match (self, value) {
            (Fact::Number(number), Value::Number(value, _)) => number.partial_cmp(value),
            (Fact::Tag(text), Value::Number(value, _)) if is_ordered => {
                let text = text.trim_ascii();
                number(text.strip_prefix('+').unwrap_or(text)).and_then(|number| number.partial_cmp(value))
            }
            (Fact::Date(day), Value::Date(value, _)) => Some(day.cmp(value)),
            (Fact::Text(text) | Fact::Tag(text), _) => return fits_text(text, operator, value.text()),
            (Fact::San(san), _) => return fits_text(san.as_str(), operator, value.text()),
            (Fact::Words(words), _) => {
                let mut words = words.split_ascii_whitespace();
                let fits = |word| fits_text(word, operator, value.text());
                return if operator == Operator::NotEqual { words.all(fits) } else { words.any(fits) };
            }
            (Fact::Position(position), Value::Test(test, _)) => {
                return test.holds(position) != (operator == Operator::NotEqual);
            }
            (Fact::Word(word), Value::Word(value, _)) => return operator.accepts_if(word == *value),
            _ => None,
        };
        ordering.map_or(operator.accepts_missing(), |ordering| operator.accepts(ordering))
    }
}

fn fits_text(text: &str, operator: Operator, value: &str) -> bool {
    match operator {
        Operator::Contains => contains(text, value),
        Operator::Like => is_like(text, value),
        operator => operator.accepts(text.cmp(value)),
    }
}

/// Tests whether `text` contains `part`, without regard to the case of ASCII letters.
fn contains(text: &str, part: &str) -> bool {
    part.is_empty()
        || text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}

/// Tests whether the whole text has the form of a pattern: `%` matches any text, and `_` one character.
fn is_like(text: &str, pattern: &str) -> bool {
    let (mut text, mut pattern) = (text.chars(), pattern.chars());
    // The places after the last `%` and of the text that it matches up to: if they do not fit, it takes one more character.
    let mut last = None;
    loop {
        let rest = text.clone();
        match (text.next(), pattern.next()) {
            (None, None) => return true,
            (_, Some('%')) => {
                text = rest;
                last = Some((text.clone(), pattern.clone()));
            }
            (Some(c), Some(wanted)) if wanted == '_' || wanted == c => {}
            _ => {
                let Some((mut longer, behind)) = last.take() else { return false };
                if longer.next().is_none() {
                    return false;
                }
                (text, pattern) = (longer.clone(), behind.clone());
                last = Some((longer, behind));
            }
        }
    }
}
