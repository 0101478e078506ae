//! Days of the calendar, as the tags of games have them.

use core::fmt;

use crate::number::{digits, time, whole};

/// A day of the proleptic Gregorian calendar, of the years 0 to 9999. `Display` writes it as PGN does.
///
/// # Examples
/// ```
/// use chess_notation::pgn::Date;
///
/// let date = Date::read(b"2026.1.3").unwrap();
/// assert_eq!((date.to_string().as_str(), date.days()), ("2026.01.03", 20_456));
/// assert_eq!(Date::from_days(20_456), Some(date));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Days from 1 March of the year 0 to 1 January 1970. Years begin in March here, so that the leap day is the last of one: Howard
/// Hinnant, "chrono-Compatible Low-Level Date Algorithms".
const EPOCH: i32 = 719_468;

impl Date {
    /// Returns a day; `None` if it does not exist.
    pub fn new(year: u64, month: u64, day: u64) -> Option<Self> {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 => 28 + u64::from(is_leap),
            1..=12 => 31,
            _ => return None,
        };
        let exists = year <= 9999 && (1..=days).contains(&day);
        exists.then_some(Self { year: year as u16, month: month as u8, day: day as u8 })
    }

    /// Returns the day that is `days` days after 1 January 1970; `None` beyond the years 0 to 9999.
    pub fn from_days(days: i32) -> Option<Self> {
        let days = days.checked_add(EPOCH)?;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, following) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        Self::new((400 * era + year + following).try_into().ok()?, month as u64, day as u64)
    }

    /// Returns the number of days after 1 January 1970.
    pub const fn days(self) -> i32 {
        let (year, month, day) = (self.year as i32, self.month as i32, self.day as i32);
        let (month, year) = if month > 2 { (month - 3, year) } else { (month + 9, year - 1) };
        let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
        146_097 * era + 365 * year + year / 4 - year / 100 + (153 * month + 2) / 5 + day - 1 - EPOCH
    }

    /// Reads `2024.01.31`, also with `-` or `/` in place of the points, `2024.1.31`, and a day that a time follows,
    /// `2025-02-19 15:43:57`.
    pub fn read(text: &[u8]) -> Option<Self> {
        /// A dot, and one digit or two.
        fn part(text: &[u8], dot: u8) -> Option<(u64, &[u8])> {
            digits(text.strip_prefix(&[dot])?).filter(|(_, rest)| text.len() <= rest.len() + 3)
        }
        let (year, rest) = text.split_at_checked(4)?;
        let dot = *rest.first().filter(|dot| matches!(dot, b'.' | b'-' | b'/'))?;
        let (month, rest) = part(rest, dot)?;
        let (day, rest) = part(rest, dot)?;
        let is_end = match rest {
            [] => true,
            [b' ' | b'T', clock @ ..] => whole(time(clock.strip_suffix(b"Z").unwrap_or(clock))).is_some(),
            _ => false,
        };
        Self::new(whole(digits(year))?, month, day).filter(|_| is_end)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}
