use std::time::Instant;

use chess_board::Position;
use chess_movegen::GameState;
use chess_movegen::machine::Backend;
use chess_search::engine::{Engine, Finding, Limits, Signals};
use clap::Args;
use serde::Serialize;

use crate::args::{BackendArgs, Choice, MAX_THREADS, allocate, number, working_threads};
use crate::error::{CliError, Verdict};
use crate::io::output::Output;

/// Benchmark the search: nodes and speed at a fixed depth
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct BenchArgs {
    /// Search depth
    #[arg(long, value_name = "N", default_value_t = DEPTH, value_parser = number(1_u8, 64))]
    depth: u8,

    /// Hash table size in MiB
    #[arg(long, value_name = "MIB", default_value_t = MIB, value_parser = number(1_u32, 65536))]
    hash: u32,

    /// Number of threads; with more than one, node counts vary
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1, MAX_THREADS))]
    threads: u16,

    #[command(flatten)]
    backend: BackendArgs,

    /// Exit with 1 unless the node count matches the bench signature
    #[arg(long, conflicts_with_all = ["depth", "hash", "threads"])]
    check: bool,

    /// Print JSON Lines, the summary last
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess bench
  chess bench --check
  chess bench --depth 14 --hash 256

The first six positions are the chess programming wiki's perft positions. With the default depth and hash size, on one
thread, the node count is the bench signature, which changes only when the search does. Each position is searched again on the portable
backend; gain is the speedup over it. AVX-512 does not help a search, so avx512 runs as avx2.";

const DEPTH: u8 = 12;
const MIB: u32 = 16;

/// The number of nodes of `chess bench`. A change of the search writes its new number here.
const SIGNATURE: u64 = 1_085_477;

/// The number of positions, the first ones, that are those of the wiki.
const OF_THE_WIKI: usize = 6;

/// The six positions of the wiki's perft results, and six of middle games and endgames; each with its name.
const POSITIONS: [(&str, &str); 12] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    ("Chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
    ("queens off", "r1b2rk1/pp3ppp/2n1pn2/8/2BN4/2N1P3/PP3PPP/R1B2RK1 b - - 0 11"),
    ("rooks", "8/5pk1/1p4p1/p2r3p/P6P/1P2R1P1/5PK1/8 w - - 0 40"),
    ("bishops", "8/1b3pk1/4p1p1/p1p1P2p/P1B2P1P/1P4P1/5K2/8 b - - 3 38"),
    ("pawns", "8/pp3k2/2p3p1/2P2p2/1P3P2/P3K1P1/8/8 w - - 0 36"),
    ("queens", "6k1/5p1p/6p1/2q5/8/4Q1P1/5P1P/6K1 w - - 0 33"),
];

/// The JSON object of a position, its keys in this order.
#[derive(Serialize)]
struct Record<'a> {
    name: &'a str,
    fen: &'a str,
    depth: u8,
    best: String,
    nodes: u64,
    seconds: f64,
    nps: u64,
    hash_hits: f64,
}

/// The JSON object of a whole run, its keys in this order.
#[derive(Serialize)]
#[serde(tag = "type", rename = "summary")]
struct Summary {
    depth: u8,
    nodes: u64,
    seconds: f64,
    nps: u64,
    hash: u32,
    hash_hits: f64,
    wiki_seconds: f64,
    /// The backend of the searches.
    backend: &'static str,
    /// Nodes a second on the portable backend; `None` if that was the backend.
    portable_nps: Option<u64>,
    /// `nps` divided by `portable_nps`.
    gain: Option<f64>,
}

/// The work of searching one position or several.
#[derive(Clone, Copy, Default)]
struct Work {
    nodes: u64,
    seconds: f64,
    probes: u64,
    hits: u64,
}

#[allow(clippy::cast_precision_loss, reason = "no bench visits 2^53 nodes")]
impl Work {
    fn plus(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            seconds: self.seconds + other.seconds,
            probes: self.probes + other.probes,
            hits: self.hits + other.hits,
        }
    }

    /// Nodes a second.
    fn speed(self) -> u64 {
        (self.nodes as f64 / self.seconds.max(1e-9)) as u64
    }

    /// The speed of this work divided by that of `other`.
    fn gain_over(self, other: Self) -> f64 {
        self.speed() as f64 / (other.speed() as f64).max(1.0)
    }

    /// The share of probes of the table that found an entry, from 0 to 1.
    fn hit_rate(self) -> f64 {
        self.hits as f64 / (self.probes as f64).max(1.0)
    }
}

