//! Tokens of lenient reading that strict reading reads otherwise, and text that belongs to no game.

use chess_types::Color;
use memchr::memchr;

use super::event::GameResult;
use super::lexer::{Column, LOOKAHEAD, Leftover, Lexer, MAX_WORD, Number};
use super::source::Source;
use super::spelling::{castling_length, is_half, loose_result, loose_word_length};
use super::token::{Class, TagSyntax, Token, class, is_line_end, length_of};
use super::word::is_like_a_move;
use crate::characters::{first_char, is_blank};

impl<S: Source> Lexer<S> {
    /// The result or the castling move that the window begins with, in any spelling.
    #[inline(never)]
    pub(in crate::pgn) fn loose_token(&mut self) -> Option<Token> {
        let window = self.window();
        let may_be_loose = match *window {
            // Move numbers are the most frequent, and then plain castling.
            [b'1', b'.' | b'0'..=b'9', ..] => false,
            [b'0', b'.' | b',' | b'0', ..] | [0xbd | 0xc2, ..] => true,
            [b'0' | b'1' | b'O' | b'o', second, third, ..] => {
                matches!(second, b' ' | b'\t' | b'/' | b':' | b'&' | 0x80..)
                    || second == b'-' && !third.is_ascii_graphic()
                    || second == b'-' && matches!(window.get(3), Some(b',' | b'<' | 0x80..))
                    || second == b'-'
                        && matches!(window.get(3..5), Some([b' ', b' ' | b'\t' | b'-' | 0x80..]))
            }
            _ => false,
        };
        if !may_be_loose {
            return None;
        }
        if let Some((result, length)) = loose_result(window) {
            return Some(self.result(result, length));
        }
        let length = castling_length(window)?;
        let behind = &window[length..];
        let is_mark = |byte: &u8| !matches!(byte, b',' | b'/' | b'<');
        let length =
            length + behind.first().filter(|byte| is_mark(byte)).map_or(0, |_| loose_word_length(behind));
        if length > MAX_WORD {
            return None;
        }
        self.take(length);
        Some(Token::Word(length))
    }

    /// Notes the side to move after a move number of `digits` digits: three dots follow that of Black.
    #[cold]
    pub(in crate::pgn) fn note_number(&mut self, digits: usize) {
        let (mut rest, mut dots) = (&near(self.window())[digits..], 0);
        while let Some((c, length)) = first_char(rest) {
            dots += match c {
                '.' => 1,
                '‥' => 2,
                '…' => 3,
                _ if c.is_ascii_whitespace() || is_blank(c) => 0,
                _ => break,
            };
            rest = &rest[length..];
        }
        self.number = Number::Of(if dots > 1 { Color::Black } else { Color::White });
    }

    /// The side to move by the number before the last word, if one is awaited. Then no other is.
    pub(in crate::pgn) fn take_number(&mut self) -> Option<Color> {
        let Number::Of(side) = self.number else { return None };
        self.number = Number::Ignored;
        Some(side)
    }

    /// The result of `length` bytes that the window begins with, as a token. A half alone, without a dash, is a word where the movetext
    /// goes on after it: such a draw was only offered.
    pub(in crate::pgn) fn result(&mut self, result: GameResult, length: usize) -> Token {
        let window = self.window();
        let is_offer = is_half(&window[..length]) && goes_on(&near(window)[length..]);
        self.take(length);
        if is_offer { Token::Word(length) } else { Token::Result(result) }
    }

    /// Consumes a blank beyond ASCII, if the window begins with one.
    pub(in crate::pgn) fn skip_odd_blank(&mut self) -> bool {
        let Some((c, length)) = first_char(self.window()).filter(|&(c, _)| is_blank(c)) else { return false };
        if c != '\u{feff}' {
            self.column = self.column.max(Column::AfterBlanks);
        }
        self.source.consume(length);
        true
    }

    /// True if the window begins a line with a tag that lacks its opening bracket.
    pub(in crate::pgn) fn is_at_bare_tag(&self) -> bool {
        let near = near(self.window());
        if self.column == Column::AfterText || !near.first().is_some_and(u8::is_ascii_alphabetic) {
            return false;
        }
        let line = &near[..length_of(near, |byte| !is_line_end(byte))];
        TagSyntax::mended(line).is_some()
    }

