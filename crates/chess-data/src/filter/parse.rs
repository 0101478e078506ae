//! Filters read from text.

use std::error::Error;
use std::fmt;

use super::expr::{Expr, Kind, Names, Operator, Quoted, Subject, Value};
use super::facts::{Question, Type};
use super::position::{Aspect, Form, Test, Views};
use super::quantifier::{Part, Quantifier};
use crate::spelling;
use chess_notation::number::{digits, whole};
use chess_notation::pgn::Date;

/// An error of a text that is not a filter: the place, and the expected text.
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
    offset: usize,
    message: String,
}

impl ParseFilterError {
    /// Number of bytes before the place.
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for ParseFilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.message)
    }
}

impl Error for ParseFilterError {}

/// The most parentheses and negations that may be open at a time.
const MAX_DEPTH: usize = 64;

/// The rule of a value.
const VALUE: &str = "expected a value: a number, a date, a word or a text in quotation marks";

/// A reader of the text of a filter.
pub(super) struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    is_quantified: bool,
    names: Names<'a>,
    quantifiers: Vec<Quantifier>,
}

impl<'a> Parser<'a> {
    /// Reads the whole text; a blank one has no condition.
    pub(super) fn parse(
        text: &'a str,
        names: Names<'a>,
    ) -> Result<(Option<Expr>, Vec<Quantifier>), ParseFilterError> {
        let mut parser = Self { text, at: 0, depth: 0, is_quantified: false, names, quantifiers: Vec::new() };
        parser.skip_blanks();
        if parser.rest().is_empty() {
            return Ok((None, Vec::new()));
        }
        let expr = parser.any()?;
        parser.skip_blanks();
        if parser.rest().is_empty() {
            Ok((Some(expr), parser.quantifiers))
        } else {
            let is_then = parser.word() == "then";
            Err(parser.error(if is_then {
                "then is written within some(…)"
            } else {
                "expected and, or, or the end"
            }))
        }
    }

    fn any(&mut self) -> Result<Expr, ParseFilterError> {
        let first = self.all()?;
        let mut parts = vec![first];
        while self.take_word("or") {
            parts.push(self.all()?);
        }
        Ok(joined(parts, Expr::Any))
    }

    fn all(&mut self) -> Result<Expr, ParseFilterError> {
        let first = self.unary()?;
        let mut parts = vec![first];
        while self.take_word("and") {
            parts.push(self.unary()?);
        }
        Ok(joined(parts, Expr::All))
    }

    fn unary(&mut self) -> Result<Expr, ParseFilterError> {
        self.skip_blanks();
        if self.depth == MAX_DEPTH {
            return Err(self.error("conditions are nested too deeply"));
        }
        self.depth += 1;
        let expr = if self.take_word("not") {
            Expr::Not(Box::new(self.unary()?))
        } else if self.take("(") {
            let inner = self.any()?;
            self.skip_blanks();
            if !self.take(")") {
                return Err(self.error("expected a closing parenthesis"));
            }
            inner
        } else {
            self.condition()?
        };
        self.depth -= 1;
        Ok(expr)
    }

    /// A comparison or a flag.
    fn condition(&mut self) -> Result<Expr, ParseFilterError> {
        let start = self.at;
        let subject = if self.take("\"") {
            let name = self.quoted(start, '"')?;
            self.names.find_quoted(&name).ok_or_else(|| {
                let rule = "a name in quotation marks is that of a tag: an upper-case letter, then letters, digits and _";
                Self::error_at(start, self.unknown(&name, rule))
            })?
        } else if let Some(question) = self.question() {
            self.quantified(question)?
        } else {
            self.name()?
        };
        self.skip_blanks();
        let kind = subject.values;
        if let Type::Position(aspect) = kind {
            return self.comparison_of_position(subject, aspect);
        }
        let is_next = |text: &str| match text {
            "like" => self.word() == text,
            text => self.rest().starts_with(text),
        };
        let operator = Operator::ALL.into_iter().take(9).find(|(text, _)| is_next(text));
        if matches!(kind, Type::Flag) {
            let is_compared = operator.is_some() || matches!(self.word(), "in" | "is");
            let error = || self.error(format!("{subject} is a condition by itself and is not compared"));
            return if is_compared { Err(error()) } else { Ok(Expr::Flag(subject)) };
        }
        let Some((text, operator)) = operator else { return self.condition_of_words(subject) };
        let operators = match kind {
            Type::Word(_) if !matches!(operator, Operator::Equal | Operator::NotEqual) => Some("== != in is"),
            Type::Number | Type::Date if matches!(operator, Operator::Contains | Operator::Like) => {
                Some("== != < <= > >= in is")
            }
            _ => None,
        };
        if let Some(operators) = operators {
            return Err(self.error(format!("expected one of {operators}")));
        }
        self.at += text.len();
        let value = self.value_of(kind)?;
        Ok(Expr::Compare { subject, operator, value })
    }

