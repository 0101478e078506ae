mod cluster;
mod entry;

pub use self::entry::{Bound, TableEntry};

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering};

use self::cluster::Cluster;
use crate::score;

/// What a search has found out about positions, for when they come up again: the transposition table.
///
/// Entries of ten bytes stand in clusters of three, 32 bytes. A position has one cluster, by its key; of its entries
/// the shallowest and oldest makes place. Any number of threads may use a table at once: nobody waits, and nothing is undefined,
/// for all memory is atomic. What is found is usually right. With a probability of about 1 : 20,000 a position that is
/// not in the table finds another's entry, so that
///
/// **the move of an entry has to be tested with `is_legal` before it is made**. [`MovePicker`](crate::MovePicker) does so.
/// Scores can be wrong for the same reason, and search lives with it.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_search::{Bound, TableEntry, TranspositionTable};
/// use chess_types::{Move, MoveKind, Square};
///
/// let table = TranspositionTable::new(1 << 20)?;
/// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// let entry = TableEntry { mv, score: 31, evaluation: 20, depth: 7, bound: Bound::Exact };
/// table.store(Position::START.key(), 0, entry);
/// assert_eq!(table.probe(Position::START.key(), 0), Some(entry));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
#[derive(Debug)]
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    /// The number of the present search, modulo 64.
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of this many bytes, rounded down to whole clusters of 32, but at least one of them.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn new(bytes: usize) -> Result<Self, TryReserveError> {
        Ok(Self { clusters: clusters(bytes)?, age: AtomicU8::new(0) })
    }

    /// Makes it an empty table of another size. The old one is given back first, so that both need not be had at once.
    ///
    /// # Errors
    /// There is not that much memory; the table then has one cluster.
    pub fn resize(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        self.clusters = clusters(0)?;
        self.clusters = clusters(bytes)?;
        Ok(())
    }

    /// Forgets everything; on all cores with the feature `rayon`.
    pub fn clear(&mut self) {
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            self.clusters.par_iter_mut().with_min_len(PARALLEL).for_each(Cluster::clear);
        }
        #[cfg(not(feature = "rayon"))]
        self.clusters.iter_mut().for_each(Cluster::clear);
        *self.age.get_mut() = 0;
    }

    /// Says that another search begins: what is in the table by now is older, and makes place first.
    #[inline]
    pub fn begin_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % entry::AGES, Ordering::Relaxed);
    }

    /// What is known of the position with this key, which stands `ply` plies from the root of the search.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        let mut entry = self.cluster(key).find(key as u16)?;
        entry.score = score::from_root(entry.score, ply);
        Some(entry)
    }

    /// Says that [`probe`](Self::probe) will soon be called with this key, so that memory is fetched meanwhile.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.cluster(key).prefetch();
    }

    /// Remembers `entry` for the position with this key, which stands `ply` plies from the root of the search.
    ///
    /// An entry of the same position that is a good deal deeper stays, and of one that is replaced by an entry without a
    /// move, the move does.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: TableEntry) {
        entry.score = score::from_node(entry.score, ply);
        self.cluster(key).keep(key as u16, entry, self.age.load(Ordering::Relaxed));
    }

    /// How full the table is with entries of the present search, in permille, as the first clusters tell.
    pub fn full(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let age = self.age.load(Ordering::Relaxed);
        let used: usize = sample.iter().map(|cluster| cluster.count(age)).sum();
        (used * 1000 / (sample.len() * Cluster::ENTRIES)) as u32
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>()
    }

    /// The upper bits of the key choose the cluster, the lower ones tell its entries apart.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[((u128::from(key) * self.clusters.len() as u128) >> 64) as usize]
    }
}

/// Clusters that a thread does at once: 2 MiB.
#[cfg(feature = "rayon")]
const PARALLEL: usize = 1 << 16;

fn clusters(bytes: usize) -> Result<Vec<Cluster>, TryReserveError> {
    let len = (bytes / size_of::<Cluster>()).max(1);
    let mut clusters = Vec::new();
    clusters.try_reserve_exact(len)?;
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        let new = (0..len).into_par_iter().with_min_len(PARALLEL).map(|_| Cluster::default());
        clusters.par_extend(new);
    }
    #[cfg(not(feature = "rayon"))]
    clusters.resize_with(len, Cluster::default);
    Ok(clusters)
}
