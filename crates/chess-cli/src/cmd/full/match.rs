use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arena::engine::{EngineSpec, Fault, Limits, TimeControl, time_control};
use chess_arena::matches::{
    Adjudication, Counts, Decision, End, FaultKind, Finished, Match, MatchError, Openings, RANDOM, Rules,
    Schedule, Sprt, Standing, Tally, resume,
};

use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::args::number;
use crate::cmd::full::shared::args::{EngineArgs, LogArg};
use crate::cmd::full::shared::endgames::TablePaths;
use crate::cmd::full::shared::games::new_games_file;
use crate::error::{CliError, Verdict};
use crate::io::diagnostics::{self, visible};
use crate::io::interrupts::stop_on_interrupt;
use crate::io::output::Output;
use crate::io::progress::styled;

/// Play a match between UCI engines
#[derive(Args)]
#[command(after_help = DETAILS, after_long_help = MANUAL)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct MatchArgs {
    /// Two or more engines, each 'COMMAND LINE; KEY=VALUE; ...'
    ///
    /// The command line is split as by a shell. Keys: name, dir (working directory), tc, movetime, nodes, depth; all others are UCI
    /// options: 'stockfish; Skill Level=3; name=weak'.
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<EngineSpec>,

    /// Settings of all engines, unless they have their own: 'KEY=VALUE; ...'
    #[arg(long, value_name = "SETTINGS", hide_short_help = true, value_parser = EngineSpec::settings)]
    each: Option<EngineSpec>,

    /// Time control in seconds or with units: 8+0.08, 40/60+0.6, 5m+3s
    #[arg(long, value_name = "TIME", value_parser = time_control)]
    tc: Option<TimeControl>,

    /// Time per move, in milliseconds
    #[arg(long, value_name = "MS", hide_short_help = true, value_parser = number(1, u64::MAX))]
    movetime: Option<u64>,

    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX))]
    nodes: Option<u64>,

    /// Search depth per move
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = number(1, u32::MAX))]
    depth: Option<u32>,

    /// Games per pairing, rounded up to an even number [default: 100]
    ///
    /// With --sprt, there is no limit by default.
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX))]
    games: Option<u64>,

    /// Rounds: two games per pairing each, instead of --games
    #[arg(long, value_name = "N", hide_short_help = true, conflicts_with = "games", value_parser = number(1, u64::MAX / 2))]
    rounds: Option<u64>,

    /// Stop when an SPRT accepts the Elo difference E0 or E1
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// SPRT: probability of accepting E1 if E0 is true
    #[arg(long, value_name = "P", hide_short_help = true, requires = "sprt", default_value_t = 0.05, value_parser = number(1e-6, 0.499_999))]
    alpha: f64,

    /// SPRT: probability of accepting E0 if E1 is true
    #[arg(long, value_name = "P", hide_short_help = true, requires = "sprt", default_value_t = 0.05, value_parser = number(1e-6, 0.499_999))]
    beta: f64,

    /// SPRT: E0 and E1 are normalized Elo
    #[arg(long, hide_short_help = true, requires = "sprt")]
    normalized: bool,

    /// Gauntlet: the first engine against all others
    #[arg(long, hide_short_help = true)]
    gauntlet: bool,

    /// EPD or FEN lines, games (.pgn) or a book (.bin), plain or compressed
    ///
    /// Default: random moves to positions that a short search finds balanced.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Plies per opening [default: 8 for random and book, all for PGN]
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = number(0_u16, 1000))]
    plies: Option<u16>,

    /// Random seed of the openings' order and of random moves
    #[arg(long, value_name = "N", hide_short_help = true, default_value_t = 1, value_parser = number(0, u64::MAX))]
    seed: u64,

    /// Order of the openings of a file
    #[arg(long, value_name = "ORDER", hide_short_help = true, default_value = "random", value_parser = ["random", "sequential"])]
    order: String,

    /// Number of the first opening, from 1
    #[arg(long, value_name = "N", hide_short_help = true, default_value_t = 1, value_parser = number(1, u64::MAX))]
    start: u64,

    /// Tag Event of the games
    #[arg(long, value_name = "TEXT", hide_short_help = true, default_value = "chess match")]
    event: String,

    /// Tag Site of the games
    #[arg(long, value_name = "TEXT", hide_short_help = true, default_value = "?")]
    site: String,

    /// Play Chess960
    #[arg(long, hide_short_help = true)]
    chess960: bool,

    /// Adjudicate draws by score: MOVES:CP[:FROM]
    ///
    /// The game is drawn after MOVES moves by each side with scores within CP centipawns of 0, from move FROM on.
    /// Moves are counted from the end of the opening, here and in --resign and --max-moves.
    #[arg(long, value_name = "RULE")]
    draw: Option<Adjudication>,

    /// Adjudicate wins by score: MOVES:CP[:FROM]
    ///
    /// The game is won after MOVES moves by each side with scores agreeing on CP centipawns or more, from move FROM on.
    #[arg(long, value_name = "RULE")]
    resign: Option<Adjudication>,

    /// Adjudicate a draw after N moves (0: never)
    #[arg(long, value_name = "N", hide_short_help = true, default_value_t = 300, value_parser = number(0, u16::MAX))]
    max_moves: u16,

    #[command(flatten)]
    tables: TablePaths,

    #[command(flatten)]
    running: EngineArgs,

    /// Give each of the games played at once processors of its own (Linux)
    #[arg(long, hide_short_help = true)]
    affinity: bool,

    /// Grace period before a time forfeit, in milliseconds
    #[arg(long, value_name = "MS", hide_short_help = true, default_value_t = 100, value_parser = number(0, u32::MAX))]
    margin: u32,

    /// Write games to a new PGN file, with score, depth and time per move
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Resume the match recorded in the file of --pgn
    ///
    /// A file of another match, or with different settings, is refused.
    #[arg(long, requires = "pgn")]
    resume: bool,

    /// Add nodes and nodes per second to PGN comments
    #[arg(long, hide_short_help = true)]
    pgn_nodes: bool,

    #[command(flatten)]
    log: LogArg,

    /// Print the standing on stderr every N games
    ///
    /// It has the score, the Elo difference with its error margin, and the log-likelihood ratio of the SPRT. Default: every game,
    /// unless stderr is a terminal.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = number(1, u64::MAX))]
    report: Option<u64>,

    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// The most lines of openings whose errors are printed.
