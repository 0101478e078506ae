use chess_testkit::Random;

use crate::out::Out;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy)]
pub(crate) struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// A day from the first of January of a year to the end of a later one.
    pub(crate) fn between(first: u32, last: u32, random: &mut Random) -> Self {
        let year = first + random.below((last - first + 1) as usize) as u32;
        let month = 1 + random.below(12) as u32;
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
            2 => 28,
            _ => 31,
        };
        Self { year, month, day: 1 + random.below(days) as u32 }
    }

    /// Writes the date as PGN has it; with fewer than 3 `parts`, the day and then the month are unknown.
    pub(crate) fn write(self, parts: usize, out: &mut Out) {
        out.number(self.year);
        for (index, number) in [self.month, self.day].into_iter().enumerate() {
            out.text(".");
            if index + 1 < parts { out.two_digits(number) } else { out.text("??") }
        }
    }
}

/// Writes a time of day.
pub(crate) fn write_time(random: &mut Random, out: &mut Out) {
    for (index, bound) in [24, 60, 60].into_iter().enumerate() {
        if index > 0 {
            out.text(":");
        }
        out.two_digits(random.below(bound) as u32);
    }
}
