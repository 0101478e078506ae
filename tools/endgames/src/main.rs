//! The program `chess-endgames`: see its help.

#![forbid(unsafe_code)]
// It is an internal program, whose output goes to a terminal or a file.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::io::stdout;
use std::path::PathBuf;

use chess_endgames::{Endings, FIFTY_MOVES, Findings, probers};
use chess_syzygy::Tables;
use chess_testkit::tables::Ending;
use clap::{Parser, Subcommand};

/// Endings of few pieces: solved from scratch, compared with Syzygy tables, and probed by several libraries.
#[derive(Parser)]
#[command(name = "chess-endgames")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// A folder of Syzygy tables
    #[arg(long, global = true, value_name = "DIR")]
    path: Option<PathBuf>,
    /// Endings such as `KQvKR`, the stronger side first; all of three and four pieces if none is given
    #[arg(long, global = true, value_name = "NAME", num_args = 1.., value_parser = small)]
    ending: Vec<Ending>,
}

#[derive(Subcommand)]
enum Command {
    /// Solve endings, print their counts, and compare every position with the tables if there is --path
    Solve {
        /// Check each position's value by those after its moves
        #[arg(long)]
        check: bool,
    },
    /// Compare the answers of several probers of the tables, and measure them
    Probers {
        /// Medians of so many rounds, in which the libraries take turns; 0 only compares
        #[arg(long, value_name = "N", default_value_t = 9)]
        rounds: usize,
    },
    /// Make tables of five to seven pieces at random, and compare the answers of probers with the written values
    Layouts {
        /// Endings of each number of pieces
        #[arg(default_value_t = 40)]
        endings: usize,
        /// Positions of each ending
        #[arg(default_value_t = 1000)]
        positions: usize,
    },
}

/// An ending that the solver takes.
fn small(name: &str) -> Result<Ending, String> {
    let ending: Ending = name.parse()?;
    let fits = [3, 4].contains(&ending.len()) && ending == ending.stronger_first();
    fits.then_some(ending)
        .ok_or_else(|| format!("{name}: expected three or four pieces, the stronger side first"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { command, path, mut ending } = Arguments::parse();
    if ending.is_empty() {
        ending = [3, 4].into_iter().flat_map(Ending::all).collect();
    }
    let folder = || path.as_deref().ok_or("expected a folder of tables: --path DIR");
    match command {
        Command::Solve { check } => {
            let tables = path.as_deref().map(|path| Tables::open([path])).transpose()?;
            if !solve(&ending, tables.as_ref(), check) {
                return Err("values differ".into());
            }
        }
        Command::Probers { rounds } => probers::compare_and_measure(folder()?, rounds, &mut stdout())?,
        Command::Layouts { endings, positions } => {
            probers::compare_layouts(endings, positions, &mut stdout())?;
        }
    }
    Ok(())
}

/// Solves the endings and prints a row for each, then the total.
fn solve(wanted: &[Ending], tables: Option<&Tables>, check: bool) -> bool {
    println!(
        "ending    positions       wins    cursed      draws   blessed     losses  max DTZ   in tables    faults"
    );
    let (mut endings, mut total) = (Endings::new(FIFTY_MOVES), Findings::default());
    let row = |name: &str, found: &Findings| {
        let [losses, blessed, draws, cursed, wins] = found.by_result;
        let Findings { max_dtz, equal, wrong, .. } = found;
        let positions: u64 = found.by_result.iter().sum();
        println!(
            "{name:7} {positions:11} {wins:10} {cursed:9} {draws:10} {blessed:9} {losses:10} {max_dtz:8} {equal:11} {wrong:9}"
        );
    };
    for ending in wanted {
        endings.solve(*ending);
        let found = endings.examine(ending, tables, check).unwrap_or_default();
        row(&ending.to_string(), &found);
        for text in &found.shown {
            println!("{text}");
        }
        total = total.plus(found);
    }
    row("total", &total);
    total.wrong == 0 && (tables.is_none() || total.equal > 0)
}
