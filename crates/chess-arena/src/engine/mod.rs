//! Engines as processes: their description in a line, their start, and a search with all the ways in which it can fail.

mod line;
mod log;
mod search;
mod spec;
mod stderr;
mod supervisor;

use std::io;
use std::process::{Command as Program, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chess_movegen::GameState;
use chess_types::Move;
use chess_uci::client::{ClientError, EngineProcess, Tap};
use chess_uci::{Answer, Command, EngineOption, Go, Info, OptionKind, PositionCommand, resolve_uci};

pub use self::line::Line;
pub(crate) use self::line::{chances_seen_by, seen_by};
pub use self::log::Log;
pub use self::search::{Found, Search, SearchError};
pub use self::spec::{EngineSpec, Expected, Limits, SpecError, time_control};
use self::stderr::Stderr;
pub use self::supervisor::Supervisor;
pub use chess_notation::pgn::TimeControl;

/// An engine that runs as a process of its own. It is killed when the value is dropped, and on Linux what it has started, too.
///
/// Ctrl-C at a terminal does not reach it, so that the caller can end its work in order.
#[derive(Debug)]
pub struct Client {
    name: String,
    engine: EngineProcess,
    stderr: Option<Stderr>,
    is_chess960: bool,
    /// The number of lines that it searches, as it was told last.
    lines: u32,
    patience: Duration,
    hurry: Option<Arc<AtomicBool>>,
}

/// The time that an engine has for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveTime {
    /// It loses on time after so long.
    Within(Duration),
    /// The client sends `stop` after this time and a little more.
    Until(Duration),
    /// It may search as long as it sends lines of `info` that differ.
    WhileTelling,
}

/// The answer of an engine to `go`.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The move, which is legal.
    pub mv: Move,
    /// The legal reply that the engine expects.
    pub ponder: Option<Move>,
    /// The time from `go` to the answer.
    pub time: Duration,
}

/// The reason why an engine gave no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// It has ended, or cannot be reached.
    #[error("crash: {reason}")]
    Crash {
        /// The reason in words, with the last line of stderr.
        reason: String,
        /// The last 64 KiB that it wrote to stderr.
        stderr: String,
    },
    /// It has passed its time.
    #[error("time forfeit: {0}")]
    Time(String),
    /// It does not even answer `isready`.
    #[error("stalled connection: {0}")]
    Hang(String),
    /// It named a move that is not legal, or none.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// The system does not start its program, which is no fault of the engine's.
    #[error("{0}")]
    NotStarted(String),
    /// The caller has stopped it.
    #[error("interrupted")]
    Stopped,
}

/// The reason why an engine cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The system does not start its program.
    #[error("{command}: {reason}")]
    Program {
        /// The program and its arguments.
        command: String,
        /// The error of the system.
        reason: ClientError,
    },
    /// Its program ends, or cannot be reached.
    #[error("{command}: {reason}")]
    Start {
        /// The program and its arguments.
        command: String,
        /// The reason in words, with the last line of stderr.
        reason: String,
        /// The last 64 KiB that it wrote to stderr.
        stderr: String,
    },
    /// Its program does not answer in time.
    #[error("{command}: {reason}")]
    TimeOut {
        /// The program and its arguments.
        command: String,
        /// The reason in words.
        reason: String,
    },
    /// It has no option of that name.
    #[error("{engine} has no option {option}; it has {}", if known.is_empty() { "none".to_owned() } else { known.join(", ") })]
    NoOption {
        /// The name of the engine.
        engine: String,
        /// The name of the option.
        option: String,
        /// The options that it has.
        known: Vec<String>,
    },
    /// Its option does not take the value.
    #[error("{engine}: option {option} must be {expected}, got {value:?}")]
    Value {
        /// The name of the engine.
        engine: String,
        /// The name of the option.
        option: String,
        /// The value.
        value: String,
        /// What it should be.
        expected: String,
    },
    /// A rating is set, and the limit of the strength is not.
    #[error("{0}: UCI_Elo has no effect without UCI_LimitStrength=true")]
    Elo(String),
    /// It has no option `UCI_Chess960`.
    #[error("{0} does not support Chess960 (no option UCI_Chess960)")]
    NoChess960(String),
}

/// The time by which an engine may exceed its own before the client sends `stop`.
const MARGIN: Duration = Duration::from_millis(100);

