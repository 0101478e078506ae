use std::io::{IsTerminal, stderr};

use chess_endgames::{Ending, Plan};
use indicatif::{ProgressBar, ProgressStyle};

/// A bar on a terminal, and nothing elsewhere.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Begins a bar over the endings of a plan, each of whose indices is gone over `passes` times if `is_wanted` and
    /// once if not.
    pub(crate) fn new(plan: &Plan, is_wanted: impl Fn(Ending) -> bool, passes: u64) -> Self {
        let passes = |ending| if is_wanted(ending) { passes } else { 1 };
        let work = plan.steps.iter().map(|&(ending, _)| ending.indices() * passes(ending)).sum();
        let bar = if stderr().is_terminal() { ProgressBar::new(work) } else { ProgressBar::hidden() };
        if let Ok(style) =
            ProgressStyle::with_template("{msg} {wide_bar} {percent} % {elapsed} of {duration}")
        {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Shows what is being done.
    pub(crate) fn begin(&self, ending: Ending, what: &str) {
        self.bar.set_message(format!("{ending}: {what}"));
    }

    /// Moves the bar on.
    pub(crate) fn add(&self, indices: u64) {
        self.bar.inc(indices);
    }

    /// Prints a line to stdout, above the bar.
    pub(crate) fn print(&self, line: &str) {
        self.bar.suspend(|| println!("{line}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
