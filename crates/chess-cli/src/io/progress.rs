use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::io::interrupts::{catch_interrupts, exit_interrupted};
use crate::io::output::Grouping;

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
        Self::show(ProgressBar::new(len as u64), "{bar:20} {pos}/{len}  {elapsed}, {eta} left  {wide_msg}")
    }

    /// A count of units whose total is unknown, of which the first begins now.
    pub(crate) fn of_units() -> Self {
        Self::show(removed_on_interrupt(ProgressBar::no_length()), "{pos} units  {elapsed}  {wide_msg}")
    }

    fn show(bar: ProgressBar, template: &str) -> Self {
        let bar = styled(bar, template);
        let is_seen = !bar.is_hidden();
        if is_seen {
            // The first pieces may take long.
            bar.enable_steady_tick(TICK);
        }
        Self { bar, is_seen, leaves: AtomicU64::new(0), start: Instant::now() }
    }

    /// A bar that is never shown.
    pub(crate) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), is_seen: false, leaves: AtomicU64::new(0), start: Instant::now() }
    }

    /// Adds pieces of work that are still to be done.
    pub(crate) fn add_pieces(&self, count: usize) {
        self.bar.inc_length(count as u64);
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

/// Gives a bar this form. By default it draws on stderr, and not at all if that is not a terminal.
pub(crate) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A bar of pieces of work, whose number is set later.
pub(crate) fn piece_bar() -> ProgressBar {
    styled(ProgressBar::new(0), "{bar:20} {msg}  {pos}/{len}  {elapsed}, {eta} left")
}

/// Makes Ctrl-C and SIGTERM remove a bar before they end the program.
pub(crate) fn removed_on_interrupt(bar: ProgressBar) -> ProgressBar {
    let shown = bar.clone();
    catch_interrupts(move || {
        shown.finish_and_clear();
        exit_interrupted();
    });
    bar
}

/// Millions of leaves a second; 0 if the clock shows no time passed.
pub(crate) fn mnps(leaves: u64, seconds: f64) -> f64 {
    // A count of leaves beyond 2^53 loses digits that no speed is printed to.
    #[expect(clippy::cast_precision_loss)]
    if seconds > 0.0 { leaves as f64 / seconds / 1e6 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_and_pieces_are_counted_until_the_end() {
        let progress = Progress { is_seen: true, ..Progress::hidden() };
        progress.counted(1_500_000);
        progress.counted(500);
        let message = progress.bar.message();
        assert!(message.starts_with("1,500,500 leaves, ") && message.ends_with(" Mnps"), "{message}");
        assert_eq!(progress.bar.position(), 2);
        assert_eq!(progress.suspend(|| 7), 7);
        progress.finish();
        assert!(progress.bar.is_finished());
        progress.counted(1);
        assert_eq!(progress.leaves.into_inner(), 1_500_500);
    }

    #[test]
    fn a_bar_that_nobody_sees_counts_nothing() {
        for progress in [Progress::hidden(), Progress::show(ProgressBar::hidden(), "{pos}")] {
            progress.counted(5);
            assert_eq!((progress.bar.position(), progress.leaves.into_inner()), (0, 0));
        }
        assert_eq!(piece_bar().length(), Some(0));
        assert_eq!(
            [Progress::new(7), Progress::of_units()].map(|progress| progress.bar.length()),
            [Some(7), None]
        );
    }

    #[test]
    fn speeds_are_in_millions_a_second() {
        assert!((mnps(3_000_000, 2.0) - 1.5).abs() < 1e-12);
        assert!((mnps(500_000, 0.25) - 2.0).abs() < 1e-12);
        assert!(mnps(7, 0.0).abs() < 1e-12);
    }
}
