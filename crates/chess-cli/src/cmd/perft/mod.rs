mod distinct;
mod stats;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use chess_board::Position;
use chess_movegen::machine::Backend;
use chess_movegen_perft::PerftMode;
use chess_movegen_perft::driver::{Branches, Counter, Counts, LeafCounter, StatisticsCounter, Tally, Work};
use clap::{Args, ValueEnum};
use serde::Serialize;

use self::distinct::{DistinctArgs, Question};
use self::stats::Stats;
use crate::args::backend::BackendArgs;
use crate::args::depth::MAX_DEPTH;
use crate::args::hash::HashArgs;
use crate::args::threads::ThreadArgs;
use crate::crew::Crew;
use crate::error::CliError;
use crate::io::output::Output;
use crate::io::progress::{Progress, mnps};
use crate::io::spelling::Spelling;
use crate::verdict::Verdict;

/// Count the leaves of the tree of legal moves
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct PerftArgs {
    /// Plies from the position to the leaves, 0 to 64
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: u32,

    /// The position as FEN, X-FEN or Shredder-FEN; the start position if left out
    #[arg(long)]
    fen: Option<String>,

    /// Also print the leaves below each move, sorted by the move's text
    #[arg(long)]
    divide: bool,

    /// Also print how many leaves take, castle, promote, check by which pieces, and give mate
    #[arg(long, conflicts_with_all = ["divide", "distinct", "hash"])]
    stats: bool,

    #[command(flatten)]
    distinct: DistinctArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,

    /// How the leaves are come by
    #[arg(long, value_enum, default_value_t = Mode::Count)]
    mode: Mode,

    #[command(flatten)]
    backend: BackendArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess perft 6
  chess perft 5 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' --divide
  chess perft 8 --threads 0 --hash 256 --json
  chess perft 6 --stats
  chess perft 6 --backend portable --mode list
  chess perft 7 --distinct --threads 0 --memory 512 --spill /tmp

Moves are spelled as in UCI. If a king or rook with castling rights stands where standard chess has none, castling
is spelled as in Chess960, the king taking its rook.

Of --stats, checks hold the mates, discovered_checks and double_checks leave them out, as in the tables of the chess
programming wiki; so do all kinds of check below them, which are told by the pieces that give it: direct, by the one that
has moved; discovered, by one whose line the move has opened.

--distinct counts positions by whole positions and not by keys: the same pieces on the same squares, the same rooks to
castle with, and the same square where a pawn can legally be taken en passant. A position takes about 40 bytes of
memory, and of disk 15 each time it is written there.

Ctrl-C prints what is counted by then: the moves that are finished, \"incomplete\", and all leaves so far; of distinct
positions, the plies that are finished. The exit code is then 130.";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// Leaves are counted, not listed
    Count,
    /// The last ply is the length of a list of moves
    List,
    /// Every leaf is made and unmade
    Make,
    /// Every leaf is made on a copy
    Copy,
}

impl From<Mode> for PerftMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Count => Self::Count,
            Mode::List => Self::List,
            Mode::Make => Self::Make,
            Mode::Copy => Self::Copy,
        }
    }
}

/// The JSON object of a perft, its keys in this order.
#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
    fen: String,
    depth: u32,
    mode: Mode,
    backend: &'static str,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<u32>,
    nodes: u64,
    seconds: f64,
    mnps: f64,
    /// Of an incomplete perft, the moves that are finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    #[serde(skip)]
    root_moves: usize,
}

impl PerftArgs {
    /// Looks for what the parser has no rule for, and says what is wrong with it.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.hash.mib() > 0 && self.mode != Mode::Count {
            return Err("--hash is for --mode count");
        }
        if self.stats && self.mode != Mode::Count {
            return Err("--stats is for --mode count");
        }
        Ok(())
    }

    fn leaf_counter(&self, backend: Backend) -> Result<LeafCounter, CliError> {
        Ok(LeafCounter { mode: self.mode.into(), backend, table: self.hash.table()? })
    }
}

