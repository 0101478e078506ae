//! Perft suites: their lines are read, and their counts checked.

mod line;

use std::borrow::Cow;
use std::mem::discriminant;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::{io, process, thread};

use chess_board::{ParsePositionError, Position};
use chess_data::input::{Input, Lines};
use chess_movegen_perft::PerftMode;
use chess_movegen_perft::driver::{Counter, LeafCounter};
use clap::Args;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;

use self::line::{LeafCount, SuiteLine, SuiteLineError, SuiteText};
use crate::args::{BackendArgs, HashArgs, ThreadArgs, number};
use crate::error::{CliError, Verdict};
use crate::io::diagnostics::{self, visible};
use crate::io::output::{Grouping, Output};
use crate::io::progress::Progress;
use crate::io::record::read_position;
use crate::io::threads::catch_interrupts;

/// Check the counts of perft suites
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct SuiteArgs {
    /// Suites to check; - means stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Skip counts greater than N
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = number(0, u64::MAX))]
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

A line is FEN ;D1 20 ;D2 400 ;id name. EPD is read, too: FEN D1 20; D2 400; id \"name\";, and so are counts without D: FEN ;1 20 ;2 400,
the counts of depths 1, 2 and so on: FEN;20;400 or FEN,20,400, and a depth and its count: FEN,6,119060324, if there are two numbers and
the first is not the number of legal moves. Blanks may separate the numbers, too. In files of shakmaty, the lines id name, epd FEN and
perft 1 20 are about one position. Files may be compressed. A line that begins with # is a comment. The command prints a line for every
wrong count and for every position that it refuses, and a summary: \"positions\" is the number of positions in the files, \"refused\" the
number of those that are not legal, and \"counts\" the number of counts of all others, each of which is ok, failed or skipped. Lines that it
cannot read are reported by the first of each kind in a file.

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
    let (backend, table) = (args.backend.choose(PerftMode::Count)?, args.hash.table().1);
    let counter = LeafCounter { mode: PerftMode::Count, backend, table };
    let pool = args.threads.pool()?;
    let mut is_readable = true;
    let mut complain = |complaint: String| {
        diagnostics::error(complaint);
        is_readable = false;
    };

    let mut suites = Vec::new();
    for path in &args.files {
        suites.push((path, read(path, &mut complain)));
    }
    let mut entries = Vec::new();
    for (path, texts) in &suites {
        let mut suite = Suite {
            path,
            entries: &mut entries,
            faults: Vec::new(),
            open: None,
            name: None,
            has_depths: false,
        };
        for (number, text) in texts {
            match text.as_deref().map_err(Clone::clone).and_then(SuiteText::parse) {
                Ok(text) => suite.add(*number, text),
                Err(error) => suite.refuse(*number, error),
            }
        }
        suite.finish(&mut complain);
    }

    let reporter = Reporter {
        counts: output.grouping(),
        output: Mutex::new(output),
        is_json: args.json,
        is_over: AtomicBool::new(false),
    };
    let reporter = Arc::new(reporter);
    let summary = check(&entries, args.max_nodes, &counter, &reporter, &pool, &report)?;
    reporter.claim_end();
    reporter.summary(&summary)?;
    Ok(if is_readable && summary.failed == 0 { Verdict::Passed } else { Verdict::Failed })
}

/// A line of a file that is neither blank nor a comment, with its number from 1 on.
type NumberedLine = (usize, Result<String, SuiteLineError>);

/// Reads the lines of a file. Memory is bounded by them: a line that is too long is not kept.
fn read(path: &Path, complain: &mut impl FnMut(String)) -> Vec<NumberedLine> {
    let mut texts = Vec::new();
    let mut lines =
        match Lines::open(&if path == Path::new("-") { Input::stdin() } else { Input::file(path) }) {
            Ok(lines) => lines,
            Err(error) => {
                complain(format!("{}: {error}", path.display()));
                return texts;
            }
        };
    for number in 1.. {
        let text = match lines.next() {
            Ok(None) => break,
            // A small compressed file can have any number of comments.
            Ok(Some(Ok(Cow::Borrowed(line)))) if matches!(line.trim_start().as_bytes(), [] | [b'#', ..]) => {
                continue;
            }
            Ok(Some(Ok(Cow::Borrowed(line)))) => Ok(line.to_owned()),
            Ok(Some(Ok(Cow::Owned(_)))) => Err(SuiteLineError::NotUtf8),
            Ok(Some(Err(error))) => Err(SuiteLineError::TooLong(error)),
            Err(error) => {
                complain(format!("{}: {error}", path.display()));
                break;
            }
        };
        texts.push((number, text));
    }
    texts
}

