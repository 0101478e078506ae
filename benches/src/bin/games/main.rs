//! `games`: reads a file of games with one program, and prints what it has counted and how long that took, as a line of JSON.
//!
//! `benches/games.sh` runs it: each program has a process of its own, so that its memory can be told.

mod count;
mod input;
mod libraries;
mod report;

use std::path::Path;
use std::process::ExitCode;
use std::{env, io};

use crate::libraries::Program;

const USAGE: &str = "usage: games list | games run PROGRAM FILE | games size FILE | games head GAMES FILE";

#[allow(clippy::print_stderr)]
fn main() -> ExitCode {
    let args: Vec<_> = env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["list"] => report::list(),
        ["run", program, file] => match Program::by_name(program) {
            Some(program) => report::run(program, Path::new(file)),
            None => Err(io::Error::other(format!("no program is called {program:?}"))),
        },
        ["size", file] => input::size(Path::new(file)),
        ["head", games, file] => match games.parse() {
            Ok(games) => input::head(games, Path::new(file)),
            Err(_) => Err(io::Error::other(format!("{games:?} is no number of games"))),
        },
        _ => Err(io::Error::other(USAGE)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