    /// The quantifier that comes next.
    fn question(&self) -> Option<Question> {
        let word = self.word();
        let is_called = self.rest()[word.len()..].trim_ascii_start().starts_with('(');
        Question::ALL.into_iter().find(|&(name, _)| is_called && name == word).map(|(_, question)| question)
    }

    /// A quantifier, whose answer is compared like a fact about the game.
    fn quantified(&mut self, question: Question) -> Result<Subject, ParseFilterError> {
        let word = self.word();
        if self.is_quantified {
            return Err(self
                .error(format!("{word}(…) cannot be nested in another some, every, count, first or last")));
        }
        if !matches!(self.names, Names::Games(..)) {
            return Err(self.error(format!("{word}(…) works on games only, and these are rows")));
        }
        self.at += word.len();
        self.skip_blanks();
        self.take("(");
        self.is_quantified = true;
        let mut parts = vec![Part::new(self.any()?)];
        while question == Question::Some && self.take_word("then") {
            parts.push(Part::new(self.any()?));
        }
        self.is_quantified = false;
        self.skip_blanks();
        if !self.take(")") {
            let is_then = self.word() == "then";
            return Err(self.error(if is_then {
                "then is written within some(…)"
            } else {
                "expected a closing parenthesis"
            }));
        }
        let texts: Vec<String> = parts.iter().map(|part| part.expr.to_string()).collect();
        let name = format!("{word}({})", texts.join(" then ")).into();
        let values = if question.is_flag() { Type::Flag } else { Type::Number };
        self.quantifiers.push(Quantifier { question, parts });
        Ok(Subject { name, kind: Kind::Quantified(self.quantifiers.len() - 1), values })
    }

    /// A comparison of the position with texts.
    fn comparison_of_position(&mut self, subject: Subject, aspect: Aspect) -> Result<Expr, ParseFilterError> {
        let (operators, words) = operators_of(aspect);
        let is_not = self.take_word("not");
        let is_list = words.ends_with(" in") && self.take_word("in");
        if is_list {
            let (mut test, mut texts) = (None::<Test>, Vec::new());
            self.skip_blanks();
            while self.take(if texts.is_empty() { "(" } else { "," }) {
                let (next, text) = self.test(aspect, Operator::Equal)?;
                test = Some(match test {
                    Some(test) => test.or(next),
                    None => next,
                });
                texts.push(text);
                self.skip_blanks();
            }
            let Some(test) = test.filter(|_| self.take(")")) else {
                return Err(self.error("expected texts in parentheses, with commas between them"));
            };
            let value = Value::Test(Box::new(test), format!("({})", texts.join(", ")).into());
            let expr = Expr::Compare { subject, operator: Operator::In, value };
            return Ok(if is_not { Expr::Not(Box::new(expr)) } else { expr });
        }
        let is_next = |text: &str| {
            if text.starts_with(char::is_alphabetic) {
                self.word() == text
            } else {
                self.rest().starts_with(text)
            }
        };
        let next = Operator::ALL
            .into_iter()
            .find(|&(text, operator)| operators.contains(&operator) && is_next(text));
        let Some((text, operator)) = next
            .filter(|&(_, operator)| !is_not || operator == Operator::Matches || operator == Operator::Has)
        else {
            let hint = if self.word() == "like" && operators.contains(&Operator::Matches) {
                "; patterns of a board are written with matches"
            } else {
                ""
            };
            return Err(self.error(format!("expected one of {words}{hint}")));
        };
        self.at += text.len();
        let (test, text) = self.test(aspect, operator)?;
        let expr = Expr::Compare { subject, operator, value: Value::Test(Box::new(test), text.into()) };
        Ok(if is_not { Expr::Not(Box::new(expr)) } else { expr })
    }

