//! The driver of programs that compare several libraries: the libraries take turns in one process, so that other work on the
//! machine slows all of them, and have to agree on every count.

#![allow(clippy::print_stdout, reason = "run by hand")]

use std::time::Duration;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, value_parser};
use cpu_time::ThreadTime;

use crate::libraries::Library;
use crate::position::{BenchPosition, POSITIONS};

/// A piece of work that is measured for several programs.
pub struct Bench {
    /// The name for `--only`.
    pub name: &'static str,
    /// What it measures.
    pub title: &'static str,
    /// The unit of its figures.
    pub unit: Unit,
    /// The input of the work.
    pub cases: Vec<Case>,
    /// The programs, ours first.
    pub entries: Vec<Entry>,
    /// The known result of a case; without it the programs have to agree with the first of them.
    pub known: fn(&Case) -> Option<Counted>,
}

/// A position, and how deep or how often the work is done on it.
#[derive(Clone)]
pub struct Case {
    /// The name.
    pub name: String,
    /// The position.
    pub fen: String,
    /// Plies, or the number of games.
    pub depth: u32,
}

impl Case {
    /// A case of this name.
    pub fn new(name: &str, fen: &str, depth: u32) -> Self {
        Self { name: name.to_owned(), fen: fen.to_owned(), depth }
    }

    /// A known position, to this depth.
    pub fn of(position: &BenchPosition, depth: u32) -> Self {
        Self::new(&format!("{} d{depth}", position.name), position.fen, depth)
    }

    /// The published number of leaves, of which there is no digest.
    pub fn leaves(&self) -> Option<Counted> {
        let position = POSITIONS.iter().find(|position| position.fen == self.fen)?;
        Some((position.leaves(self.depth)?, 0))
    }
}

/// A program that takes part: the library, the way in which it is used where there is more than one, and its work on a case.
pub struct Entry {
    /// The name.
    pub name: String,
    prepare: Box<dyn Fn(&Case) -> Run>,
}

impl Entry {
    /// A program; the closure that `prepare` returns is timed, `prepare` is not.
    pub fn new(name: impl Into<String>, prepare: impl Fn(&Case) -> Run + 'static) -> Self {
        Self { name: name.into(), prepare: Box::new(prepare) }
    }

    /// A program that does its work on the position of the case, to the depth of the case.
    pub fn on<L: Library>(
        name: impl Into<String>,
        work: impl Fn(&L::Position, u32) -> Counted + Copy + 'static,
    ) -> Self {
        Self::new(name, move |case| {
            let (position, depth) = (L::parse(&case.fen), case.depth);
            Box::new(move || work(&position, depth))
        })
    }
}

/// The amount of a program's work, and a digest; all programs must agree on both.
pub type Counted = (u64, u64);

/// One program's work on a case.
pub type Run = Box<dyn Fn() -> Counted>;

/// The unit of the figures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Million things a second.
    Million,
    /// Nanoseconds a thing.
    Nanoseconds,
}

impl Unit {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Million => "million/s",
            Self::Nanoseconds => "ns",
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts have far fewer than 52 bits")]
    fn figure(self, count: u64, time: Duration) -> f64 {
        match self {
            Self::Million => count as f64 / 1e6 / time.as_secs_f64(),
            Self::Nanoseconds => time.as_secs_f64() * 1e9 / count as f64,
        }
    }
}

/// Shorter work is repeated until it has taken this long in a round.
const ROUND: Duration = Duration::from_millis(50);

