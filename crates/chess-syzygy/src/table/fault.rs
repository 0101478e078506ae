use crate::source::ReadError;

/// A reason why a table gives no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The file breaks a rule of the format, in words.
    Broken(&'static str),
    /// The bytes cannot be read.
    Read(ReadError),
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}
