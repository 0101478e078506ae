//! The lines that a GUI sends to an engine.

mod go;
mod position;
mod register;
mod set_option;

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

pub use self::go::{Clock, Go};
pub use self::position::PositionCommand;
pub use self::register::Register;
pub use self::set_option::SetOption;

use crate::error::{ProtocolError, Rule};
use crate::reader::Reader;
use crate::text::OneLine;
use crate::words::Words;

/// A line that a GUI sends to an engine.
///
/// `Display` writes the line without its end, and reading that gives the same command. Control characters in texts are
/// written as spaces or U+FFFD, so that no text can end the line.
///
/// # Examples
/// ```
/// use chess_uci::{Command, Go};
/// use std::time::Duration;
///
/// let Command::Go(go) = "go wtime 60000 btime 58000 winc 500 binc 500\r\n".parse()? else { panic!() };
/// assert_eq!(go.wtime, Some(Duration::from_secs(60)));
/// assert_eq!(Command::Go(Go { depth: Some(12), ..Go::default() }).to_string(), "go depth 12");
///
/// let Command::Position(command) = "position startpos moves e2e4 e7e5".parse()? else { panic!() };
/// assert_eq!(command.game()?.position().to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Command {
    /// `uci`: the engine introduces itself, lists its options and answers `uciok`.
    Uci,
    /// `debug on` or `debug off`; `debug` alone means on.
    Debug(bool),
    /// `isready`: the engine answers `readyok`, also while it searches.
    IsReady,
    /// `setoption name NAME value VALUE`.
    SetOption(SetOption),
    /// `register later`, or a name and a code.
    Register(Register),
    /// `ucinewgame`: the next position belongs to another game.
    NewGame,
    /// `position`: the position to search next.
    Position(PositionCommand),
    /// `go`: the engine searches and answers `bestmove`.
    Go(Go),
    /// `stop`: the engine ends its search and answers at once.
    Stop,
    /// `ponderhit`: the opponent has played the move that the engine ponders on.
    PonderHit,
    /// `quit`: the engine ends as soon as possible.
    Quit,
    /// A line in which no word begins a command, as it came but without white space around it. The protocol asks
    /// engines to ignore it. A blank line is one too.
    Unknown(String),
}

impl Command {
    /// Reads a line and skips what can be skipped.
    ///
    /// `report` is called with every fault that was skipped: words without a meaning, numbers that are none, words that are no
    /// moves. Words before the first command are skipped as the protocol asks.
    ///
    /// Numbers are clamped: a negative one counts as 0, and one that does not fit as the greatest that fits. A fraction is cut
    /// off.
    ///
    /// # Errors
    /// The command has no meaning without what is missing or wrong: the name of an option, the position.
    pub fn parse_lenient(line: &str, mut report: impl FnMut(ProtocolError)) -> Result<Self, ProtocolError> {
        Self::read(line, &mut report)
    }

    fn read(line: &str, report: &mut dyn FnMut(ProtocolError)) -> Result<Self, ProtocolError> {
        let mut words = Words::new(line);
        let Some((skipped, name)) = first_command(&mut words) else {
            return Ok(Self::Unknown(line.trim().into()));
        };
        for word in Words::new(line).take(skipped) {
            report(ProtocolError { command: "", field: "", offset: word.offset, rule: Rule::UnknownWord });
        }
        let is_keyword: fn(&str) -> bool = match name {
            "go" => go::is_keyword,
            "register" => register::is_keyword,
            _ => |_| false,
        };
        let mut reader = Reader::new(words, name, is_keyword, report);
        let command = match name {
            "setoption" => return SetOption::read(&mut reader).map(Self::SetOption),
            "register" => return Register::read(&mut reader).map(Self::Register),
            "position" => return PositionCommand::read(&mut reader).map(Self::Position),
            "go" => return Ok(Self::Go(Go::read(&mut reader))),
            "debug" => Self::Debug(read_switch(&mut reader)),
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            _ => Self::Quit,
        };
        reader.report_rest();
        Ok(command)
    }
}

impl FromStr for Command {
    type Err = ProtocolError;

    /// Reads a line. Unknown words are skipped, and every other fault is an error.
    fn from_str(line: &str) -> Result<Self, ProtocolError> {
        crate::error::strict(|report| Self::read(line, report))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uci => "uci",
            Self::Debug(true) => "debug on",
            Self::Debug(false) => "debug off",
            Self::IsReady => "isready",
            Self::SetOption(command) => return command.fmt(f),
            Self::Register(command) => return command.fmt(f),
            Self::NewGame => "ucinewgame",
            Self::Position(command) => return command.fmt(f),
            Self::Go(command) => return command.fmt(f),
            Self::Stop => "stop",
            Self::PonderHit => "ponderhit",
            Self::Quit => "quit",
            Self::Unknown(line) => return OneLine(line).fmt(f),
        })
    }
}

/// Reads up to the first word that is the name of a command, and gives it with the number of words before it.
fn first_command(words: &mut Words<'_>) -> Option<(usize, &'static str)> {
    const NAMES: [&str; 11] = [
        "uci",
        "debug",
        "isready",
        "setoption",
        "register",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "quit",
    ];
    let name_of = |word: &str| NAMES.into_iter().find(|&name| name == word);
    words.enumerate().find_map(|(index, word)| name_of(word.text).map(|name| (index, name)))
}

/// Reads `on` or `off`; anything else means on.
fn read_switch(reader: &mut Reader<'_, '_>) -> bool {
    match reader.words.next() {
        Some(word) if word.text == "off" => false,
        Some(word) if word.text != "on" => {
            reader.report_at("", word.offset, Rule::Switch);
            true
        }
        _ => true,
    }
}
