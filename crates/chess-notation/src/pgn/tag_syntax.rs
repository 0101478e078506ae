use core::ops::Range;

use memchr::memchr2;

/// The reading of a bracket as the beginning of a tag. Places and lengths count from the bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TagSyntax {
    Tag {
        name: Range<usize>,
        value: Range<usize>,
        length: usize,
    },
    /// Not a tag, as the first bytes tell already.
    Broken,
    /// More bytes are needed.
    Incomplete,
}

impl TagSyntax {
    /// Reads `[Name "value"]`, a tag that the first byte is known to begin.
    ///
    /// A quotation mark ends the value only if the closing bracket follows: others, that should have been escaped, are
    /// part of it. A value without quotation marks ends before the closing bracket. Neither may contain an end of line.
    #[inline]
    pub(crate) fn parse(text: &[u8]) -> Self {
        let name_start = behind(text, 1, |byte| byte.is_ascii_whitespace());
        let name_end = behind(text, name_start, is_name);
        let start = behind(text, name_end, |byte| byte.is_ascii_whitespace());
        let name = name_start..name_end;
        match text.get(start) {
            None => Self::Incomplete,
            Some(_) if name.is_empty() => Self::Broken,
            Some(b'"') => Self::quoted(text, name, start + 1),
            Some(_) => Self::bare(text, name),
        }
    }

    #[inline]
    fn quoted(text: &[u8], name: Range<usize>, start: usize) -> Self {
        let line_end = memchr2(b'\n', b'\r', &text[start..]).map(|length| start + length);
        let line = &text[..line_end.unwrap_or(text.len())];
        let mut at = start;
        while let Some(length) = memchr2(b'"', b'\\', &line[at..]) {
            at += length;
            let is_escape = matches!(line[at..], [b'\\', b'"' | b'\\', ..]);
            if line[at] == b'"' {
                let bracket = behind(line, at + 1, |byte| matches!(byte, b' ' | b'\t'));
                if line.get(bracket) == Some(&b']') {
                    return Self::Tag { name, value: start..at, length: bracket + 1 };
                }
            }
            at += if is_escape { 2 } else { 1 };
        }
        if line_end.is_some() { Self::Broken } else { Self::Incomplete }
    }

    fn bare(text: &[u8], name: Range<usize>) -> Self {
        let end = behind(text, name.end, |byte| !matches!(byte, b']' | b'\n' | b'\r'));
        match text.get(end) {
            None => Self::Incomplete,
            Some(b']') => {
                let start = end - text[name.end..end].trim_ascii_start().len();
                let length = text[start..end].trim_ascii_end().len();
                Self::Tag { name, value: start..start + length, length: end + 1 }
            }
            Some(_) => Self::Broken,
        }
    }
}

/// Tests for a byte of a tag's name.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)
}

/// The end of the run of bytes from `start` on that `is_such` accepts.
#[inline(always)]
fn behind(text: &[u8], start: usize, is_such: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    start + rest.iter().position(|&byte| !is_such(byte)).unwrap_or(rest.len())
}
