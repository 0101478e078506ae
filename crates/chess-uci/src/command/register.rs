use alloc::string::String;
use core::fmt;

use crate::error::{ProtocolError, Rule};
use crate::reader::Reader;
use crate::text::OneLine;

/// The command `register`, for engines that ask to be registered.
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
    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
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

/// Tells the words that begin a field of `register`.
pub(super) fn is_keyword(word: &str) -> bool {
    matches!(word, "name" | "code")
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Later => f.write_str("register later"),
            Self::As { name, code } => write!(f, "register name {} code {}", OneLine(name), OneLine(code)),
        }
    }
}
