use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;

use chess_types::UciMove;

use crate::error::{ProtocolError, Rule};
use crate::moves::read_move;
use crate::text::single_spaced;
use crate::words::{Word, Words};

/// The words of one command, with its name for errors and the function that is told of faults which do not end the reading.
pub(crate) struct Reader<'a, 'r> {
    pub(crate) words: Words<'a>,
    pub(crate) command: &'static str,
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

    /// A fault of `field` before the next word.
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

    /// Reads a number without a sign: negative ones count as 0, and greater ones than fit as the greatest that fits.
    pub(crate) fn natural(&mut self, field: &'static str) -> Option<u64> {
        self.field(field, Rule::Number, natural)
    }

    pub(crate) fn natural32(&mut self, field: &'static str) -> Option<u32> {
        self.natural(field).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }

    pub(crate) fn milliseconds(&mut self, field: &'static str) -> Option<Duration> {
        self.natural(field).map(Duration::from_millis)
    }

    /// Reads the moves up to the next field. A word that is no move is reported; it is skipped, or ends the list if moves
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

/// As [`integer`], clamped to 32 bits.
pub(crate) fn integer32(text: &str) -> Option<i32> {
    integer(text).map(|number| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}
