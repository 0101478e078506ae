//! An engine, and the work that it does, one piece at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError, Weak};
use std::thread;
use std::time::{Duration, Instant};
use std::{mem, process};

use chess_arena::engine::{Client, Fault, Found, Line, Search, SearchError, StartError, kill};
use chess_arena::own::Own;
use chess_movegen::GameState;
use chess_search::engine::{Engine, Signals};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors;
use crate::host::run::watched;

/// The time that an engine has to end its search after an interrupt, and itself after `quit`, before it is killed.
pub(super) const GRACE: Duration = Duration::from_secs(1);

/// The engine that calls and readers share.
pub(super) struct Shared {
    /// The name of the engine.
    pub(super) name: String,
    /// The number of its process; `None` for the own engine.
    pub(super) process_id: Option<u32>,
    state: Mutex<State>,
    /// The flags of the work that has the engine.
    running: Mutex<Option<Arc<Flags>>>,
    /// The flags of the latest reader, which the next call halts.
    reader: Mutex<Option<Arc<Flags>>>,
    /// The engine is to end, and whatever waits for it.
    stop: AtomicBool,
    /// The process of Python that has started it.
    process: u32,
}

/// The engines that this process has opened.
static OPEN: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

/// End all engines of this process, whatever threads still wait for.
#[pyfunction]
pub(crate) fn end_engines(py: Python<'_>) {
    py.detach(|| {
        let open = mem::take(&mut *lock(&OPEN));
        open.iter()
            .filter_map(Weak::upgrade)
            .filter(|engine| engine.is_mine())
            .for_each(|engine| engine.kill());
    });
}

/// An engine.
pub(super) enum State {
    Process(Box<Client>),
    Own(Box<Own>),
    /// It has ended: the reason.
    Over(String),
}

/// Signals to a piece of work.
#[derive(Default)]
pub(super) struct Flags {
    halt: AtomicBool,
    signals: Signals,
    /// The time-out of the own engine.
    deadline: OnceLock<Instant>,
    is_late: AtomicBool,
}

/// The reason why a piece of work failed.
pub(super) enum Failure {
    Option(StartError),
    Fault(Fault),
    Over(String),
    /// It was halted before it had the engine.
    Halted,
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Option(error) => Self::Option(error),
            SearchError::Fault(fault) => Self::Fault(fault),
        }
    }
}

impl Flags {
    /// Makes the engine answer at once.
    pub(super) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
        self.signals.stop();
    }

    pub(super) fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Ends a search of the own engine that has passed its time-out.
    pub(super) fn look(&self) {
        if self.deadline.get().is_some_and(|deadline| Instant::now() >= *deadline) {
            self.is_late.store(true, Ordering::Relaxed);
            self.signals.stop();
        }
    }
}

impl Shared {
    pub(super) fn new(name: String, state: State) -> Arc<Self> {
        let process_id = if let State::Process(client) = &state { Some(client.process_id()) } else { None };
        let (state, process) = (Mutex::new(state), process::id());
        let (running, reader, stop) = Default::default();
        let shared = Arc::new(Self { name, process_id, state, running, reader, stop, process });
        let mut open = lock(&OPEN);
        open.retain(|engine| engine.strong_count() > 0);
        open.push(Arc::downgrade(&shared));
        shared
    }

    /// Tests whether this process has started the engine.
    pub(super) fn is_mine(&self) -> bool {
        self.process == process::id()
    }

