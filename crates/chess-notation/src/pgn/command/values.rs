//! Evaluations, and times as `H:MM:SS` with a fraction of a second where there is one.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use crate::pgn::text::event::ParseTextError;

/// An evaluation by an engine, from White's point of view, with the depth that it was found at.
///
/// The text is a number of pawns or `#` and a number of moves, and after a comma the depth: `0.17`, `-1.50,22`, `#-3`.
///
/// # Examples
/// ```
/// use chess_notation::pgn::{Eval, Score};
///
/// let eval: Eval = "-1.5,22".parse()?;
/// assert_eq!(eval, Eval { score: Score::Centipawns(-150), depth: Some(22) });
/// assert_eq!(eval.to_string(), "-1.50,22");
/// assert_eq!("#-3".parse(), Ok(Eval::from(Score::Mate(-3))));
/// # Ok::<(), chess_notation::pgn::ParseTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eval {
    /// The value of the position.
    pub score: Score,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
}

/// The value of a position from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn; positive if White is better.
    Centipawns(i32),
    /// Full moves to mate: positive if White mates, negative if Black mates, 0 if the position is mate.
    Mate(i32),
}

impl From<Score> for Eval {
    /// The score without a depth.
    fn from(score: Score) -> Self {
        Self { score, depth: None }
    }
}

impl Eval {
    /// The score in hundredths of a pawn from White's point of view; `None` for a mate.
    pub const fn centipawns(self) -> Option<i32> {
        self.score.centipawns()
    }

    pub(super) fn from_bytes(text: &[u8]) -> Option<Self> {
        let (score, depth) = match text.iter().position(|&byte| byte == b',') {
            Some(comma) => {
                let depth = number(text[comma + 1..].trim_ascii())?;
                (text[..comma].trim_ascii(), Some(u32::try_from(depth).ok()?))
            }
            None => (text, None),
        };
        // ChessGUI writes hundredths of a pawn so: `Command::Search`.
        let is_search = depth.is_some() && !score.iter().any(|byte| matches!(byte, b'.' | b'#'));
        if is_search { None } else { Some(Self { score: Score::from_bytes(score)?, depth }) }
    }
}

impl Score {
    /// The hundredths of a pawn; `None` for a mate.
    pub const fn centipawns(self) -> Option<i32> {
        match self {
            Self::Centipawns(value) => Some(value),
            Self::Mate(_) => None,
        }
    }

    /// The moves to mate; `None` for hundredths of a pawn.
    pub const fn mate(self) -> Option<i32> {
        match self {
            Self::Centipawns(_) => None,
            Self::Mate(moves) => Some(moves),
        }
    }

    fn from_bytes(text: &[u8]) -> Option<Self> {
        let (sign, unsigned) = sign(text);
        let Some(moves) = unsigned.strip_prefix(b"#") else {
            return signed(sign, centipawns(unsigned)?).map(Self::Centipawns);
        };
        // The sign is after the `#`, and some programs write it before.
        match self::sign(moves) {
            (None, moves) => signed(sign, number(moves)?).map(Self::Mate),
            (inner, moves) if sign.is_none() => signed(inner, number(moves)?).map(Self::Mate),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(value) => {
                let (sign, value) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.score.fmt(f)?;
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

impl FromStr for Eval {
    type Err = ParseTextError;

    /// Reads an evaluation. A plus sign, missing digits on one side of the point, and more than two digits after it, which
    /// are rounded, are accepted. A number without a point is in pawns if it has no depth; with a depth it is not an evaluation, since
    /// programs write hundredths so.
    fn from_str(text: &str) -> Result<Self, ParseTextError> {
        let expected = "pawns or a mate, and perhaps a depth, like 0.17, #-3 or 0.17,20";
        Self::from_bytes(text.as_bytes()).ok_or(ParseTextError { expected })
    }
}

/// Reads hundredths of a pawn without a point, and after a comma a depth: `-31,14`.
pub(super) fn search(text: &[u8]) -> Option<(i32, u32)> {
    let comma = text.iter().position(|&byte| byte == b',')?;
    let (sign, unsigned) = sign(text[..comma].trim_ascii());
    let depth = number(text[comma + 1..].trim_ascii())?;
    Some((signed(sign, number(unsigned)?)?, u32::try_from(depth).ok()?))
}

fn sign(text: &[u8]) -> (Option<u8>, &[u8]) {
    match text {
        [sign @ (b'+' | b'-'), rest @ ..] => (Some(*sign), rest),
        _ => (None, text),
    }
}

fn signed(sign: Option<u8>, magnitude: u64) -> Option<i32> {
    let value = i64::try_from(magnitude).ok()?;
    i32::try_from(if sign == Some(b'-') { -value } else { value }).ok()
}

/// Reads a number of pawns, rounded to hundredths. There is at least one digit before the point or after it.
fn centipawns(text: &[u8]) -> Option<u64> {
    let Some(point) = text.iter().position(|&byte| byte == b'.') else {
        return number(text)?.checked_mul(100);
    };
    let (whole, fraction) = (&text[..point], &text[point + 1..]);
    let pawns = if whole.is_empty() && !fraction.is_empty() { 0 } else { number(whole)? };
    if !fraction.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digit = |i: usize| fraction.get(i).map_or(0, |&digit| u64::from(digit - b'0'));
    let hundredths = 10 * digit(0) + digit(1) + u64::from(digit(2) >= 5);
    pawns.checked_mul(100)?.checked_add(hundredths)
}

/// Reads `H:MM:SS.FFF`. Hours, or hours and minutes, may be missing; each part may have any number of digits, of which those of a
/// fraction after the ninth are ignored.
pub(super) fn read_time(text: &[u8]) -> Option<Duration> {
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
fn number(digits: &[u8]) -> Option<u64> {
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
pub(super) fn write_time(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
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
