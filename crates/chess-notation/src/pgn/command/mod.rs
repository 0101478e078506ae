//! Commands in comments, such as `[%clk 0:05:00]` and `[%eval 0.17]`.
//!
//! Sources: the PGN extension "Portable Game Notation Specification, Enhanced" for clocks and elapsed times, and the forms
//! that Lichess, chess.com and python-chess write for evaluations, arrows and marked squares.

mod arrow;
mod direct;
mod values;

use core::fmt::{self, Write};
use core::ops::Range;
use core::time::Duration;

use arrayvec::ArrayVec;
use memchr::{memchr, memchr2};

use super::text::event::Text;

pub use arrow::{Arrow, ArrowColor, Arrows};
pub use values::Eval;

/// A command in a comment: `[%name operands]`.
///
/// `Display` writes the canonical form: times as `H:MM:SS` with up to three digits of a fraction, evaluations with two
/// digits after the point, lists with commas and without spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Command<'a> {
    /// `[%clk 1:05:23]`: the time left on the mover's clock after the move.
    Clock(Duration),
    /// `[%emt 0:05:42]`: the time that the move took.
    MoveTime(Duration),
    /// `[%eval 0.17,20]` or `[%eval #-3]`: an engine's evaluation of the position after the move.
    Eval(Eval),
    /// `[%eval -31,14]`, a number without a point and a depth: the result of an engine's search before its move, as ChessGUI
    /// writes it.
    ///
    /// The point of view is that of the engine, mostly the mover, and is not in the command.
    Search {
        /// The score in hundredths of a pawn.
        centipawns: i32,
        /// The depth of the search, in plies.
        depth: u32,
    },
    /// `[%csl Ra3,Gd4]`: marked squares.
    Squares(Arrows<'a>),
    /// `[%cal Ge2e4,Rd1h5]`: arrows.
    Arrows(Arrows<'a>),
    /// Any other command, or one of those above whose operands cannot be read, such as `[%clk soon]`. Only its form has been checked.
    Other {
        /// The name: letters, digits and underscores of ASCII.
        name: &'a str,
        /// The text after the name, without white space around it.
        operands: Text<'a>,
    },
}

/// Finds the commands of a comment, in their order.
///
/// A command is `[%`, a name, and operands, which contain no bracket, up to `]`. Everything else is text and is skipped. Names
/// are case-sensitive. Besides the canonical form, it accepts:
///
/// - white space around operands and their commas, and line breaks within times and evaluations;
/// - times without hours or without minutes (`3:05`, `185`), of more than 59 minutes or seconds, and with any number of digits
///   in their fraction, of which nine are kept;
/// - evaluations as [`Eval`] reads them;
/// - letters of colours in either case, empty items in a list, arrows in `csl` and squares in `cal`.
///
/// Nothing is allocated.
///
/// # Examples
/// ```
/// use core::time::Duration;
///
/// use chess_notation::pgn::{Command, commands};
///
/// let comment = "[%eval 0.17,20] [%clk 0:02:59.9] [%clk soon] solid [%cal Ge2e4,Rd1h5]";
/// let found: Vec<_> = commands(comment).collect();
/// assert_eq!(found[1], Command::Clock(Duration::from_millis(179_900)));
/// assert!(matches!(found[2], Command::Other { name: "clk", .. }));
/// assert_eq!(found[3].to_string(), "[%cal Ge2e4,Rd1h5]");
/// ```
pub fn commands(comment: &(impl AsRef<[u8]> + ?Sized)) -> Commands<'_> {
    Text(comment.as_ref()).commands()
}

/// The commands of a comment, made by [`commands`]. The search takes linear time: no byte is read more than a few times.
#[derive(Clone, Debug)]
pub struct Commands<'a> {
    comment: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Commands<'a> {
    type Item = Command<'a>;

    fn next(&mut self) -> Option<Command<'a>> {
        self.next_in_place().map(|(_, command)| command)
    }
}

impl<'a> Text<'a> {
    /// The commands of this comment: see [`commands`].
    pub fn commands(self) -> Commands<'a> {
        Commands { comment: self.0, at: 0 }
    }
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(time) | Self::MoveTime(time) => {
                f.write_str(if matches!(self, Self::Clock(_)) { "[%clk " } else { "[%emt " })?;
                values::write_time(f, *time)?;
                f.write_str("]")
            }
            Self::Eval(eval) => write!(f, "[%eval {eval}]"),
            Self::Search { centipawns, depth } => write!(f, "[%eval {centipawns},{depth}]"),
            Self::Squares(squares) => write!(f, "[%csl {squares}]"),
            Self::Arrows(arrows) => write!(f, "[%cal {arrows}]"),
            Self::Other { name, operands } if operands.as_bytes().is_empty() => write!(f, "[%{name}]"),
            Self::Other { name, operands } => write!(f, "[%{name} {operands}]"),
        }
    }
}

/// The text of a comment without the commands that have a type of their own in [`Command`]: for readers who see them drawn.
///
/// Unknown commands and those that cannot be read remain. White space around a removed command becomes one space.
///
/// # Examples
/// ```
/// use chess_notation::pgn::without_commands;
///
/// let comment = "[%clk 0:03:00] a novelty [%xyz 1] [%eval 0.17] here";
/// assert_eq!(without_commands(comment).to_string(), "a novelty [%xyz 1] here");
/// ```
pub fn without_commands(comment: &(impl AsRef<[u8]> + ?Sized)) -> WithoutCommands<'_> {
    WithoutCommands { comment: Text(comment.as_ref()) }
}

