use std::fs::File;
use std::path::PathBuf;

use chess_board::Position;
use chess_notation::polyglot::{BookFile, BookMove};
use clap::Args;
use serde::Serialize;

use crate::args::fen::FenArgs;
use crate::error::CliError;
use crate::io::diagnostics;
use crate::io::output::Output;
use crate::io::record::MoveRecord;
use crate::verdict::Verdict;

/// Show the moves of a Polyglot book for a position
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(super) struct ShowArgs {
    /// Polyglot book to read
    #[arg(value_name = "FILE.bin")]
    file: PathBuf,

    #[command(flatten)]
    fen: FenArgs,

    /// Print a JSON object for each move
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess book show performance.bin
  chess book show performance.bin 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' --json

The moves are in the order of the book. The columns are the move in SAN and in UCI, its weight, and its share of all
weights. The JSON objects are {\"uci\",\"uci960\",\"san\",\"weight\",\"share\",\"learn\"}; the share is a number from 0 to 1.

It is no error if the book has no move for the position.";

pub(super) fn run(args: &ShowArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let position = args.fen.position()?;
    let moves = File::open(&args.file)
        .and_then(BookFile::new)
        .and_then(|mut book| book.moves(&position))
        .map_err(|error| CliError::File { path: args.file.clone(), error })?;
    if moves.is_empty() {
        diagnostics::tell(format_args!("{}: no move for this position", args.file.display()));
    }
    let weights = moves.iter().map(|it| u32::from(it.weight)).sum();
    for &it in &moves {
        let row = Row::new(&position, it, weights);
        if args.json {
            output.json(&row)?;
        } else {
            let Row { mv: MoveRecord { san, uci, .. }, weight, share, .. } = row;
            output.line(format_args!("{san:<7} {uci:<5} {weight:>5} {:>5.1} %", 100.0 * share))?;
        }
    }
    Ok(Verdict::Passed)
}

/// A move of the book, as a JSON object with the keys in this order.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    mv: MoveRecord,
    weight: u16,
    /// From 0 to 1; 0 if no move has any weight.
    share: f64,
    learn: u32,
}

impl Row {
    fn new(position: &Position, BookMove { mv, weight, learn }: BookMove, weights: u32) -> Self {
        let share = f64::from(weight) / f64::from(weights.max(1));
        Self { mv: MoveRecord::new(position, mv), weight, share, learn }
    }
}
