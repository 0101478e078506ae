//! Skipping the rest of a game or of a variation.

use chess_movegen::internals::high_bits;
use memchr::memchr;

use super::error::PgnError;
use super::lexer::{Leftover, Lexer};
use super::source::Source;
use super::token::{Class, Token, class, is_word};

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

    /// Makes the last token longer by bytes after it, all at hand, that are certainly only whole moves, annotations, comments and
    /// variations.
    fn pass_dull(&mut self) {
        let window = self.window();
        let start = self.token().len();
        let mut end = dull_end(window, start, self.is_lenient());
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
        // What follows may begin a line.
        end -= length_before(&window[start..end], |byte| class(byte) < Class::Mark);
        self.length = end;
    }
}

/// The number of bytes at the end that `is_such` accepts.
fn length_before(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    bytes.iter().rev().take_while(|&&byte| is_such(byte)).count()
}

/// The end of the text of the window from `start` on that certainly takes no part in the beginning or end of a game or variation. Whole
/// comments and variations are passed, and blocks of bytes only.
fn dull_end(window: &[u8], start: usize, is_lenient: bool) -> usize {
    let (mut at, mut end) = (start, start);
    // The number of open variations; `end` is where the outermost begins.
    let mut depth = 0;
    while let Some(block) = window.get(at..).and_then(|rest| rest.first_chunk()) {
        let Marks { opening, closing, other } = Marks::of(block, is_lenient);
        // One bit for each byte of a comment, the opening brace included.
        let comment = parity_up_to(opening | closing);
        if opening & !comment | closing & comment != 0 {
            // A brace within a comment, or one that closes none.
            break;
        }
        let mut notable = other & !comment;
        while notable != 0 {
            let here = at + notable.trailing_zeros() as usize;
            notable &= notable - 1;
            let before = here.checked_sub(1).map_or(0, |at| window[at]);
            let behind = || window.get(here + 1).copied().unwrap_or_default();
            let is_passed = match window[here] {
                b'(' if depth == MAX_NESTED => false,
                // The piece of a promotion may be in parentheses.
                b'(' if depth == 0 && is_word(before) => false,
                b'(' => {
                    if depth == 0 {
                        end = here;
                    }
                    depth += 1;
                    true
                }
                b')' if depth > 0 => {
                    depth -= 1;
                    true
                }
                b'[' | b';' | b'%' | b')' | 0x80.. => false,
                b'&' | b'\'' => true,
                // Results within variations, and line ends there, end no game.
                _ if depth > 0 => true,
                b'-' if is_lenient => before == b'O',
                b'-' | b'/' if !is_lenient => !before.is_ascii_digit(),
                // No blank line follows.
                b'\n' => class(behind()) >= Class::Mark,
                b'\r' => behind() == b'\n',
                _ => false,
            };
            if !is_passed {
                return if depth > 0 { end } else { here };
            }
        }
        at += BLOCK;
        if comment.leading_ones() > 0 {
            // The last comment goes on.
            let Some(length) = memchr(b'}', &window[at..]) else {
                let comment = at - 1 - opening.leading_zeros() as usize;
                return if depth > 0 { end } else { comment };
            };
            at += length + 1;
        }
        if depth == 0 {
            end = at;
        }
    }
    end
}

/// The most variations, one in another, that are passed together: text in them may be looked at as often.
const MAX_NESTED: u32 = 8;

/// The number of bytes that are compared together.
const BLOCK: usize = 64;

/// Classes of the bytes of a block, one bit for each byte, the first lowest.
struct Marks {
    /// Opening braces.
    opening: u64,
    /// Closing braces.
    closing: u64,
    /// Other marks of tags, comments and variations, the characters of results other than digits, and bytes beyond ASCII; in lenient
    /// reading control characters and colons as well. Two others, `&` and `'`, make the test shorter.
    other: u64,
}

