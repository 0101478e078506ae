//! Batches of positions for the training of networks, decoded, filtered and shuffled by threads.
//!
//! Files are cut into parts: fixed records and lines by about a megabyte, binpack at its chunks; others, and all compressed files, are
//! one part each. With a seed, the parts come in an order of their own, sixteen at a time, and give rows in turn: 16,384 rows each time,
//! shuffled as they are decoded. These fill a pool. When it is full, its rows are shuffled again, in blocks of 4,096 that fit into a
//! cache and have the same share of everything in the pool. Nothing depends on the time at which a thread is done, so that batches depend
//! on the inputs and the options alone, and not on the number of threads.
//!
//! Memory: a row takes 48 bytes. There are at most two pools, 48 times 16,384 rows that wait for the second, and `threads + 2` batches.
//! With the default pool and batches of inputs that is about 170 megabytes, and 16 for each further thread.
//!
//! # Examples
//! ```
//! use chess_data::input::Input;
//! use chess_training::{FeatureSet, Format};
//! use chess_training::batches::{Batches, Contents, Options};
//!
//! let lines = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | 31 | 1.0\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | -4000 | 0.5\n";
//! let options = Options {
//!     format: Some(Format::Plain),
//!     contents: Contents::Inputs { set: FeatureSet::CHESS768, padding: 768 },
//!     filter: "score > -3000 and score < 3000".parse()?,
//!     seed: Some(1),
//!     ..Options::default()
//! };
//! let batches: Vec<_> = Batches::new(&[Input::bytes("lines", lines)], options)?.collect::<Result<_, _>>()?;
//! assert_eq!((batches.len(), &batches[0].score, &batches[0].result), (1, &vec![-31], &vec![-1]));
//! // Black is to move: its king is on e1 as it sees the board, White's pawn on e7.
//! assert_eq!(batches[0].mover[..3], [5 * 64 + 4, 6 * 64 + 52, 11 * 64 + 60]);
//! assert!(batches[0].mover[3..] == [768; 29]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance;
mod options;
mod parts;
mod pool;
mod row;
mod threads;

use std::task::Poll;
use std::time::Duration;

use chess_data::input::Input;

pub use self::options::{BatchError, Contents, Options, WIDTH};
use self::parts::Plan;
pub use self::row::Batch;
use self::threads::Threads;

/// An iterator over batches, which threads fill in the background: it waits only when they are slower. Dropping it stops them.
///
/// All batches before an error are delivered, of a pool that is full; nothing follows it.
#[derive(Debug)]
pub struct Batches(Threads);

impl Batches {
    /// Cuts the inputs into parts and starts the threads.
    ///
    /// # Errors
    /// The format of an input is not known, or does not hold what the filter names; a file cannot be cut; or the system starts no thread.
    pub fn new(inputs: &[Input], options: Options) -> Result<Self, BatchError> {
        let plan = Plan::new(inputs, options)?;
        Threads::new(plan).map(Self).map_err(BatchError::Thread)
    }

    /// Returns the next batch as [`next`](Iterator::next) does, or `Pending` if there is none within this time.
    pub fn next_within(&mut self, time: Duration) -> Poll<Option<Result<Batch, BatchError>>> {
        self.0.next_within(time)
    }
}

impl Iterator for Batches {
    type Item = Result<Batch, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Poll::Ready(next) = self.next_within(Duration::from_secs(3600)) {
                return next;
            }
        }
    }
}
