//! The fast path for the most frequent tokens, short words and comments: eight bytes at a time, without branches that depend on
//! them.

use core::ops::Range;

use memchr::memchr;

use super::lexer::{Leftover, Lexer, MAX_WORD, limited};
use super::source::Source;
use super::spelling::{MIN_WITH_TAGS, has_tags};
use super::token::{HIGH, LOW, Token, is_plain_word};

impl<S: Source> Lexer<S> {
    /// The next token, if it is a short word in ASCII or a comment in braces, on the same line, with at most a move number before
    /// it. [`next`](Self::next) would return the same.
    #[inline(always)]
    pub(crate) fn next_plain(&mut self) -> Option<Token> {
        if self.leftover != Leftover::Nothing {
            return None;
        }
        let ahead = self.source.window().get(self.length..)?;
        let start = start_of(ahead.first_chunk()?, self.is_lenient())?;
        let ahead = &ahead[start..];
        let (length, token) = match *ahead.first()? {
            // Lenient reading takes `O - O` as one move.
            b'O' | b'o' if self.is_lenient() => return None,
            b'A'..=b'Z' | b'a'..=b'z' => {
                let length = ahead.iter().position(|&byte| !is_plain_word(byte))?;
                let is_whole = matches!(ahead[length], b' ' | b'\n' | b'\r' | b'!' | b'?');
                if !is_whole || length > MAX_WORD || ahead.starts_with(b"ep") {
                    return None;
                }
                self.has_moves = true;
                (length, Token::Word(length))
            }
            b'{' => {
                let end = self.shown_brace(ahead)?;
                (end + 1, Token::Comment(1..end))
            }
            _ => return None,
        };
        self.source.consume(self.length + start);
        self.take(length);
        Some(token)
    }

    /// The next token, if it may be a short word or is a comment in braces. If all bytes can be those of a word,
    /// [`next`](Self::next) would return the same word.
    #[inline(always)]
    pub(crate) fn ahead(&self) -> Option<Ahead> {
        if self.leftover != Leftover::Nothing {
            return None;
        }
        Ahead::of(self.source.window().get(self.length..)?.first_chunk()?, self.is_lenient())
    }

    /// Takes a word that begins after `start` bytes as the next token.
    #[inline(always)]
    pub(crate) fn take_word(&mut self, start: usize, length: usize) {
        self.source.consume(self.length + start);
        self.take(length);
        self.has_moves = true;
    }

    /// Takes the comment in braces that begins after `start` bytes as the next token, if its end is at hand, and gives the
    /// place of its text.
    #[inline(always)]
    pub(crate) fn take_comment(&mut self, start: usize) -> Option<Range<usize>> {
        let begin = self.length + start;
        let end = self.shown_brace(self.source.window().get(begin..)?)?;
        self.source.consume(begin);
        self.take(end + 1);
        Some(1..end)
    }
}

impl<S: Source> Lexer<S> {
    /// The place of the brace that closes a comment. Lenient reading looks for tags in a long one.
    #[inline(always)]
    fn shown_brace(&self, comment: &[u8]) -> Option<usize> {
        let end = closing_brace(limited(comment))?;
        let may_have_tags = end > MIN_WITH_TAGS && self.is_lenient();
        (!may_have_tags || !has_tags(&comment[1..end])).then_some(end)
    }
}

/// The next token, judged by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ahead {
    Word(Glance),
    /// A comment in braces begins after this number of bytes.
    Comment(usize),
}

/// A short word ahead, with at most a move number, blanks and line ends before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Glance {
    /// The number of bytes before the word.
    pub(crate) start: usize,
    /// The number of bytes before the first blank, line end, `!` or `?` after it. If the word has only letters, digits and
    /// the signs of SAN, that is its length.
    pub(crate) length: usize,
    /// The bytes from the start of the word on, the first lowest.
    pub(crate) word: u64,
}

/// The number of bytes that the test reads.
const NEAR: usize = 16;

