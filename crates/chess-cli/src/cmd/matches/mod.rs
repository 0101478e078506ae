mod game;
mod openings;
mod player;
mod record;
mod report;
mod series;
mod statistics;

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chess_syzygy::Tables;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::game::{Adjudication, End, Rules};
use self::openings::Openings;
use self::player::Player;
use self::record::{Games, pgn};
use self::report::{FaultRecord, Tally};
use self::series::{Finished, Kind, Schedule, Score, Series};
use self::statistics::Sprt;
use crate::engines::{EngineSpec, Limits, TimeControl};
use crate::io::diagnostics::visible;
use crate::io::output::Output;
use crate::outcome::{CliError, Verdict};
use crate::threads::stop_on_interrupt;

/// Play engines that speak UCI against each other
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct MatchArgs {
    /// Two or more, each 'COMMAND LINE; KEY=VALUE; ...'
    ///
    /// The command line is split as by a shell. The keys name, dir (the folder it runs in), tc, movetime, nodes and depth are those of
    /// the match; all others are options of the engine: 'stockfish; Skill Level=3; name=weak'.
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<EngineSpec>,

    /// Time on the clock in seconds: 8+0.08, 40/60, 1:30+1
    #[arg(long, value_name = "TIME", value_parser = clock)]
    tc: Option<TimeControl>,

    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Plies for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Games of each two engines, rounded up to pairs
    ///
    /// 100 if left out, or with --sprt without end.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Stop when a test decides between differences in Elo
    ///
    /// The sequential test has errors of 5 %.
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Let only the first engine play against all others
    #[arg(long)]
    gauntlet: bool,

    /// EPD or FEN lines, games (.pgn) or a book (.bin)
    ///
    /// Without it, openings are random moves after which a short search finds the position even.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Plies of an opening: 8 of random moves or a book, and all of a game, if left out
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u16).range(..=1000))]
    plies: Option<u16>,

    /// Number that shuffles the openings
    #[arg(long, value_name = "N", hide_short_help = true, default_value_t = 1)]
    seed: u64,

    /// Play Chess960
    #[arg(long)]
    chess960: bool,

    /// Call a game drawn by its scores: MOVES:CP[:FROM]
    ///
    /// After so many moves of each player with scores within CP hundredths of a pawn, from move FROM on.
    #[arg(long, value_name = "RULE")]
    draw: Option<Adjudication>,

    /// Call a game won by its scores: MOVES:CP[:FROM]
    ///
    /// After so many moves of each player that agree on CP or more, from move FROM on.
    #[arg(long, value_name = "RULE")]
    resign: Option<Adjudication>,

    /// Call a game drawn after so many moves
    #[arg(long, value_name = "N", hide_short_help = true, default_value_t = 300)]
    max_moves: u16,

    /// Folder with Syzygy tables that decide a game
    ///
    /// May be repeated.
    #[arg(long = "path", value_name = "DIR")]
    paths: Vec<PathBuf>,

    /// Games at once [default: 1]
    ///
    /// More than there are idle cores disturb the clocks.
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,

    /// Milliseconds by which a limit of time may be passed
    #[arg(long, value_name = "MS", hide_short_help = true, default_value_t = 100)]
    margin: u32,

    /// Seconds of silence after which an engine counts as stalled
    #[arg(long, value_name = "S", hide_short_help = true, default_value_t = 20.0, value_parser = patience)]
    timeout: f64,

    /// Write the games to a new file
    ///
    /// With score, depth and time of each move.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pgn: Option<PathBuf>,

    /// Go on with the match whose games are in this file
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Print the report as a JSON object
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess match 'new/chess uci' 'old/chess uci' --tc 8+0.08 --concurrency 2 --sprt 0,5 --openings book.epd
  chess match 'chess uci; nodes=20000; name=small' 'chess uci; name=large' --nodes 40000 --games 200 --pgn games.pgn
  chess match stockfish 'toga2; tc=20+0.2' 'chess uci; Hash=64' --tc 10+0.1 --gauntlet
  chess match 'new/chess uci' 'old/chess uci' --tc 8+0.08 --sprt 0,5 --resume games.pgn

The limits of the command line do not apply to an engine that has its own. The word random names a player of random moves.

Each opening is played twice, with either colour. An engine that ends, does not answer, passes its time or plays an illegal move \
loses the game; a line tells which and why, and the engine is started again for the next game.

The report has wins, draws and losses of each engine, and the difference in Elo to its opponents with half the interval of 95 %, \
from pairs of games; the sequential test (GSPRT) counts pairs, too. Ctrl-C ends the games and prints the report; --resume FILE.pgn, \
with the same engines and options, then plays what is left.

Results do not change the exit code.";

fn clock(text: &str) -> Result<TimeControl, &'static str> {
    text.parse().map_err(|()| "expected [MOVES/]SECONDS[+INCREMENT]")
}

fn patience(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=86_400.0).contains(seconds));
    seconds.ok_or("expected seconds, 0.1 to 86400")
}

