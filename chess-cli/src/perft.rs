use std::collections::BTreeMap;
use std::time::Instant;

use chess_board::Position;
use chess_movegen::PerftMode;
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::Verdict;
use crate::backend::BackendArgs;
use crate::branches::Branches;
use crate::error::CliError;
use crate::output::Output;
use crate::progress::{Progress, mnps};
use crate::spelling::Spelling;
use crate::threads::ThreadArgs;

/// The greatest depth that is taken. No perft that deep ends but one of forced moves, and the walk is recursive.
pub(crate) const MAX_DEPTH: u32 = 64;

/// Count the leaves of the tree of legal moves
#[derive(Args)]
#[command(after_help = EXAMPLES)]
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

    #[command(flatten)]
    threads: ThreadArgs,

    /// How the leaves are come by
    #[arg(long, value_enum, default_value_t = Mode::Count)]
    mode: Mode,

    #[command(flatten)]
    backend: BackendArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chess perft 6
  chess perft 5 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' --divide
  chess perft 7 --threads 0 --json

Moves are spelled as in UCI. If a king or rook with castling rights stands where standard chess has none, castling
is spelled as in Chess960, the king taking its rook.";

#[derive(Clone, Copy, ValueEnum, Serialize)]
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
    fen: String,
    depth: u32,
    mode: Mode,
    backend: &'static str,
    threads: usize,
    nodes: u64,
    seconds: f64,
    mnps: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

pub(crate) fn run(args: &PerftArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let position = args.fen.as_deref().map_or(Ok(Position::START), Position::from_fen)?;
    let report = measure(args, &position)?;
    if args.json {
        output.json(&report)?;
    } else {
        print(&report, output)?;
    }
    Ok(Verdict::Passed)
}

fn measure(args: &PerftArgs, position: &Position) -> Result<Report, CliError> {
    let backend = args.backend.choose()?;
    let pool = args.threads.pool()?;
    let threads = pool.current_num_threads();
    let start = Instant::now();
    let branches = Branches::new(position, args.depth, threads);
    let progress = Progress::new(branches.len());
    let counts = pool.install(|| branches.count(args.mode.into(), backend, &progress));
    let nodes = counts.total()?;
    let seconds = start.elapsed().as_secs_f64();
    progress.finish();
    let spelling = Spelling::of(position);
    let divide = args.divide.then(|| {
        counts.by_root_move().map(|(mv, leaves)| (spelling.spell(mv).to_string(), leaves)).collect()
    });
    Ok(Report {
        fen: position.to_string(),
        depth: args.depth,
        mode: args.mode,
        backend: backend.name(),
        threads,
        nodes,
        seconds,
        mnps: mnps(nodes, seconds),
        divide,
    })
}

fn print(report: &Report, output: &mut Output) -> Result<(), CliError> {
    for (mv, leaves) in report.divide.iter().flatten() {
        output.line(format_args!("{mv} {leaves}"))?;
    }
    let mode = report.mode.to_possible_value();
    output.line(format_args!("nodes {}", report.nodes))?;
    output.line(format_args!("seconds {:.3}", report.seconds))?;
    output.line(format_args!("mnps {:.1}", report.mnps))?;
    output.line(format_args!("mode {}", mode.as_ref().map_or("", |mode| mode.get_name())))?;
    output.line(format_args!("threads {}", report.threads))?;
    output.line(format_args!("backend {}", report.backend))?;
    Ok(())
}
