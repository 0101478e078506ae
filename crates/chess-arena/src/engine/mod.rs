//! Engines as processes: their description in a line, their start, and a search with all the ways in which it can fail.

mod check;
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
use chess_uci::{Answer, Command, EngineOption, Go, Info, PositionCommand};

pub use self::check::{Check, Finding, Verdict};
pub use self::line::Line;
use self::line::legal_line;
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
        let mut client = Self::open(spec, patience, stop, Box::new(|_, _| ()))?;
        client.set_up(spec, is_chess960)?;
        let ready = client.engine.ready_until(patience, stop);
        ready.map_err(|error| refuse(spec, error, client.stderr.as_ref()))?;
        Ok(client)
    }

    /// Starts an engine, which introduces itself. `tap` gets what the log gets.
    fn open(
        spec: &EngineSpec,
        patience: Duration,
        stop: &AtomicBool,
        mut tap: Tap,
    ) -> Result<Self, StartError> {
        let (program, arguments) = spec.command.split_first().ok_or_else(|| StartError::Program {
            command: String::new(),
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
        if let Some(log) = &spec.log {
            let mut log = log.tap(spec.name.as_ref().unwrap_or(program));
            tap = Box::new(move |is_sent, line| {
                tap(is_sent, line);
                log(is_sent, line);
            });
        }
        let engine = EngineProcess::start_until(process, patience, tap, stop)
            .map_err(|error| refuse(spec, error, stderr.as_ref()))?;
        let name =
            spec.name.clone().or_else(|| Some(engine.name().to_owned()).filter(|name| !name.is_empty()));
        let name = name.unwrap_or_else(|| program.clone());
        Ok(Self { name, engine, stderr, is_chess960: false, lines: 1, patience, hurry: None })
    }

    /// Sets the options of an engine.
    fn set_up(&mut self, spec: &EngineSpec, is_chess960: bool) -> Result<(), StartError> {
        self.is_chess960 = is_chess960;
        if is_chess960 && self.engine.option("UCI_Chess960").is_none() {
            return Err(StartError::NoChess960(self.name.clone()));
        }
        let sets = |name: &str| spec.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        let limit = self.engine.option("UCI_LimitStrength");
        if limit.is_some() && sets("UCI_Elo") && !sets("UCI_LimitStrength") {
            return Err(StartError::Elo(spec.command.join(" ")));
        }
        let chess960 = is_chess960.then_some(("UCI_Chess960", "true"));
        let options = spec.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (option, value) in chess960.into_iter().chain(options) {
            self.check_option(option, value)?;
            let set = self.engine.set_option(option, value);
            set.map_err(|error| refuse(spec, error, self.stderr.as_ref()))?;
        }
        Ok(())
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
        self.engine.ready_until(time, stop).map_err(|error| match error {
            ClientError::Stopped => Fault::Stopped,
            ClientError::TimeOut { .. } => Fault::Hang(format!("no readyok for {:.1} s", time.as_secs_f64())),
            error => self.fault(&error),
        })
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
        let moves: Vec<_> =
            answer.best.iter().chain(answer.best.and(answer.ponder.as_ref())).copied().collect();
        let line = legal_line(game.position(), &moves);
        let mv = *line.first().ok_or_else(|| {
            let words = self.engine.line().split_whitespace().skip_while(|word| *word != "bestmove");
            Fault::Illegal(format!("{} in {}", words.take(2).collect::<Vec<_>>().join(" "), game.position()))
        })?;
        Ok(Choice { mv, ponder: line.get(1).copied(), time: spent })
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

/// The error of an engine that does not start, or not with its options.
fn refuse(spec: &EngineSpec, error: ClientError, stderr: Option<&Stderr>) -> StartError {
    let (command, (reason, stderr)) = (spec.command.join(" "), described(&error, stderr));
    match error {
        reason @ ClientError::Start(_) => StartError::Program { command, reason },
        ClientError::TimeOut { .. } => StartError::TimeOut { command, reason },
        _ => StartError::Start { command, reason, stderr },
    }
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
    match known.expected(value) {
        Some(expected) => {
            Err(StartError::Value { engine, option: name.to_owned(), value: value.to_owned(), expected })
        }
        None => Ok(()),
    }
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
