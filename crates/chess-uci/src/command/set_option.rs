use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use crate::error::{ProtocolError, Rule};
use crate::reader::Reader;
use crate::text::{OneLine, is_same_name, single_spaced};

/// The command `setoption`: the name of an option and its value.
///
/// The first word `value` ends the name, and all that follows is the value. A name that has that word in it can only be
/// told by an engine that knows its options: [`matched`](Self::matched) does that.
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
    /// The one of an engine's option names that is meant, and the value for it; `None` if it is none of them.
    ///
    /// Case and the amount of white space make no difference. Of several that fit, the longest is meant,
    /// and of those the first.
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

    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
        // Some programs leave the word out.
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

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", OneLine(&self.name))?;
        match &self.value {
            Some(value) => write!(f, " value {}", OneLine(value)),
            None => Ok(()),
        }
    }
}
