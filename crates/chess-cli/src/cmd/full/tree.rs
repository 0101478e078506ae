//! Opening trees.

use std::cmp::Reverse;
use std::collections::HashSet;

use chess_board::Position;
use chess_data::chunks::{Chunk, Counted};
use chess_data::filter::Filter;
#[cfg(feature = "arrow")]
use chess_data::tree::TreeColumns;
use chess_data::tree::{TreeExamples, TreeMaker, TreeMove, TreeMoves, TreeShape, fen_of};
use chess_movegen::PositionExt;
use chess_types::Color;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::args::{bytes_of_mib, number};
use crate::cmd::full::shared::data_out::temporary;
use crate::cmd::full::shared::games::{Ending, Mode, PgnFiles, PgnReading, Place, check_filter};
use crate::cmd::full::shared::summary::{Sink, Summary, TableOut};
#[cfg(feature = "arrow")]
use crate::cmd::full::shared::table_file::{TableFile, TableFormat};
use crate::error::{CliError, Verdict};
use crate::io::diagnostics;
use crate::io::output::Output;
use crate::io::record::{MoveRecord, read_position};

/// Show an opening tree: the moves played, their results and ratings
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    files: PgnFiles,

    /// FEN, X-FEN or Shredder-FEN of the root [default: start of each game]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Depth of the tree in plies [default: 1, for a table 40]
    #[arg(long, value_name = "N", value_parser = number(1_u32, 1000))]
    depth: Option<u32>,

    /// Drop moves played in fewer than N games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1, u64::MAX))]
    min_games: u64,

    /// Keep only games that match this filter
    #[arg(long, value_name = "FILTER")]
    filter: Option<Filter>,

    /// Keep only games of this player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Side of the player
    #[arg(long, requires = "player", value_parser = sides())]
    side: Option<Color>,

    /// Print a JSON object for each move, or for the summary of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    table: TableOut,

    /// Extra columns of the table, comma-separated
    #[arg(
        long,
        value_name = "NAMES",
        value_enum,
        value_delimiter = ',',
        requires = "table",
        hide_short_help = true,
        hide = !cfg!(feature = "arrow")
    )]
    add: Vec<Extra>,

    /// Memory for moves in MiB; the rest goes to temporary files
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 512,
        value_parser = number(1, u16::MAX),
        hide_short_help = true
    )]
    memory: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Extra {
    Polyglot,
    Fen,
}

fn sides() -> impl TypedValueParser<Value = Color> {
    let side = |name: String| if name == "white" { Color::White } else { Color::Black };
    PossibleValuesParser::new(["white", "black"]).map(side)
}

const DETAILS: &str = "\
Examples:
  chess tree games.pgn
  chess tree games.pgn --side white --player 'Carlsen, Magnus' --depth 6 --min-games 10
  chess tree *.pgn.zst --filter 'elo >= 2200' --parquet tree.parquet --depth 30

Columns: move, games, a bar of White wins, draws and Black wins, the same in per cent, mean rating and performance of the players, year
of the last game, and the first game (its URL, or file and number). The last line counts games, malformed games (included only with
--lenient) and moves.

The tree starts at the start position of each game, or with --fen wherever a game reaches that position. Transpositions are merged, a game
counts once, and a position is shown once. Performance is the mean rating of the opponents + 400 (wins - losses) / games.

A table has a row per position and move, sorted by key and move: docs/columns.md. docs/filters.md describes filters, docs/json.md the JSON.

The exit code is 1 if a game is malformed or a file unreadable. Ctrl-C and SIGTERM print only a summary.";

impl TreeArgs {
    /// Checks that the filter decides about games, and that the program was built with what a table needs.
    pub(crate) fn check(&self) -> Result<(), String> {
        check_filter(self.filter.as_ref())?;
        Ok(self.table.check()?)
    }
}

