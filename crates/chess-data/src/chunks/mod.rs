//! One PGN file on all cores: it is cut into chunks at the boundaries of games, and threads read the chunks.
//!
//! Results come back in the order of the inputs, and memory does not grow with them. The events, games and errors of the
//! chunks, one after another, are those that [`Reader`](chess_notation::pgn::Reader) finds in the whole file.
//!
//! # Examples
//! ```
//! use std::ops::ControlFlow;
//!
//! use chess_data::chunks::{Counted, Pipeline};
//! use chess_data::input::Input;
//! use chess_notation::pgn::{Event, PgnError};
//!
//! let inputs = [Input::bytes("a.pgn", "1. e4 e5 *\n\n1. d4 Ke3 *\n"), Input::bytes("b.pgn", "1. c4 *\n")];
//! let (mut moves, mut broken) = (0, Vec::new());
//! let stopped = Pipeline::new(&inputs).threads(2).run(
//!     |chunk| {
//!         let mut replay = chunk.replay();
//!         let (mut moves, mut broken) = (0, Vec::new());
//!         loop {
//!             match replay.next_event() {
//!                 Ok(None) => break,
//!                 Ok(Some(Event::Move(_))) => moves += 1,
//!                 Ok(Some(_)) => {}
//!                 Err(PgnError::Game(error)) => broken.push(error),
//!                 Err(_) => break,
//!             }
//!         }
//!         Counted { value: (moves, broken), games: replay.game() }
//!     },
//!     |part| {
//!         match part {
//!             Ok(part) => {
//!                 moves += part.value.0;
//!                 broken.extend(part.value.1.iter().map(|error| part.origin.place(*error).to_string()));
//!             }
//!             Err(error) => return ControlFlow::Break(error),
//!         }
//!         ControlFlow::Continue(())
//!     },
//! );
//! assert!(stopped.is_continue());
//! assert_eq!(moves, 4);
//! assert_eq!(broken, ["game 2, line 3, byte 18, `Ke3`: no such move is legal here"]);
//! ```

mod buffer;
mod chunk;
mod cut;
mod feed;
mod supply;
mod threads;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use self::feed::{Feed, Limits};
use self::supply::Stop;
use crate::input::{Input, Progress};

pub use chunk::{Chunk, Counted, InputError, InputFault, Origin, Part};

/// Reads inputs chunk by chunk, on several threads, with the results in order.
///
/// Memory is bounded by the number of threads times the size of a chunk and of a result, whatever the inputs: at most two chunks
/// for each thread, and two more, are read and not yet delivered.
///
/// # Examples
/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Pipeline<'a> {
    inputs: &'a [Input],
    threads: NonZeroUsize,
    limits: Limits,
    progress: Progress,
    stop: Arc<AtomicBool>,
}

impl<'a> Pipeline<'a> {
    /// The size of a chunk unless [`chunk_size`](Self::chunk_size) sets another: 512 KiB, which is in the second cache of most
    /// processors.
    pub const CHUNK_SIZE: usize = 1 << 19;

    /// The limit of a game unless [`max_game`](Self::max_game) sets another: 64 MiB.
    pub const MAX_GAME: usize = 1 << 26;

    /// A pipeline over these inputs, on one thread.
    pub fn new(inputs: &'a [Input]) -> Self {
        let limits = Limits {
            chunk: Self::CHUNK_SIZE,
            game: Self::MAX_GAME,
            is_lenient: false,
            cuts_at_pauses: true,
            threads: 1,
        };
        Self {
            inputs,
            threads: NonZeroUsize::MIN,
            limits,
            progress: Progress::default(),
            stop: Arc::default(),
        }
    }

    /// Sets the number of threads that read chunks; 0 means one for each core. The caller's thread takes their results. With one
    /// thread, everything runs on the caller's thread.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads = NonZeroUsize::new(threads).unwrap_or_else(cores);
        self.limits.threads = self.threads.get();
        self
    }

    /// Sets the number of bytes that a chunk should have. A chunk is somewhat shorter, and longer if a game is.
    #[must_use]
    pub fn chunk_size(mut self, bytes: usize) -> Self {
        self.limits.chunk = bytes.max(1);
        self
    }

    /// Sets the most bytes that a game may have, which is the most memory that one chunk may take.
    #[must_use]
    pub fn max_game(mut self, bytes: usize) -> Self {
        self.limits.game = bytes.max(1);
        self
    }

    /// Sets whether games are read leniently, as by [`Replay::lenient`](chess_notation::pgn::Replay::lenient): the readers of chunks
    /// are lenient then, and chunks end where lenient reading ends a game.
    #[must_use]
    pub fn lenient(mut self, is_lenient: bool) -> Self {
        self.limits.is_lenient = is_lenient;
        self
    }

    /// Sets whether the games from a pipe become a chunk when its writer pauses, which is the default: a writer that waits for an
    /// answer gets it. Otherwise the chunks of a pipe are those of a file with the same bytes.
    #[must_use]
    pub fn cut_at_pauses(mut self, cuts_at_pauses: bool) -> Self {
        self.limits.cuts_at_pauses = cuts_at_pauses;
        self
    }

    /// Counts the bytes that are read in `progress`.
    #[must_use]
    pub fn progress(mut self, progress: &Progress) -> Self {
        self.progress = progress.clone();
        self
    }

    /// Stops the work soon after another thread has set `stop`, such as the one that handles Ctrl-C. [`run`](Self::run) then
    /// returns as if the inputs had ended after the results that it has delivered.
    ///
    /// The work stops even while it waits for the writer of a pipe.
    #[must_use]
    pub fn stop_when(mut self, stop: &Arc<AtomicBool>) -> Self {
        self.stop = Arc::clone(stop);
        self
    }

    /// Reads all inputs: `work` reads a chunk, on any of the threads, and `emit` takes the results in the order of the inputs, on
    /// the caller's thread. It stops when `emit` breaks.
    ///
    /// An error of an input comes after the results of everything before it in this input.
    ///
    /// # Panics
    /// If `work` or `emit` panics.
    ///
    /// # Examples
    /// See the [module](self).
    pub fn run<T: Send, B>(
        &self,
        work: impl Fn(&Chunk<'_>) -> Counted<T> + Sync,
        emit: impl FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.run_with(|| (), |(), chunk| work(chunk), emit)
    }

    /// Runs as [`run`](Self::run) does. Each thread makes its own value by `init`, such as buffers, which `work` uses for one
    /// chunk after another.
    ///
    /// # Panics
    /// If one of the functions panics.
    pub fn run_with<S, T: Send, B>(
        &self,
        init: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Chunk<'_>) -> Counted<T> + Sync,
        mut emit: impl FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let stop = Stop::new(&self.stop);
        let feed = Feed::new(self.inputs, self.limits, self.progress.clone(), &stop);
        threads::run(feed, self.threads.get(), self.limits, &stop, &init, &work, &mut emit)
    }
}
