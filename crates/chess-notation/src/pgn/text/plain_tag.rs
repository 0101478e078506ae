//! The fast path for the brackets that begin tags, and for tags of the usual form: a line with a name, a space, and a value in
//! quotation marks without escapes.

use core::ops::Range;

use super::lexer::{Column, LOOKAHEAD, Leftover, Lexer, limited};
use super::source::Source;
use super::token::{HIGH, LOW, is_name, is_tag_pair};

/// A tag of the usual form. Places and the length count from its bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlainTag {
    pub(crate) name: Range<usize>,
    pub(crate) value: Range<usize>,
    pub(crate) length: usize,
    /// The name, if it is one that most files have.
    pub(crate) usual: Option<&'static str>,
    /// The key of the name.
    pub(crate) key: u64,
}

/// The keys of the names of a game's tags, of the first 64 tags. A name beyond them is not known when it is repeated.
#[derive(Clone, Debug)]
pub(in crate::pgn) struct Names {
    keys: [u64; 64],
    count: usize,
}

impl Names {
    pub(in crate::pgn) const NONE: Self = Self { keys: [0; 64], count: 0 };

    pub(in crate::pgn) fn clear(&mut self) {
        self.count = 0;
    }

    pub(in crate::pgn) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a name by its key.
    #[inline(always)]
    pub(in crate::pgn) fn add(&mut self, key: u64) {
        if let Some(next) = self.keys.get_mut(self.count) {
            *next = key;
            self.count += 1;
        }
    }

    /// Tests whether the game has a tag of this name.
    #[cold]
    pub(in crate::pgn) fn has(&self, name: &[u8]) -> bool {
        self.keys[..self.count].contains(&key(name))
    }
}

/// The key of a name: different names have different keys, but by a rare accident.
pub(in crate::pgn) fn key(name: &[u8]) -> u64 {
    name.chunks(16).fold(0, |key: u64, part| key.wrapping_mul(MULTIPLIER) ^ key_of(words_of(part)))
}

/// The key of a name of at most sixteen bytes.
const fn key_of(words: NameWords) -> u64 {
    words[0] ^ words[1].wrapping_mul(MULTIPLIER)
}

/// The key of the name of the tag with the result.
pub(in crate::pgn) const RESULT: u64 = key_of(words_of(b"Result"));

/// The bits in which small letters differ from capital ones.
const CASE: u64 = LOW * 0x20;

impl PlainTag {
    /// Reads `[Name "value"]` with one space, a name of at most fifteen letters and digits that is not a usual one in another case, and a
    /// value without backslashes and control characters. [`TagSyntax::parse`](super::token::TagSyntax::parse) returns the same. Eight
    /// bytes after the tag may be needed.
    #[inline(always)]
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let [bracket, first @ ..] = *text.first_chunk::<9>()?;
        let first = u64::from_le_bytes(first);
        let mut length = before_space(first);
        let (words, is_name) = if length < 8 {
            let (name, is_name) = part_of_name(first, length);
            ([name, 0], is_name)
        } else {
            let second = word_at(text, 9)?;
            let rest = before_space(second);
            if rest == 8 {
                return None;
            }
            length += rest;
            let (name, is_name) = part_of_name(second, rest);
            ([first, name], is_name && are_alphanumeric(first))
        };
        let start = length + 3;
        if !(bracket == b'[' && is_name && length > 0 && text.get(start - 1) == Some(&b'"')) {
            return None;
        }
        let end = start + value_length(&text[start..])?;
        match text.get(end..) {
            Some([b'"', b']', ..]) => Self::new(length, start..end, words),
            _ => None,
        }
    }

    #[inline(always)]
    fn new(name_length: usize, value: Range<usize>, words: NameWords) -> Option<Self> {
        let length = value.end + 2;
        let usual = usual_name(words);
        if usual.is_none() && usual_name_of_other_case(words).is_some() {
            return None;
        }
        Some(Self { name: 1..1 + name_length, value, length, usual, key: key_of(words) })
    }
}

