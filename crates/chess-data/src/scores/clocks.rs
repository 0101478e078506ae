//! Times that are clocks if the time control of their game allows it.

use std::time::Duration;

use chess_notation::pgn::TimeControl;
use chess_types::Color;

use super::notes::{Doubtful, Notes};

/// The shortest time for a game of which clocks are known, in milliseconds: below it, some programs write minutes in the tag.
const SHORTEST: u64 = 180_000;

/// A meaning of the doubtful times of a game.
pub(super) type Meaning = fn(Doubtful) -> Option<u32>;

/// Returns the meaning under which all clocks of a game fit its time control, `40/5400+30:1800+30`, if there is one alone.
#[cold]
pub(super) fn meaning_of<'a>(
    control: Option<&str>,
    moves: impl Iterator<Item = (Color, &'a Notes)> + Clone,
) -> Option<Meaning> {
    let stages: Option<Vec<TimeControl>> = control?.split(':').map(|stage| stage.parse().ok()).collect();
    let stages = stages.filter(|stages| milliseconds(stages[0].base) >= SHORTEST)?;
    let [seconds, minutes]: [Meaning; 2] = [|time| time.as_seconds, |time| time.as_minutes];
    match (fits(seconds, &stages, moves.clone()), fits(minutes, &stages, moves)) {
        (true, false) => Some(seconds),
        (false, true) => Some(minutes),
        _ => None,
    }
}

/// Tests whether the first clock of each side is at least half of its time, and no clock has more time than was left and is added;
/// there are two clocks at least.
fn fits<'a>(
    meaning: Meaning,
    stages: &[TimeControl],
    moves: impl Iterator<Item = (Color, &'a Notes)>,
) -> bool {
    let base = milliseconds(stages[0].base);
    let sum: u64 = stages.iter().map(|stage| milliseconds(stage.base)).sum();
    let increment = stages.iter().map(|stage| milliseconds(stage.increment)).max().unwrap_or(0);
    // The time of a stage is given again after its moves.
    let more = if stages[0].moves.is_some() { sum } else { sum - base };
    let (mut last, mut count) = ([None; 2], 0);
    for (number, (mover, notes)) in moves.enumerate().map(|(ply, of)| (ply as u64 / 2 + 1, of)) {
        let time = match (notes.clock, notes.doubtful) {
            (None, None) => continue,
            (Some(time), _) => Some(time),
            (None, Some(time)) => meaning(time),
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

fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}
