//! Polyglot books.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use chess_board::Position;
use chess_data::book::{BookMaker, BookMoves, MAX_BOOK};
use chess_data::chunks::{Chunk, Counted};
use chess_data::input::Input;
use chess_data::main_line::MainLine;
use chess_notation::pgn::GameError;
use chess_notation::polyglot::{self, Book, BookMove, MergeError};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::args::{FenArgs, bytes_of_mib, number};
use crate::cmd::full::shared::data_out::temporary;
use crate::cmd::full::shared::games::{Ending, Mode, PgnFiles, PgnReading, Place};
use crate::cmd::full::shared::summary::{Sink, Summary};
use crate::error::{CliError, Verdict};
use crate::io::diagnostics;
use crate::io::out_file::{OutFile, write_file};
use crate::io::output::Output;
use crate::io::record::MoveRecord;

/// Show, build or merge Polyglot opening books
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    Show(ShowArgs),
    Build(BuildArgs),
    Merge(MergeArgs),
}

const DETAILS: &str = "\
Examples:
  chess book show performance.bin
  chess book build games.pgn --out book.bin
  chess book merge mine.bin yours.bin --out ours.bin";

pub(crate) fn run(args: &BookArgs, output: &mut Output) -> Result<Verdict, CliError> {
    match &args.command {
        BookCommand::Show(args) => show(args, output),
        BookCommand::Build(args) => build(args, output),
        BookCommand::Merge(args) => merge(args, output),
    }
}

/// Show the moves of a Polyglot book for a position
#[derive(Args)]
#[command(after_help = SHOW_DETAILS)]
struct ShowArgs {
    /// Polyglot book
    #[arg(value_name = "FILE.bin")]
    file: PathBuf,

    #[command(flatten)]
    fen: FenArgs,

    /// Print a JSON object per move
    #[arg(long)]
    json: bool,
}

const SHOW_DETAILS: &str = "\
Examples:
  chess book show performance.bin
  chess book show performance.bin --json
  chess book show performance.bin --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -'

The moves are in the order of the book. The columns are the move in SAN and in UCI, its weight, and its share of all
weights. The JSON objects are {\"uci\",\"uci960\",\"san\",\"weight\",\"share\",\"learn\"}; the share is a number from 0 to 1.

A position without a move in the book is not an error.";

fn show(args: &ShowArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let position = args.fen.position()?;
    let unreadable = CliError::file(&args.file);
    let book = read(&args.file)?;
    let moves = book.moves(&position);
    if moves.is_empty() {
        // A file that is not a book has no order in which the position could be found.
        book.verify().map_err(|error| unreadable(io::Error::other(error)))?;
        diagnostics::tell(format_args!("{}: no move for this position", args.file.display()));
    }
    let entries = book.entries(polyglot::key(&position));
    for &BookMove { mv, .. } in moves.iter() {
        let count = entries.clone().filter(|it| polyglot::resolve(&position, it.word) == Some(mv)).count();
        if count > 1 {
            let file = args.file.display();
            diagnostics::tell(format_args!("{file}: {mv} has {count} entries; their weights are added up"));
        }
    }
    let weights = moves.iter().map(|it| u32::from(it.weight)).sum();
    for &it in moves.iter() {
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

/// Build a Polyglot book from the games of PGN files
#[derive(Args)]
#[command(after_help = BUILD_DETAILS)]
struct BuildArgs {
    #[command(flatten)]
    files: PgnFiles,

    /// Book to write
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,

    /// Use the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number(0, u32::MAX))]
    max_ply: u32,

    /// Drop moves with a weight below N (0: keep all)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0, u64::MAX))]
    min_weight: u64,

    /// Memory for moves in MiB; the rest goes to temporary files
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = number(1, u16::MAX))]
    memory: u16,
}

const BUILD_DETAILS: &str = "\
Examples:
  chess book build games.pgn --out book.bin
  zstdcat games.pgn.zst | chess book build - --out book.bin --max-ply 24 --min-weight 10

A win adds 2 to the weight of each move of the winner, a draw 1 to every move. Moves of the loser and of games without a result have
weight 0; --min-weight 0 keeps them, for example for a file of opening lines. Malformed games are reported on stderr and dropped
unless --lenient recovers them. Weights that exceed 16 bits are scaled down per position.

Memory is bounded for any number of games. Temporary files take 14 bytes per distinct move, in TMPDIR or /tmp.

The exit code is 1 if a game is malformed or a file unreadable; the book is written nevertheless, unless it would be empty. Ctrl-C and
SIGTERM write nothing and keep an existing book; the summary is then marked incomplete.";

fn build(args: &BuildArgs, output: &mut Output) -> Result<Verdict, CliError> {
    // A path that cannot be written is refused before any work is done.
    let out = OutFile::create(&args.out).map_err(CliError::file(&args.out))?;
    let maker = BookMaker::new(bytes_of_mib(args.memory.into()));
    args.files.open().run(
        args,
        Build { args, out, maker, games: 0, broken: 0 },
        Some(Sink::new(false, None)),
        output,
    )
}

/// Builds a book from games.
struct Build<'a> {
    args: &'a BuildArgs,
    out: OutFile,
    maker: BookMaker,
    games: u64,
    broken: u64,
}

