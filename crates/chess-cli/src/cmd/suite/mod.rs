//! Perft suites: their lines are read, and their counts checked.

mod line;

use std::borrow::Cow;
use std::cell::Cell;
use std::mem::{self, discriminant};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

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
use crate::cmd::full::IS_FULL;
use crate::error::{BUILD_ALL, CliError, Verdict};
use crate::io::diagnostics::{self, visible};
use crate::io::interrupts::{catch_interrupts, exit_interrupted};
use crate::io::output::{Grouping, Output};
use crate::io::progress::Progress;
use crate::io::record::{ErrorRecord, Refusal, read_position};

/// Verify the counts of perft suites
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct SuiteArgs {
    /// Suite files; - for stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Skip counts of more than N nodes
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
  chess suite standard.epd --max-nodes 200000000 --json

Lines have one of these forms:
  FEN ;D1 20 ;D2 400 ;id name     counts of depths 1 and 2, and a name
  FEN D1 20; D2 400; id \"name\";  the same as EPD
  FEN ;1 20 ;2 400                the same without D
  FEN;20;400 or FEN,20,400        counts of depths 1, 2 and so on; blanks may separate them, too
  FEN,6,119060324                 a depth and its count, if the first is not the number of legal moves
  id name, epd FEN, perft 1 20    three lines or more about one position, as shakmaty writes them
Files may be compressed. # starts a comment line. Each wrong count and each illegal (\"refused\") position is
printed, then a summary: positions, counts (each ok, failed or skipped) and refused positions. Of malformed lines, the first of each kind
per file is reported; --json has an object for each. Memory is bounded for any number of lines.

Ctrl-C and SIGTERM print the summary so far, marked \"incomplete\".

The exit code is 1 if a count is wrong, a file unreadable, or a line or FEN malformed; refused positions and skipped counts do not
matter.";

pub(crate) fn run(args: &SuiteArgs, output: Output) -> Result<Verdict, CliError> {
    let reporter = Reporter {
        counts: output.grouping(),
        output: Mutex::new(output),
        is_json: args.json,
        progress: Progress::new(0),
        summary: Mutex::default(),
        is_over: AtomicBool::new(false),
    };
    let reporter = Arc::new(reporter);
    let at_interrupt = Arc::clone(&reporter);
    catch_interrupts(move || {
        // The counts may go on for hours. A failure to write leaves nobody to tell.
        let _ = at_interrupt.end(true);
        exit_interrupted();
    });
    let (backend, table) = (args.backend.choose(PerftMode::Count)?, args.hash.table().1);
    let counter = LeafCounter { mode: PerftMode::Count, backend, table };
    let pool = args.threads.pool()?;
    let is_readable = Cell::new(true);
    let mut complain = |complaint: String| {
        reporter.progress.suspend(|| diagnostics::error(complaint));
        is_readable.set(false);
    };

    let mut batch = Batch::default();
    let check = |batch: &mut Batch<'_>| {
        let Batch { entries, malformed, .. } = mem::take(batch);
        for (place, input, error) in malformed {
            is_readable.set(false);
            reporter.finding(
                place,
                &input,
                None,
                ErrorRecord::new(error.kind(), &error, error.place()),
                None,
            )?;
        }
        check(&entries, args.max_nodes, &counter, &reporter, &pool)
    };
    for path in &args.files {
        let mut suite = Suite::new(path, args.json);
        let read = read(path, |number, text| {
            let input = text.as_ref().map_or("", |text| text);
            match text.clone().and_then(SuiteText::parse) {
                Ok(text) => suite.add(number, input, text, &mut batch),
                Err(error) => suite.refuse(number, input, error, &mut batch),
            }
            if batch.size < ENOUGH { Ok(()) } else { check(&mut batch) }
        })?;
        if let Err(error) = read {
            let is_for_full = !IS_FULL && error.kind() == io::ErrorKind::Unsupported;
            let tip = if is_for_full { format!(": {BUILD_ALL}") } else { String::new() };
            complain(format!("{}: {error}{tip}", path.display()));
        }
        suite.finish(&mut batch, &mut complain);
    }
    check(&mut batch)?;
    let failed = reporter.end(false)?.failed;
    Ok(if is_readable.get() && failed == 0 { Verdict::Passed } else { Verdict::Failed })
}

