//! Probes per second of this workspace's prober of endgame tables and of other probers.

mod options;
mod print;
mod rounds;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use chess_probers::contest::Contestant;
use chess_probers::{agree, cold, entrants, sets};

use crate::options::{HELP, Options, Task};

#[allow(clippy::print_stderr)]
fn main() -> ExitCode {
    let done = match Options::parse(env::args().skip(1)) {
        Ok(options) => run(&options, &mut io::stdout().lock()),
        Err(error) => Err(io::Error::other(error)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options, out: &mut impl Write) -> io::Result<()> {
    let folder = &options.folder;
    match options.task {
        Task::Help => write!(out, "{HELP}"),
        Task::Cold { ref library, work, threads } => {
            let cold = cold::measure(folder, library, work, threads);
            writeln!(out, "{} {} {} {}", cold.open, cold.first, cold.next, cold.sum)
        }
        Task::Once => {
            let sets = sets::sets(options.size);
            for mut contestant in open(options) {
                for &work in &options.works {
                    if !contestant.can(work) {
                        continue;
                    }
                    for set in sets.iter().filter(|set| set.name.starts_with(&options.set)) {
                        // Opens the tables.
                        contestant.answers(&set.positions);
                        contestant.measure(work, &set.positions, Duration::ZERO);
                    }
                }
            }
            Ok(())
        }
        Task::Compare => {
            let positions: Vec<_> =
                sets::sets(options.size).into_iter().flat_map(|set| set.positions).collect();
            let agreement = agree::compare(&mut open(options), &positions);
            print::agreement(out, agreement)
        }
        Task::Measure => {
            let mut contestants = open(options);
            let sets = sets::sets(options.size);
            let positions: Vec<_> = sets.iter().flat_map(|set| &set.positions).copied().collect();
            let agreement = agree::compare(&mut contestants, &positions);
            let warm = rounds::warm(&mut contestants, &sets, options);
            drop(contestants);
            let cold = rounds::cold(options)?;
            print::warm(out, &sets, &warm)?;
            print::cold(out, &cold)?;
            print::agreement(out, agreement)
        }
    }
}

/// Opens the libraries that the options select.
fn open(options: &Options) -> Vec<Box<dyn Contestant>> {
    let selected = entrants().into_iter().filter(|entrant| entrant.name.starts_with(&options.library));
    selected.map(|entrant| (entrant.open)(&options.folder)).collect()
}
