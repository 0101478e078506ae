//! Evaluations, and times as `H:MM:SS` with a fraction of a second where there is one.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use crate::number::{digits, sign, time, whole, write_fraction};
use crate::pgn::text::event::ParseTextError;
use crate::score::Score;

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

    /// Reads `0.17`, `0.17,22`, `0.17/22`, `0.17,d22`, `#-3`, `#-3,22`.
    pub(super) fn from_bytes(text: &[u8]) -> Option<Self> {
        let (score, rest) = Score::read(text, b".")?;
        let form = &text[..text.len() - rest.len()];
        let depth = match rest.trim_ascii_start() {
            [] if rest.is_empty() => None,
            [b',' | b'/', depth @ ..] => {
                let depth = depth.trim_ascii_start();
                Some(number(depth.strip_prefix(b"d").unwrap_or(depth))?)
            }
            _ => return None,
        };
        // Hundredths of a pawn have the form of `Command::Search`.
        let is_eval = depth.is_none() || form.iter().any(|byte| matches!(byte, b'.' | b'#'));
        (is_eval && !form.contains(&b'M')).then_some(Self { score, depth })
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

/// Reads pawns with a comma as their point, where hundredths and a depth are not possible: `-0,31` and `0,05`.
pub(super) fn with_comma(text: &[u8]) -> Option<Eval> {
    let is_comma =
        matches!(text, [b'-', b'0', b',', _, ..]) || text.windows(3).any(|it| it.starts_with(b",0"));
    whole(Score::read(text, b",")).filter(|_| is_comma && text.contains(&b',')).map(Eval::from)
}

/// Reads hundredths of a pawn without a point, and after a comma a depth: `-31,14`.
pub(super) fn search(text: &[u8]) -> Option<(i32, u32)> {
    let comma = text.iter().position(|&byte| byte == b',')?;
    let (is_negative, centipawns) = sign(text[..comma].trim_ascii());
    let centipawns = i32::try_from(whole(digits(centipawns))?).ok()?;
    let centipawns = if is_negative == Some(true) { -centipawns } else { centipawns };
    Some((centipawns, number(text[comma + 1..].trim_ascii())?))
}

/// Reads a time on a clock: `None` for a point before two digits of less than a minute, with fewer than two colons before them. Boards
/// write minutes and seconds so, other programs a fraction.
pub(super) fn clock(text: &[u8]) -> Option<Duration> {
    whole(time(text)).filter(|_| !matches!(text, [.., b'.', b'0'..=b'5', _]) || !is_doubtful(text))
}

#[cold]
fn is_doubtful(text: &[u8]) -> bool {
    text.split(|&byte| byte == b':').count() <= 2
}

pub(super) fn move_time(text: &[u8]) -> Option<Duration> {
    whole(time(text))
}

fn number(text: &[u8]) -> Option<u32> {
    whole(digits(text)).and_then(|number| u32::try_from(number).ok())
}

/// Writes `H:MM:SS`, and of a fraction as many digits as it has, at most three.
pub(super) fn write_time(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let seconds = time.as_secs();
    write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
    write_fraction(f, time)
}
