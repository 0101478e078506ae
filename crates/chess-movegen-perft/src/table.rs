use std::collections::TryReserveError;

use chess_board::Position;
use chess_movegen::machine::Backend;

use crate::buckets::Buckets;
use crate::hashed::Hashed;

/// A hash table of the leaf counts that perft has found, by position and depth.
///
/// A count from the table is never wrong. An entry holds the whole position bit by bit, so that no two positions are
/// confused, whatever their Zobrist keys; the key only selects the bucket. A sequence counter guards each bucket: a
/// reader that races a writer misses, and a second writer gives up. Any number of threads may share a table, and none
/// of them ever waits.
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
    /// Creates an empty table of this many bytes, rounded down to whole buckets of 128 bytes, but at least one.
    ///
    /// # Errors
    /// The memory is not available.
    pub fn new(bytes: usize) -> Result<Self, TryReserveError> {
        Ok(Self { buckets: Buckets::new(bytes)? })
    }

    /// Returns the number of sequences of `depth` legal moves, as [`perft`](crate::perft()) does, or `None` if it
    /// exceeds 64 bits.
    pub fn perft(&self, position: &Position, depth: u32, backend: Backend) -> Option<u64> {
        backend.run_scalar(Hashed { buckets: &self.buckets, backend, position, depth })
    }
}
