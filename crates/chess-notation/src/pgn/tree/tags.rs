use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::hash::{Hash, Hasher};

use chess_types::Color;

use crate::pgn::text::event::GameResult;
use crate::pgn::text::lexer::MAX_TOKEN;
use crate::pgn::writer::is_name;

/// The tags of a game, in the order in which they are written: first the seven tag roster, which is always present, then all
/// others in ASCII order.
///
/// An unknown value of the roster is `?`, an unknown date `????.??.??`, an unknown result `*`.
///
/// # Examples
/// ```
/// use chess_notation::pgn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("White", "Steinitz")?;
/// tags.set("ECO", "C25")?;
/// assert_eq!((tags.white(), tags.black(), tags.get("ECO")), ("Steinitz", "?", Some("C25")));
/// # Ok::<(), chess_notation::pgn::TagError>(())
/// ```
#[derive(Clone)]
pub struct Tags {
    /// Names and values, with unused ones between them.
    text: String,
    /// The number of bytes of the text that are used.
    used: usize,
    roster: [Span; 7],
    /// Names and values in the order of the names.
    others: Vec<(Span, Span)>,
}

/// A part of the text of tags.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// The value of a tag of the roster that is unknown.
    const UNKNOWN: Self = Self { start: usize::MAX, end: usize::MAX };

    fn len(self) -> usize {
        self.end - self.start
    }
}

/// An error of setting or removing a tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TagError {
    /// The name is empty, or has characters other than letters, digits and `_+#=:-` of ASCII.
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

/// The initial capacity of the text.
const USUAL_LENGTH: usize = 512;

impl Tags {
    /// The value of a tag; `None` if it is not set.
    pub fn get(&self, name: &str) -> Option<&str> {
        match roster_index(name) {
            Some(i) => Some(self.of_roster(i)),
            None => self.place_of(name).ok().map(|i| self.str(self.others[i].1)),
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
        self.of_roster(0)
    }

    /// The place of the event.
    pub fn site(&self) -> &str {
        self.of_roster(1)
    }

    /// The date on which the game began, as `1992.11.04`, with question marks for unknown digits.
    pub fn date(&self) -> &str {
        self.of_roster(2)
    }

    /// The round of the event.
    pub fn round(&self) -> &str {
        self.of_roster(3)
    }

    /// The player of the white pieces.
    pub fn white(&self) -> &str {
        self.of_roster(4)
    }

    /// The player of the black pieces.
    pub fn black(&self) -> &str {
        self.of_roster(5)
    }

    /// The result of the game.
    pub fn result(&self) -> GameResult {
        GameResult::from_bytes(self.of_roster(6).as_bytes()).unwrap_or_default()
    }

    /// All names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.into_iter().enumerate().map(|(i, name)| (name, self.of_roster(i)));
        roster.chain(self.others.iter().map(|&(name, value)| (self.str(name), self.str(value))))
    }

    /// Sets a tag. Control characters in the value become spaces, and a result gets the spelling of the standard.
    ///
    /// # Errors
    /// [`TagError`], of which [`Start`](TagError::Start) is an error of [`Game::set_tag`](crate::pgn::Game::set_tag) alone.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        check_form(name, value)?;
        if name == "Result" {
            let result = GameResult::from_tag(value.as_bytes()).ok_or(TagError::Result)?;
            self.put(name, result.as_str());
        } else {
            self.put(name, value);
        }
        Ok(())
    }

    /// Removes a tag. A tag of the roster becomes unknown.
    pub fn remove(&mut self, name: &str) {
        match roster_index(name) {
            Some(i) => self.set_roster(i, Span::UNKNOWN),
            None => {
                if let Ok(i) = self.place_of(name) {
                    let (name, value) = self.others.remove(i);
                    self.used -= name.len() + value.len();
                }
            }
        }
        self.give_back();
    }

    /// Sets a tag whose name and value are known to be right.
    pub(crate) fn put(&mut self, name: &str, value: &str) {
        match roster_index(name) {
            Some(i) if value == UNKNOWN[i] => self.set_roster(i, Span::UNKNOWN),
            Some(i) => {
                let value = self.push_value(value);
                self.set_roster(i, value);
            }
            None => {
                let value = self.push_value(value);
                match self.place_of(name) {
                    Ok(i) => {
                        let old = core::mem::replace(&mut self.others[i].1, value);
                        self.used -= old.len();
                    }
                    Err(i) => {
                        let name = self.push(name);
                        self.others.insert(i, (name, value));
                    }
                }
            }
        }
        self.give_back();
    }

    fn of_roster(&self, i: usize) -> &str {
        let span = self.roster[i];
        if span.start == usize::MAX { UNKNOWN[i] } else { self.str(span) }
    }

    fn str(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The place of a tag among those after the roster, or the place to insert it.
    fn place_of(&self, name: &str) -> Result<usize, usize> {
        self.others.binary_search_by(|&(other, _)| self.str(other).cmp(name))
    }

    fn set_roster(&mut self, i: usize, span: Span) {
        let old = core::mem::replace(&mut self.roster[i], span);
        self.used -= old.len();
    }

    fn push(&mut self, text: &str) -> Span {
        if self.text.is_empty() {
            self.text.reserve(USUAL_LENGTH);
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.used += text.len();
        Span { start, end: self.text.len() }
    }

    fn push_value(&mut self, value: &str) -> Span {
        if value.bytes().any(|byte| byte.is_ascii_control()) {
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
        let others = self.others.iter_mut().flat_map(|(name, value)| [name, value]);
        for span in self.roster.iter_mut().filter(|span| span.start != usize::MAX).chain(others) {
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

impl Hash for Tags {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|tag| tag.hash(state));
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Checks that a tag can be written and read.
pub(crate) fn check_form(name: &str, value: &str) -> Result<(), TagError> {
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(TagError::Name);
    }
    let escapes = value.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count();
    let length = "[ \"\"]".len() + name.len() + value.len() + escapes;
    if length > MAX_TOKEN { Err(TagError::TooLong) } else { Ok(()) }
}

impl Default for Tags {
    /// The roster with unknown values, and no other tags.
    fn default() -> Self {
        Self { text: String::new(), used: 0, roster: [Span::UNKNOWN; 7], others: Vec::new() }
    }
}

fn roster_index(name: &str) -> Option<usize> {
    ROSTER.iter().position(|&other| other == name)
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "a tag's name has only letters, digits and _+#=:-",
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
        let roster = tags.roster.iter().filter(|span| span.start != usize::MAX);
        roster.chain(tags.others.iter().flat_map(|(name, value)| [name, value])).map(|span| span.len()).sum()
    }

    /// Tags that are set and removed at random are those of a map, and take little more memory than their text.
    #[test]
    fn text_that_is_no_longer_used_is_given_back() {
        let names = ["Event", "White", "Result", "ECO", "WhiteElo", "A", "Annotator"];
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
                    tags.set(name, &value).unwrap();
                    twin.insert(name, value);
                }
                assert_eq!(tags.used, kept(&tags));
                assert!(tags.text.len() <= 2 * tags.used + USUAL_LENGTH);
                for name in names {
                    let unknown = roster_index(name).map(|i| UNKNOWN[i].to_string());
                    assert_eq!(tags.get(name), twin.get(name).or(unknown.as_ref()).map(String::as_str));
                }
            }
            // Text is moved only where enough of it is unused.
            let length = tags.text.len();
            tags.set("B", "b").unwrap();
            if length + 2 <= 2 * tags.used + USUAL_LENGTH {
                assert_eq!(tags.text.len(), length + 2);
            }
        }
    }
}