    /// The text of a test of the position, with the views that it may have.
    fn test(&mut self, aspect: Aspect, operator: Operator) -> Result<(Test, String), ParseFilterError> {
        self.skip_blanks();
        let start = self.at;
        let Value::Text(text) = self.value()? else {
            return Err(Self::error_at(start, "expected a text in quotation marks"));
        };
        let (mut views, mut written) = (Views::default(), Quoted(&text).to_string());
        loop {
            let before = self.at;
            if !self.take_word("or") {
                break;
            }
            self.skip_blanks();
            let (word, at) = (self.word(), self.at);
            let view = match word {
                "flipped" => &mut views.flipped,
                "mirrored" => &mut views.mirrored,
                _ => {
                    self.at = before;
                    break;
                }
            };
            if std::mem::replace(view, true) || !aspect.views().is_some_and(|views| views.contains(word)) {
                return Err(Self::error_at(at, format!("{word} is not expected here")));
            }
            self.at += word.len();
            written.push_str(" or ");
            written.push_str(word);
        }
        let form = match operator {
            Operator::Matches => Form::Pattern,
            Operator::Has => Form::Pieces,
            _ => Form::Whole,
        };
        let test = aspect.read(form, &text, views).map_err(|message| Self::error_at(start, message))?;
        Ok((test, written))
    }

    /// A condition that begins with one of the words `is`, `in` and `not` after its name.
    fn condition_of_words(&mut self, subject: Subject) -> Result<Expr, ParseFilterError> {
        let not = |is_not: bool, expr| if is_not { Expr::Not(Box::new(expr)) } else { expr };
        if self.take_word("is") {
            let is_not = self.take_word("not");
            let expr = not(is_not, Expr::Missing(subject));
            return if self.take_word("null") {
                Ok(expr)
            } else {
                Err(self.error("expected null or not null"))
            };
        }
        let is_not = self.take_word("not");
        let kind = subject.values;
        if is_not && matches!(kind, Type::Tag | Type::Text) && self.take_word("like") {
            let value = self.value_of(kind)?;
            return Ok(not(true, Expr::Compare { subject, operator: Operator::Like, value }));
        }
        if !self.take_word("in") {
            return Err(self.error("expected one of == != < <= > >= ~ like in is"));
        }
        self.skip_blanks();
        let mut parts = Vec::new();
        while self.take(if parts.is_empty() { "(" } else { "," }) {
            let value = self.value_of(kind)?;
            parts.push(Expr::Compare { subject: subject.clone(), operator: Operator::Equal, value });
            self.skip_blanks();
        }
        let is_closed = !parts.is_empty() && self.take(")");
        if is_closed {
            Ok(not(is_not, joined(parts, Expr::Any)))
        } else {
            Err(self.error("expected values in parentheses, with commas between them"))
        }
    }

    /// A value that a thing of this type is compared with.
    fn value_of(&mut self, kind: Type) -> Result<Value, ParseFilterError> {
        self.skip_blanks();
        let start = self.at;
        let value = self.value().map_err(|error| match kind {
            Type::Word(words) => Self::error_at(start, words.rule),
            _ => error,
        })?;
        let is_name = matches!(&value, Value::Text(text) if Subject::names().any(|name| name == &**text));
        fitting(value, kind).map_err(|rule| match kind {
            Type::Number | Type::Date if is_name => {
                Self::error_at(start, format!("{rule}; two names cannot be compared"))
            }
            _ => Self::error_at(start, rule),
        })
    }

    /// A name without quotation marks.
    fn name(&mut self) -> Result<Subject, ParseFilterError> {
        let name = self.word();
        if name.is_empty() || !name.starts_with(|c: char| c.is_ascii_alphabetic()) || is_reserved(name) {
            let rule = "expected a condition, such as white_elo >= 2000 or quiet";
            return Err(self.error(self.unknown("", rule)));
        }
        let Some(subject) = self.names.find(name) else {
            let question = spelling::question(&spelling::nearest(name, Subject::names()));
            let rest = if question.is_empty() { "; names" } else { " Names" };
            let rule = format!(
                "unknown name `{}`{question}{rest} of tags begin with an upper-case letter, and docs/filters.md lists all others",
                name.escape_debug()
            );
            return Err(self.error(self.unknown(name, &rule)));
        };
        if subject.is_misspelt() {
            return Err(self.error(spelling::misspelt(name, &Subject::meant_by(name))));
        }
        self.at += name.len();
        Ok(subject)
    }

    /// The rule that an unknown name breaks: of a table its own, otherwise the given one.
    fn unknown(&self, name: &str, rule: &str) -> String {
        let (expected, unknown, known) = match self.names {
            Names::Games(..) => return rule.to_owned(),
            Names::Columns(_) => {
                ("the name of a column:", "no column of numbers or texts is named `@`", "these are")
            }
            Names::Records => ("one of", "unknown name `@` of a record", "that is"),
        };
        let names = self.names.all();
        if name.is_empty() {
            return format!("expected {expected} {}", names.join(", "));
        }
        let unknown = unknown.replace('@', &name.escape_debug().to_string());
        match &*spelling::nearest(name, names.iter().copied()) {
            [] => format!("{unknown}; {known} {}", names.join(", ")),
            nearest => unknown + &spelling::question(nearest),
        }
    }

