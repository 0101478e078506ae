//! The program `chess-mutants`: see its help.

#![forbid(unsafe_code)]
// Only we run it, at a terminal or into a file.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod args;

use std::process::ExitCode;
use std::time::Duration;

use chess_mutants::campaign::{self, Options};
use chess_mutants::equivalent;
use chess_mutants::error::Error;
use chess_mutants::progress::Progress;
use chess_mutants::report::{Report, list, table};
use chess_mutants::scan::Scan;
use chess_mutants::workspace::Workspace;
use clap::Parser;

use self::args::Args;

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("chess-mutants: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<bool, Error> {
    let workspace = Workspace::read(args.manifest_path.as_deref())?;
    if args.list {
        for name in &args.crates {
            let package = workspace.package(name)?;
            print!("{}", list(&Scan::read(package.folder(), &package.roots())?));
        }
        return Ok(true);
    }
    let entries = equivalent::read(&args.equivalent)?;
    let options = Options {
        workers: args.workers,
        sample: args.sample,
        seed: args.seed,
        only: args.only.clone(),
        mutant: args.mutant,
        fresh: args.fresh,
        with: args.with.clone(),
        longest: args.longest.map(Duration::from_secs),
        grace: 5.0,
    };
    let progress = Progress::new();
    let mut reports: Vec<Report> = Vec::new();
    for name in &args.crates {
        let report = campaign::run(&workspace, name, &options, &entries, &progress)?;
        if !args.json {
            progress.suspend(|| print!("{}", report.details()));
        }
        reports.push(report);
    }
    progress.finish();
    if args.json {
        println!(
            "{}",
            serde_json::to_string_pretty(&reports).map_err(|error| Error::Program(error.to_string()))?
        );
    } else {
        println!("{}", table(&reports));
        for report in &reports {
            println!("{}", report.sentence());
        }
    }
    Ok(reports.iter().all(|report| report.passed))
}