/// A comment without its commands, made by [`without_commands`].
#[derive(Clone, Copy, Debug)]
pub struct WithoutCommands<'a> {
    comment: Text<'a>,
}

impl<'a> Text<'a> {
    /// The text of this comment without its commands: see [`without_commands`].
    pub const fn without_commands(self) -> WithoutCommands<'a> {
        WithoutCommands { comment: self }
    }
}

impl fmt::Display for WithoutCommands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.comment.as_bytes();
        let is_utf8 = self.comment.as_str().is_some();
        let mut is_first = true;
        let mut write = |part: &[u8]| {
            let part = part.trim_ascii();
            if part.is_empty() {
                return Ok(());
            }
            f.write_str(if is_first { "" } else { " " })?;
            is_first = false;
            match core::str::from_utf8(part) {
                Ok(text) if is_utf8 => f.write_str(text),
                _ => part.iter().try_for_each(|&byte| f.write_char(char::from(byte))),
            }
        };
        let mut end = 0;
        for place in places(bytes, |command| !matches!(command, Command::Other { .. })) {
            write(&bytes[end..place.start])?;
            end = place.end;
        }
        write(&bytes[end..])
    }
}

impl<'a> Command<'a> {
    fn read(name: &'a str, operands: &'a [u8]) -> Self {
        let known = match name {
            "clk" => value(operands, values::clock).map(Self::Clock),
            "emt" => value(operands, values::move_time).map(Self::MoveTime),
            "eval" => value(operands, read_eval),
            "csl" => Arrows::read(operands).map(Self::Squares),
            "cal" => Arrows::read(operands).map(Self::Arrows),
            _ => None,
        };
        known.unwrap_or(Self::Other { name, operands: Text(operands) })
    }
}

impl From<direct::Value> for Command<'_> {
    #[inline]
    fn from(value: direct::Value) -> Self {
        match value {
            direct::Value::Clock(time) => Self::Clock(time),
            direct::Value::MoveTime(time) => Self::MoveTime(time),
            direct::Value::Eval(eval) => Self::Eval(eval),
            direct::Value::Search { centipawns, depth } => Self::Search { centipawns, depth },
        }
    }
}

/// Reads a time or an evaluation, which a line break may cut.
fn value<T>(operands: &[u8], read: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
    // Neither has blanks within it but around a comma, so that only a text that cannot be read needs to be joined.
    read(operands).or_else(|| read(&joined(operands)?))
}

/// Returns a text of at most 32 bytes without blanks if it has line breaks, which some programs write after a fixed number of
/// columns, even within a number.
#[cold]
fn joined(text: &[u8]) -> Option<ArrayVec<u8, 32>> {
    memchr2(b'\n', b'\r', text)?;
    let mut whole = ArrayVec::try_from(text).ok()?;
    whole.retain(|byte| !byte.is_ascii_whitespace());
    Some(whole)
}

fn read_eval(operands: &[u8]) -> Option<Command<'static>> {
    Eval::from_bytes(operands).map(Command::Eval).or_else(|| read_search(operands))
}

/// Reads what is no [`Eval`] of Lichess.
#[cold]
fn read_search(operands: &[u8]) -> Option<Command<'static>> {
    let search = || values::search(operands).map(|(centipawns, depth)| Command::Search { centipawns, depth });
    values::with_comma(operands).map(Command::Eval).or_else(search)
}

impl<'a> Commands<'a> {
    /// The next command, and its place in the comment.
    #[inline]
    fn next_in_place(&mut self) -> Option<(Range<usize>, Command<'a>)> {
        // Most commands are at the beginning of a comment, or follow another one and a space.
        let start = match self.comment.get(self.at..)? {
            [] | [_] => return None,
            [b'[', ..] => self.at,
            [b' ', b'[', ..] => self.at + 1,
            rest => self.at + memchr(b'[', rest)?,
        };
        match direct::read(&self.comment[start..]) {
            Some((value, length)) => {
                self.at = start + length;
                Some((start..self.at, value.into()))
            }
            None => self.search(start),
        }
    }

    /// The next command from this bracket on, of any form, and its place in the comment.
    fn search(&mut self, bracket: usize) -> Option<(Range<usize>, Command<'a>)> {
        self.at = bracket;
        loop {
            let rest = self.comment.get(self.at..)?;
            let start = self.at + memchr(b'[', rest)?;
            self.at = start + 1;
            let Some(inner) = self.comment[self.at..].strip_prefix(b"%") else { continue };
            let length = memchr2(b'[', b']', inner)?;
            self.at += 1 + length;
            if inner[length] == b'[' {
                continue;
            }
            let inner = &inner[..length];
            let name_length =
                inner.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
            let (name, behind) = inner.split_at(name_length);
            if name.is_empty() || behind.first().is_some_and(|byte| !byte.is_ascii_whitespace()) {
                continue;
            }
            self.at += 1;
            // The name is ASCII.
            let name = core::str::from_utf8(name).unwrap_or_default();
            return Some((start..self.at, Command::read(name, behind.trim_ascii())));
        }
    }
}

/// The places of the commands that `is_wanted` accepts.
pub(in crate::pgn) fn places(
    comment: &[u8],
    is_wanted: impl Fn(&Command<'_>) -> bool,
) -> impl Iterator<Item = Range<usize>> {
    let mut commands = Text(comment).commands();
    let all = core::iter::from_fn(move || commands.next_in_place());
    all.filter(move |(_, command)| is_wanted(command)).map(|(place, _)| place)
}