const MAX_LEFT_OUT: usize = 10;

const DETAILS: &str = "\
Examples:
  chess match 'chess uci' 'stockfish; Skill Level=3' --tc 8+0.08 --pgn games.pgn
  chess match 'new/chess uci' 'old/chess uci' --tc 8+0.08 --sprt 0,5 --openings book.epd
  chess match 'chess uci; name=weak; UCI_LimitStrength=true; UCI_Elo=1000' random --nodes 40000
  chess match stockfish 'toga2; tc=20+0.2' 'chess uci; Hash=64' --tc 10+0.1 --gauntlet
  chess match 'new/chess uci' 'old/chess uci' --tc 8+0.08 --sprt 0,5 --pgn games.pgn --resume

Each opening is played twice with reversed colours. The limits of an engine override those of the command line. The engine \
random plays random moves. Ctrl-C, SIGTERM and errors stop the match and print the report; --resume continues it.";

const MANUAL: &str = "\
An engine that crashes, stalls, exceeds its time or plays an illegal move loses the game, or draws if the opponent has no \
mating sequence (searched up to half a million positions). The fault is reported, with the last 64 KiB of a crashed engine's \
stderr, and the engine is restarted for the next game. An engine that cannot be started ends the match. With --syzygy, games are \
adjudicated by endgame tablebases. The grace period of --margin is 100 ms by default, where fastchess has 0.

The report has wins, draws and losses of each engine, and the difference in Elo to its opponents with its error margin \
(95 %), from pairs of games (pentanomial); there is none while all pairs score the same, or while it would cover every score. Of two \
engines it has the likelihood of superiority (LOS), the share of draws and the difference in normalized Elo. The SPRT (GSPRT) counts pairs, \
too; a pair that repeats an opening is reported, since it is not independent. --resume needs the same engines and options.

