//! JSON that is written, and never read.

use std::fmt::{Display, Write};

/// A text of JSON under construction.
#[derive(Default)]
pub struct Json(String);

impl Json {
    /// One object, whose keys and values `write` adds.
    pub fn object(write: impl FnOnce(&mut Object<'_>)) -> String {
        let mut json = Self::default();
        json.add_object(write);
        json.0
    }

    fn add_object(&mut self, write: impl FnOnce(&mut Object<'_>)) {
        self.0.push('{');
        write(&mut Object { json: self, is_first: true });
        self.0.push('}');
    }

    fn add_list(&mut self, write: impl FnOnce(&mut List<'_>)) {
        self.0.push('[');
        write(&mut List { json: self, is_first: true });
        self.0.push(']');
    }

    fn add_text(&mut self, value: &str) {
        text(&mut self.0, value);
    }

    fn separate(&mut self, is_first: &mut bool) {
        if !std::mem::replace(is_first, false) {
            self.0.push(',');
        }
    }
}

/// Writes a text between quotation marks.
pub(crate) fn text(out: &mut String, text: &str) {
    out.push('"');
    let mut written = 0;
    for (at, character) in text.char_indices() {
        let is_escaped = match character {
            '"' | '\\' => true,
            // U+2028 and U+2029 end a line in older JavaScript.
            '\0'..' ' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => false,
            _ => continue,
        };
        out.push_str(&text[written..at]);
        written = at + character.len_utf8();
        out.push('\\');
        if is_escaped {
            out.push(character);
        } else {
            out.push('u');
            hex(out, character.into(), 4);
        }
    }
    out.push_str(&text[written..]);
    out.push('"');
}

/// Writes the last digits of a hexadecimal number, so many of them. That is less code than a format.
fn hex(out: &mut String, number: u64, digits: u32) {
    for digit in (0..digits).rev() {
        out.push(char::from(b"0123456789abcdef"[(number >> (4 * digit)) as usize & 15]));
    }
}

/// Writes values between brackets, with commas between them.
#[cfg(feature = "pgn")]
pub(crate) fn list<T>(
    out: &mut String,
    values: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut String, T),
) {
    out.push('[');
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out, value);
    }
    out.push(']');
}

/// The keys and values of an object.
pub struct Object<'a> {
    json: &'a mut Json,
    is_first: bool,
}

impl Object<'_> {
    fn key(&mut self, key: &str) -> &mut Json {
        self.json.separate(&mut self.is_first);
        self.json.add_text(key);
        self.json.0.push(':');
        self.json
    }

    /// A text.
    pub fn text(&mut self, key: &str, value: impl AsRef<str>) {
        self.add_text(key, value.as_ref());
    }

    #[inline(never)]
    fn add_text(&mut self, key: &str, value: &str) {
        self.key(key).add_text(value);
    }

    /// A number, `true`, `false` or `null`.
    pub fn plain(&mut self, key: &str, value: impl Display) {
        self.add_plain(key, &value);
    }

    #[inline(never)]
    fn add_plain(&mut self, key: &str, value: &dyn Display) {
        let _ = write!(self.key(key).0, "{value}");
    }

    /// A list, whose values `write` adds.
    pub fn list(&mut self, key: &str, write: impl FnOnce(&mut List<'_>)) {
        self.key(key).add_list(write);
    }

    /// An object, whose keys and values `write` adds.
    #[cfg(feature = "lessons")]
    pub fn object(&mut self, key: &str, write: impl FnOnce(&mut Object<'_>)) {
        self.key(key).add_object(write);
    }

    #[cfg(feature = "lessons")]
    /// A number of 64 bits, which JavaScript's numbers cannot hold, or a set of squares: 16 hexadecimal digits.
    pub fn word(&mut self, key: &str, value: u64) {
        let mut digits = String::new();
        hex(&mut digits, value, 16);
        self.add_text(key, &digits);
    }
}

/// The values of a list.
pub struct List<'a> {
    json: &'a mut Json,
    is_first: bool,
}

impl List<'_> {
    fn next(&mut self) -> &mut Json {
        self.json.separate(&mut self.is_first);
        self.json
    }

    /// A text.
    pub fn text(&mut self, value: impl AsRef<str>) {
        self.next().add_text(value.as_ref());
    }

    /// A text, or `null`.
    #[cfg(feature = "lessons")]
    pub fn text_or_null(&mut self, value: Option<impl AsRef<str>>) {
        match value {
            Some(value) => self.text(value),
            None => self.plain("null"),
        }
    }

    /// A number, `true`, `false` or `null`.
    #[cfg(feature = "lessons")]
    pub fn plain(&mut self, value: impl Display) {
        let json = self.next();
        let _ = write!(json.0, "{value}");
    }

    /// An object, whose keys and values `write` adds.
    #[cfg(feature = "lessons")]
    pub fn object(&mut self, write: impl FnOnce(&mut Object<'_>)) {
        self.next().add_object(write);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_separated_and_texts_are_escaped() {
        let json = Json::object(|object| {
            object.text("a", "\"\\\n\u{1b}\u{2028}é♔");
            object.plain("b", "null");
            object.list("c", |list| {
                list.text("x");
                list.text("");
            });
            object.list("d", |_| ());
            object.plain("e", true);
        });
        let expected = r#"{"a":"\"\\\u000a\u001b\u2028é♔","b":null,"c":["x",""],"d":[],"e":true}"#;
        assert_eq!(json, expected);
        assert_eq!(Json::object(|_| ()), "{}");
    }
}
