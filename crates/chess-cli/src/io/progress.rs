use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often the time on the bar is set anew.
const TICK: Duration = Duration::from_millis(500);

/// A progress bar on stderr with the leaves counted so far, their rate, and the time left as the finished pieces
/// tell it. It is seen only if stderr is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    is_seen: bool,
    leaves: AtomicU64,
    start: Instant,
}

impl Progress {
    /// A bar of this many pieces of work, of which the first begins now.
    pub(crate) fn new(len: usize) -> Self {
        // By default the bar draws on stderr, and not at all if that is no terminal.
        Self::show(ProgressBar::new(len as u64), "{bar:40} {pos}/{len}  {msg}  {elapsed}, {eta} left")
    }

    /// A count of units, nobody knows of how many, of which the first begins now.
    pub(crate) fn of_units() -> Self {
        Self::show(ProgressBar::no_length(), "{pos} units  {msg}  {elapsed}")
    }

    fn show(bar: ProgressBar, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let is_seen = !bar.is_hidden();
        if is_seen {
            // The first pieces may take their time.
            bar.enable_steady_tick(TICK);
        }
        Self { bar, is_seen, leaves: AtomicU64::new(0), start: Instant::now() }
    }

    /// A bar that is never seen.
    pub(crate) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), is_seen: false, leaves: AtomicU64::new(0), start: Instant::now() }
    }

    /// One more piece of work is done, and it had this many leaves.
    pub(crate) fn counted(&self, leaves: u64) {
        // If the work was interrupted, what is counted now comes too late.
        if !self.is_seen || self.bar.is_finished() {
            return;
        }
        let sum = self.leaves.fetch_add(leaves, Ordering::Relaxed).wrapping_add(leaves);
        let seconds = self.start.elapsed().as_secs_f64();
        self.bar.set_message(format!("{sum} leaves, {:.1} Mnps", mnps(sum, seconds)));
        self.bar.inc(1);
    }

    /// Does `print` while the bar is out of the way of what it prints.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar of pieces of work, whose number is yet to be told.
pub(crate) fn piece_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {msg}  {pos}/{len}  {elapsed}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// A bar of this many bytes; none if there are none.
pub(crate) fn byte_bar(bytes: u64) -> ProgressBar {
    if bytes == 0 {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(bytes);
    let template = "{bar:40} {bytes}/{total_bytes}  {bytes_per_sec}  {elapsed}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Millions of leaves a second; 0 if no time has passed that the clock could tell.
pub(crate) fn mnps(leaves: u64, seconds: f64) -> f64 {
    // A count of leaves beyond 2^53 loses digits that no speed is told to.
    #[expect(clippy::cast_precision_loss)]
    if seconds > 0.0 { leaves as f64 / seconds / 1e6 } else { 0.0 }
}
