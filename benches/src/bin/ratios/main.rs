//! Perft of this workspace and of the peers, side by side: taken in turn in one process, so that whatever slows the
//! machine down meets all of them, and the best of several rounds counts.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]
#![forbid(unsafe_code)]

mod entry;
mod options;
mod report;

use std::process::ExitCode;
use std::time::Duration;

use chess_benches::position::POSITIONS;
use cpu_time::ThreadTime;

use crate::entry::{Entry, Mode};
use crate::options::Options;
use crate::report::Row;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{}", options::HELP);
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("ratios: {message}\n\n{}", options::HELP);
            return ExitCode::from(2);
        }
    };
    for mode in Mode::ALL {
        if options.modes.contains(&mode) {
            let rows = measure(&Entry::of(mode), &options);
            if options.json {
                report::print_json(mode, &rows, &options);
            } else {
                report::print_table(mode, &rows, &options);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Shorter perfts are repeated until they have taken this long: 5 ms alone say little about a speed.
const SHORTEST: Duration = Duration::from_millis(50);

/// The best speed of each entry on each position; every round takes each entry once before the next begins.
///
/// # Panics
///
/// If an entry counts other leaves than are published.
fn measure(entries: &[Entry], options: &Options) -> Vec<Row> {
    let mut rows: Vec<_> = entries.iter().map(|entry| Row::new(&entry.name)).collect();
    for round in 1..=options.rounds {
        for (index, (position, &depth)) in POSITIONS.iter().zip(&options.depths).enumerate() {
            for (entry, row) in entries.iter().zip(&mut rows) {
                let mut taken = Duration::ZERO;
                while taken < SHORTEST {
                    let start = ThreadTime::now();
                    let leaves = (entry.perft)(position.fen, depth);
                    let time = start.elapsed();
                    assert_eq!(Some(leaves), position.leaves(depth), "{} on {}", entry.name, position.name);
                    row.add(index, leaves, time.as_secs_f64());
                    taken += time;
                }
            }
        }
        eprintln!("{}: round {round} of {}", entries[0].mode.name(), options.rounds);
    }
    rows
}
