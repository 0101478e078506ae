//! The words of a line, read field by field, and text within a line.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::time::Duration;

use chess_types::UciMove;

use crate::error::{ProtocolError, Rule};
use crate::moves::read_move;

/// The words of one command, with its name for errors and the function that receives skipped faults.
pub(crate) struct Reader<'a, 'r> {
    pub(crate) words: Words<'a>,
    command: &'static str,
    /// Accepts the words that begin another field of this command.
    is_keyword: fn(&str) -> bool,
    report: &'r mut dyn FnMut(ProtocolError),
}

impl<'a, 'r> Reader<'a, 'r> {
    pub(crate) fn new(
        words: Words<'a>,
        command: &'static str,
        is_keyword: fn(&str) -> bool,
        report: &'r mut dyn FnMut(ProtocolError),
    ) -> Self {
        Self { words, command, is_keyword, report }
    }

    /// Returns a fault of `field` before the next word.
    pub(crate) fn error(&self, field: &'static str, rule: Rule) -> ProtocolError {
        self.error_at(field, self.words.offset(), rule)
    }

    pub(crate) fn error_at(&self, field: &'static str, offset: usize, rule: Rule) -> ProtocolError {
        ProtocolError { command: self.command, field, offset, rule }
    }

    /// Reports a fault that does not end the reading.
    pub(crate) fn report_at(&mut self, field: &'static str, offset: usize, rule: Rule) {
        let error = self.error_at(field, offset, rule);
        (self.report)(error);
    }

    pub(crate) fn report_unknown(&mut self, word: Word<'_>) {
        self.report_at("", word.offset, Rule::UnknownWord);
    }

    /// Reports every word that is left as unknown.
    pub(crate) fn report_rest(&mut self) {
        while let Some(word) = self.words.next() {
            self.report_unknown(word);
        }
    }

    /// Reads the next word unless it begins another field.
    pub(crate) fn value(&mut self) -> Option<Word<'a>> {
        let is_keyword = self.is_keyword;
        self.words.next_if(|word| !is_keyword(word))
    }

    /// Reads a value by `read`. A value that is missing or wrong is reported and gives `None`.
    pub(crate) fn field<T>(
        &mut self,
        field: &'static str,
        rule: Rule,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let Some(word) = self.value() else {
            self.report_at(field, self.words.offset(), Rule::Missing);
            return None;
        };
        let value = read(word.text);
        if value.is_none() {
            self.report_at(field, word.offset, rule);
        }
        value
    }

    /// Reads a number without a sign: negative ones count as 0, and those that do not fit as the greatest that fits.
    pub(crate) fn natural(&mut self, field: &'static str) -> Option<u64> {
        self.field(field, Rule::Number, natural)
    }

    pub(crate) fn natural32(&mut self, field: &'static str) -> Option<u32> {
        self.natural(field).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }

    pub(crate) fn milliseconds(&mut self, field: &'static str) -> Option<Duration> {
        self.natural(field).map(Duration::from_millis)
    }

    /// Reads the moves up to the next field. A word that is not a move is reported; it is skipped, or ends the list if moves
    /// follow from one another.
    pub(crate) fn moves(&mut self, field: &'static str, is_line: bool) -> Vec<UciMove> {
        let mut moves = Vec::new();
        let mut is_cut = false;
        while let Some(word) = self.value() {
            match read_move(word.text) {
                Ok(mv) if !is_cut => moves.push(mv),
                Ok(_) => {}
                Err(error) => {
                    self.report_at(field, word.offset, Rule::Move(error));
                    is_cut = is_line;
                }
            }
        }
        moves
    }

    /// Reads the words up to the next field, with one space between each two.
    pub(crate) fn phrase(&mut self) -> String {
        let is_keyword = self.is_keyword;
        single_spaced(self.words.until(|_, word| is_keyword(word)))
    }
}

/// A whole number, with or without a sign; a fraction behind it is cut off. Numbers that do not fit are clamped.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !is_number(digits) || !is_number(fraction) {
        return None;
    }
    let limit = if is_negative { i64::MIN } else { i64::MAX };
    let number = digits.parse().map(|number: i64| if is_negative { -number } else { number });
    Some(number.unwrap_or(limit))
}

/// As [`integer`], where negative numbers count as 0.
fn natural(text: &str) -> Option<u64> {
    // Most numbers are plain.
    text.parse().ok().or_else(|| match integer(text)? {
        i64::MAX => Some(u64::MAX),
        number => Some(number.max(0) as u64),
    })
}

/// As [`integer`], clamped to 31 bits and a sign, so that each number has its opposite.
pub(crate) fn integer32(text: &str) -> Option<i32> {
    integer(text).map(|number| number.clamp((-i32::MAX).into(), i32::MAX.into()) as i32)
}

/// The words of a line, which any white space separates, with their places.
#[derive(Clone)]
pub(crate) struct Words<'a> {
    line: &'a str,
    /// Bytes that have been read.
    at: usize,
}

/// A word and the number of bytes before it in the line.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(line: &'a str) -> Self {
        Self { line, at: 0 }
    }

    /// The next word, which stays unread.
    pub(crate) fn peek(&self) -> Option<Word<'a>> {
        let rest = &self.line[self.at..];
        let text = rest.trim_start();
        let offset = self.line.len() - text.len();
        let text = &text[..text.find(char::is_whitespace).unwrap_or(text.len())];
        (!text.is_empty()).then_some(Word { text, offset })
    }

    /// Reads the next word if `is_wanted` accepts its text.
    pub(crate) fn next_if(&mut self, is_wanted: impl FnOnce(&str) -> bool) -> Option<Word<'a>> {
        let word = self.peek().filter(|word| is_wanted(word.text))?;
        self.at = word.offset + word.text.len();
        Some(word)
    }

    /// The bytes before the next word, or of the whole line if there is none.
    pub(crate) fn offset(&self) -> usize {
        self.peek().map_or(self.line.len(), |word| word.offset)
    }

    /// The rest of the line without white space around it.
    pub(crate) fn rest(&self) -> &'a str {
        self.line[self.at..].trim()
    }

    /// Reads up to the next word that `is_end` accepts, or to the end of the line, and returns the trimmed text in between. The
    /// word itself stays unread.
    pub(crate) fn until(&mut self, mut is_end: impl FnMut(&Self, &str) -> bool) -> &'a str {
        let start = self.at;
        while let Some(word) = self.peek() {
            if is_end(self, word.text) {
                return self.line[start..word.offset].trim();
            }
            self.next();
        }
        self.line[start..].trim()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        self.next_if(|_| true)
    }
}

/// Text as one line. A control character could end the line and begin a command of its own, so white space is written as a
/// space, and any other control character as U+FFFD, which does not end a word.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.contains(char::is_control) {
            return f.write_str(self.0);
        }
        self.0.chars().try_for_each(|c| {
            f.write_char(match c {
                _ if !c.is_control() => c,
                _ if c.is_whitespace() => ' ',
                _ => char::REPLACEMENT_CHARACTER,
            })
        })
    }
}

/// The words of a text with one space between each two.
pub(crate) fn single_spaced(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
}

/// Compares two names without regard to the case of ASCII letters and to the amount of white space between words.
pub(crate) fn is_same_name(a: &str, b: &str) -> bool {
    let mut other = b.split_whitespace();
    let is_same = a.split_whitespace().all(|word| other.next().is_some_and(|o| o.eq_ignore_ascii_case(word)));
    is_same && other.next().is_none()
}
