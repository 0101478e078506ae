//! Lines and their reader for Python.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder};
use std::time::Duration;

use chess_arena::chess_uci::{Bound as ScoreBound, Wdl};
use chess_arena::engine::{Found, Line, Search};
use chess_movegen::GameState;
use chess_notation::pgn::Score;
use chess_search::engine::Engine as Searcher;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use super::job::{Failure, Flags, Shared, lock, search};
use crate::game::mv::Made;
use crate::host::run::PATIENCE;

/// The lines that may wait for the caller.
const AHEAD: usize = 1 << 10;

/// A line, or the end of a search.
enum Message {
    Line(Line),
    End(Result<Found, Failure>),
}

/// The lines of a search, as the engine reports them: an iterator.
///
/// Leaving the loop does not end the search: the next call of the engine does, as do `close`, the end of a ``with`` block, and nobody using
/// the iterator any more. `analysis` is the result once the search has ended. A process that is made by ``fork`` cannot read on: it gets
/// `RuntimeError`.
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct AnalysisReader {
    shared: Arc<Shared>,
    /// The engine is there as long as its reader.
    _engine: Py<PyAny>,
    flags: Arc<Flags>,
    messages: Mutex<Option<Receiver<Message>>>,
    found: Mutex<Option<Found>>,
}

impl AnalysisReader {
    /// Begins a search on a thread of its own.
    ///
    /// # Errors
    /// `OSError`: the system starts no thread.
    pub(super) fn new(
        engine: Py<PyAny>,
        shared: Arc<Shared>,
        game: GameState,
        asked: Search,
    ) -> PyResult<Self> {
        shared.usable()?;
        let flags = Arc::<Flags>::default();
        shared.follow(Some(Arc::clone(&flags)));
        let (sender, messages) = sync_channel(AHEAD);
        let (own, engine_of) = (Arc::clone(&flags), Arc::clone(&shared));
        let work = move || {
            let found = engine_of.work(&own, |state, shared| {
                search(state, shared, &own, &game, &asked, |line| give(&sender, &own, line))
            });
            // What comes before the end has been taken, or nobody is there.
            let _ = sender.send(Message::End(found));
        };
        Builder::new().name("chess_batch engine".into()).stack_size(Searcher::STACK).spawn(work)?;
        let (messages, found) = (Mutex::new(Some(messages)), Mutex::default());
        Ok(Self { shared, _engine: engine, flags, messages, found })
    }
}

/// Gives a line to the caller, for whom the search waits. One that is halted gives no more lines.
fn give(sender: &SyncSender<Message>, flags: &Flags, line: &Line) {
    let mut message = Message::Line(line.clone());
    while !flags.is_halted() {
        match sender.try_send(message) {
            Ok(()) => return,
            Err(TrySendError::Full(full)) => message = full,
            Err(TrySendError::Disconnected(_)) => return flags.halt(),
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[pymethods]
impl AnalysisReader {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.shared.usable()?;
        loop {
            let received = py.detach(|| {
                let messages = lock(&self.messages);
                messages.as_ref().map(|messages| messages.recv_timeout(PATIENCE))
            });
            match received {
                Some(Ok(Message::Line(line))) => return line_of(py, &line).map(Some),
                Some(Ok(Message::End(end))) => {
                    *lock(&self.messages) = None;
                    return match end {
                        Ok(found) => {
                            *lock(&self.found) = Some(found);
                            Ok(None)
                        }
                        Err(Failure::Halted) => Ok(None),
                        Err(failure) => Err(self.shared.error(failure)),
                    };
                }
                Some(Err(RecvTimeoutError::Timeout)) => {
                    self.flags.look();
                    py.check_signals()?;
                }
                Some(Err(RecvTimeoutError::Disconnected)) | None => return Ok(None),
            }
        }
    }

    /// The `Analysis` of the search once it has ended, and before ``None``.
    #[getter]
    fn analysis<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = lock(&self.found).clone();
        found.map(|found| analysis_of(py, &found)).transpose()
    }

    /// Make the engine end the search. Lines that it has reported before can still be read, and then `analysis` is there.
    fn stop(&self) {
        self.flags.halt();
    }

    /// End the search. Lines that were not read are lost.
    fn close(&self) {
        self.flags.halt();
        *lock(&self.messages) = None;
    }

    const fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) {
        self.close();
    }
}

impl Drop for AnalysisReader {
    fn drop(&mut self) {
        self.flags.halt();
    }
}

/// The class of this name, which is written in Python.
fn class<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "chess_batch._values", name)
}

/// A line as a `Line`.
fn line_of<'py>(py: Python<'py>, line: &Line) -> PyResult<Bound<'py, PyAny>> {
    static LINE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static EVAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (cp, mate) = match line.score {
        Score::Centipawns(cp) => (Some(cp), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    let eval = class(py, &EVAL, "Eval")?.call1((cp, mate, line.depth))?;
    let pv = PyTuple::new(py, line.moves.iter().map(|&mv| Made(mv)))?;
    let bound = match line.bound {
        ScoreBound::Exact => None,
        ScoreBound::Lower => Some("lower"),
        ScoreBound::Upper => Some("upper"),
    };
    let time = line.time.map(|time| time.as_secs_f64());
    let wdl = line.wdl.map(|Wdl { win, draw, loss }| (win, draw, loss));
    let numbers = (line.nps, line.hashfull, line.tbhits);
    let fields = (
        line.rank,
        eval,
        pv,
        line.depth,
        line.seldepth,
        line.nodes,
        time,
        bound,
        numbers.0,
        numbers.1,
        numbers.2,
        wdl,
    );
    class(py, &LINE, "Line")?.call1(fields)
}

/// What was found as an `Analysis`.
pub(super) fn analysis_of<'py>(py: Python<'py>, found: &Found) -> PyResult<Bound<'py, PyAny>> {
    static ANALYSIS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let lines = found.lines.iter().map(|line| line_of(py, line)).collect::<PyResult<Vec<_>>>()?;
    let lines = PyTuple::new(py, lines)?;
    class(py, &ANALYSIS, "Analysis")?.call1((found.mv.map(Made), found.ponder.map(Made), lines))
}
