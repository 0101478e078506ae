//! Tags of a game: the chosen ones, and their values.

#[cfg(feature = "arrow")]
use std::collections::HashMap;
use std::fmt::Write;

#[cfg(any(feature = "arrow", test))]
use chess_notation::number::time;
use chess_notation::number::{digits, whole};
use chess_notation::pgn::{Date, TagValue, Variant};

use crate::input::Encoding;

/// The values of certain tags of a game. The memory is used again for the next game.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagSlots {
    names: Vec<Box<str>>,
    /// The values, concatenated.
    text: String,
    /// For each name the place of its value.
    places: Vec<Option<(usize, usize)>>,
}

impl TagSlots {
    /// No tags.
    pub(crate) const EMPTY: Self = Self { names: Vec::new(), text: String::new(), places: Vec::new() };

    /// The slot of the tag with this name.
    pub(crate) fn slot(&mut self, name: &str) -> usize {
        if let Some(slot) = self.names.iter().position(|known| **known == *name) {
            return slot;
        }
        self.names.push(name.into());
        self.places.push(None);
        self.names.len() - 1
    }

    /// The tag with this slot.
    pub(crate) fn name(&self, slot: usize) -> &str {
        self.names.get(slot).map_or("", |name| name)
    }

    /// The names of the tags.
    #[cfg(feature = "arrow")]
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// Forgets the values.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.places.fill(None);
    }

    /// Stores a value, if the tag has a slot. The last one counts.
    #[inline]
    pub(crate) fn set(&mut self, name: &str, value: TagValue<'_>, encoding: Option<&Encoding>) {
        let Some(slot) = self.names.iter().position(|known| **known == *name) else { return };
        let start = self.text.len();
        push_value(&mut self.text, value, encoding);
        self.places[slot] = Some((start, self.text.len()));
    }

    /// Stores a text, if the tag has a slot.
    #[inline]
    pub(crate) fn set_text(&mut self, name: &str, value: &str) {
        let Some(slot) = self.names.iter().position(|known| **known == *name) else { return };
        let start = self.text.len();
        self.text.push_str(value);
        self.places[slot] = Some((start, self.text.len()));
    }

    /// The value of the tag with this slot; `None` if the game has no such tag.
    #[inline]
    pub(crate) fn get(&self, slot: usize) -> Option<&str> {
        let (start, end) = (*self.places.get(slot)?)?;
        self.text.get(start..end)
    }

    /// The value of the tag with this slot; `None` if the game has no such tag, or if it is `?`, `-` or empty.
    #[inline]
    pub(crate) fn known(&self, slot: usize) -> Option<&str> {
        self.get(slot).filter(|&value| !matches!(value, "" | "?" | "-"))
    }

    /// The rating in a slot.
    pub(crate) fn rating(&self, slot: usize) -> Option<u16> {
        self.get(slot).and_then(elo)
    }

    /// The date in the first of two slots that has one, in days since 1970.
    pub(crate) fn date(&self, utc: usize, date: usize) -> Option<i32> {
        self.get(utc).and_then(pgn_date).or_else(|| self.get(date).and_then(pgn_date))
    }

    /// The number of bytes of the values.
    #[cfg(feature = "arrow")]
    pub(crate) fn size(&self) -> usize {
        self.text.len()
    }
}

/// All tags of a game, in the order of the text. The memory is used again for the next game.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllTags {
    /// All names, one after another.
    names: String,
    /// All values.
    values: String,
    /// The places where each name and each value ends.
    ends: Vec<(usize, usize)>,
    /// A number of each name, which differs for most different names.
    #[cfg(feature = "arrow")]
    marks: Vec<u64>,
}

/// The number of tags from which on repeated names are looked for in a table.
#[cfg(feature = "arrow")]
const MANY: usize = 64;

