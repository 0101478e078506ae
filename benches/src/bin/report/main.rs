//! Measures and writes the figures of the README and of its pages: one command for all of them, or for the named pages.

#![allow(clippy::print_stderr, reason = "run by hand")]
#![forbid(unsafe_code)]

mod machine;
mod natural;
mod perft;
mod run;
mod svg;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, ValueEnum, value_parser};

use crate::machine::Machine;

/// Measures this workspace and the peers, and writes the tables of the README and their pages
///
/// Other work on the machine distorts the figures.
#[derive(Parser)]
struct Args {
    /// The pages to write; without a name the first three, which are those of the README
    pages: Vec<Page>,
    /// So many rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(1..))]
    rounds: u32,
    /// This depth everywhere, for a quick look
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

/// The last three are bash scripts in benches/reports, which also take the names of single parts.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Page {
    /// docs/figures/perft.md, docs/figures/perft.svg and the README's sentence about perft: six minutes
    Perft,
    /// docs/figures/natural.md and the README's table: six minutes
    Natural,
    /// docs/figures/builds.md: eight minutes
    Builds,
    /// docs/figures/sliders.md, on x86-64: ten minutes
    Sliders,
    /// docs/figures/probers.md, which needs ../shared/data/syzygy and a C compiler: two minutes
    Probers,
}

/// The options of the command line, and the data of all pages.
struct Options {
    rounds: u32,
    depth: Option<u32>,
    root: PathBuf,
    machine: Machine,
}

fn main() -> ExitCode {
    match report(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn report(Args { mut pages, rounds, depth }: Args) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the benches stand in no workspace")?;
    let options = Options { rounds, depth, root: root.to_owned(), machine: Machine::ask(root)? };
    if pages.is_empty() {
        pages = vec![Page::Perft, Page::Natural, Page::Builds];
    }
    for page in pages {
        let name = format!("{page:?}").to_lowercase();
        match page {
            Page::Perft => perft::report(&options)?,
            Page::Natural => natural::report(&options)?,
            Page::Builds | Page::Sliders | Page::Probers => options.script(&name)?,
        }
        eprintln!("written: the page of {name}");
    }
    Ok(())
}

impl Options {
    /// Runs a script of `benches/reports`, which writes its page.
    fn script(&self, name: &str) -> Result<(), Box<dyn Error>> {
        let script = self.root.join(format!("benches/reports/{name}.sh"));
        let status = Command::new("bash").arg(&script).env("ROUNDS", self.rounds.to_string()).status()?;
        if !status.success() {
            return Err(format!("{} has failed", script.display()).into());
        }
        Ok(())
    }

    fn write(&self, path: &str, text: &str) -> Result<(), Box<dyn Error>> {
        Ok(fs::write(self.root.join(path), text)?)
    }

    /// Replaces the text between the lines with the marks `<!-- MARK... -->` and `<!-- end of MARK -->` of a page.
    fn fill(&self, path: &str, mark: &str, text: &str) -> Result<(), Box<dyn Error>> {
        let page = fs::read_to_string(self.root.join(path))?;
        let lacks = || format!("{path} lacks the marks of {mark}");
        let end = page.find(&format!("<!-- end of {mark} -->")).ok_or_else(lacks)?;
        let begin = page[..end].rfind(&format!("<!-- {mark}")).ok_or_else(lacks)?;
        let begin = begin + page[begin..].find('\n').ok_or_else(lacks)? + 1;
        self.write(path, &format!("{}{text}{}", &page[..begin], &page[end..]))
    }
}