/// The number of bytes before the first letter or bracket, if they are blanks, line ends, digits and full stops, at most seven, and
/// no null move. In lenient reading, no number begins with 0, since `00` is castling, and there is no blank line, after which a game may
/// begin.
#[inline(always)]
fn start_of(near: &[u8; NEAR], is_lenient: bool) -> Option<usize> {
    // A comment, or a move of Black. Both alternate with others, so that the branch is easy to predict.
    if near[0] == b' ' && near[1] >= b'@' {
        return Some(1);
    }
    let word = word_at(near, 0);
    // The first byte from `@` on.
    let first = word & (LOW * 0xc0);
    let start = first.trailing_zeros() as usize / 8 % 8;
    let before = word & !(u64::MAX << (8 * start));
    // Bytes below `@`, so that no sum carries. The highest bit of each byte is the result.
    let is_above_space = before + LOW * (0x80 - 0x21);
    // The null move 0000 has a zero in the fourth place, wherever it begins; hardly any move number does.
    let is_from_zero = before + (LOW * (0x80 - 0x30) - (1 << 24));
    let is_above_nine = before + LOW * (0x80 - 0x3a);
    let is_not_dot = (before ^ (LOW * 0x2e)) + LOW * 0x7f;
    let is_other = is_above_space & is_not_dot & (!is_from_zero | is_above_nine) & HIGH;
    if first == 0 || is_other != 0 || is_lenient && (begins_with_zero(before) || has_blank_line(before)) {
        return None;
    }
    Some(start)
}

/// True if there are two line feeds.
#[inline(always)]
fn has_blank_line(bytes: u64) -> bool {
    let line_feeds = !((bytes ^ (LOW * 0x0a)) + LOW * 0x7f) & HIGH;
    line_feeds & line_feeds.wrapping_sub(1) != 0
}

/// True if a number begins with 0, among bytes of which only digits are from `0` on.
#[inline(always)]
fn begins_with_zero(bytes: u64) -> bool {
    let is_digit = bytes + LOW * (0x80 - 0x30);
    let is_from_one = bytes + LOW * (0x80 - 0x31);
    is_digit & !is_from_one & !(is_digit << 8) & HIGH != 0
}

impl Ahead {
    #[inline(always)]
    fn of(near: &[u8; NEAR], is_lenient: bool) -> Option<Self> {
        let start = start_of(near, is_lenient)?;
        if near[start] == b'{' {
            return Some(Self::Comment(start));
        }
        Glance::word(near, start).map(Self::Word)
    }
}

impl Glance {
    /// The word that begins at `start`, if it ends within eight bytes.
    #[inline(always)]
    fn word(near: &[u8; NEAR], start: usize) -> Option<Self> {
        let word = word_at(near, start);
        let is_from_quote = (word | HIGH) - LOW * 0x22;
        let other_than_question = word ^ (LOW * 0x3f);
        let is_question = !(((other_than_question & !HIGH) + !HIGH) | other_than_question);
        let ends = ((!is_from_quote & !word) | is_question) & HIGH;
        let length = ends.trailing_zeros() as usize / 8;
        (ends != 0).then_some(Self { start, length, word })
    }
}

/// The number of bytes of a comment that are compared without a call.
const SHORT: usize = 32;

/// The place of the first closing brace. Most comments are short.
#[inline(always)]
fn closing_brace(bytes: &[u8]) -> Option<usize> {
    for at in (0..SHORT).step_by(8) {
        let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?) ^ (LOW * 0x7d);
        // Exact up to the first zero byte.
        let is_brace = word.wrapping_sub(LOW) & !word & HIGH;
        if is_brace != 0 {
            return Some(at + is_brace.trailing_zeros() as usize / 8);
        }
    }
    memchr(b'}', &bytes[SHORT..]).map(|at| SHORT + at)
}

