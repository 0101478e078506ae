//! Tokens, the syntax of tags and the classes of bytes.

use core::ops::Range;

use memchr::{memchr_iter, memchr2};

use super::error::PgnRule;
use super::event::GameResult;
use crate::characters::{first_char, is_blank};

/// A token; places are those in the window, which begins with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// A word of this length, which should be a move.
    Word(usize),
    Nag(u8),
    Comment(Range<usize>),
    VariationStart,
    VariationEnd,
    Result(GameResult),
    /// A bracket, which is not part of the token, begins the tags of another game.
    NextTags,
    /// A line after a blank one, which is not part of the token, begins with a first move and its number. Only lenient reading has it.
    FirstMove,
    End,
    Broken(&'static PgnRule),
}

/// A tag or its error. Places are those in the window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TagToken {
    Tag {
        name: Range<usize>,
        value: Range<usize>,
    },
    /// A tag that strict reading refuses, as lenient reading takes it.
    Mended {
        name: Range<usize>,
        value: Range<usize>,
    },
    Broken(&'static PgnRule),
}

/// The beginning of the next token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Front {
    pub(crate) byte: Option<u8>,
    /// True if a blank line is before it.
    pub(crate) after_blank_line: bool,
    /// True if a blank beyond ASCII, which strict reading takes for movetext, is before it.
    pub(crate) after_odd_blank: bool,
}

/// The reading of a bracket as the beginning of a tag. Places and lengths count from the bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TagSyntax {
    Tag {
        name: Range<usize>,
        value: Range<usize>,
        length: usize,
    },
    /// Not a tag, by the first bytes.
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

    /// Reads a tag with a quoted value that lacks one of its brackets, or has an escape at the end of its value. The line has nothing
    /// else.
    pub(in crate::pgn) fn mended(line: &[u8]) -> Option<Self> {
        let has_bracket = line.starts_with(b"[");
        let name_start = behind_blanks(line, usize::from(has_bracket));
        let name = name_start..behind(line, name_start, is_name);
        let start = behind_blanks(line, name.end) + 1;
        if name.is_empty() || line.get(start - 1) != Some(&b'"') {
            return None;
        }
        memchr_iter(b'"', &line[start..]).find_map(|length| {
            let end = start + length;
            let bracket = behind_blanks(line, end + 1);
            let length = match line.get(bracket) {
                Some(b']') => bracket + 1,
                None if has_bracket => bracket,
                _ => return None,
            };
            Some(Self::Tag { name: name.clone(), value: start..end, length })
        })
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

/// Eight bytes of 1, and eight of the highest bit: several bytes are compared at once by sums of them.
pub(super) const LOW: u64 = u64::MAX / 255;
pub(super) const HIGH: u64 = LOW << 7;

/// Tests whether a tag's name can have this byte.
pub(in crate::pgn) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)
}

/// The end of the run of blanks from `start` on, those beyond ASCII included.
fn behind_blanks(text: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some((c, length)) = text.get(at..).and_then(first_char) {
        if !matches!(c, ' ' | '\t') && !is_blank(c) {
            break;
        }
        at += length;
    }
    at
}

/// The end of the run of bytes from `start` on that `is_such` accepts.
#[inline(always)]
fn behind(text: &[u8], start: usize, is_such: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    start + rest.iter().position(|&byte| !is_such(byte)).unwrap_or(rest.len())
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    Blank,
    LineEnd,
    /// The byte is a token or begins one.
    Mark,
    /// The byte is part of words in strict reading; lenient reading looks at it more closely.
    Odd,
    Digit,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\n' | b'\r' => Class::LineEnd,
            // A full stop follows move numbers. Control characters end files of older systems.
            0..=b' ' | b'.' | 0x7f => Class::Blank,
            b'(' | b')' | b'{' | b'}' | b'[' | b']' | b';' | b'%' | b'$' | b'!' | b'?' | b'*' => Class::Mark,
            b'0'..=b'9' => Class::Digit,
            b',' | b'/' | b'<' | b'>' | b'&' | 0x80..=0xff => Class::Odd,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

#[inline(always)]
pub(crate) fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

#[inline(always)]
pub(crate) fn is_word(byte: u8) -> bool {
    class(byte) >= Class::Odd
}

/// True if a byte is part of words and no other token, in lenient reading too.
#[inline(always)]
pub(crate) fn is_plain_word(byte: u8) -> bool {
    class(byte) >= Class::Digit
}

pub(crate) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The number of bytes from the first on that `is_such` accepts.
#[inline(always)]
pub(in crate::pgn) fn length_of(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| !is_such(byte)).unwrap_or(bytes.len())
}

/// True if a byte may take part in the beginning or end of a game or variation, whatever its neighbours are: a line end, a mark
/// of comments or variations, or a character of results other than digits, in lenient reading too. Other control characters and `z`
/// are included, which makes the test of many bytes at once shorter.
pub(crate) fn is_notable(byte: u8) -> bool {
    let is_parenthesis_or_star = byte.wrapping_sub(b'(') < 3;
    let is_comment_or_colon = byte & !0x41 == b':';
    let is_part_of_result = byte & !0x02 == b'-';
    !(b' '..0x80).contains(&byte) || is_parenthesis_or_star || is_comment_or_colon || is_part_of_result
}

/// True if the second of three bytes, which is [notable](is_notable), does not: the dash after an O is one of castling, and a
/// line that begins with a letter or digit goes on with moves.
#[inline]
pub(crate) fn is_dull_between(before: u8, byte: u8, behind: u8) -> bool {
    match byte {
        b'-' => before == b'O',
        b'\n' => behind.is_ascii_alphanumeric(),
        b'\r' => behind == b'\n',
        _ => false,
    }
}