/// The games of a chunk.
#[derive(Default)]
struct Batch {
    games: u64,
    faults: Vec<GameError>,
    moves: BookMoves,
}

impl Mode for Build<'_> {
    type Shared = BuildArgs;
    type Part = Batch;

    fn chunk(args: &BuildArgs, _: &PgnReading, chunk: &Chunk<'_>) -> Counted<Batch> {
        let (mut replay, mut game) = (chunk.replay(), MainLine::default());
        let mut batch = Batch::default();
        while game.read(&mut replay) {
            batch.games += 1;
            batch.faults.extend(game.fault());
            if game.fault().is_none() || args.files.are_lenient() {
                batch.moves.add_game(&game, args.max_ply as usize, args.min_weight == 0);
            }
        }
        batch.moves.merge();
        Counted { value: batch, games: replay.game() }
    }

    fn add(&mut self, batch: Batch, place: &Place<'_>, _: &mut Output) -> Result<bool, CliError> {
        self.games += batch.games;
        self.broken += batch.faults.len() as u64;
        for fault in batch.faults {
            let fault = place.origin.place(fault);
            place.suspend(|| diagnostics::tell(format_args!("broken {}: {fault}", place.path.display())));
        }
        self.maker.add(batch.moves).map_err(temporary)?;
        Ok(true)
    }

    fn finish(self, ending: Ending) -> (Summary, Result<(), CliError>) {
        let Self { args, mut out, maker, games, broken } = self;
        let summary = |moves| Summary::new([("games", games), ("broken", broken), ("moves", moves)]);
        // A file that cannot be read has been reported.
        if ending == Ending::Interrupted || ending == Ending::Unreadable && games == 0 {
            return (summary(0), Ok(()));
        }
        let written = maker.write(args.min_weight, &mut out).and_then(|moves| match args.min_weight {
            _ if moves > 0 || games == 0 => out.finish().map(|()| moves),
            0 => Err(io::Error::other("no move was kept: no game has a move that can be read")),
            weight => Err(io::Error::other(format!(
                "no move has a weight of {weight} or more (only wins and draws add weight); use --min-weight 0 to keep all moves"
            ))),
        });
        (summary(*written.as_ref().unwrap_or(&0)), written.map(drop).map_err(CliError::file(&args.out)))
    }
}

/// Merge Polyglot books, adding up weights
#[derive(Args)]
#[command(after_help = MERGE_DETAILS)]
struct MergeArgs {
    /// Books to merge
    #[arg(required = true, value_name = "FILE.bin")]
    files: Vec<PathBuf>,

    /// Book to write
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,
}

const MERGE_DETAILS: &str = "\
Examples:
  chess book merge mine.bin yours.bin --out ours.bin

The command keeps the moves of one position in memory, however large the books are. Where the weights of a position do not
fit in 16 bits, all of them are scaled down. A book that is not sorted is refused.";

fn merge(args: &MergeArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let open = |path: &PathBuf| File::open(path).map_err(CliError::file(path));
    let books = args.files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let moves = write_file(&args.out, |out| {
        polyglot::merge(books, out).map_err(|error| match error {
            MergeError::Read { book, error } => {
                CliError::File { path: args.files.get(book).cloned().unwrap_or_default(), error }
            }
            MergeError::Write(error) => CliError::File { path: args.out.clone(), error },
            error => CliError::File { path: args.out.clone(), error: io::Error::other(error) },
        })
    })?;
    let moves = output.grouping().of(moves);
    output.line(format_args!("moves {moves}"))?;
    Ok(Verdict::Passed)
}

/// Reads a book.
pub(crate) fn read(path: &Path) -> Result<Book<Vec<u8>>, CliError> {
    let bytes = Input::file(path).read_bytes(MAX_BOOK);
    let book = bytes.and_then(|bytes| Book::new(bytes).map_err(io::Error::other));
    book.map_err(CliError::file(path))
}
