//! Numbers and times at the beginning of a text, as comments, tags and options have them. Each reader returns what follows, too.

use core::fmt;
use core::time::Duration;

/// A decimal number without a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decimal<'a> {
    /// The number before the point.
    pub whole: u64,
    /// The digits after it.
    pub fraction: &'a [u8],
}

impl<'a> Decimal<'a> {
    /// Reads `31`, `0.31`, `.5` or `3.` with one of `points` as its point. A comma is one only between digits, and a line may break
    /// after a point. `None` if the number before it does not fit in 64 bits.
    #[inline]
    pub fn read(text: &'a [u8], points: &[u8]) -> Option<(Self, &'a [u8])> {
        let (whole, rest) = match text {
            [b'.', b'0'..=b'9', ..] => (0, text),
            _ => digits(text)?,
        };
        Some(Self::with_fraction(whole, rest, points))
    }

    /// Reads the fraction after the number before the point.
    #[inline]
    fn with_fraction(whole: u64, rest: &'a [u8], points: &[u8]) -> (Self, &'a [u8]) {
        let (point, behind) = match rest {
            [point, behind @ ..] if points.contains(point) => (*point, behind),
            _ => return (Self { whole, fraction: b"" }, rest),
        };
        let is_cut = point == b'.' && behind.first().is_some_and(u8::is_ascii_whitespace);
        let start = if is_cut { behind.trim_ascii_start() } else { behind };
        let length = start.iter().take_while(|digit| digit.is_ascii_digit()).count();
        let after = match (length, point) {
            (0, b'.') => behind,
            (0, _) => rest,
            _ => &start[length..],
        };
        (Self { whole, fraction: &start[..length] }, after)
    }

    /// The hundredths, of which a half is rounded up; `None` if they do not fit in 31 bits, so that either sign can be added.
    #[inline]
    pub fn hundredths(self) -> Option<i32> {
        let digit = |i: usize| self.fraction.get(i).map_or(0, |&digit| u64::from(digit - b'0'));
        let hundredths = 10 * digit(0) + digit(1) + u64::from(digit(2) >= 5);
        i32::try_from(self.whole.checked_mul(100)?.checked_add(hundredths)?).ok()
    }

    /// This number of seconds, rounded down to nanoseconds.
    #[inline]
    pub fn seconds(self) -> Duration {
        let (mut nanoseconds, mut unit) = (0, 100_000_000);
        for &digit in self.fraction {
            nanoseconds += unit * u32::from(digit - b'0');
            unit /= 10;
        }
        Duration::new(self.whole, nanoseconds)
    }
}

/// Reads a sign, if there is one: true for minus.
#[inline]
pub const fn sign(text: &[u8]) -> (Option<bool>, &[u8]) {
    match text {
        [sign @ (b'+' | b'-'), rest @ ..] => (Some(*sign == b'-'), rest),
        _ => (None, text),
    }
}

/// Reads digits, at least one; `None` also if the number does not fit in 64 bits.
#[inline]
pub fn digits(text: &[u8]) -> Option<(u64, &[u8])> {
    let (mut number, mut rest) = (0_u64, text);
    while let [digit @ b'0'..=b'9', behind @ ..] = rest {
        number = number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        rest = behind;
    }
    (rest.len() < text.len()).then_some((number, rest))
}

/// Reads a time, `[[H:]M:]S` with a fraction of a second. Each part may have any number of digits, of which those of a fraction after
/// the ninth are ignored. A comma between digits is a point.
///
/// # Examples
/// ```
/// use chess_notation::number::{time, whole};
///
/// assert_eq!(whole(time(b"0:02:59.9")).map(|time| time.as_millis()), Some(179_900));
/// assert_eq!(time(b"1,5s").map(|(time, rest)| (time.as_millis(), rest)), Some((1500, &b"s"[..])));
/// ```
#[inline]
pub fn time(text: &[u8]) -> Option<(Duration, &[u8])> {
    let (mut number, mut rest) = digits(text)?;
    for _ in 0..2 {
        match rest {
            [b':', behind @ ..] if behind.first().is_some_and(u8::is_ascii_digit) => {
                let (part, behind) = digits(behind)?;
                (number, rest) = (number.checked_mul(60)?.checked_add(part)?, behind);
            }
            _ => break,
        }
    }
    let (seconds, rest) = Decimal::with_fraction(number, rest, b".,");
    Some((seconds.seconds(), rest))
}

/// The value of a text that has nothing else.
#[inline]
pub fn whole<T>(read: Option<(T, &[u8])>) -> Option<T> {
    read.filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value)
}

/// Writes a fraction of a second with as many digits as it has, three at most, after a point.
pub(crate) fn write_fraction(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    match (time.subsec_millis(), time.subsec_millis() / 10, time.subsec_millis() / 100) {
        (0, ..) => Ok(()),
        (all, _, tenths) if all == 100 * tenths => write!(f, ".{tenths}"),
        (all, hundredths, _) if all == 10 * hundredths => write!(f, ".{hundredths:02}"),
        (all, ..) => write!(f, ".{all:03}"),
    }
}