Results do not change the exit code.";

impl MatchArgs {
    /// Checks what the parser cannot express.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.engines.len() < 2 {
            return Err("expected at least two engines");
        }
        if self.sprt.is_some() && self.engines.len() > 2 {
            return Err("--sprt needs exactly two engines");
        }
        if self.engines().iter().any(|engine| engine.limits.are_none() && engine.command != [RANDOM]) {
            return Err(
                "an engine has no limit: set --tc, --movetime, --nodes or --depth, or tc=, movetime=, nodes= or depth= of that engine",
            );
        }
        Ok(())
    }

    fn sprt(&self) -> Option<Sprt> {
        let Self { alpha, beta, normalized: is_normalized, .. } = *self;
        self.sprt.map(|sprt| Sprt { alpha, beta, is_normalized, ..sprt })
    }

    /// The engines, each with its limits.
    fn engines(&self) -> Vec<EngineSpec> {
        let move_time = self.movetime.map(Duration::from_millis);
        let limits = Limits { nodes: self.nodes, depth: self.depth, move_time, clock: self.tc };
        let mut engines = self.engines.clone();
        for engine in &mut engines {
            self.each.iter().for_each(|each| engine.complete(each));
            engine.complete(&EngineSpec { limits, ..EngineSpec::default() });
        }
        engines
    }

    /// What the results depend on, but for the engines' commands, in words.
    fn settings(&self) -> String {
        let rule = |Adjudication { moves, limit, from }| format!("{moves}:{limit}:{from}");
        let path = |path: &PathBuf| path.display().to_string();
        let options = [
            ("seed", Some(self.seed.to_string())),
            ("openings", self.openings.as_ref().map(path)),
            ("order", Some(self.order.clone()).filter(|order| order != "random")),
            ("start", Some(self.start.to_string()).filter(|_| self.start > 1)),
            ("plies", self.plies.map(|plies| plies.to_string())),
            ("gauntlet", self.gauntlet.then(String::new)),
            ("chess960", self.chess960.then(String::new)),
            ("sprt", self.sprt().map(|sprt| sprt.to_string())),
            ("draw", self.draw.map(rule)),
            ("resign", self.resign.map(rule)),
            ("max-moves", Some(self.max_moves.to_string())),
            ("syzygy", Some(self.tables.paths.iter().map(path).collect::<Vec<_>>().join(" "))),
            ("margin", Some(self.margin.to_string())),
        ];
        let options = options.into_iter().filter_map(|(name, value)| Some(format!("--{name} {}", value?)));
        let engines = self.engines().into_iter().map(|engine| format!("[{engine}]"));
        options.chain(engines).collect::<Vec<_>>().join(" ")
    }

    fn contest(&self) -> Result<Match, CliError> {
        let rules = Rules {
            margin: Duration::from_millis(self.margin.into()),
            draw: self.draw,
            resign: self.resign,
            max_moves: self.max_moves.into(),
            tables: self.tables.open()?,
        };
        let plies = self.plies.map(usize::from);
        let openings = match &self.openings {
            Some(path) => Openings::open(path, plies, self.seed, self.chess960)
                .map_err(|error| CliError::file(path)(io::Error::other(error)))?,
            None => Openings::random(plies, self.seed, self.chess960),
        };
        let openings = openings.ordered(self.order == "sequential", self.start - 1);
        if let Some(path) = &self.openings {
            let left_out = openings.left_out();
            for error in left_out.iter().take(MAX_LEFT_OUT) {
                diagnostics::tell(format_args!("skipped {}: {error}", path.display()));
            }
            if left_out.len() > MAX_LEFT_OUT {
                diagnostics::tell(format_args!("skipped {} openings in all", left_out.len()));
            }
        }
        let mut engines = self.engines();
        let log = self.log.open()?;
        for engine in &mut engines {
            engine.log.clone_from(&log);
        }
        let games = self.games.or(self.rounds.map(|rounds| 2 * rounds)).or(if self.sprt.is_some() {
            None
        } else {
            Some(100)
        });
        Ok(Match {
            schedule: Schedule::new(self.engines.len(), self.gauntlet, games),
            openings,
            rules,
            is_chess960: self.chess960,
            patience: self.running.timeout.patience(),
            seed: self.seed,
            concurrency: self.running.concurrency.into(),
            has_affinity: self.affinity,
            settings: self.settings(),
            has_nodes: self.pgn_nodes,
            place: [self.event.clone(), self.site.clone()],
            ..Match::new(engines, games)
        })
    }
}

