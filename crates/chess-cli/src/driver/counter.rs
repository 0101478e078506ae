use chess_board::Position;
use chess_movegen::machine::Backend;
use chess_movegen_perft::{PerftMode, PerftTable, perft_on};

use crate::error::CliError;

/// How leaves are counted: in what way, on what, and with what table.
pub(crate) struct Counter {
    pub(crate) mode: PerftMode,
    pub(crate) backend: Backend,
    /// For [`PerftMode::Count`] only.
    pub(crate) table: Option<PerftTable>,
}

impl Counter {
    /// The leaves this many plies below the position. Without a table no count is ever reached that is too large.
    pub(crate) fn leaves(&self, position: &Position, depth: u32) -> Result<u64, TooManyLeaves> {
        match &self.table {
            Some(table) => table.perft(position, depth, self.backend).ok_or(TooManyLeaves),
            None => Ok(perft_on(position, depth, self.mode, self.backend)),
        }
    }
}

#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the number of leaves does not fit in 64 bits")]
pub(crate) struct TooManyLeaves;

impl From<TooManyLeaves> for CliError {
    fn from(error: TooManyLeaves) -> Self {
        Self::command(error)
    }
}
