//! Evaluation of filters on the facts about games, moves and rows.

use chess_board::Position;
use chess_movegen::{Pins, PositionExt, SeeRules, see_at_least};
use chess_notation::San;
use chess_notation::pgn::{GameResult, Score};
use chess_types::{Color, Move, PieceType, Square};

use super::expr::{Expr, Kind, MoveKind, Operator, Value};
use super::parse::number;
use crate::dumps::{Cell, Row};
use crate::scores::Notes;
use crate::tags::TagSlots;

/// What is known under a name.
#[derive(Clone, Copy)]
enum Fact<'a> {
    Missing,
    Number(f64),
    Text(&'a str),
    /// A tag as it is, which is a number if it is compared with one.
    Tag(&'a str),
    /// Words with blanks between them, one of which is to fit.
    Words(&'a str),
    /// Days since 1970-01-01.
    Date(i32),
    Result(GameResult),
    Side(Color),
    San(San),
    Square(Square),
    Piece(PieceType),
    Flag(bool),
}

/// Values of pieces and the effect of pins in exchanges.
const EXCHANGES: SeeRules = SeeRules::new(Pins::Respected);

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
            (_, fact) => matches!(fact, Fact::Missing | Fact::Result(GameResult::Unknown) | Fact::Words("")),
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
        let text = |text: Option<&'a str>| text.map_or(Fact::Missing, Fact::Text);
        match kind {
            Kind::Tag(slot) => tags.get(slot).map_or(Fact::Missing, Fact::Tag),
            Kind::Known(slot) => text(tags.known(slot)),
            Kind::Elo(slot) => of_number(tags.rating(slot)),
            Kind::LowerElo(white, black) => {
                of_number(tags.rating(white).zip(tags.rating(black)).map(|(white, black)| white.min(black)))
            }
            Kind::Date(utc, date) => tags.date(utc, date).map_or(Fact::Missing, Fact::Date),
            Kind::File => Fact::Text(game.file),
            Kind::Variant => text(game.variant),
            Kind::Result => Fact::Result(game.result),
            Kind::Plies => Fact::Number(game.plies.into()),
            Kind::Sound => Fact::Flag(game.is_sound),
            Kind::Column(_) => Fact::Missing,
            Kind::Move(kind) => mv.map_or(Fact::Missing, |facts| facts.fact(kind)),
        }
    }
}

fn of_number<'a>(number: Option<impl Into<f64>>) -> Fact<'a> {
    number.map_or(Fact::Missing, |number| Fact::Number(number.into()))
}

fn of_piece<'a>(piece: Option<PieceType>) -> Fact<'a> {
    piece.map_or(Fact::Missing, Fact::Piece)
}

impl<'a> MoveFacts<'a> {
    #[inline(always)]
    fn fact(&self, kind: MoveKind) -> Fact<'a> {
        let Self { mv, side, ply, before, repetition, notes, score, label } = *self;
        // Like the value of the filter, the quotients are the floating-point numbers closest to the decimal ones.
        let seconds = |milliseconds: u32| f64::from(milliseconds) / 1000.0;
        let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
        match kind {
            MoveKind::Ply => Fact::Number(ply.into()),
            MoveKind::Side => Fact::Side(side),
            MoveKind::Capture => Fact::Flag(mv.is_capture()),
            MoveKind::Promotion => Fact::Flag(mv.is_promotion()),
            MoveKind::Castling => Fact::Flag(mv.is_castle()),
            MoveKind::Check => Fact::Flag(before.is_in_check()),
            MoveKind::GivesCheck => Fact::Flag(!mv.is_null() && before.gives_check(mv)),
            MoveKind::Quiet => Fact::Flag(!mv.is_noisy() && !before.is_in_check()),
            MoveKind::San => Fact::San(San::new(before, mv)),
            MoveKind::From | MoveKind::To | MoveKind::Piece if mv.is_null() => Fact::Missing,
            MoveKind::From => Fact::Square(mv.from()),
            MoveKind::To => Fact::Square(mv.destination()),
            MoveKind::Piece => of_piece(before.piece_type_at(mv.from())),
            MoveKind::Captured if mv.is_en_passant() => Fact::Piece(PieceType::Pawn),
            MoveKind::Captured if !mv.is_capture() => Fact::Missing,
            MoveKind::Captured => of_piece(before.piece_type_at(mv.to())),
            MoveKind::IsSacrifice => Fact::Flag(!mv.is_null() && !see_at_least(before, mv, 0, &EXCHANGES)),
            MoveKind::Pieces => Fact::Number(before.occupied().count().into()),
            MoveKind::Repetition => Fact::Number(repetition.into()),
            MoveKind::HalfmoveClock => Fact::Number(before.halfmove_clock().into()),
            MoveKind::Clock => of_number(notes.clock().map(seconds)),
            MoveKind::Elapsed => of_number(notes.elapsed().map(seconds)),
            MoveKind::Eval => of_number(score.and_then(Score::centipawns).map(pawns)),
            MoveKind::Mate => of_number(score.and_then(Score::mate)),
            MoveKind::Score => Fact::Number(label.0.into()),
            MoveKind::MoverResult => Fact::Number(label.1.into()),
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
            (Fact::Result(result), value) => return operator.accepts_if(*value == Value::Result(result)),
            (Fact::Side(side), value) => return operator.accepts_if(*value == Value::Side(side)),
            (Fact::Piece(piece), value) => return operator.accepts_if(*value == Value::Piece(piece)),
            (Fact::Square(square), Value::Square(value, _)) => return operator.accepts_if(*value == square),
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
