use core::fmt;

use crate::material::Material;
use crate::source::ReadError;
use crate::table::{Fault, TableKind};

/// A reason why a position has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProbeError {
    /// The position has castling rights. No table has such positions.
    Castling,
    /// The position has more pieces than any table that was found.
    TooManyPieces {
        /// The number of pieces of the position.
        pieces: u32,
        /// The number of pieces of the largest tables, 0 without any table.
        most: u32,
    },
    /// The table of an ending that is needed was not found: of the position's own, or of one that a capture or a promotion
    /// leads to.
    MissingTable {
        /// The ending.
        material: Material,
        /// The kind of the table.
        kind: TableKind,
    },
    /// The file of a table breaks the rules of the format.
    BrokenTable {
        /// The ending.
        material: Material,
        /// The kind of the table.
        kind: TableKind,
        /// The rule, in words.
        rule: &'static str,
    },
    /// The file of a table cannot be read, or ends too early.
    UnreadableTable {
        /// The ending.
        material: Material,
        /// The kind of the table.
        kind: TableKind,
        /// The cause.
        cause: ReadError,
    },
}

impl ProbeError {
    /// Returns the name for programs, which stays the same in later versions: `castling`, `too_many_pieces`,
    /// `missing_table`, `broken_table` or `unreadable_table`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Castling => "castling",
            Self::TooManyPieces { .. } => "too_many_pieces",
            Self::MissingTable { .. } => "missing_table",
            Self::BrokenTable { .. } => "broken_table",
            Self::UnreadableTable { .. } => "unreadable_table",
        }
    }

    /// Creates the error of a table that gives no value.
    #[cold]
    pub(crate) fn of_table(fault: Fault, material: Material, kind: TableKind) -> Self {
        let material = material.normalized();
        match fault {
            Fault::Broken(rule) => Self::BrokenTable { material, kind, rule },
            Fault::Read(cause) => Self::UnreadableTable { material, kind, cause },
        }
    }
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Castling => f.write_str("endgame tablebases do not cover positions with castling rights"),
            Self::TooManyPieces { pieces, most: 0 } => {
                write!(f, "the position has {pieces} pieces, and no endgame tablebase was found")
            }
            Self::TooManyPieces { pieces, most } => {
                write!(
                    f,
                    "the position has {pieces} pieces, and the endgame tablebases found have {most} at most"
                )
            }
            Self::MissingTable { material, kind } => {
                write!(f, "the {kind} table {material}.{} was not found", kind.extension())
            }
            Self::BrokenTable { material, kind, rule } => {
                write!(f, "the {kind} table {material}.{} is broken: {rule}", kind.extension())
            }
            Self::UnreadableTable { material, kind, cause } => {
                write!(f, "the {kind} table {material}.{} cannot be read: {cause}", kind.extension())
            }
        }
    }
}

impl core::error::Error for ProbeError {}
