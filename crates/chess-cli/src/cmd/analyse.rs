use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arena::analysis::{Analysed, AnalysisError, Analyst, Curve, Judged, Line, Mark, analyse};
use chess_arena::engine::{EngineSpec, Fault};
use chess_data::input::Input;
use chess_data::json::Spelling;
use chess_movegen::GameState;
use chess_notation::San;
use chess_notation::pgn::{Game, Replay, Score};
use chess_notation::polyglot::Book;
use chess_types::{Color, Move};
use chess_uci::Go;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Serialize, Serializer};

use crate::error::{CliError, Verdict};
use crate::io::diagnostics::{self, visible};
use crate::io::out_file::{OutFile, with_suffix, write_file};
use crate::io::output::Output;
use crate::io::record::{line_in_san, read_position};
use crate::io::threads::stop_on_interrupt;

/// Find the best lines of a position, or annotate games
#[derive(Args)]
#[command(visible_alias = "analyze", after_help = DETAILS)]
pub(crate) struct AnalyseArgs {
    /// A file of games, or a position
    ///
    /// A PGN file, plain or compressed, or - for stdin; or a FEN, in quotes or as separate words.
    #[arg(value_name = "FILE|FEN")]
    words: Vec<OsString>,

    /// 'COMMAND LINE; KEY=VALUE; ...' instead of chess uci
    ///
    /// The command line is split as by a shell. The keys name and dir are read here, all others are options of the engine.
    #[arg(long, value_name = "ENGINE")]
    engine: Option<EngineSpec>,

    /// Lines of a position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,

    /// Plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Nodes for each position
    ///
    /// Without any limit 1000000, or 100000 in games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Milliseconds for each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Polyglot book, whose moves are not judged
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Folder with Syzygy tables for the engine
    ///
    /// May be repeated.
    #[arg(long = "path", value_name = "DIR")]
    paths: Vec<PathBuf>,

    /// Write the games to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw the curve of a game
    ///
    /// Those of further games go to FILE-2, FILE-3 and so on, with the number before the ending.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print a JSON object for the position, or for each game
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess analyse 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' --multipv 3
  chess analyse game.pgn --out annotated.pgn --svg curve.svg
  chess analyse games.pgn --engine 'stockfish; Threads=2; Hash=256' --depth 18 --json

Scores are White's, in pawns; #3 is a mate in three. In a game, each move gets an evaluation [%eval], and a bad one a mark and the \
better line as a variation, in place of those of an earlier analysis. Comments and variations stay.

A move is judged by the expected score that it loses, 1 / (1 + exp(-0.00368208 cp)) for a score of cp hundredths of a pawn: from 5 % \
on it is ?!, from 10 % on ?, and from 15 % on ??. Formula and limits are those of lichess. The average loss of a side is that of all \
its moves that were judged, and goes into the tags WhiteAverageLoss and BlackAverageLoss.

Ctrl-C keeps the games that are done. The exit code is 1 if a game is broken; it is left out.";

impl AnalyseArgs {
    fn go(&self, nodes: u64) -> Go {
        let Self { depth, nodes: wanted, movetime, .. } = *self;
        let is_limited = depth.is_some() || wanted.is_some() || movetime.is_some();
        Go {
            depth,
            nodes: wanted.or((!is_limited).then_some(nodes)),
            movetime: movetime.map(Duration::from_millis),
            ..Go::default()
        }
    }

    /// The engine with the options that the command line sets.
    fn spec(&self) -> Result<EngineSpec, CliError> {
        let mut spec = self.engine.clone().unwrap_or_else(own);
        if self.multipv > 1 {
            spec.options.push(("MultiPV".to_owned(), self.multipv.to_string()));
        }
        if !self.paths.is_empty() {
            let paths =
                std::env::join_paths(&self.paths).map_err(|error| CliError::option("--path", error))?;
            spec.options.push(("SyzygyPath".to_owned(), paths.to_string_lossy().into_owned()));
        }
        Ok(spec)
    }

    fn book(&self) -> Result<Option<Book<Vec<u8>>>, CliError> {
        let Some(path) = &self.book else { return Ok(None) };
        let fail = |error| CliError::File { path: path.clone(), error };
        let bytes = fs::read(path).map_err(fail)?;
        Book::new(bytes).map(Some).map_err(|error| fail(std::io::Error::other(error)))
    }

