use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chess_arena::analysis::{
    Analysed, AnalysisError, Analyst, Curve, Judged, Kept, Line, Mark, SETTINGS, analyse_games, settings,
};
use chess_arena::engine::{EngineSpec, Fault};
use chess_arena::games_file::GamesFile;
use chess_data::input::Input;
use chess_data::json::Spelling;
use chess_data::opening_names::Opening;
use chess_movegen::GameState;
use chess_notation::San;
use chess_notation::pgn::{Game, GameResult, PartialGame, Replay, Score};
use chess_notation::polyglot::Book;
use chess_types::{Color, Move};
use chess_uci::Go;
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;

use super::book;
use crate::args::{number, picture};
use crate::cmd::full::shared::args::{EngineArgs, LogArg, file_of};
use crate::cmd::full::shared::board::line_in_san;
use crate::cmd::full::shared::endgames::TablePaths;
use crate::cmd::full::shared::games::{MAX_GAMES_TEXT, OpeningNamesArg, new_games_file};
use crate::cmd::full::shared::paths::{are_same, with_suffix};
use crate::error::{CliError, Verdict};
use crate::io::diagnostics::{self, visible};
use crate::io::interrupts::stop_on_interrupt;
use crate::io::out_file::write_file;
use crate::io::output::Output;
use crate::io::progress::styled;
use crate::io::record::read_position;

/// Analyse a position, or annotate games
#[derive(Args)]
#[command(visible_alias = "analyze", after_help = DETAILS)]
pub(crate) struct AnalyseArgs {
    /// PGN file, plain or compressed, - for stdin, or a FEN
    #[arg(value_name = "FILE|FEN")]
    words: Vec<OsString>,

    /// FEN, X-FEN or Shredder-FEN of the position
    #[arg(long, value_name = "FEN", conflicts_with = "words")]
    fen: Option<String>,

    /// UCI engine: 'COMMAND LINE; KEY=VALUE; ...' [default: chess uci]
    ///
    /// The command line is split as by a shell. Keys: name, dir (working directory); all others are UCI options.
    #[arg(long, value_name = "ENGINE")]
    engine: Option<EngineSpec>,

    /// Number of principal variations
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1_u16, 500))]
    multipv: u16,

    /// Search depth per position
    #[arg(long, value_name = "N", value_parser = number(1, u32::MAX))]
    depth: Option<u32>,

    /// Nodes per position [default: 1000000, in games 100000]
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX))]
    nodes: Option<u64>,

    /// Time per position, in milliseconds
    #[arg(long, value_name = "MS", value_parser = number(1, u64::MAX))]
    movetime: Option<u64>,

    /// Polyglot book; its moves are not judged
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    book: Option<PathBuf>,

    #[command(flatten)]
    tables: TablePaths,

    /// Write each annotated game to this new file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Skip games already in the file of --out
    #[arg(long, requires = "out")]
    resume: bool,

    /// Also analyse the moves of malformed games before their first error
    #[arg(long, hide_short_help = true)]
    lenient: bool,

    #[command(flatten)]
    running: EngineArgs,

    #[command(flatten)]
    log: LogArg,

    #[command(flatten)]
    names: OpeningNamesArg,

    /// Write an evaluation graph (SVG)
    ///
    /// Further games have files with their numbers before the extension: curve-2.svg, curve-3.svg and so on.
    #[arg(long, value_name = "FILE", value_parser = picture())]
    svg: Option<PathBuf>,

    /// Print a JSON object per position or game
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess analyse 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' --multipv 3
  chess analyse game.pgn --out annotated.pgn --svg curve.svg
  chess analyse games.pgn --engine 'stockfish; Threads=2; Hash=256' --depth 18 --json

Scores are White's, in pawns; #3 is a mate in three. In a game, each move gets an evaluation [%eval], and a bad one a mark, a \
comment such as \"Mistake. Re8 was best.\" and the better line as a variation. They replace those of an earlier analysis; other comments \
and variations stay.

A move is judged by the expected score that it loses, 1 / (1 + exp(-0.00368208 cp)) for a score of cp centipawns: a loss of 5 % or more \
is ?!, of 10 % or more ?, and of 15 % or more ??; a move that loses a forced mate \
is ??, but ? if its side is still more than 7 pawns ahead after it, and ?! if more than 10; a move that allows a forced mate is ??, \
but ? if its side was already more than 7 pawns behind, and ?! if more than 10. \
Formula and limits are those of Lichess, and so is the accuracy of a side, in \
percent. The tags WhiteAccuracy and BlackAccuracy have it, and WhiteCentipawnLoss and BlackCentipawnLoss the average loss of a move \
in centipawns.

