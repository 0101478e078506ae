//! The lines that a GUI sends to an engine.

mod go;
mod position;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::error::{ProtocolError, Rule};
use crate::reader::{OneLine, Reader, Words, is_same_name, single_spaced};

pub use self::go::{Clock, Go};
pub use self::position::PositionCommand;

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
    /// `ucinewgame`: the next position is from another game.
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
    /// A line in which no word begins a command, as it came but without white space around it. Engines must ignore it. A blank
    /// line is one too.
    Unknown(String),
}

impl Command {
    /// Reads a line and skips faults that can be skipped.
    ///
    /// `report` is called with every fault that was skipped: words without a meaning, numbers that are none, words that are no
    /// moves. Words before the first command are skipped as the protocol requires.
    ///
    /// Numbers are clamped: a negative one counts as 0, and one that does not fit as the greatest that fits. A fraction is cut
    /// off.
    ///
    /// # Errors
    /// A field without which the command has no meaning is missing or wrong: the name of an option, the position.
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
            "register" => is_keyword_of_register,
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

/// The command `setoption`: the name of an option and its value.
///
/// The first word `value` ends the name, and all that follows is the value. Only the engine's list of options can resolve a name
/// that contains this word: see [`matched`](Self::matched).
///
/// # Examples
/// ```
/// use chess_uci::{Command, SetOption};
///
/// let Command::SetOption(command) = "setoption name  Clear  Hash".parse()? else { panic!() };
/// assert_eq!(command, SetOption { name: "Clear Hash".into(), value: None });
///
/// let Command::SetOption(command) = "setoption name rook value scale value 90".parse()? else { panic!() };
/// assert_eq!(command.name, "rook");
/// assert_eq!(command.matched(["Hash", "Rook Value Scale"]), Some(("Rook Value Scale", Some("90".into()))));
/// # Ok::<(), chess_uci::ProtocolError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// The name as it was sent, with one space between each two words. Names are the same in capitals.
    pub name: String,
    /// The value without white space around it; `None` if the command has no word `value`, as for buttons.
    pub value: Option<String>,
}

impl SetOption {
    /// Returns the name in an engine's list of options that this command sets, and the value; `None` if no name fits.
    ///
    /// Case and the amount of white space make no difference. Of several names that fit, the first of the longest is returned.
    pub fn matched<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Option<(&'n str, Option<String>)> {
        let text = match &self.value {
            Some(value) => format!("{} value {value}", self.name),
            None => self.name.clone(),
        };
        let mut found: Option<(&str, Option<String>)> = None;
        for name in names {
            if found.as_ref().is_some_and(|(longest, _)| longest.len() >= name.len()) {
                continue;
            }
            found = match_name(&text, name).or(found);
        }
        found
    }

    fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
        // Some programs omit the word.
        reader.words.next_if(|word| word == "name");
        let offset = reader.words.offset();
        let name = single_spaced(reader.words.until(|_, word| word == "value"));
        if name.is_empty() {
            return Err(reader.error_at("name", offset, Rule::Missing));
        }
        let value = reader.words.next().map(|_| reader.words.rest().to_owned());
        Ok(Self { name, value })
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", OneLine(&self.name))?;
        match &self.value {
            Some(value) => write!(f, " value {}", OneLine(value)),
            None => Ok(()),
        }
    }
}

/// The command `register`, for engines that require registration.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Register {
    /// `later`: the user does not register now.
    Later,
    /// `name NAME code CODE`: the engine registers.
    As {
        /// The name of the user, as words with one space between each two.
        name: String,
        /// The code, likewise.
        code: String,
    },
}

impl Register {
    fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
        let (mut name, mut code, mut is_later) = (String::new(), String::new(), false);
        while let Some(word) = reader.words.next() {
            match word.text {
                "later" => is_later = true,
                "name" => name = reader.phrase(),
                "code" => code = reader.phrase(),
                _ => reader.report_unknown(word),
            }
        }
        match (is_later, name.is_empty() && code.is_empty()) {
            (true, _) => Ok(Self::Later),
            (false, true) => Err(reader.error("", Rule::Missing)),
            (false, false) => Ok(Self::As { name, code }),
        }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Later => f.write_str("register later"),
            Self::As { name, code } => write!(f, "register name {} code {}", OneLine(name), OneLine(code)),
        }
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

/// The name and the value in `text`; `None` if `text` is about another option.
fn match_name<'n>(text: &str, name: &'n str) -> Option<(&'n str, Option<String>)> {
    if is_same_name(text, name) {
        return Some((name, None));
    }
    let mut at = 0;
    while let Some(found) = text[at..].find(" value") {
        let (before, value) = (&text[..at + found], &text[at + found + " value".len()..]);
        if (value.is_empty() || value.starts_with(' ')) && is_same_name(before, name) {
            return Some((name, Some(value.trim().to_string())));
        }
        at += found + 1;
    }
    None
}

/// Tests whether a word begins a field of `register`.
fn is_keyword_of_register(word: &str) -> bool {
    matches!(word, "name" | "code")
}
