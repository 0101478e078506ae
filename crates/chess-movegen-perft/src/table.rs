use std::collections::TryReserveError;

use chess_board::Position;
use chess_movegen::machine::Backend;

use crate::buckets::Buckets;
use crate::hashed::Hashed;

/// Numbers of leaves that perft has found, kept for when a position turns up again at the same depth.
///
/// What a table answers is never wrong. An entry holds the whole position, bit by bit, so that no two positions can
/// be taken for one another, whatever their Zobrist keys; the key only says where to look. An entry is written and
/// read under a sequence counter: what was read while another thread wrote is not used. Any number of threads may
/// count with one table, and none of them ever waits.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen::machine::Backend;
/// use chess_movegen_perft::PerftTable;
///
/// let table = PerftTable::new(1 << 20)?;
/// assert_eq!(table.perft(&Position::START, 5, Backend::best()), Some(4_865_609));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
#[derive(Debug)]
pub struct PerftTable {
    buckets: Buckets,
}

impl PerftTable {
    /// An empty table of this many bytes, rounded down to whole buckets of 128, but at least one of them.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn new(bytes: usize) -> Result<Self, TryReserveError> {
        Ok(Self { buckets: Buckets::new(bytes)? })
    }

    /// Number of sequences of `depth` legal moves, as [`perft`](crate::perft) has it; `None` if it exceeds 64 bits.
    pub fn perft(&self, position: &Position, depth: u32, backend: Backend) -> Option<u64> {
        backend.run(Hashed { buckets: &self.buckets, position, depth })
    }
}
