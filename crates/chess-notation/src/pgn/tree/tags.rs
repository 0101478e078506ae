use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use chess_types::Color;

use crate::pgn::text::event::GameResult;
use crate::pgn::text::lexer::MAX_TOKEN;
use crate::pgn::text::plain_tag::{is_usual, usual_spelling};
use crate::pgn::writer::is_name;

/// The tags of a game, in the order in which they are written: first the seven tag roster, which is always present, then all
/// others in ASCII order.
///
/// An unknown value of the roster is `?`, an unknown date `????.??.??`, an unknown result `*`. By default, all of the roster is unknown
/// and there are no other tags.
///
/// # Examples
/// ```
/// use chess_notation::pgn::Game;
///
/// let mut game = Game::default();
/// game.set_tag("White", "Steinitz")?;
/// game.set_tag("ECO", "C25")?;
/// let tags = game.tags();
/// assert_eq!((tags.white(), tags.black(), tags.get("ECO")), ("Steinitz", "?", Some("C25")));
/// # Ok::<(), chess_notation::pgn::TagError>(())
/// ```
#[derive(Clone, Default)]
pub struct Tags {
    /// Names and values, with unused ones between them.
    text: String,
    /// The number of bytes of the text that are used.
    used: usize,
    /// The tags that have been set, in the order in which they are written.
    known: Vec<Tag>,
}

/// A tag that has been set.
#[derive(Clone, Copy)]
struct Tag {
    rank: Rank,
    name: Span,
    value: Span,
}

/// The order of names that differ in their first seven bytes: the place in the roster, or that after it, and these bytes as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u64);

impl Rank {
    fn of(name: &str) -> Self {
        let mut bytes = [0; 8];
        let start = name.as_bytes();
        let start = &start[..start.len().min(7)];
        bytes[1..=start.len()].copy_from_slice(start);
        bytes[0] = place_of(name) as u8;
        Self(u64::from_be_bytes(bytes))
    }

    /// The place in the roster, or that after it.
    const fn place(self) -> usize {
        (self.0 >> 56) as usize
    }
}

/// A part of the text of tags.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

impl Span {
    fn len(self) -> usize {
        self.end - self.start
    }
}

/// An error of setting or removing a tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TagError {
    /// The name is empty, has characters other than letters, digits and `_+#=:-` of ASCII, or is a usual one in another case.
    Name,
    /// The value of `Result` is not `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result,
    /// The tag would be longer than [`MAX_TOKEN`].
    TooLong,
    /// The tag follows from the start position of the game: `FEN`, `SetUp`, and `Variant` where it contradicts the position.
    Start,
}

const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

const UNKNOWN: [&str; 7] = ["?", "?", "????.??.??", "?", "?", "?", "*"];

/// The number of tags from which on they are sorted instead of inserted, which is faster for few.
const MANY: usize = 64;

/// The initial capacity of the text.
const USUAL_LENGTH: usize = 512;

/// The initial capacity for tags.
const USUAL_NUMBER: usize = 16;

impl Tags {
    /// The value of a tag; `None` if it is not set.
    pub fn get(&self, name: &str) -> Option<&str> {
        match self.find(name) {
            (_, Ok(i)) => Some(self.str(self.known[i].value)),
            (rank, Err(_)) => UNKNOWN.get(rank.place()).copied(),
        }
    }

    /// The rating of a player: the tag `WhiteElo` or `BlackElo`, if it is a number.
    pub fn elo(&self, color: Color) -> Option<u32> {
        let name = match color {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        };
        self.get(name)?.trim().parse().ok()
    }

    /// The name of the tournament or match.
    pub fn event(&self) -> &str {
        self.of_roster("Event")
    }

    /// The place of the event.
    pub fn site(&self) -> &str {
        self.of_roster("Site")
    }

    /// The date on which the game began, as `1992.11.04`, with question marks for unknown digits.
    pub fn date(&self) -> &str {
        self.of_roster("Date")
    }

