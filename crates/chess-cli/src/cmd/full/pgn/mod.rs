#[cfg(feature = "arrow")]
mod arrow;
mod dedup;
mod export;
#[cfg(feature = "parquet")]
mod parquet;
mod rewrite;
mod training;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess_data::chunks::{Chunk, Counted};
use chess_data::columns::Columns;
use chess_data::filter::Filter;
use chess_data::json;
use chess_data::main_line::MainLine;
use chess_notation::pgn::{GameError, PgnRule};
use clap::Args;
use serde::Serialize;

#[cfg(feature = "arrow")]
use self::arrow::{Arrow, OpenTable, Shared};
use self::export::ExportArgs;
#[cfg(feature = "parquet")]
use self::parquet::Parquet;
use self::training::{Training, TrainingArgs};
use crate::cmd::full::shared::games::{
    Ending, Mode, OpeningNamesArg, PgnFiles, PgnReading, Place, ScoreViewArg, check_filter,
};
use crate::cmd::full::shared::summary::{Sink, Summary, check_features};
#[cfg(feature = "arrow")]
use crate::cmd::full::shared::table_file::TableFormat;
use crate::error::{CliError, Verdict};
use crate::io::diagnostics::visible;
use crate::io::output::{Output, write_json};

/// Validate, filter, rewrite and export PGN files
#[derive(Args)]
#[command(after_help = DETAILS, after_long_help = MANUAL)]
pub(crate) struct PgnArgs {
    #[command(flatten)]
    files: PgnFiles,

    /// Print a JSON object per game, or for the summary of a file
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    training: TrainingArgs,

    #[command(flatten)]
    score_view: ScoreViewArg,

    #[command(flatten)]
    names: OpeningNamesArg,

    #[command(flatten)]
    export: ExportArgs,
}

impl PgnArgs {
    /// Checks that the program was built with what a table needs, that the format of a training file is known, and that conditions on
    /// moves have a list of moves to make shorter.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.training.check()?;
        self.export.check(&self.files)?;
        self.table.check()?;
        let has_moves = self.table.is_wanted() || self.training.target().is_some();
        if has_moves { Ok(()) } else { check_filter(self.table.filter.as_ref()) }
    }
}

const DETAILS: &str = "\
Examples:
  chess pgn games.pgn
  chess pgn lichess_db_standard_rated_2013-01.pgn.zst folder_of_games
  zstdcat games.pgn.zst | chess pgn -
  chess pgn games.pgn --filter 'elo >= 2000 and TimeControl == \"300+0\"'
  chess pgn *.pgn.zst --parquet tables --columns file,game,moves,clocks,evals --filter 'ply >= 16'
  chess pgn *.pgn.zst --filter 'eco ~ \"B9\"' --out najdorf.pgn --dedup
  chess pgn games.pgn --out plain.pgn --rewrite --no-comments --no-variations --no-nags
  chess pgn *.pgn.zst --filter 'some(material == \"KRPvKR\" or flipped)' --out endings.pgn
  chess pgn *.pgn.zst --training binpack games.binpack --filter 'elo >= 2400 and quiet'

