//! Times as `H:MM:SS`, with a fraction of a second where there is one.

use core::fmt;
use core::time::Duration;

/// Reads `H:MM:SS.FFF`. Hours, or hours and minutes, may be missing; each part may have any number of digits, of which those
/// of a fraction behind the ninth are passed over.
pub(super) fn read(text: &[u8]) -> Option<Duration> {
    let (whole, fraction) = match text.iter().position(|&byte| byte == b'.') {
        Some(point) => (&text[..point], &text[point + 1..]),
        None => (text, &[][..]),
    };
    let mut seconds = 0_u64;
    for (i, part) in whole.split(|&byte| byte == b':').enumerate() {
        if i == 3 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(number(part)?)?;
    }
    let mut nanoseconds = 0;
    let mut unit = 100_000_000;
    for &digit in fraction {
        nanoseconds += unit * u32::from(decimal(digit)?);
        unit /= 10;
    }
    Some(Duration::new(seconds, nanoseconds))
}

/// Reads a number of at least one digit.
pub(super) fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits
        .iter()
        .try_fold(0_u64, |number, &digit| number.checked_mul(10)?.checked_add(decimal(digit)?.into()))
}

fn decimal(digit: u8) -> Option<u8> {
    digit.is_ascii_digit().then(|| digit - b'0')
}

/// Writes `H:MM:SS`, and of a fraction as many digits as it has.
pub(super) fn write(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let seconds = time.as_secs();
    write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
    let (mut fraction, mut digits) = (time.subsec_nanos(), 9);
    if fraction == 0 {
        return Ok(());
    }
    while fraction % 10 == 0 {
        fraction /= 10;
        digits -= 1;
    }
    write!(f, ".{fraction:0digits$}")
}