/// The time between two looks at the flag that stops a search.
const GLANCE: Duration = Duration::from_millis(50);

impl Fault {
    /// A crash of which nothing more is known.
    pub fn crash(reason: impl Into<String>) -> Self {
        Self::Crash { reason: reason.into(), stderr: String::new() }
    }
}

impl MoveTime {
    /// Checks the time that a move has taken.
    ///
    /// # Errors
    /// It is more than was allowed.
    pub fn check(self, spent: Duration) -> Result<(), Fault> {
        match self {
            Self::Within(allowed) if spent > allowed => {
                let [allowed, spent] = [allowed, spent].map(|time| time.as_secs_f64());
                Err(Fault::Time(format!("no move after {spent:.3} s (limit {allowed:.3} s)")))
            }
            _ => Ok(()),
        }
    }
}

impl Client {
    /// Starts an engine and sets its options. `patience` is the time in which it has to answer anything but `go`.
    ///
    /// # Errors
    /// It does not start or answer, or does not have an option, or not with this value.
    pub fn start(spec: &EngineSpec, is_chess960: bool, patience: Duration) -> Result<Self, StartError> {
        Self::start_until(spec, is_chess960, patience, &AtomicBool::new(false))
    }

    /// Does the same as [`start`](Self::start) until `stop` is set.
    ///
    /// # Errors
    /// As [`start`](Self::start), or the wait was ended.
    pub fn start_until(
        spec: &EngineSpec,
        is_chess960: bool,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Self, StartError> {
        let command = spec.command.join(" ");
        let refuse = |error: ClientError, stderr: Option<&Stderr>| {
            let (command, (reason, stderr)) = (command.clone(), described(&error, stderr));
            match error {
                reason @ ClientError::Start(_) => StartError::Program { command, reason },
                ClientError::TimeOut { .. } => StartError::TimeOut { command, reason },
                _ => StartError::Start { command, reason, stderr },
            }
        };
        let (program, arguments) = spec.command.split_first().ok_or_else(|| StartError::Program {
            command: command.clone(),
            reason: ClientError::Start(io::Error::new(io::ErrorKind::InvalidInput, "missing engine command")),
        })?;
        let mut process = Program::new(program);
        process.args(arguments);
        if let Some(folder) = &spec.folder {
            process.current_dir(folder);
        }
        let (writer, stderr) = Stderr::pipe().unzip();
        process.stderr(writer.map_or_else(Stdio::null, Stdio::from));
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let label = spec.name.as_ref().unwrap_or(program);
        let tap = spec.log.as_ref().map_or_else(|| Box::new(|_, _: &str| ()) as Tap, |log| log.tap(label));
        let engine = EngineProcess::start_until(process, patience, tap, stop)
            .map_err(|error| refuse(error, stderr.as_ref()))?;
        let name =
            spec.name.clone().or_else(|| Some(engine.name().to_owned()).filter(|name| !name.is_empty()));
        let name = name.unwrap_or_else(|| program.clone());
        let mut client = Self { name, engine, stderr, is_chess960, lines: 1, patience, hurry: None };
        if is_chess960 {
            if client.engine.option("UCI_Chess960").is_none() {
                return Err(StartError::NoChess960(client.name.clone()));
            }
            let set = client.engine.set_option("UCI_Chess960", "true");
            set.map_err(|error| refuse(error, client.stderr.as_ref()))?;
        }
        let sets = |name: &str| spec.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        let limit = client.engine.option("UCI_LimitStrength");
        if limit.is_some() && sets("UCI_Elo") && !sets("UCI_LimitStrength") {
            return Err(StartError::Elo(command));
        }
        for (option, value) in &spec.options {
            client.check_option(option, value)?;
            let set = client.engine.set_option(option, value);
            set.map_err(|error| refuse(error, client.stderr.as_ref()))?;
        }
        let ready = client.engine.ready_until(patience, stop);
        ready.map_err(|error| refuse(error, client.stderr.as_ref()))?;
        Ok(client)
    }

    /// The name that the user gave, or else the engine itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name that the engine gave itself; empty if it gave none.
    pub fn id(&self) -> &str {
        self.engine.name()
    }

    /// The authors of the engine; empty if it gave none.
    pub fn author(&self) -> &str {
        self.engine.author()
    }

    /// The options that the engine has.
    pub fn options(&self) -> &[EngineOption] {
        self.engine.options()
    }

    /// The number of the process.
    pub fn process_id(&self) -> u32 {
        self.engine.id()
    }

    /// Checks that the engine has an option, and that it takes a value.
    ///
    /// # Errors
    /// [`StartError::NoOption`] and [`StartError::Value`].
    pub fn check_option(&self, name: &str, value: &str) -> Result<(), StartError> {
        check_option(&self.name, self.engine.options(), name, value)
    }

    /// Tells the engine to quit, and gives it this time to end by itself before it is killed.
    pub fn quit(mut self, time: Duration) {
        // It is killed in any case.
        let _ = self.engine.end(time);
    }

    /// Gives the engine a flag that makes it move at once when it is set; the flag is taken back then.
    pub fn hurry_by(&mut self, flag: Arc<AtomicBool>) {
        self.hurry = Some(flag);
    }

    /// Tells the engine that another game begins, and waits until it is ready. `stop` ends the wait.
    ///
    /// # Errors
    /// It has ended or does not answer, or the wait was ended.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        self.send(&Command::NewGame)?;
        self.ready(stop)
    }

