//! Lines, fields of comma-separated values, and JSON.

use std::borrow::Cow;

/// The fields of a line of CSV. A field in quotation marks may contain commas; a doubled mark in it is one.
pub(super) struct CsvFields<'a> {
    rest: Option<&'a [u8]>,
}

impl<'a> CsvFields<'a> {
    pub(super) const fn new(line: &'a [u8]) -> Self {
        Self { rest: Some(line) }
    }
}

impl<'a> Iterator for CsvFields<'a> {
    type Item = Cow<'a, str>;

    fn next(&mut self) -> Option<Cow<'a, str>> {
        let rest = self.rest?;
        let Some(quoted) = rest.strip_prefix(b"\"") else {
            let end = memchr::memchr(b',', rest).unwrap_or(rest.len());
            self.rest = rest.get(end + 1..);
            return Some(text(&rest[..end]));
        };
        let mut field = Vec::new();
        let mut at = 0;
        loop {
            let end = memchr::memchr(b'"', &quoted[at..]).map_or(quoted.len(), |length| at + length);
            field.extend_from_slice(&quoted[at..end]);
            if quoted.get(end + 1) != Some(&b'"') {
                // The text between the mark and the comma is dropped.
                let behind = quoted.get(end + 1..).unwrap_or_default();
                self.rest = memchr::memchr(b',', behind).map(|comma| &behind[comma + 1..]);
                return Some(Cow::Owned(text(&field).into_owned()));
            }
            field.push(b'"');
            at = end + 2;
        }
    }
}

/// The text of bytes: UTF-8, or else Latin-1.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// The lines of a text without their ends, empty ones too. Text behind the last end is a line.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    })
}

/// The most objects and arrays that may be open in a skipped value.
const MAX_DEPTH: usize = 64;

