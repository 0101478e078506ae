mod cluster;
mod entry;

pub use self::entry::{Bound, TableEntry};

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering};

use self::cluster::Cluster;
use crate::score;

/// The transposition table: results of searches by the key of the position.
///
/// Entries of ten bytes are in clusters of three, 32 bytes each. The key of a position selects its cluster, and a new
/// entry replaces the shallowest and oldest one there. Any number of threads may use a table at once, without locks and
/// without undefined behaviour, because all memory is atomic. A probe of a position that is not in the table finds the
/// entry of another position about once in 20,000 times. Therefore
///
/// **the caller tests the move of an entry with `is_legal` before making it**. [`MovePicker`](crate::MovePicker) does so.
/// Scores can be wrong for the same reason, which a search tolerates.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_search::{Bound, TableEntry, TranspositionTable};
/// use chess_types::{Move, MoveKind, Square};
///
/// let table = TranspositionTable::new(1 << 20)?;
/// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// let entry = TableEntry { mv, score: 31, evaluation: 20, depth: 7, bound: Bound::Exact, flag: false };
/// table.store(Position::START.key(), 0, entry);
/// assert_eq!(table.probe(Position::START.key(), 0), Some(entry));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
#[derive(Debug)]
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    /// The number of the present search modulo 32.
    age: AtomicU8,
}

impl TranspositionTable {
    /// Creates an empty table of this many bytes, rounded down to whole clusters of 32 bytes, but at least one.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn new(bytes: usize) -> Result<Self, TryReserveError> {
        let len = len_of(bytes);
        Ok(Self { clusters: filled(reserve(len)?, len), age: AtomicU8::new(0) })
    }

    /// Resizes and clears the table. The old memory is freed before the new one is used, so that the table never takes more than
    /// the larger of both.
    ///
    /// # Errors
    /// The memory cannot be allocated; the table then has its old size and is empty, or in the worst case has a smaller one
    /// because not even as much can be allocated again.
    pub fn resize(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        let len = len_of(bytes);
        let new = reserve(len).or_else(|_| {
            // There may be enough without the old memory.
            let old = self.clusters.len();
            self.clusters = Vec::new();
            reserve(len).inspect_err(|_| self.clusters = at_most(old))
        })?;
        self.clusters = Vec::new();
        self.clusters = filled(new, len);
        Ok(())
    }

    /// Removes all entries; on all cores with the feature `rayon`, or on as many as there are threads to be had.
    pub fn clear(&mut self) {
        #[cfg(feature = "rayon")]
        parallel::clear(&mut self.clusters);
        #[cfg(not(feature = "rayon"))]
        self.clusters.iter_mut().for_each(Cluster::clear);
        *self.age.get_mut() = 0;
    }

    /// Begins another search: the entries in the table become older, and are replaced first.
    #[inline]
    pub fn begin_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % entry::AGES, Ordering::Relaxed);
    }

    /// Returns the entry of the position with this key, which is `ply` plies from the root of the search.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        let mut entry = self.cluster(key).find(key as u16)?;
        entry.score = score::from_root(entry.score, ply);
        Some(entry)
    }

    /// Prefetches the memory that [`probe`](Self::probe) reads for this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.cluster(key).prefetch();
    }

    /// Stores `entry` for the position with this key, which is `ply` plies from the root of the search.
    ///
    /// An entry of the same position and search that is more than four plies deeper stays, unless the new score is exact.
    /// If the new entry has no move, it keeps that of the old one.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: TableEntry) {
        entry.score = score::from_node(entry.score, ply);
        self.cluster(key).keep(key as u16, entry, self.age.load(Ordering::Relaxed));
    }

    /// Returns the share of the table with entries of the present search in permille, from a sample of the first clusters.
    pub fn full(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let age = self.age.load(Ordering::Relaxed);
        let used: usize = sample.iter().map(|cluster| cluster.count(age)).sum();
        (used * 1000 / (sample.len() * Cluster::ENTRIES)) as u32
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>()
    }

    /// Returns the cluster of a key: the upper bits of the key select it, and the lower ones tell its entries apart.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[((u128::from(key) * self.clusters.len() as u128) >> 64) as usize]
    }
}

