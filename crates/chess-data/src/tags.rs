//! Tags of a game: the chosen ones, and their values.

use std::collections::HashMap;
use std::fmt::Write;

use chess_notation::pgn::{TagValue, Variant};

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
    pub(crate) fn size(&self) -> usize {
        self.text.len()
    }
}

/// All tags of a game, in the order of the text. The memory is used again for the next game.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllTags {
    /// All names and values, one after another.
    text: String,
    /// The places where each name and its value begin.
    places: Vec<(usize, usize)>,
}

impl AllTags {
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.places.clear();
    }

    pub(crate) fn add(&mut self, name: &str, value: TagValue<'_>, encoding: Option<&Encoding>) {
        let start = self.text.len();
        self.text.push_str(name);
        self.places.push((start, self.text.len()));
        push_value(&mut self.text, value, encoding);
    }

    /// The names and values.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> + Clone {
        let part = |from: usize, to: usize| self.text.get(from..to).unwrap_or_default();
        self.places.iter().enumerate().map(move |(i, &(name, value))| {
            let end = self.places.get(i + 1).map_or(self.text.len(), |next| next.0);
            (part(name, value), part(value, end))
        })
    }

    /// The names and values without those whose name occurs again.
    pub(crate) fn last(&self) -> impl Iterator<Item = (&str, &str)> {
        let last: HashMap<&str, usize> = self.iter().enumerate().map(|(i, (name, _))| (name, i)).collect();
        self.iter().enumerate().filter(move |(i, (name, _))| last.get(name) == Some(i)).map(|(_, tag)| tag)
    }

    /// The number of bytes of names and values.
    pub(crate) fn size(&self) -> usize {
        self.text.len()
    }
}

/// Appends a value without its escapes, in UTF-8.
#[inline]
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

/// A day as days since 1970-01-01, of the proleptic Gregorian calendar; `None` if the day does not exist. Years are 0 to 9999.
pub(crate) fn day(year: u32, month: u32, day: u32) -> Option<i32> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(is_leap),
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=days).contains(&day) || year > 9999 {
        return None;
    }
    // Years begin in March, so that the leap day is the last of one: Howard Hinnant, "chrono-Compatible Low-Level Date
    // Algorithms". 719,468 days lie between 0000-03-01 and 1970-01-01.
    let (month, year) = if month > 2 { (month - 3, year as i32) } else { (month + 9, year as i32 - 1) };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * month as i32 + 2) / 5 + day as i32 - 1;
    let day_of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some(146_097 * era + day_of_era - 719_468)
}

/// Reads a date as PGN writes it, `2024.01.31`, in days since 1970-01-01. `-` and `/` are read as points, and `2024.1.31` is a date.
pub(crate) fn pgn_date(text: &str) -> Option<i32> {
    let dot = *text.as_bytes().get(4).filter(|dot| matches!(dot, b'.' | b'-' | b'/'))?;
    let mut parts = text.as_bytes().split(|&byte| byte == dot);
    let (year, month, date) = (parts.next()?, parts.next()?, parts.next()?);
    let is_short = parts.next().is_none() && year.len() == 4 && month.len() <= 2 && date.len() <= 2;
    day(digits(year)?, digits(month)?, digits(date)?).filter(|_| is_short)
}

/// Reads a time as PGN writes it, `HH:MM:SS`, in seconds since midnight.
pub(crate) fn pgn_time(text: &str) -> Option<u32> {
    let &[h0, h1, b':', m0, m1, b':', s0, s1] = text.as_bytes() else { return None };
    let (hours, minutes, seconds) = (digits(&[h0, h1])?, digits(&[m0, m1])?, digits(&[s0, s1])?);
    (hours < 24 && minutes < 60 && seconds < 60).then_some(3600 * hours + 60 * minutes + seconds)
}

/// Reads a rating: digits, with blanks around them.
pub(crate) fn elo(text: &str) -> Option<u16> {
    u16::try_from(digits(text.trim_ascii().as_bytes())?).ok()
}

/// Reads a number of decimal digits, of which there is at least one.
pub(crate) fn digits(text: &[u8]) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0_u32, |number, &digit| {
        let value = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
        number.checked_mul(10)?.checked_add(value)
    })
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
    fn days_follow_one_another() {
        assert_eq!(day(1970, 1, 1), Some(0));
        assert_eq!(day(2000, 2, 29), Some(11_016));
        let mut next = day(0, 1, 1).unwrap();
        for year in 0..=9999 {
            for month in 0..14 {
                for number in 0..33 {
                    if let Some(days) = day(year, month, number) {
                        assert_eq!(days, next);
                        next += 1;
                    }
                }
            }
        }
        assert_eq!(next, day(9999, 12, 31).unwrap() + 1);
    }

    #[test]
    fn texts_are_read_strictly() {
        assert_eq!(pgn_date("1970.01.02"), Some(1));
        assert_eq!(pgn_date("1970-01-02"), Some(1));
        assert_eq!(pgn_date("1970.1.2"), Some(1));
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
