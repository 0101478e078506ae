//! A small engine made of the parts of this crate: iterative deepening, a principal variation search with a quiescence
//! search below it, on any number of threads that share nothing but the table.
//!
//! It is a proof that the parts fit and a place to begin, each file being one to read: [`Limits`] and the clock say for how
//! long, `iterate` how often, `alpha_beta` and `quiescence` what is searched, and `reductions` how deep.

mod alpha_beta;
mod clock;
mod game;
mod iterate;
mod limits;
mod quiescence;
mod reductions;
mod report;
mod search;
mod worker;

use std::collections::TryReserveError;
use std::thread;
use std::vec::Vec;

use chess_movegen::machine::Backend;

pub use self::game::Game;
pub use self::limits::{ClockLimit, Limits, Signals};
pub use self::report::{Finding, Report};

use self::iterate::Iterate;
use self::search::Shared;
use self::worker::Worker;
use crate::history::Histories;
use crate::table::TranspositionTable;

/// The engine: its table, and what each of its threads keeps from one move to the next.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_search::engine::{Engine, Game, Limits, Signals};
///
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
/// let mut engine = Engine::new(1 << 20)?;
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let finding = engine.search(&Game::new(position), &limits, &Signals::new(), |_| ());
/// assert_eq!(finding.best().unwrap().to_string(), "d1d8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    workers: Vec<Worker>,
    backend: Backend,
}

impl Engine {
    /// An engine of one thread with a table of this many bytes.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn new(table_bytes: usize) -> Result<Self, TryReserveError> {
        let table = TranspositionTable::new(table_bytes)?;
        let mut engine = Self { table, workers: Vec::new(), backend: Backend::best().scalar() };
        engine.set_threads(1);
        Ok(engine)
    }

    /// Gives the table another size, and empties it.
    ///
    /// # Errors
    /// There is not that much memory; the engine then plays with next to no table.
    pub fn set_table_bytes(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        self.table.resize(bytes)
    }

    /// Searches with this many threads from now on, but at least with one.
    pub fn set_threads(&mut self, threads: usize) {
        self.workers.resize_with(threads.max(1), Worker::default);
    }

    /// Searches on this backend from now on, or on the portable one if the processor lacks it, and not on the best.
    ///
    /// The engine uses no vector registers, and is compiled for the backends without: it searches on
    /// [`backend.scalar()`](Backend::scalar). All of them find the same in the same number of nodes.
    pub fn set_backend(&mut self, backend: Backend) {
        self.backend = backend.scalar();
    }

    /// What it searches on: a backend without vector registers.
    pub const fn backend(&self) -> Backend {
        self.backend
    }

    /// Forgets all it has learnt: what comes is another game.
    pub fn new_game(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.stack.clear();
            *worker.histories = Histories::new();
        }
    }

    /// Looks for the best move of the game's present position until a limit is reached or `signals` say stop.
    ///
    /// `report` is called whenever the search has become one ply deeper. With one thread and limits of depth or nodes, the
    /// same engine finds the same in the same number of nodes.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        mut report: impl FnMut(&Report<'_>),
    ) -> Finding {
        let backend = self.backend;
        self.table.begin_search();
        let shared = Shared::new(&self.table, game, limits, signals, self.workers.len());
        let Some((first, others)) = self.workers.split_first_mut() else { return Finding::default() };
        thread::scope(|scope| {
            for (worker, index) in others.iter_mut().zip(1..) {
                let shared = &shared;
                scope.spawn(move || {
                    backend.run_scalar(Iterate { shared, worker, index, report: &mut |_| () })
                });
            }
            let task = Iterate { shared: &shared, worker: first, index: 0, report: &mut report };
            let finding = backend.run_scalar(task);
            shared.halt();
            finding
        })
    }
}
