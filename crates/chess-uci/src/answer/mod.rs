//! The lines that an engine sends to a GUI.

mod info;
mod option;

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use chess_types::UciMove;

use crate::error::{ProtocolError, Rule};
use crate::moves::{read_move, some_move};
use crate::reader::{OneLine, Reader, Words};

pub use self::info::{Bound, CurrentLine, Info, Refutation, Score, Wdl};
pub use self::option::{EngineOption, OptionKind};

/// A line that an engine sends to a GUI.
///
/// `Display` writes the line without its end, and reading that gives the same answer. Control characters in texts are
/// written as spaces or U+FFFD, so that no text can end the line.
///
/// # Examples
/// ```
/// use chess_uci::{Answer, BestMove, Score, read_move};
///
/// let line = "info depth 20 seldepth 31 score cp 34 nodes 1203944 nps 1504930 time 800 pv e2e4 e7e5 g1f3";
/// let Answer::Info(info) = line.parse()? else { panic!() };
/// assert_eq!((info.depth, info.score), (Some(20), Some(Score::centipawns(34))));
/// assert_eq!(info.pv.len(), 3);
///
/// let answer = Answer::BestMove(BestMove { best: Some(read_move("e2e4")?), ponder: None });
/// assert_eq!(answer.to_string(), "bestmove e2e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// `id name` or `id author`.
    Id(Id),
    /// `uciok`: the engine has introduced itself.
    UciOk,
    /// `readyok`: the engine has carried out all commands and is ready for more.
    ReadyOk,
    /// `bestmove`: the search is over.
    BestMove(BestMove),
    /// `info`: a report of the engine on its search.
    Info(Box<Info>),
    /// `option`: an option that the engine has.
    Option(EngineOption),
    /// `copyprotection`: the state of a copy-protected engine.
    CopyProtection(Status),
    /// `registration`: the state of an engine that requires registration.
    Registration(Status),
    /// A line in which no word begins an answer, as it came but without white space around it: a greeting, a
    /// diagnostic, a blank line.
    Unknown(String),
}

impl Answer {
    /// An `info string`: text for the user, such as an error.
    pub fn text(text: impl fmt::Display) -> Self {
        Self::Info(Box::new(Info::text(text.to_string())))
    }

    /// Reads a line and skips faults that can be skipped.
    ///
    /// `report` is called with every fault that was skipped: words without a meaning, numbers that are none, words that are no
    /// moves. A field of `info` whose value is missing or wrong is left out, and a line of moves ends before a word that is none.
    /// Words before the first answer are skipped as the protocol requires.
    ///
    /// Numbers are clamped: a negative one counts as 0 where none can be, and one that does not fit as the greatest that
    /// fits. A fraction is cut off.
    ///
    /// # Errors
    /// A field without which the answer has no meaning is missing or wrong: the best move, the name or type of an option.
    pub fn parse_lenient(line: &str, mut report: impl FnMut(ProtocolError)) -> Result<Self, ProtocolError> {
        Self::read(line, &mut report)
    }

    fn read(line: &str, report: &mut dyn FnMut(ProtocolError)) -> Result<Self, ProtocolError> {
        let mut words = Words::new(line);
        let Some((skipped, name)) = first_answer(&mut words) else {
            return Ok(Self::Unknown(line.trim().to_owned()));
        };
        for word in Words::new(line).take(skipped) {
            report(ProtocolError { command: "", field: "", offset: word.offset, rule: Rule::UnknownWord });
        }
        let is_keyword: fn(&str) -> bool = match name {
            "info" => info::is_keyword,
            "option" => option::is_keyword,
            "bestmove" => |word| word == "ponder",
            _ => |_| false,
        };
        let mut reader = Reader::new(words, name, is_keyword, report);
        let answer = match name {
            "id" => return Id::read(&mut reader).map(Self::Id),
            "info" => return Ok(Self::Info(Box::new(Info::read(&mut reader)))),
            "option" => return EngineOption::read(&mut reader).map(Self::Option),
            "bestmove" => Self::BestMove(BestMove::read(&mut reader)?),
            "copyprotection" => Self::CopyProtection(Status::read(&mut reader)?),
            "registration" => Self::Registration(Status::read(&mut reader)?),
            "uciok" => Self::UciOk,
            _ => Self::ReadyOk,
        };
        reader.report_rest();
        Ok(answer)
    }
}

