use std::cmp::Ordering;
use std::fmt;

use chess_notation::pgn::GameResult;
use chess_types::Color;

use super::subject::{Stage, Subject};

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    Any(Vec<Expr>),
    All(Vec<Expr>),
    Not(Box<Expr>),
    Flag(Subject),
    Compare { subject: Subject, operator: Operator, value: Value },
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
}

/// A value that something is compared with.
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
    pub(super) const ALL: [(&'static str, Self); 8] = [
        // Longer ones first.
        ("==", Self::Equal),
        ("!=", Self::NotEqual),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
        ("~", Self::Contains),
    ];

    pub(super) fn accepts(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
            Self::Contains => false,
        }
    }

    /// The answer if there is nothing to compare with.
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

pub(super) const fn result_word(result: GameResult) -> &'static str {
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
            Self::Flag(subject) | Self::Compare { subject, .. } => visit(subject),
        }
    }

    /// The latest stage of what the condition names.
    pub(super) fn stage(&self) -> Stage {
        let mut latest = Stage::Tags;
        self.each_subject(&mut |subject| latest = latest.max(subject.stage()));
        latest
    }

    /// Writes the condition so that it stays one as a part of another.
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
            Self::Flag(subject) => f.write_str(subject.name()),
            Self::Compare { subject, operator, value } => {
                write!(f, "{} {operator} {value}", subject.name())
            }
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