pub(crate) fn run(args: &BenchArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let mut engine = Engine::new(0)?;
    let (hash, _) = allocate(args.hash, |bytes| engine.set_table_bytes(bytes).ok());
    engine.set_threads(working_threads(args.threads.into()).get());
    let limits = Limits { depth: Some(args.depth), ..Limits::default() };
    // The engine searches by `run_scalar`.
    let backend = match args.backend.choose_or(Backend::best())? {
        Backend::Avx512 => Backend::Avx2,
        backend => backend,
    };
    let (mut total, mut wiki) = (Work::default(), Work::default());
    let mut portable = (backend != Backend::Portable).then(Work::default);
    for (i, (name, fen)) in POSITIONS.into_iter().enumerate() {
        let game = GameState::new(Position::from_fen(fen).map_err(CliError::command)?);
        let (Finding { line, depth, nodes, .. }, work) = search(&mut engine, backend, &game, &limits);
        total = total.plus(work);
        if let Some(portable) = &mut portable {
            *portable = portable.plus(search(&mut engine, Backend::Portable, &game, &limits).1);
        }
        if i < OF_THE_WIKI {
            wiki = wiki.plus(work);
        }
        let best = line.first().map(|mv| mv.uci960().to_string()).unwrap_or_default();
        let (seconds, nps, hash_hits) = (work.seconds, work.speed(), work.hit_rate());
        if args.json {
            output.json(&Record { name, fen, depth, best, nodes, seconds, nps, hash_hits })?;
        } else {
            let hits = 100.0 * hash_hits;
            let [nodes, nps] = [nodes, nps].map(|count| output.grouping().of(count));
            output.line(format_args!(
                "{name:<12} {best:<6} {nodes:>12} nodes {seconds:>8.3} s {nps:>10} nps {hits:>5.1} % hits"
            ))?;
        }
    }
    let summary = Summary {
        depth: args.depth,
        nodes: total.nodes,
        seconds: total.seconds,
        nps: total.speed(),
        hash,
        hash_hits: total.hit_rate(),
        wiki_seconds: wiki.seconds,
        backend: backend.name(),
        portable_nps: portable.map(Work::speed),
        gain: portable.map(|portable| total.gain_over(portable)),
    };
    if args.json {
        output.json(&summary)?;
    } else {
        let named = match args.backend.backend {
            Choice::Auto => None,
            Choice::Named(backend) => Some(backend),
        };
        print(&summary, named, output)?;
    }
    if args.check {
        check(total, portable, backend)?;
    }
    Ok(Verdict::Passed)
}

/// Checks that the searches on the chosen backend, and those on the portable one, have visited the nodes of the signature.
fn check(total: Work, portable: Option<Work>, backend: Backend) -> Result<(), CliError> {
    if total.nodes != SIGNATURE {
        let nodes = total.nodes;
        return Err(CliError::command(format!("expected {SIGNATURE} nodes, found {nodes}")));
    }
    if portable.is_some_and(|portable| portable.nodes != SIGNATURE) {
        return Err(CliError::command(format!("{backend} and portable visit different nodes")));
    }
    Ok(())
}

/// Searches a position with an empty table.
fn search(engine: &mut Engine, backend: Backend, game: &GameState, limits: &Limits) -> (Finding, Work) {
    engine.new_game();
    engine.set_backend(backend);
    let begun = Instant::now();
    let finding = engine.search(game, limits, &Signals::new(), |_| ());
    let seconds = begun.elapsed().as_secs_f64();
    let work = Work { nodes: finding.nodes, seconds, probes: finding.probes, hits: finding.hits };
    (finding, work)
}

fn print(summary: &Summary, named: Option<Backend>, output: &mut Output) -> Result<(), CliError> {
    let Summary { depth, nodes, seconds, nps, hash_hits, wiki_seconds, backend, .. } = summary;
    let counts = output.grouping();
    let [nodes, nps] = [*nodes, *nps].map(|count| counts.of(count));
    output.line(format_args!("nodes {nodes}"))?;
    output.line(format_args!("time {seconds:.3} s"))?;
    let part = named.filter(|named| named.name() != *backend);
    let part = part.map_or_else(String::new, |named| format!(", the part of {named} that a search uses"));
    output.line(format_args!("speed {nps} nps on {backend}{part}"))?;
    if let Some((portable, gain)) = summary.portable_nps.zip(summary.gain) {
        output.line(format_args!("portable {} nps", counts.of(portable)))?;
        output.line(format_args!("gain {gain:.2}"))?;
    }
    output.line(format_args!("hash hits {:.1} %", 100.0 * hash_hits))?;
    output.line(format_args!("depth {depth} on the wiki's positions in {wiki_seconds:.3} s"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_compares_the_nodes_on_both_backends() {
        let work = |nodes| Work { nodes, ..Work::default() };
        let (right, wrong) = (work(SIGNATURE), work(SIGNATURE + 1));
        let complaint = |total, portable| {
            check(total, portable, Backend::Avx2).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!([complaint(right, None), complaint(right, Some(right))], ["", ""]);
        let signature = format!("expected {SIGNATURE} nodes, found {}", SIGNATURE + 1);
        assert_eq!(complaint(wrong, None), signature);
        assert_eq!(complaint(wrong, Some(wrong)), signature);
        assert_eq!(complaint(right, Some(wrong)), "avx2 and portable visit different nodes");
    }

    #[test]
    fn a_search_is_on_the_backend_that_is_measured() {
        let mut engine = Engine::new(1 << 20).unwrap();
        let limits = Limits { depth: Some(1), ..Limits::default() };
        for backend in [Backend::Portable, Backend::best()] {
            let (finding, work) = search(&mut engine, backend, &GameState::default(), &limits);
            assert_eq!((engine.backend(), work.nodes), (backend, finding.nodes));
        }
    }
}