impl<S: Source> Lexer<S> {
    /// True if the bracket that the window begins with begins the tags of another game: the name of a tag follows, and it is the first
    /// character of its line or begins a whole tag pair.
    #[inline]
    pub(in crate::pgn) fn is_at_tags(&self) -> bool {
        let window = self.window();
        !self.name_ahead().is_empty()
            && (self.column < Column::AfterText || is_tag_pair(&window[..window.len().min(LOOKAHEAD)]))
    }

    /// The name of the tag whose bracket the window begins with, as far as the lookahead reaches; empty if the bracket begins no
    /// tag.
    pub(in crate::pgn) fn name_ahead(&self) -> &[u8] {
        let window = self.window();
        let behind = window.get(1..window.len().min(LOOKAHEAD)).unwrap_or_default();
        let name = &behind[behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()..];
        if !name.first().is_some_and(u8::is_ascii_alphanumeric) {
            return &[];
        }
        &name[..name.iter().take_while(|&&byte| is_name(byte)).count()]
    }
}

impl<S: Source> Lexer<S> {
    /// Takes the tag on the line after the last token, which is a tag, if it has the usual form. A tag that is the first of a
    /// game may be after a blank line or two.
    #[inline]
    pub(crate) fn take_plain_tag(&mut self, is_first: bool) -> Option<PlainTag> {
        if self.leftover != Leftover::Nothing || self.length == 0 {
            return None;
        }
        let ahead = self.source.window().get(self.length..)?;
        let line_end = match ahead {
            [b'\n', b'\n', b'[', ..] if is_first => 2,
            [b'\n', b'\n', b'\n', b'[', ..] if is_first => 3,
            [b'\r', b'\n', b'\r', b'\n', b'[', ..] if is_first => 4,
            _ => line_end_before_tag(ahead)?,
        };
        let tag = PlainTag::parse(limited(&ahead[line_end..]))?;
        self.source.consume(self.length + line_end);
        self.take(tag.length);
        Some(tag)
    }

    /// Makes the last token, which is a tag, longer by the tags of the usual form on the lines after it.
    pub(crate) fn pass_plain_tags(&mut self, names: &mut Names) {
        if self.leftover != Leftover::Nothing {
            return;
        }
        let window = limited(self.window());
        let mut next = |end: usize| {
            let ahead = window.get(end..)?;
            let line_end = line_end_before_tag(ahead)?;
            let tag = PlainTag::parse(&ahead[line_end..])?;
            names.add(tag.key);
            Some(end + line_end + tag.length)
        };
        let mut end = self.length;
        while let Some(after) = next(end) {
            end = after;
        }
        self.length = end;
    }
}

/// The length of the line end that the bytes begin with, if a bracket follows.
#[inline]
fn line_end_before_tag(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\n', b'[', ..] => Some(1),
        [b'\r', b'\n', b'[', ..] => Some(2),
        _ => None,
    }
}

/// The number of bytes before the first quotation mark, if no backslash and no control character is before it.
#[inline(always)]
fn value_length(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let word = word_at(text, at)?;
        // Exchanges a quotation mark with a space, which makes it the greatest of the bytes below 0x21.
        let exchanged = word ^ (LOW * 0x02);
        let other_than_backslash = word ^ (LOW * 0x5c);
        let is_below = exchanged.wrapping_sub(LOW * 0x21) & !exchanged;
        let is_backslash = other_than_backslash.wrapping_sub(LOW) & !other_than_backslash;
        // Exact up to the first such byte.
        let ends = (is_below | is_backslash) & HIGH;
        if ends != 0 {
            let end = at + ends.trailing_zeros() as usize / 8;
            return (text[end] == b'"').then_some(end);
        }
        at += 8;
    }
}

/// The number of bytes before the first space, the first byte being the lowest; 8 if there is none.
#[inline(always)]
fn before_space(word: u64) -> usize {
    let other = word ^ (LOW * 0x20);
    // Exact up to the first zero byte.
    ((other.wrapping_sub(LOW) & !other & HIGH).trailing_zeros() / 8) as usize
}

/// The first bytes of a word, at most seven, with zeros after them; true if they are letters or digits in ASCII.
#[inline(always)]
fn part_of_name(word: u64, length: usize) -> (u64, bool) {
    let behind = u64::MAX << (8 * length);
    (word & !behind, are_alphanumeric((word & !behind) | (behind & (LOW * 0x30))))
}