With --multipv, each line that begins with another move than the game is a variation with its evaluation, the best first, for every move.
The line of the best move ends with the comment [%best], and others with [%alt], by which a later analysis finds and replaces them; other \
lines stay.

Each game is written to --out as soon as it is done; --resume with the same input and options analyses the rest. With --concurrency, \
games are written in the order in which they finish. An engine that crashes or stalls is restarted once per position. The exit code is 1 if \
a game is malformed; it is skipped without --lenient.";

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
        spec.log = self.log.open()?;
        spec.options.extend(self.lines());
        if self.tables.open()?.is_some() {
            let paths = std::env::join_paths(&self.tables.paths)
                .map_err(|error| CliError::option("--syzygy", error))?;
            spec.options.push(("SyzygyPath".to_owned(), paths.to_string_lossy().into_owned()));
        }
        Ok(spec)
    }

    /// The option of an engine that searches several lines.
    fn lines(&self) -> Option<(String, String)> {
        (self.multipv > 1).then(|| ("MultiPV".to_owned(), self.multipv.to_string()))
    }

    /// What the annotations of games depend on, in words.
    fn settings(&self, engine: &str) -> String {
        let mut options = self.engine.as_ref().map_or(Vec::new(), |engine| engine.options.clone());
        options.extend(self.lines());
        let mut settings = settings(engine, &self.go(NODES), &options);
        for path in self.book.iter().chain(&self.tables.paths) {
            settings.extend(["; ".into(), path.to_string_lossy()]);
        }
        settings
    }

    /// What an analysis keeps of a game.
    fn kept(&self, game: &Game) -> Kept {
        Kept::of(game, if self.names.opening_names.is_some() { &["ECO", "Opening"] } else { &[] })
    }

    fn book(&self) -> Result<Option<Book<Vec<u8>>>, CliError> {
        self.book.as_deref().map(book::read).transpose()
    }

    /// The file of games, unless the words are a position.
    fn file(&self) -> Option<&Path> {
        if self.words == ["-"] { Some(Path::new("-")) } else { file_of(&self.words) }
    }
}

/// The nodes for each position of a game, without another limit.
const NODES: u64 = 100_000;

/// This program as an engine.
fn own() -> EngineSpec {
    let program = std::env::current_exe().map(|path| path.to_string_lossy().into_owned());
    let program = program.unwrap_or_else(|_| "chess".to_owned());
    EngineSpec { command: vec![program, "uci".to_owned()], ..EngineSpec::default() }
}

pub(crate) fn run(args: &AnalyseArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let spec = args.spec()?;
    let is_starting = Arc::new(AtomicBool::new(true));
    let stop = stop_on_interrupt(&is_starting);
    let games = match args.file() {
        Some(path) => Some((path, read(path)?)),
        None => None,
    };
    let patience = args.running.timeout.patience();
    let start =
        |nodes| Analyst::start(&spec, args.go(nodes), patience, Arc::clone(&stop)).map_err(CliError::command);
    if let Some((path, text)) = games {
        if args.out.as_deref().is_some_and(|out| are_same(path, out)) {
            return Err(CliError::option("--out", io::Error::other("it is the input file")));
        }
        return annotate_games(args, path, &text, &start, [&stop, &is_starting], output);
    }
    let book = args.book()?;
    let words = args.words.join(" ".as_ref()).to_string_lossy().into_owned();
    let (argument, fen) = match &args.fen {
        Some(fen) => ("--fen", fen.clone()),
        None if words.is_empty() => ("FEN", "startpos".to_owned()),
        None => (if words.contains('/') { "FEN" } else { "neither a file nor a FEN" }, words),
    };
    let position = read_position(&fen).map_err(|error| CliError::Fen { argument, error })?;
    let game = GameState::new(position);
    if let Some(outcome) = game.outcome() {
        return Err(CliError::command(format!("the game is over: {outcome}")));
    }
    let mut analyst = start(1_000_000)?;
    is_starting.store(false, Ordering::Relaxed);
    let mut lines = Vec::new();
    let verdict = match analyst.analyse(&game, &mut lines) {
        Ok(()) => Verdict::Passed,
        Err(Fault::Stopped) => Verdict::Interrupted,
        Err(fault) => return Err(CliError::command(fault)),
    };
    if lines.is_empty() && verdict == Verdict::Passed {
        diagnostics::tell("the engine reported no score for this position");
    }
    print_lines(args, &game, &analyst, &lines, book.as_ref(), output)?;
    Ok(verdict)
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let input = if path == Path::new("-") { Input::stdin() } else { Input::file(path) };
    input.read_text(MAX_GAMES_TEXT).map_err(CliError::file(path))
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
    eval: Score,
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
            eval: line.score,
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
        let score = format!("{:+}", line.score);
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

/// Reads the games one after the other, each up to its first fault.
fn replay<'a>(args: &AnalyseArgs, text: &'a [u8]) -> impl Iterator<Item = PartialGame> + Send + use<'a> {
    let mut replay = Replay::new(text).lenient(args.lenient);
    // Text in memory has no error of its source.
    std::iter::from_fn(move || replay.next_partial_game().ok().flatten())
}