    /// The file of games, unless the words are a position.
    fn file(&self) -> Option<&Path> {
        let [word] = &self.words[..] else { return None };
        let path = Path::new(word);
        let ending = path.extension().unwrap_or_default();
        let is_named = ["pgn", "zst", "gz", "bz2"].iter().any(|name| ending == *name);
        (word == "-" || is_named || path.is_file()).then_some(path)
    }
}

/// This program as an engine.
fn own() -> EngineSpec {
    let program = std::env::current_exe().map(|path| path.to_string_lossy().into_owned());
    let program = program.unwrap_or_else(|_| "chess".to_owned());
    EngineSpec { command: vec![program, "uci".to_owned()], ..EngineSpec::default() }
}

pub(crate) fn run(args: &AnalyseArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let (spec, book, stop) = (args.spec()?, args.book()?, stop_on_interrupt());
    let start = |nodes| Analyst::start(&spec, args.go(nodes), Arc::clone(&stop)).map_err(CliError::command);
    if let Some(path) = args.file() {
        let games = read(path)?;
        return annotate_games(args, path, &games, &mut start(100_000)?, book.as_ref(), &stop, output);
    }
    let fen = if args.words.is_empty() {
        "startpos".to_owned()
    } else {
        args.words.join(" ".as_ref()).to_string_lossy().into_owned()
    };
    let position = read_position(&fen).map_err(|error| CliError::Fen { argument: "FEN", error })?;
    let game = GameState::new(position);
    if let Some(outcome) = game.outcome() {
        return Err(CliError::command(format!("the game is over in this position: {outcome}")));
    }
    let mut analyst = start(1_000_000)?;
    let mut lines = Vec::new();
    let verdict = match analyst.analyse(&game, &mut lines) {
        Ok(()) => Verdict::Passed,
        Err(Fault::Stopped) => Verdict::Interrupted,
        Err(fault) => return Err(CliError::command(fault)),
    };
    print_lines(args, &game, &analyst, &lines, book.as_ref(), output)?;
    Ok(verdict)
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let input = if path == Path::new("-") { Input::stdin() } else { Input::file(path) };
    input.read_text().map_err(|error| CliError::File { path: path.to_owned(), error })
}

/// The JSON object of a position, its keys in this order.
#[derive(Serialize)]
struct Record<'a> {
    fen: String,
    engine: &'a str,
    lines: Vec<LineRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<Vec<String>>,
}

#[derive(Serialize)]
struct LineRecord {
    eval: ScoreRecord,
    depth: u32,
    uci: Vec<String>,
    san: Vec<String>,
}

fn print_lines(
    args: &AnalyseArgs,
    game: &GameState,
    analyst: &Analyst,
    lines: &[Line],
    book: Option<&Book<Vec<u8>>>,
    output: &mut Output,
) -> Result<(), CliError> {
    let position = game.position();
    let book = book.map(|book| book.moves(position).iter().map(|it| it.mv).collect::<Vec<_>>());
    if args.json {
        let spelling = Spelling::of(position);
        let uci = |moves: &[Move]| moves.iter().map(|&mv| spelling.spell(mv).to_string()).collect();
        let record = |line: &Line| LineRecord {
            eval: ScoreRecord(line.score),
            depth: line.depth,
            uci: uci(&line.moves),
            san: line_in_san(position, &line.moves),
        };
        let lines = lines.iter().map(record).collect();
        let book = book.map(|moves| uci(&moves));
        output.json(&Record { fen: position.to_string(), engine: analyst.name(), lines, book })?;
        return Ok(());
    }
    for line in lines {
        let score = match line.score {
            Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Score::Mate(moves) => format!("#{moves}"),
        };
        output.line(format_args!(
            "{score:>7}  depth {:<3} {}",
            line.depth,
            line_in_san(position, &line.moves).join(" ")
        ))?;
    }
    if let Some(moves) = book {
        let moves: Vec<String> = moves.iter().map(|&mv| San::new(position, mv).to_string()).collect();
        output.line(format_args!(
            "book: {}",
            if moves.is_empty() { "-".to_owned() } else { moves.join(" ") }
        ))?;
    }
    Ok(())
}

/// The place that annotated games go to.
enum Out<'a> {
    File(Box<OutFile>, &'a Path),
    Stdout,
}

