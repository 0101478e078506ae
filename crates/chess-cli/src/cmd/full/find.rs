//! `chess find`: the games of Parquet files that a filter keeps, by their moves.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, RecordBatch};
use chess_data::columns::{Search, cell_text};
use chess_data::filter::Filter;
use chess_data::parquet::FileReader;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use crate::args::ThreadArgs;
use crate::cmd::full::shared::summary::{Sink, Summary, Told};
use crate::error::{CliError, Verdict};
use crate::io::diagnostics::visible;
use crate::io::output::{Output, write_json};

/// Search Parquet files for games that match a filter
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct FindArgs {
    /// Tables with a column of moves, as chess pgn --parquet writes them
    #[arg(required = true, value_name = "FILE.parquet")]
    files: Vec<PathBuf>,

    /// Filter, such as 'some(fen == "FEN") and result == draw'
    #[arg(long, value_name = "FILTER", value_parser = search)]
    filter: Search,

    /// Print a JSON object per game found, the summary last
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    threads: ThreadArgs,
}

const DETAILS: &str = "\
Examples:
  chess find part/*.parquet --filter 'some(material == \"KRPvKR\" or flipped)'
  chess find games.parquet --filter 'first(board has \"Nd5 pe5\") < 40 and white_elo >= 2400'

The column moves is replayed from the column start, if there is one. Tags, results and errors come from their columns; clocks and scores
are unavailable. docs/filters.md describes filters.

Each game found is printed with its file, row (from 0), the ply at which the first some(...), first(...) or the like in the filter
matches, players, result, date and site. The last line counts games, matches and invalid rows; the first 100 invalid rows are
reported on stderr.

The exit code is 1 if a row is not a valid game.";

/// The columns of a found game that are printed.
const SHOWN: [&str; 5] = ["white", "black", "result", "date", "site"];

fn search(filter: &str) -> Result<Search, String> {
    let filter: Filter =
        filter.parse().map_err(|error: chess_data::filter::ParseFilterError| error.to_string())?;
    Search::new(&filter).map_err(|error| error.to_string())
}

/// A game that is found, as a JSON object with the keys in this order.
#[derive(Serialize)]
struct Game {
    file: String,
    row: u64,
    first: Option<u32>,
    white: Option<String>,
    black: Option<String>,
    result: Option<String>,
    date: Option<String>,
    site: Option<String>,
}

/// What is found in a group of rows.
#[derive(Default)]
struct Found {
    text: Vec<u8>,
    count: u64,
    errors: Vec<(u64, String)>,
}

pub(crate) fn run(args: &FindArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let pool = args.threads.pool()?;
    let (mut games, mut found, mut broken) = (0, 0, Told::default());
    for path in &args.files {
        if !fs::metadata(path).map_err(CliError::file(path))?.is_file() {
            let fault = "a Parquet file cannot be read from a folder or a pipe";
            return Err(CliError::file(path)(io::Error::other(fault)));
        }
        let file = FileReader::open(path).map_err(unreadable(path))?;
        let firsts = (0..file.groups()).scan(0, |next, group| {
            let first = *next;
            *next += file.rows(group);
            Some((group, first))
        });
        let groups: Vec<(usize, u64)> = firsts.collect();
        for block in groups.chunks(2 * pool.current_num_threads()) {
            let read = |&(group, first): &(usize, u64)| args.group(path, &file, group, first);
            let parts: Vec<_> = pool.install(|| block.par_iter().map(read).collect());
            for part in parts {
                let part: Found = part?;
                found += part.count;
                output.lines(&part.text)?;
                for (row, error) in part.errors {
                    broken.add(|| format!("broken {}: row {row}: {error}", path.display()));
                }
                if output.is_closed() {
                    return Ok(Verdict::Passed);
                }
            }
        }
        games += (0..file.groups()).map(|group| file.rows(group)).sum::<u64>();
    }
    let summary = Summary::new([("games", games), ("found", found), ("broken", broken.count())]);
    Sink::new(args.json, None).print(&summary, output)?;
    Ok(if broken.count() == 0 { Verdict::Passed } else { Verdict::Failed })
}

impl FindArgs {
    /// Searches a group of rows, of which `first` is the number of the first. The columns that are printed are read of found games only.
    fn group(&self, path: &Path, file: &FileReader, group: usize, first: u64) -> Result<Found, CliError> {
        let (mut search, mut found) = (self.filter.clone(), Found::default());
        let columns: Vec<String> = search.columns().map(str::to_owned).collect();
        let batches = file.read(group, columns.iter().map(String::as_str)).map_err(unreadable(path))?;
        let (mut rows, mut next) = (Vec::new(), 0);
        for games in batches {
            let games = games.map_err(unreadable(path))?;
            let answers = search.answers(&games).map_err(unreadable(path))?;
            let is_found = answers.column(0).as_boolean();
            let plies = answers.column(1).as_primitive::<UInt32Type>();
            let errors = answers.column(2).as_string::<i32>();
            for (i, row) in (0..games.num_rows()).zip(next..) {
                if is_found.value(i) {
                    rows.push((row, plies.is_valid(i).then(|| plies.value(i))));
                }
                if errors.is_valid(i) {
                    found.errors.push((first + row as u64, errors.value(i).to_owned()));
                }
            }
            next += games.num_rows();
        }
        found.count = rows.len() as u64;
        let mut shown = rows.iter();
        if !rows.is_empty() {
            let numbers = rows.iter().map(|&(row, _)| row);
            for games in file.read_rows(group, numbers, SHOWN).map_err(unreadable(path))? {
                let games = games.map_err(unreadable(path))?;
                for (i, &(row, ply)) in (0..games.num_rows()).zip(shown.by_ref()) {
                    self.print(path, first + row as u64, ply, &games, i, &mut found.text)?;
                }
            }
        }
        Ok(found)
    }

    /// Writes the line of a game.
    fn print(
        &self,
        path: &Path,
        row: u64,
        first: Option<u32>,
        games: &RecordBatch,
        i: usize,
        text: &mut Vec<u8>,
    ) -> io::Result<()> {
        let cells = SHOWN.map(|name| games.column_by_name(name).and_then(|array| cell_text(name, array, i)));
        if self.json {
            let [white, black, result, date, site] = cells;
            let file = path.display().to_string();
            write_json(text, &Game { file, row, first, white, black, result, date, site })?;
            text.push(b'\n');
            return Ok(());
        }
        let first = first.map_or_else(|| "-".to_owned(), |ply| ply.to_string());
        let cells = cells.map(|cell| cell.unwrap_or_else(|| "?".to_owned())).join(" | ");
        writeln!(text, "{}", visible(format!("{} {row} {first} {cells}", path.display())))
    }
}

/// The file cannot be read as a table of games.
fn unreadable<E: Into<Box<dyn Error + Send + Sync>>>(path: &Path) -> impl Fn(E) -> CliError {
    move |error| CliError::file(path)(io::Error::other(error))
}
