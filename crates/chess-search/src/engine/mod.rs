//! A small engine made of the parts of this crate: iterative deepening and a principal variation search with a quiescence
//! search below it, on any number of threads that share the table and the lines of each depth.
//!
//! It shows how the parts fit together, and is a place to begin. `clock` has the limits of time, `iterate` the iterative
//! deepening, `alpha_beta` and `quiescence` the search, `singular` and `reductions` its extensions and reductions, `memory`
//! the tables that a thread learns, [`EndgameTables`] the tables of endings that an engine may be given, and [`Strength`] a
//! limit of the playing strength.

mod alpha_beta;
mod clock;
mod endgames;
mod iterate;
mod pawn_ending;
mod quiescence;
mod ranking;
mod report;
mod search;
mod selectivity;
mod strength;
mod worker;

use std::collections::TryReserveError;
use std::sync::{Arc, RwLock};
use std::thread::{self, Builder};
use std::time::Duration;
use std::vec::Vec;

use chess_movegen::GameState;
use chess_movegen::machine::Backend;
use chess_types::SplitMix64;

pub use self::clock::{ClockLimit, Limits, Signals};
pub use self::endgames::{EndgameTables, RootMove};
pub use self::report::{Finding, Progress, Report, RootProgress, ScoredLine, chances};
pub use self::strength::Strength;
pub use chess_movegen::Wdl;

use self::clock::{Clock, OVERHEAD, TimeSource, system_time};
use self::endgames::Endgames;
use self::iterate::Iterate;
use self::search::Shared;
use self::worker::Worker;
use crate::spare::{ROOM, room_for};
use crate::table::TranspositionTable;

/// The memory of a [`Worker`] in bytes, and some more.
const WORKER: usize = 2 << 20;

/// The engine: its transposition table, and the stack and histories of each thread.
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
    endgames: Endgames,
    now: TimeSource,
    overhead: Duration,
}

impl Engine {
    /// The stack in bytes that the thread which calls [`search`](Self::search) should have, and that the other threads of a search
    /// have. A ply takes less than 8 KiB without optimisation, and a search has at most 130 plies.
    pub const STACK: usize = 4 << 20;

    /// Creates an engine of one thread with a table of this many bytes.
    ///
    /// # Errors
    /// The memory of the table cannot be allocated.
    pub fn new(table_bytes: usize) -> Result<Self, TryReserveError> {
        Ok(Self {
            table: TranspositionTable::new(table_bytes)?,
            workers: Vec::from([Worker::default()]),
            backend: Backend::best(),
            lines: 1,
            strength: None,
            random: SplitMix64::new(0),
            endgames: Endgames::default(),
            now: system_time,
            overhead: OVERHEAD,
        })
    }

    /// Resizes and clears the table.
    ///
    /// # Errors
    /// The memory cannot be allocated, or none would be left for anything else. The table then has its old size and is empty; see
    /// [`TranspositionTable::resize`].
    pub fn set_table_bytes(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        let old = self.table.bytes();
        self.table.resize(bytes)?;
        if self.table.bytes() > old {
            room_for(ROOM).inspect_err(|_| drop(self.table.resize(old)))?;
        }
        Ok(())
    }