impl Marks {
    #[inline(always)]
    #[expect(clippy::needless_bitwise_bool, reason = "without short circuits, these are vector instructions")]
    fn of(block: &[u8; BLOCK], is_lenient: bool) -> Self {
        let is_mark = |byte: u8| {
            (byte >= 0x80)
                | (byte.wrapping_sub(b'%') < 6)
                | (byte | 2 == b'/')
                | (byte == b';')
                | (byte == b'[')
        };
        let mut other = bits(block, is_mark);
        if is_lenient {
            other |= bits(block, |byte| (byte < b' ') | (byte == b':'));
        }
        Self { opening: bits(block, |byte| byte == b'{'), closing: bits(block, |byte| byte == b'}'), other }
    }
}

/// One bit for each byte that `is_such` accepts. The compiler tests 16 bytes at a time by vector instructions.
#[inline(always)]
fn bits(block: &[u8; BLOCK], is_such: impl Fn(u8) -> bool) -> u64 {
    let mut marks = [0; BLOCK];
    for (mark, &byte) in marks.iter_mut().zip(block) {
        *mark = if is_such(byte) { 0xff } else { 0 };
    }
    high_bits(&marks)
}

/// Each bit is the parity of those up to it.
fn parity_up_to(bits: u64) -> u64 {
    [1, 2, 4, 8, 16, 32].iter().fold(bits, |bits, shift| bits ^ bits << shift)
}

#[cfg(test)]
mod tests {
    use arrayvec::ArrayVec;

    use super::*;
    use crate::pgn::text::source::Slice;
    use crate::random::Random;

    /// Tokens where something begins or ends with the numbers of bytes before them, up to the next game or the end of the text.
    fn bounds(text: &[u8], is_lenient: bool, is_quick: bool) -> ArrayVec<(Token, u64), 400> {
        let mut lexer = Lexer::new(Slice::new(text));
        lexer.is_lenient = is_lenient;
        let mut bounds = ArrayVec::new();
        loop {
            let token = if is_quick { lexer.next_bound() } else { next_bound_naive(&mut lexer) }.unwrap();
            let is_end = matches!(token, Token::End | Token::NextTags);
            bounds.push((token, lexer.offset()));
            if is_end {
                return bounds;
            }
        }
    }

    /// The same as [`Lexer::next_bound`], token by token.
    fn next_bound_naive(lexer: &mut Lexer<Slice<'_>>) -> Result<Token, PgnError> {
        loop {
            let token = lexer.next()?;
            lexer.has_moves |= matches!(token, Token::Word(_));
            if !matches!(token, Token::Word(_) | Token::Nag(_) | Token::Comment(_) | Token::Broken(_)) {
                return Ok(token);
            }
        }
    }