    fn value(&mut self) -> Result<Value, ParseFilterError> {
        let start = self.at;
        if let Some(mark) = ['"', '\''].into_iter().find(|&mark| self.rest().starts_with(mark)) {
            self.at += 1;
            return self.quoted(start, mark).map(Value::Text);
        }
        let rest = self.rest();
        if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let word = self.word();
            if is_reserved(word) {
                return Err(self.error(VALUE));
            }
            self.at += word.len();
            return Ok(Value::Text(word.into()));
        }
        if !rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return Err(self.error(VALUE));
        }
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        let length = rest.bytes().position(|byte| !is_part(byte)).unwrap_or(rest.len());
        let text = &rest[..length];
        let value = if let Some(number) = number(text) {
            Value::Number(number, text.into())
        } else {
            Value::Date(date(text).map_err(|rule| self.error(rule))?, text.into())
        };
        self.at += length;
        Ok(value)
    }

    /// The rest of a text whose opening quotation mark is at `start`, up to the same mark.
    fn quoted(&mut self, start: usize, mark: char) -> Result<Box<str>, ParseFilterError> {
        let mut text = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                _ if c == mark => {
                    self.at += at + 1;
                    return Ok(text.into());
                }
                '\\' => match chars.next() {
                    Some((_, escaped)) if escaped == mark || escaped == '\\' => text.push(escaped),
                    _ => {
                        let rule = "a backslash comes before a quotation mark or a backslash";
                        return Err(Self::error_at(self.at + at, rule));
                    }
                },
                c => text.push(c),
            }
        }
        Err(Self::error_at(start, "the text has no closing quotation mark"))
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The word that comes next; empty if there is none.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_'));
        rest.get(..length.unwrap_or(rest.len())).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().bytes().take_while(u8::is_ascii_whitespace).count();
    }

    fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let is_next = self.word() == word;
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    fn error(&self, message: impl Into<String>) -> ParseFilterError {
        Self::error_at(self.at, message)
    }

    fn error_at(offset: usize, message: impl Into<String>) -> ParseFilterError {
        ParseFilterError { offset, message: message.into() }
    }
}

fn joined(mut parts: Vec<Expr>, join: impl FnOnce(Vec<Expr>) -> Expr) -> Expr {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            join(parts)
        }
    }
}

/// The operators with which something of a position is compared, and their texts.
const fn operators_of(aspect: Aspect) -> (&'static [Operator], &'static str) {
    use Operator::{Equal, Has, Matches, NotEqual};
    match aspect {
        Aspect::Fen | Aspect::Pawns => (&[Equal, NotEqual], "== != in"),
        Aspect::Board => (&[Matches, Has], "matches has"),
        Aspect::Material => (&[Equal, NotEqual, Matches], "== != matches in"),
    }
}

fn is_reserved(word: &str) -> bool {
    matches!(word, "and" | "or" | "not")
}

/// The value, converted for a comparison with this type.
fn fitting(value: Value, kind: Type) -> Result<Value, &'static str> {
    match (kind, value) {
        (Type::Word(words), Value::Text(text)) => match (words.read)(&text) {
            Some((number, word)) => Ok(Value::Word(number, word.into())),
            None => Err(words.rule),
        },
        (Type::Word(words), _) => Err(words.rule),
        (Type::Number, value) if !matches!(value, Value::Number(..)) => Err("expected a number"),
        (Type::Date, value) if !matches!(value, Value::Date(..)) => {
            Err("expected a date, such as 2024-01-31")
        }
        (_, value) => Ok(value),
    }
}

/// Reads `["-"] digits ["." digits]`.
pub(super) fn number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if are_digits(whole) && are_digits(fraction) { text.parse().ok() } else { None }
}

/// Reads `digits "-" digits "-" digits`.
fn date(text: &str) -> Result<i32, &'static str> {
    let mut parts = text.split('-').map(|part| whole(digits(part.as_bytes())));
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(Some(year)), Some(Some(month)), Some(Some(day)), None) => {
            Date::new(year, month, day).map(Date::days).ok_or("the day does not exist")
        }
        _ => Err(VALUE),
    }
}
