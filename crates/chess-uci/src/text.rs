use alloc::string::String;
use core::fmt::{self, Write};

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
