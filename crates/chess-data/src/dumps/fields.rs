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
                // What stands between the mark and the comma is dropped.
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

/// The lines of a text without their ends, empty ones too. What follows the last end is a line if it is not empty.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    })
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
}
