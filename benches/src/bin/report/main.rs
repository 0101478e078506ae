//! Measures and writes the figures of the README and of its pages: one command for all of them, or for the pages that are named.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "run by hand")]
#![forbid(unsafe_code)]

mod machine;
mod natural;
mod perft;
mod run;
mod svg;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use chess_benches::driver::number;

use crate::machine::Machine;

const HELP: &str = "\
Measures this workspace and the peers, and writes the tables of the README and their pages.

usage: report [perft] [natural] [builds] [sliders] [probers] [--rounds N] [--depth N]

  perft        docs/perft.md, docs/perft.svg and the README's table of perft: six minutes
  natural      docs/natural.md and the first table of the README: six minutes
  builds       docs/builds.md and the README's table of builds: eight minutes
  sliders      docs/sliders.md, on x86-64: ten minutes
  probers      docs/probers.md, which needs ../shared/data/syzygy and a C compiler: two minutes
               without a name the first three, which are those of the README
  --rounds N   so many rounds; without it 5
  --depth N    this depth everywhere, for a look at what comes out

The last three are bash scripts in benches/reports, which also take the names of single parts.
Other work on the machine makes the figures worth less.
";

/// The options of the command line, and what all pages share.
struct Options {
    pages: Vec<String>,
    rounds: u32,
    depth: Option<u32>,
    root: PathBuf,
    machine: Machine,
}

fn main() -> ExitCode {
    match options().and_then(|options| options.map_or(Ok(()), |options| report(&options))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the command line; `None` if it asks for help.
fn options() -> Result<Option<Options>, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the benches stand in no workspace")?;
    let (mut pages, mut rounds, mut depth) = (Vec::new(), 5, None);
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "perft" | "natural" | "builds" | "sliders" | "probers" => pages.push(arg),
            "--rounds" => rounds = number(&value()?)?,
            "--depth" => depth = Some(number(&value()?)?),
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(None);
            }
            _ => return Err(format!("unknown argument {arg}\n\n{HELP}").into()),
        }
    }
    if pages.is_empty() {
        pages = ["perft", "natural", "builds"].map(str::to_owned).to_vec();
    }
    let machine = Machine::ask(root)?;
    Ok(Some(Options { pages, rounds, depth, root: root.to_owned(), machine }))
}

fn report(options: &Options) -> Result<(), Box<dyn Error>> {
    for page in &options.pages {
        match page.as_str() {
            "perft" => perft::report(options)?,
            "natural" => natural::report(options)?,
            script => {
                let script = options.root.join(format!("benches/reports/{script}.sh"));
                let status =
                    Command::new("bash").arg(&script).env("ROUNDS", options.rounds.to_string()).status()?;
                if !status.success() {
                    return Err(format!("{} has failed", script.display()).into());
                }
            }
        }
        eprintln!("written: {page}");
    }
    Ok(())
}

impl Options {
    fn write(&self, path: &str, text: &str) -> Result<(), Box<dyn Error>> {
        Ok(fs::write(self.root.join(path), text)?)
    }

    /// Replaces what stands between the lines with the marks `<!-- MARK... -->` and `<!-- end of MARK -->` of a page.
    fn fill(&self, path: &str, mark: &str, text: &str) -> Result<(), Box<dyn Error>> {
        let page = fs::read_to_string(self.root.join(path))?;
        let lacks = || format!("{path} lacks the marks of {mark}");
        let end = page.find(&format!("<!-- end of {mark} -->")).ok_or_else(lacks)?;
        let begin = page[..end].rfind(&format!("<!-- {mark}")).ok_or_else(lacks)?;
        let begin = begin + page[begin..].find('\n').ok_or_else(lacks)? + 1;
        self.write(path, &format!("{}{text}{}", &page[..begin], &page[end..]))
    }
}
