//! Natural use of the libraries: programs as their users write them, with the public API and from a plain build. The text
//! is the same for all libraries, which take turns in one process and have to agree on every count.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]
#![forbid(unsafe_code)]

mod bench;
mod calls;
mod case;
mod evaluation;
mod games;
mod idiom;
mod libraries;
mod library;
mod measure;
mod options;
mod perft;
mod print;
mod report;
mod scored;
mod walk;

use std::process::ExitCode;

use crate::bench::Bench;
use crate::measure::measure;
use crate::options::{Form, Options};
use crate::report::Report;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{}", options::HELP);
            return ExitCode::SUCCESS;
        }
        Err(message) => return refuse(&message),
    };
    let benches = match options.select(Bench::all()) {
        Ok(benches) => benches,
        Err(message) => return refuse(&message),
    };
    if let Some((form, files)) = &options.report {
        return match Report::read(files) {
            Ok(report) => {
                match form {
                    Form::Page => print!("{}", report.page(&benches)),
                    Form::Readme => print!("{}", report.readme(&benches)),
                }
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("natural: {error}");
                ExitCode::FAILURE
            }
        };
    }
    let is_single = benches.len() == 1 && benches[0].entries.len() == 1 && benches[0].cases.len() == 1;
    for bench in &benches {
        if options.once {
            once(bench);
            continue;
        }
        let rows = measure(bench, options.rounds);
        if options.json {
            print::print_json(bench, &rows);
        } else if is_single {
            println!("{:.2}", rows[0].figures[0]);
        } else {
            print::print_table(bench, &rows);
        }
    }
    ExitCode::SUCCESS
}

/// Does the work of each program once, for a profile, and prints what it has counted.
fn once(bench: &Bench) {
    for case in &bench.cases {
        for entry in &bench.entries {
            let (count, _) = (entry.prepare)(case)();
            println!("{}, {}, {}: {count}", bench.name, case.name, entry.name);
        }
    }
}

fn refuse(message: &str) -> ExitCode {
    eprintln!("natural: {message}\n\n{}", options::HELP);
    ExitCode::from(2)
}
