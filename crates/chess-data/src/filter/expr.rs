//! Expressions of filters, and the names in them.

use std::cmp::Ordering;
use std::fmt;

use chess_notation::pgn::GameResult;
use chess_types::Color;

use crate::columns::Columns;
use crate::dumps::Kind as CellKind;
use crate::spelling;
use crate::tags::{TagSlots, is_tag_name};

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    Any(Vec<Expr>),
    All(Vec<Expr>),
    Not(Box<Expr>),
    Flag(Subject),
    Compare {
        subject: Subject,
        operator: Operator,
        value: Value,
    },
    /// The game or move does not have it.
    Missing(Subject),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Contains,
    /// A pattern of SQL, in which `%` matches any text and `_` one character.
    Like,
}

/// A value with which a name is compared.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// With its text.
    Number(f64, Box<str>),
    Text(Box<str>),
    /// Days since 1970-01-01, with its text.
    Date(i32, Box<str>),
    Result(GameResult),
    Side(Color),
}

impl Operator {
    pub(super) const ALL: [(&'static str, Self); 9] = [
        // Longer ones first.
        ("==", Self::Equal),
        ("!=", Self::NotEqual),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
        ("~", Self::Contains),
        ("like", Self::Like),
    ];

    pub(super) fn accepts(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
            Self::Contains | Self::Like => false,
        }
    }

    /// The result if there is no value to compare with.
    pub(super) fn accepts_missing(self) -> bool {
        self == Self::NotEqual
    }
}

impl Value {
    /// The value as text.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Number(_, text) | Self::Text(text) | Self::Date(_, text) => text,
            Self::Result(result) => result_word(*result),
            Self::Side(Color::White) => "white",
            Self::Side(Color::Black) => "black",
        }
    }
}

const fn result_word(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "white",
        GameResult::BlackWins => "black",
        GameResult::Draw => "draw",
        GameResult::Unknown => "unknown",
    }
}

impl Expr {
    /// Calls `visit` with everything that the condition names.
    pub(super) fn each_subject(&self, visit: &mut impl FnMut(&Subject)) {
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().for_each(|part| part.each_subject(visit)),
            Self::Not(inner) => inner.each_subject(visit),
            Self::Flag(subject) | Self::Compare { subject, .. } | Self::Missing(subject) => visit(subject),
        }
    }

    /// The latest stage of the condition's names.
    pub(super) fn stage(&self) -> Stage {
        let mut latest = Stage::Tags;
        self.each_subject(&mut |subject| latest = latest.max(subject.stage()));
        latest
    }

    /// Writes the condition, in parentheses if it needs them as a part of another.
    fn write_part(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any(_) | Self::All(_) => write!(f, "({self})"),
            _ => write!(f, "{self}"),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { " or " })?;
                    part.write_part(f)?;
                }
                Ok(())
            }
            Self::All(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { " and " })?;
                    part.write_part(f)?;
                }
                Ok(())
            }
            Self::Not(inner) => {
                f.write_str("not ")?;
                inner.write_part(f)
            }
            Self::Flag(subject) => subject.fmt(f),
            Self::Compare { subject, operator, value } => write!(f, "{subject} {operator} {value}"),
            Self::Missing(subject) => write!(f, "{subject} is null"),
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::ALL.iter().find(|(_, operator)| operator == self).map_or("", |&(text, _)| text))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Text(text) = self else { return f.write_str(self.text()) };
        f.write_str("\"")?;
        for part in text.split_inclusive(['"', '\\']) {
            match part.char_indices().last() {
                Some((at, mark @ ('"' | '\\'))) => write!(f, "{}\\{mark}", &part[..at])?,
                _ => f.write_str(part)?,
            }
        }
        f.write_str("\"")
    }
}

/// A name in a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Subject {
    name: Box<str>,
    pub(super) kind: Kind,
}

impl fmt::Display for Subject {
    /// Writes the name, in quotation marks if it would else be one that is misspelt.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_misspelt() { write!(f, "\"{}\"", self.name) } else { f.write_str(&self.name) }
    }
}

