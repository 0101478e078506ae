mod file;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::{io, process};

use chess_board::{ParsePositionError, Position};
use chess_data::input::{Input, Lines};
use chess_movegen_perft::PerftMode;
use chess_movegen_perft::driver::{Counter, LeafCounter};
use clap::Args;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;

use self::file::{LeafCount, SuiteLine};
use crate::args::{BackendArgs, HashArgs, ThreadArgs};
use crate::error::CliError;
use crate::io::diagnostics::{self, visible};
use crate::io::fen::read_position;
use crate::io::output::{Grouping, Output};
use crate::io::progress::Progress;
use crate::io::threads::catch_interrupts;
use crate::verdict::Verdict;

/// Check the counts of perft suites: lines `FEN ;D1 20 ;D2 400 ... [;id name]`
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct SuiteArgs {
    /// Suites to check
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Skip counts greater than N
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_nodes: u64,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    backend: BackendArgs,

    /// Print JSON Lines, the summary last
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess suite standard.epd chess960.epd
  chess suite standard.epd --max-nodes 200000000 --threads 0 --json

The lines may also have the form of EPD, FEN D1 20; D2 400; id \"name\";, or the counts of depths 1, 2 and so on: FEN;20;400 or
FEN,20,400. Files may be compressed. A line that begins with # is a comment. The command prints a line for every wrong count and for every position that it
refuses, and a summary: \"positions\" is the number of lines with a position, \"refused\" the number of those that are not
legal positions, and \"counts\" the number of counts of all others, each of which is ok, failed or skipped.

Ctrl-C prints the summary of what was counted, which begins with the word incomplete, or in JSON with \"incomplete\":true.

The exit code is 1 if a count is wrong, a file cannot be read or a line or its FEN is malformed. Refused positions and skipped counts
do not change it.";

pub(crate) fn run(args: &SuiteArgs, output: Output) -> Result<Verdict, CliError> {
    let report: Arc<OnceLock<Box<dyn Fn() + Send + Sync>>> = Arc::default();
    let at_interrupt = Arc::clone(&report);
    catch_interrupts(move || {
        if let Some(report) = at_interrupt.get() {
            report();
        }
        process::exit(Verdict::INTERRUPTED.into());
    });
    let (backend, table) = (args.backend.choose(PerftMode::Count)?, args.hash.table());
    let counter = LeafCounter { mode: PerftMode::Count, backend, table };
    let pool = args.threads.pool()?;
    let mut is_readable = true;
    let mut complain = |complaint: String| {
        diagnostics::error(complaint);
        is_readable = false;
    };

    let mut texts = Vec::new();
    for path in &args.files {
        read(path, &mut texts, &mut complain);
    }
    let mut entries = Vec::new();
    for (place, text) in &texts {
        match SuiteLine::parse(text) {
            Ok(None) => {}
            Ok(Some(line)) => match read_position(line.fen) {
                Err(ParsePositionError::Fen(error)) => complain(format!("{place}: {error}")),
                position => entries.push(Entry { place: *place, line, position }),
            },
            Err(error) => complain(format!("{place}: {error}")),
        }
    }

    let reporter = Reporter { counts: output.grouping(), output: Mutex::new(output), is_json: args.json };
    let reporter = Arc::new(reporter);
    let summary = check(&entries, args.max_nodes, &counter, &reporter, &pool, &report)?;
    reporter.summary(&summary)?;
    Ok(if is_readable && summary.failed == 0 { Verdict::Passed } else { Verdict::Failed })
}

/// Reads the lines of a file that are not blank. Memory is bounded by them: a line that is too long is not kept.
fn read<'a>(path: &'a Path, texts: &mut Vec<(Place<'a>, String)>, complain: &mut impl FnMut(String)) {
    let mut lines = match Lines::open(&Input::file(path)) {
        Ok(lines) => lines,
        Err(error) => return complain(format!("{}: {error}", path.display())),
    };
    for number in 1.. {
        let place = Place { path, number };
        match lines.next() {
            Ok(None) => return,
            Ok(Some(Ok(Cow::Borrowed(line)))) if line.trim().is_empty() => {}
            Ok(Some(Ok(Cow::Borrowed(line)))) => texts.push((place, line.to_owned())),
            Ok(Some(Ok(Cow::Owned(_)))) => complain(format!("{place}: the line is not UTF-8")),
            Ok(Some(Err(error))) => complain(format!("{place}: {error}")),
            Err(error) => return complain(format!("{}: {error}", path.display())),
        }
    }
}

/// The place of a line: file and number.
#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a Path,
    /// Counted from 1.
    number: usize,
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.path.display(), self.number)
    }
}

struct Entry<'a> {
    place: Place<'a>,
    line: SuiteLine<'a>,
    position: Result<Position, ParsePositionError>,
}

/// A count that is to be checked.
struct Check<'a> {
    entry: &'a Entry<'a>,
    position: Position,
    count: LeafCount,
}

/// The JSON object of a run, its keys in this order.
#[derive(Clone, Copy, Serialize)]
struct Summary {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
    positions: u64,
    counts: u64,
    ok: u64,
    failed: u64,
    refused: u64,
    skipped: u64,
}