    fn send(&mut self, command: &Command) -> Result<(), Fault> {
        self.engine.send(command).map_err(|error| self.fault(&error))
    }

    /// Waits until the engine is ready. What it sends before belongs to an earlier search, and is dropped.
    fn ready(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        self.ready_within(self.patience, stop)
    }

    fn ready_within(&mut self, time: Duration, stop: &AtomicBool) -> Result<(), Fault> {
        self.send(&Command::IsReady)?;
        let begun = Instant::now();
        while begun.elapsed() < time {
            if stop.load(Ordering::Relaxed) {
                return Err(Fault::Stopped);
            }
            match self.engine.receive(GLANCE.min(time)) {
                Ok(Answer::ReadyOk) => return Ok(()),
                Ok(_) | Err(ClientError::TimeOut { .. } | ClientError::Answer { .. }) => {}
                Err(error) => return Err(self.fault(&error)),
            }
        }
        Err(Fault::Hang(format!("no readyok for {:.1} s", time.as_secs_f64())))
    }

    /// Lets the engine search the position of a game, and returns its move.
    ///
    /// `on_info` is called with each line on the way. `stop` ends the wait.
    ///
    /// # Errors
    /// There is no legal move from it. It should then be dropped: it may still be searching.
    pub fn choose(
        &mut self,
        game: &GameState,
        go: &Go,
        time: MoveTime,
        stop: &AtomicBool,
        on_info: impl FnMut(&Info),
    ) -> Result<Choice, Fault> {
        let wait = Wait { time, timeout: None, stop, halt: &AtomicBool::new(false) };
        self.choose_within(game, go, &wait, on_info)
    }