    /// Returns the size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Sets the number of threads of the searches from now on; at least one.
    ///
    /// Returns the number that is set, which is less if there is no memory for more: a thread needs six MiB, and about 200 MiB must
    /// be left. A search uses fewer threads, too, if the system does not start as many: see [`Finding::threads`].
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.workers.truncate(threads.max(1));
        while self.workers.len() < threads {
            let stacks = (self.workers.len() + 1) * Self::STACK;
            if room_for(WORKER + stacks + 3 * ROOM).is_err() {
                break;
            }
            self.workers.push(Worker::default());
        }
        self.workers.len()
    }

    /// Returns the number of threads that searches use if the system starts as many.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Sets the number of lines (the option `MultiPV` of UCI) that searches find and report from now on, best first; at least one.
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

    /// Gives searches from now on these tables of endings, or with `None` no tables.
    ///
    /// Where tables rank the moves of the root, the engine searches only those with the best rank, and its score is that
    /// of the tables unless it sees a mate that they allow. In a won position it takes the shortest way once 20 plies have
    /// passed without a capture or a pawn move, if the tables know distances. Elsewhere it asks them inside the search after captures and
    /// pawn moves. A search of limited strength asks no tables.
    pub fn set_endgame_tables(&mut self, tables: Option<Arc<dyn EndgameTables>>) {
        self.endgames.tables = tables;
    }

    /// Sets the least depth in plies at which searches ask for a position with as many pieces as the largest ending of the
    /// tables (the option `SyzygyProbeDepth` of UCI); 1 at first. Positions with fewer pieces are always asked for.
    pub fn set_probe_depth(&mut self, depth: u8) {
        self.endgames.depth = depth;
    }

    /// Says if wins and losses that the fifty-move rule prevents are draws in endgame tablebases (the option `Syzygy50MoveRule` of
    /// UCI), as they are at first. A change clears the transposition table.
    pub fn set_fifty_move_rule(&mut self, fifty_move_rule: bool) {
        if self.endgames.fifty_move_rule != fifty_move_rule {
            self.endgames.fifty_move_rule = fifty_move_rule;
            self.table.clear();
        }
    }

    /// Sets the backend of the searches from now on, instead of the best one. If the processor lacks it, the searches run
    /// on the portable one.
    ///
    /// The engine searches by [`run_scalar`](Backend::run_scalar): AVX-512 gains it nothing over AVX2. All backends find the same lines
    /// in the same number of nodes.
    pub fn set_backend(&mut self, backend: Backend) {
        self.backend = backend;
    }

    /// Returns the backend that was set, or the best one.
    pub const fn backend(&self) -> Backend {
        self.backend
    }

    /// Gives searches from now on another source of time, for limits and reports: a function that returns the time since some
    /// fixed moment. While a source is before the time at which a search began, no time has passed for that search.
    ///
    /// On `wasm32-unknown-unknown`, where the standard library has no clock, no time passes for an engine without one, and limits of
    /// time end no search.
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    ///
    /// use chess_board::Position;
    /// use chess_movegen::GameState;
    /// use chess_search::engine::{Engine, Limits, Signals};
    ///
    /// let mut engine = Engine::new(1 << 20)?;
    /// engine.set_time_source(|| Duration::ZERO);
    /// let game = GameState::new(Position::default());
    /// let limits = Limits { depth: Some(2), ..Limits::default() };
    /// engine.search(&game, &limits, &Signals::new(), |report| assert_eq!(report.time, Duration::ZERO));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_time_source(&mut self, now: fn() -> Duration) {
        self.now = now;
    }

    /// Sets the time that searches from now on keep back for the way between two programs (the option `Move Overhead` of UCI);
    /// 20 milliseconds at first. Of the time for one move, a tenth is kept back at most.
    pub const fn set_move_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Clears the table and all histories before another game.
    pub fn new_game(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.memory.clear();
        }
    }

    /// Searches for the best move of the present position of `game` until a limit is reached or `signals` tell it to stop.
    ///
    /// The search calls `report` for each line, the best one first, whenever it has finished a depth. With one thread and
    /// limits of depth or nodes, the same engine finds the same lines in the same number of nodes.
    ///
    /// The search runs on the caller's thread and on others, which end with it. If the system does not start all of them, the
    /// search does without the rest: [`Report::threads`] and [`Finding::threads`] tell.
    pub fn search(
        &mut self,
        game: &GameState,
        limits: &Limits,
        signals: &Signals,
        mut report: impl FnMut(&Report<'_>),
    ) -> Finding {
        self.search_with(game, limits, signals, &mut |progress| {
            if let Progress::Line(line) = progress {
                report(line);
            }
        })
    }

    /// Searches as [`search`](Self::search) does, and reports every kind of [`Progress`].
    pub fn watch(
        &mut self,
        game: &GameState,
        limits: &Limits,
        signals: &Signals,
        mut watch: impl FnMut(&Progress<'_>),
    ) -> Finding {
        self.search_with(game, limits, signals, &mut watch)
    }

    /// Not generic, so that the search is compiled in this crate and not again for every caller.
    fn search_with(
        &mut self,
        game: &GameState,
        limits: &Limits,
        signals: &Signals,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Finding {
        let (backend, lines, strength) = (self.backend, self.lines, self.strength);
        self.table.begin_search();
        let mut threads = if strength.is_some() { 1 } else { self.workers.len() };
        let searched = if strength.is_some() { lines.max(Strength::LINES) } else { lines };
        let none = Endgames::default();
        let endgames = if strength.is_some() { &none } else { &self.endgames };
        let clock = Clock::start(limits, self.now, self.overhead);
        let mut shared = Shared::new(&self.table, game, limits, clock, signals, threads, searched, endgames);
        if let Some(strength) = strength {
            let most = shared.most_nodes.unwrap_or(u64::MAX);
            shared.most_nodes = Some(most.min(strength.nodes()));
        }
        let Some((first, others)) = self.workers[..threads].split_first_mut() else {
            return Finding::default();
        };
        // The lines beyond those that were asked for are for the choice alone.
        let mut watch = |progress: &Progress<'_>| match progress {
            Progress::Line(line) | Progress::Bound(line, _) | Progress::Last(line)
                if line.multi_pv > lines => {}
            _ => watch(progress),
        };
        // Helpers begin when all are started, since those that search would slow the start of the others.
        let gate = RwLock::new(());
        let mut finding = thread::scope(|scope| {
            let (shared, gate) = (&shared, &gate);
            // A thread that finds no memory for its signal stack ends the program.
            let has_room = || room_for(Self::STACK + ROOM).is_ok();
            let clock = (!others.is_empty() && has_room())
                .then(|| Builder::new().spawn_scoped(scope, || shared.watch_clock()));
            let held = gate.write();
            for (index, worker) in others.iter_mut().enumerate() {
                let help = move || {
                    drop(gate.read());
                    let watch = &mut |_: &Progress<'_>| ();
                    backend.run_scalar(Iterate { shared, worker, index: index + 1, watch });
                };
                // Those that have nothing left to do are not started, and not missing.
                if shared.is_over() {
                    break;
                }
                if !has_room() || Builder::new().stack_size(Self::STACK).spawn_scoped(scope, help).is_err() {
                    threads = 1 + index;
                    break;
                }
            }
            drop(held);
            shared.set_threads(threads);
            let task = Iterate { shared, worker: first, index: 0, watch: &mut watch };
            let finding = backend.run_scalar(task);
            shared.halt();
            if let Some(Ok(clock)) = clock {
                clock.thread().unpark();
            }
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
