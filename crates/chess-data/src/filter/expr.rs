//! Expressions of filters, and the names in them.

use std::cmp::Ordering;
use std::fmt;

use super::facts::{
    Fact, LABELS, OF_GAMES, OF_MOVES, OF_POSITIONS, OF_RECORDS, OfGame, OfMove, SPEEDS, Stage, Type, speed,
    time_base, time_increment,
};
use super::position::Test;
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
    /// A pattern of a board or of material.
    Matches,
    /// These pieces are on these squares.
    Has,
    /// One of these positions is it.
    In,
}

/// A value with which a name is compared.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// With its text.
    Number(f64, Box<str>),
    Text(Box<str>),
    /// Days since 1970-01-01, with its text.
    Date(i32, Box<str>),
    /// The number of a word, with its text.
    Word(u8, Box<str>),
    /// A test of the position, with its text as it is written.
    Test(Box<Test>, Box<str>),
}

impl Operator {
    pub(super) const ALL: [(&'static str, Self); 12] = [
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
        ("matches", Self::Matches),
        ("has", Self::Has),
        ("in", Self::In),
    ];

    pub(super) fn accepts(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
            Self::Contains | Self::Like | Self::Matches | Self::Has | Self::In => false,
        }
    }

    /// The result of a comparison for equality alone.
    pub(super) fn accepts_if(self, are_equal: bool) -> bool {
        are_equal == (self == Self::Equal)
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
            Self::Number(_, text)
            | Self::Text(text)
            | Self::Date(_, text)
            | Self::Word(_, text)
            | Self::Test(_, text) => text,
        }
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

    /// Tests whether the condition has one of these names.
    pub(super) fn names_any(&self, names: &[&str]) -> bool {
        let mut found = false;
        self.each_subject(&mut |subject| found |= names.contains(&&*subject.name));
        found
    }

    /// The latest stage of the condition's names.
    pub(super) fn stage(&self) -> Stage {
        let mut latest = Stage::Tags;
        self.each_subject(&mut |subject| latest = latest.max(subject.kind.stage()));
        latest
    }

    /// Writes conditions with a word between them.
    pub(super) fn write_joined<'a>(
        parts: impl ExactSizeIterator<Item = &'a Self>,
        join: &str,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let is_one = parts.len() == 1;
        parts.enumerate().try_for_each(|(i, part)| {
            f.write_str(if i == 0 { "" } else { join })?;
            if is_one { write!(f, "{part}") } else { part.write_part(f) }
        })
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
            Self::Any(parts) => Self::write_joined(parts.iter(), " or ", f),
            Self::All(parts) => Self::write_joined(parts.iter(), " and ", f),
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
        match self {
            Self::Text(text) => Quoted(text).fmt(f),
            value => f.write_str(value.text()),
        }
    }
}

/// A text in quotation marks, as conditions have it.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for part in self.0.split_inclusive(['"', '\\']) {
            match part.char_indices().last() {
                Some((at, mark @ ('"' | '\\'))) => write!(f, "{}\\{mark}", &part[..at])?,
                _ => f.write_str(part)?,
            }
        }
        f.write_str("\"")
    }
}

/// A name in a condition.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) name: Box<str>,
    pub(super) kind: Kind,
    pub(super) values: Type,
}

impl PartialEq for Subject {
    /// Compares the names, which have one meaning in the conditions of a kind.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Display for Subject {
    /// Writes the name, in quotation marks if it would else be one that is misspelt.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_misspelt() { write!(f, "\"{}\"", self.name) } else { f.write_str(&self.name) }
    }
}

/// The meaning of the name. Numbers are slots of tags.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A tag as it is.
    Tag(usize),
    /// A column of text that is a tag.
    Known(usize),
    Elo(usize),
    LowerElo(usize, usize),
    /// `UTCDate` and `Date`
    Date(usize, usize),
    OfGame(Stage, OfGame),
    /// What follows from a tag.
    OfTag(usize, fn(&str) -> Fact<'static>),
    OfPosition(OfMove),
    OfMove(OfMove),
    /// The index of a quantifier.
    Quantified(usize),
    /// The index of a column of a table that is not one of games.
    Column(usize),
}

impl Kind {
    /// The stage at which the value is known.
    pub(super) const fn stage(self) -> Stage {
        match self {
            Self::OfGame(stage, _) => stage,
            Self::OfPosition(_) | Self::OfMove(_) => Stage::Moves,
            Self::Quantified(_) => Stage::Game,
            _ => Stage::Tags,
        }
    }
}

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

