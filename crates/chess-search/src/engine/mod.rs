//! A small engine made of the parts of this crate: iterative deepening, a principal variation search with a quiescence
//! search below it, on any number of threads that share nothing but the table.
//!
//! It is a proof that the parts fit and a place to begin, each file being one to read: [`Limits`] and the clock say for how
//! long, `iterate` how often, `alpha_beta` and `quiescence` what is searched, and `reductions` how deep.

mod alpha_beta;
mod clock;
mod iterate;
mod limits;
mod memory;
mod node;
mod quiescence;
mod reductions;
mod report;
mod search;
mod singular;
mod strength;
mod worker;

use std::collections::TryReserveError;
use std::thread;
use std::vec::Vec;

use chess_movegen::GameState;
use chess_movegen::machine::Backend;
use chess_types::SplitMix64;

pub use self::limits::{ClockLimit, Limits, Signals};
pub use self::report::{Finding, Report, ScoredLine};
pub use self::strength::Strength;

use self::iterate::Iterate;
use self::search::Shared;
use self::worker::Worker;
use crate::table::TranspositionTable;

/// The engine: its table, and what each of its threads keeps from one move to the next.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_search::engine::{Engine, Limits, Signals};
/// use chess_movegen::GameState;
///
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
/// let mut engine = Engine::new(1 << 20)?;
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let finding = engine.search(&GameState::new(position), &limits, &Signals::new(), |_| ());
/// assert_eq!(finding.best().unwrap().to_string(), "d1d8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    workers: Vec<Worker>,
    backend: Backend,
    lines: usize,
    strength: Option<Strength>,
    /// The source of the choices among lines.
    random: SplitMix64,
}

impl Engine {
    /// An engine of one thread with a table of this many bytes.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn new(table_bytes: usize) -> Result<Self, TryReserveError> {
        let table = TranspositionTable::new(table_bytes)?;
        let mut engine = Self {
            table,
            workers: Vec::new(),
            backend: Backend::best().scalar(),
            lines: 1,
            strength: None,
            random: SplitMix64::new(0),
        };
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

    /// Sets the number of lines that searches find and report from now on, best first; at least one.
    ///
    /// Each line takes about as much time as the first one. A second line begins with the best move that begins no
    /// better line.
    pub fn set_lines(&mut self, lines: usize) {
        self.lines = lines.max(1);
    }

    /// Returns the number of lines that searches find.
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// Limits the strength of play from now on, or with `None` no longer.
    ///
    /// A search of limited strength runs on one thread, and keeps the limits of [`Limits`] as well.
    pub const fn set_strength(&mut self, strength: Option<Strength>) {
        self.strength = strength;
        if let Some(strength) = strength {
            self.random = strength.random();
        }
    }

    /// Returns the limit of the strength, if there is one.
    pub const fn strength(&self) -> Option<Strength> {
        self.strength
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
            worker.memory.clear();
        }
    }

    /// Searches for the best move of the present position of `game` until a limit is reached or `signals` tell it to stop.
    ///
    /// The search calls `report` for each line, the best one first, whenever it has finished a depth. With one thread and
    /// limits of depth or nodes, the same engine finds the same lines in the same number of nodes.
    pub fn search(
        &mut self,
        game: &GameState,
        limits: &Limits,
        signals: &Signals,
        mut report: impl FnMut(&Report<'_>),
    ) -> Finding {
        let (backend, lines, strength) = (self.backend, self.lines, self.strength);
        self.table.begin_search();
        let threads = if strength.is_some() { 1 } else { self.workers.len() };
        let searched = if strength.is_some() { lines.max(Strength::LINES) } else { lines };
        let mut shared = Shared::new(&self.table, game, limits, signals, threads, searched);
        if let Some(strength) = strength {
            let most = shared.most_nodes.unwrap_or(u64::MAX);
            shared.most_nodes = Some(most.min(strength.nodes()));
        }
        let Some((first, others)) = self.workers[..threads].split_first_mut() else {
            return Finding::default();
        };
        // The lines beyond those that were asked for are for the choice alone.
        let mut report = |line: &Report<'_>| {
            if line.multi_pv <= lines {
                report(line);
            }
        };
        let mut finding = thread::scope(|scope| {
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
        });
        if let Some(strength) = strength {
            let chosen = strength.choose(&finding.lines, &mut self.random);
            if let Some(ScoredLine { line, score }) = finding.lines.get(chosen).cloned() {
                (finding.line, finding.score) = (line, score);
            }
            finding.lines.truncate(lines);
        }
        finding
    }
}