    #[test]
    fn skipping_finds_the_same_as_reading_token_by_token() {
        const PIECES: &[&str] = &[
            "e4 ",
            "Nf3 ",
            "1. ",
            "12... ",
            "O-O ",
            "0-0-0 ",
            "O-O",
            "e8=Q ",
            "$1",
            "$",
            "!? ",
            "e.p. ",
            "x",
            " ",
            "  ",
            "\t",
            "\n",
            "\r\n",
            "\r",
            "\n\n",
            "\n1. ",
            "\n\n1. e4 ",
            "\n% 1-0 (\n",
            "% ",
            "; 1-0 (\n",
            "\n; ",
            "{a comment} ",
            "{(}",
            "{ [%clk 0:01:00] }",
            "{1-0\n[Event \"x\"]\n} ",
            "{{}",
            "} ",
            "(",
            ") ",
            "(e5 Nf3 {)} ) ",
            "( 1-0 ) ",
            "1)",
            "\u{bd} ",
            "\u{e9}",
            "1/2",
            "/",
            "1 - 0 ",
            "1:0 ",
            "&",
            "[",
            "\u{feff}",
            "Z\u{7f}\u{1a}",
            ": ",
        ];
        const ENDS: [&str; 5] = ["1-0", "*", "1/2-1/2 ", "\n[Event \"x\"]\n", "{open "];
        let mut random = Random::new(59);
        let mut passed = 0;
        for number in 0..6000 {
            let mut text = ArrayVec::<u8, 4096>::new();
            // Most texts are mostly moves, so that much is passed.
            let odd = 1 + random.below(20);
            for _ in 0..random.below(150) {
                let kinds = if random.below(odd) == 0 { PIECES.len() } else { 4 };
                text.try_extend_from_slice(random.pick(&PIECES[..kinds]).as_bytes()).unwrap();
                if random.below(100) == 0 {
                    text.try_extend_from_slice(random.pick(&ENDS).as_bytes()).unwrap();
                }
            }
            for is_lenient in [false, true] {
                let (found, expected) = (bounds(&text, is_lenient, true), bounds(&text, is_lenient, false));
                // Whole variations are passed.
                assert_eq!(
                    without_variations(&found),
                    without_variations(&expected),
                    "{number} {is_lenient} {:?}",
                    text.escape_ascii()
                );
                passed += expected.len() - found.len();
            }
        }
        assert!(passed > 2000, "{passed}");
    }

    /// The bounds without balanced variations and what is in them.
    fn without_variations(bounds: &[(Token, u64)]) -> ArrayVec<(Token, u64), 400> {
        let mut outside = ArrayVec::<_, 400>::new();
        for bound in bounds {
            let opening = outside.iter().rposition(|(token, _)| *token == Token::VariationStart);
            match (&bound.0, opening) {
                (Token::VariationEnd, Some(opening)) => outside.truncate(opening),
                _ => outside.push(bound.clone()),
            }
        }
        outside
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
        // So many bytes are compared together.
        let rest = " x".repeat(BLOCK);
        for (text, passes, joins) in [
            ("e4 e5 {x} Nf3 Nc6 (d4;", "e4 e5 {x} Nf3 Nc6", "e4 e5 {x} Nf3"),
            ("e4 (e5 (1-0)) {x}{y} O-O Nf6 1-0", "e4 (e5 (1-0)) {x}{y} O-O Nf6", "e4 (e5 (1-0)) {x}{y} O-O"),
            ("e4 e5 Nf3*", "e4 e5", "e4"),
            ("e4 e5  1 - 0*", "e4 e5  1 -", "e4 e5"),
            ("e4 $1-0", "e4", "e4"),
            ("e4 {open (", "e4", "e4"),
            ("e4\ne5\r\nNf3\n\n[", "e4\ne5\r\nNf3", "e4\ne5"),
            ("e4*", "e4", "e4"),
        ] {
            let whole = [text, &rest].concat();
            assert_eq!(passed(&whole, false), passes.len(), "{text:?}");
            assert_eq!(passed(&whole, true), joins.len(), "{text:?}");
        }
    }

    #[test]
    fn each_byte_has_its_bits() {
        let others =
            [b'e', b'~', b'0', b',', b'$', b'+', b'.', b'!', b'Z', b'\\', b']', b'^', b'z', b'|', b'<'];
        for at in 0..BLOCK {
            for byte in (0..=u8::MAX).filter(|byte| !b"&'".contains(byte)) {
                for other in others {
                    let mut block = [other; BLOCK];
                    block[at] = byte;
                    for is_lenient in [false, true] {
                        let Marks { opening, closing, other } = Marks::of(&block, is_lenient);
                        let is_other = byte >= 0x80
                            || b"()*%[;-/".contains(&byte)
                            || is_lenient && (byte < b' ' || byte == b':');
                        let expected = [byte == b'{', byte == b'}', is_other].map(|is| u64::from(is) << at);
                        assert_eq!([opening, closing, other], expected, "{byte} {at}");
                    }
                }
            }
        }
    }
}