pub(crate) fn run(args: &MatchArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let is_starting = Arc::new(AtomicBool::new(true));
    let stop = stop_on_interrupt(&is_starting);
    let mut contest = args.contest()?;
    let names = contest.names().map_err(CliError::command)?;
    let mut tally = Tally::new(&names, args.sprt());
    let mut file = match (args.resume, &args.pgn) {
        (true, Some(path)) => {
            let resumed = resume(path, &contest, &names, |score| {
                tally.add(&score);
            });
            let (file, done) = resumed.map_err(CliError::file(path))?;
            contest.done = done;
            Some((file, path))
        }
        (false, Some(path)) => Some((new_games_file(path)?, path)),
        (_, None) => None,
    };
    let mut faults = Vec::new();
    let bar = bar(contest.schedule.games());
    let interval = args.report.or_else(|| bar.is_hidden().then_some(1));
    let mut played = Ok(());
    is_starting.store(false, Ordering::Relaxed);
    if tally.decision().is_none() {
        played = contest.play(&stop, |finished| -> Result<(), CliError> {
            // Games that end after the decision are not part of the test.
            if tally.decision().is_some() {
                return Ok(());
            }
            let repeated = tally.add(&finished.score());
            if let Some((file, path)) = &mut file {
                let text = contest.pgn(&finished, &names)?;
                file.write(&text).map_err(CliError::file(path))?;
            }
            if let Some(fault) = FaultRecord::of(&finished, &names) {
                if !args.json {
                    bar.suspend(|| output.line(visible(&fault.line)))?;
                }
                for line in fault.stderr.lines() {
                    bar.suspend(|| diagnostics::tell(format_args!("game {} stderr: {line}", fault.round)));
                }
                faults.push(fault);
            }
            if let Some(pair) = repeated.filter(|_| tally.repeats() == 1) {
                let round = finished.round();
                let line = format!(
                    "game {round}: repeats the opening of game {}.1; the error margin is underestimated",
                    pair + 1
                );
                bar.suspend(|| diagnostics::tell(line));
            }
            if interval.is_some_and(|games| tally.games().is_multiple_of(games)) {
                let ([white, black], first) = (finished.players.map(|player| &names[player]), &names[0]);
                let (round, result, reason) =
                    (finished.round(), finished.played.result, finished.played.reason());
                let line = format!("game {round}: {white} - {black} {result}, {reason}; {first} {tally}");
                bar.suspend(|| diagnostics::tell(line));
            }
            bar.set_position(tally.games());
            bar.set_message(tally.to_string());
            if tally.decision().is_some() {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        });
        bar.finish_and_clear();
    }
    // An error stops the match, too.
    let is_whole = tally.decision().is_some() || !stop.load(Ordering::Relaxed);
    let printed = if args.json {
        print_json(&tally, !is_whole, &faults, output)
    } else {
        print(&tally, !is_whole, output)
    };
    played?;
    printed?;
    Ok(if is_whole { Verdict::Passed } else { Verdict::Interrupted })
}

impl From<MatchError> for CliError {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Thread(_) => Self::option("--concurrency", error),
            MatchError::Affinity(_) => Self::option("--affinity", error),
            MatchError::Memory(_) | MatchError::Program(_) | MatchError::Tag(_) => Self::command(error),
        }
    }
}

