//! Plays out won endings: the engine with endgame tables against a defender who takes the longest way by the tables.
//!
//! For each ending in a folder of Syzygy tables that can be won, random won positions are played to the end, with White and
//! with Black as the winner and either side to move first. The halfmove clock begins at 0. The engine has a table of its own for
//! each game and few nodes for each move. Of each game the program demands that
//!
//! - the winner gives mate: there is no stalemate, no bare kings, no third repetition, and no fifty moves without a capture
//!   or a pawn move;
//! - after each move of the winner, the tables call the position lost for the defender, and the distance to zeroing fits
//!   into what the fifty-move rule leaves;
//! - the score of each search is a win by the tables, or a mate.
//!
//! It prints a line for each ending and each game that fails, and exits with 1 if there is one.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "run by hand, by people who see a panic")]

// What `chess uci` puts between the engine and the tables.
#[path = "../../../crates/chess-cli/src/endgames.rs"]
mod endgames;
mod game;
mod sample;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use chess_board::Position;
use chess_search::engine::{EndgameTables, Engine};
use chess_syzygy::{Material, OpenError, Tables};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use self::endgames::Endgames;
use self::game::{Played, play};
use self::sample::won_positions;

/// Play out won endings: the engine with endgame tables against the longest defence
#[derive(Parser)]
struct Args {
    /// Folder of Syzygy tables
    folder: PathBuf,

    /// Number of positions of each ending; all that are found, if it has fewer
    #[arg(long, default_value_t = 1000)]
    games: usize,

    /// Nodes that the engine searches for each move
    #[arg(long, default_value_t = 400)]
    nodes: u64,

    /// Number of threads; all cores by default
    #[arg(long)]
    threads: Option<usize>,

    /// Seed of the random positions
    #[arg(long, default_value_t = 16)]
    seed: u64,
}

/// The bytes of the engine's transposition table.
const TABLE: usize = 1 << 20;

/// The games of an ending.
#[derive(Default)]
struct Sum {
    games: usize,
    wins: usize,
    moves: u64,
    longest: Played,
    faults: Vec<String>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let start = Instant::now();
    let (endings, tables) = match find(&args.folder) {
        Ok(found) => found,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let threads = args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let tables = Arc::new(Endgames(tables));
    let mut cases = Vec::new();
    for (number, &ending) in endings.iter().enumerate() {
        let positions = won_positions(&tables.0, ending, args.games, args.seed.wrapping_add(number as u64));
        cases.extend(positions.into_iter().map(|position| (number, position)));
    }
    let sums = play_all(&cases, endings.len(), &tables, args.nodes, threads);
    println!(
        "{:<8} {:>6} {:>6} {:>11} {:>13} {:>15}",
        "ending", "games", "won", "moves/game", "longest game", "longest phase"
    );
    let (mut games, mut wins) = (0, 0);
    for (ending, sum) in endings.iter().zip(&sums) {
        let Sum { games: of_ending, wins: won, moves, longest, faults } = sum;
        let tenths = 10 * moves / (*of_ending).max(1) as u64;
        let average = format!("{}.{}", tenths / 10, tenths % 10);
        let Played { moves, phase, .. } = longest;
        println!("{ending:<8} {of_ending:>6} {won:>6} {average:>11} {moves:>13} {phase:>9} plies");
        for fault in faults {
            println!("  {fault}");
        }
        games += of_ending;
        wins += won;
    }
    println!(
        "{games} games, {wins} won, {} not; {} nodes a move, {threads} threads, {:.0} s",
        games - wins,
        args.nodes,
        start.elapsed().as_secs_f64()
    );
    if games > 0 && wins == games { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Opens the tables of a folder, and names their endings.
fn find(folder: &Path) -> Result<(Vec<Material>, Tables), OpenError> {
    let tables = Tables::open([folder])?;
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut endings: Vec<Material> = names
        .filter(|path| path.extension().is_some_and(|extension| extension == "rtbw"))
        .filter_map(|path| path.file_stem()?.to_str()?.parse().ok())
        .collect();
    endings.sort_by_key(|ending: &Material| (ending.pieces(), ending.to_string()));
    Ok((endings, tables))
}

/// Plays all games on these threads, with a progress bar if stderr is a terminal.
fn play_all(
    cases: &[(usize, Position)],
    endings: usize,
    tables: &Arc<Endgames>,
    nodes: u64,
    threads: usize,
) -> Vec<Sum> {
    let bar = ProgressBar::new(cases.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games  {elapsed}, {eta} left") {
        bar.set_style(style);
    }
    let sums = Mutex::new((0..endings).map(|_| Sum::default()).collect::<Vec<Sum>>());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut engine = Engine::new(TABLE).expect("memory for a small table");
                let shared: Arc<dyn EndgameTables> = tables.clone();
                engine.set_endgame_tables(Some(shared));
                while let Some((ending, position)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let played = play(&mut engine, &tables.0, position, nodes);
                    let mut sums = sums.lock().expect("no thread has panicked");
                    sums[*ending].add(position, played);
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    sums.into_inner().expect("no thread has panicked")
}

impl Sum {
    fn add(&mut self, position: &Position, played: Result<Played, String>) {
        self.games += 1;
        match played {
            Ok(played) => {
                self.wins += 1;
                self.moves += u64::from(played.moves);
                self.longest.moves = self.longest.moves.max(played.moves);
                self.longest.phase = self.longest.phase.max(played.phase);
            }
            Err(fault) => self.faults.push(format!("{position}: {fault}")),
        }
    }
}
