//! A client: starts an engine as a process of its own and talks to it, with a time-out for every wait.

use std::borrow::ToOwned;
use std::boxed::Box;
use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command as Program, ExitStatus, Stdio};
use std::string::{String, ToString};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use std::vec::Vec;

use crate::answer::{Answer, BestMove, EngineOption, Id, Info};
use crate::command::{Command, Go, PositionCommand, SetOption};
use crate::error::ProtocolError;

/// An engine that runs as a process, and speaks UCI on its standard input and output.
///
/// A thread reads the engine's output, so that waiting can time out. The process is killed when the value is dropped.
///
/// # Examples
/// ```no_run
/// use chess_uci::client::EngineProcess;
/// use chess_uci::Go;
/// use std::process::Command;
/// use std::time::Duration;
///
/// let seconds = Duration::from_secs(10);
/// let mut engine = EngineProcess::start(Command::new("stockfish"), seconds)?;
/// engine.set_option("Hash", "64")?;
/// engine.new_game(seconds)?;
///
/// engine.send(&"position startpos moves e2e4 c7c5".parse()?)?;
/// let go = Go { movetime: Some(Duration::from_millis(500)), ..Go::default() };
/// let answer = engine.go(&go, seconds, |info| println!("{info}"))?;
/// println!("{answer}");
/// engine.quit(seconds)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EngineProcess {
    tap: Tap,
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<io::Result<String>>,
    line: String,
    name: String,
    author: String,
    options: Vec<EngineOption>,
}

/// A function that gets each line of a conversation: one to the engine if the flag is set, and otherwise one from it.
pub type Tap = Box<dyn FnMut(bool, &str) + Send>;

/// The reason why talking to an engine failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClientError {
    /// The program could not be started.
    Start(io::Error),
    /// The engine cannot be written to or read from.
    Io(io::Error),
    /// The engine has closed its output or its input.
    Ended(
        /// How the process has ended, if it has.
        Option<ExitStatus>,
    ),
    /// The caller has ended the wait.
    Stopped,
    /// The engine did not answer in time.
    TimeOut {
        /// The answer that was waited for: `uciok`, `readyok`, `bestmove`, or `exit` for its end.
        awaited: &'static str,
    },
    /// The engine sent an answer that has no meaning.
    Answer {
        /// The line.
        line: String,
        /// The fault in it.
        error: ProtocolError,
    },
}

/// The longest line that is read; the rest of a longer one is left out.
const MAX_LINE: u64 = 1 << 20;

/// The characters of a name that are kept.
const MAX_NAME: usize = 255;

/// The options that are kept.
const MAX_OPTIONS: usize = 10_000;

/// The time between two looks at the flag that ends a wait.
const GLANCE: Duration = Duration::from_millis(50);

/// The time in which a process that has closed a pipe is expected to end.
const END: Duration = Duration::from_millis(500);

/// Lines that wait to be received, before the engine has to wait.
const MAX_WAITING: usize = 1 << 10;

impl EngineProcess {
    /// Starts a program, sends `uci`, and reads its name, author and options up to `uciok`.
    ///
    /// The caller may have set arguments, folder and environment; standard input and output are set here.
    ///
    /// # Errors
    /// The program cannot be started, ends, or does not answer in time.
    pub fn start(program: Program, timeout: Duration) -> Result<Self, ClientError> {
        Self::start_tapped(program, timeout, Box::new(|_, _| ()))
    }