    fn choose_within(
        &mut self,
        game: &GameState,
        go: &Go,
        wait: &Wait<'_>,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Choice, Fault> {
        let Wait { time, timeout, stop, halt } = *wait;
        self.send(&Command::Position(PositionCommand::new(game, self.is_chess960)))?;
        self.ready_within(timeout.map_or(self.patience, |timeout| timeout.min(self.patience)), stop)?;
        let begun = Instant::now();
        self.send(&Command::Go(go.clone()))?;
        let is_unlimited = time == MoveTime::WhileTelling;
        let (mut heard, mut has_asked) = (begun, is_unlimited);
        let mut last: Option<Box<Info>> = None;
        // The time since which it has been told to stop. What it sends then but its move does not count.
        let mut stopped: Option<Instant> = None;
        let answer = loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Fault::Stopped);
            }
            let (spent, silence) = (begun.elapsed(), heard.elapsed());
            time.check(spent)?;
            if timeout.is_some_and(|timeout| spent >= timeout) {
                return Err(Fault::Time(format!("no move after {:.3} s", spent.as_secs_f64())));
            }
            let is_hurried = self.hurry.as_ref().is_some_and(|hurry| hurry.swap(false, Ordering::Relaxed))
                || halt.load(Ordering::Relaxed);
            let is_over = matches!(time, MoveTime::Until(most) if spent >= most + MARGIN);
            match stopped.map(|stopped| stopped.elapsed()) {
                Some(waited) if waited >= self.patience => {
                    return Err(Fault::Hang(format!("no move for {:.1} s after stop", waited.as_secs_f64())));
                }
                None if is_hurried || is_over => {
                    stopped = Some(Instant::now());
                    self.send(&Command::Stop)?;
                }
                None if silence >= self.patience => {
                    let what = if last.is_some() && is_unlimited { "news" } else { "output" };
                    return Err(Fault::Hang(format!("no {what} for {:.1} s", silence.as_secs_f64())));
                }
                _ if !has_asked && silence >= self.patience / 2 => {
                    has_asked = true;
                    self.send(&Command::IsReady)?;
                }
                _ => {}
            }
            let rest =
                if let MoveTime::Within(allowed) = time { allowed.saturating_sub(spent) } else { GLANCE };
            let rest = timeout.map_or(rest, |timeout| rest.min(timeout.saturating_sub(spent)));
            match self.engine.receive(rest.min(GLANCE)) {
                Ok(Answer::BestMove(answer)) => break answer,
                Ok(Answer::Info(info)) => {
                    on_info(&info);
                    // The same line again is no report on a search.
                    if is_unlimited && last.as_ref() == Some(&info) {
                        continue;
                    }
                    last = Some(info);
                }
                Err(ClientError::TimeOut { .. }) => continue,
                Err(ClientError::Answer { error, line }) if error.command == "bestmove" => {
                    return Err(Fault::Illegal(ClientError::Answer { error, line }.to_string()));
                }
                // Other lines are no report on a search.
                Ok(_) | Err(ClientError::Answer { .. }) if is_unlimited => continue,
                Ok(_) | Err(ClientError::Answer { .. }) => {}
                Err(error) => return Err(self.fault(&error)),
            }
            (heard, has_asked) = (Instant::now(), is_unlimited);
        };
        let spent = begun.elapsed();
        time.check(spent)?;
        let legal = |position: &_, mv| resolve_uci(position, mv).ok().filter(|mv| !mv.is_null());
        let mv = answer.best.and_then(|mv| legal(game.position(), mv));
        let mv = mv.ok_or_else(|| {
            let words = self.engine.line().split_whitespace().skip_while(|word| *word != "bestmove");
            Fault::Illegal(format!("{} in {}", words.take(2).collect::<Vec<_>>().join(" "), game.position()))
        })?;
        let ponder = answer.ponder.and_then(|reply| legal(&game.position().after(mv), reply));
        Ok(Choice { mv, ponder, time: spent })
    }

    fn fault(&self, error: &ClientError) -> Fault {
        let (reason, stderr) = described(error, self.stderr.as_ref());
        Fault::Crash { reason, stderr }
    }
}

#[cfg(target_os = "linux")]
impl Drop for Client {
    fn drop(&mut self) {
        kill(self.engine.id());
    }
}

/// Kills an engine by the [number](Client::process_id) of its process while its client waits on another thread, which it then does no
/// longer; on Linux what it has started, too, and on other systems nothing.
pub fn kill(process_id: u32) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, Signal, kill_process_group};

        if let Some(group) = i32::try_from(process_id).ok().and_then(Pid::from_raw) {
            // An error means that nothing of it is left.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = process_id;
}

/// How long, and until what, the client waits for a move.
struct Wait<'a> {
    time: MoveTime,
    /// The time after which the engine has failed, whatever it sends.
    timeout: Option<Duration>,
    /// Ends the wait.
    stop: &'a AtomicBool,
    /// Makes the engine move at once.
    halt: &'a AtomicBool,
}

/// Checks that an engine of this name has an option among those that it has, and that it takes a value.
pub(crate) fn check_option(
    engine: &str,
    options: &[EngineOption],
    name: &str,
    value: &str,
) -> Result<(), StartError> {
    let engine = engine.to_owned();
    let Some(known) = options.iter().find(|known| known.name.eq_ignore_ascii_case(name)) else {
        let known = options.iter().map(|option| option.name.clone()).collect();
        return Err(StartError::NoOption { engine, option: name.to_owned(), known });
    };
    match expected(known, value) {
        Some(expected) => {
            Err(StartError::Value { engine, option: name.to_owned(), value: value.to_owned(), expected })
        }
        None => Ok(()),
    }
}

