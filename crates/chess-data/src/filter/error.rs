use std::error::Error;
use std::fmt;

/// An error of a text that is not a filter: the place, and what was expected there.
///
/// # Examples
/// ```
/// use chess_data::filter::Filter;
///
/// let error = "white_elo >= 2000 and ply > e4".parse::<Filter>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 28: expected a number");
/// assert_eq!(error.offset(), 28);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParseFilterError {
    pub(super) offset: usize,
    pub(super) rule: FilterRule,
}

/// A rule that the text of a filter breaks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum FilterRule {
    Condition,
    Operator,
    /// The name has these operators only.
    OperatorOf(&'static str),
    NoOperator(&'static str),
    Value,
    Number,
    Date,
    Day,
    Result,
    Side,
    Text,
    Escape,
    Parenthesis,
    AndOr,
    Name(String),
    TooDeep,
}

impl ParseFilterError {
    /// Number of bytes before the place.
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for ParseFilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.offset)?;
        f.write_str(match &self.rule {
            FilterRule::Condition => "expected a condition, such as white_elo >= 2000 or quiet",
            FilterRule::Operator => "expected one of == != < <= > >= ~",
            FilterRule::OperatorOf(operators) => return write!(f, "expected one of {operators}"),
            FilterRule::NoOperator(name) => {
                return write!(f, "{name} is a condition by itself and is not compared");
            }
            FilterRule::Value => "expected a value: a number, a date, a word or a text in quotation marks",
            FilterRule::Number => "expected a number",
            FilterRule::Date => "expected a date, such as 2024-01-31",
            FilterRule::Day => "there is no such day",
            FilterRule::Result => "expected white, black, draw, unknown or a result in quotation marks",
            FilterRule::Side => "expected white or black",
            FilterRule::Text => "the text has no quotation mark at its end",
            FilterRule::Escape => "a backslash stands before a quotation mark or a backslash",
            FilterRule::Parenthesis => "expected a closing parenthesis",
            FilterRule::AndOr => "expected and, or, or the end",
            FilterRule::Name(name) => {
                return write!(
                    f,
                    "there is no name `{}`; names of tags begin with an upper-case letter",
                    name.escape_debug()
                );
            }
            FilterRule::TooDeep => "conditions are nested too deeply",
        })
    }
}

impl Error for ParseFilterError {}
