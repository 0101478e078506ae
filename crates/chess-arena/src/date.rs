//! The date of a game, as a tag has it.

use std::time::{SystemTime, UNIX_EPOCH};

/// The seconds of a day.
pub const SECONDS_PER_DAY: u64 = 86_400;

/// The date in UTC as a PGN tag has it, such as `2026.11.22`; `None` if the clock is before 1970.
pub fn pgn_date(time: SystemTime) -> Option<String> {
    let days = time.duration_since(UNIX_EPOCH).ok()?.as_secs() / SECONDS_PER_DAY;
    let (year, month, day) = civil(days);
    Some(format!("{year:04}.{month:02}.{day:02}"))
}

/// Year, month and day, so many days after 1 January 1970.
///
/// Years are counted from 1 March, so that the leap day comes last. Source: Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms".
fn civil(days: u64) -> (u64, u64, u64) {
    /// Days from 1 March of the year 0 to 1 January 1970.
    const EPOCH: u64 = 719_468;
    /// The days of 400 years.
    const ERA: u64 = 146_097;
    let days = days + EPOCH;
    let (era, day) = (days / ERA, days % ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, following) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + following, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_day_begins_at_midnight() {
        for (seconds, date) in [(0, "1970.01.01"), (86_399, "1970.01.01"), (1_795_305_600, "2026.11.22")] {
            assert_eq!(pgn_date(UNIX_EPOCH + Duration::from_secs(seconds)).unwrap(), date, "{seconds}");
        }
        assert_eq!(pgn_date(UNIX_EPOCH - Duration::from_secs(1)), None);
    }

    /// The days of eight hundred years, counted one by one.
    #[test]
    fn every_day_follows_the_day_before() {
        let mut expected = (1970, 1, 1);
        for days in 0..800 * 366 {
            assert_eq!(civil(days), expected);
            let (year, month, day) = expected;
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 => 28 + u64::from(is_leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            expected = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                _ if day == length => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
    }
}