    /// # Errors
    /// `RuntimeError`: another process has started the engine.
    pub(super) fn usable(&self) -> PyResult<()> {
        if self.is_mine() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "the engine belongs to the process that opened it: open one in this process",
        ))
    }

    /// Halts the latest reader, and keeps the flags of another in its place.
    pub(super) fn follow(&self, reader: Option<Arc<Flags>>) {
        if let Some(reader) = mem::replace(&mut *lock(&self.reader), reader) {
            reader.halt();
        }
    }

    /// Halts the work under way.
    pub(super) fn halt(&self) {
        if let Some(running) = &*lock(&self.running) {
            running.halt();
        }
    }

    /// Does a piece of work as soon as no other has the engine, which is over after a fault.
    pub(super) fn work<T>(
        &self,
        flags: &Arc<Flags>,
        work: impl FnOnce(&mut State, &Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut state = loop {
            if flags.is_halted() {
                return Err(Failure::Halted);
            }
            match self.state.try_lock() {
                Ok(state) => break state,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        };
        if let State::Over(reason) = &*state {
            return Err(Failure::Over(reason.clone()));
        }
        *lock(&self.running) = Some(Arc::clone(flags));
        let done = work(&mut state, self);
        *lock(&self.running) = None;
        if let (Err(Failure::Fault(fault)), State::Process(_)) = (&done, &*state) {
            *state = State::Over(format!("the engine was ended after this: {fault}"));
        }
        done
    }

    /// Does a piece of work on another thread, and waits for it without the interpreter's lock.
    ///
    /// # Errors
    /// What the work fails with. The exception of a signal handler, such as `KeyboardInterrupt`: the engine has then ended its work, or
    /// was ended.
    pub(super) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut State, &Self, &Flags) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        self.usable()?;
        self.follow(None);
        let flags = Arc::new(Flags::default());
        let watch = |interrupted: Option<Duration>| {
            flags.look();
            if let Some(time) = interrupted {
                flags.halt();
                self.stop.fetch_or(time >= GRACE, Ordering::Relaxed);
                self.kill_after(time.saturating_sub(GRACE));
            }
        };
        let done = watched(py, Engine::STACK, &watch, || {
            self.work(&flags, |state, shared| work(state, shared, &flags))
        })?;
        done.map_err(|failure| self.error(failure))
    }

    /// The exception for a failure.
    pub(super) fn error(&self, failure: Failure) -> PyErr {
        match failure {
            Failure::Option(error) => errors::option(error),
            Failure::Fault(fault) => errors::engine(&self.name, &fault),
            Failure::Over(reason) => errors::terminated(format!("{}: {reason}", self.name)),
            Failure::Halted => errors::terminated(format!("{}: the call was ended by another", self.name)),
        }
    }

    /// Ends the engine: in order if it is at rest within the grace, and otherwise at once.
    pub(super) fn close(&self, grace: Duration) {
        self.follow(None);
        let begun = Instant::now();
        let mut state = loop {
            match self.state.try_lock() {
                Ok(state) => break state,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
            if begun.elapsed() >= grace {
                self.stop.store(true, Ordering::Relaxed);
                self.halt();
                self.kill_after(begun.elapsed().saturating_sub(grace));
            }
        };
        if matches!(*state, State::Over(_)) {
            return;
        }
        let over = State::Over("the engine is closed".to_owned());
        if let State::Process(client) = mem::replace(&mut *state, over) {
            client.quit(grace);
        }
    }
}

impl Shared {
    /// Kills the process if this much time has passed since the end of the grace: a thread that writes to an engine which does not read
    /// looks at no flag.
    fn kill_after(&self, time: Duration) {
        if let Some(id) = self.process_id.filter(|_| time >= GRACE / 2) {
            kill(id);
        }
    }

    /// Ends the engine at once.
    pub(super) fn kill(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.close(Duration::ZERO);
    }
}

/// Searches a position: see `Client::search`.
pub(super) fn search(
    state: &mut State,
    shared: &Shared,
    flags: &Flags,
    game: &GameState,
    search: &Search,
    on_line: impl FnMut(&Line),
) -> Result<Found, Failure> {
    match state {
        State::Process(client) => Ok(client.search(game, search, &flags.halt, &shared.stop, on_line)?),
        State::Own(own) => {
            let begun = Instant::now();
            if let Some(deadline) = search.timeout.and_then(|timeout| begun.checked_add(timeout)) {
                let _ = flags.deadline.set(deadline);
            }
            let found = own.search(game, search, &flags.signals, on_line);
            if flags.is_late.load(Ordering::Relaxed) {
                let seconds = begun.elapsed().as_secs_f64();
                return Err(Failure::Fault(Fault::Time(format!("no move after {seconds:.3} s"))));
            }
            Ok(found)
        }
        State::Over(reason) => Err(Failure::Over(reason.clone())),
    }
}

/// Sets options, and returns lines to tell the user.
pub(super) fn configure(
    state: &mut State,
    shared: &Shared,
    options: &[(String, String)],
) -> Result<Vec<String>, Failure> {
    match state {
        State::Process(client) => {
            client.configure(options, &shared.stop)?;
            Ok(Vec::new())
        }
        State::Own(own) => own.configure(options).map_err(Failure::Option),
        State::Over(reason) => Err(Failure::Over(reason.clone())),
    }
}

/// Begins another game.
pub(super) fn new_game(state: &mut State, shared: &Shared) -> Result<(), Failure> {
    match state {
        State::Process(client) => client.new_game(&shared.stop).map_err(Failure::Fault),
        State::Own(own) => {
            own.new_game();
            Ok(())
        }
        State::Over(reason) => Err(Failure::Over(reason.clone())),
    }
}

/// Locks what only lasts a moment, and is whole after a panic.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
