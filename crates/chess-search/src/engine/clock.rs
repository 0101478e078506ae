use std::time::{Duration, Instant};

use super::limits::{ClockLimit, Limits};

/// The limits of time of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    begun: Instant,
    /// The time after which no deeper search begins.
    soft: Option<Duration>,
    /// The time after which the search is broken off.
    hard: Option<Duration>,
}

/// The time kept back for the communication between two programs.
const OVERHEAD: Duration = Duration::from_millis(20);

/// The number of moves among which the time is shared out, unless the limits say so.
const MOVES: u32 = 25;

impl Clock {
    pub(super) fn start(limits: &Limits) -> Self {
        let mut clock = Self { begun: Instant::now(), soft: None, hard: None };
        if let Some(limit) = limits.clock {
            let (soft, hard) = share(limit);
            (clock.soft, clock.hard) = (Some(soft), Some(hard));
        }
        if let Some(time) = limits.move_time {
            let time = without_overhead(time);
            clock.hard = Some(clock.hard.map_or(time, |hard| hard.min(time)));
        }
        clock
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Tests whether the search is to be broken off.
    pub(super) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Tests whether a deeper search is not worth beginning; `is_settled` says that the best move was the same at the
    /// depth before.
    pub(super) fn is_enough(&self, is_settled: bool) -> bool {
        let share = if is_settled { 60 } else { 110 };
        self.soft.is_some_and(|soft| self.elapsed() >= soft * share / 100)
    }

    pub(super) fn is_shared_out(&self) -> bool {
        self.soft.is_some()
    }
}

/// Returns the usual time for a move and the longest.
fn share(limit: ClockLimit) -> (Duration, Duration) {
    let available = without_overhead(limit.remaining);
    let moves = limit.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
    // Half of the time, so that there is some left however the moves are counted; all but a fifth if it is the last.
    let most = if moves == 1 { available * 4 / 5 } else { available / 2 };
    let soft = (available / moves + limit.increment * 3 / 4).min(most);
    (soft, (soft * 3).min(most))
}

fn without_overhead(time: Duration) -> Duration {
    time.saturating_sub(OVERHEAD).max(time / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_takes_all_the_time() {
        for remaining in [1, 10, 50, 1000, 60_000, 7_200_000] {
            for increment in [0, 20, 5000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
                    let (soft, hard) = share(ClockLimit { remaining, increment, moves_to_go });
                    assert!(
                        soft <= hard && hard * 5 <= remaining * 4,
                        "{remaining:?} {increment:?} {moves_to_go:?}"
                    );
                }
            }
        }
    }
}