/// The meaning of the name. Numbers are slots of tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A tag as it is.
    Tag(usize),
    /// A column of text that is a tag.
    Known(usize),
    Elo(usize),
    LowerElo(usize, usize),
    /// `UTCDate` and `Date`
    Date(usize, usize),
    File,
    Variant,
    Result,
    Plies,
    Sound,
    Move(MoveKind),
    /// The index of a column of a table that is not one of games, and its type.
    Column(usize, Type),
    /// Of a record of a training file: its score, or its result, of the side to move.
    Score,
    MoverResult,
}

/// Something about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveKind {
    Ply,
    Side,
    Capture,
    Promotion,
    Castling,
    Check,
    GivesCheck,
    Quiet,
    Pieces,
    Repetition,
    HalfmoveClock,
    Clock,
    Elapsed,
    Eval,
    Mate,
}

/// The kind of values with which a name is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Tag,
    Text,
    Number,
    Date,
    Result,
    Side,
    Flag,
}

/// The time at which a condition can be evaluated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stage {
    /// The tags have been read.
    Tags,
    /// The game has been replayed.
    Game,
    /// For each move.
    Moves,
}

const OTHERS: [(&str, Kind); 20] = [
    ("file", Kind::File),
    ("variant", Kind::Variant),
    ("result", Kind::Result),
    ("plies", Kind::Plies),
    ("sound", Kind::Sound),
    ("ply", Kind::Move(MoveKind::Ply)),
    ("side", Kind::Move(MoveKind::Side)),
    ("capture", Kind::Move(MoveKind::Capture)),
    ("promotion", Kind::Move(MoveKind::Promotion)),
    ("castling", Kind::Move(MoveKind::Castling)),
    ("check", Kind::Move(MoveKind::Check)),
    ("gives_check", Kind::Move(MoveKind::GivesCheck)),
    ("quiet", Kind::Move(MoveKind::Quiet)),
    ("pieces", Kind::Move(MoveKind::Pieces)),
    ("repetition", Kind::Move(MoveKind::Repetition)),
    ("halfmove_clock", Kind::Move(MoveKind::HalfmoveClock)),
    ("clock", Kind::Move(MoveKind::Clock)),
    ("elapsed", Kind::Move(MoveKind::Elapsed)),
    ("eval", Kind::Move(MoveKind::Eval)),
    ("mate", Kind::Move(MoveKind::Mate)),
];

/// The names that conditions may have.
#[derive(Debug)]
pub(super) enum Names<'a> {
    /// Those of games and moves, with slots for the tags.
    Games(&'a mut TagSlots),
    /// The columns of a table.
    Columns(&'a [(&'static str, CellKind, bool)]),
    /// Those of records of training files.
    Records,
}

/// The names in filters of records: those of their labels, and those of [`OTHERS`] that records answer. `result` is the mover's.
pub(super) const OF_RECORDS: [&str; 12] = [
    "score",
    "result",
    "ply",
    "side",
    "capture",
    "promotion",
    "castling",
    "check",
    "gives_check",
    "quiet",
    "pieces",
    "halfmove_clock",
];

fn other(name: &str) -> Option<Kind> {
    OTHERS.iter().find(|(known, _)| *known == name).map(|&(_, kind)| kind)
}

impl Names<'_> {
    /// The names of columns that can be compared.
    pub(super) fn columns(&self) -> Vec<String> {
        let Self::Columns(columns) = self else { return Vec::new() };
        let columns = columns.iter().filter(|&&(_, kind, _)| type_of_column(kind).is_some());
        columns.map(|&(name, ..)| name.to_owned()).collect()
    }
}

const fn type_of_column(kind: CellKind) -> Option<Type> {
    match kind {
        CellKind::Int16 | CellKind::Int32 | CellKind::Int64 => Some(Type::Number),
        CellKind::Text | CellKind::Words => Some(Type::Text),
        CellKind::Packed | CellKind::Moves => None,
    }
}

