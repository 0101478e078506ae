//! Reading ahead what nearly all tokens are: short words and comments.

use core::ops::Range;

use super::class::is_word;
use super::glance::{Ahead, Glance, closing_brace, start_of};
use super::lexer::{Leftover, Lexer, MAX_WORD, limited};
use super::source::Source;
use super::token::Plain;

impl<S: Source> Lexer<S> {
    /// The next token, if it is what nearly all are: a short word in ASCII or a comment in braces, on the same line, with
    /// at most a move number before it. It is then what [`next`](Self::next) would give.
    #[inline(always)]
    pub(crate) fn next_plain(&mut self) -> Option<Plain> {
        if self.leftover != Leftover::Nothing {
            return None;
        }
        let ahead = self.source.window().get(self.length..)?;
        let start = start_of(ahead.first_chunk()?)?;
        let ahead = &ahead[start..];
        let (length, plain) = match *ahead.first()? {
            b'A'..=b'Z' | b'a'..=b'z' => {
                let length = ahead.iter().position(|&byte| !is_word(byte))?;
                let is_whole = matches!(ahead[length], b' ' | b'\n' | b'\r' | b'!' | b'?');
                if !is_whole || length > MAX_WORD || ahead.starts_with(b"ep") {
                    return None;
                }
                (length, Plain::Word(length))
            }
            b'{' => {
                let end = closing_brace(limited(ahead))?;
                (end + 1, Plain::Comment(1..end))
            }
            _ => return None,
        };
        self.source.consume(self.length + start);
        self.take(length);
        Some(plain)
    }

    /// The next token, if it may be a short word or is a comment in braces. A word whose bytes can all be those of a word is
    /// what [`next`](Self::next) would give.
    #[inline(always)]
    pub(crate) fn ahead(&self) -> Option<Ahead> {
        if self.leftover != Leftover::Nothing {
            return None;
        }
        Ahead::of(self.source.window().get(self.length..)?.first_chunk()?)
    }

    /// Takes a word that lies ahead as the next token.
    #[inline(always)]
    pub(crate) fn take_word(&mut self, glance: Glance) {
        self.source.consume(self.length + glance.start);
        self.take(glance.length);
    }

    /// Takes the comment in braces that begins behind `start` bytes as the next token, if its end is at hand, and gives the
    /// place of its text.
    #[inline(always)]
    pub(crate) fn take_comment(&mut self, start: usize) -> Option<Range<usize>> {
        let begin = self.length + start;
        let end = closing_brace(limited(self.source.window().get(begin..)?))?;
        self.source.consume(begin);
        self.take(end + 1);
        Some(1..end)
    }
}