impl FromStr for Answer {
    type Err = ProtocolError;

    /// Reads a line. Unknown words are skipped, and every other fault is an error.
    fn from_str(line: &str) -> Result<Self, ProtocolError> {
        crate::error::strict(|report| Self::read(line, report))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove(best_move) => best_move.fmt(f),
            Self::Info(info) => info.fmt(f),
            Self::Option(option) => option.fmt(f),
            Self::CopyProtection(status) => write!(f, "copyprotection {status}"),
            Self::Registration(status) => write!(f, "registration {status}"),
            Self::Unknown(line) => OneLine(line).fmt(f),
        }
    }
}

/// The answer `bestmove`: the move that the engine plays, and the answer that it expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move to play; `None` if there is none, as after mate. It is written `0000`, and read from `(none)` and `NULL`, too.
    pub best: Option<UciMove>,
    /// The move of the opponent to ponder on.
    pub ponder: Option<UciMove>,
}

impl BestMove {
    fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
        let Some(word) = reader.value() else { return Err(reader.error("", Rule::Missing)) };
        let best =
            read_move(word.text).map_err(|error| reader.error_at("", word.offset, Rule::Move(error)))?;
        let mut ponder = None;
        if reader.words.next_if(|word| word == "ponder").is_some() {
            ponder = match reader.words.next() {
                Some(word) => match read_move(word.text) {
                    Ok(mv) => some_move(mv),
                    Err(error) => {
                        reader.report_at("ponder", word.offset, Rule::Move(error));
                        None
                    }
                },
                // Some engines write the word in any case.
                None => None,
            };
        }
        Ok(Self { best: some_move(best), ponder })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", self.best.unwrap_or(UciMove::NULL))?;
        match self.ponder {
            Some(ponder) => write!(f, " ponder {ponder}"),
            None => Ok(()),
        }
    }
}

/// The answer `id`: the engine's name or its author.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Id {
    /// `id name`: the name of the engine and its version.
    Name(String),
    /// `id author`: the authors.
    Author(String),
}

/// The state of a copy-protected engine or of one that requires registration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Status {
    /// `checking`
    Checking,
    /// `ok`
    Ok,
    /// `error`
    Error,
}

impl Id {
    fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
        let Some(field) = reader.words.next() else { return Err(reader.error("", Rule::Missing)) };
        let text = reader.words.rest().to_owned();
        match field.text {
            "name" => Ok(Self::Name(text)),
            "author" => Ok(Self::Author(text)),
            _ => Err(reader.error_at("", field.offset, Rule::Id)),
        }
    }
}

impl Status {
    fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
        let offset = reader.words.offset();
        match reader.words.next().map(|word| word.text) {
            Some("checking") => Ok(Self::Checking),
            Some("ok") => Ok(Self::Ok),
            Some("error") => Ok(Self::Error),
            Some(_) => Err(reader.error_at("", offset, Rule::Status)),
            None => Err(reader.error_at("", offset, Rule::Missing)),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => write!(f, "id name {}", OneLine(text)),
            Self::Author(text) => write!(f, "id author {}", OneLine(text)),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Error => "error",
        })
    }
}

/// Reads up to the first word that is the name of an answer, and gives it with the number of words before it.
fn first_answer(words: &mut Words<'_>) -> Option<(usize, &'static str)> {
    const NAMES: [&str; 8] =
        ["info", "bestmove", "option", "id", "readyok", "uciok", "copyprotection", "registration"];
    let name_of = |word: &str| NAMES.into_iter().find(|&name| name == word);
    words.enumerate().find_map(|(index, word)| name_of(word.text).map(|name| (index, name)))
}