/// The values that an option takes, if it does not take this one.
fn expected(option: &EngineOption, value: &str) -> Option<String> {
    let (is_taken, expected) = match &option.kind {
        OptionKind::Check { .. } => {
            (matches!(&*value.to_ascii_lowercase(), "true" | "false"), "true or false".to_owned())
        }
        OptionKind::Spin { min, max, .. } => (
            value.parse().is_ok_and(|value| (*min..=*max).contains(&value)),
            format!("an integer from {min} to {max}"),
        ),
        OptionKind::Combo { vars, .. } => {
            (vars.iter().any(|var| var.eq_ignore_ascii_case(value)), format!("one of {}", vars.join(", ")))
        }
        _ => return None,
    };
    (!is_taken).then_some(expected)
}

/// An error with the last line that an engine wrote to stderr, or the last one of an error or a panic, and all that is kept of stderr.
fn described(error: &ClientError, stderr: Option<&Stderr>) -> (String, String) {
    /// The most characters of the line.
    const MAX: usize = 300;
    let stderr = stderr.map(Stderr::text).unwrap_or_default();
    let is_cause =
        |line: &&str| ["error", "panicked"].iter().any(|word| line.to_ascii_lowercase().contains(word));
    let mut lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let last = lines.clone().rfind(is_cause).or_else(|| lines.next_back());
    let cut = |line: &str| line.chars().take(MAX).collect::<String>();
    (last.map_or_else(|| error.to_string(), |line| format!("{error}: {}", cut(line))), stderr)
}

#[cfg(all(test, unix))]
mod tests {
    use chess_board::Position;

    use super::*;

    /// An engine that knows the options below, and answers `go` by these lines of a shell.
    fn engine(settings: &str, go: &str) -> Result<Client, StartError> {
        let script = format!(
            "while read -r w rest; do case $w in uci) echo id name Script; echo option name Hash type spin \
             default 1 min 1 max 64; echo option name Style type combo default calm var calm var wild; echo \
             option name UCI_LimitStrength type check; echo uciok;; isready) echo readyok;; go) {go};; quit) exit;; esac; done"
        );
        let mut spec: EngineSpec = format!("sh; {settings}").parse().unwrap();
        spec.command.extend(["-c".to_owned(), script]);
        Client::start(&spec, false, Duration::from_millis(1500))
    }