    /// Does the same as [`start`](Self::start). `tap` gets all lines from the first on.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_tapped(program: Program, timeout: Duration, tap: Tap) -> Result<Self, ClientError> {
        Self::start_until(program, timeout, tap, &AtomicBool::new(false))
    }

    /// Does the same as [`start_tapped`](Self::start_tapped) until `stop` is set.
    ///
    /// # Errors
    /// As [`start`](Self::start), or [`ClientError::Stopped`].
    pub fn start_until(
        mut program: Program,
        timeout: Duration,
        tap: Tap,
        stop: &AtomicBool,
    ) -> Result<Self, ClientError> {
        let mut child =
            program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(ClientError::Start)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Ended(None));
        };
        let (sender, lines) = sync_channel(MAX_WAITING);
        let reader = thread::Builder::new().spawn(move || read_lines(stdout, &sender));
        if let Err(error) = reader {
            // An error means that it has ended already.
            let _ = child.kill();
            let _ = child.wait();
            return Err(ClientError::Start(error));
        }
        let (line, name, author, options) = Default::default();
        let mut engine = Self { tap, child, stdin, lines, line, name, author, options };
        engine.send(&Command::Uci)?;
        engine.until("uciok", timeout, stop, |engine, answer| {
            match answer {
                Answer::Id(Id::Name(name)) => engine.name = cut(&name),
                Answer::Id(Id::Author(author)) => engine.author = cut(&author),
                Answer::Option(option) if engine.options.len() < MAX_OPTIONS => engine.options.push(option),
                Answer::UciOk => return Some(()),
                _ => {}
            }
            None
        })?;
        Ok(engine)
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The name that the engine gave itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The authors of the engine.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options that the engine has.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// The line that was received last, as the engine wrote it.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Finds an option by its name, without regard to case.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sends a command.
    ///
    /// # Errors
    /// The engine cannot be written to: most likely it has ended.
    pub fn send(&mut self, command: &Command) -> Result<(), ClientError> {
        let mut line = command.to_string();
        (self.tap)(true, &line);
        line.push('\n');
        let sent = self.stdin.write_all(line.as_bytes()).and_then(|()| self.stdin.flush());
        sent.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => self.ended(),
            _ => ClientError::Io(error),
        })
    }

    /// The error of an engine that has closed a pipe.
    fn ended(&mut self) -> ClientError {
        let begun = Instant::now();
        while begun.elapsed() < END {
            if let Ok(Some(status)) = self.child.try_wait() {
                return ClientError::Ended(Some(status));
            }
            thread::sleep(Duration::from_millis(1));
        }
        ClientError::Ended(None)
    }

    /// Waits for the next line and reads it. Faults that can be skipped are skipped.
    ///
    /// # Errors
    /// No line comes in time, the engine has ended, or the line is an answer that has no meaning.
    pub fn receive(&mut self, timeout: Duration) -> Result<Answer, ClientError> {
        self.receive_until(Instant::now().checked_add(timeout), "answer")
    }

    /// Sets an option to a value.
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let (name, value) = (name.to_owned(), Some(value.to_owned()));
        self.send(&Command::SetOption(SetOption { name, value }))
    }

    /// Sends `isready` and waits for `readyok`.
    ///
    /// # Errors
    /// As [`receive`](Self::receive).
    pub fn ready(&mut self, timeout: Duration) -> Result<(), ClientError> {
        self.ready_until(timeout, &AtomicBool::new(false))
    }

    /// Does the same as [`ready`](Self::ready) until `stop` is set.
    ///
    /// # Errors
    /// As [`receive`](Self::receive), or [`ClientError::Stopped`].
    pub fn ready_until(&mut self, timeout: Duration, stop: &AtomicBool) -> Result<(), ClientError> {
        self.send(&Command::IsReady)?;
        self.until("readyok", timeout, stop, |_, answer| (answer == Answer::ReadyOk).then_some(()))
    }

    /// Tells the engine that another game begins, and waits until it is ready.
    ///
    /// # Errors
    /// As [`receive`](Self::receive).
    pub fn new_game(&mut self, timeout: Duration) -> Result<(), ClientError> {
        self.send(&Command::NewGame)?;
        self.ready(timeout)
    }

    /// Sends a position.
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn position(&mut self, position: &PositionCommand) -> Result<(), ClientError> {
        self.send(&Command::Position(position.clone()))
    }

    /// Sends `go` and waits for `bestmove`. `on_info` is called with each `info` line on the way.
    ///
    /// # Errors
    /// As [`receive`](Self::receive). After [`TimeOut`](ClientError::TimeOut) the engine still searches: the caller can send
    /// [`Command::Stop`] and call [`best_move`](Self::best_move).
    pub fn go(
        &mut self,
        go: &Go,
        timeout: Duration,
        on_info: impl FnMut(&Info),
    ) -> Result<BestMove, ClientError> {
        self.send(&Command::Go(go.clone()))?;
        self.best_move(timeout, on_info)
    }

    /// Waits for `bestmove`, as [`go`](Self::go) does.
    ///
    /// # Errors
    /// As [`receive`](Self::receive).
    pub fn best_move(
        &mut self,
        timeout: Duration,
        mut on_info: impl FnMut(&Info),
    ) -> Result<BestMove, ClientError> {
        self.until("bestmove", timeout, &AtomicBool::new(false), |_, answer| match answer {
            Answer::Info(info) => {
                on_info(&info);
                None
            }
            Answer::BestMove(best_move) => Some(best_move),
            _ => None,
        })
    }

    /// Sends `quit` and waits for the end of the process, which is killed if it does not end in time.
    ///
    /// # Errors
    /// The engine did not end in time, or cannot be waited for.
    pub fn quit(mut self, timeout: Duration) -> Result<ExitStatus, ClientError> {
        self.end(timeout)
    }

    /// Sends `quit` and waits for the end of the process, which is not killed. Afterwards the engine can only be dropped.
    ///
    /// # Errors
    /// As [`quit`](Self::quit).
    pub fn end(&mut self, timeout: Duration) -> Result<ExitStatus, ClientError> {
        // An engine that has ended already cannot be written to.
        let _ = self.send(&Command::Quit);
        let begun = Instant::now();
        loop {
            // Unread lines must not keep the engine from ending.
            while self.lines.try_recv().is_ok() {}
            if let Some(status) = self.child.try_wait().map_err(ClientError::Io)? {
                return Ok(status);
            }
            if begun.elapsed() >= timeout {
                return Err(ClientError::TimeOut { awaited: "exit" });
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Receives answers until `take` returns a value for one, or `stop` is set.
    fn until<T>(
        &mut self,
        awaited: &'static str,
        timeout: Duration,
        stop: &AtomicBool,
        mut take: impl FnMut(&mut Self, Answer) -> Option<T>,
    ) -> Result<T, ClientError> {
        let begun = Instant::now();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(ClientError::Stopped);
            }
            let rest = timeout.saturating_sub(begun.elapsed()).min(GLANCE);
            let taken = match self.receive_until(Instant::now().checked_add(rest), awaited) {
                // Wrong lines are skipped unless they begin the expected answer.
                Err(ClientError::Answer { error, .. }) if error.command != awaited => None,
                Err(ClientError::TimeOut { .. }) => None,
                answer => take(self, answer?),
            };
            if let Some(taken) = taken {
                return Ok(taken);
            }
            // An engine may send lines without end.
            if begun.elapsed() >= timeout {
                return Err(ClientError::TimeOut { awaited });
            }
        }
    }

    /// Waits for a line until a time, or without end.
    fn receive_until(&mut self, end: Option<Instant>, awaited: &'static str) -> Result<Answer, ClientError> {
        let line = match end {
            Some(end) => self.lines.recv_timeout(end.saturating_duration_since(Instant::now())),
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        self.line = match line {
            Ok(line) => line.map_err(ClientError::Io)?,
            Err(RecvTimeoutError::Timeout) => return Err(ClientError::TimeOut { awaited }),
            Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
        };
        (self.tap)(false, &self.line);
        Answer::parse_lenient(&self.line, |_| ())
            .map_err(|error| ClientError::Answer { line: self.line.clone(), error })
    }
}

impl fmt::Debug for EngineProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineProcess")
            .field("id", &self.id())
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // An error means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The begin of a name.
fn cut(name: &str) -> String {
    name.chars().take(MAX_NAME).collect()
}

/// Sends each line, until there are no more or the receiver has gone.
fn read_lines(stdout: impl Read, sender: &SyncSender<io::Result<String>>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = stdout.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes).and_then(|read| {
            if read as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
                stdout.skip_until(b'\n')?;
            }
            Ok(read)
        });
        let line = match read {
            Ok(0) => return,
            Ok(_) => Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
            Err(error) => Err(error),
        };
        let is_last = line.is_err();
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "the engine cannot be started: {error}"),
            Self::Io(error) => write!(f, "the engine cannot be reached: {error}"),
            Self::Ended(None) => f.write_str("the engine has ended"),
            Self::Ended(Some(status)) => match status.code() {
                Some(code) => write!(f, "the engine has ended with exit code {code}"),
                None => write!(f, "the engine has ended with {status}"),
            },
            Self::Stopped => f.write_str("the wait for the engine was ended"),
            Self::TimeOut { awaited } => write!(f, "the engine did not answer in time ({awaited})"),
            Self::Answer { line, error } => write!(f, "the engine sent {line:?}: {error}"),
        }
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Start(error) | Self::Io(error) => Some(error),
            Self::Answer { error, .. } => Some(error),
            Self::Ended(_) | Self::Stopped | Self::TimeOut { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that returns one part of its text at a time, and then fails a number of times.
    struct Torn {
        parts: &'static [&'static str],
        failures: usize,
    }

    impl Read for Torn {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if let Some((part, rest)) = self.parts.split_first() {
                self.parts = rest;
                buffer[..part.len()].copy_from_slice(part.as_bytes());
                return Ok(part.len());
            }
            if self.failures == 0 {
                return Ok(0);
            }
            self.failures -= 1;
            Err(io::Error::other("torn"))
        }
    }

    #[test]
    fn reading_ends_with_the_first_error() {
        let (sender, lines) = sync_channel(9);
        let mut torn = Torn { parts: &["uci", "ok\nrea"], failures: 3 };
        read_lines(&mut torn, &sender);
        drop(sender);
        let lines: Vec<_> = lines.iter().map(|line| line.map_err(|error| error.to_string())).collect();
        assert_eq!(lines, [Ok("uciok".to_owned()), Err("torn".to_owned())]);
        assert_eq!(torn.failures, 2);
    }

    #[test]
    fn reading_ends_when_nobody_receives() {
        let (sender, lines) = sync_channel(9);
        drop(lines);
        let mut source = Torn { parts: &["uciok\n", "readyok\n", "readyok\n"], failures: 0 };
        read_lines(&mut source, &sender);
        assert_eq!(source.parts.len(), 2);
    }
}