/// Eight bytes, the first lowest.
#[inline(always)]
fn word_at(near: &[u8; NEAR], start: usize) -> u64 {
    let bytes = near[start & 7..].first_chunk().copied().unwrap_or_default();
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::text::source::Slice;
    use crate::random::Random;

    #[test]
    fn short_words_and_comments_are_taken_behind_a_move_number() {
        const TAKEN: &str = "e4| Nf3|1. e4|12.Nbxd2+|\n3... O-O-O|\r\n4. e8=Q#|e4!|e4?!|e4\n|e4\r\n|junk|Z|{a comment} | {}|1. {x}e4|\
            {a comment of more than so many bytes as are looked at together}";
        const LEFT: &str = "(e4|e4{x}|e4)|e4$1|$1|* |1-0|ep|12345678 e4|; x\n|\u{e9}|[A|{x";
        for (texts, is_taken) in [(TAKEN, true), (LEFT, false)] {
            for text in texts.split('|') {
                // The text after it is a word, before which nothing but a blank may be.
                let mut bytes = arrayvec::ArrayVec::<u8, 100>::new();
                bytes.extend(text.bytes().chain(*b" e5 Nf6 Nc3 Bb4 "));
                let (mut quick, mut general) =
                    (Lexer::new(Slice::new(&bytes)), Lexer::new(Slice::new(&bytes)));
                let expected = general.next().ok().filter(|_| is_taken);
                assert_eq!(quick.next_plain(), expected, "{text:?}");
                assert!(!is_taken || quick.place() == general.place(), "{text:?}");
            }
        }
    }

    #[test]
    fn tokens_follow_each_other_on_both_paths() {
        let text = b"1. e4 {x} e5 2. Nf3! {a long comment, longer than others} Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 ";
        let (mut quick, mut general) = (Lexer::new(Slice::new(text)), Lexer::new(Slice::new(text)));
        let (mut read, mut is_quick) = (0, 0);
        while let Some(token) = general.next().ok().filter(|token| *token != Token::End) {
            let found = quick.next_plain();
            is_quick += usize::from(found.is_some());
            assert_eq!(found.or_else(|| quick.next().ok()), Some(token));
            assert_eq!((quick.place(), quick.token()), (general.place(), general.token()));
            read += 1;
        }
        assert_eq!((read, is_quick), (15, 11));
        // The rest of an abandoned token is skipped first.
        let mut lexer = Lexer::new(Slice::new(text));
        lexer.leftover = Leftover::Word;
        assert_eq!((lexer.ahead(), lexer.next_plain()), (None, None));
    }

    /// Bytes on both sides of all limits of the classes of bytes.
    const BYTES: &[u8] = b"\0\t\n\x1f !\"#$%()*+-./0123789:;<>?@AKOZ[`aehz{|}~\x7f\x80\xa0\xa1\xbf\xc2\xff";

    fn near(random: &mut Random, bytes: &[u8]) -> [u8; NEAR] {
        core::array::from_fn(|_| random.pick(bytes))
    }

    /// The number of bytes before the first from `@` on, byte by byte, without a zero that may be one of a null move, or in
    /// lenient reading one that begins a number.
    fn naive_start(near: &[u8; NEAR], is_lenient: bool) -> Option<usize> {
        let start = near[..8].iter().position(|&byte| byte >= b'@')?;
        let is_passed = |byte: &u8| *byte <= b' ' || *byte == b'.' || byte.is_ascii_digit();
        let begins = |at: usize| is_lenient && (at == 0 || !near[at - 1].is_ascii_digit());
        let has_zero = (0..start).any(|at| near[at] == b'0' && (at == 3 || begins(at)));
        let has_blank_line = is_lenient && near[..start].split(|&byte| byte == b'\n').count() > 2;
        (near[..start].iter().all(is_passed) && !has_zero && !has_blank_line).then_some(start)
    }

    #[test]
    fn a_start_is_found_behind_blanks_numbers_and_full_stops() {
        let mut random = Random::new(47);
        let mut found = 0;
        for _ in 0..100_000 {
            let mut near = near(&mut random, BYTES);
            // Most begin as moves do.
            for (byte, usual) in near.iter_mut().zip(*b" 12. \n") {
                if random.below(4) > 0 {
                    *byte = usual;
                }
            }
            for is_lenient in [false, true] {
                let start = naive_start(&near, is_lenient);
                assert_eq!(start_of(&near, is_lenient), start, "{near:?}");
                found += usize::from(start.is_some());
            }
        }
        assert!(found > 40_000, "{found}");
    }

    /// A word ends before the first blank, line end, `!` or `?`, if it does within eight bytes.
    #[test]
    fn a_word_is_as_long_as_it_looks() {
        let mut random = Random::new(53);
        let mut found = 0;
        for _ in 0..100_000 {
            let mut near = near(&mut random, BYTES);
            for byte in &mut near {
                if random.below(8) > 0 {
                    *byte = random.pick(b"abehx12378KQRBNO-+#=\xff\x80");
                }
            }
            for start in 0..8 {
                let behind = &near[start..start + 8];
                // A control character, a blank and `!` are the bytes below the quotation mark.
                let length = behind.iter().position(|&byte| byte < b'"' || byte == b'?');
                let word = u64::from_le_bytes(*behind.first_chunk().unwrap());
                let expected = length.map(|length| Glance { start, length, word });
                assert_eq!(Glance::word(&near, start), expected, "{near:?} {start}");
                found += usize::from(length.is_some());
            }
        }
        assert!(found > 100_000, "{found}");
    }

    #[test]
    fn a_closing_brace_is_found_in_any_place() {
        let mut bytes = [b'x'; 80];
        assert_eq!(closing_brace(&bytes), None);
        for at in 0..80 {
            for other in [b'x', b'|', b'~', 0xfd, b'\0'] {
                bytes[..at].fill(other);
                bytes[at] = b'}';
                // A second one after the first, and bytes that differ from it in one bit.
                for behind in [b'}', b'|', 0x7f, 0xfd] {
                    bytes[at + 1..].fill(behind);
                    assert_eq!(closing_brace(&bytes), Some(at));
                }
            }
        }
        // Fewer bytes than are tested together.
        assert_eq!(closing_brace(b"x}"), None);
    }
}
