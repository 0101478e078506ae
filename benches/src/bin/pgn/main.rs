//! Reading of PGN on one thread, beside pgn-reader with shakmaty. The readers take turns on every input, and the figures are
//! medians of the rounds.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "run by hand, by someone who sees a panic")]
#![forbid(unsafe_code)]

mod input;
mod readers;

use std::process::ExitCode;

use cpu_time::ThreadTime;

use crate::input::Input;
use crate::readers::{READERS, Reader};

const HELP: &str = "\
Reads PGN on one thread and prints MB/s and the factor to pgn-reader with shakmaty, from one run.

Usage: pgn [--rounds N] [--only READER] [--once] NAME=FILE[,FILE]...

  NAME=FILES      an input: files that are read as one, each begun on a line of its own
  --rounds N      medians of N rounds (7)
  --only READER   only readers whose names begin with this text
  --once          every reader once and untimed, for example for callgrind
";

fn main() -> ExitCode {
    match Options::parse(std::env::args().skip(1)) {
        Ok(options) if !options.inputs.is_empty() => {
            options.inputs.iter().for_each(|input| measure(input, &options));
            ExitCode::SUCCESS
        }
        Ok(_) => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("pgn: {message}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}

struct Options {
    rounds: usize,
    only: String,
    once: bool,
    inputs: Vec<Input>,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { rounds: 7, only: String::new(), once: false, inputs: Vec::new() };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--rounds" => {
                    options.rounds = value()?.parse().map_err(|_| "--rounds needs a number".to_owned())?;
                }
                "--only" => options.only = value()?,
                "--once" => options.once = true,
                _ => options.inputs.push(Input::parse(&argument)?),
            }
        }
        Ok(options)
    }
}

/// Measures all readers on one input and prints a table.
///
/// # Panics
///
/// If readers that count the same disagree.
fn measure(input: &Input, options: &Options) {
    let readers: Vec<&Reader> =
        READERS.iter().filter(|reader| reader.name.starts_with(&options.only)).collect();
    let counts: Vec<usize> = readers.iter().map(|reader| (reader.read)(&input.bytes)).collect();
    for (reader, &count) in readers.iter().zip(&counts) {
        let first = readers.iter().position(|other| other.counts == reader.counts).unwrap_or(0);
        assert_eq!(count, counts[first], "{} of {} by {}", reader.counts, input.name, reader.name);
    }
    if options.once {
        return;
    }
    let mut times = vec![Vec::new(); readers.len()];
    for _ in 0..options.rounds {
        for ((reader, times), &count) in readers.iter().zip(&mut times).zip(&counts) {
            let start = ThreadTime::now();
            assert_eq!((reader.read)(&input.bytes), count);
            times.push(start.elapsed().as_secs_f64());
        }
    }
    #[allow(clippy::cast_precision_loss, reason = "files are shorter than 2^52 bytes")]
    let megabytes = input.bytes.len() as f64 / 1e6;
    let speeds: Vec<f64> = times.iter_mut().map(|times| megabytes / median(times)).collect();
    println!("\n{}, {megabytes:.1} MB\n\n| reader | counts | MB/s | factor |\n|---|---|---|---|", input.name);
    let peer = readers.iter().position(|reader| reader.name.starts_with("pgn-reader"));
    for (i, (reader, &speed)) in readers.iter().zip(&speeds).enumerate() {
        let factor = peer.map_or(String::new(), |peer| format!("{:.2}", speed / speeds[peer]));
        println!("| {} | {} {} | {speed:.0} | {factor} |", reader.name, counts[i], reader.counts);
    }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