pub(crate) fn run(args: &PerftArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let position = args.fen.as_deref().map_or(Ok(Position::START), Position::from_fen)?;
    if args.distinct.is_wanted() {
        let question = Question {
            position: &position,
            depth: args.depth,
            // Moves are listed, and then made.
            backend: args.backend.choose(PerftMode::List)?,
            threads: args.threads.count(),
        };
        return distinct::run(&args.distinct, &question, args.json, output);
    }
    let report = if args.stats {
        let counter = |backend| Ok(StatisticsCounter { backend });
        measure(args, &position, counter, |&statistics| Some(Stats::from(statistics)))?
    } else {
        measure(args, &position, |backend| args.leaf_counter(backend), |_| None)?
    };
    if args.json {
        output.json(&report)?;
    } else {
        print(&report, output)?;
    }
    Ok(if report.incomplete { Verdict::Interrupted } else { Verdict::Passed })
}

/// Counts what `counter` counts; `stats` says what there is to report of it besides the leaves.
fn measure<C: Counter + 'static>(
    args: &PerftArgs,
    position: &Position,
    counter: impl FnOnce(Backend) -> Result<C, CliError>,
    stats: impl FnOnce(&C::Tally) -> Option<Stats>,
) -> Result<Report, CliError> {
    let crew = Crew::new(&args.threads)?;
    crew.catch_interrupts()?;
    let backend = args.backend.choose(args.mode.into())?;
    // A table takes its time, too: 0.1 s for 256 MiB.
    let start = Instant::now();
    let counter = counter(backend)?;
    let branches = Branches::new(position, args.depth, crew.threads());
    let progress = Progress::new(branches.all.len());
    let work = Arc::new(Work::new(branches, counter));
    crew.run(&work, progress);
    let counts = work.counts();
    let total = counts.total().map_err(CliError::command)?;
    let nodes = total.leaves();
    let seconds = start.elapsed().as_secs_f64();
    let incomplete = !counts.are_complete();
    Ok(Report {
        incomplete,
        fen: position.to_string(),
        depth: args.depth,
        mode: args.mode,
        backend: backend.name(),
        threads: crew.threads(),
        hash: Some(args.hash.mib()).filter(|&mib| mib > 0),
        nodes,
        seconds,
        mnps: mnps(nodes, seconds),
        divide: (args.divide || incomplete).then(|| divide(position, &counts)),
        stats: stats(&total),
        root_moves: counts.by_root_move().count(),
    })
}

/// The finished moves with their leaves.
fn divide(position: &Position, counts: &Counts<'_, impl Tally>) -> BTreeMap<String, u64> {
    let spelling = Spelling::of(position);
    counts
        .by_root_move()
        .filter_map(|(mv, tally)| Some((spelling.spell(mv).to_string(), tally?.leaves())))
        .collect()
}

fn print(report: &Report, output: &mut Output) -> Result<(), CliError> {
    for (mv, leaves) in report.divide.iter().flatten() {
        output.line(format_args!("{mv} {leaves}"))?;
    }
    if report.incomplete {
        let finished = report.divide.as_ref().map_or(0, BTreeMap::len);
        output.line(format_args!("incomplete {finished} of {} moves", report.root_moves))?;
        // Whoever looks for "nodes" is not to take these for all of them.
        output.line(format_args!("counted {}", report.nodes))?;
    } else {
        output.line(format_args!("nodes {}", report.nodes))?;
    }
    for (name, count) in report.stats.iter().flat_map(Stats::columns) {
        output.line(format_args!("{name} {count}"))?;
    }
    let mode = report.mode.to_possible_value();
    output.line(format_args!("seconds {:.3}", report.seconds))?;
    output.line(format_args!("mnps {:.1}", report.mnps))?;
    output.line(format_args!("mode {}", mode.as_ref().map_or("", |mode| mode.get_name())))?;
    output.line(format_args!("threads {}", report.threads))?;
    if let Some(mib) = report.hash {
        output.line(format_args!("hash {mib}"))?;
    }
    output.line(format_args!("backend {}", report.backend))?;
    Ok(())
}
