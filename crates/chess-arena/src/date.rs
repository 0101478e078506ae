//! The day and the time of a game, as its tags have them.

use std::env;
use std::time::{SystemTime, UNIX_EPOCH};

use chess_notation::pgn::Date;
use tz::TimeZone;

/// The seconds of a day.
const SECONDS_PER_DAY: i64 = 86_400;

/// Returns the day in UTC and the time of day, `HH:MM:SS`; `None` if the clock is before 1970.
pub fn utc(time: SystemTime) -> Option<(Date, String)> {
    day_and_time(seconds(time)?)
}

/// Returns the time in UTC as ISO 8601 has it, `2024-01-31T23:59:58Z`; empty if the clock is before 1970.
pub fn iso(time: SystemTime) -> String {
    let text = |(date, time): (Date, String)| format!("{}T{time}Z", date.to_string().replace('.', "-"));
    utc(time).map_or_else(String::new, text)
}

/// Returns the tags of a game that has begun at this time: `Date`, the day where the program runs, `UTCDate` and `UTCTime`.
///
/// The zone is that of the variable `TZ`, or else of the system, and UTC where neither is known, as on Windows.
pub fn game_tags(begun: SystemTime) -> Vec<(&'static str, String)> {
    let Some((now, (date, time))) = seconds(begun).zip(utc(begun)) else { return Vec::new() };
    let local = day_and_time(now + offset(now)).map_or(date, |(date, _)| date);
    vec![("Date", local.to_string()), ("UTCDate", date.to_string()), ("UTCTime", time)]
}

fn seconds(time: SystemTime) -> Option<i64> {
    i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_secs()).ok()
}

fn day_and_time(seconds: i64) -> Option<(Date, String)> {
    let date = Date::from_days(seconds.div_euclid(SECONDS_PER_DAY).try_into().ok()?)?;
    let second = seconds.rem_euclid(SECONDS_PER_DAY);
    Some((date, format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)))
}

/// The seconds by which the local time is ahead of UTC.
fn offset(now: i64) -> i64 {
    let zone = match env::var("TZ") {
        Ok(name) => TimeZone::from_posix_tz(&name),
        Err(_) => TimeZone::local(),
    };
    let offset = |zone: TimeZone| zone.find_local_time_type(now).map(|local| local.ut_offset().into()).ok();
    zone.ok().and_then(offset).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_day_begins_at_midnight() {
        for (seconds, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (86_399, "1970.01.01", "23:59:59"),
            (1_795_305_600, "2026.11.22", "00:00:00"),
        ] {
            let found = utc(UNIX_EPOCH + Duration::from_secs(seconds));
            assert_eq!(
                found.map(|(date, time)| (date.to_string(), time)),
                Some((date.to_owned(), time.to_owned()))
            );
        }
        assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(1)), None);
        assert_eq!(day_and_time(-1).unwrap().0.to_string(), "1969.12.31");
    }
}
