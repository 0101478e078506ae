//! The program `chess-endgames`: see its help.

#![forbid(unsafe_code)]
// It is an internal program, whose output goes to a terminal or a file.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::fs;
use std::io::stdout;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chess_cli::endgames::Endgames;
use chess_endgames::probers::{Cold, compare_and_measure};
use chess_endgames::wins::Games;
use chess_endgames::{Ending, Endings, Findings, Questions, Sample, layouts};
use chess_syzygy::Tables;
use clap::{Args, Parser, Subcommand};
use cpu_time::ProcessTime;

/// Endings of few pieces: solved from scratch, compared with Syzygy tables, probed by several libraries, and played out.
#[derive(Parser)]
#[command(name = "chess-endgames")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// A folder of Syzygy tables
    #[arg(long, global = true, value_name = "DIR")]
    path: Option<PathBuf>,
    /// Endings such as `KQvKR`; all of three and four pieces if none is given
    #[arg(long, global = true, value_name = "NAME", num_args = 1..)]
    ending: Vec<Ending>,
    /// Number of threads; 0 means one for each core
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    threads: usize,
}

#[derive(Subcommand)]
enum Command {
    /// Solve endings, print their counts, and compare every position with the tables if there is --path
    Solve(SolveArgs),
    /// Play out won positions: the engine with the tables against the longest defence by the tables
    Wins(WinsArgs),
    /// Compare the answers of several probers of the tables, and measure them
    Probers {
        /// Medians of so many rounds, in which the libraries take turns; 0 only compares
        #[arg(long, value_name = "N", default_value_t = 9)]
        rounds: usize,
    },
    /// Make tables of five to seven pieces at random, and compare the answers of all probers with the written values
    Layouts {
        /// Endings of each number of pieces; five pieces have 110
        #[arg(default_value_t = 40)]
        endings: usize,
        /// Positions of each ending
        #[arg(default_value_t = 1000)]
        positions: usize,
    },
    /// Internal: the part of `probers` in fresh processes
    #[command(hide = true)]
    Cold(Cold),
    /// Internal: the part of `layouts` in fresh processes
    #[command(hide = true)]
    Layout { name: String, seed: u64, positions: usize },
}

#[derive(Args)]
struct SolveArgs {
    /// Check each position's value by those after its moves
    #[arg(long)]
    check: bool,
    /// Probe all mirror images of each position, with both colours, in place of one of them
    #[arg(long)]
    all_images: bool,
    /// Files with lines of FEN, result from -2 to 2, and distance to zeroing, separated by tabs or commas
    #[arg(long, value_name = "FILE", num_args = 1..)]
    samples: Vec<PathBuf>,
}