/// True if all bytes are letters or digits in ASCII.
#[inline(always)]
fn are_alphanumeric(word: u64) -> bool {
    // No sum carries, and the highest bit of each byte is the result.
    let low = word & !HIGH;
    let letter = low | (LOW * 0x20);
    let is_letter = (letter + LOW * (0x80 - 0x61)) & !(letter + LOW * (0x80 - 0x7b));
    let is_digit = (low + LOW * (0x80 - 0x30)) & !(low + LOW * (0x80 - 0x3a));
    ((is_letter | is_digit) & !word & HIGH) == HIGH
}

/// Eight bytes, the first lowest.
#[inline(always)]
fn word_at(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..)?.first_chunk().map(|&bytes| u64::from_le_bytes(bytes))
}

/// Up to sixteen bytes of a name, the first lowest, with zeros after the name.
type NameWords = [u64; 2];

/// The name with these bytes, if it is one that most files have.
#[inline]
fn usual_name(words: NameWords) -> Option<&'static str> {
    let entry = &TABLE[slot(words)];
    (entry.words == words).then_some(entry.name)
}

/// The usual name that differs from the one with these bytes only by the case of its letters.
#[inline]
fn usual_name_of_other_case(words: NameWords) -> Option<&'static str> {
    let entry = &TABLE[slot(words)];
    let [first, second] = [0, 1].map(|i| (entry.words[i] ^ words[i]) & !CASE);
    (first | second == 0 && entry.words != words).then_some(entry.name)
}

/// Tests whether this is a name that most files have.
#[cfg(feature = "alloc")]
pub(in crate::pgn) fn is_usual(name: &[u8]) -> bool {
    name.len() <= 16 && usual_name(words_of(name)).is_some()
}

/// The usual name that differs from this one only by the case of its letters.
pub(in crate::pgn) fn usual_spelling(name: &[u8]) -> Option<&'static str> {
    let mut bytes = [0; 16];
    bytes.get_mut(..name.len())?.copy_from_slice(name);
    let number = u128::from_le_bytes(bytes);
    usual_name_of_other_case([number as u64, (number >> 64) as u64])
}

#[derive(Clone, Copy)]
struct Entry {
    words: NameWords,
    name: &'static str,
}

const NAMES: [&str; 42] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteFideId",
    "BlackFideId",
    "WhiteTeam",
    "BlackTeam",
    "ECO",
    "Opening",
    "Variation",
    "UTCDate",
    "UTCTime",
    "EndTime",
    "EndDate",
    "StartTime",
    "StartDate",
    "Time",
    "TimeControl",
    "Termination",
    "EventDate",
    "EventType",
    "PlyCount",
    "Annotator",
    "Variant",
    "SetUp",
    "FEN",
    "GameId",
    "Link",
    "Timezone",
    "CurrentPosition",
    "ECOUrl",
    "Board",
];

/// A multiplier found by trial, with which all names have different slots, whatever the case of their letters.
const MULTIPLIER: u64 = 0x3f15_c374_e7f0_ee9d;

const fn slot(words: NameWords) -> usize {
    (((words[0] ^ words[1]) & !CASE).wrapping_mul(MULTIPLIER) >> 57) as usize
}

/// The names by their slots. In an empty slot, an empty name does not have the words of any tag.
static TABLE: [Entry; 128] = {
    let mut table = [Entry { words: [0; 2], name: "" }; 128];
    let mut i = 0;
    while i < NAMES.len() {
        let words = words_of(NAMES[i].as_bytes());
        table[slot(words)] = Entry { words, name: NAMES[i] };
        i += 1;
    }
    table
};

