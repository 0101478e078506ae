//! What a person sees while a run goes on.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A line on the terminal. Elsewhere, a line of the error output for each stage.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    is_plain: bool,
}

impl Progress {
    pub fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, is_plain: !io::stderr().is_terminal() }
    }

    /// A progress without a terminal.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), is_plain: false }
    }

    /// Begins a stage.
    pub fn stage(&self, text: &str) {
        if self.is_plain {
            let _ = writeln!(io::stderr(), "{text}");
        }
        self.say(text);
    }

    /// Shows a step that is not counted.
    pub fn say(&self, text: &str) {
        self.bar.set_style(style("{spinner} {elapsed} {msg}"));
        self.bar.set_message(text.to_owned());
    }

    /// Begins to count mutants, of which some have their answers.
    pub fn begin(&self, name: &str, all: usize, known: usize, missed: usize) {
        if self.is_plain {
            let _ = writeln!(io::stderr(), "{name}: {all} mutants, {known} of them known");
        }
        self.bar.set_style(style("{prefix} {bar:30} {pos}/{len} {msg} {eta}"));
        self.bar.set_prefix(name.to_owned());
        self.bar.set_length(all as u64);
        self.bar.set_position(known as u64);
        self.bar.reset_eta();
        self.bar.set_message(format!("{missed} missed"));
    }

    /// One mutant more has its answer.
    pub fn step(&self, missed: usize) {
        self.bar.inc(1);
        self.bar.set_message(format!("{missed} missed"));
    }

    /// Removes the line.
    pub fn end(&self) {
        self.bar.set_length(0);
        self.bar.set_position(0);
        self.say("");
    }

    /// Prints while the line is away.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Removes the line for good.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