#[derive(Args)]
struct WinsArgs {
    /// Number of positions of each ending, or all if it has fewer
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    /// Nodes that the engine searches for each move
    #[arg(long, value_name = "N", default_value_t = 400)]
    nodes: u64,
    /// Seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 16)]
    seed: u64,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("chess-endgames: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command. Returns `false` if a check failed.
fn run(arguments: Arguments) -> Result<bool, Box<dyn Error>> {
    let Arguments { command, path, mut ending, threads } = arguments;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    if ending.is_empty() {
        ending = [3, 4].into_iter().flat_map(Ending::all).collect();
    }
    let folder = || path.as_deref().ok_or("there must be a folder of tables: --path DIR");
    match command {
        Command::Solve(args) => return solve(&args, &ending, path.as_deref()),
        Command::Wins(args) => return Ok(wins(&args, &ending, Tables::open([folder()?])?)),
        Command::Probers { rounds } => compare_and_measure(folder()?, rounds, &mut stdout())?,
        Command::Layouts { endings, positions } => {
            layouts::compare_all(endings, positions, &mut stdout())?;
        }
        Command::Cold(cold) => {
            println!("{}", cold.measure(folder()?).map(|number| number.to_string()).join(" "));
        }
        Command::Layout { name, seed, positions } => {
            let [values, distances] = layouts::compare(&name, seed, positions)?;
            println!("{values} {distances}");
        }
    }
    Ok(true)
}

/// Solves the endings and prints a row for each, then the total and the samples. Times are CPU times of all threads.
fn solve(args: &SolveArgs, wanted: &[Ending], path: Option<&Path>) -> Result<bool, Box<dyn Error>> {
    let tables = path.map(|path| Tables::open([path])).transpose()?;
    let mut samples = Vec::new();
    for file in &args.samples {
        let about = |error: &dyn Error| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| about(&error))?;
        samples.extend(Sample::read(&text).map_err(|error| about(&*Box::<dyn Error>::from(error)))?);
    }
    let questions = Questions { tables: tables.as_ref(), all_images: args.all_images, forward: args.check };
    println!(
        "ending    positions  on the board       wins    cursed      draws   blessed     losses  max DTZ  solved  examined"
    );
    let row = |name: &str, found: &Findings, solved: Duration, examined: Duration| {
        let [losses, blessed, draws, cursed, wins] = found.by_result;
        let (positions, on_whole_board, max_dtz) = (found.positions(), found.on_whole_board, found.max_dtz);
        let (solved, examined) = (solved.as_secs_f64(), examined.as_secs_f64());
        println!(
            "{name:7} {positions:11} {on_whole_board:13} {wins:10} {cursed:9} {draws:10} {blessed:9} {losses:10} \
             {max_dtz:8} {solved:6.1}s {examined:8.1}s"
        );
    };
    let mut endings = Endings::new();
    let clock = Instant::now();
    let (mut total, mut solving, mut examining) = (Findings::default(), Duration::ZERO, Duration::ZERO);
    for &ending in wanted {
        let start = ProcessTime::now();
        endings.solve(ending);
        let solved = start.elapsed();
        let found = endings.examine(ending, &questions).unwrap_or_default();
        let examined = start.elapsed().saturating_sub(solved);
        row(&ending.to_string(), &found, solved, examined);
        for text in &found.shown {
            println!("{text}");
        }
        total = total.plus(found);
        solving += solved;
        examining += examined;
    }
    row("total", &total, solving, examining);
    let Findings { equal, exact, wrong, .. } = total;
    println!("{:.1} seconds by the clock", clock.elapsed().as_secs_f64());
    let compared = samples.iter().map(|sample| sample.compare(&endings, tables.as_ref()));
    let faults: Vec<_> = compared.filter_map(Result::err).collect();
    for fault in &faults {
        println!("{fault}");
    }
    if !samples.is_empty() {
        println!("{} samples: {} with other values", samples.len(), faults.len());
    }
    println!("{equal} positions equal in the tables, {exact} of them to the ply; {wrong} faults");
    Ok(wrong == 0 && faults.is_empty() && (tables.is_none() || equal > 0))
}

/// Plays out won positions of each ending that the folder has and that can be won, and prints a row for each.
fn wins(args: &WinsArgs, wanted: &[Ending], tables: Tables) -> bool {
    println!("ending    games    won  moves/game  longest game  longest phase");
    let tables = Arc::new(Endgames(tables));
    let (mut won, mut lost, clock) = (0, 0, Instant::now());
    for (number, &ending) in (0..).zip(wanted) {
        let seed = args.seed.wrapping_add(number);
        let games = Games::play(&tables, ending, args.games, args.nodes, seed);
        let tenths = 10 * games.moves / games.won.max(1) as u64;
        let average = format!("{}.{}", tenths / 10, tenths % 10);
        let played = games.won + games.faults.len();
        let Games { won: of_ending, longest, phase, .. } = games;
        println!("{ending:8} {played:6} {of_ending:6} {average:>11} {longest:13} {phase:9} plies");
        for fault in &games.faults {
            println!("  {fault}");
        }
        won += of_ending;
        lost += games.faults.len();
    }
    let (nodes, seconds) = (args.nodes, clock.elapsed().as_secs_f64());
    println!("{} games, {won} won, {lost} not; {nodes} nodes a move, {seconds:.0} s", won + lost);
    won > 0 && lost == 0
}
