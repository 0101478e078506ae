//! The number of distinct positions after a number of plies.

mod budget;
mod codec;
mod crew;
mod entry;
mod error;
mod level;
mod progress;
mod run;
mod shard;
mod spill;
mod store;
mod table;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use chess_board::Position;
use chess_movegen::list_backend;
use chess_movegen::machine::Backend;

use self::budget::Budget;
use self::codec::Codec;
use self::crew::{Crew, Watch};
pub use self::error::DistinctError;
use self::error::Stop;
use self::level::Level;
pub use self::progress::DistinctProgress;
use self::spill::Spill;
use self::store::Store;
use crate::planes::planes_of;

/// What [`distinct`] may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DistinctLimits {
    /// Bytes of memory. Less than 1 MiB is taken for 1 MiB, and each thread has a stack besides.
    pub memory: usize,
    /// A folder for temporary files once the memory is full; without one that is an error. A position takes about 15
    /// bytes there, once for each time it was found between two writes.
    pub spill: Option<PathBuf>,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// What lists the moves.
    pub backend: Backend,
}

impl Default for DistinctLimits {
    /// 1 GiB, no folder, one thread, and the backend that is best for lists of moves.
    fn default() -> Self {
        Self { memory: 1 << 30, spill: None, threads: NonZeroUsize::MIN, backend: list_backend() }
    }
}

/// The number of distinct positions after exactly `depth` legal moves; 1 for depth 0.
///
/// Positions are the same if they have the same pieces on the same squares, the same rooks to castle with, and the same
/// square, if any, where a pawn can legally be taken en passant. Clocks do not matter. The side to move is the same
/// in all of them. Whole positions are compared, so that the number is exact.
///
/// # Errors
/// The limits were too narrow, or the folder failed.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen_perft::{DistinctLimits, distinct};
///
/// assert_eq!(distinct(&Position::START, 4, &DistinctLimits::default())?, 72_078);
/// # Ok::<(), chess_movegen_perft::DistinctError>(())
/// ```
pub fn distinct(position: &Position, depth: u32, limits: &DistinctLimits) -> Result<u64, DistinctError> {
    let plies = distinct_plies(position, depth, limits, &|_| ControlFlow::Continue(()))?;
    Ok(plies.last().copied().unwrap_or(0))
}

/// [`distinct`] after each of 0 to `depth` plies, watched by a function that is called now and then, from any thread,
/// and can break it off. If no position is so many plies away, the last number is 0, and may be that of an earlier ply.
///
/// # Errors
/// The limits were too narrow, the folder failed, or `watch` broke.
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
        Stop::Threads(error) => DistinctError::Threads(error),
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
        spill: limits.spill.as_deref().map(Spill::new).transpose()?,
    };
    let crew = Crew::new(threads, watch);
    let mut level = Level::of_root(position, &store)?;
    plies.push(1);
    for ply in 1..=depth {
        let (grown, len) = level.expand(ply, &store, &crew)?;
        // What was spilled is only counted when it is read back.
        if plies.len() < ply as usize {
            plies.push(len);
        }
        let len = grown.len();
        plies.extend(len);
        if ply < depth && len != Some(0) {
            level = grown.seal(&crew)?;
            continue;
        }
        if len.is_none() {
            plies.push(grown.count(depth + 1, &crew)?);
        }
        break;
    }
    Ok(())
}