impl Names<'_> {
    /// The names, if they are not those of games.
    pub(super) fn all(&self) -> Vec<&'static str> {
        match self {
            Self::Games(_) => Vec::new(),
            Self::Columns(columns) => {
                let columns = columns.iter().filter(|&&(_, kind, _)| type_of_column(kind).is_some());
                columns.map(|&(name, ..)| name).collect()
            }
            Self::Records => of_records().chain(&OF_MOVES[..OF_RECORDS]).map(|&(name, ..)| name).collect(),
        }
    }

    /// The meaning of a name; tags get slots. `None` if there is no such name.
    pub(super) fn find(&mut self, name: &str) -> Option<Subject> {
        let is_it = |known: &str| known == name;
        let of_move = |&(_, values, of): &(&str, Type, OfMove)| (Kind::OfMove(of), values);
        let of_position = |&(_, values, of): &(&str, Type, OfMove)| (Kind::OfPosition(of), values);
        let (kind, values) = match self {
            Self::Columns(columns) => {
                let index = columns.iter().position(|&(known, ..)| is_it(known))?;
                (Kind::Column(index), type_of_column(columns.get(index)?.1)?)
            }
            Self::Records => {
                let of_record = of_records().find(|it| is_it(it.0)).map(of_position);
                of_record.or_else(|| OF_MOVES[..OF_RECORDS].iter().find(|it| is_it(it.0)).map(of_move))?
            }
            Self::Games(slots) => match name {
                "white_elo" => (Kind::Elo(slots.slot("WhiteElo")), Type::Number),
                "black_elo" => (Kind::Elo(slots.slot("BlackElo")), Type::Number),
                "elo" => (Kind::LowerElo(slots.slot("WhiteElo"), slots.slot("BlackElo")), Type::Number),
                "speed" => (Kind::OfTag(slots.slot("TimeControl"), speed), SPEEDS),
                "time_base" => (Kind::OfTag(slots.slot("TimeControl"), time_base), Type::Number),
                "time_increment" => (Kind::OfTag(slots.slot("TimeControl"), time_increment), Type::Number),
                "date" => (Kind::Date(slots.slot("UTCDate"), slots.slot("Date")), Type::Date),
                _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                    (Kind::Tag(slots.slot(name)), Type::Tag)
                }
                _ => {
                    let tag = Columns::known_tags().find(|it| is_it(it.0));
                    let tag = tag.map(|(_, tag)| (Kind::Known(slots.slot(tag)), Type::Text));
                    let of_game = OF_GAMES.iter().find(|it| is_it(it.0));
                    let of_game = of_game.map(|&(_, values, stage, of)| (Kind::OfGame(stage, of), values));
                    let of_position = || OF_POSITIONS.iter().find(|it| is_it(it.0)).map(of_position);
                    let of_move = || OF_MOVES.iter().find(|it| is_it(it.0)).map(of_move);
                    tag.or(of_game).or_else(of_position).or_else(of_move)?
                }
            },
        };
        Some(Subject { name: name.into(), kind, values })
    }

    /// The meaning of a name in quotation marks: the tag with this name, or the column. `None` if there is none.
    pub(super) fn find_quoted(&mut self, name: &str) -> Option<Subject> {
        match self {
            Self::Games(slots) => {
                let mut tag = || Kind::Tag(slots.slot(name));
                is_tag_name(name).then(|| Subject { name: name.into(), kind: tag(), values: Type::Tag })
            }
            Self::Columns(_) | Self::Records => self.find(name),
        }
    }
}

/// The names in filters of records that a record without a move has: those of its labels, and of facts about positions.
fn of_records() -> impl Iterator<Item = &'static (&'static str, Type, OfMove)> {
    LABELS.iter().chain(OF_POSITIONS.iter().filter(|it| it.0 != "repetition"))
}

const fn type_of_column(kind: CellKind) -> Option<Type> {
    match kind {
        CellKind::Int16 | CellKind::Int32 | CellKind::Int64 => Some(Type::Number),
        CellKind::Text | CellKind::Words => Some(Type::Text),
        CellKind::Packed | CellKind::Moves => None,
    }
}

impl Subject {
    /// All names of games and moves but those of tags.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        let known = Columns::known_tags().map(|(name, _)| name);
        let known = known.chain(OF_GAMES.iter().map(|&(name, ..)| name));
        let known = known.chain(OF_POSITIONS.iter().chain(&OF_MOVES).map(|&(name, ..)| name));
        known.chain(["white_elo", "black_elo", "elo", "date", "speed", "time_base", "time_increment"])
    }

    /// The names that are probably meant by the name of a tag.
    pub(super) fn meant_by(tag: &str) -> Vec<&'static str> {
        spelling::meant(tag, Self::names())
    }

    /// Tests whether this is a tag whose name is nearly another name, so that it needs quotation marks.
    pub(super) fn is_misspelt(&self) -> bool {
        matches!(self.kind, Kind::Tag(_)) && !Self::meant_by(&self.name).is_empty()
    }
}
