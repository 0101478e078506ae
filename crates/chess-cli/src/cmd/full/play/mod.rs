mod clocks;
mod keeper;
mod opponent;
mod prompt;
mod session;
mod wish;

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use chess_arena::engine::{EngineSpec, Log, TimeControl};
use chess_movegen::GameState;
use chess_types::Color;
use clap::{Args, ValueEnum};
#[cfg(target_os = "linux")]
use rustix::termios;

use self::clocks::{Clocks, time_control};
use self::keeper::{Keeper, load};
use self::opponent::{Interrupts, Kind, Pace, Player};
use self::prompt::Prompt;
use self::session::Session;
use crate::args::{FenArgs, number};
use crate::cmd::full::book;
use crate::cmd::full::shared::args::{TimeoutArg, file_of};
use crate::cmd::full::shared::endgames::TablePaths;
use crate::cmd::full::shared::games::OpeningNamesArg;
use crate::cmd::full::shared::paths::plain_file;
use crate::error::{CliError, Verdict};
use crate::io::interrupts::{catch_interrupts, exit_interrupted};
use crate::io::output::Output;

/// Play a game against the engine in the terminal
#[derive(Args)]
#[command(after_help = DETAILS, after_long_help = MANUAL)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    fen: FenArgs,

    /// Your side [default: white]
    ///
    /// White by default. In a game from a file: the side of the player named by --name; failing that, the side that this program did
    /// not play; failing that, the side to move.
    #[arg(long, value_name = "SIDE", conflicts_with = "black")]
    side: Option<Side>,

    /// Play Black
    #[arg(long)]
    black: bool,

    /// Let two people play at one board
    #[arg(long, conflicts_with_all = ["side", "black", "random", "level", "seconds", "engine", "book"])]
    both: bool,

    /// Play against random moves (for a random side: --side random)
    #[arg(long, conflicts_with_all = ["seconds", "level", "engine"])]
    random: bool,

    /// Strength of the opponent, 1 to 10 [default: 10, full strength]
    #[arg(long, value_name = "N", conflicts_with = "engine", value_parser = number(1_u8, 10))]
    level: Option<u8>,

    /// Engine thinking time per move, in seconds [default: 1]
    ///
    /// With --level, an upper limit.
    #[arg(long, value_name = "N", value_parser = number(0.01, 3600.0))]
    seconds: Option<f64>,

    /// Time control: 5m+3s, 300+3 (seconds), 40/90m+30s
    #[arg(long, value_name = "TIME", conflicts_with = "seconds", value_parser = time_control)]
    tc: Option<TimeControl>,

    /// UCI engine to play against: 'COMMAND LINE; OPTION=VALUE; ...'
    #[arg(long, value_name = "ENGINE")]
    engine: Option<EngineSpec>,

    #[command(flatten)]
    timeout: TimeoutArg,

    /// Opening book of the opponent (Polyglot)
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    book: Option<PathBuf>,

    #[command(flatten)]
    tables: TablePaths,

    #[command(flatten)]
    names: OpeningNamesArg,

    /// Save the game to this file after each move
    #[arg(long, value_name = "FILE", value_parser = plain_file())]
    save: Option<PathBuf>,

    /// Your name in the game [default: person, or that of the file]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    name: Option<String>,

    /// With --both: name of the person who plays Black
    #[arg(long, value_name = "NAME", hide_short_help = true, requires = "both")]
    opponent: Option<String>,

    /// Log the UCI traffic to this file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    log: Option<PathBuf>,

    /// Use ASCII letters instead of Unicode pieces
    #[arg(long)]
    ascii: bool,

    /// Size of the board, 1 to 3 [default: the largest that fits the terminal]
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = number(1_u8, 3))]
    size: Option<u8>,
}

/// The name of a person who gives none.
const PERSON: &str = "person";

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

const DETAILS: &str = "\
Examples:
  chess play
  chess play --black --seconds 5
  chess play --level 3 --tc 5m+3s --side random
  chess play --engine 'stockfish; Skill Level=3' --save games.pgn
  chess play --both --name Ada --opponent Ben --tc 5m+3s
  chess play --random --ascii
  chess play 8/1P4k1/8/8/8/8/8/K6R w - - 0 1
  chess play games.pgn --tc 5m+3s

Type moves in SAN or UCI: Nf3 or g1f3, O-O or e1g1. Commands: moves, board, flip, undo, hint, eval, draw, resign, switch,
level, restart, new, save, load, fen, pgn, quit, and help, which explains them. Prompts and errors go to stderr;
boards, moves and games go to stdout.

FILE.pgn in place of a FEN continues its last game, with its sides, level and clocks. Levels 1 to 9 are UCI_Elo 1000 to 2200 of chess uci.

On a terminal, Tab completes moves and commands, Enter makes a thinking engine move at once, and the game is saved after each move.";

const MANUAL: &str = "\
Of levels 1 to 9, 150 Elo apart, each scored 67 to 73 % against the one below, over 400 games. Level 10 has a second for each move, or the
clock; at 2+0.02 it won all of 100 games against level 9.
Hints and evaluations have full strength.

The clocks of a game from a file go on if its moves have [%clk], with the TimeControl of the file unless --tc or --seconds is given.

With --both, undo takes back a single move, resign is for the side to move, and draw is a draw by agreement.

Clocks start with the first move. An engine that crashes or stalls is restarted once per move, and then by the command restart.

On a terminal the board is drawn in place, the clocks tick, and the arrow keys edit the line. Levels 1 to 9 take about a
second for a move, or less with a short clock. From the first move on, the game is saved to the file of --save or a new
file in the current folder, so that Ctrl-C, SIGTERM, a closed terminal or an engine crash does not lose it. In a pipe it is saved with
--save only, and otherwise printed after Ctrl-C or SIGTERM. Games are appended, also while other programs append to the same file. A
continued game replaces its unfinished version in an uncompressed file, unless --save names another file.";