/// The bar of a match, on a terminal.
fn bar(games: Option<u64>) -> ProgressBar {
    match games {
        Some(games) => styled(ProgressBar::new(games), "{bar:20} {pos}/{len} games  {wide_msg}"),
        None => styled(ProgressBar::no_length(), "{pos} games  {wide_msg}"),
    }
}

/// A game that was ended by a fault, as a JSON object with the keys in this order.
#[derive(Clone, Serialize)]
struct FaultRecord {
    round: String,
    engine: String,
    kind: &'static str,
    message: String,
    /// The last 64 KiB that an engine wrote to stderr before it crashed.
    #[serde(skip_serializing_if = "str::is_empty")]
    stderr: String,
    /// The fault in a line.
    #[serde(skip)]
    line: String,
}

impl FaultRecord {
    /// The fault that has ended a game; `None` if there was none.
    fn of(finished: &Finished, names: &[String]) -> Option<Self> {
        let End::Fault(color, fault) = &finished.played.end else { return None };
        let (round, engine) = (finished.round(), names[finished.players[color.index()]].clone());
        let (color, penalty) = (color.name(), finished.played.penalty());
        let line = format!("game {round}: {engine} ({color}) {penalty}: {fault}");
        let stderr = if let Fault::Crash { stderr, .. } = fault { stderr.clone() } else { String::new() };
        Some(Self {
            round,
            engine,
            kind: FaultKind::of(fault).name(),
            message: fault.to_string(),
            stderr,
            line,
        })
    }
}

/// The JSON object of a match, its keys in this order.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
    games: u64,
    engines: Vec<EngineRecord<'a>>,
    #[serde(flatten)]
    difference: Difference,
    llr: Option<f64>,
    decision: Option<&'static str>,
    pairs: Option<[u32; 5]>,
    repeats: usize,
    faults: &'a [FaultRecord],
}

#[derive(Serialize)]
struct EngineRecord<'a> {
    name: &'a str,
    wins: u32,
    draws: u32,
    losses: u32,
    crashes: u32,
    timeouts: u32,
    illegal: u32,
    #[serde(flatten)]
    difference: Difference,
}

/// The difference to the opponents.
#[derive(Serialize, Default)]
struct Difference {
    elo: Option<f64>,
    margin: Option<f64>,
    normalized_elo: Option<f64>,
    normalized_margin: Option<f64>,
    superiority: Option<f64>,
    draw_ratio: Option<f64>,
}

impl Difference {
    fn new(Standing { pairs, counts, .. }: &Standing) -> Self {
        let [elo, margin] = pairs.elo_and_error();
        let [normalized_elo, normalized_margin] = pairs.normalized_elo().map_or([None; 2], |it| it.map(Some));
        let (superiority, draw_ratio) = (pairs.superiority(), counts.draw_ratio());
        Self { elo, margin, normalized_elo, normalized_margin, superiority, draw_ratio }
    }
}

impl<'a> EngineRecord<'a> {
    fn new(standing: &'a Standing) -> Self {
        let Counts { wins, draws, losses, crashes, timeouts, illegal } = standing.counts;
        let difference = Difference::new(standing);
        Self { name: &standing.name, wins, draws, losses, crashes, timeouts, illegal, difference }
    }
}

