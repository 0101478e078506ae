//! Evaluation of filters on the facts about games and moves.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{GameResult, Score};
use chess_types::{Color, Move};

use super::expr::{Expr, Kind, MoveKind, Operator, Subject, Value};
use super::parse::number;
use crate::dumps::{Cell, Row};
use crate::scores::Notes;
use crate::tags::TagSlots;

impl Expr {
    /// The answer for a game, or for a move of it.
    pub(super) fn accepts(&self, game: &GameFacts<'_>, mv: Option<&MoveFacts<'_>>) -> bool {
        match self {
            Self::Any(parts) => parts.iter().any(|part| part.accepts(game, mv)),
            Self::All(parts) => parts.iter().all(|part| part.accepts(game, mv)),
            Self::Not(inner) => !inner.accepts(game, mv),
            Self::Flag(subject) => flag(subject, game, mv),
            Self::Compare { subject, operator, value } => compare(subject, *operator, value, game, mv),
            Self::Missing(subject) => is_missing(subject, game, mv),
        }
    }

    /// The answer for a row of a table, in which columns are named.
    pub(super) fn accepts_row(&self, row: &Row) -> bool {
        let cell = |subject: &Subject| match subject.kind {
            Kind::Column(index, _) => row.get(index).unwrap_or(&Cell::Null),
            _ => &Cell::Null,
        };
        match self {
            Self::Any(parts) => parts.iter().any(|part| part.accepts_row(row)),
            Self::All(parts) => parts.iter().all(|part| part.accepts_row(row)),
            Self::Not(inner) => !inner.accepts_row(row),
            Self::Flag(_) => false,
            Self::Compare { subject, operator, value } => match (cell(subject), operator) {
                (Cell::Words(words), Operator::NotEqual) => words
                    .split_ascii_whitespace()
                    .all(|word| compare_text(Some(word), *operator, value.text())),
                (Cell::Words(words), _) => words
                    .split_ascii_whitespace()
                    .any(|word| compare_text(Some(word), *operator, value.text())),
                (cell, _) => compare_cell(cell, *operator, value),
            },
            Self::Missing(subject) => match cell(subject) {
                Cell::Words(words) => words.is_empty(),
                cell => *cell == Cell::Null,
            },
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "no count of the dumps comes near 2^53")]
fn compare_cell(cell: &Cell, operator: Operator, value: &Value) -> bool {
    match cell {
        Cell::Int(number) => compare_number(Some(*number as f64), operator, value),
        Cell::Text(text) => compare_text(Some(text), operator, value.text()),
        _ => operator.accepts_missing(),
    }
}

fn is_missing(subject: &Subject, game: &GameFacts<'_>, mv: Option<&MoveFacts<'_>>) -> bool {
    let tags = game.tags;
    match subject.kind {
        Kind::Tag(slot) => tags.get(slot).is_none(),
        Kind::Known(slot) => tags.known(slot).is_none(),
        Kind::Variant => game.variant.is_none(),
        Kind::Elo(slot) => tags.rating(slot).is_none(),
        Kind::LowerElo(white, black) => tags.rating(white).is_none() || tags.rating(black).is_none(),
        Kind::Date(utc, date) => tags.date(utc, date).is_none(),
        Kind::Result => game.result == GameResult::Unknown,
        Kind::File | Kind::Plies | Kind::Sound | Kind::Column(..) | Kind::Score | Kind::MoverResult => false,
        Kind::Move(MoveKind::Side) => mv.is_none(),
        Kind::Move(kind) => mv.and_then(|facts| move_number(kind, facts)).is_none(),
    }
}

fn flag(subject: &Subject, game: &GameFacts<'_>, mv: Option<&MoveFacts<'_>>) -> bool {
    match (subject.kind, mv) {
        (Kind::Sound, _) => game.is_sound,
        (Kind::Move(kind), Some(facts)) => move_flag(kind, facts),
        _ => false,
    }
}

fn move_flag(kind: MoveKind, facts: &MoveFacts<'_>) -> bool {
    let MoveFacts { mv, before, .. } = *facts;
    match kind {
        MoveKind::Capture => mv.is_capture(),
        MoveKind::Promotion => mv.is_promotion(),
        MoveKind::Castling => mv.is_castle(),
        MoveKind::Check => before.is_in_check(),
        MoveKind::GivesCheck => !mv.is_null() && before.gives_check(mv),
        MoveKind::Quiet => !mv.is_noisy() && !before.is_in_check(),
        _ => false,
    }
}

fn compare(
    subject: &Subject,
    operator: Operator,
    value: &Value,
    game: &GameFacts<'_>,
    mv: Option<&MoveFacts<'_>>,
) -> bool {
    let tags = game.tags;
    match subject.kind {
        Kind::Tag(slot) => compare_tag(tags.get(slot), operator, value),
        Kind::Known(slot) => compare_text(tags.known(slot), operator, value.text()),
        Kind::File => compare_text(Some(game.file), operator, value.text()),
        Kind::Variant => compare_text(game.variant, operator, value.text()),
        Kind::Elo(slot) => compare_number(tags.rating(slot).map(f64::from), operator, value),
        Kind::LowerElo(white, black) => {
            let lower = match (tags.rating(white), tags.rating(black)) {
                (Some(white), Some(black)) => Some(white.min(black).into()),
                _ => None,
            };
            compare_number(lower, operator, value)
        }
        Kind::Date(utc, date) => match (tags.date(utc, date), value) {
            (Some(day), Value::Date(value, _)) => operator.accepts(day.cmp(value)),
            _ => operator.accepts_missing(),
        },
        Kind::Result => equality(operator, *value == Value::Result(game.result)),
        Kind::Plies => compare_number(Some(game.plies.into()), operator, value),
        Kind::Sound | Kind::Column(..) => false,
        Kind::Score => compare_number(mv.map(|facts| facts.label.0.into()), operator, value),
        Kind::MoverResult => compare_number(mv.map(|facts| facts.label.1.into()), operator, value),
        Kind::Move(kind) => match mv {
            Some(facts) if kind == MoveKind::Side => equality(operator, *value == Value::Side(facts.side)),
            Some(facts) => compare_number(move_number(kind, facts), operator, value),
            None => operator.accepts_missing(),
        },
    }
}

fn equality(operator: Operator, are_equal: bool) -> bool {
    are_equal == (operator == Operator::Equal)
}

fn move_number(kind: MoveKind, facts: &MoveFacts<'_>) -> Option<f64> {
    let MoveFacts { ply, before, repetition, notes, score, .. } = *facts;
    match kind {
        MoveKind::Ply => Some(ply.into()),
        MoveKind::Pieces => Some(before.occupied().count().into()),
        MoveKind::Repetition => Some(repetition.into()),
        MoveKind::HalfmoveClock => Some(before.halfmove_clock().into()),
        // Like the value of the filter, the quotients are the floating-point numbers closest to the decimal ones.
        MoveKind::Clock => notes.clock().map(|milliseconds| f64::from(milliseconds) / 1000.0),
        MoveKind::Elapsed => notes.elapsed().map(|milliseconds| f64::from(milliseconds) / 1000.0),
        MoveKind::Eval => score.and_then(Score::centipawns).map(|centipawns| f64::from(centipawns) / 100.0),
        MoveKind::Mate => score.and_then(Score::mate).map(f64::from),
        _ => None,
    }
}

fn compare_number(number: Option<f64>, operator: Operator, value: &Value) -> bool {
    let ordering = match (number, value) {
        (Some(number), Value::Number(value, _)) => number.partial_cmp(value),
        _ => None,
    };
    ordering.map_or(operator.accepts_missing(), |ordering| operator.accepts(ordering))
}

fn compare_tag(tag: Option<&str>, operator: Operator, value: &Value) -> bool {
    match value {
        Value::Number(..) if !matches!(operator, Operator::Contains | Operator::Like) => {
            let tag = tag.map(str::trim_ascii).map(|tag| tag.strip_prefix('+').unwrap_or(tag));
            compare_number(tag.and_then(number), operator, value)
        }
        value => compare_text(tag, operator, value.text()),
    }
}

fn compare_text(text: Option<&str>, operator: Operator, value: &str) -> bool {
    match text {
        None => operator.accepts_missing(),
        Some(text) if operator == Operator::Contains => contains(text, value),
        Some(text) if operator == Operator::Like => is_like(text, value),
        Some(text) => operator.accepts(text.cmp(value)),
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

/// The result of the tag, or else that at the end of the movetext.
pub(crate) fn result_of(tag: Option<&str>, end: Option<GameResult>) -> GameResult {
    let told = tag.and_then(|tag| GameResult::from_tag(tag.as_bytes()));
    told.filter(|&result| result != GameResult::Unknown).or(end).unwrap_or_default()
}

/// The facts about a game that a filter can test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFacts<'a> {
    pub(crate) file: &'a str,
    pub(crate) tags: &'a TagSlots,
    /// That of the tag; when the game has been replayed, that of the movetext if the tag has none.
    pub(crate) result: GameResult,
    pub(crate) variant: Option<&'static str>,
    /// Known when the game has been replayed, as is `is_sound`.
    pub(crate) plies: u32,
    pub(crate) is_sound: bool,
}

/// The facts about a move that a filter can test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveFacts<'a> {
    pub(crate) mv: Move,
    pub(crate) side: Color,
    /// The number of moves before it.
    pub(crate) ply: u32,
    /// The position before it.
    pub(crate) before: &'a Position,
    /// How often that position has occurred before.
    pub(crate) repetition: u32,
    pub(crate) notes: &'a Notes,
    /// The score, if the filter names it.
    pub(crate) score: Option<Score>,
    /// The score and the result of a record of a training file, of the side to move.
    pub(crate) label: (i32, i8),
}