/// Returns the number of clusters in this many bytes, at least one.
fn len_of(bytes: usize) -> usize {
    (bytes / size_of::<Cluster>()).max(1)
}

fn reserve(len: usize) -> Result<Vec<Cluster>, TryReserveError> {
    let mut clusters = Vec::new();
    clusters.try_reserve_exact(len)?;
    Ok(clusters)
}

/// Fills the reserved memory with this many empty clusters.
fn filled(mut clusters: Vec<Cluster>, len: usize) -> Vec<Cluster> {
    #[cfg(feature = "rayon")]
    parallel::fill(&mut clusters, len);
    #[cfg(not(feature = "rayon"))]
    clusters.resize_with(len, Cluster::default);
    clusters
}

/// Allocates this many empty clusters, or else half, a quarter, and so on.
fn at_most(len: usize) -> Vec<Cluster> {
    let lens = core::iter::successors(Some(len), |&len| (len > 1).then_some(len / 2));
    let mut reserved = lens.filter_map(|len| Some((reserve(len).ok()?, len)));
    reserved.next().map_or_else(|| alloc::vec![Cluster::default()], |(new, len)| filled(new, len))
}

/// Work on all clusters of a table, on all cores.
#[cfg(feature = "rayon")]
mod parallel {
    use std::thread;
    use std::vec::Vec;

    use rayon::prelude::*;
    use rayon::{ThreadPool, ThreadPoolBuilder};

    use super::cluster::Cluster;
    use crate::spare::{ROOM, room_for};

    /// The number of clusters that a thread works on at once: 2 MiB.
    const PIECE: usize = 1 << 16;

    /// The stack of a thread in bytes.
    const STACK: usize = 1 << 20;

    /// Clears all clusters.
    pub(super) fn clear(clusters: &mut [Cluster]) {
        match Threads::new(clusters.len()) {
            Threads::Own => clusters.iter_mut().for_each(Cluster::clear),
            Threads::Around => clear_on_all(clusters),
            Threads::Pool(pool) => pool.install(|| clear_on_all(clusters)),
        }
    }

    /// Fills reserved memory with empty clusters.
    pub(super) fn fill(clusters: &mut Vec<Cluster>, len: usize) {
        match Threads::new(len) {
            Threads::Own => clusters.resize_with(len, Cluster::default),
            Threads::Around => fill_on_all(clusters, len),
            Threads::Pool(pool) => pool.install(|| fill_on_all(clusters, len)),
        }
    }

    fn clear_on_all(clusters: &mut [Cluster]) {
        clusters.par_iter_mut().with_min_len(PIECE).for_each(Cluster::clear);
    }

    fn fill_on_all(clusters: &mut Vec<Cluster>, len: usize) {
        let new = (0..len).into_par_iter().with_min_len(PIECE).map(|_| Cluster::default());
        clusters.par_extend(new);
    }

    /// The threads that do the work.
    ///
    /// The global pool of rayon is not asked: where its threads cannot be started, it panics, and for good.
    enum Threads {
        /// The caller's own, because the table is small or no others can be started.
        Own,
        /// Those of the pool that the caller runs in.
        Around,
        Pool(ThreadPool),
    }

    impl Threads {
        fn new(len: usize) -> Self {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            let threads = cores.min(len / PIECE);
            if threads <= 1 {
                return Self::Own;
            }
            if rayon::current_thread_index().is_some() {
                return Self::Around;
            }
            if room_for(threads * STACK + ROOM).is_err() {
                return Self::Own;
            }
            let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
            pool.map_or(Self::Own, Self::Pool)
        }
    }
}