const fn words_of(name: &[u8]) -> NameWords {
    let mut words = [0; 2];
    let mut i = 0;
    while i < name.len() {
        words[i / 8] |= (name[i] as u64) << (8 * (i % 8));
        i += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use core::fmt::Write;

    use arrayvec::{ArrayString, ArrayVec};

    use super::*;
    use crate::pgn::text::ahead::Ahead;
    use crate::pgn::text::event::Event;
    use crate::pgn::text::reader::{Reader, Step};
    use crate::pgn::text::token::TagSyntax;

    fn assert_like_general(text: &[u8]) -> bool {
        let Some(tag) = PlainTag::parse(text) else { return false };
        let name = &text[tag.name.clone()];
        assert!(tag.usual.is_none_or(|usual| usual.as_bytes() == name), "{text:?}");
        let PlainTag { name, value, length, .. } = tag;
        assert_eq!(TagSyntax::parse(text), TagSyntax::Tag { name, value, length }, "{text:?}");
        true
    }

    const VALUE: &str = "Wien, Saal 7: François, é? !#~\u{7f}........................";

    #[test]
    fn usual_tags_are_read_as_by_the_general_reader() {
        for name in ["E", "FEN", "Event", "WhiteElo", "WhiteElo2", "WhiteRatingDiff", "WhiteRatingDiffs"] {
            for length in 0..40 {
                let Some(value) = VALUE.get(..length) else { continue };
                let mut text = ArrayString::<128>::new();
                write!(text, "[{name} \"{value}\"]\n[Site \"?\"]\n").unwrap();
                assert_eq!(assert_like_general(text.as_bytes()), name.len() < 16, "{text:?}");
            }
        }
    }

    #[test]
    fn tags_with_any_byte_agree_with_the_general_reader() {
        for text in [&b"[Date \"?\"]\n[Site \"?\"]"[..], b"[WhiteElo2 \"12 34 56 78\"]\n\n1. e4 e5"] {
            let mut read = 0;
            for at in 0..text.len() {
                for byte in 0..=u8::MAX {
                    let mut text = ArrayVec::<u8, 64>::try_from(text).unwrap();
                    text[at] = byte;
                    read += usize::from(assert_like_general(&text));
                }
            }
            assert!(read > 256, "{read}");
        }
    }

    #[test]
    fn usual_tags_are_taken_within_and_between_games() {
        let unix = "[A \"a\"]\n[B \"b\"]\n[C  \"c\"]\n\n1. e4 {x} *\n\n[D \"d\"]\n\n1. d4 *";
        let dos = "[A \"a\"]\r\n[B \"b\"]\r\n[C  \"c\"]\r\n\r\n1. e4 {x} *\r\n\r\n[D \"d\"]\r\n\r\n1. d4 *";
        for (text, is_lenient) in [(unix, false), (unix, true), (dos, false), (dos, true)] {
            let mut reader = Reader::new(text).lenient(is_lenient);
            assert!(reader.next_plain_tag().is_none() && reader.ahead().is_none());
            assert!(matches!(reader.next_step(), Ok(Some(Step::Tag { .. }))));
            assert_eq!(reader.next_plain_tag().map(|tag| tag.name), Some(1..2));
            assert_eq!(reader.lexer.token(), b"[B \"b\"]");
            // Two spaces are not the usual form.
            assert!(reader.next_plain_tag().is_none());
            assert!(matches!(reader.next_step(), Ok(Some(Step::Tag { .. }))));
            assert!(matches!(reader.next_step(), Ok(Some(Step::Movetext))));
            assert!(reader.next_plain_tag().is_none());
            assert!(matches!(reader.next_event(), Ok(Some(Event::Move(b"e4")))));
            assert!(matches!(reader.ahead(), Some(Ahead::Comment(1))));
            assert!(matches!(reader.next_event(), Ok(Some(Event::Comment(_)))));
            assert!(matches!(reader.next_step(), Ok(Some(Step::End(Some(_))))));
            assert!(reader.ahead().is_none());
            assert_eq!(reader.next_plain_tag().map(|tag| tag.name), Some(1..2));
            assert_eq!(reader.game(), 2);
            // The rest of a broken tag is not the end of one.
            reader.lexer.leftover = Leftover::Line;
            assert!(reader.next_plain_tag().is_none());
        }
    }

    #[test]
    fn every_usual_name_is_found_and_no_other() {
        for name in NAMES {
            assert_eq!(usual_name(words_of(name.as_bytes())), Some(name));
            assert_eq!(usual_name(words_of(&name.as_bytes()[1..])), None);
            let [first, second] = words_of(name.as_bytes());
            assert_eq!(usual_name([first ^ 0x20, second]), None);
        }
    }
}
