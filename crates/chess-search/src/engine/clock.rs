use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use chess_types::MoveList;

/// A function that returns the time since some moment, always the same.
pub(super) type TimeSource = fn() -> Duration;

/// The limits of time of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    now: TimeSource,
    /// What `now` returned at the start.
    begun: Duration,
    /// The time after which no deeper search begins.
    soft: Option<Duration>,
    /// The time after which the search is broken off.
    hard: Option<Duration>,
}

/// The time kept back at first for the communication between two programs.
pub(super) const OVERHEAD: Duration = Duration::from_millis(20);

/// The number of moves among which the time is shared out, unless the limits say so.
const MOVES: u32 = 25;

/// Clocks with more time than this are treated as clocks with this time. It is longer than any game, and a [`Duration`] can hold its
/// multiples.
const LONGEST: Duration = Duration::from_secs(u32::MAX as u64);

impl Clock {
    pub(super) fn start(limits: &Limits, now: TimeSource, overhead: Duration) -> Self {
        let mut clock = Self { now, begun: now(), soft: None, hard: None };
        if let Some(limit) = limits.clock {
            let (soft, hard) = share(limit, overhead);
            (clock.soft, clock.hard) = (Some(soft), Some(hard));
        }
        if let Some(time) = limits.move_time {
            // The overhead counts in full where it is less than a tenth: a time for one move is there to be used.
            let time = time.saturating_sub(overhead.min(time / 10));
            clock.hard = Some(clock.hard.map_or(time, |hard| hard.min(time)));
        }
        clock
    }

    pub(super) fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.begun)
    }

    /// The time that is left of [`is_over`](Self::is_over); `None` without an end.
    pub(super) fn left(&self) -> Option<Duration> {
        self.hard.map(|hard| hard.saturating_sub(self.elapsed()))
    }

    /// Tests whether the search is to be broken off.
    pub(super) fn is_over(&self) -> bool {
        self.is_over_after(self.elapsed())
    }

    fn is_over_after(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// Tests whether a deeper search is not worth beginning; `is_settled` says that the best move was the same at the
    /// depth before.
    pub(super) fn is_enough(&self, is_settled: bool) -> bool {
        self.is_enough_after(self.elapsed(), is_settled)
    }

    fn is_enough_after(&self, elapsed: Duration, is_settled: bool) -> bool {
        let share = if is_settled { 60 } else { 110 };
        self.soft.is_some_and(|soft| elapsed >= soft * share / 100)
    }

    pub(super) fn is_shared_out(&self) -> bool {
        self.soft.is_some()
    }
}

/// The time since it was first asked for.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(super) fn system_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);

    FIRST.elapsed()
}

/// No time, where the standard library has no clock and would panic.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(super) fn system_time() -> Duration {
    Duration::ZERO
}

/// Returns the usual time for a move and the longest.
fn share(limit: ClockLimit, overhead: Duration) -> (Duration, Duration) {
    let [remaining, increment] = [limit.remaining, limit.increment].map(|time| time.min(LONGEST));
    let available = without_overhead(remaining, overhead);
    let moves = limit.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
    // Half of the time, so that there is some left however the moves are counted; all but a fifth if it is the last.
    let most = if moves == 1 { available * 4 / 5 } else { available / 2 };
    // The moves to come cost their overhead, too.
    let increment = increment.saturating_sub(overhead);
    let soft = (available / moves + increment * 3 / 4).min(most);
    (soft, (soft * 3).min(most))
}

fn without_overhead(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 4)
}

/// The limits at which a search ends by itself. Without any limit it ends at the greatest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth in plies, quiescence not counted.
    pub depth: Option<u8>,
    /// The number of nodes. One thread visits exactly as many; several threads visit about as many together.
    pub nodes: Option<u64>,
    /// The number of moves to a mate: the search ends once it sees the side to move mate in at most as many.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The time for the rest of the game, which the engine shares out among its moves.
    pub clock: Option<ClockLimit>,
    /// The root moves to search. If none of them is legal, or the list is empty, all legal moves are searched.
    pub moves: MoveList,
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockLimit {
    /// The time left.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of moves until the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Signals to a running search, which any thread may send.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder: AtomicBool,
}

impl Signals {
    /// Creates signals of which none is set.
    pub const fn new() -> Self {
        Self { stop: AtomicBool::new(false), ponder: AtomicBool::new(false) }
    }

    /// Tells the search to end at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Tests whether the search has been told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells the search to ignore its limits of time, because it runs on the time of the other side; or, with `false`, to
    /// keep them from now on.
    pub fn set_ponder(&self, ponder: bool) {
        self.ponder.store(ponder, Ordering::Relaxed);
    }

