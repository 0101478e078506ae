//! Diagnostics on stderr, and text from outside that may be shown on a terminal.
//!
//! The macros of the standard library panic where nothing can be written, so that a full disk behind `2>` would end the
//! program. Here such a diagnostic is dropped: nobody is left to tell, and the exit code still says how the work went.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write as _};
use std::mem;

use chess_data::json::controls_display;
use console::Term;

/// Writes `text` as one line. It may quote what came from outside.
pub(crate) fn tell(text: impl Display) {
    let (text, term) = (visible(text).to_string(), Term::stderr());
    let text = if term.is_term() { wrapped(&text, term.size().1.into()) } else { text };
    write(&format!("{text}\n"));
}

/// Breaks lines that have more columns, between words and with their indentation.
pub(crate) fn wrapped(text: &str, columns: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.chars().count() <= columns {
            lines.push(line.to_owned());
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let mut last = " ".repeat(indent);
        for word in line.split_whitespace() {
            let is_first = last.len() == indent;
            if !is_first && last.chars().count() + 1 + word.chars().count() > columns {
                lines.push(mem::replace(&mut last, " ".repeat(indent) + word));
            } else {
                last.extend([if is_first { "" } else { " " }, word]);
            }
        }
        lines.push(last);
    }
    lines.join("\n")
}

/// Writes an error as one line. It may quote what came from outside.
pub(crate) fn error(text: impl Display) {
    tell(format_args!("error: {text}"));
}

/// Writes in one call, so that the lines of several threads stay whole. Stderr has no buffer to flush.
pub(crate) fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Displays text that came from outside, such as a file name, a FEN or a line of a file, with every character that could
/// steer a terminal escaped: `\u{1b}` for the escape character.
///
/// Escaped are control characters, line breaks among them, and the characters that reverse the direction of text. All
/// diagnostics pass through here; data on stdout that quotes its input does, too. JSON escapes by itself.
pub(crate) fn visible<T: Display>(text: T) -> Visible<T> {
    Visible(text)
}

/// The answer of [`visible`].
pub(crate) struct Visible<T>(T);

impl<T: Display> Display for Visible<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

struct Escaping<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl fmt::Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(controls_display) {
            let (plain, tail) = rest.split_at(at);
            let mut tail = tail.chars();
            self.0.write_str(plain)?;
            if let Some(c) = tail.next() {
                write!(self.0, "{}", c.escape_default())?;
            }
            rest = tail.as_str();
        }
        self.0.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = "one two three\n  four five\nsix  seven";
        assert_eq!(wrapped(text, 99), text);
        assert_eq!(wrapped(text, 8), "one two\nthree\n  four\n  five\nsix\nseven");
        assert_eq!(wrapped("extraordinary word", 4), "extraordinary\nword");
        assert_eq!(wrapped("", 4), "");
    }

    #[test]
    fn characters_that_steer_a_terminal_are_escaped() {
        for (text, escaped) in [
            ("C:\\Müller ♞ \u{fffd} '日本'", "C:\\Müller ♞ \u{fffd} '日本'"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("a\r\nb\tc\u{7}", "a\\r\\nb\\tc\\u{7}"),
            ("\u{9b}2J\u{7f}", "\\u{9b}2J\\u{7f}"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}"),
        ] {
            assert_eq!(visible(text).to_string(), escaped);
        }
    }
}