impl Subject {
    /// The meaning of a name; tags get slots. `None` if there is no such name.
    pub(super) fn new(name: &str, names: &mut Names<'_>) -> Option<Self> {
        let slots = match names {
            Names::Games(slots) => slots,
            Names::Columns(columns) => {
                let index = columns.iter().position(|&(known, ..)| known == name)?;
                let kind = Kind::Column(index, type_of_column(columns.get(index)?.1)?);
                return Some(Self { name: name.into(), kind });
            }
            Names::Records => {
                let kind = match name {
                    "score" => Kind::Score,
                    "result" => Kind::MoverResult,
                    _ => other(OF_RECORDS.into_iter().find(|&known| known == name)?)?,
                };
                return Some(Self { name: name.into(), kind });
            }
        };
        let kind = match name {
            "white_elo" => Kind::Elo(slots.slot(elo_tag(Color::White))),
            "black_elo" => Kind::Elo(slots.slot(elo_tag(Color::Black))),
            "elo" => Kind::LowerElo(slots.slot(elo_tag(Color::White)), slots.slot(elo_tag(Color::Black))),
            "date" => Kind::Date(slots.slot("UTCDate"), slots.slot("Date")),
            _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => Kind::Tag(slots.slot(name)),
            _ => match Columns::known_tags().find(|&(known, _)| known == name) {
                Some((_, tag)) => Kind::Known(slots.slot(tag)),
                None => other(name)?,
            },
        };
        Some(Self { name: name.into(), kind })
    }

    /// The meaning of a name in quotation marks: the tag with this name, or the column. `None` if there is none.
    pub(super) fn quoted(name: &str, names: &mut Names<'_>) -> Option<Self> {
        match names {
            Names::Games(slots) => {
                is_tag_name(name).then(|| Self { name: name.into(), kind: Kind::Tag(slots.slot(name)) })
            }
            Names::Columns(_) | Names::Records => Self::new(name, names),
        }
    }

    /// All names but those of tags.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        let named = Columns::known_tags().map(|(name, _)| name).chain(OTHERS.iter().map(|&(name, _)| name));
        named.chain(["white_elo", "black_elo", "elo", "date"])
    }

    /// The names that are probably meant by the name of a tag.
    pub(super) fn meant_by(tag: &str) -> Vec<&'static str> {
        spelling::meant(tag, Self::names())
    }

    /// Tests whether this is a tag whose name is nearly another name, so that it needs quotation marks.
    pub(super) fn is_misspelt(&self) -> bool {
        matches!(self.kind, Kind::Tag(_)) && !Self::meant_by(&self.name).is_empty()
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn kind_of_values(&self) -> Type {
        match self.kind {
            Kind::Tag(_) => Type::Tag,
            Kind::Known(_) | Kind::File | Kind::Variant => Type::Text,
            Kind::Elo(_) | Kind::LowerElo(..) | Kind::Plies | Kind::Score | Kind::MoverResult => Type::Number,
            Kind::Date(..) => Type::Date,
            Kind::Result => Type::Result,
            Kind::Sound => Type::Flag,
            Kind::Column(_, kind) => kind,
            Kind::Move(kind) => match kind {
                MoveKind::Side => Type::Side,
                MoveKind::Ply
                | MoveKind::Pieces
                | MoveKind::Repetition
                | MoveKind::HalfmoveClock
                | MoveKind::Clock
                | MoveKind::Elapsed
                | MoveKind::Eval
                | MoveKind::Mate => Type::Number,
                MoveKind::Capture
                | MoveKind::Promotion
                | MoveKind::Castling
                | MoveKind::Check
                | MoveKind::GivesCheck
                | MoveKind::Quiet => Type::Flag,
            },
        }
    }

    /// The stage at which the value is known; for the result, the stage if its tag gives it.
    pub(super) fn stage(&self) -> Stage {
        match self.kind {
            Kind::Plies | Kind::Sound => Stage::Game,
            Kind::Move(_) | Kind::Score | Kind::MoverResult => Stage::Moves,
            _ => Stage::Tags,
        }
    }
}

const fn elo_tag(color: Color) -> &'static str {
    match color {
        Color::White => "WhiteElo",
        Color::Black => "BlackElo",
    }
}