/// Calls `take` with the lines of a file that are neither blank nor comments, and their numbers from 1 on. The inner result has the error
/// of the file.
fn read(
    path: &Path,
    mut take: impl FnMut(usize, Result<&str, SuiteLineError>) -> Result<(), CliError>,
) -> Result<io::Result<()>, CliError> {
    let mut lines = match Lines::open(&Input::named(path)) {
        Ok(lines) => lines,
        Err(error) => return Ok(Err(error)),
    };
    for number in 1.. {
        match lines.next() {
            Ok(None) => break,
            Ok(Some(Ok(Cow::Borrowed(line)))) => take(number, Ok(line))?,
            Ok(Some(Ok(Cow::Owned(_)))) => take(number, Err(SuiteLineError::NotUtf8))?,
            Ok(Some(Err(error))) => take(number, Err(SuiteLineError::TooLong(error)))?,
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}

/// Positions whose counts are checked together: a small compressed file can have any number of lines.
#[derive(Default)]
struct Batch<'a> {
    entries: Vec<Entry<'a>>,
    /// Lines that are answered in JSON, each with its place and error.
    malformed: Vec<(Place<'a>, String, SuiteLineError)>,
    /// The bytes that they take.
    size: usize,
}

/// The size of a batch that is checked.
const ENOUGH: usize = 1 << 23;

impl<'a> Batch<'a> {
    fn push(&mut self, entry: Entry<'a>) {
        let text = entry.line.fen.len() + entry.line.id.as_ref().map_or(0, String::len);
        self.size += size_of::<Entry<'_>>() + size_of_val(&entry.line.counts[..]) + text;
        self.entries.push(entry);
    }
}

/// The lines of a file, as they become positions.
struct Suite<'a> {
    path: &'a Path,
    is_json: bool,
    /// The first error of each kind, with the numbers of the first lines that have it, and of all.
    faults: Vec<(SuiteLineError, Vec<usize>, usize)>,
    /// A position whose counts are on lines of their own, and the number of its line.
    open: Option<(usize, SuiteLine)>,
    /// True if a header says that lines have a depth.
    has_depths: bool,
    /// The name of the next such position, and the number of its line.
    name: Option<(usize, String)>,
}

impl<'a> Suite<'a> {
    fn new(path: &'a Path, is_json: bool) -> Self {
        Self { path, is_json, faults: Vec::new(), open: None, has_depths: false, name: None }
    }

    fn add(&mut self, number: usize, input: &str, text: SuiteText<'_>, batch: &mut Batch<'a>) {
        match (text, &mut self.open) {
            (SuiteText::Nothing, _) => {}
            (SuiteText::Header { has_depths }, _) => self.has_depths = has_depths,
            (SuiteText::Count(count), Some((_, line))) => {
                if let Err(error) = line.add_count(count) {
                    self.refuse(number, input, error, batch);
                }
            }
            (SuiteText::Count(_), None) => self.refuse(number, input, SuiteLineError::NoFen, batch),
            (SuiteText::Id(name), _) => {
                self.close(batch);
                self.name = Some((number, name.to_owned()));
            }
            (SuiteText::Position(fen), _) => {
                let name = self.name.take();
                self.close(batch);
                self.open = Some((number, SuiteLine::new(fen, name.map(|(_, name)| name))));
            }
            (SuiteText::Whole(line), _) => {
                self.close(batch);
                self.enter(number, line, batch);
            }
        }
    }

    /// Ends the position whose counts are on lines of their own. A name is followed by a position.
    fn close(&mut self, batch: &mut Batch<'a>) {
        if let Some((number, line)) = self.open.take() {
            self.enter(number, line, batch);
        }
        if let Some((number, name)) = self.name.take() {
            self.refuse(number, &format!("id {name}"), SuiteLineError::NoCount, batch);
        }
    }

    fn enter(&mut self, number: usize, mut line: SuiteLine, batch: &mut Batch<'a>) {
        let position = match read_position(&line.fen) {
            Err(ParsePositionError::Fen(error)) => {
                return self.refuse(number, &line.fen, error.into(), batch);
            }
            _ if line.counts.is_empty() => {
                return self.refuse(number, &line.fen, SuiteLineError::NoCount, batch);
            }
            position => position,
        };
        if let Ok(position) = &position {
            line.find_depth(position, self.has_depths);
        }
        batch.push(Entry { place: Place { path: self.path, number }, line, position });
    }

    fn refuse(&mut self, number: usize, input: &str, error: SuiteLineError, batch: &mut Batch<'a>) {
        if self.is_json {
            batch.size += size_of::<(Place<'_>, String, SuiteLineError)>() + input.len();
            return batch.malformed.push((Place { path: self.path, number }, input.to_owned(), error));
        }
        match self.faults.iter_mut().find(|(first, ..)| discriminant(first) == discriminant(&error)) {
            Some((_, numbers, count)) => {
                *count += 1;
                if numbers.len() <= MOST_LINES {
                    numbers.push(number);
                }
            }
            None => self.faults.push((error, vec![number], 1)),
        }
    }

    /// Reports each kind of error once.
    fn finish(mut self, batch: &mut Batch<'a>, complain: &mut impl FnMut(String)) {
        self.close(batch);
        self.faults.sort_by_key(|(_, numbers, _)| numbers[0]);
        for (error, numbers, count) in self.faults {
            let more = match &numbers[1..] {
                [] => String::new(),
                [line] => format!(" (also line {line})"),
                lines => {
                    let few: Vec<_> = lines.iter().map(usize::to_string).collect();
                    let rest = match count - numbers.len() {
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
    line: SuiteLine,
    position: Result<Position, ParsePositionError>,
}

/// A count that is to be checked.
struct Check<'a> {
    entry: &'a Entry<'a>,
    position: Position,
    count: LeafCount,
}

/// The JSON object of a run, its keys in this order.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(tag = "type", rename = "summary")]
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

/// Checks the counts of some positions.
fn check(
    entries: &[Entry<'_>],
    max_nodes: u64,
    counter: &LeafCounter,
    reporter: &Reporter,
    pool: &ThreadPool,
) -> Result<(), CliError> {
    let mut found = Summary { positions: entries.len() as u64, ..Summary::default() };
    let mut checks = Vec::new();
    for entry in entries {
        match &entry.position {
            &Ok(position) => {
                let (small, large): (Vec<_>, Vec<_>) =
                    entry.line.counts.iter().partition(|count| count.leaves <= u128::from(max_nodes));
                found.skipped += large.len() as u64;
                checks.extend(small.into_iter().map(|&count| Check { entry, position, count }));
            }
            Err(error) => {
                found.refused += 1;
                reporter.refused(entry, error)?;
            }
        }
    }
    found.counts = checks.len() as u64 + found.skipped;
    reporter.tally(|summary| {
        summary.positions += found.positions;
        summary.counts += found.counts;
        summary.refused += found.refused;
        summary.skipped += found.skipped;
    });
    reporter.progress.add_pieces(checks.len());
    let run = |check: &Check<'_>| {
        let counted = counter.count(&check.position, check.count.depth).map_err(CliError::command)?;
        reporter.progress.counted(counted);
        if u128::from(counted) == check.count.leaves {
            reporter.tally(|summary| summary.ok += 1);
        } else {
            reporter.tally(|summary| summary.failed += 1);
            reporter.progress.suspend(|| reporter.failed(check, counted))?;
        }
        Ok::<(), CliError>(())
    };
    pool.install(|| checks.par_iter().with_max_len(1).try_for_each(run))
}

/// Prints each finding at once: a suite may run for hours.
struct Reporter {
    output: Mutex<Output>,
    counts: Grouping,
    is_json: bool,
    progress: Progress,
    /// The numbers so far.
    summary: Mutex<Summary>,
    /// True if a thread prints the last summary.
    is_over: AtomicBool,
}

/// The further keys of a wrong count, a refused position or a malformed line, in this order.
#[derive(Serialize)]
struct Finding<'a> {
    file: String,
    line: usize,
    id: Option<&'a str>,
    #[serde(flatten)]
    count: Option<WrongCount>,
}

#[derive(Serialize)]
struct WrongCount {
    depth: u32,
    expected: u64,
    counted: u64,
}

impl Reporter {
    fn tally<T>(&self, add: impl FnOnce(&mut Summary) -> T) -> T {
        add(&mut self.summary.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Prints the summary in the thread that is the first to come to the end. Any other one waits for that to end the program.
    fn end(&self, is_incomplete: bool) -> io::Result<Summary> {
        while self.is_over.swap(true, Ordering::SeqCst) {
            thread::park();
        }
        self.progress.finish();
        let summary = self.tally(|summary| Summary { incomplete: is_incomplete, ..*summary });
        self.summary(&summary)?;
        Ok(summary)
    }

    fn failed(&self, check: &Check<'_>, counted: u64) -> io::Result<()> {
        let LeafCount { depth, leaves } = check.count;
        // The counts that are checked are at most `max_nodes`, which has 64 bits.
        let expected = leaves as u64;
        let Entry { place, line, .. } = check.entry;
        let count = WrongCount { depth, expected, counted };
        let [expected, counted] = [expected, counted].map(|count| self.counts.of(count));
        let message = format!("depth {depth}: expected {expected}, counted {counted}");
        if self.is_json {
            let error = ErrorRecord::new("count", &message, "count");
            return self.finding(*place, &line.fen, line.id.as_deref(), error, Some(count));
        }
        self.line(visible(format_args!("failed {place}: {message}: {}", line.fen)))
    }

    fn refused(&self, entry: &Entry<'_>, error: &ParsePositionError) -> io::Result<()> {
        let Entry { place, line, .. } = entry;
        if self.is_json {
            return self.finding(*place, &line.fen, line.id.as_deref(), ErrorRecord::of_fen(error), None);
        }
        self.line(visible(format_args!("refused {place}: {error}: {}", line.fen)))
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

    fn finding(
        &self,
        place: Place<'_>,
        input: &str,
        id: Option<&str>,
        error: ErrorRecord,
        count: Option<WrongCount>,
    ) -> io::Result<()> {
        let finding = Finding { file: place.path.display().to_string(), line: place.number, id, count };
        self.locked(|output| output.json(&Refusal::new(input, error, finding)))
    }

    fn line(&self, text: impl std::fmt::Display) -> io::Result<()> {
        self.locked(|output| output.line(text))
    }

    fn locked(&self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> io::Result<()> {
        // A thread that panicked while writing leaves half a line at worst.
        write(&mut self.output.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