/// The median figure of each program, case by case. In every round each of them takes its turn before the next round begins.
///
/// # Panics
///
/// If programs do not agree on their counts.
fn measure(bench: &Bench, rounds: u32) -> Vec<Vec<f64>> {
    let mut rows = vec![Vec::new(); bench.entries.len()];
    for case in &bench.cases {
        let runs: Vec<Run> = bench.entries.iter().map(|entry| (entry.prepare)(case)).collect();
        let expected = (bench.known)(case).unwrap_or_else(&runs[0]);
        let mut figures = vec![Vec::new(); runs.len()];
        for _ in 0..rounds {
            for ((run, figures), entry) in runs.iter().zip(&mut figures).zip(&bench.entries) {
                let (mut time, mut count) = (Duration::ZERO, 0);
                while time < ROUND {
                    let start = ThreadTime::now();
                    let result = run();
                    time += start.elapsed();
                    assert_eq!(result, expected, "{}, {} on {}", bench.name, entry.name, case.name);
                    count += result.0;
                }
                figures.push(bench.unit.figure(count, time));
            }
        }
        for (row, figures) in rows.iter_mut().zip(&mut figures) {
            row.push(median(figures));
        }
    }
    rows
}

/// The median; of an even number the mean of the two in the middle.
fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    if figures.len().is_multiple_of(2) {
        f64::midpoint(figures[middle - 1], figures[middle])
    } else {
        figures[middle]
    }
}

/// The geometric mean.
#[expect(clippy::cast_precision_loss, reason = "there are few figures")]
fn geomean(figures: &[f64]) -> f64 {
    let logarithms: f64 = figures.iter().map(|figure| figure.ln()).sum();
    (logarithms / figures.len() as f64).exp()
}

/// Prints a line for each figure, as text or as JSON.
fn print(bench: &Bench, rows: &[Vec<f64>], as_json: bool) {
    let (name, title, unit) = (bench.name, bench.title, bench.unit.name());
    for (entry, row) in bench.entries.iter().zip(rows) {
        let cases = bench.cases.iter().map(|case| &case.name[..]).chain(["geomean"]);
        for (case, figure) in cases.zip(row.iter().copied().chain([geomean(row)])) {
            let program = &entry.name;
            if as_json {
                let line = serde_json::json!({
                    "bench": name, "title": title, "program": program, "case": case, "unit": unit, "figure": figure,
                });
                println!("{line}");
            } else {
                println!("{name:<20} {program:<30} {case:<20} {figure:>12.1} {unit}");
            }
        }
    }
}

/// Measures the programs side by side
#[derive(Parser)]
struct Args {
    /// Only benches whose names begin so
    #[arg(long, value_name = "BENCH", default_value = "", hide_default_value = true)]
    only: String,
    /// Only programs whose names begin so
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    library: String,
    /// This position in place of those of the benches
    #[arg(long)]
    fen: Option<String>,
    /// This depth, or of games so many, in place of those of the benches
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// So many rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(1..))]
    rounds: u32,
    /// Do the work of each program once, untimed, for a profile
    #[arg(long)]
    once: bool,
    /// JSON Lines instead of text
    #[arg(long)]
    json: bool,
}

/// Measures the benches that the command line selects.
pub fn main(mut benches: Vec<Bench>) {
    let args = Args::parse();
    benches.retain(|bench| bench.name.starts_with(&args.only));
    for bench in &mut benches {
        bench.entries.retain(|entry| entry.name.starts_with(&args.library));
        if let Some(fen) = &args.fen {
            bench.cases = vec![Case::new("FEN", fen, bench.cases[0].depth)];
        }
        for case in &mut bench.cases {
            if let Some(depth) = args.depth {
                let name = case.name.split(' ').next().unwrap_or_default();
                *case = Case::new(&format!("{name} d{depth}"), &case.fen, depth);
            }
        }
    }
    benches.retain(|bench| !bench.entries.is_empty());
    if benches.is_empty() {
        Args::command().error(ErrorKind::InvalidValue, "there is no such bench or program").exit();
    }
    for bench in &benches {
        if args.once {
            for case in &bench.cases {
                for entry in &bench.entries {
                    let (count, _) = (entry.prepare)(case)();
                    println!("{}, {}, {}: {count}", bench.name, case.name, entry.name);
                }
            }
            continue;
        }
        print(bench, &measure(bench, args.rounds), args.json);
    }
}
