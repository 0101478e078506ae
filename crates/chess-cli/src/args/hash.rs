use chess_movegen_perft::PerftTable;
use clap::Args;

use crate::args::memory;
use crate::error::CliError;

/// The largest table in MiB: 16 TiB.
const MAX_MIB: i64 = 1 << 24;

#[derive(Args)]
pub(crate) struct HashArgs {
    /// Memory in MiB for a table of counts, which never makes a count wrong; 0 means none
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=MAX_MIB))]
    hash: u32,
}

impl HashArgs {
    pub(crate) fn mib(&self) -> u32 {
        self.hash
    }

    /// Allocates the table; `None` for 0 MiB.
    pub(crate) fn table(&self) -> Result<Option<PerftTable>, CliError> {
        if self.hash == 0 {
            return Ok(None);
        }
        Ok(Some(PerftTable::new(memory::bytes(self.hash.into()))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_memory_means_no_table() {
        assert!(HashArgs { hash: 0 }.table().unwrap().is_none());
        assert!(HashArgs { hash: 1 }.table().unwrap().is_some());
    }
}
