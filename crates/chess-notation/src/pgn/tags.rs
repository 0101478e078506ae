use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use core::error::Error;
use core::fmt;

use chess_types::Color;

use super::lexer::MAX_TOKEN;
use super::result::GameResult;
use super::writer::is_name;

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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tags {
    roster: [String; 7],
    others: BTreeMap<String, String>,
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

impl Tags {
    /// The value of a tag; `None` if it is not set.
    pub fn get(&self, name: &str) -> Option<&str> {
        match roster_index(name) {
            Some(i) => Some(&self.roster[i]),
            None => self.others.get(name).map(String::as_str),
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
        &self.roster[0]
    }

    /// The place of the event.
    pub fn site(&self) -> &str {
        &self.roster[1]
    }

    /// The date on which the game began, as `1992.11.04`, with question marks for unknown digits.
    pub fn date(&self) -> &str {
        &self.roster[2]
    }

    /// The round of the event.
    pub fn round(&self) -> &str {
        &self.roster[3]
    }

    /// The player of the white pieces.
    pub fn white(&self) -> &str {
        &self.roster[4]
    }

    /// The player of the black pieces.
    pub fn black(&self) -> &str {
        &self.roster[5]
    }

    /// The result of the game.
    pub fn result(&self) -> GameResult {
        GameResult::from_bytes(self.roster[6].as_bytes()).unwrap_or_default()
    }

    /// All names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.into_iter().zip(self.roster.iter().map(String::as_str));
        roster.chain(self.others.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    /// Sets a tag. Control characters in the value become spaces, and a result gets the spelling of the standard.
    ///
    /// # Errors
    /// [`TagError`], of which [`Start`](TagError::Start) is an error of [`Game::set_tag`](super::Game::set_tag) alone.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        check_form(name, value)?;
        if name == "Result" {
            let result = GameResult::from_bytes(value.as_bytes()).ok_or(TagError::Result)?;
            self.put(name, result.as_str());
        } else {
            self.put(name, value);
        }
        Ok(())
    }

    /// Removes a tag. A tag of the roster becomes unknown.
    pub fn remove(&mut self, name: &str) {
        match roster_index(name) {
            Some(i) => UNKNOWN[i].clone_into(&mut self.roster[i]),
            None => {
                self.others.remove(name);
            }
        }
    }

    /// Sets a tag whose name and value are known to be right.
    pub(crate) fn put(&mut self, name: &str, value: &str) {
        let value = value.replace(|c: char| c.is_ascii_control(), " ");
        match roster_index(name) {
            Some(i) => self.roster[i] = value,
            None => {
                self.others.insert(name.to_owned(), value);
            }
        }
    }
}

/// Checks that a tag can be written and read.
pub(crate) fn check_form(name: &str, value: &str) -> Result<(), TagError> {
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(TagError::Name);
    }
    let escapes = value.matches(['"', '\\']).count();
    let length = "[ \"\"]".len() + name.len() + value.len() + escapes;
    if length > MAX_TOKEN { Err(TagError::TooLong) } else { Ok(()) }
}

impl Default for Tags {
    /// The roster with unknown values, and no other tags.
    fn default() -> Self {
        Self { roster: UNKNOWN.map(ToOwned::to_owned), others: BTreeMap::new() }
    }
}

fn roster_index(name: &str) -> Option<usize> {
    ROSTER.iter().position(|&other| other == name)
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "a tag's name has only letters, digits and _+#=:-",
            Self::Result => "a result is 1-0, 0-1, 1/2-1/2 or *",
            Self::TooLong => "the tag is longer than a reader accepts",
            Self::Start => "the tags FEN, SetUp and Variant follow from the start position",
        })
    }
}

impl Error for TagError {}
