mod distinct;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use chess_board::Position;
use chess_data::json::Spelling;
use chess_movegen::machine::Backend;
use chess_movegen_perft::driver::{Counter, Counts, LeafCounter, StatisticsCounter, Tally, Work};
use chess_movegen_perft::{PerftMode, Statistics};
use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};

use self::distinct::{DistinctArgs, Question};
use crate::args::{BackendArgs, FenOption, HashArgs, MAX_DEPTH, ThreadArgs, number};
use crate::counting::CountingThreads;
use crate::error::{CliError, Verdict};
use crate::io::output::Output;
use crate::io::progress::{Progress, mnps};

/// Count the leaf nodes of the legal move tree (perft)
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct PerftArgs {
    /// Depth in plies (0 to 64)
    #[arg(value_parser = number(0, MAX_DEPTH))]
    depth: u32,

    #[command(flatten)]
    fen: FenOption,

    /// Print the leaf count of each root move as well
    #[arg(long)]
    divide: bool,

    /// Count captures, castling, promotions, checks and mates as well
    #[arg(long, conflicts_with_all = ["divide", "distinct", "hash"])]
    stats: bool,

    #[command(flatten)]
    distinct: DistinctArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,

    /// How to count leaf nodes
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
  chess perft 8 --hash 256 --json
  chess perft 6 --stats
  chess perft 6 --backend portable --mode list
  chess perft 7 --distinct --memory 512 --spill /tmp

Moves are printed in UCI; castling as king takes rook if the castling rights are those of Chess960.

With --stats, checks include mates; discovered_checks, double_checks and the checks by kind from direct_checks to total_checks do not, as
on the chess programming wiki. The moved piece gives a direct check; a piece whose line the move opened gives a discovered check.

--distinct compares positions, not hash keys: piece placement, castling rights and the square of a legal en passant capture. A position takes
about 40 bytes of memory, and 15 bytes on disk each time it is written.

Ctrl-C and SIGTERM print the finished root moves (with --distinct, plies), the word \"incomplete\", and the leaf nodes so far.";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// Count the moves of the last ply without listing them
    Count,
    /// List the moves of the last ply and add up the lengths (bulk counting)
    List,
    /// Make and unmake every move of the last ply
    Make,
    /// Make every move of the last ply on a copy of the position
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
    /// The finished moves only, if the perft is incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    #[serde(skip)]
    root_moves: usize,
}

impl PerftArgs {
    /// Checks the rules that the parser cannot express. The error names the rule.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.hash.mib() > 0 && self.mode != Mode::Count {
            return Err("--hash needs --mode count");
        }
        if self.stats && self.mode != Mode::Count {
            return Err("--stats needs --mode count");
        }
        Ok(())
    }
}

pub(crate) fn run(args: &PerftArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let position = args.fen.position()?;
    if args.distinct.is_wanted() {
        let question = Question {
            position: &position,
            depth: args.depth,
            // The count lists moves and makes them.
            backend: args.backend.choose(PerftMode::List)?,
            threads: args.threads.count(),
        };
        return distinct::run(&args.distinct, &question, args.json, output);
    }
    let report = if args.stats {
        let counter = |backend| (StatisticsCounter { backend }, 0);
        measure(args, &position, counter, |&statistics| Some(Stats::from(statistics)))?
    } else {
        let counter = |backend| {
            let (mib, table) = args.hash.table();
            (LeafCounter { mode: args.mode.into(), backend, table }, mib)
        };
        measure(args, &position, counter, |_| None)?
    };
    if args.json {
        output.json(&report)?;
    } else {
        print(&report, output)?;
    }
    Ok(if report.incomplete { Verdict::Interrupted } else { Verdict::Passed })
}