fn print(tally: &Tally, is_incomplete: bool, output: &mut Output) -> io::Result<()> {
    let word = if is_incomplete { "incomplete: " } else { "" };
    output.line(format_args!("{word}games {}", output.grouping().of(tally.games())))?;
    let width =
        tally.standings().iter().map(|standing| standing.name.chars().count()).max().unwrap_or(0).min(60);
    let mut ranking: Vec<&Standing> = tally.standings().iter().collect();
    if ranking.len() > 2 {
        ranking.sort_by(|a, b| b.share().total_cmp(&a.share()));
    }
    for (rank, standing) in (1..).zip(&ranking) {
        let Standing { name, counts, pairs } = standing;
        let rank = if ranking.len() > 2 { format!("{rank:>2}. ") } else { String::new() };
        let Counts { wins, draws, losses, crashes, timeouts, illegal } = counts;
        let elo = pairs.elo_text();
        let faults: Vec<String> = [("crashed", crashes), ("on time", timeouts), ("illegal", illegal)]
            .into_iter()
            .filter(|(_, count)| **count > 0)
            .map(|(kind, count)| format!("  {count} {kind}"))
            .collect();
        output.line(visible(format_args!(
            "{rank}{name:<width$}  +{wins} ={draws} -{losses}  {} points ({:.1} %){elo}{}",
            counts.points(),
            100.0 * standing.share(),
            faults.concat()
        )))?;
    }
    if ranking.len() > 2 {
        print_cross_table(tally, &ranking, width, output)?;
    }
    if let [Standing { pairs, counts, .. }, _] = tally.standings() {
        output.line(format_args!("pairs {} (0, 1/2, 1, 3/2, 2 points): {pairs}", pairs.count()))?;
        let percent =
            |share: Option<f64>| share.map_or("unknown".into(), |share| format!("{:.1} %", 100.0 * share));
        let normalized = pairs.normalized_elo().map(|[elo, error]| format!("{elo:+.1} ± {error:.1}"));
        output.line(format_args!(
            "LOS {}, draws {}, normalized Elo {}",
            percent(pairs.superiority()),
            percent(counts.draw_ratio()),
            normalized.unwrap_or_else(|| "unknown".to_owned())
        ))?;
    }
    if tally.repeats() > 0 {
        let repeats = output.grouping().of(tally.repeats() as u64);
        output.line(format_args!(
            "pairs with a repeated opening: {repeats}; the error margin is underestimated"
        ))?;
    }
    if let Some((sprt, llr)) = tally.test() {
        let decision = tally.decision().map_or("not decided".to_owned(), |decision| decision.to_string());
        let (Sprt { elo0, elo1, .. }, [low, high]) = (sprt, sprt.bounds());
        let model = if sprt.is_normalized { " normalized" } else { "" };
        output.line(format_args!(
            "SPRT{model} [{elo0}, {elo1}]: LLR {llr:.2} ({low:.2}, {high:.2}), {decision}"
        ))?;
    }
    Ok(())
}

/// Prints the points of each engine against each other one, of the games that they have played.
fn print_cross_table(
    tally: &Tally,
    ranking: &[&Standing],
    width: usize,
    output: &mut Output,
) -> io::Result<()> {
    let place = |standing: &&Standing| tally.standings().iter().position(|it| it.name == standing.name);
    let engines: Vec<usize> = ranking.iter().filter_map(place).collect();
    let line = |name: &str, cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>11}")).collect();
        format!("{name:<width$}{}", cells.concat(), width = width + 4)
    };
    output.line(line("", (1..=engines.len()).map(|rank| format!("vs. {rank}")).collect()))?;
    for (rank, &engine) in (1..).zip(&engines) {
        let cell = |&other: &usize| {
            let counts = tally.between(engine, other);
            if counts.games() == 0 {
                "-".to_owned()
            } else {
                format!("{}/{}", counts.points(), counts.games())
            }
        };
        let name = format!("{rank:>2}. {}", tally.standings()[engine].name);
        output.line(visible(line(&name, engines.iter().map(cell).collect())))?;
    }
    Ok(())
}

fn print_json(
    tally: &Tally,
    incomplete: bool,
    faults: &[FaultRecord],
    output: &mut Output,
) -> io::Result<()> {
    let first = &tally.standings()[0];
    let is_duel = tally.standings().len() == 2;
    output.json(&Record {
        incomplete,
        games: tally.games(),
        engines: tally.standings().iter().map(EngineRecord::new).collect(),
        difference: if is_duel { Difference::new(first) } else { Difference::default() },
        llr: tally.test().map(|(_, llr)| llr),
        decision: tally.decision().map(|decision| match decision {
            Decision::H0 => "H0",
            Decision::H1 => "H1",
        }),
        pairs: is_duel.then_some(first.pairs.0),
        repeats: tally.repeats(),
        faults,
    })
}
