//! Times that are clocks if the time control of their game allows it.

use chess_notation::pgn::TimeControl;
use chess_types::Color;

use super::notes::{Doubtful, Notes};

/// The meaning of the doubtful times of a game: that of the two which its time control allows, if it allows one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clocks {
    Seconds,
    Minutes,
}

/// The shortest time for a game of which clocks are known, in milliseconds: below it, some programs write minutes in the tag.
const SHORTEST: u64 = 180_000;

impl Clocks {
    /// Finds the meaning under which all clocks of a game fit its time control, `40/5400+30:1800+30`.
    #[cold]
    pub(super) fn of_game<'a>(
        control: Option<&str>,
        moves: impl Iterator<Item = (Color, &'a Notes)> + Clone,
    ) -> Option<Self> {
        let stages: Option<Vec<TimeControl>> = control?.split(':').map(|stage| stage.parse().ok()).collect();
        let stages = stages.filter(|stages| stages[0].base.as_millis() >= SHORTEST.into())?;
        match [Self::Seconds.fits(&stages, moves.clone()), Self::Minutes.fits(&stages, moves)] {
            [true, false] => Some(Self::Seconds),
            [false, true] => Some(Self::Minutes),
            _ => None,
        }
    }

    pub(super) const fn of(self, time: Doubtful) -> Option<u32> {
        match self {
            Self::Seconds => time.as_seconds,
            Self::Minutes => time.as_minutes,
        }
    }

    /// Tests whether the first clock of each side is at least half of its time, and no clock has more time than was left and is added;
    /// there are two clocks at least.
    fn fits<'a>(self, stages: &[TimeControl], moves: impl Iterator<Item = (Color, &'a Notes)>) -> bool {
        let all = |of: fn(&TimeControl) -> u128| stages.iter().map(move |stage| of(stage) as u64);
        let bases = all(|stage| stage.base.as_millis());
        let increment = all(|stage| stage.increment.as_millis()).max().unwrap_or(0);
        let (base, sum) = bases.fold((None, 0), |(first, sum), base| (first.or(Some(base)), sum + base));
        let base = base.unwrap_or(0);
        // The time of a stage is given again after its moves.
        let more = if stages[0].moves.is_some() { sum } else { sum - base };
        let (mut last, mut count) = ([None; 2], 0);
        for (number, (mover, notes)) in moves.enumerate().map(|(ply, of)| (ply as u64 / 2 + 1, of)) {
            let time = match (notes.clock, notes.doubtful) {
                (None, None) => continue,
                (Some(time), _) => Some(time),
                (None, Some(time)) => self.of(time),
            };
            let Some(time) = time.map(u64::from) else { return false };
            // Some clocks add the first increment before the first move, and all round to seconds.
            let (least, most) = match last[mover.index()] {
                None => (base / 2, base + increment * (number + 1)),
                Some((before, time)) => (0, time + increment * (number - before) + more),
            };
            if !(least..=most + 1_000).contains(&time) {
                return false;
            }
            last[mover.index()] = Some((number, time));
            count += 1;
        }
        count >= 2
    }
}
