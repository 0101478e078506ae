#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod budget;
mod error;
mod level;
mod run;
mod shard;
mod table;
mod workers;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use chess_movegen_perft::planes::planes_of;

// Items of the crates below that the signatures of this crate name, so that a dependent needs no second dependency.
pub use chess_board::Position;
pub use chess_movegen::machine::Backend;

use budget::Budget;
pub use error::DistinctError;
use error::Stop;
use level::Level;
use run::{Codec, Store};
pub use workers::DistinctProgress;
use workers::{Watch, Workers};

/// The resources that [`distinct`] may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DistinctLimits {
    /// Bytes of memory. A limit below 1 MiB is raised to 1 MiB, and the stacks of the threads are not included.
    pub memory: usize,
    /// A folder for temporary files, used when the memory is full. Without one, full memory is an error. A position
    /// takes about 15 bytes there, for each run that it is in.
    pub spill: Option<PathBuf>,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The backend that generates the moves.
    pub backend: Backend,
}

impl Default for DistinctLimits {
    /// Returns limits of 1 GiB, no folder, one thread, and the fastest backend for lists of moves.
    fn default() -> Self {
        Self { memory: 1 << 30, spill: None, threads: NonZeroUsize::MIN, backend: Backend::best() }
    }
}

/// Returns the number of distinct positions after exactly `depth` legal moves; 1 for depth 0.
///
/// Two positions are the same if they have the same pieces on the same squares, the same castling rooks, and the same
/// target of a legal capture en passant, if any. Counters do not matter, and all positions of a ply have the same
/// side to move. Whole positions are compared, so that the number is exact.
///
/// # Errors
/// The memory is full without a folder, the folder failed, or a thread could not be started.
///
/// # Examples
/// ```
/// use chess_distinct::{DistinctLimits, Position, distinct};
///
/// assert_eq!(distinct(&Position::START, 4, &DistinctLimits::default())?, 72_078);
/// # Ok::<(), chess_distinct::DistinctError>(())
/// ```
pub fn distinct(position: &Position, depth: u32, limits: &DistinctLimits) -> Result<u64, DistinctError> {
    let plies = distinct_plies(position, depth, limits, &|_| ControlFlow::Continue(()))?;
    Ok(plies.last().copied().unwrap_or(0))
}

/// Returns the numbers of [`distinct`] after each of 0 to `depth` plies.
///
/// `watch` is called at intervals, from any thread, and may stop the work. If no position is `depth` plies away, the
/// last number is 0, and the list may be shorter.
///
/// # Errors
/// The memory is full without a folder, the folder failed, a thread could not be started, or `watch` returned
/// `Break`.
pub fn distinct_plies(
    position: &Position,
    depth: u32,
    limits: &DistinctLimits,
    watch: &(dyn Fn(DistinctProgress) -> ControlFlow<()> + Sync),
) -> Result<Vec<u64>, DistinctError> {
    let mut plies = Vec::new();
    count(position, depth, limits, watch, &mut plies).map_err(|stop| match stop {
        Stop::Interrupted => DistinctError::Interrupted { plies: plies.clone() },
        Stop::MemoryFull => DistinctError::MemoryFull { plies: plies.clone() },
        Stop::Spill(error) => {
            DistinctError::Spill { folder: limits.spill.clone().unwrap_or_default(), error }
        }
    })?;
    Ok(plies)
}

fn count(
    position: &Position,
    depth: u32,
    limits: &DistinctLimits,
    watch: &Watch<'_>,
    plies: &mut Vec<u64>,
) -> Result<(), Stop> {
    let threads = limits.threads.get();
    let store = Store {
        codec: Codec { root: planes_of(position) },
        backend: limits.backend,
        budget: Budget::new(limits.memory, threads),
        spill: limits.spill.as_deref(),
    };
    // A folder without room for files is an error even if it is not needed.
    if store.spill.is_some() {
        store.file()?;
    }
    let workers = Workers::new(threads, watch);
    let mut level = Level::of_root(position, &store)?;
    plies.push(1);
    for ply in 1..=depth {
        let (grown, len) = level.expand(ply, &store, &workers)?;
        // A spilled level is only counted when it is read back.
        if plies.len() < ply as usize {
            plies.push(len);
        }
        let len = grown.len();
        plies.extend(len);
        if ply < depth && len != Some(0) {
            level = grown.seal(&workers)?;
            continue;
        }
        if len.is_none() {
            plies.push(grown.count(depth + 1, &workers)?);
        }
        break;
    }
    Ok(())
}
