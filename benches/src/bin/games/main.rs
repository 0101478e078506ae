//! `games`: reads a file of games with one program, and prints its counts and its time, as a line of JSON.
//!
//! `python3 benches/report.py games` runs it: each program has a process of its own, so that its memory can be measured.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "run by hand")]
#![forbid(unsafe_code)]

mod ours;
mod peer;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use chess_benches::Player;
use chess_data::columns::Columns;
use chess_data::input::{Input, Progress};
use chess_notation::internals::HAS_FAST_PATHS;
use cpu_time::ProcessTime;
use serde_json::json;

use crate::ours::{Count, Source};
use crate::peer::Tokens;

// Figures are those of the build that users have.
const _: () = assert!(HAS_FAST_PATHS, "the feature `tables` of chess-notation is off");

const USAGE: &str = "usage: games list | games run PROGRAM FILE | games size FILE";

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["list"] => list(),
        ["run", program, file] => run(program, Path::new(file)),
        ["size", file] => size(Path::new(file)),
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

/// Work on a file of games: its name, the library, and a reader for each supported way.
type Work = (&'static str, &'static str, fn(Source) -> io::Result<Count>, &'static [From]);

/// All programs: each work with each of its ways to read.
const WORKS: [Work; 10] = [
    ("scan", OURS, ours::scan, &ALL),
    ("scan", "pgn-reader", peer::scan, &ON_ONE_THREAD),
    ("events", OURS, ours::events, &ALL),
    ("events", "pgn-reader", |source| peer::visit(source, &mut Tokens), &ON_ONE_THREAD),
    ("replay", OURS, |source| ours::replay(source, false), &ALL),
    ("replay", "pgn-reader + shakmaty", |source| peer::visit(source, &mut Player), &ON_ONE_THREAD),
    ("lenient replay", OURS, |source| ours::replay(source, true), &[From::Stream]),
    ("columns", OURS, |source| ours::columns(source, &Columns::default()), &IN_CHUNKS),
    ("columns, positions", OURS, |source| ours::columns(source, &training_set()), &IN_CHUNKS),
    ("trees", OURS, ours::trees, &ON_ONE_THREAD),
];

/// Position, move, evaluation and result.
fn training_set() -> Columns {
    "moves,positions,evals,mates,result,error,plies".parse().expect("names of columns")
}

const OURS: &str = "ours";
const ALL: [From; 4] = [From::Slice, From::Stream, From::Chunks(1), From::Chunks(2)];
const ON_ONE_THREAD: [From; 2] = [From::Slice, From::Stream];
const IN_CHUNKS: [From; 2] = [From::Chunks(1), From::Chunks(2)];

/// The way in which a program reads a file.
#[derive(Clone, Copy)]
enum From {
    /// Bytes in memory, read before the clock starts.
    Slice,
    /// A stream, decompressed while it is read.
    Stream,
    /// Chunks of the file, on this many threads.
    Chunks(usize),
}

impl From {
    /// The name, and the number of threads.
    fn name(self) -> (&'static str, usize) {
        match self {
            Self::Slice => ("memory", 1),
            Self::Stream => ("stream", 1),
            Self::Chunks(threads) => ("chunks", threads),
        }
    }
}

/// All programs, each with its name for `run`: work, library, source and number of threads.
fn programs() -> impl Iterator<Item = (String, &'static Work, From)> {
    WORKS.iter().flat_map(|work| {
        work.3.iter().map(move |&from| {
            let (source, threads) = from.name();
            (format!("{}/{}/{source}/{threads}", work.0, work.1), work, from)
        })
    })
}

/// Prints the names of the programs.
fn list() -> io::Result<()> {
    programs().try_for_each(|(name, ..)| writeln!(io::stdout(), "{name}"))
}

/// Runs a program on a file, and prints its counts, its time and the memory of the process. Bytes in memory are read before
/// the clock starts.
fn run(program: &str, path: &Path) -> io::Result<()> {
    let known = programs().find(|(name, ..)| name == program);
    let (_, (_, _, read, _), from) =
        known.ok_or_else(|| io::Error::other(format!("no program is called {program:?}")))?;
    let source = match from {
        From::Slice => Source::Slice(fs::read(path)?),
        From::Stream => Source::Stream(Input::file(path).open(&Progress::default())?),
        From::Chunks(threads) => Source::Chunks(path.to_path_buf(), threads),
    };
    let cpu = ProcessTime::now();
    let count = read(source)?;
    let cpu = cpu.elapsed();
    let line = json!({
        "games": count.games,
        "moves": count.moves,
        "broken": count.broken,
        "cpu": cpu.as_secs_f64(),
        "memory": most_memory(),
    });
    writeln!(io::stdout(), "{line}")
}

/// The most memory that the process has had, in bytes; 0 where the system does not report it.
fn most_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|number| number.trim().parse().ok());
    kilobytes.unwrap_or(0u64) * 1024
}

/// Prints the number of bytes of a file's text, after decompression.
fn size(path: &Path) -> io::Result<()> {
    let mut text = Input::file(path).open(&Progress::default())?;
    let bytes = io::copy(&mut text, &mut io::sink())?;
    writeln!(io::stdout(), "{bytes}")
}
