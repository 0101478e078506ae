use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

use crate::error::{ProtocolError, Rule};
use crate::reader::Reader;
use crate::text::OneLine;

/// The answer `id`: what the engine is called and who wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Id {
    /// `id name`: the name of the engine and its version.
    Name(String),
    /// `id author`: the authors.
    Author(String),
}

/// The state of a copy-protected engine or of one that asks to be registered.
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
    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
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
    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
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
