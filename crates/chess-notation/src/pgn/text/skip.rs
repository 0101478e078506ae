//! Skipping the rest of a game or of a variation.

use memchr::memchr;

use super::error::PgnError;
use super::lexer::{Leftover, Lexer};
use super::source::Source;
use super::token::{HIGH, LOW, Token, is_dull_between, is_notable, is_word};

impl<S: Source> Lexer<S> {
    /// The next token where something begins or ends: moves, annotations and comments are skipped, broken ones too.
    pub(crate) fn next_bound(&mut self) -> Result<Token, PgnError> {
        loop {
            let token = self.next()?;
            self.has_moves |= matches!(token, Token::Word(_));
            if !matches!(token, Token::Word(_) | Token::Nag(_) | Token::Comment(_) | Token::Broken(_)) {
                return Ok(token);
            }
            // The rest of a comment that is longer than a token is the next token. Only tokens show whether there are moves: `=` is a word,
            // and `e.p.` is none.
            if cfg!(feature = "tables") && self.leftover == Leftover::Nothing && self.has_moves {
                self.pass_dull();
            }
        }
    }

    /// Makes the last token longer by bytes after it, all at hand, that are certainly only whole moves, annotations and
    /// comments, and line ends with such text after them.
    fn pass_dull(&mut self) {
        let window = self.window();
        let start = self.token().len();
        let mut end = start;
        loop {
            end = dull_end(window, end);
            let comment = window[end..].strip_prefix(b"{").and_then(|comment| memchr(b'}', comment));
            let Some(length) = comment else { break };
            end += length + 2;
        }
        // A notable byte may be part of the word that it ends, and the digits of an annotation are not a result.
        end -= length_before(&window[start..end], is_word);
        if self.is_lenient() {
            // The word before may be half of a result, with blanks or a full stop between.
            let is_part = |byte| is_word(byte) || byte == b'.';
            end -= length_before(&window[start..end], is_part);
            end -= length_before(&window[start..end], |byte| byte == b' ');
            end -= length_before(&window[start..end], is_part);
        }
        end -= usize::from(window[start..end].ends_with(b"$"));
        self.length = end;
    }
}

/// The number of bytes at the end that `is_such` accepts.
fn length_before(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    bytes.iter().rev().take_while(|&&byte| is_such(byte)).count()
}

/// The place of the first byte of the window from `start` on that takes part in the beginning or end of a game or variation, or
/// the end of the window.
fn dull_end(window: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        at += dull_length(window.get(at..).unwrap_or_default());
        match window.get(at.saturating_sub(1)..at + 2) {
            Some(&[before, byte, behind]) if is_dull_between(before, byte, behind) => at += 1,
            _ => return at.min(window.len()),
        }
    }
}

/// The number of bytes before the first notable one.
fn dull_length(bytes: &[u8]) -> usize {
    // Most comments are a few bytes apart.
    let mut length = 0;
    while let Some(word) = bytes.get(length..).and_then(|rest| rest.first_chunk()) {
        match first_notable(u64::from_le_bytes(*word)) {
            Some(dull) => return length + dull,
            None => length += 8,
        }
    }
    length + bytes[length..].iter().position(|&byte| is_notable(byte)).unwrap_or(bytes.len() - length)
}

/// The index of the first [notable](is_notable) byte of eight, the first being the lowest.
#[inline]
fn first_notable(bytes: u64) -> Option<usize> {
    // Sets the high bit of each byte below 0x80 that is less than the limit, which is at most 0x80, and perhaps of bytes above one.
    let less = |bytes: u64, limit: u64| bytes.wrapping_sub(limit * LOW) & !bytes;
    let equals = |bytes: u64, byte: u8| less(bytes ^ (u64::from(byte) * LOW), 1);
    let control = less(bytes, 0x20);
    let parenthesis = equals(bytes & !LOW, b'(');
    let star = equals(bytes, b'*');
    let comment = equals(bytes & !(0x61 * LOW), b':' & !0x61);
    let part_of_result = equals(bytes & !(0x02 * LOW), b'-');
    let found = (control | parenthesis | star | comment | part_of_result | bytes) & HIGH;
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::text::source::Slice;
    use crate::random::Random;

    /// The same as [`dull_end`], byte by byte.
    fn naive_dull_end(window: &[u8], start: usize) -> usize {
        let is_dull = |at: usize| {
            let has_neighbours = at > 0 && at + 1 < window.len();
            !is_notable(window[at])
                || has_neighbours && is_dull_between(window[at - 1], window[at], window[at + 1])
        };
        (start..window.len()).find(|&at| !is_dull(at)).unwrap_or(window.len())
    }

    #[test]
    fn plain_text_ends_at_the_first_significant_byte() {
        let mut random = Random::new(59);
        let mut passed = 0;
        for _ in 0..20_000 {
            let mut window = [0; 40];
            let length = random.below(window.len() + 1);
            for byte in &mut window {
                *byte = random.pick(b"eeeNNf3344..  O--\n\r\n1e");
                if random.below(20) == 0 {
                    *byte = random.pick(b"()*;{}-/\n\r\t\0\x7f\xff");
                }
            }
            let window = &window[..length];
            let start = random.below(length + 1);
            let end = dull_end(window, start);
            assert_eq!(end, naive_dull_end(window, start), "{:?} {start}", window.escape_ascii());
            passed += end - start;
        }
        assert!(passed > 50_000, "{passed}");
    }

    /// The first token of a text with the skipped text after it.
    fn passed(text: &str, is_lenient: bool) -> usize {
        let mut lexer = Lexer::new(Slice::new(text.as_bytes()));
        lexer.is_lenient = is_lenient;
        lexer.next().unwrap();
        lexer.pass_dull();
        lexer.token().len()
    }

    #[test]
    fn plain_text_is_skipped_except_for_its_last_word() {
        for (text, passes, joins) in [
            ("e4 e5 {x} Nf3 Nc6 (d4)", "e4 e5 {x} Nf3 Nc6 ", "e4 e5 {x} Nf3 "),
            ("e4 {x}{y} O-O Nf6 1-0", "e4 {x}{y} O-O Nf6 ", "e4 {x}{y} O-O "),
            ("e4 e5 Nf3*", "e4 e5 ", "e4 "),
            ("e4 e5  1 - 0", "e4 e5  1 ", "e4 e5  "),
            ("e4 $1-0", "e4 ", "e4 "),
            ("e4 {open (", "e4 ", "e4"),
            ("e4\ne5\r\nNf3\n\n", "e4\ne5\r\n", "e4\ne5\r\n"),
            ("e4*", "e4", "e4"),
        ] {
            assert_eq!(passed(text, false), passes.len(), "{text:?}");
            assert_eq!(passed(text, true), joins.len(), "{text:?}");
        }
    }

    #[test]
    fn the_first_notable_byte_is_found_behind_any_others() {
        for byte in 0..=u8::MAX {
            for other in (0..=u8::MAX).filter(|&other| !is_notable(other)) {
                for at in 0..8 {
                    let mut bytes = [other; 8];
                    bytes[at] = byte;
                    let first = bytes.iter().position(|&byte| is_notable(byte));
                    assert_eq!(first_notable(u64::from_le_bytes(bytes)), first, "{bytes:?}");
                    bytes[at + 1..].fill(b'(');
                    let first = bytes.iter().position(|&byte| is_notable(byte));
                    assert_eq!(first_notable(u64::from_le_bytes(bytes)), first, "{bytes:?}");
                }
            }
        }
    }
}
