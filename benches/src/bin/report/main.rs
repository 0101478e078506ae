//! Measures perft of this workspace and of the peers, and writes `docs/perft.md`, `docs/perft.svg` and the table of
//! speeds in the README, or another page for another processor.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]
#![forbid(unsafe_code)]

mod builds;
mod machine;
mod markdown;
mod mode;
mod options;
mod results;
mod svg;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use crate::builds::{Build, Program};
use crate::machine::Machine;
use crate::mode::Mode;
use crate::options::Options;
use crate::results::Results;

fn main() -> ExitCode {
    let options = match Options::parse(env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{}", options::HELP);
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("report: {message}\n\n{}", options::HELP);
            return ExitCode::from(2);
        }
    };
    match report(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("report: {error}");
            ExitCode::FAILURE
        }
    }
}

fn report(options: &Options) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the benches stand in no workspace")?;
    let machine = Machine::ask(root)?;
    let programs = Build::ALL.map(|build| Program::build(build, root));
    let [plain, native] = programs;
    let results = measure(&[plain?, native?], options)?;

    let docs = root.join("docs");
    let page = &options.page;
    fs::create_dir_all(&docs)?;
    fs::write(docs.join(format!("{page}.svg")), svg::plot(&results, &machine, page))?;
    fs::write(docs.join(format!("{page}.md")), markdown::page(&results, &machine, options))?;
    eprintln!("written: docs/{page}.md, docs/{page}.svg");
    if *page == options::PAGE {
        let readme = root.join("README.md");
        let written = markdown::fill_readme(&fs::read_to_string(&readme)?, &results, &machine)?;
        fs::write(readme, written)?;
        eprintln!("written: the table in README.md");
    }
    Ok(())
}

/// The builds take turns, mode by mode and round by round, so that whatever slows the machine down meets all of them.
fn measure(programs: &[Program], options: &Options) -> Result<Results, Box<dyn Error>> {
    let mut results = Results::default();
    for round in 1..=options.rounds {
        for mode in Mode::ALL {
            for program in programs {
                eprintln!("round {round} of {}: {}, {}", options.rounds, mode.name(), program.build.name());
                for line in program.ratios(mode, options)?.lines() {
                    results.add(program.build, mode, line)?;
                }
            }
        }
    }
    Ok(results)
}
