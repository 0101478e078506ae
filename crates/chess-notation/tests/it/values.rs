//! Dates and time controls.

use std::time::Duration;

use chess_notation::pgn::{Date, TimeControl};

/// The days of Python's `datetime.date(...).toordinal() - 719163`.
#[test]
fn dates_are_those_of_python() {
    for (text, days) in [
        ("0001.01.01", -719_162),
        ("1582.10.15", -141_427),
        ("1600.02.29", -135_081),
        ("1900.03.01", -25_508),
        ("1969.12.31", -1),
        ("1970.01.01", 0),
        ("2000.02.29", 11_016),
        ("2024.12.31", 20_088),
        ("2026.11.28", 20_785),
        ("9999.12.31", 2_932_896),
    ] {
        let date = Date::read(text.as_bytes()).unwrap();
        assert_eq!((date.days(), date.to_string()), (days, text.to_owned()));
        assert_eq!(Date::from_days(days), Some(date));
    }
}

/// All days, counted one by one.
#[test]
fn every_day_follows_the_day_before() {
    let mut next = Date::new(0, 1, 1).unwrap().days();
    assert_eq!(Date::from_days(next - 1), None);
    for year in 0..=9999 {
        for month in 0..14 {
            for day in 0..33 {
                if let Some(date) = Date::new(year, month, day) {
                    assert_eq!((date.days(), Date::from_days(next)), (next, Some(date)));
                    assert_eq!(date.to_string(), format!("{year:04}.{month:02}.{day:02}"));
                    next += 1;
                }
            }
        }
    }
    assert_eq!((Date::from_days(next), Date::new(10_000, 1, 1)), (None, None));
    assert_eq!([i32::MIN, i32::MAX].map(Date::from_days), [None, None]);
}

#[test]
fn dates_have_several_forms() {
    for text in [
        "2025.02.19",
        "2025-02-19",
        "2025/02/19",
        "2025.2.19",
        "2025-02-19 15:43:57",
        "2025-02-19T15:43:57Z",
        "2025-02-19 15:43:57.123",
    ] {
        assert_eq!(Date::read(text.as_bytes()), Date::new(2025, 2, 19), "{text}");
    }
    for text in [
        "",
        "2025",
        "2025.02",
        "2025.02.",
        "2025.02.??",
        "????.??.??",
        "2025.02.30",
        "2025.13.01",
        "2025.00.01",
        "2025.02-19",
        "2025.002.19",
        "2025.02.019",
        "25.02.19",
        "02.19.2025",
        "2025.02.19 ",
        "2025.02.19x",
        "2025.02.19 late",
        "2025.02.19 15:43:57 CET",
    ] {
        assert_eq!(Date::read(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn time_controls_are_read_as_they_are_written() {
    for (text, moves, base, increment, written) in [
        ("300", 0, 300_000, 0, "300"),
        ("300+0", 0, 300_000, 0, "300"),
        ("180+2", 0, 180_000, 2_000, "180+2"),
        ("40/9000", 40, 9_000_000, 0, "40/9000"),
        ("40/1:30+0.5", 40, 90_000, 500, "40/90+0.5"),
        ("8+0.08", 0, 8_000, 80, "8+0.08"),
        ("0.1+0.001", 0, 100, 1, "0.1+0.001"),
        ("31536000", 0, 31_536_000_000, 0, "31536000"),
    ] {
        let control: TimeControl = text.parse().unwrap();
        assert_eq!(control.moves.map_or(0, std::num::NonZeroU32::get), moves, "{text}");
        assert_eq!(control.base, Duration::from_millis(base), "{text}");
        assert_eq!(control.increment, Duration::from_millis(increment), "{text}");
        assert_eq!((control.to_string(), written.parse()), (written.to_owned(), Ok(control)));
    }
    for text in [
        "",
        "-",
        "?",
        "0",
        "0+1",
        "*180",
        "1:60",
        "1:2:3",
        "300+",
        "+3",
        "300+1:00",
        "0/60",
        "x/60",
        "1e3",
        "nan",
        "-1",
        "31536001",
        "99999999999999999999",
        "40/1980:40/1980",
        "3+1+1",
    ] {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
}

#[test]
fn clocks_run_down_and_are_filled_again() {
    let clock: TimeControl = "3/10+1".parse().unwrap();
    let seconds = Duration::from_secs;
    assert_eq!(clock.after(seconds(10), seconds(4), 1), seconds(7));
    assert_eq!(clock.after(seconds(2), seconds(4), 3), seconds(11));
}
