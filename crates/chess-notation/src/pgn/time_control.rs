//! Time controls, as options and the tag `TimeControl` have them.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;
use core::time::Duration;

use crate::number::{time, whole, write_fraction};
use crate::pgn::text::event::ParseTextError;

/// A time control: `[MOVES/]TIME[+INCREMENT]`, times in seconds, or `TIME` as `MINUTES:SECONDS`. `Display` writes seconds, as the tag
/// `TimeControl` of PGN has them.
///
/// # Examples
/// ```
/// use chess_notation::pgn::TimeControl;
///
/// let control: TimeControl = "40/1:30+0.5".parse()?;
/// assert_eq!(control.to_string(), "40/90+0.5");
/// # Ok::<(), chess_notation::pgn::ParseTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    /// The moves after which the time is given again.
    pub moves: Option<NonZeroU32>,
    /// The time at the beginning, from a millisecond to a year.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// A year, the longest time.
const LONGEST: Duration = Duration::from_secs(365 * 86_400);

impl TimeControl {
    /// Returns the time left after a move, the `made`-th of its player, which has taken `spent`.
    pub fn after(&self, left: Duration, spent: Duration, made: u32) -> Duration {
        let more = self.moves.is_some_and(|moves| made % moves.get() == 0);
        left.saturating_sub(spent) + self.increment + if more { self.base } else { Duration::ZERO }
    }

    fn read(text: &str) -> Option<Self> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok()?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| {
            let time = whole(time(text.as_bytes()))?;
            (time <= LONGEST).then(|| Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000))
        };
        // Of minutes and seconds, the seconds are less than a minute, and they are the last that a colon separates.
        let is_time = base.split(':').count() <= 2
            && base.split_once(':').is_none_or(|(_, last)| seconds(last).is_some_and(|it| it.as_secs() < 60));
        let increment = seconds(increment).filter(|_| !increment.contains(':'))?;
        let base = seconds(base).filter(|base| is_time && !base.is_zero())?;
        Some(Self { moves, base, increment })
    }
}

impl FromStr for TimeControl {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, ParseTextError> {
        let expected = "[MOVES/]SECONDS[+INCREMENT], such as 40/60+0.5, 8+0.08 or 1:30+1";
        Self::read(text).ok_or(ParseTextError { expected })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moves, base, increment } = *self;
        moves.map_or(Ok(()), |moves| write!(f, "{moves}/"))?;
        write!(f, "{}", base.as_secs())?;
        write_fraction(f, base)?;
        if increment.is_zero() {
            return Ok(());
        }
        write!(f, "+{}", increment.as_secs())?;
        write_fraction(f, increment)
    }
}