impl AllTags {
    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.values.clear();
        self.ends.clear();
        #[cfg(feature = "arrow")]
        self.marks.clear();
    }

    /// Adds a tag, and returns its value without escapes, in UTF-8.
    pub(crate) fn add(&mut self, name: &str, value: TagValue<'_>, encoding: Option<&Encoding>) -> &str {
        let start = self.values.len();
        self.names.push_str(name);
        push_value(&mut self.values, value, encoding);
        self.ends.push((self.names.len(), self.values.len()));
        #[cfg(feature = "arrow")]
        {
            let (start, mut bytes) = (&name.as_bytes()[..name.len().min(8)], [0; 8]);
            bytes[..start.len()].copy_from_slice(start);
            self.marks.push(u64::from_le_bytes(bytes) ^ (name.len() as u64) << 56);
        }
        &self.values[start..]
    }

    /// The names and values.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> + Clone {
        (0..self.ends.len()).map(move |i| {
            let (name, value) = i.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
            let (name_end, value_end) = self.ends[i];
            let name = self.names.get(name..name_end).unwrap_or_default();
            (name, self.values.get(value..value_end).unwrap_or_default())
        })
    }

    /// Tests whether a name occurs more than once.
    #[cfg(feature = "arrow")]
    pub(crate) fn has_repeated(&self) -> bool {
        let marks = &self.marks[..];
        let may_repeat = || (1..marks.len()).any(|i| marks[..i].contains(&marks[i]));
        (marks.len() >= MANY || may_repeat()) && self.last().count() < self.ends.len()
    }

    /// All names and all values, each one after another.
    #[cfg(feature = "arrow")]
    pub(crate) fn texts(&self) -> [&str; 2] {
        [&self.names, &self.values]
    }

    /// The places where each name and its value end in their texts.
    #[cfg(feature = "arrow")]
    pub(crate) fn ends(&self) -> &[(usize, usize)] {
        &self.ends
    }

    /// The names and values without those whose name occurs again.
    #[cfg(feature = "arrow")]
    pub(crate) fn last(&self) -> impl Iterator<Item = (&str, &str)> {
        let last: HashMap<&str, usize> = self.iter().enumerate().map(|(i, (name, _))| (name, i)).collect();
        self.iter().enumerate().filter(move |(i, (name, _))| last.get(name) == Some(i)).map(|(_, tag)| tag)
    }

    /// The number of bytes of names and values.
    #[cfg(feature = "arrow")]
    pub(crate) fn size(&self) -> usize {
        self.names.len() + self.values.len()
    }
}

/// Appends a value without its escapes, in UTF-8.
#[inline(always)]
fn push_value(text: &mut String, value: TagValue<'_>, encoding: Option<&Encoding>) {
    match (encoding, value.raw().as_str()) {
        (Some(encoding), _) => encoding.push(value.bytes(), text),
        (None, Some(plain)) if !plain.contains('\\') => text.push_str(plain),
        // A string can be written to.
        _ => _ = write!(text, "{value}"),
    }
}

/// Tests whether a tag may have this name, and it begins with an upper-case letter.
pub(crate) fn is_tag_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Reads a date as PGN writes it in days since 1970-01-01: see [`Date::read`].
pub(crate) fn pgn_date(text: &str) -> Option<i32> {
    Date::read(text.as_bytes()).map(Date::days)
}

/// Reads a time as PGN writes it, `HH:MM:SS`, in seconds since midnight.
#[cfg(any(feature = "arrow", test))]
pub(crate) fn pgn_time(text: &str) -> Option<u32> {
    let [_, _, b':', b'0'..=b'5', _, b':', b'0'..=b'5', b'0'..=b'9'] = text.as_bytes() else { return None };
    let seconds = whole(time(text.as_bytes()))?.as_secs();
    (seconds < 86_400).then_some(seconds as u32)
}

/// Reads a rating: digits, with blanks around them.
pub(crate) fn elo(text: &str) -> Option<u16> {
    u16::try_from(whole(digits(text.trim_ascii().as_bytes()))?).ok()
}

/// The rules of a game; `None` if its tag names others than those of chess and Chess960.
pub(crate) fn variant(tag: Option<&str>, is_chess960: bool) -> Option<&'static str> {
    let named = tag.map_or(Some(Variant::Chess), |name| Variant::from_name(name.bytes()))?;
    Some(if is_chess960 || named == Variant::Chess960 { "chess960" } else { "standard" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_strictly() {
        assert_eq!(pgn_date("1970.01.02"), Some(1));
        assert_eq!(pgn_date("1970-01-02"), Some(1));
        assert_eq!(pgn_date("1970.1.2"), Some(1));
        assert_eq!(pgn_date("1970-01-02 15:43:57"), Some(1));
        assert_eq!(pgn_date("1970-01-02T15:43:57.25Z"), Some(1));
        for text in [
            "1970.01.??",
            "1970.1.002",
            "1970..2",
            "70.1.2",
            "1970.01-02",
            "????.??.??",
            "2023.02.29",
            "",
            "1970.01.020",
            "1970.01.02 ",
            "1970.01.02 a",
            "1970.01.02 (?)",
        ] {
            assert_eq!(pgn_date(text), None, "{text}");
        }
        assert_eq!(pgn_time("23:59:59"), Some(86_399));
        for text in ["24:00:00", "1:00:00", "00:60:00", "00:00:60", ""] {
            assert_eq!(pgn_time(text), None, "{text}");
        }
        assert_eq!(elo(" 2882 "), Some(2882));
        for text in ["", "?", "+2882", "65536", "99999999999", "28.5"] {
            assert_eq!(elo(text), None, "{text}");
        }
    }
}