    /// True if only blanks are between the last token and a line that begins with a bracket and a name, or the end of the text.
    pub(in crate::pgn) fn is_before_tags_or_end(&self) -> bool {
        let window = self.window();
        let behind = near(window.get(self.token().len()..).unwrap_or_default());
        let blanks = length_of(behind, |byte| matches!(byte, b' ' | b'\r' | b'\n'));
        match behind.get(blanks) {
            Some(b'[') => {
                behind[..blanks].ends_with(b"\n")
                    && behind.get(blanks + 1).is_some_and(u8::is_ascii_alphanumeric)
            }
            Some(_) => false,
            // The window is longer where a token begins, unless the text ends.
            None => window.len() < LOOKAHEAD,
        }
    }

    /// True if the window begins with what can be the first move of a game, with or without a number before it. Any number with a
    /// full stop will do if `number_suffices`.
    pub(in crate::pgn) fn is_at_move(&self, number_suffices: bool) -> bool {
        begins_move(near(self.window()), number_suffices)
    }

    /// True if the window begins with the first move of White and its number.
    pub(in crate::pgn) fn is_at_first_move(&self) -> bool {
        let Some(behind) = self.window().strip_prefix(b"1.") else { return false };
        let behind = &near(behind)[length_of(near(behind), |byte| byte == b' ')..];
        behind.first().is_some_and(u8::is_ascii_alphabetic) && self.is_at_move(false)
    }

    /// True if the window begins with a result.
    pub(in crate::pgn) fn is_at_result(&self) -> bool {
        let window = self.window();
        window.starts_with(b"*") || loose_result(window).is_some()
    }

    /// Takes text of no game as a token: a word, a number, a mark, or text in parentheses on one line.
    pub(in crate::pgn) fn take_stray(&mut self) {
        let window = near(self.window());
        let length = match window.first() {
            Some(b'0'..=b'9') if loose_result(window).is_some() => {
                loose_result(window).map_or(1, |(_, length)| length)
            }
            Some(b'(') => {
                let line = &window[..length_of(window, |byte| !is_line_end(byte))];
                memchr(b')', line).map_or(1, |end| end + 1)
            }
            Some(b'$' | b'0'..=b'9') => 1 + length_of(&window[1..], |byte| byte.is_ascii_digit()),
            _ => loose_word_length(window).max(1),
        };
        self.take(length.min(MAX_WORD));
        self.leftover = Leftover::Stray;
    }
}

/// The part of a window that a decision about a word may depend on.
fn near(window: &[u8]) -> &[u8] {
    &window[..window.len().min(LOOKAHEAD)]
}

/// True if the bytes begin with what can be the first move of a game: see [`Lexer::is_at_move`].
fn begins_move(near: &[u8], number_suffices: bool) -> bool {
    let mut digits = length_of(near, |byte| byte.is_ascii_digit());
    if near.starts_with(b"0") && near.get(digits) != Some(&b'.') {
        // Castling or a null move.
        digits = 0;
    }
    let mut at = digits + usize::from(digits > 0 && near.get(digits) == Some(&b')'));
    while let Some((c, length)) = first_char(&near[at..]) {
        let is_passed = c.is_ascii() && class(c as u8) <= Class::LineEnd || digits > 0 && c.is_ascii_digit();
        if !is_passed && !is_blank(c) {
            break;
        }
        at += length;
    }
    let behind = &near[at..];
    if digits > 0 && near.get(digits) == Some(&b'.') {
        let is_annotation = matches!(behind.first(), Some(b'{' | b';' | b'(' | b'$'));
        if number_suffices || is_annotation {
            return true;
        }
    }
    let word = &behind[..castling_length(behind).unwrap_or_else(|| loose_word_length(behind))];
    let is_in_capitals = digits > 0 && matches!(word, [b'A'..=b'H', b'1'..=b'8', ..]);
    // Two letters are more often part of a text than a capture.
    let is_like_a_move = is_like_a_move(word) && !word.iter().all(u8::is_ascii_lowercase);
    loose_result(behind).is_none() && (is_like_a_move || is_in_capitals)
}

/// True if movetext goes on in these bytes, on this line or the next, perhaps after a comment: with a move that is not the first.
fn goes_on(mut bytes: &[u8]) -> bool {
    let mut line_feeds = 0;
    while let Some((c, length)) = first_char(bytes) {
        let length = match c {
            '\n' => {
                line_feeds += 1;
                length
            }
            '{' => memchr(b'}', bytes).map_or(bytes.len(), |end| end + 1),
            '\0'..=' ' | '.' => length,
            _ if is_blank(c) => length,
            _ => break,
        };
        bytes = &bytes[length..];
    }
    let is_first = bytes.starts_with(b"1.") && !bytes.starts_with(b"1..");
    line_feeds < 2 && !is_first && begins_move(bytes, true)
}