pub(crate) fn run(args: &TreeArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let wrong = |error| CliError::Fen { argument: "--fen", error };
    let root = args.fen.as_deref().map(read_position).transpose().map_err(wrong)?;
    let mut filter = args.filter.clone().unwrap_or_default();
    if let Some(player) = &args.player {
        filter = filter.of_player(player, args.side).map_err(|error| CliError::option("--player", error))?;
    }
    let path = args.table.path();
    let depth = args.depth.unwrap_or(if path.is_some() { 40 } else { 1 });
    let maker = TreeMaker::new(bytes_of_mib(args.memory.into())).map_err(temporary)?;
    let tree = Tree {
        args,
        depth,
        position: root.unwrap_or(Position::START),
        maker,
        output: output.clone(),
        games: 0,
        broken: 0,
        #[cfg(feature = "arrow")]
        table: create_table(args)?,
    };
    let mut reading = args.files.open();
    reading.keep(&filter);
    // The objects of the moves say all that a summary would.
    let sink = (path.is_some() || !args.json).then(|| Sink::new(args.json, path));
    reading.run(&TreeShape { root, depth: depth as usize }, tree, sink, output)
}

/// Counts what is played, and shows or writes it.
struct Tree<'a> {
    args: &'a TreeArgs,
    depth: u32,
    position: Position,
    maker: TreeMaker,
    output: Output,
    games: u64,
    broken: u64,
    #[cfg(feature = "arrow")]
    table: Option<OpenTable>,
}

impl Mode for Tree<'_> {
    type Shared = TreeShape;
    type Part = TreeMoves;

    fn chunk(shape: &TreeShape, reading: &PgnReading, chunk: &Chunk<'_>) -> Counted<TreeMoves> {
        shape.read(chunk, reading.filter(), &reading.base(chunk))
    }

    fn add(&mut self, mut moves: TreeMoves, place: &Place<'_>, _: &mut Output) -> Result<bool, CliError> {
        self.games += moves.read;
        self.broken += moves.faults.len() as u64;
        for fault in moves.faults.drain(..) {
            let fault = place.origin.place(fault);
            place.suspend(|| diagnostics::tell(format_args!("broken {}: {fault}", place.path.display())));
        }
        let added = self.maker.add(moves, &place.path.to_string_lossy(), place.origin.games);
        added.map(|()| true).map_err(temporary)
    }

    fn finish(self, ending: Ending) -> (Summary, Result<(), CliError>) {
        let (games, broken) = (self.games, self.broken);
        let written = match ending {
            Ending::Interrupted => Ok(0),
            // A file that cannot be read has been reported.
            Ending::Unreadable if games == 0 => Ok(0),
            _ => self.write(),
        };
        let moves = *written.as_ref().unwrap_or(&0);
        (Summary::new([("games", games), ("broken", broken), ("moves", moves)]), written.map(drop))
    }
}

impl Tree<'_> {
    /// Shows or writes the moves, and returns their number.
    fn write(self) -> Result<u64, CliError> {
        let Self { args, depth, position, maker, output, .. } = self;
        let (mut rows, examples) = maker.finish(args.min_games).map_err(temporary)?;
        #[cfg(feature = "arrow")]
        if let Some(table) = self.table {
            return write_table(table, rows, examples);
        }
        let rows = rows.next_rows(usize::MAX).map_err(temporary)?;
        let mut show =
            Show { rows, examples, shown: HashSet::new(), moves: 0, depth, as_json: args.json, output };
        show.show(&position, 0)?;
        Ok(show.moves)
    }
}

/// Shows the moves of positions, each once.
struct Show {
    /// Sorted by key.
    rows: Vec<TreeMove>,
    examples: TreeExamples,
    /// The keys of the positions whose moves have been shown.
    shown: HashSet<u64>,
    moves: u64,
    depth: u32,
    as_json: bool,
    output: Output,
}

/// A move of the tree, as a JSON object with the keys in this order.
#[derive(Serialize)]
struct Record {
    ply: u32,
    fen: String,
    #[serde(flatten)]
    mv: MoveRecord,
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    elo: Option<f64>,
    performance: Option<f64>,
    last: Option<String>,
    example: String,
}