pub(crate) fn run(args: &PlayArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let loaded = match file_of(&args.fen.words) {
        Some(path) => Some(load(path, None, None, &Arc::default()).map_err(CliError::command)?),
        None => None,
    };
    let game = match &loaded {
        Some(loaded) => loaded.game.clone(),
        None => GameState::new(args.fen.position()?),
    };
    let control = args.tc.or_else(|| {
        let loaded = loaded.as_ref().filter(|_| args.seconds.is_none())?;
        loaded.control.filter(|_| loaded.times.iter().any(Option::is_some))
    });
    let names = loaded.as_ref().map(|loaded| [loaded.record.tags().white(), loaded.record.tags().black()]);
    let person = args.person(names, game.position().side_to_move());
    let [name, opponent] =
        names.map_or(["?"; 2], |names| [person, !person].map(|color| names[color.index()]));
    let person_named = |given: &Option<String>, name: &str| {
        given.as_deref().unwrap_or(if name == "?" { PERSON } else { name }).to_owned()
    };
    let name = person_named(&args.name, name);
    let is_chosen = args.level.is_some() || args.seconds.is_some() || args.random || args.engine.is_some();
    let (opponent, level) = match Player::named(opponent).filter(|_| !is_chosen) {
        _ if args.both => (Kind::Person(person_named(&args.opponent, opponent)), None),
        known => known.unwrap_or((Kind::Engine, args.level)),
    };
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal();
    let is_terminal = is_terminal && env::var_os("TERM").is_none_or(|term| term != "dumb");
    let (times, record, kept) =
        loaded.map_or((Vec::new(), None, None), |it| (it.times, Some(it.record), it.kept));
    let keeper = Keeper::new(args.save.as_deref(), kept, is_terminal)?;
    let interrupts = Arc::new(Interrupts::default());
    let kind = match &args.engine {
        _ if args.random => Kind::Random,
        Some(command) => {
            let log = args.log.as_deref().map(Log::open).transpose();
            let log = log.map_err(|error| CliError::option("--log", error))?;
            let spec = EngineSpec { log, ..command.clone() };
            Player::start(spec, game.start().needs_chess960(), args.timeout.patience())?
        }
        None => opponent,
    };
    let seconds = args.seconds.map(Duration::from_secs_f64);
    let time = seconds.or_else(|| control.is_none().then_some(Duration::from_secs(1)));
    let pace = match level {
        Some(level) => Pace::at(level, seconds, control.is_some()),
        None => time.map_or(Pace::Clock, Pace::Seconds),
    };
    let mut player = Player::new(kind, pace, Arc::clone(&interrupts), is_terminal)?;
    player.book = args.book.as_deref().map(book::read).transpose()?;
    player.set_tables(args.tables.open()?);
    let names = args.names.read()?.unwrap_or_default();
    let restore = restorer();
    let (handler, restore_at_interrupt) = (Arc::clone(&interrupts), restore.clone());
    catch_interrupts(move || {
        // The second time something does not answer.
        if handler.is_set.load(Ordering::Relaxed) {
            restore_at_interrupt();
            exit_interrupted();
        }
        handler.interrupt();
    });
    let mut session = Session {
        begun: SystemTime::now(),
        person,
        is_flipped: false,
        player,
        seconds,
        clocks: control.map(|control| Clocks::after(control, &times, game.start().side_to_move())),
        game,
        times,
        name,
        names,
        ascii: args.ascii || is_terminal && !has_unicode(),
        size: args.size,
        is_terminal,
        ended: None,
        termination: None,
        loaded: record,
        fault: None,
        prompt: Prompt::new(is_terminal)
            .map_err(|error| CliError::command(format!("cannot start a thread: {error}")))?,
        keeper,
        interrupts,
        output,
    };
    if session.loaded.is_some() {
        let record = session.record().to_string();
        session.keeper.skip(record);
    }
    let verdict = session.play(!is_chosen && !args.both);
    restore();
    verdict
}

/// Tests whether the terminal takes UTF-8.
fn has_unicode() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let locale = names.filter_map(|name| env::var(name).ok()).find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    cfg!(not(unix)) || locale.contains("utf-8") || locale.contains("utf8")
}

impl PlayArgs {
    /// The side of the person; in a game of a file by the names there.
    fn person(&self, names: Option<[&str; 2]>, to_move: Color) -> Color {
        match (self.side, names) {
            (side, _) if self.black || matches!(side, Some(Side::Black)) => Color::Black,
            (Some(Side::Random), _) if RandomState::new().hash_one(()) % 2 == 0 => Color::Black,
            (None, Some(names)) if !self.both => {
                let own = self.name.as_deref().unwrap_or(PERSON);
                let side =
                    |is: &dyn Fn(&str) -> bool| Color::ALL.into_iter().find(|it| is(names[it.index()]));
                let other = || side(&|name| Player::named(name).is_some()).map(|color| !color);
                side(&|name| name == own).or_else(other).unwrap_or(to_move)
            }
            _ => Color::White,
        }
    }
}

/// A function that restores the present settings of the terminal, if there is one: the end may break off the reading of a key.
fn restorer() -> impl Fn() + Clone {
    #[cfg(target_os = "linux")]
    let settings = termios::tcgetattr(io::stdin()).ok();
    move || {
        #[cfg(target_os = "linux")]
        let _ =
            settings.as_ref().map(|it| termios::tcsetattr(io::stdin(), termios::OptionalActions::Now, it));
    }
}