/// A reader of one JSON text. Its methods return `None` where the text does not match.
pub(super) struct Json<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Json<'a> {
    pub(super) const fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Number of bytes that have been read.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Reads an object, and calls `visit` with each name; it reads the value.
    pub(super) fn object(&mut self, mut visit: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        self.sequence(b'{', b'}', |json| {
            let name = json.string()?;
            json.expect(b':')?;
            visit(json, &name)
        })
    }

    /// Reads an array, and calls `visit` for each value; it reads the value.
    pub(super) fn array(&mut self, visit: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.sequence(b'[', b']', visit)
    }

    /// Reads an integer.
    pub(super) fn integer(&mut self) -> Option<i64> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|&&byte| byte.is_ascii_digit() || byte == b'-').count();
        let number = std::str::from_utf8(&rest[..length]).ok()?.parse().ok()?;
        // A fraction or an exponent makes another number.
        if matches!(rest.get(length), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        self.at += length;
        Some(number)
    }

    /// Reads a string. Escapes other than those of a quotation mark, a slash and a backslash are kept as they are written, since
    /// no field that is read has them.
    pub(super) fn string(&mut self) -> Option<Cow<'a, str>> {
        self.expect(b'"')?;
        let start = self.at;
        let mut has_escapes = false;
        loop {
            match self.text.get(self.at)? {
                b'"' => break,
                b'\\' => {
                    has_escapes = true;
                    self.at += 2;
                }
                _ => self.at += 1,
            }
        }
        let raw = self.text.get(start..self.at)?;
        self.at += 1;
        if !has_escapes {
            return Some(text(raw));
        }
        let mut bytes = Vec::with_capacity(raw.len());
        let mut rest = raw.iter();
        while let Some(&byte) = rest.next() {
            match (byte, rest.as_slice().first()) {
                (b'\\', Some(&escaped @ (b'"' | b'\\' | b'/'))) => {
                    bytes.push(escaped);
                    rest.next();
                }
                _ => bytes.push(byte),
            }
        }
        Some(Cow::Owned(text(&bytes).into_owned()))
    }

    /// Passes over a value.
    pub(super) fn skip(&mut self) -> Option<()> {
        self.skip_within(0)
    }

    /// True if nothing follows.
    pub(super) fn is_over(&mut self) -> bool {
        self.skip_blanks();
        self.at == self.text.len()
    }

    fn skip_within(&mut self, depth: usize) -> Option<()> {
        if depth == MAX_DEPTH {
            return None;
        }
        self.skip_blanks();
        match self.text.get(self.at)? {
            b'{' => self.sequence(b'{', b'}', |json| {
                json.string()?;
                json.expect(b':')?;
                json.skip_within(depth + 1)
            }),
            b'[' => self.sequence(b'[', b']', |json| json.skip_within(depth + 1)),
            b'"' => self.string().map(|_| ()),
            _ => {
                let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(*byte);
                let length = self.text[self.at..].iter().take_while(is_part).count();
                self.at += length;
                (length > 0).then_some(())
            }
        }
    }

    fn sequence(
        &mut self,
        open: u8,
        close: u8,
        mut visit: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.expect(open)?;
        if self.expect(close).is_some() {
            return Some(());
        }
        loop {
            visit(self)?;
            if self.expect(close).is_some() {
                return Some(());
            }
            self.expect(b',')?;
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.skip_blanks();
        let is_next = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next.then_some(())
    }

    fn skip_blanks(&mut self) {
        self.at += self.text[self.at.min(self.text.len())..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_csv() {
        let fields = |line: &str| CsvFields::new(line.as_bytes()).map(Cow::into_owned).collect::<Vec<_>>();
        assert_eq!(fields(""), [""]);
        assert_eq!(fields("a,,c,"), ["a", "", "c", ""]);
        assert_eq!(fields("\"a,\"\"b\"\"\",c"), ["a,\"b\"", "c"]);
        assert_eq!(fields("\"a\" ,\"\""), ["a", ""]);
        assert_eq!(fields("\"open, ended"), ["open, ended"]);
        assert_eq!(fields("a\"b,c"), ["a\"b", "c"]);
        assert_eq!(CsvFields::new(b"M\xfc").next().unwrap(), "Mü");
    }

    /// The value read from a text, and the number of bytes read.
    fn read<'a, T>(text: &'a str, read: impl FnOnce(&mut Json<'a>) -> T) -> (T, usize) {
        let mut json = Json::new(text.as_bytes());
        (read(&mut json), json.at())
    }

    #[test]
    fn integers_end_where_no_digit_follows() {
        for (text, number, at) in [
            ("12", Some(12), 2),
            (" \n-5,", Some(-5), 4),
            ("9223372036854775807]", Some(i64::MAX), 19),
            ("9223372036854775808", None, 0),
            ("1.5", None, 0),
            ("1e3", None, 0),
            ("1E3", None, 0),
            ("--1", None, 0),
            ("1-1", None, 0),
            ("-", None, 0),
            ("x", None, 0),
            ("", None, 0),
        ] {
            assert_eq!(read(text, Json::integer), (number, at), "{text}");
        }
    }

    #[test]
    fn strings_end_at_a_quotation_mark_that_is_not_escaped() {
        for (text, expected, at) in [
            ("\"\"", Some(""), 2),
            (" \"a b\" ", Some("a b"), 6),
            (r#""a\"b\\c\/d""#, Some("a\"b\\c/d"), 12),
            (r#""\n\u00e9""#, Some(r"\n\u00e9"), 10),
            (r#""a\\","b""#, Some("a\\"), 5),
            (r#""a\""#, None, 4),
            (r#""a\"#, None, 4),
            ("\"a", None, 2),
            ("a\"", None, 0),
        ] {
            let mut json = Json::new(text.as_bytes());
            assert_eq!(json.string().as_deref(), expected, "{text}");
            assert_eq!(json.at(), at, "{text}");
        }
        assert_eq!(Json::new(b"\"M\xfc\"").string().unwrap(), "Mü");
    }

    #[test]
    fn values_are_passed_over_whatever_they_are() {
        for (text, at) in [
            ("null,", 4),
            (" -1.5e+3 ", 8),
            ("[]", 2),
            ("[ 1 , [true] , {} ]x", 19),
            (r#"{"a":{"b":["]}"]},"c" : 1} "#, 26),
            ("\"a,b\"", 5),
        ] {
            assert_eq!(read(text, Json::skip), (Some(()), at), "{text}");
        }
        for text in
            ["", "]", "[1 2]", "[1,]", "[1", "{\"a\"}", "{\"a\" 1}", "{1:2}", "{\"a\":}", "{\"a\":1", "(1)"]
        {
            assert_eq!(read(text, Json::skip).0, None, "{text}");
        }
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let objects = |depth: usize| format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
        assert_eq!(read(&nested(64), Json::skip), (Some(()), 128));
        assert_eq!((read(&nested(65), Json::skip).0, read(&objects(63), Json::skip).0), (None, Some(())));
        assert_eq!(read(&objects(64), Json::skip).0, None);
    }

    #[test]
    fn only_blanks_may_follow_at_the_end() {
        for (text, is_over) in [("1", true), ("1 \n\t", true), ("1 2", false), ("1]", false)] {
            let mut json = Json::new(text.as_bytes());
            json.skip().unwrap();
            assert_eq!(json.is_over(), is_over, "{text}");
        }
    }
}