    fn answer(go: &str, time: MoveTime) -> Result<String, String> {
        let mut client = engine("", go).unwrap();
        client.new_game(&AtomicBool::new(false)).unwrap();
        let game = GameState::new(Position::START);
        let choice = client.choose(&game, &Go::default(), time, &AtomicBool::new(false), |_| ());
        choice.map(|choice| choice.mv.to_string()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn an_engine_answers_or_fails_in_one_of_its_ways() {
        let second = MoveTime::Within(Duration::from_secs(1));
        let stoppable = "while read -r w; do if [ $w = stop ]; then echo bestmove d2d4; break; fi; done";
        assert_eq!(answer(stoppable, MoveTime::Until(Duration::from_millis(60))), Ok("d2d4".to_owned()));
        let pondering = "while read -r w; do if [ $w = isready ]; then echo readyok; fi; done";
        assert_eq!(answer("echo info depth 1; echo bestmove e2e4", second), Ok("e2e4".to_owned()));
        // Silent for longer than its patience, but ready when it is asked.
        let slow = "read -r w; echo readyok; sleep 1; echo bestmove e2e4";
        assert_eq!(answer(slow, MoveTime::Within(Duration::from_secs(9))), Ok("e2e4".to_owned()));
        for (go, time, fault) in [
            ("echo bestmove e2e5", second, "illegal move: bestmove e2e5 in rnbq"),
            ("echo bestmove 0000", second, "illegal move: bestmove 0000 in rnbq"),
            ("echo bestmove '(none)'", second, "illegal move: bestmove (none) in rnbq"),
            (
                "echo bestmove nonsense",
                MoveTime::WhileTelling,
                "illegal move: the engine sent \"bestmove nonsense\": ",
            ),
            (
                "echo out of luck >&2; exit 3",
                second,
                "crash: the engine has ended with exit code 3: out of luck",
            ),
            (
                "printf 'Error: odd\\n\\nSee --help' >&2; exit 3",
                second,
                "crash: the engine has ended with exit code 3: Error: odd",
            ),
            ("kill -SEGV $$", second, "crash: the engine has ended with signal: 11 (SIGSEGV)"),
            (pondering, MoveTime::WhileTelling, "stalled connection: no output for "),
            ("sleep 9", MoveTime::WhileTelling, "stalled connection: no output for "),
            ("sleep 9", MoveTime::Until(Duration::ZERO), "stalled connection: no move for 1.5 s after stop"),
            (
                pondering,
                MoveTime::Until(Duration::from_millis(60)),
                "stalled connection: no move for 1.5 s after",
            ),
            (
                "while echo info depth 1; do :; done",
                MoveTime::Until(Duration::ZERO),
                "stalled connection: no move for 1.5",
            ),
            ("sleep 9", MoveTime::Within(Duration::from_millis(60)), "time forfeit: no move after "),
            (
                "while echo info depth 1; do :; done",
                MoveTime::WhileTelling,
                "stalled connection: no news for ",
            ),
            // Lines without end: of a search, as fast as they come, and of another kind, which do not start the wait anew.
            ("yes info depth 1", MoveTime::Within(Duration::from_millis(60)), "time forfeit: no move after "),
            (
                "while sleep 0.02; do echo noise; done",
                MoveTime::WhileTelling,
                "stalled connection: no output for ",
            ),
            (
                "while sleep 0.02; do echo readyok; done",
                MoveTime::WhileTelling,
                "stalled connection: no output for ",
            ),
        ] {
            let found = answer(go, time).unwrap_err();
            assert!(found.starts_with(fault), "{found}");
        }
    }

    #[test]
    fn a_second_move_is_none_of_the_next_search() {
        let go = "n=$((n + 1)); case $n in 1) echo bestmove e2e4; echo bestmove e2e4;; *) echo bestmove g1f3;; esac";
        let mut client = engine("", go).unwrap();
        let (mut game, stop) = (GameState::new(Position::START), AtomicBool::new(false));
        let mut moves = Vec::new();
        for time in [MoveTime::WhileTelling, MoveTime::Within(Duration::from_secs(9))] {
            moves.push(client.choose(&game, &Go::default(), time, &stop, |_| ()).unwrap().mv.to_string());
            game = GameState::new(Position::START);
        }
        assert_eq!(moves, ["e2e4", "g1f3"]);
    }

    /// It is ended by its first fault, and starts again when it is needed: for a second attempt at once.
    #[test]
    fn a_supervisor_starts_an_engine_once_more() {
        let folder = tempfile::tempdir().unwrap();
        let starts = folder.path().join("starts");
        let spec = |go: &str| {
            let script = format!(
                "echo >> {}; while read -r w rest; do case $w in uci) echo id name Script; echo uciok;; isready) echo \
                 readyok;; go) {go};; quit) exit;; esac; done",
                starts.display()
            );
            EngineSpec { command: ["sh", "-c", &script].map(str::to_owned).to_vec(), ..EngineSpec::default() }
        };
        let count = || std::fs::read_to_string(&starts).map_or(0, |text| text.lines().count());
        let (game, stop) = (GameState::new(Position::START), AtomicBool::new(false));
        let within = MoveTime::Within(Duration::from_secs(9));
        let first =
            format!("if [ $(wc -l < {}) = 1 ]; then exit 3; fi; echo bestmove e2e4", starts.display());
        for (go, time, found, begun) in [
            ("echo bestmove e2e4", within, Ok(None), 1),
            (&first, within, Ok(Some("crash: the engine has ended with exit code 3")), 2),
            ("exit 4", within, Err("crash: the engine has ended with exit code 4"), 2),
            ("sleep 9", MoveTime::WhileTelling, Err("stalled connection: no output for "), 2),
            ("echo bestmove e2e5", within, Err("illegal move: bestmove e2e5 in "), 2),
            // Its time is over.
            ("sleep 9", MoveTime::Within(Duration::from_millis(60)), Err("time forfeit: no move after "), 1),
        ] {
            drop(std::fs::remove_file(&starts));
            let mut engine = Supervisor::new(spec(go), false, Duration::from_millis(800));
            assert_eq!((engine.name(), engine.running().is_none()), ("", true));
            let done = engine.twice(|client| client.choose(&game, &Go::default(), time, &stop, |_| ()));
            let done = done.map(|(_, fault)| fault.map(|fault| fault.to_string()));
            let done = done.map_err(|fault| fault.to_string());
            let is_as_found = match (&done, found) {
                (Ok(None), Ok(None)) => true,
                (Ok(Some(fault)), Ok(Some(found))) | (Err(fault), Err(found)) => fault.starts_with(found),
                _ => false,
            };
            assert!(is_as_found, "{go}: {done:?}");
            assert_eq!((count(), engine.running().is_some()), (begun, done.is_ok()), "{go}");
            assert_eq!(engine.name(), "Script");
            engine.once(|client| client.new_game(&stop)).unwrap();
            assert_eq!(count(), begun + usize::from(done.is_err()), "{go}");
            engine.set_chess960(false);
            assert!(engine.running().is_some());
            engine.set_chess960(true);
            assert!(engine.running().is_none() && engine.client().is_err());
        }
    }

    #[test]
    fn options_are_those_that_the_engine_has() {
        let complaint = |settings| engine(settings, "").map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(complaint("hash=64; Style=WILD; name=x"), Ok(()));
        for (settings, text) in [
            ("Hash=65", "Script: option Hash must be an integer from 1 to 64, got \"65\""),
            ("Style=odd; name=x", "x: option Style must be one of calm, wild, got \"odd\""),
            ("Threads=1", "Script has no option Threads; it has Hash, Style, UCI_LimitStrength"),
        ] {
            assert_eq!(complaint(settings), Err(text.to_owned()));
        }
        let weak = complaint("UCI_Elo=1000").unwrap_err();
        assert!(weak.ends_with(": UCI_Elo has no effect without UCI_LimitStrength=true"), "{weak}");
        let missing: EngineSpec = "./no-such-engine".parse().unwrap();
        let error = Client::start(&missing, false, GLANCE).unwrap_err().to_string();
        assert!(error.starts_with("./no-such-engine: the engine cannot be started: "), "{error}");
        let silent: EngineSpec = "sleep 9".parse().unwrap();
        let error = Client::start(&silent, false, GLANCE).unwrap_err().to_string();
        assert_eq!(error, "sleep 9: the engine did not answer in time (uciok)");
    }

    /// The options come before the first game. Nobody asks during a search whether an engine is there that answers in time.
    #[test]
    fn an_engine_is_told_its_options_and_each_game() {
        let folder = tempfile::tempdir().unwrap();
        let script = "while read -r line; do echo \"$line\" >>told; case $line in uci) echo option name Hash type spin \
             default 1 min 1 max 64; echo option name UCI_Chess960 type check; echo uciok;; isready) echo readyok;; \
             go*) sleep 0.1; echo bestmove e2e4;; esac; done";
        let mut spec: EngineSpec = "sh; hash=64".parse().unwrap();
        spec.command.extend(["-c".to_owned(), script.to_owned()]);
        spec.folder = Some(folder.path().to_owned());
        let mut client = Client::start(&spec, true, Duration::from_secs(60)).unwrap();
        let (game, stop) = (GameState::new(Position::START), AtomicBool::new(false));
        for _ in 0..2 {
            client.new_game(&stop).unwrap();
            let go = Go { nodes: Some(1), ..Go::default() };
            let within = MoveTime::Within(Duration::from_secs(60));
            client.choose(&game, &go, within, &stop, |_| ()).unwrap();
        }
        client.new_game(&stop).unwrap();
        let told = std::fs::read_to_string(folder.path().join("told")).unwrap();
        let options = "uci\nsetoption name UCI_Chess960 value true\nsetoption name hash value 64\nisready\n";
        let begun = "ucinewgame\nisready\n";
        let game = format!("{begun}position startpos\nisready\ngo nodes 1\n");
        assert_eq!(told, format!("{options}{game}{game}{begun}"));
    }

    #[test]
    fn a_search_is_stopped_by_its_caller() {
        let mut client = engine("", "sleep 9").unwrap();
        let game = GameState::new(Position::START);
        let choice =
            client.choose(&game, &Go::default(), MoveTime::WhileTelling, &AtomicBool::new(true), |_| ());
        assert_eq!(choice.unwrap_err(), Fault::Stopped);
        // Also before a game.
        let mut spec: EngineSpec = "sh".parse().unwrap();
        let script = "while read -r w; do case $w in uci) echo uciok;; isready) if [ $n ]; then :; else n=1; echo readyok; fi;; esac; done";
        spec.command.extend(["-c".to_owned(), script.to_owned()]);
        let mut client = Client::start(&spec, false, Duration::from_secs(60)).unwrap();
        assert_eq!(client.new_game(&AtomicBool::new(true)).unwrap_err(), Fault::Stopped);
    }
}