Main lines are replayed, variations skipped. Each malformed game is reported. The last line counts games, plies and malformed
(\"broken\") games, and is marked incomplete after Ctrl-C or SIGTERM. The exit code is 1 if a game is malformed or a file unreadable.

A filter compares tags and columns by == != < <= > >= ~ like in is, with and, or, not. It keeps games; some(...), every(...), count(...),
first(...) and last(...) ask about their moves and positions. Outside of these, a condition on moves does not select games: it
selects the moves that go into tables and training files.

In the repository, docs/filters.md describes filters, docs/rewriting.md --out, docs/columns.md tables, docs/training.md training files and
docs/json.md the JSON. --columns help lists all columns.";

const MANUAL: &str = "\
With --lenient, a malformed game is read to its end: long notation, blanks within results, broken tags and more are repaired or
skipped. The first error of each game is reported; the column errors of a table has the first 1,000 of them.

Compression is recognised by the first bytes of a file. Folders are searched at any depth for files whose names end with .pgn,
.pgn.zst, .pgn.gz or .pgn.bz2. Output is in input order for any number of threads; games
on stdin are answered as they end.

With --json, every game is an object, as docs/json.md describes: file (if there are several), game (its number), headers, result, plies,
final_fen, uci (the moves played, up to the first error), and error (null, or the first fault).

With --parquet, each input file becomes a Parquet file in the folder DIR: games.pgn.zst becomes games.parquet. With --arrow, all games
become one Arrow IPC file, or a stream on stdout if FILE is -. A file appears when it is complete; an input that cannot be read to its
end has no table. --resume rewrites the tables of files whose size or time has changed. The summary counts rows and malformed games
among them, and has an order-independent checksum of the rows.

With --training, all scored positions become one file of training data, as by chess convert, whose help describes the formats. It is
not written if an input cannot be read to its end or the run is interrupted. A move that the filter rejects splits its game in two.

With --out, matching games are copied unchanged, up to the beginning of the next game; without a filter, malformed games are kept and \
counted. --split-by Result writes FILE-1-0.pgn and so on, or FOLDER/1-0.pgn if FILE is a folder or ends with /; --split 1000 writes \
FILE-1.pgn, FILE-2.pgn and so on. --stop-after N ends after N games.

--dedup keeps the first of the games with the same players, start position and moves; --dedup=position the first with the same players, \
final position and number of plies; --dedup=prefix also drops a game that is the beginning of a longer one of the same players, and reads \
the files twice (no pipes). Each duplicate is reported with the game kept in its place.

With --rewrite, games are written in PGN export format. --ply-limit 40 keeps the first 40 plies, of variations, too; --drop-ply 10 starts \
a game after its first 10, with the tags FEN and SetUp. --tags White,Black,Result keeps these tags, and those of a start position. \
--fen-comments 1 adds the FEN after each ply, --add-plycount the tag PlyCount; --san, --lan and --uci set the notation (e4, e2-e4, e2e4). \
Malformed games are copied unchanged, unless --lenient recovers them.

With --opening-names, eco and opening of columns, filters and --split-by come from the last position of a game that is in FILE; if none
is, from the tags of the game. A summary goes to stderr if stdout has the data (FILE is -).";

pub(crate) fn run(args: &PgnArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let (view, names) = (args.score_view.view(), args.names.read()?.map(Arc::new));
    let mut reading = args.files.open();
    reading.set(|input| input.with_score_view(view).with_opening_names(names.clone()));
    reading.keep(args.table.filter.as_ref().unwrap_or(&Filter::ALL));
    if args.table.is_wanted() {
        return args.table.run(reading, args.names.opening_names.as_deref(), args.json, output);
    }
    if let Some(path) = args.export.path() {
        return args.export.run(path, &reading, Sink::new(args.json, Some(path)), output);
    }
    if let Some((format, path)) = args.training.target() {
        // Each chunk of games becomes a chunk of a binpack file.
        reading.ignore_pauses();
        return reading.run(&format, Training::new(path)?, Some(Sink::new(args.json, Some(path))), output);
    }
    // The objects of the games say all that a summary would.
    let sink = (!args.json).then(|| Sink::new(false, None));
    let with_files = reading.are_many();
    reading.run(&args.json, Validation { with_files, ..Validation::default() }, sink, output)
}

/// Reports each game as JSON, or the broken ones as text.
#[derive(Default)]
struct Validation {
    with_files: bool,
    totals: Totals,
    lines: Vec<u8>,
}

/// Numbers of games.
#[derive(Clone, Copy, Default)]
struct Totals {
    games: u64,
    plies: u64,
    broken: u64,
}

impl Mode for Validation {
    /// True if each game is reported as JSON.
    type Shared = bool;
    type Part = Report;

    fn chunk(&as_json: &bool, reading: &PgnReading, chunk: &Chunk<'_>) -> Counted<Report> {
        let (mut replay, mut game) = (chunk.replay(), MainLine::default());
        let mut report = Report::default();
        game.set_filter(reading.filter(), &reading.base(chunk));
        while game.read(&mut replay) {
            if game.is_kept() {
                report.add(&game, as_json);
            }
        }
        Counted { value: report, games: replay.game() }
    }

    fn add(&mut self, report: Report, place: &Place<'_>, output: &mut Output) -> Result<bool, CliError> {
        self.totals.add(report.totals);
        self.lines.clear();
        report.write_faults(place, &mut self.lines);
        report.write_json(self.with_files, place, &mut self.lines)?;
        if !self.lines.is_empty() {
            place.suspend(|| output.lines(&self.lines))?;
        }
        Ok(!output.is_closed())
    }

    fn finish(self, _: Ending) -> (Summary, Result<(), CliError>) {
        let Totals { games, plies, broken } = self.totals;
        (Summary::new([("games", games), ("plies", plies), ("broken", broken)]), Ok(()))
    }
}

/// The report on the games of a chunk, whose places in the file are not known yet.
#[derive(Default)]
struct Report {
    totals: Totals,
    faults: Vec<GameError>,
    /// The JSON objects of all games, from after their numbers to their ends, but for the errors of broken games, which depend on places.
    keys: String,
    games: Vec<Game>,
}

struct Game {
    number: u64,
    /// The end of its object.
    end: usize,
    fault: Option<GameError>,
}

impl Report {
    fn add(&mut self, game: &MainLine, as_json: bool) {
        let fault = game.fault();
        self.totals.add(Totals {
            games: 1,
            plies: game.moves().len() as u64,
            broken: fault.is_some().into(),
        });
        if as_json {
            self.keys.push(',');
            json::push_game_keys(&mut self.keys, game);
            self.keys.push_str(if fault.is_some() { r#","error":"# } else { ",\"error\":null}\n" });
            self.games.push(Game { number: game.number(), end: self.keys.len(), fault });
        } else {
            self.faults.extend(fault);
        }
    }

    /// Writes a line for each broken game.
    fn write_faults(&self, place: &Place<'_>, lines: &mut Vec<u8>) {
        let path = place.path.display();
        for &fault in &self.faults {
            let fault = place.origin.place(fault);
            lines.extend_from_slice(visible(format_args!("broken {path}: {fault}")).to_string().as_bytes());
            lines.push(b'\n');
        }
    }

    /// Writes the JSON object of each game as a line.
    fn write_json(self, with_file: bool, place: &Place<'_>, lines: &mut Vec<u8>) -> io::Result<()> {
        let mut head = String::from("{");
        if with_file {
            head.push_str("\"file\":");
            json::push_str(&mut head, &place.path.to_string_lossy());
            head.push(',');
        }
        head.push_str("\"game\":");
        let mut start = 0;
        for Game { number, end, fault } in self.games {
            lines.extend_from_slice(head.as_bytes());
            write!(lines, "{}", place.origin.games + number)?;
            lines.extend_from_slice(&self.keys.as_bytes()[start..end]);
            start = end;
            if let Some(fault) = fault {
                write_json(lines, &FaultRecord::from(place.origin.place(fault)))?;
                lines.extend_from_slice(b"}\n");
            }
        }
        Ok(())
    }
}

impl Totals {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.broken += other.broken;
    }
}

/// The JSON object of a fault, its keys in this order.
#[derive(Serialize)]
struct FaultRecord {
    line: u64,
    offset: u64,
    token: String,
    message: String,
    kind: &'static str,
}

impl From<GameError> for FaultRecord {
    fn from(GameError { line, offset, token, rule, .. }: GameError) -> Self {
        let token = String::from_utf8_lossy(token.as_bytes()).into_owned();
        Self { line, offset, token, message: rule.to_string(), kind: kind(&rule) }
    }
}

/// The kind of an error in JSON: those of `chess resolve` for a move.
fn kind(rule: &PgnRule) -> &'static str {
    match rule {
        PgnRule::San(error) => error.kind(),
        PgnRule::Fen(_) | PgnRule::NoFen => "fen",
        PgnRule::Variant => "variant",
        _ => "syntax",
    }
}

#[derive(Args)]
struct TableArgs {
    /// Keep only games (and, in tables, moves) that match this filter
    #[arg(long, value_name = "FILTER")]
    filter: Option<Filter>,

    /// Write a Parquet file per input file to this folder
    #[arg(long, value_name = "DIR", group = "table", hide = !cfg!(feature = "parquet"))]
    parquet: Option<PathBuf>,

    /// Skip input files whose Parquet file is complete
    #[arg(long, hide_short_help = true, requires = "parquet", hide = !cfg!(feature = "parquet"))]
    resume: bool,

    /// Write an Arrow IPC file; - for a stream on stdout
    ///
    /// - means a stream on stdout.
    #[arg(long, value_name = "FILE", group = "table", hide = !cfg!(feature = "arrow"))]
    arrow: Option<PathBuf>,

    /// Columns of the table, comma-separated
    #[arg(long, value_name = "NAMES", requires = "table", hide = !cfg!(feature = "arrow"))]
    columns: Option<Columns>,
}

impl TableArgs {
    fn check(&self) -> Result<(), &'static str> {
        check_features(self.parquet.is_some(), self.arrow.is_some())
    }

    /// True if a table is written in place of text.
    const fn is_wanted(&self) -> bool {
        self.parquet.is_some() || self.arrow.is_some()
    }

    /// Writes the table.
    #[cfg(feature = "arrow")]
    #[cfg_attr(
        not(feature = "parquet"),
        expect(
            unused_mut,
            unused_variables,
            clippy::needless_pass_by_value,
            reason = "only Parquet files are resumed"
        )
    )]
    fn run(
        &self,
        mut reading: PgnReading,
        names: Option<&Path>,
        as_json: bool,
        output: &mut Output,
    ) -> Result<Verdict, CliError> {
        let columns = self.columns.clone().unwrap_or_default();
        let schema = columns.schema();
        #[cfg(feature = "parquet")]
        if let Some(folder) = &self.parquet {
            let shared = Shared { columns, format: TableFormat::parquet(&schema)? };
            let mut parquet = Parquet::new(&shared, &reading, names, folder)?;
            if self.resume {
                parquet.resume(&mut reading)?;
            }
            return reading.run(&shared, parquet, Some(Sink::new(as_json, None)), output);
        }
        let Some(file) = &self.arrow else { return Ok(Verdict::Passed) };
        let shared = Shared { columns, format: TableFormat::Arrow(schema) };
        let table = OpenTable::create(&shared, file)?;
        reading.run(&shared, Arrow(table), Some(Sink::new(as_json, Some(file))), output)
    }

    /// Does nothing: [`check`](Self::check) has refused to write a table.
    #[cfg(not(feature = "arrow"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "like the method that writes")]
    fn run(&self, _: PgnReading, _: Option<&Path>, _: bool, _: &mut Output) -> Result<Verdict, CliError> {
        Ok(Verdict::Failed)
    }
}
