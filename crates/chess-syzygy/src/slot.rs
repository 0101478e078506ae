#[cfg(feature = "std")]
use std::path::PathBuf;
#[cfg(feature = "std")]
use std::sync::OnceLock;

use crate::source::Source;
use crate::table::{Fault, Table};

/// The place of a table, which is opened when it is first needed.
#[derive(Debug)]
pub(crate) enum Slot<S> {
    /// No such table was found.
    Missing,
    /// An open table.
    Open(Table<S>),
    /// The file of a table, which the first thread that needs it opens. Others wait for it, and later ones take no lock.
    #[cfg(feature = "std")]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The way to open the table.
        open: fn(&std::path::Path) -> Result<Table<S>, Fault>,
        /// The table, or the reason why it cannot be used.
        table: OnceLock<Result<Table<S>, Fault>>,
    },
}

impl<S: Source> Slot<S> {
    /// Tests for a table.
    pub(crate) const fn is_present(&self) -> bool {
        !matches!(self, Self::Missing)
    }

    /// Returns the table, if there is one, and opens it if it is not open.
    #[inline]
    pub(crate) fn table(&self) -> Option<Result<&Table<S>, &Fault>> {
        match self {
            Self::Missing => None,
            Self::Open(table) => Some(Ok(table)),
            #[cfg(feature = "std")]
            Self::File { path, open, table } => Some(table.get_or_init(|| open(path)).as_ref()),
        }
    }
}
