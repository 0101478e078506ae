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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::source::Slice;
    use crate::pgn::token::Token;

    /// The bytes that are needed behind what is read.
    const BEHIND: &[u8] = b" e5 Nf6 Nc3 Bb4 ";

    /// The text of the next token on the fast path, with `{` before that of a comment, and the bytes before the token.
    fn plain(text: &str) -> Option<(usize, arrayvec::ArrayVec<u8, 300>)> {
        let mut bytes = arrayvec::ArrayVec::<u8, 400>::new();
        bytes.try_extend_from_slice(text.as_bytes()).unwrap();
        bytes.try_extend_from_slice(BEHIND).unwrap();
        let mut lexer = Lexer::new(Slice::new(&bytes));
        let mut shown = arrayvec::ArrayVec::new();
        let range = match lexer.next_plain()? {
            Plain::Word(length) => 0..length,
            Plain::Comment(range) => {
                shown.push(b'{');
                range
            }
        };
        shown.try_extend_from_slice(&lexer.window()[range]).unwrap();
        Some((bytes.len() - lexer.window().len(), shown))
    }

    #[test]
    fn short_words_and_comments_are_taken_behind_a_move_number() {
        for (text, before, token) in [
            ("e4", 0, "e4"),
            (" Nf3", 1, "Nf3"),
            ("1. e4", 3, "e4"),
            ("12.Nbxd2+", 3, "Nbxd2+"),
            ("\n3... O-O-O", 6, "O-O-O"),
            ("\r\n4. e8=Q#", 5, "e8=Q#"),
            ("e4!", 0, "e4"),
            ("e4?!", 0, "e4"),
            ("e4\n", 0, "e4"),
            ("e4\r\n", 0, "e4"),
            ("junk", 0, "junk"),
            ("Z", 0, "Z"),
            ("{a comment} ", 0, "{a comment"),
            (" {}", 1, "{"),
            ("1. {x}e4", 3, "{x"),
            (
                "{a comment of more than so many bytes as are looked at together}",
                0,
                "{a comment of more than so many bytes as are looked at together",
            ),
        ] {
            let (found, shown) = plain(text).unwrap_or_else(|| panic!("{text:?}"));
            assert_eq!((found, &shown[..]), (before, token.as_bytes()), "{text:?}");
        }
        for text in [
            "(e4",
            "e4{x}",
            "e4)",
            "e4$1",
            "$1",
            "* ",
            "1-0",
            "ep",
            "12345678 e4",
            "; x\n",
            "\u{e9}",
            "[A",
            "{x",
        ] {
            // The text behind is a word, before which nothing but a blank may stand.
            assert_eq!(plain(text), None, "{text:?}");
        }
        for (length, is_taken) in [(1, true), (254, true), (255, true), (256, false)] {
            let word = core::str::from_utf8(&[b'N'; 256][..length]).unwrap();
            assert_eq!(plain(word).is_some(), is_taken, "{length}");
        }
    }

    #[test]
    fn tokens_follow_each_other_on_both_paths() {
        let text = b"1. e4 {x} e5 2. Nf3! {a long comment, longer than others} Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 ";
        let (mut quick, mut general) = (Lexer::new(Slice::new(text)), Lexer::new(Slice::new(text)));
        let mut taken = 0;
        while let Ok(token) = general.next() {
            let expected = general.place();
            let is_plain = match (&token, quick.next_plain()) {
                (Token::Word(length), Some(Plain::Word(found))) => *length == found,
                (Token::Comment(range), Some(Plain::Comment(found))) => *range == found,
                (_, Some(_)) => false,
                (_, None) => quick.next().is_ok_and(|other| other == token),
            };
            assert!(is_plain, "{token:?}");
            assert_eq!((quick.place(), quick.token()), (expected, general.token()));
            taken += 1;
            if token == Token::End {
                break;
            }
        }
        assert_eq!(taken, 16);
    }

    #[test]
    fn what_lies_ahead_can_be_taken() {
        let text = b"1. e4 {x} e5 {a comment that is open, and more bytes";
        let mut lexer = Lexer::new(Slice::new(text));
        let Some(Ahead::Word(glance)) = lexer.ahead() else { panic!("no word") };
        lexer.take_word(glance);
        assert_eq!(lexer.place().offset, 3);
        assert_eq!(lexer.token(), &b"e4"[..]);
        let Some(Ahead::Comment(start)) = lexer.ahead() else { panic!("no comment") };
        assert_eq!(lexer.take_comment(start), Some(1..2));
        assert_eq!(lexer.place().offset, 6);
        assert_eq!(lexer.token(), &b"{x}"[..]);
        let Some(Ahead::Word(glance)) = lexer.ahead() else { panic!("no word") };
        lexer.take_word(glance);
        assert_eq!(lexer.place().offset, 10);
        assert_eq!(lexer.token(), &b"e5"[..]);
        let Some(Ahead::Comment(start)) = lexer.ahead() else { panic!("no comment") };
        assert_eq!(lexer.take_comment(start), None);
        // Behind a token that was given up, its rest has to be passed first.
        lexer.leftover = Leftover::Word;
        assert_eq!(lexer.ahead(), None);
        assert!(lexer.next_plain().is_none());
    }
}
