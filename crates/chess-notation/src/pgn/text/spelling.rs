//! Spellings of results, castling and other words that strict reading does not understand.

use memchr::{memchr_iter, memrchr};

use super::event::GameResult;
use super::token::{is_plain_word, is_word, length_of};
use crate::characters::{first_char, is_blank, is_dash};

impl GameResult {
    /// Reads the value of a tag: one of the spellings that lenient reading understands in the movetext, such as `1/2 - 1/2`, `½–½` or
    /// `1:0`.
    pub fn from_tag(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii();
        let loose =
            || loose_result(text).filter(|&(_, length)| length == text.len()).map(|(result, _)| result);
        Self::from_bytes(text).or_else(loose)
    }
}

/// The length of the word that the bytes begin with: it ends before a blank, and commas, slashes between moves and brackets of
/// HTML are not part of a move.
pub(in crate::pgn) fn loose_word_length(bytes: &[u8]) -> usize {
    let mut at = length_of(bytes, is_plain_word);
    if at > 0 && bytes.get(at).is_none_or(|&byte| !is_word(byte)) {
        return at;
    }
    while let Some((c, length)) = first_char(&bytes[at..]) {
        let behind = &bytes[at + length..];
        match c {
            ',' | '/' if at == 0 && (c == ',' || begins_move(behind)) => return 1,
            ',' | '<' if at > 0 => return at,
            '/' if begins_move(behind) && bytes[0] != b'<' => return at,
            '>' => return at + 1,
            _ if c.is_ascii() && !is_word(c as u8) || is_blank(c) => return at,
            _ => at += length,
        }
    }
    at
}

/// Tests whether the bytes begin with a move or a number, which a promotion and a sign after a slash do not.
fn begins_move(bytes: &[u8]) -> bool {
    match bytes {
        [b'0'..=b'9', ..]
        | [b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N', b'a'..=b'h' | b'1'..=b'8' | b'x', ..] => true,
        _ => bytes.starts_with(b"O-O"),
    }
}

/// The greatest number of blanks on each side of a dash. Any number below the lookahead of the lexer would do.
const MAX_BLANKS: usize = 8;

/// The rest of the bytes after a dash, or a sign that `is_other` accepts, with blanks around it; `None` if there is no such sign.
fn behind_dash(bytes: &[u8], is_other: impl Fn(char) -> bool) -> Option<&[u8]> {
    let bytes = behind_blanks(bytes);
    let (_, length) = first_char(bytes).filter(|&(c, _)| is_dash(c) || is_other(c))?;
    Some(behind_blanks(&bytes[length..]))
}

fn behind_blanks(mut bytes: &[u8]) -> &[u8] {
    for _ in 0..MAX_BLANKS {
        match first_char(bytes) {
            Some((c, length)) if matches!(c, ' ' | '\t') || is_blank(c) => bytes = &bytes[length..],
            _ => break,
        }
    }
    bytes
}

/// The points of a side, as texts of a result have them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    None,
    Half,
    One,
}

impl Points {
    /// The points that the bytes begin with, and the bytes after them.
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        const SPELLINGS: [(&[u8], Points); 9] = [
            (b"1/2", Points::Half),
            (b"0.5", Points::Half),
            (b"0,5", Points::Half),
            ("½".as_bytes(), Points::Half),
            (b"\xbd", Points::Half),
            ("1⁄2".as_bytes(), Points::Half),
            ("1∕2".as_bytes(), Points::Half),
            (b"1", Points::One),
            (b"0", Points::None),
        ];
        SPELLINGS.iter().find_map(|&(text, points)| Some((points, bytes.strip_prefix(text)?)))
    }
}

/// Tests whether the text is half a point alone.
pub(in crate::pgn) fn is_half(text: &[u8]) -> bool {
    Points::read(text).is_some_and(|(points, behind)| points == Points::Half && behind.is_empty())
}

/// The result that the bytes begin with, in any spelling, with or without blanks around its dash, and its length.
pub(in crate::pgn) fn loose_result(bytes: &[u8]) -> Option<(GameResult, usize)> {
    let (left, behind) = Points::read(bytes)?;
    let (right, behind) = match behind_dash(behind, |c| matches!(c, ':' | '∶' | '：')).and_then(Points::read)
    {
        Some(read) => read,
        // A half alone is a draw, but for a number.
        None if bytes.starts_with(b"1/2") || !bytes[0].is_ascii() => (Points::Half, behind),
        None => return None,
    };
    let result = match (left, right) {
        (Points::One, Points::None) => GameResult::WhiteWins,
        (Points::None, Points::One) => GameResult::BlackWins,
        (Points::Half, Points::Half) => GameResult::Draw,
        _ => return None,
    };
    let is_end = match first_char(behind) {
        None => true,
        Some((c, _)) => c.is_ascii() && (!is_word(c as u8) || matches!(c, ',' | '<')) || is_blank(c),
    };
    is_end.then_some((result, bytes.len() - behind.len()))
}

/// The length of the castling move that the bytes begin with, with dashes of any kind and blanks around them, or of zeros alone.
pub(in crate::pgn) fn castling_length(bytes: &[u8]) -> Option<usize> {
    let (&ring, mut rest) = bytes.split_first()?;
    if !matches!(ring, b'O' | b'o' | b'0') {
        return None;
    }
    let mut rings = 1;
    while let Some(behind) =
        behind_dash(rest, |_| false).and_then(|rest| rest.strip_prefix(&[ring])).filter(|_| rings < 3)
    {
        rest = behind;
        rings += 1;
    }
    if rings > 1 {
        return Some(bytes.len() - rest.len());
    }
    let zeros = length_of(bytes, |byte| byte == b'0');
    let is_end = bytes.get(zeros).is_none_or(|&byte| !is_word(byte) && byte != b'.');
    (matches!(zeros, 2 | 3) && is_end).then_some(zeros)
}

/// The fewest bytes of a comment that may have the tags of another game. A shorter one is not searched.
pub(in crate::pgn) const MIN_WITH_TAGS: usize = 32;

/// Tests whether a comment has a line that is a tag, after a blank line or before an opening brace: it may lack its closing brace, and
/// the games after it are part of it.
pub(in crate::pgn) fn has_tags(comment: &[u8]) -> bool {
    if comment.len() < MIN_WITH_TAGS {
        return false;
    }
    let last_brace = memrchr(b'{', comment);
    memchr_iter(b'[', comment).any(|at| {
        let (before, behind) = (&comment[..at], &comment[at + 1..]);
        let name = length_of(behind, |byte| byte.is_ascii_alphanumeric());
        before.ends_with(b"\n")
            && name > 0
            && behind[name..].starts_with(b" \"")
            && (before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n") || last_brace > Some(at))
    })
}
