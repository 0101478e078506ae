//! Tokens, the syntax of tags and the classes of bytes.

use core::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter};

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
    /// A tag that breaks this rule, as lenient reading takes it.
    Mended {
        name: Range<usize>,
        value: Range<usize>,
        rule: &'static PgnRule,
    },
    /// A comment before the first move.
    Comment(Range<usize>),
    Broken(&'static PgnRule),
}

/// The beginning of the next token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Front {
    pub(crate) byte: Option<u8>,
    /// True if a blank line is before it.
    pub(crate) after_blank_line: bool,
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

    /// Reads a tag that lacks a bracket, has other quotation marks or a sign before its value, or an escape at the end of the value. Its
    /// line has nothing else.
    pub(in crate::pgn) fn mended(line: &[u8]) -> Option<(TagToken, usize)> {
        let has_bracket = line.starts_with(b"[");
        let name_start = behind_blanks(line, usize::from(has_bracket));
        let name = name_start..behind(line, name_start, is_name);
        let opening = behind_blanks(line, name.end);
        if name.is_empty() || !has_bracket && line.get(opening) != Some(&b'"') {
            return None;
        }
        let start =
            if line.get(opening) == Some(&b'"') { opening + 1 } else { behind_opening(line, opening)? };
        let mut at = start;
        loop {
            let (c, length) = first_char(line.get(at..)?)?;
            let bracket = behind_blanks(line, at + length);
            let end = match line.get(bracket) {
                Some(b']') => Some(bracket + 1),
                Some(_) => None,
                None => has_bracket.then_some(bracket),
            };
            if let Some(end) = end.filter(|_| is_quotation_mark(c)) {
                let escapes = line[start..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
                let rule = if escapes % 2 == 1 { &PgnRule::TagEscape } else { &PgnRule::Tag };
                return Some((TagToken::Mended { name, value: start..at, rule }, end));
            }
            at += length;
        }
    }

    /// Reads a value without quotation marks, or one with blanks of another kind before them.
    #[cold]
    fn bare(text: &[u8], name: Range<usize>) -> Self {
        let end = behind(text, name.end, |byte| !matches!(byte, b']' | b'\n' | b'\r'));
        let start = behind_blanks(&text[..end], name.end);
        if text.get(start) == Some(&b'"') {
            return Self::quoted(text, name, start + 1);
        }
        match text.get(end) {
            None => Self::Incomplete,
            Some(b']') => {
                let value = start..start + text[start..end].trim_ascii_end().len();
                let marks = memchr_iter(b'"', &text[value.clone()]).count();
                if marks > 1 || behind_opening(&text[..end], start).is_some() {
                    return Self::Broken;
                }
                Self::Tag { name, value, length: end + 1 }
            }
            Some(_) => Self::Broken,
        }
    }
}

/// Tests whether the text, which begins with a bracket, begins with a whole tag pair: a name and a quoted value on one line.
pub(in crate::pgn) fn is_tag_pair(text: &[u8]) -> bool {
    let line = &text[..length_of(text, |byte| !is_line_end(byte))];
    matches!(TagSyntax::parse(line), TagSyntax::Tag { value, .. } if line[value.start - 1] == b'"')
}

/// The length of the comment that the text begins with, of which `length` bytes have been read, if its brace is not closed: it ends
/// before the next line that is a whole tag pair. A comment of tags may be closed within `limit` bytes after it, before another brace
/// opens.
pub(in crate::pgn) fn unclosed_length(text: &[u8], length: usize, limit: usize) -> Option<usize> {
    let comment = &text[..length];
    let at = memchr2_iter(b'\n', b'\r', comment)
        .map(|at| behind_blanks(text, at + 1))
        .find(|&at| at < length && text[at] == b'[' && is_tag_pair(&text[at..]))?;
    let tags = &comment[at..];
    let is_closed = tags.len() <= limit && tags.ends_with(b"}") && memchr(b'{', tags).is_none();
    (!is_closed).then(|| comment[..at].trim_ascii_end().len())
}

/// The length of a tag with line ends in its quoted value, up to its closing bracket. The first line has `line` bytes.
///
/// None of the lines after it begins with a bracket or has a brace: these may be those of other tags, or movetext.
pub(in crate::pgn) fn length_over_lines(text: &[u8], line: usize) -> Option<usize> {
    let name = behind(text, behind_blanks(text, 1), is_name);
    if text[..line].get(behind_blanks(text, name)) != Some(&b'"') {
        return None;
    }
    let mut previous = b'\n';
    for (at, &byte) in text.iter().enumerate().skip(line) {
        match byte {
            b'{' => return None,
            b'[' if is_line_end(previous) => return None,
            b'"' => {
                let bracket = behind_blanks(text, at + 1);
                if text.get(bracket) == Some(&b']') {
                    return Some(bracket + 1);
                }
            }
            b' ' | b'\t' if is_line_end(previous) => continue,
            _ => {}
        }
        previous = byte;
    }
    None
}

/// The start of a value that lenient reading finds behind a quotation mark of any kind, with perhaps a sign before it.
fn behind_opening(line: &[u8], start: usize) -> Option<usize> {
    let at = behind_blanks(line, behind(line, start, |byte| matches!(byte, b'=' | b':')));
    let (c, length) = first_char(line.get(at..)?)?;
    is_quotation_mark(c).then_some(at + length)
}

/// Tests whether a character is a quotation mark, in UTF-8 or in Windows-1252.
fn is_quotation_mark(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '＂' | '\u{84}' | '\u{93}' | '\u{94}')
}

/// Eight bytes of 1, and eight of the highest bit: several bytes are compared at once by sums of them.
pub(in crate::pgn) const LOW: u64 = u64::MAX / 255;
pub(in crate::pgn) const HIGH: u64 = LOW << 7;

/// Tests whether a tag's name can have this byte.
pub(in crate::pgn) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)
}

/// The end of the run of blanks from `start` on, those beyond ASCII and control characters included.
fn behind_blanks(text: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some((c, length)) = text.get(at..).and_then(first_char) {
        let is_passed = matches!(c, '\0'..=' ' | '\x7f') && !matches!(c, '\n' | '\r');
        if !is_passed && !is_blank(c) {
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
