//! Perft suites, in the forms that are common: `FEN ;D1 20 ;D2 400 ;id start`, EPD operations (`FEN D1 20; D2 400; id "start";`),
//! and counts of the depths from 1 on (`FEN;20;400`, `FEN,20,400`). `#` begins a comment line.

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

use crate::args::{BackendArgs, HashArgs, MAX_DEPTH, ThreadArgs, number};
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
    /// Suites to check
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

A line is FEN ;D1 20 ;D2 400 ;id name. EPD is read, too: FEN D1 20; D2 400; id \"name\";, and so are the counts of depths 1, 2 and so
on: FEN;20;400 or FEN,20,400. Files may be compressed. A line that begins with # is a comment. The command prints a line for every wrong
count and for every position that it refuses, and a summary: \"positions\" is the number of lines with a position, \"refused\" the number
of those that are not legal positions, and \"counts\" the number of counts of all others, each of which is ok, failed or skipped.

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

/// A line of a suite that has a position.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SuiteLine<'a> {
    /// The FEN as it is in the file, not checked.
    fen: &'a str,
    /// Depths with their numbers of leaves, in the order of the line.
    counts: Vec<LeafCount>,
    /// The name of the position.
    id: Option<&'a str>,
}

/// The number of leaves that a position has at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LeafCount {
    depth: u32,
    /// Published counts can exceed 64 bits: those of the start position do from depth 14 on.
    leaves: u128,
}

/// The reason why a line is not a line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum SuiteLineError {
    #[error("expected a FEN before the first count")]
    NoFen,
    #[error("no count to check: expected, for example, ;D1 20")]
    NoCount,
    #[error("`{0}` is neither a count like D3 8902 nor id and a name")]
    Operation(String),
    #[error("`{0}`: the depth is not a number from 0 to {MAX_DEPTH}")]
    Depth(String),
    #[error("`{0}`: the count is not a number of at most 128 bits")]
    Count(String),
}

impl<'a> SuiteLine<'a> {
    /// Reads one line; `None` if it is blank or a comment. Blanks around separators are ignored.
    fn parse(line: &'a str) -> Result<Option<Self>, SuiteLineError> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let end = line.find([';', ',']).ok_or(SuiteLineError::NoCount)?;
        let (fen, mut rest) = match start_of_operations(&line[..end]) {
            Some(start) => line.split_at(start),
            None => (&line[..end], &line[end + 1..]),
        };
        let fen = fen.trim_end();
        if fen.is_empty() {
            return Err(SuiteLineError::NoFen);
        }
        let mut parsed = Self { fen, counts: Vec::new(), id: None };
        while !rest.is_empty() {
            let end = end_of_operation(rest, char::from(line.as_bytes()[end]));
            parsed.add(rest[..end].trim())?;
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        if parsed.counts.is_empty() { Err(SuiteLineError::NoCount) } else { Ok(Some(parsed)) }
    }

    fn add(&mut self, operation: &'a str) -> Result<(), SuiteLineError> {
        let unknown = || SuiteLineError::Operation(operation.to_owned());
        let (code, operand) = match operation.split_once(char::is_whitespace) {
            Some((code, operand)) => (code, operand.trim_start()),
            None if operation.is_empty() => return Ok(()),
            // A count without its depth.
            None if operation.starts_with(|c: char| c.is_ascii_digit()) => ("", operation),
            None => return Err(unknown()),
        };
        if code == "id" {
            let name = operand.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
            self.id = Some(name.unwrap_or(operand));
            return Ok(());
        }
        // Numbers and comments of EPD, on which no count depends.
        if matches!(code.as_bytes(), b"hmvc" | b"fmvn" | [b'c', b'0'..=b'9']) {
            return Ok(());
        }
        let last = self.counts.last().map_or(0, |count| count.depth);
        let depth = match code.strip_prefix(['D', 'd']) {
            Some(digits) => parse_digits(digits).and_then(|depth| u32::try_from(depth).ok()),
            // The counts before it are those of all depths below.
            None if code.is_empty() && last as usize == self.counts.len() => Some(last + 1),
            None => return Err(unknown()),
        };
        let depth = depth.filter(|depth| *depth <= MAX_DEPTH);
        let depth = depth.ok_or_else(|| SuiteLineError::Depth(operation.to_owned()))?;
        let leaves = parse_digits(operand).ok_or_else(|| SuiteLineError::Count(operation.to_owned()))?;
        self.counts.push(LeafCount { depth, leaves });
        Ok(())
    }
}

/// The place of the first EPD operation: a word after the four fields of EPD that is not a move counter.
fn start_of_operations(fen: &str) -> Option<usize> {
    let bytes = fen.as_bytes();
    let is_word = |at: usize| bytes[at - 1].is_ascii_whitespace() && bytes[at].is_ascii_alphabetic();
    (1..bytes.len()).find(|&at| is_word(at) && fen[..at].split_whitespace().count() >= 4)
}

/// The place of the separator after an operation, whose operand may be in quotes, or the end of the text.
fn end_of_operation(text: &str, separator: char) -> usize {
    let quote = text.find('"').filter(|&open| !text[..open].contains(separator));
    let quoted = quote.and_then(|open| Some(open + 1 + text[open + 1..].find('"')?)).unwrap_or(0);
    text[quoted..].find(separator).map_or(text.len(), |end| quoted + end)
}

/// Reads a number. A sign, which the standard parser accepts, is refused.
fn parse_digits(text: &str) -> Option<u128> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    fn count(depth: u32, leaves: u128) -> LeafCount {
        LeafCount { depth, leaves }
    }