impl Show {
    /// Shows the moves of a position, the most frequent first, and after each those of the position that it leads to.
    fn show(&mut self, position: &Position, ply: u32) -> Result<(), CliError> {
        let key = position.key();
        if ply == self.depth || !self.shown.insert(key) {
            return Ok(());
        }
        let first = self.rows.partition_point(|row| row.key < key);
        let rows = self.rows[first..].iter().copied().take_while(|row| row.key == key);
        let mut rows: Vec<TreeMove> = rows.filter(|row| position.is_legal(row.mv)).collect();
        rows.sort_by_key(|row| Reverse(row.counts[0]));
        let examples = self.examples.read(&rows).map_err(temporary)?;
        for (row, example) in rows.iter().zip(examples) {
            self.moves += 1;
            let after = position.after(row.mv);
            let [elo, performance] =
                row.ratings(position.side_to_move()).map_or([None; 2], |both| both.map(Some));
            let (mv, last) = (MoveRecord::new(position, row.mv), row.last().map(|date| date.to_string()));
            let [games, white, draws, black, ..] = row.counts;
            if self.as_json {
                let (fen, example) = (fen_of(position), example.game);
                let record =
                    Record { ply, fen, mv, games, white, draws, black, elo, performance, last, example };
                self.output.json(&record)?;
            } else {
                let (indent, width) = (2 * ply as usize, 6 + 2 * self.depth.min(10) as usize);
                let name = format!("{:indent$}{}", "", mv.san);
                let count = self.output.grouping().of(games);
                let rating = |rating: Option<f64>| rating.map_or("-".into(), |it| format!("{it:.0}"));
                let (elo, performance) = (rating(elo), rating(performance));
                let results = results([white, draws, black], games);
                let year = last.as_deref().and_then(|last| last.get(..4)).unwrap_or("-");
                let above = if self.shown.contains(&after.key()) { " (see above)" } else { "" };
                self.output.line(format_args!(
                    "{name:<width$} {count:>9} {results} {elo:>4} {performance:>4} {year:>4} {}{above}",
                    diagnostics::visible(example.game)
                ))?;
            }
            if self.output.is_closed() {
                break;
            }
            self.show(&after, ply + 1)?;
        }
        Ok(())
    }
}

/// The shares of White's wins, draws and Black's wins, as a bar and in per cent. What is left of the bar are unknown results.
fn results(counts: [u64; 3], games: u64) -> String {
    const CELLS: u64 = 20;
    let (mut text, mut sum, mut end, all) = (String::new(), 0, 0, games.max(1));
    for (count, cell) in counts.into_iter().zip(["█", "▒", "░"]) {
        sum += count;
        let cells = (CELLS * sum + all / 2) / all;
        text.push_str(&cell.repeat((cells - end) as usize));
        end = cells;
    }
    text.push_str(&" ".repeat((CELLS - end) as usize));
    text + &counts.map(|count| format!(" {:>3} %", (100 * count + all / 2) / all)).concat()
}

/// A table that is being written.
#[cfg(feature = "arrow")]
type OpenTable = (TreeColumns, TableFormat, TableFile);

/// Begins the table that is wanted. A path that cannot be written is refused before any work is done.
#[cfg(feature = "arrow")]
fn create_table(args: &TreeArgs) -> Result<Option<OpenTable>, CliError> {
    let has = |extra| args.add.contains(&extra);
    let columns = TreeColumns { polyglot: has(Extra::Polyglot), fen: has(Extra::Fen) };
    let Some((path, format)) = args.table.format(&columns.schema())? else { return Ok(None) };
    let file = format.create(path)?;
    Ok(Some((columns, format, file)))
}

/// Writes all rows, so many at a time, and returns their number.
#[cfg(feature = "arrow")]
fn write_table(
    (columns, format, mut file): OpenTable,
    mut rows: chess_data::tree::TreeRows,
    mut examples: TreeExamples,
) -> Result<u64, CliError> {
    let mut written = 0;
    loop {
        let some = rows.next_rows(1 << 16).map_err(temporary)?;
        let games = examples.read(&some).map_err(temporary)?;
        written += some.len() as u64;
        if some.is_empty() {
            return file.finish().map(|()| written);
        }
        if !file.write(format.encode(columns.batch(&some, &games))?)? {
            return Ok(written);
        }
    }
}