fn check(
    entries: &[Entry<'_>],
    max_nodes: u64,
    counter: &LeafCounter,
    reporter: &Arc<Reporter>,
    pool: &ThreadPool,
    at_interrupt: &OnceLock<Box<dyn Fn() + Send + Sync>>,
) -> Result<Summary, CliError> {
    let mut refused = 0;
    let mut skipped = 0;
    let mut checks = Vec::new();
    for entry in entries {
        match &entry.position {
            &Ok(position) => {
                let (small, large): (Vec<_>, Vec<_>) =
                    entry.line.counts.iter().partition(|count| count.leaves <= u128::from(max_nodes));
                skipped += large.len() as u64;
                checks.extend(small.into_iter().map(|&count| Check { entry, position, count }));
            }
            Err(error) => {
                refused += 1;
                reporter.refused(entry, &error.to_string())?;
            }
        }
    }

    let [failed, done] = [(); 2].map(|()| Arc::new(AtomicU64::new(0)));
    let progress = Arc::new(Progress::new(checks.len()));
    let summary = Summary {
        incomplete: false,
        positions: entries.len() as u64,
        counts: checks.len() as u64 + skipped,
        ok: 0,
        failed: 0,
        refused,
        skipped,
    };
    let so_far = {
        let (failed, done) = (Arc::clone(&failed), Arc::clone(&done));
        move || {
            let failed = failed.load(Ordering::SeqCst);
            Summary { ok: done.load(Ordering::SeqCst).saturating_sub(failed), failed, ..summary }
        }
    };
    let shared = (so_far.clone(), Arc::clone(reporter), Arc::clone(&progress));
    let report = move || {
        let (so_far, reporter, progress) = &shared;
        progress.finish();
        // The counts may go on for hours. A failure to write leaves nobody to tell.
        let _ = reporter.summary(&Summary { incomplete: true, ..so_far() });
    };
    let _ = at_interrupt.set(Box::new(report));
    let run = |check: &Check<'_>| {
        let counted = counter.count(&check.position, check.count.depth).map_err(CliError::command)?;
        progress.counted(counted);
        if u128::from(counted) != check.count.leaves {
            failed.fetch_add(1, Ordering::SeqCst);
            progress.suspend(|| reporter.failed(check, counted))?;
        }
        done.fetch_add(1, Ordering::SeqCst);
        Ok::<(), CliError>(())
    };
    pool.install(|| checks.par_iter().with_max_len(1).try_for_each(run))?;
    progress.finish();
    Ok(so_far())
}

/// Prints each finding at once: a suite may run for hours.
struct Reporter {
    output: Mutex<Output>,
    counts: Grouping,
    is_json: bool,
}

/// The JSON object of a wrong count or a refused position, its keys in this order.
#[derive(Serialize)]
struct Finding<'a> {
    kind: &'static str,
    file: String,
    line: usize,
    id: Option<&'a str>,
    fen: &'a str,
    #[serde(flatten)]
    detail: Detail<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Detail<'a> {
    Failed { depth: u32, expected: u64, counted: u64 },
    Refused { reason: &'a str },
}

impl Reporter {
    fn failed(&self, check: &Check<'_>, counted: u64) -> io::Result<()> {
        let LeafCount { depth, leaves } = check.count;
        // The counts that are checked are at most `max_nodes`, which has 64 bits.
        let expected = leaves as u64;
        if self.is_json {
            return self.finding("failed", check.entry, Detail::Failed { depth, expected, counted });
        }
        let Entry { place, line, .. } = check.entry;
        let [expected, counted] = [expected, counted].map(|count| self.counts.of(count));
        self.line(visible(format_args!(
            "failed {place}: depth {depth}: expected {expected}, counted {counted}: {}",
            line.fen
        )))
    }

    fn refused(&self, entry: &Entry<'_>, reason: &str) -> io::Result<()> {
        if self.is_json {
            return self.finding("refused", entry, Detail::Refused { reason });
        }
        self.line(visible(format_args!("refused {}: {reason}: {}", entry.place, entry.line.fen)))
    }

    fn summary(&self, summary: &Summary) -> io::Result<()> {
        if self.is_json {
            return self.locked(|output| output.json(summary));
        }
        let &Summary { incomplete, positions, counts, ok, failed, refused, skipped } = summary;
        let word = if incomplete { "incomplete: " } else { "" };
        let [positions, counts, ok, failed, refused, skipped] =
            [positions, counts, ok, failed, refused, skipped].map(|count| self.counts.of(count));
        self.line(format_args!(
            "{word}{positions} positions, {counts} counts: {ok} ok, {failed} failed, {skipped} skipped; {refused} \
             positions refused"
        ))
    }

    fn finding(&self, kind: &'static str, entry: &Entry<'_>, detail: Detail<'_>) -> io::Result<()> {
        let Entry { place, line, .. } = entry;
        let file = place.path.display().to_string();
        let finding = Finding { kind, file, line: place.number, id: line.id, fen: line.fen, detail };
        self.locked(|output| output.json(&finding))
    }

    fn line(&self, text: impl std::fmt::Display) -> io::Result<()> {
        self.locked(|output| output.line(text))
    }

    fn locked(&self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> io::Result<()> {
        // A thread that panicked while writing leaves half a line at worst.
        write(&mut self.output.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}
