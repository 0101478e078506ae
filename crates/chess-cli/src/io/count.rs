use std::fmt;
use std::iter;

/// The spelling of counts: with thousands separators for people, plain for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grouping {
    /// `119060324`
    Plain,
    /// `119,060,324`
    Thousands,
}

/// A count that is written with or without thousands separators. Width and alignment of the format apply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    number: u128,
    grouping: Grouping,
}

impl Grouping {
    /// The spelling of `number`.
    pub(crate) fn of(self, number: impl Into<u128>) -> Count {
        Count { number: number.into(), grouping: self }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.number.to_string();
        match self.grouping {
            Grouping::Plain => f.pad(&digits),
            Grouping::Thousands => f.pad(&grouped(&digits)),
        }
    }
}

fn grouped(digits: &str) -> String {
    let (head, tail) = digits.split_at(digits.len() % 3);
    let groups =
        tail.as_bytes().chunks(3).map(|group| group.iter().map(|&digit| char::from(digit)).collect());
    let groups = iter::once(head.to_owned()).chain(groups).filter(|group: &String| !group.is_empty());
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_before_each_three_digits() {
        for (number, text) in [
            (0, "0"),
            (20, "20"),
            (999, "999"),
            (1000, "1,000"),
            (12_345, "12,345"),
            (100_000, "100,000"),
            (119_060_324, "119,060,324"),
            (u128::from(u64::MAX), "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(Grouping::Thousands.of(number).to_string(), text);
            assert_eq!(Grouping::Plain.of(number).to_string(), text.replace(',', ""));
        }
    }

    #[test]
    fn the_width_of_the_format_applies() {
        assert_eq!(
            format!("{:>7}|{:<4}|", Grouping::Thousands.of(1000u32), Grouping::Plain.of(7u8)),
            "  1,000|7   |"
        );
    }
}