/// The lines of a file, as they become positions.
struct Suite<'a, 'e> {
    path: &'a Path,
    entries: &'e mut Vec<Entry<'a>>,
    /// The first error of each kind, with the numbers of all lines that have it.
    faults: Vec<(SuiteLineError, Vec<usize>)>,
    /// A position whose counts are on lines of their own, and the number of its line.
    open: Option<(usize, SuiteLine<'a>)>,
    /// True if a header says that lines have a depth.
    has_depths: bool,
    /// The name of the next such position, and the number of its line.
    name: Option<(usize, &'a str)>,
}

impl<'a> Suite<'a, '_> {
    fn add(&mut self, number: usize, text: SuiteText<'a>) {
        match (text, &mut self.open) {
            (SuiteText::Nothing, _) => {}
            (SuiteText::Header { has_depths }, _) => self.has_depths = has_depths,
            (SuiteText::Count(count), Some((_, line))) => line.counts.push(count),
            (SuiteText::Count(_), None) => self.refuse(number, SuiteLineError::NoFen),
            (SuiteText::Id(name), _) => {
                self.close();
                self.name = Some((number, name));
            }
            (SuiteText::Position(fen), _) => {
                let name = self.name.take();
                self.close();
                self.open = Some((number, SuiteLine::new(fen, name.map(|(_, name)| name))));
            }
            (SuiteText::Whole(line), _) => {
                self.close();
                self.enter(number, line);
            }
        }
    }

    /// Ends the position whose counts are on lines of their own. A name is followed by a position.
    fn close(&mut self) {
        if let Some((number, line)) = self.open.take() {
            self.enter(number, line);
        }
        if let Some((number, _)) = self.name.take() {
            self.refuse(number, SuiteLineError::NoCount);
        }
    }

    fn enter(&mut self, number: usize, mut line: SuiteLine<'a>) {
        let position = match read_position(line.fen) {
            Err(ParsePositionError::Fen(error)) => return self.refuse(number, error.into()),
            _ if line.counts.is_empty() => return self.refuse(number, SuiteLineError::NoCount),
            position => position,
        };
        if let Ok(position) = &position {
            line.find_depth(position, self.has_depths);
        }
        self.entries.push(Entry { place: Place { path: self.path, number }, line, position });
    }

    fn refuse(&mut self, number: usize, error: SuiteLineError) {
        match self.faults.iter_mut().find(|(first, _)| discriminant(first) == discriminant(&error)) {
            Some((_, numbers)) => numbers.push(number),
            None => self.faults.push((error, vec![number])),
        }
    }

    /// Reports each kind of error once.
    fn finish(mut self, complain: &mut impl FnMut(String)) {
        self.close();
        self.faults.sort_by_key(|(_, numbers)| numbers[0]);
        for (error, numbers) in self.faults {
            let more = match &numbers[1..] {
                [] => String::new(),
                [line] => format!(" (also line {line})"),
                lines => {
                    let few: Vec<_> = lines.iter().take(MOST_LINES).map(usize::to_string).collect();
                    let rest = match lines.len() - few.len() {
                        0 => String::new(),
                        rest => format!(" and {rest} more"),
                    };
                    format!(" (also lines {}{rest})", few.join(", "))
                }
            };
            complain(format!("{}:{}: {error}{more}", self.path.display(), numbers[0]));
        }
    }
}

/// The most lines that an error names, apart from the first.
const MOST_LINES: usize = 5;

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
        reporter.claim_end();
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
    /// True if a thread prints the last summary.
    is_over: AtomicBool,
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
    /// Returns in the thread that is the first to print the last summary. Any other one waits for that to end the program.
    fn claim_end(&self) {
        while self.is_over.swap(true, Ordering::SeqCst) {
            thread::park();
        }
    }

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