    #[test]
    fn forms_of_lines() {
        const EPD: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
        for (form, fen, id) in [
            ("FEN;D1 5;D2 25", KINGS, None),
            ("  FEN  ;  D1   5  ;  D2\t25  ;  \r", KINGS, None),
            ("FEN ; ;D1 5 ;;D2 25;", KINGS, None),
            ("FEN ;D1 5 ;D2 25 ;id two kings", KINGS, Some("two kings")),
            ("FEN ;d1 5 ;d2 25", KINGS, None),
            ("FEN;5;25", KINGS, None),
            ("FEN,5,25", KINGS, None),
            ("EPD, D1 5, D2 25, id a b", EPD, Some("a b")),
            ("FEN D1 5; D2 25;", KINGS, None),
            ("EPD D1 5; D2 25; id \"a; b\";", EPD, Some("a; b")),
            ("EPD hmvc 0; fmvn 1; id \"a\"; D1 5; c0 \"; D3 1;\"; D2 25", EPD, Some("a")),
        ] {
            let line = form.replace("FEN", KINGS).replace("EPD", EPD);
            let counts = vec![count(1, 5), count(2, 25)];
            assert_eq!(SuiteLine::parse(&line), Ok(Some(SuiteLine { fen, counts, id })), "{form}");
        }
    }

    #[test]
    fn comments_and_blank_lines() {
        for line in ["", "   ", "\t\r", "# a comment ;D1 20", "   # indented"] {
            assert_eq!(SuiteLine::parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn the_least_and_the_greatest_numbers() {
        let line = format!("{KINGS} ;D0 1 ;D15 2015099950053364471960 ;D64 2");
        let counts = SuiteLine::parse(&line).unwrap().unwrap().counts;
        assert_eq!(counts, [count(0, 1), count(15, 2_015_099_950_053_364_471_960), count(64, 2)]);
    }

    #[test]
    fn malformed_lines() {
        use SuiteLineError::{Count, Depth, NoCount, NoFen, Operation};
        let operation = |text: &str| text.to_owned();
        for (line, error) in [
            (KINGS.to_owned(), NoCount),
            (format!("{KINGS} ;id nothing to check"), NoCount),
            (";D1 5".to_owned(), NoFen),
            (format!("{KINGS} ;E1 5"), Operation(operation("E1 5"))),
            (format!("{KINGS} ;D1"), Operation(operation("D1"))),
            (format!("{KINGS} ;D 5"), Depth(operation("D 5"))),
            (format!("{KINGS} ;Dx 5"), Depth(operation("Dx 5"))),
            (format!("{KINGS} ;D65 1"), Depth(operation("D65 1"))),
            (format!("{KINGS} ;D1 five"), Count(operation("D1 five"))),
            (format!("{KINGS} ;D1 +5"), Count(operation("D1 +5"))),
            (format!("{KINGS} ;D1 5 6"), Count(operation("D1 5 6"))),
            (format!("{KINGS} ;D2 1,025"), Count(operation("D2 1,025"))),
            (format!("{KINGS} D2 1,025;"), Operation(operation("025;"))),
            (format!("{KINGS} ;D2 25 ;170"), Operation(operation("170"))),
            (format!("{KINGS} D1 5"), NoCount),
            (format!("{KINGS} 5 25"), NoCount),
            (format!("{KINGS} ;D1 {}", "9".repeat(40)), Count(format!("D1 {}", "9".repeat(40)))),
        ] {
            assert_eq!(SuiteLine::parse(&line), Err(error), "{line:?}");
        }
    }
}