    /// The round of the event.
    pub fn round(&self) -> &str {
        self.of_roster("Round")
    }

    /// The player of the white pieces.
    pub fn white(&self) -> &str {
        self.of_roster("White")
    }

    /// The player of the black pieces.
    pub fn black(&self) -> &str {
        self.of_roster("Black")
    }

    /// The result of the game.
    pub fn result(&self) -> GameResult {
        GameResult::from_bytes(self.of_roster("Result").as_bytes()).unwrap_or_default()
    }

    /// All names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.into_iter().map(|name| (name, self.of_roster(name)));
        let others = self.known.iter().filter(|tag| tag.rank.place() == ROSTER.len());
        roster.chain(others.map(|tag| (self.str(tag.name), self.str(tag.value))))
    }

    /// Removes a tag. A tag of the roster becomes unknown.
    pub(crate) fn remove(&mut self, name: &str) {
        if let (_, Ok(i)) = self.find(name) {
            let Tag { name, value, .. } = self.known.remove(i);
            self.used -= name.len() + value.len();
            self.give_back();
        }
    }

    /// Sets a tag whose name and value are known to be right. Control characters in the value become spaces.
    pub(crate) fn put(&mut self, name: &str, value: &str) {
        let value = self.push_value(value);
        match self.find(name) {
            (_, Ok(i)) => {
                let old = core::mem::replace(&mut self.known[i].value, value);
                self.used -= old.len();
                self.give_back();
            }
            (rank, Err(i)) => {
                let name = self.push(name);
                self.known.insert(i, Tag { rank, name, value });
            }
        }
    }

    /// Sets a tag as [`put`](Self::put) does, or appends it if there are many: in a million, a place takes too long to free.
    /// [`sort`](Self::sort) has to follow before anything else is called.
    pub(crate) fn append(&mut self, name: &str, value: &str) {
        if self.known.len() < MANY {
            return self.put(name, value);
        }
        let (rank, value, name) = (Rank::of(name), self.push_value(value), self.push(name));
        self.known.push(Tag { rank, name, value });
    }

    /// Brings appended tags in order. Of a name that occurs more than once, the last value counts.
    pub(crate) fn sort(&mut self) {
        if self.known.len() < MANY {
            return;
        }
        let Self { text, used, known } = self;
        let key = |tag: &Tag| (tag.rank, &text[tag.name.start..tag.name.end]);
        known.sort_by(|a, b| key(a).cmp(&key(b)));
        known.dedup_by(|later, kept| {
            let is_same = key(later) == key(kept);
            if is_same {
                *used -= kept.name.len() + kept.value.len();
                *kept = *later;
            }
            is_same
        });
        self.give_back();
    }

    fn of_roster(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    fn str(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The rank of a name, and the index of the tag, or the index at which it is inserted.
    fn find(&self, name: &str) -> (Rank, Result<usize, usize>) {
        let rank = Rank::of(name);
        let order = |tag: &Tag| tag.rank.cmp(&rank).then_with(|| self.str(tag.name).cmp(name));
        (rank, self.known.binary_search_by(order))
    }

    fn push(&mut self, text: &str) -> Span {
        if self.text.is_empty() {
            self.text.reserve(USUAL_LENGTH);
            self.known.reserve(USUAL_NUMBER);
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.used += text.len();
        Span { start, end: self.text.len() }
    }

    fn push_value(&mut self, value: &str) -> Span {
        // Without an early end, sixteen bytes at a time.
        if value.bytes().fold(false, |found, byte| found | byte.is_ascii_control()) {
            self.push(&value.replace(|c: char| c.is_ascii_control(), " "))
        } else {
            self.push(value)
        }
    }

    /// Drops unused text, once it is the greater part.
    fn give_back(&mut self) {
        if self.text.len() <= 2 * self.used + USUAL_LENGTH {
            return;
        }
        let old = core::mem::take(&mut self.text);
        let mut text = String::with_capacity(self.used);
        for span in self.known.iter_mut().flat_map(|tag| [&mut tag.name, &mut tag.value]) {
            let start = text.len();
            text.push_str(&old[span.start..span.end]);
            *span = Span { start, end: text.len() };
        }
        self.text = text;
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The place of a name in the roster, or that after it.
fn place_of(name: &str) -> usize {
    match name {
        "Event" => 0,
        "Site" => 1,
        "Date" => 2,
        "Round" => 3,
        "White" => 4,
        "Black" => 5,
        "Result" => 6,
        _ => 7,
    }
}

/// Checks that a tag can be written and read.
pub(crate) fn check_form(name: &str, value: &str) -> Result<(), TagError> {
    let is_another =
        || !name.is_empty() && name.chars().all(is_name) && usual_spelling(name.as_bytes()).is_none();
    if !(is_usual(name.as_bytes()) || is_another()) {
        return Err(TagError::Name);
    }
    let length = "[ \"\"]".len() + name.len() + value.len();
    let escapes = || value.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count();
    // Each byte of the value may be an escape.
    let is_too_long = length + value.len() > MAX_TOKEN && length + escapes() > MAX_TOKEN;
    if is_too_long { Err(TagError::TooLong) } else { Ok(()) }
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "a tag's name has only letters, digits and _+#=:-, and a usual name its usual case",
            Self::Result => "expected 1-0, 0-1, 1/2-1/2 or *",
            Self::TooLong => "the tag is longer than a reader accepts",
            Self::Start => "the tags FEN, SetUp and Variant follow from the start position",
        })
    }
}

impl Error for TagError {}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::string::ToString;

    use super::*;
    use crate::random::Random;

    /// The bytes of all names and values that are kept.
    fn kept(tags: &Tags) -> usize {
        tags.known.iter().map(|tag| tag.name.len() + tag.value.len()).sum()
    }

    #[test]
    fn ranks_are_places_in_the_roster() {
        assert_eq!(ROSTER.map(place_of), [0, 1, 2, 3, 4, 5, 6]);
        for other in ["", "event", "Even", "Events", "ECO", "WhiteElo"] {
            assert_eq!(place_of(other), ROSTER.len(), "{other}");
        }
    }

    /// Tags that are set and removed at random are those of a map, and take little more memory than their text.
    #[test]
    fn text_that_is_no_longer_used_is_given_back() {
        // Some have their first seven bytes in common.
        let names =
            ["Event", "White", "Result", "ECO", "WhiteElo", "WhiteElo2", "A", "Annotation", "Annotator"];
        let mut random = Random::new(43);
        for _ in 0..20 {
            let (mut tags, mut twin) = (Tags::default(), BTreeMap::new());
            for _ in 0..100 {
                let name = random.pick(&names);
                if random.below(4) == 0 {
                    tags.remove(name);
                    twin.remove(name);
                } else {
                    let value =
                        if name == "Result" { "1-0".into() } else { "x".repeat(1 + random.below(400)) };
                    tags.put(name, &value);
                    twin.insert(name, value);
                }
                assert_eq!(tags.used, kept(&tags));
                assert!(tags.text.len() <= 2 * tags.used + USUAL_LENGTH);
                let others = twin.keys().filter(|name| !ROSTER.contains(name));
                assert!(tags.iter().skip(ROSTER.len()).map(|(name, _)| name).eq(others.copied()));
                for name in names {
                    let unknown = Tags::default().get(name).map(ToString::to_string);
                    assert_eq!(tags.get(name), twin.get(name).or(unknown.as_ref()).map(String::as_str));
                }
            }
            // Text is moved only where enough of it is unused.
            let length = tags.text.len();
            tags.put("B", "b");
            if length + 2 <= 2 * tags.used + USUAL_LENGTH {
                assert_eq!(tags.text.len(), length + 2);
            }
        }
    }
}
