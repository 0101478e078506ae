use core::fmt::{self, Write};

use super::entry::{Command, RawCommands};
use crate::pgn::text::Text;

/// The text of a comment without the commands that have a type of their own in [`Command`]: for readers who see them drawn.
///
/// Unknown commands and those that cannot be read remain. White space around a command that is left out becomes one space.
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
        for raw in RawCommands::new(bytes) {
            if matches!(raw.read(), Ok(Command::Other { .. }) | Err(_)) {
                continue;
            }
            write(&bytes[end..raw.range.start])?;
            end = raw.range.end;
        }
        write(&bytes[end..])
    }
}
