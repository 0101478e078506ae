//! Work on all clusters of a table, on all cores.

use std::thread;
use std::vec::Vec;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::cluster::Cluster;
use crate::spare::{ROOM, is_there_room};

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
        if !is_there_room(threads * STACK + ROOM) {
            return Self::Own;
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        pool.map_or(Self::Own, Self::Pool)
    }
}
