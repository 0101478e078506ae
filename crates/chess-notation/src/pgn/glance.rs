//! The beginning of the movetext ahead, classified eight bytes at a time without branches that depend on them.

use memchr::memchr;

/// The next token, as far as its first bytes tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ahead {
    Word(Glance),
    /// A comment in braces begins behind this number of bytes.
    Comment(usize),
}

/// A short word ahead, with at most a move number, blanks and line ends before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Glance {
    /// The number of bytes before the word.
    pub(crate) start: usize,
    /// The number of bytes before the first blank, line end, `!` or `?` behind it. If the word has only letters, digits and
    /// the signs of SAN, that is its length.
    pub(crate) length: usize,
    /// The bytes from the start of the word on, the first lowest.
    pub(crate) word: u64,
}

/// The bytes that a glance needs.
pub(crate) const NEAR: usize = 16;

const LOW: u64 = u64::MAX / 255;
const HIGH: u64 = LOW << 7;

/// The number of bytes before the first letter or bracket, if they are blanks, line ends, digits and full stops, and at most
/// seven.
#[inline(always)]
pub(crate) fn start_of(near: &[u8; NEAR]) -> Option<usize> {
    // A comment, or a move of Black. Both alternate with others, so that the branch is easy to predict.
    if near[0] == b' ' && near[1] >= b'@' {
        return Some(1);
    }
    let word = word_at(near, 0);
    // The first byte from `@` on.
    let first = word & (LOW * 0xc0);
    let start = first.trailing_zeros() as usize / 8 % 8;
    let before = word & !(u64::MAX << (8 * start));
    // Bytes below `@`, so that no sum carries. The highest bit of each byte is the answer.
    let is_above_space = before + LOW * (0x80 - 0x21);
    let is_from_zero = before + LOW * (0x80 - 0x30);
    let is_above_nine = before + LOW * (0x80 - 0x3a);
    let is_not_dot = (before ^ (LOW * 0x2e)) + LOW * 0x7f;
    let is_other = is_above_space & is_not_dot & (!is_from_zero | is_above_nine) & HIGH;
    (first != 0 && is_other == 0).then_some(start)
}

impl Ahead {
    #[inline(always)]
    pub(crate) fn of(near: &[u8; NEAR]) -> Option<Self> {
        let start = start_of(near)?;
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

/// The place of the first closing brace. Most comments are short.
#[inline(always)]
pub(crate) fn closing_brace(bytes: &[u8]) -> Option<usize> {
    const SHORT: usize = 32;
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