/// The games of an earlier run, each by what an analysis keeps of it. They are there if their curves are drawn.
type Done = HashMap<Kept, VecDeque<Option<Game>>>;

/// The file of annotated games, and with --resume the games that are in it.
fn out_file(
    args: &AnalyseArgs,
    path: &Path,
    text: &[u8],
    settings: &str,
) -> Result<(GamesFile, Done), CliError> {
    let mut done = Done::new();
    if !args.resume {
        return Ok((new_games_file(path)?, done));
    }
    let mut todo = HashMap::new();
    for read in replay(args, text).filter(|read| args.lenient || read.errors().next().is_none()) {
        *todo.entry(args.kept(&read.game)).or_insert(0) += 1;
    }
    let resumed = GamesFile::resume(path, |game, is_whole| {
        if let Some(other) = game.tags().get(SETTINGS).filter(|other| *other != settings) {
            return Err(format!("the game was analysed with different settings: {other}; now: {settings}"));
        }
        let key = args.kept(game);
        let is_there = if is_whole {
            todo.get_mut(&key).filter(|count| **count > 0).map(|count| *count -= 1).is_some()
        } else {
            todo.keys().any(|whole| key.begins(whole))
        };
        if is_there && is_whole {
            done.entry(key).or_default().push_back(args.svg.is_some().then(|| game.clone()));
        }
        if is_there { Ok(()) } else { Err("this game is not in the input".to_owned()) }
    });
    Ok((resumed.map_err(CliError::file(path))?, done))
}

/// Draws the curve of a game: `curve.svg`, `curve-2.svg` and so on.
fn draw(path: &Path, number: usize, analysed: &Analysed) -> Result<(), CliError> {
    let path = if number == 1 { path.to_owned() } else { with_suffix(path, &number.to_string()) };
    write_file(&path, |out| writeln!(out, "{}", Curve(analysed)).map_err(CliError::file(&path)))
}

