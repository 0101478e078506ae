//! Skipping the rest of a game or of a variation.

use memchr::memchr;

use super::class::{is_notable, is_word};
use super::error::PgnError;
use super::lexer::Lexer;
use super::source::Source;
use super::token::Token;

/// Bytes that are tested at a time.
const CHUNK: usize = 32;

impl<S: Source> Lexer<S> {
    /// The next token where something begins or ends: moves, annotations and comments are passed, broken ones too.
    pub(crate) fn next_bound(&mut self) -> Result<Token, PgnError> {
        loop {
            let token = self.next()?;
            if !matches!(token, Token::Word(_) | Token::Nag(_) | Token::Comment(_) | Token::Broken(_)) {
                return Ok(token);
            }
            self.pass_dull();
        }
    }

    /// Makes the last token longer by bytes behind it, all on its line and at hand, that are certainly nothing but whole
    /// moves, annotations and comments.
    fn pass_dull(&mut self) {
        let window = self.window();
        let start = self.token().len();
        let mut end = start;
        loop {
            end += dull_length(&window[end..]);
            match comment_length(&window[end..]) {
                Some(length) => end += length,
                None => break,
            }
        }
        // A notable byte may belong to the word that it ends.
        end -= length_before(&window[start..end], is_word);
        if self.joins_results {
            // The word before blanks may be half of a result.
            end -= length_before(&window[start..end], |byte| byte == b' ');
            end -= length_before(&window[start..end], is_word);
        }
        self.lengthen(end - start);
    }
}

/// The number of bytes at the end that `is_such` accepts.
fn length_before(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    bytes.iter().rev().take_while(|&&byte| is_such(byte)).count()
}

/// The length of the comment in braces that the bytes begin with, if all of it is at hand.
fn comment_length(bytes: &[u8]) -> Option<usize> {
    if !bytes.starts_with(b"{") {
        return None;
    }
    memchr(b'}', bytes).map(|end| end + 1)
}

/// The number of bytes before the first notable one.
fn dull_length(bytes: &[u8]) -> usize {
    // Without an early end and without branches, so that a chunk is tested in vectors.
    let dull = |chunk: &&[u8]| !chunk.iter().fold(false, |any, &byte| any | is_notable(byte));
    let length = CHUNK * bytes.chunks_exact(CHUNK).take_while(dull).count();
    length + bytes[length..].iter().position(|&byte| is_notable(byte)).unwrap_or(bytes.len() - length)
}
