//! Expressions of filters, and the names in them.

use std::cmp::Ordering;
use std::fmt;

use chess_notation::pgn::GameResult;
use chess_types::{Color, PieceType, Square};

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
    /// With its name.
    Square(Square, Box<str>),
    Piece(PieceType),
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
            Self::Number(_, text) | Self::Text(text) | Self::Date(_, text) | Self::Square(_, text) => text,
            Self::Piece(piece) => piece.name(),
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
        self.each_subject(&mut |subject| latest = latest.max(subject.stage));
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
            Self::Any(parts) | Self::All(parts) => {
                let join = if matches!(self, Self::Any(_)) { " or " } else { " and " };
                parts.iter().enumerate().try_for_each(|(i, part)| {
                    f.write_str(if i == 0 { "" } else { join })?;
                    part.write_part(f)
                })
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
    pub(super) name: Box<str>,
    pub(super) kind: Kind,
    pub(super) values: Type,
    /// The stage at which the value is known; for the result, the stage if its tag gives it.
    pub(super) stage: Stage,
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
    /// The index of a column of a table that is not one of games.
    Column(usize),
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
    San,
    From,
    To,
    Piece,
    Captured,
    IsSacrifice,
    Pieces,
    Repetition,
    HalfmoveClock,
    Clock,
    Elapsed,
    Eval,
    Mate,
    /// Of a record of a training file: its score, or its result, of the side to move.
    Score,
    MoverResult,
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
    Square,
    Piece,
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

/// The names of facts about games but for tags, and about moves.
const OF_GAMES: [(&str, Kind, Type, Stage); 26] = [
    ("file", Kind::File, Type::Text, Stage::Tags),
    ("variant", Kind::Variant, Type::Text, Stage::Tags),
    ("result", Kind::Result, Type::Result, Stage::Tags),
    ("plies", Kind::Plies, Type::Number, Stage::Game),
    ("sound", Kind::Sound, Type::Flag, Stage::Game),
    ("ply", Kind::Move(MoveKind::Ply), Type::Number, Stage::Moves),
    ("side", Kind::Move(MoveKind::Side), Type::Side, Stage::Moves),
    ("capture", Kind::Move(MoveKind::Capture), Type::Flag, Stage::Moves),
    ("promotion", Kind::Move(MoveKind::Promotion), Type::Flag, Stage::Moves),
    ("castling", Kind::Move(MoveKind::Castling), Type::Flag, Stage::Moves),
    ("check", Kind::Move(MoveKind::Check), Type::Flag, Stage::Moves),
    ("gives_check", Kind::Move(MoveKind::GivesCheck), Type::Flag, Stage::Moves),
    ("quiet", Kind::Move(MoveKind::Quiet), Type::Flag, Stage::Moves),
    ("san", Kind::Move(MoveKind::San), Type::Text, Stage::Moves),
    ("from", Kind::Move(MoveKind::From), Type::Square, Stage::Moves),
    ("to", Kind::Move(MoveKind::To), Type::Square, Stage::Moves),
    ("piece", Kind::Move(MoveKind::Piece), Type::Piece, Stage::Moves),
    ("captured", Kind::Move(MoveKind::Captured), Type::Piece, Stage::Moves),
    ("is_sacrifice", Kind::Move(MoveKind::IsSacrifice), Type::Flag, Stage::Moves),
    ("pieces", Kind::Move(MoveKind::Pieces), Type::Number, Stage::Moves),
    ("halfmove_clock", Kind::Move(MoveKind::HalfmoveClock), Type::Number, Stage::Moves),
    ("repetition", Kind::Move(MoveKind::Repetition), Type::Number, Stage::Moves),
    ("clock", Kind::Move(MoveKind::Clock), Type::Number, Stage::Moves),
    ("elapsed", Kind::Move(MoveKind::Elapsed), Type::Number, Stage::Moves),
    ("eval", Kind::Move(MoveKind::Eval), Type::Number, Stage::Moves),
    ("mate", Kind::Move(MoveKind::Mate), Type::Number, Stage::Moves),
];

/// The names in filters of records: those of their labels, and 16 about moves.
const OF_RECORDS: [(&str, Kind, Type, Stage); 18] = {
    let mut names = [("score", Kind::Move(MoveKind::Score), Type::Number, Stage::Moves); 18];
    names[1] = ("result", Kind::Move(MoveKind::MoverResult), Type::Number, Stage::Moves);
    let mut i = 2;
    while i < names.len() {
        names[i] = OF_GAMES[i + 3];
        i += 1;
    }
    names
};

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
            Self::Records => OF_RECORDS.iter().map(|&(name, ..)| name).collect(),
        }
    }

    /// The meaning of a name; tags get slots. `None` if there is no such name.
    pub(super) fn find(&mut self, name: &str) -> Option<Subject> {
        let known = |names: &[(&str, Kind, Type, Stage)]| {
            names
                .iter()
                .find(|(known, ..)| *known == name)
                .map(|&(_, kind, values, stage)| (kind, values, stage))
        };
        let (kind, values, stage) = match self {
            Self::Columns(columns) => {
                let index = columns.iter().position(|&(known, ..)| known == name)?;
                (Kind::Column(index), type_of_column(columns.get(index)?.1)?, Stage::Tags)
            }
            Self::Records => known(&OF_RECORDS)?,
            Self::Games(slots) => match name {
                "white_elo" => (Kind::Elo(slots.slot("WhiteElo")), Type::Number, Stage::Tags),
                "black_elo" => (Kind::Elo(slots.slot("BlackElo")), Type::Number, Stage::Tags),
                "elo" => (
                    Kind::LowerElo(slots.slot("WhiteElo"), slots.slot("BlackElo")),
                    Type::Number,
                    Stage::Tags,
                ),
                "date" => (Kind::Date(slots.slot("UTCDate"), slots.slot("Date")), Type::Date, Stage::Tags),
                _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                    (Kind::Tag(slots.slot(name)), Type::Tag, Stage::Tags)
                }
                _ => match Columns::known_tags().find(|&(known, _)| known == name) {
                    Some((_, tag)) => (Kind::Known(slots.slot(tag)), Type::Text, Stage::Tags),
                    None => known(&OF_GAMES)?,
                },
            },
        };
        Some(Subject::new(name, (kind, values, stage)))
    }

    /// The meaning of a name in quotation marks: the tag with this name, or the column. `None` if there is none.
    pub(super) fn find_quoted(&mut self, name: &str) -> Option<Subject> {
        match self {
            Self::Games(slots) => {
                let tag = || Subject::new(name, (Kind::Tag(slots.slot(name)), Type::Tag, Stage::Tags));
                is_tag_name(name).then(tag)
            }
            Self::Columns(_) | Self::Records => self.find(name),
        }
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
    fn new(name: &str, (kind, values, stage): (Kind, Type, Stage)) -> Self {
        Self { name: name.into(), kind, values, stage }
    }

    /// All names of games and moves but those of tags.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        let named =
            Columns::known_tags().map(|(name, _)| name).chain(OF_GAMES.iter().map(|&(name, ..)| name));
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
}