/// Runs `counter`, which has a table of so many MiB, over the tree. `stats` extracts what is reported besides the leaves.
fn measure<C: Counter + 'static>(
    args: &PerftArgs,
    position: &Position,
    counter: impl FnOnce(Backend) -> (C, u32),
    stats: impl FnOnce(&C::Tally) -> Option<Stats>,
) -> Result<Report, CliError> {
    let threads = CountingThreads::interruptible(&args.threads)?;
    let backend = args.backend.choose(args.mode.into())?;
    // The time includes the allocation of the table: 0.1 s for 256 MiB.
    let start = Instant::now();
    let (counter, mib) = counter(backend);
    let work = Arc::new(Work::new(position, args.depth, threads.threads(), counter));
    let progress = Progress::new(work.branches().all.len());
    threads.run(&work, progress);
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
        threads: threads.threads(),
        hash: Some(mib).filter(|&mib| mib > 0),
        nodes,
        seconds,
        mnps: mnps(nodes, seconds),
        divide: (args.divide || incomplete).then(|| divide(position, &counts)),
        stats: stats(&total),
        root_moves: counts.by_root_move().count(),
    })
}

/// The finished moves with the number of leaves below them.
fn divide(position: &Position, counts: &Counts<'_, impl Tally>) -> BTreeMap<String, u64> {
    let spelling = Spelling::of(position);
    counts
        .by_root_move()
        .filter_map(|(mv, tally)| Some((spelling.spell(mv).to_string(), tally?.leaves())))
        .collect()
}

fn print(report: &Report, output: &mut Output) -> Result<(), CliError> {
    let counts = output.grouping();
    for (mv, leaves) in report.divide.iter().flatten() {
        output.line(format_args!("{mv} {}", counts.of(*leaves)))?;
    }
    if report.incomplete {
        let finished = report.divide.as_ref().map_or(0, BTreeMap::len);
        output.line(format_args!("incomplete {finished} of {} moves", report.root_moves))?;
        // The word differs from "nodes", so that no script takes this for the answer.
        output.line(format_args!("counted {}", counts.of(report.nodes)))?;
    } else {
        output.line(format_args!("nodes {}", counts.of(report.nodes)))?;
    }
    for &(name, count) in report.stats.iter().flat_map(|stats| stats.counts.iter().chain(&stats.by_kind)) {
        output.line(format_args!("{name} {}", counts.of(count)))?;
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

/// Counts with their keys, in this order.
type Counted<const N: usize> = [(&'static str, u64); N];

/// The leaves by kind, as the chess programming wiki counts them, and their checks by kind.
#[derive(Serialize)]
struct Stats {
    #[serde(flatten, serialize_with = "as_map")]
    counts: Counted<8>,
    /// The checks, which here leave the mates out, and the mates.
    #[serde(serialize_with = "as_map")]
    by_kind: Counted<10>,
}

fn as_map<S: Serializer, const N: usize>(counts: &Counted<N>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().copied())
}

impl From<Statistics> for Stats {
    fn from(statistics: Statistics) -> Self {
        let Statistics { captures, en_passant, castles, promotions, checks, mates, .. } = statistics;
        Self {
            counts: [
                ("captures", captures),
                ("en_passant", en_passant),
                ("castles", castles),
                ("promotions", promotions),
                ("checks", statistics.checks_and_mates()),
                ("discovered_checks", statistics.discovered_checks()),
                ("double_checks", statistics.double_checks()),
                ("checkmates", statistics.checkmates()),
            ],
            by_kind: [
                ("direct_checks", checks.direct),
                ("single_discovered_checks", checks.single_discovered),
                ("direct_discovered_checks", checks.direct_discovered),
                ("double_discovered_checks", checks.double_discovered),
                ("total_checks", checks.total()),
                ("direct_mates", mates.direct),
                ("single_discovered_mates", mates.single_discovered),
                ("direct_discovered_mates", mates.direct_discovered),
                ("double_discovered_mates", mates.double_discovered),
                ("total_mates", mates.total()),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of them count the same leaves, so that nothing else tells them apart.
    #[test]
    fn each_way_to_count_is_that_of_its_name() {
        for mode in Mode::value_variants() {
            let name = mode.to_possible_value().unwrap().get_name().to_owned();
            assert_eq!(format!("{:?}", PerftMode::from(*mode)).to_lowercase(), name);
        }
    }
}
