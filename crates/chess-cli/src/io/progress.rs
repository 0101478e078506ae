use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::io::count::Grouping;
use crate::threads::rehearse;

/// The time between two updates of the bar.
const TICK: Duration = Duration::from_millis(500);

/// A progress bar on stderr with the leaves counted so far, their rate, and the time left as estimated from the finished
/// pieces. It is shown only if stderr is a terminal.
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

    /// A count of units whose total is unknown, of which the first begins now.
    pub(crate) fn of_units() -> Self {
        Self::show(ProgressBar::no_length(), "{pos} units  {msg}  {elapsed}")
    }

    fn show(bar: ProgressBar, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let is_seen = !bar.is_hidden();
        if is_seen && rehearse(1).is_ok() {
            // The first pieces may take long. The bar panics if it cannot have its thread.
            bar.enable_steady_tick(TICK);
        }
        Self { bar, is_seen, leaves: AtomicU64::new(0), start: Instant::now() }
    }

    /// A bar that is never shown.
    pub(crate) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), is_seen: false, leaves: AtomicU64::new(0), start: Instant::now() }
    }

    /// Records that one more piece of work is done, which had this many leaves.
    pub(crate) fn counted(&self, leaves: u64) {
        // A count that comes in after an interrupt is too late.
        if !self.is_seen || self.bar.is_finished() {
            return;
        }
        let sum = self.leaves.fetch_add(leaves, Ordering::Relaxed).wrapping_add(leaves);
        let seconds = self.start.elapsed().as_secs_f64();
        let leaves = Grouping::Thousands.of(sum);
        self.bar.set_message(format!("{leaves} leaves, {:.1} Mnps", mnps(sum, seconds)));
        self.bar.inc(1);
    }

    /// Runs `print` while the bar is hidden.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar of pieces of work, whose number is set later.
pub(crate) fn piece_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {msg}  {pos}/{len}  {elapsed}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// A bar of this many bytes; a hidden one for 0.
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

/// Millions of leaves a second; 0 if the clock shows no time passed.
pub(crate) fn mnps(leaves: u64, seconds: f64) -> f64 {
    // A count of leaves beyond 2^53 loses digits that no speed is printed to.
    #[expect(clippy::cast_precision_loss)]
    if seconds > 0.0 { leaves as f64 / seconds / 1e6 } else { 0.0 }
}
