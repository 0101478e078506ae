use core::fmt::{self, Display, Write};

/// Writes a value as text of an XML element: markup is escaped, and characters that XML does not allow are replaced.
pub(crate) struct Text<T>(pub(crate) T);

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(TextWriter(f), "{}", self.0)
    }
}

struct TextWriter<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for TextWriter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| match c {
            '&' => self.0.write_str("&amp;"),
            '<' => self.0.write_str("&lt;"),
            '>' => self.0.write_str("&gt;"),
            '\r' => self.0.write_str("&#13;"),
            _ => self.0.write_char(allowed(c)),
        })
    }
}

/// Writes a value within an XML comment, which must not have two hyphens in a row nor end with one.
pub(crate) struct Comment<'a>(pub(crate) &'a str);

impl Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<!-- ")?;
        let mut last = ' ';
        for c in self.0.chars() {
            if (last, c) == ('-', '-') {
                f.write_char(' ')?;
            }
            f.write_char(allowed(c))?;
            last = c;
        }
        f.write_str(" -->")
    }
}

/// Writes the part of a text that can stand in an XML id: letters, digits, `-` and `_` of ASCII.
pub(crate) struct Id<'a>(pub(crate) &'a str);

impl Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        self.0.chars().filter(is_kept).try_for_each(|c| f.write_char(c))
    }
}

/// The character, or U+FFFD in place of one that is not allowed in XML 1.0.
fn allowed(c: char) -> char {
    let is_allowed =
        !matches!(c, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}');
    if is_allowed { c } else { char::REPLACEMENT_CHARACTER }
}