impl MatchArgs {
    /// Checks what the parser cannot express.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.engines.len() < 2 {
            return Err("a match needs two engines");
        }
        if self.sprt.is_some() && self.engines.len() > 2 {
            return Err("--sprt compares two engines");
        }
        if self
            .limits()
            .iter()
            .zip(&self.engines)
            .any(|(limits, engine)| limits.are_none() && engine.command != [player::RANDOM])
        {
            return Err(
                "an engine has no limit: give --tc, --movetime, --nodes or --depth, or one of them as its setting",
            );
        }
        Ok(())
    }

    /// The limits of each engine.
    fn limits(&self) -> Vec<Limits> {
        let move_time = self.movetime.map(Duration::from_millis);
        let all = Limits { nodes: self.nodes, depth: self.depth, move_time, clock: self.tc };
        self.engines.iter().map(|it| if it.limits.are_none() { all } else { it.limits }).collect()
    }

    fn rules(&self) -> Result<Rules, CliError> {
        let tables = if self.paths.is_empty() {
            None
        } else {
            Some(Tables::open(&self.paths).map_err(|error| CliError::option("--path", error))?)
        };
        Ok(Rules {
            margin: Duration::from_millis(self.margin.into()),
            draw: self.draw,
            resign: self.resign,
            max_moves: self.max_moves.into(),
            tables,
        })
    }

    /// The names of the engines, each of which is started once. Equal names are numbered.
    fn names(&self, patience: Duration) -> Result<Vec<String>, CliError> {
        let mut names: Vec<String> = Vec::new();
        for engine in &self.engines {
            let name = Player::new(engine, self.chess960, patience).name().map_err(CliError::command)?;
            let numbered = (2..).map(|number| format!("{name} {number}"));
            let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name));
            names.extend(free);
        }
        Ok(names)
    }
}

pub(crate) fn run(args: &MatchArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let stop = stop_on_interrupt();
    let patience = Duration::from_secs_f64(args.timeout);
    let games = args.games.or(if args.sprt.is_some() { None } else { Some(100) });
    let schedule = Schedule::new(args.engines.len(), args.gauntlet, games);
    let rules = args.rules()?;
    let plies = args.plies.map(usize::from);
    let openings = Openings::open(args.openings.as_deref(), plies, args.seed, args.chess960)?;
    let names = args.names(patience)?;
    let limits = args.limits();
    let mut tally = Tally::new(&names, args.sprt);
    let mut file = match (&args.resume, &args.pgn) {
        (Some(path), _) => Some(Games::resume(path, &schedule, &names, |score| tally.add(&score))?),
        (None, Some(path)) => Some(Games::create(path)?),
        (None, None) => None,
    };
    let done = file.as_mut().map(|file| std::mem::take(&mut file.done)).unwrap_or_default();
    let bar = bar(schedule.games());
    let is_decided = tally.decision().is_some();
    if !is_decided {
        let series = Series {
            schedule: &schedule,
            engines: &args.engines,
            limits: &limits,
            openings: &openings,
            rules: &rules,
            is_chess960: args.chess960,
            patience,
            done: &done,
            stop: &stop,
        };
        let mut is_over = false;
        let played = series.run(args.concurrency.into(), |finished| {
            // Games that end after the decision are not part of the test.
            if is_over {
                return Ok(());
            }
            let text =
                take(&finished, &names, &limits, args.chess960, &mut tally).map_err(CliError::command)?;
            if let Some(fault) = &text.fault
                && !args.json
            {
                bar.suspend(|| output.line(visible(fault)))?;
            }
            if let Some(file) = &mut file {
                let path = args.resume.clone().or_else(|| args.pgn.clone()).unwrap_or_default();
                file.write(&text.pgn).map_err(|error| CliError::File { path, error })?;
            }
            bar.set_position(tally.games());
            bar.set_message(tally.summary());
            if tally.decision().is_some() {
                is_over = true;
                stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        });
        bar.finish_and_clear();
        played?;
    }
    let is_whole = tally.decision().is_some() || !stop.load(Ordering::Relaxed);
    if args.json {
        tally.print_json(!is_whole, output)?;
    } else {
        tally.print(!is_whole, output)?;
    }
    Ok(if is_whole { Verdict::Passed } else { Verdict::Interrupted })
}

/// The texts of a finished game.
struct GameTexts {
    pgn: String,
    /// The line about a fault.
    fault: Option<String>,
}

/// Counts a game.
fn take(
    finished: &Finished,
    names: &[String],
    limits: &[Limits],
    is_chess960: bool,
    tally: &mut Tally,
) -> Result<GameTexts, chess_notation::pgn::TagError> {
    let Finished { pair, game, players, played } = finished;
    let round = format!("{}.{}", pair + 1, game + 1);
    let [white, black] = players.map(|player| names[player].as_str());
    let (mut fault, mut line) = (None, None);
    if let End::Fault(loser, reason) = &played.end {
        let player = players[usize::from(*loser == chess_types::Color::Black)];
        let kind = Kind::of(reason);
        fault = Some((player, kind));
        line = Some(format!("game {round}: {} ({}) loses: {reason}", names[player], loser.name()));
        let (engine, message) = (names[player].clone(), reason.to_string());
        tally.blame(FaultRecord { round: round.clone(), engine, kind: kind.name(), message });
    }
    tally.add(&Score { pair: *pair, game: *game, players: *players, result: played.result, fault });
    let limits = players.map(|player| limits[player]);
    Ok(GameTexts { pgn: pgn(played, [white, black], &round, limits, is_chess960)?, fault: line })
}

/// The bar of a match, on a terminal.
fn bar(games: Option<u64>) -> ProgressBar {
    let bar = games.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let template =
        if games.is_some() { "{bar:20} {pos}/{len} games  {wide_msg}" } else { "{pos} games  {wide_msg}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
