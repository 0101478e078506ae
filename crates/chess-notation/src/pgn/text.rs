use core::fmt::{self, Write};

/// Text of a PGN file, byte for byte.
///
/// `Display` writes it as UTF-8 if it is valid UTF-8, and otherwise as Latin-1, the character set of the standard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Text<'a>(pub(crate) &'a [u8]);

impl<'a> Text<'a> {
    /// The bytes.
    #[inline]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, if it is valid UTF-8.
    #[inline]
    pub fn as_str(self) -> Option<&'a str> {
        core::str::from_utf8(self.0).ok()
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_str() {
            Some(text) => f.pad(text),
            None => self.0.iter().try_for_each(|&byte| f.write_char(char::from(byte))),
        }
    }
}

/// The value of a tag, as written between its quotation marks.
///
/// `\"` and `\\` are escapes for their second character, and `Display` resolves them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TagValue<'a>(pub(crate) &'a [u8]);

impl<'a> TagValue<'a> {
    /// The text in the file, with its escapes.
    #[inline]
    pub const fn raw(self) -> Text<'a> {
        Text(self.0)
    }

    /// The bytes of the value, with escapes resolved.
    pub fn bytes(self) -> impl Iterator<Item = u8> + use<'a> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            if let [b'\\', b'"' | b'\\', ..] = rest {
                rest = &rest[1..];
            }
            let (&byte, behind) = rest.split_first()?;
            rest = behind;
            Some(byte)
        })
    }
}

impl fmt::Display for TagValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.contains(&b'\\') {
            return self.raw().fmt(f);
        }
        let Some(text) = self.raw().as_str() else {
            return self.bytes().try_for_each(|byte| f.write_char(char::from(byte)));
        };
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            let (before, escape) = rest.split_at(at);
            f.write_str(before)?;
            let escaped = escape[1..].starts_with(['"', '\\']);
            let skipped = if escaped { &escape[1..] } else { escape };
            // What follows a backslash that escapes is one byte; one that does not stands for itself.
            let (literal, behind) = skipped.split_at(1);
            f.write_str(literal)?;
            rest = behind;
        }
        f.write_str(rest)
    }
}