fn annotate_games(
    args: &AnalyseArgs,
    path: &Path,
    text: &[u8],
    analyst: &mut Analyst,
    book: Option<&Book<Vec<u8>>>,
    stop: &AtomicBool,
    output: &mut Output,
) -> Result<Verdict, CliError> {
    let unwritable = |path: &Path| {
        let path = path.to_owned();
        move |error| CliError::File { path, error }
    };
    let mut out = match &args.out {
        Some(path) => Out::File(Box::new(OutFile::create(path).map_err(unwritable(path))?), path),
        None => Out::Stdout,
    };
    let bar = bar(text);
    let mut replay = Replay::new(text);
    let (mut verdict, mut failure) = (Verdict::Passed, None);
    let mut drawn = 0;
    for number in 1.. {
        let game = match replay.next_game() {
            Ok(Some(game)) => game,
            Ok(None) => break,
            Err(error) => {
                bar.suspend(|| diagnostics::error(format_args!("{}: {error}", path.display())));
                verdict = Verdict::Failed;
                continue;
            }
        };
        bar.set_message(format!("game {number}"));
        let mut analysed = match analyse(game, analyst, book, || bar.inc(1)) {
            Ok(analysed) => analysed,
            Err(AnalysisError::Engine(Fault::Stopped)) => break,
            Err(AnalysisError::Engine(fault)) => {
                failure = Some(CliError::command(fault));
                break;
            }
            Err(error) => {
                bar.suspend(|| {
                    diagnostics::error(format_args!("{}: game {number}: {error}", path.display()));
                });
                verdict = Verdict::Failed;
                continue;
            }
        };
        if args.json {
            bar.suspend(|| output.json(&GameRecord::new(&analysed, number, analyst.name())))?;
        }
        if let Some(path) = &args.svg {
            drawn += 1;
            // `curve.svg`, `curve-2.svg` and so on.
            let path = if drawn == 1 { path.clone() } else { with_suffix(path, &drawn.to_string()) };
            write_file(&path, |out| writeln!(out, "{}", Curve(&analysed)).map_err(unwritable(&path)))?;
        }
        analysed.annotate(analyst.name());
        match &mut out {
            Out::File(file, path) => {
                write!(file, "{}\n\n", analysed.game.to_string().trim_end()).map_err(unwritable(path))?;
                if !args.json {
                    let line = format!("game {number}: {}", analysed.summary());
                    bar.suspend(|| output.line(visible(line)))?;
                }
            }
            Out::Stdout if !args.json => bar.suspend(|| output.line(visible_game(&analysed.game)))?,
            Out::Stdout => {}
        }
    }
    bar.finish_and_clear();
    if let Out::File(file, path) = out {
        file.finish().map_err(unwritable(path))?;
    }
    match failure {
        Some(failure) => Err(failure),
        None if stop.load(Ordering::Relaxed) => Ok(Verdict::Interrupted),
        None => Ok(verdict),
    }
}

/// The text of a game, whose lines stay.
fn visible_game(game: &Game) -> String {
    let text = game.to_string();
    let mut lines: Vec<String> = text.trim_end().lines().map(|line| visible(line).to_string()).collect();
    lines.push(String::new());
    lines.join("\n")
}

/// A bar of the moves of all games, on a terminal.
fn bar(text: &[u8]) -> ProgressBar {
    let bar = ProgressBar::new(0);
    if bar.is_hidden() {
        return bar;
    }
    let mut replay = Replay::new(text).mainline_only(true);
    let mut plies = 0;
    loop {
        match replay.next_game() {
            Ok(Some(game)) => plies += game.mainline().count() as u64,
            Ok(None) => break,
            Err(_) => {}
        }
    }
    bar.set_length(plies);
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} moves  {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

/// A score as `{"cp": 31}` or `{"mate": -3}`, from White's point of view.
struct ScoreRecord(Score);

impl Serialize for ScoreRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (key, value) = match self.0 {
            Score::Centipawns(value) => ("cp", value),
            Score::Mate(moves) => ("mate", moves),
        };
        serializer.collect_map([(key, value)])
    }
}

/// An analysed game.
#[derive(Serialize)]
struct GameRecord<'a> {
    game: usize,
    white: &'a str,
    black: &'a str,
    result: &'static str,
    engine: &'a str,
    sides: Sides,
    moves: Vec<MoveRecord<'a>>,
}

#[derive(Serialize)]
struct Sides {
    white: SideRecord,
    black: SideRecord,
}

#[derive(Serialize)]
struct SideRecord {
    average_loss: Option<f64>,
    dubious: usize,
    mistakes: usize,
    blunders: usize,
}

#[derive(Serialize)]
struct MoveRecord<'a> {
    uci: String,
    san: &'a str,
    eval: Option<ScoreRecord>,
    depth: Option<u32>,
    best: Option<String>,
    loss: Option<f64>,
    mark: Option<&'static str>,
}

impl<'a> GameRecord<'a> {
    /// The game with this number, counted from 1.
    fn new(analysed: &'a Analysed, number: usize, engine: &'a str) -> Self {
        let side = |side| {
            let [dubious, mistakes, blunders] = analysed.marks(side);
            let average_loss = analysed.average_loss(side).map(rounded);
            SideRecord { average_loss, dubious, mistakes, blunders }
        };
        let spelling = Spelling::of(analysed.game.start());
        let spell = |mv: Move| spelling.spell(mv).to_string();
        let record = |judged: &'a Judged| MoveRecord {
            uci: spell(judged.mv),
            san: &judged.san,
            eval: judged.eval.map(|eval| ScoreRecord(eval.score)),
            depth: judged.eval.and_then(|eval| eval.depth),
            best: judged.best.map(spell),
            loss: judged.loss.map(rounded),
            mark: judged.mark.map(Mark::text),
        };
        let tags = analysed.game.tags();
        Self {
            game: number,
            white: tags.white(),
            black: tags.black(),
            result: analysed.game.result().as_str(),
            engine,
            sides: Sides { white: side(Color::White), black: side(Color::Black) },
            moves: analysed.moves.iter().map(record).collect(),
        }
    }
}

/// A part of a score to four digits.
fn rounded(part: f64) -> f64 {
    (part * 10_000.0).round() / 10_000.0
}