    /// Tests whether the search ignores its limits of time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.ponder.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn milliseconds(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> ClockLimit {
        let [remaining, increment] = [remaining, increment].map(milliseconds);
        ClockLimit { remaining, increment, moves_to_go }
    }

    #[test]
    fn the_overhead_is_20_ms_up_to_three_quarters() {
        for (time, left) in [(0, 0), (20, 5), (24, 6), (28, 8), (100, 80), (60_020, 60_000)] {
            assert_eq!(without_overhead(milliseconds(time), OVERHEAD), milliseconds(left), "{time} ms");
        }
    }

    #[test]
    fn a_tenth_of_movetime_at_most_is_the_overhead() {
        for (time, overhead, hard) in
            [(10, 20, 9), (100, 20, 90), (1000, 20, 980), (1000, 0, 1000), (1000, 500, 900)]
        {
            let limits = Limits { move_time: Some(milliseconds(time)), ..Limits::default() };
            let clock = Clock::start(&limits, system_time, milliseconds(overhead));
            assert_eq!(clock.hard, Some(milliseconds(hard)), "{time} ms");
        }
    }

    #[test]
    fn the_time_is_shared_out_among_the_moves_to_come() {
        for (limit, soft, hard) in [
            // A twenty-fifth, three quarters of the increment but for the overhead, and three times as much at most.
            (clock(100_020, 0, None), 4000, 12_000),
            (clock(100_020, 2020, None), 5500, 16_500),
            (clock(100_020, 20, None), 4000, 12_000),
            (clock(100_020, 0, Some(10)), 10_000, 30_000),
            (clock(100_020, 0, Some(0)), 80_000, 80_000),
            (clock(100_020, 0, Some(40)), 4000, 12_000),
            // Half of the time, or four fifths for the last move.
            (clock(100_020, 0, Some(2)), 50_000, 50_000),
            (clock(100_020, 0, Some(1)), 80_000, 80_000),
            (clock(1020, 60_000, None), 500, 500),
        ] {
            assert_eq!(share(limit, OVERHEAD), (milliseconds(soft), milliseconds(hard)), "{limit:?}");
        }
    }

    #[test]
    fn a_search_ends_at_its_earliest_limit() {
        let limits = |move_time: Option<u64>, clock: Option<ClockLimit>| Limits {
            move_time: move_time.map(milliseconds),
            clock,
            ..Limits::default()
        };
        let both = Clock::start(&limits(Some(5020), Some(clock(100_020, 0, None))), system_time, OVERHEAD);
        let no_time = Clock::start(&limits(None, Some(clock(100_020, 0, None))), system_time, OVERHEAD);
        let no_clock = Clock::start(&limits(Some(5020), None), system_time, OVERHEAD);
        let none = Clock::start(&limits(None, None), system_time, OVERHEAD);
        for (clock, soft, hard) in [
            (both, Some(4000), Some(5000)),
            (no_time, Some(4000), Some(12_000)),
            (no_clock, None, Some(5000)),
            (none, None, None),
        ] {
            assert_eq!(clock.is_shared_out(), soft.is_some());
            for elapsed in [0, 2399, 2400, 4399, 4400, 4999, 5000, 11_999, 12_000, 1 << 40] {
                let after = milliseconds(elapsed);
                assert_eq!(clock.is_over_after(after), hard.is_some_and(|hard| elapsed >= hard));
                for (is_settled, percent) in [(true, 60), (false, 110)] {
                    let is_enough = soft.is_some_and(|soft: u64| elapsed >= soft * percent / 100);
                    assert_eq!(clock.is_enough_after(after, is_settled), is_enough, "{elapsed}");
                }
            }
            assert!(!clock.is_over() || hard.is_some());
        }
    }

    #[test]
    fn no_move_takes_all_the_time() {
        for remaining in [1, 10, 50, 1000, 60_000, 7_200_000, u64::MAX] {
            for increment in [0, 20, 5000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let time = |time| if time == u64::MAX { Duration::MAX } else { milliseconds(time) };
                    let [remaining, increment] = [remaining, increment].map(time);
                    let (soft, hard) = share(ClockLimit { remaining, increment, moves_to_go }, OVERHEAD);
                    assert!(
                        soft <= hard && hard <= remaining / 5 * 4,
                        "{remaining:?} {increment:?} {moves_to_go:?}"
                    );
                }
            }
        }
    }
}