fn annotate_games(
    args: &AnalyseArgs,
    path: &Path,
    text: &[u8],
    start: &impl Fn(u64) -> Result<Analyst, CliError>,
    [stop, is_starting]: [&AtomicBool; 2],
    output: &mut Output,
) -> Result<Verdict, CliError> {
    let (book, names) = (args.book()?, args.names.read()?.unwrap_or_default());
    let analysts = (0..args.running.concurrency).map(|_| start(NODES)).collect::<Result<Vec<_>, _>>()?;
    let engine = analysts[0].name().to_owned();
    let settings = args.settings(&engine);
    let bar = bar(args, text);
    let (mut out, mut earlier) = match &args.out {
        Some(path) => {
            let (file, earlier) = out_file(args, path, text, &settings)?;
            (Some((file, path)), earlier)
        }
        None => (None, Done::new()),
    };
    is_starting.store(false, Ordering::Relaxed);
    let is_broken = AtomicBool::new(false);
    let report = |error: &dyn Display| {
        bar.suspend(|| diagnostics::error(format_args!("{}: {error}", path.display())));
        is_broken.store(true, Ordering::Relaxed);
    };
    // The games that end with an asterisk, whatever their tags are.
    let open = Mutex::new(HashSet::new());
    let games = (1..).zip(replay(args, text)).filter_map(|(number, read)| {
        if let Some(error) = read.errors().next() {
            report(error);
            if !args.lenient {
                return None;
            }
        }
        let found = if args.resume { earlier.get_mut(&args.kept(&read.game)) } else { None };
        if let Some(game) = found.and_then(VecDeque::pop_front) {
            let drawn = game.zip(args.svg.as_ref());
            let drawn = drawn.map_or(Ok(()), |(game, svg)| draw(svg, number, &Analysed::of_annotated(game)));
            if let Err(error) = drawn {
                report(&error);
            }
            return None;
        }
        bar.set_message(format!("game {number}"));
        if read.terminator == Some(GameResult::Unknown) {
            open.lock().unwrap_or_else(PoisonError::into_inner).insert(number);
        }
        Some((number, read.game))
    });
    let mut done = 0;
    analyse_games(
        games,
        analysts,
        book.as_ref(),
        || bar.inc(1),
        |number, analysed| {
            let mut analysed = match analysed {
                Ok(analysed) => analysed,
                Err(AnalysisError::Engine(Fault::Stopped)) => return Ok(()),
                Err(AnalysisError::Engine(fault)) => {
                    return Err(CliError::command(format!("game {number}: {fault}")));
                }
                Err(error) => {
                    report(&format_args!("game {number}: {error}"));
                    return Ok(());
                }
            };
            if let Some(fault) = &analysed.restart {
                let line = format!("warning: game {number}: the engine was restarted: {fault}");
                bar.suspend(|| diagnostics::tell(line));
            }
            analysed.annotate(&engine, &settings);
            let positions = analysed.game.mainline().map(|played| analysed.game.position(played.id));
            let named = names.last(positions).map_or(Ok(()), |Opening { eco, name }| {
                analysed.game.set_tag("ECO", eco).and_then(|()| analysed.game.set_tag("Opening", name))
            });
            // What else cannot be written costs no game.
            let is_open = open.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
            let text = text_of(&analysed.game, is_open);
            if let Some((file, path)) = &mut out {
                file.write(&text).map_err(CliError::file(path))?;
            }
            named.map_err(CliError::command)?;
            done += 1;
            if args.json {
                bar.suspend(|| output.json(&GameRecord::new(&analysed, number, &engine)))?;
            }
            if let Some(path) = &args.svg {
                draw(path, number, &analysed)?;
            }
            let line = match out {
                _ if args.json => return Ok(()),
                Some(_) => {
                    let line =
                        |side| visible(format!("game {number}, {}", analysed.summary(side))).to_string();
                    Color::ALL.map(line).join("\n")
                }
                None => visible_game(&text),
            };
            Ok(bar.suspend(|| output.line(line))?)
        },
    )?;
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        let advice = if out.is_some() { "; use --resume to continue" } else { "" };
        diagnostics::tell(format_args!("interrupted after {done} games{advice}"));
        return Ok(Verdict::Interrupted);
    }
    Ok(if is_broken.into_inner() { Verdict::Failed } else { Verdict::Passed })
}

impl From<AnalysisError> for CliError {
    fn from(error: AnalysisError) -> Self {
        Self::option("--concurrency", error)
    }
}

/// The text of a game, with the asterisk at its end that it had.
fn text_of(game: &Game, is_open: bool) -> String {
    let text = game.to_string();
    match text.trim_end().strip_suffix(game.result().as_str()).filter(|_| is_open) {
        Some(moves) => format!("{moves}{}\n\n", GameResult::Unknown),
        None => text,
    }
}

/// The text of a game, whose lines stay.
fn visible_game(text: &str) -> String {
    let mut lines: Vec<String> = text.trim_end().lines().map(|line| visible(line).to_string()).collect();
    lines.push(String::new());
    lines.join("\n")
}

/// A bar of the moves of all games, on a terminal.
fn bar(args: &AnalyseArgs, text: &[u8]) -> ProgressBar {
    let bar = ProgressBar::new(0);
    if bar.is_hidden() {
        return bar;
    }
    bar.set_length(replay(args, text).map(|read| read.game.mainline().count() as u64).sum());
    styled(bar, "{bar:20} {pos}/{len} moves  {wide_msg}")
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
    accuracy: Option<f64>,
    centipawn_loss: Option<f64>,
    average_loss: Option<f64>,
    dubious: usize,
    mistakes: usize,
    blunders: usize,
}

#[derive(Serialize)]
struct MoveRecord<'a> {
    uci: String,
    san: &'a str,
    eval: Option<Score>,
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
            SideRecord {
                accuracy: analysed.accuracy(side).map(rounded),
                centipawn_loss: analysed.centipawn_loss(side).map(rounded),
                average_loss: analysed.average_loss(side).map(rounded),
                dubious,
                mistakes,
                blunders,
            }
        };
        let spelling = Spelling::of(analysed.game.start());
        let spell = |mv: Move| spelling.spell(mv).to_string();
        let record = |judged: &'a Judged| MoveRecord {
            uci: spell(judged.mv),
            san: &judged.san,
            eval: judged.eval.map(|eval| eval.score),
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

/// A number to four digits.
fn rounded(part: f64) -> f64 {
    (part * 10_000.0).round() / 10_000.0
}
