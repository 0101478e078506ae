//! Engines for Python: programs that speak UCI, and the own one.

mod asked;
pub(crate) mod games;
pub(crate) mod job;
pub(crate) mod lines;

use std::mem;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chess_arena::chess_uci::{EngineOption, OptionKind};
use chess_arena::engine::{Client, EngineSpec, Log};
use chess_arena::own::Own;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use self::asked::{Limits, PositionLike, options, patience};
use self::job::{GRACE, Shared, State, configure, new_game, search};
use self::lines::{AnalysisReader, analysis_of};
use crate::errors;
use crate::host::numbers::{Lines, MateMoves, MovesToGo, Nodes, SearchDepth};
use crate::host::run::watched;

/// A chess engine: a program that speaks UCI, or without a command the engine of the program ``chess`` in this process.
///
/// `command` is the path of a program, or a list of it and its arguments; `cwd` the folder in which it runs. `options` are the engine's
/// own, by their names: see `options` and `configure`. `timeout` is the time in seconds in which it has to start, to answer, and during a
/// search to report something new: 10 by default. `log` is a file to which the conversation with it is added.
///
/// Use it in a ``with`` block, which ends the engine; `close` does so too, and nobody using the object any more. An engine that crashes,
/// does not answer in time or answers with an illegal move raises an `EngineError` and is ended: open it again. A program that the system
/// does not start raises `OSError`. Ctrl-C ends every wait, and an engine that does not stop within a second. Threads may share an engine,
/// which does one thing at a time. A process that is made by ``fork`` has to open an engine of its own.
///
/// >>> from chess_batch import Engine
/// >>> with Engine(options={"Hash": 8}) as engine:
/// ...     found = engine.analyse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", depth=4)
/// >>> [line] = found.lines
/// >>> str(found.move), line.eval.mate, [str(move) for move in line.pv]
/// ('d1d8', 1, ['d1d8'])
#[pyclass(frozen, weakref, module = "chess_batch")]
pub(crate) struct Engine {
    shared: Arc<Shared>,
    author: String,
    options: Vec<EngineOption>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        if self.shared.is_mine() {
            self.shared.kill();
        } else {
            // The engine belongs to another process.
            mem::forget(Arc::clone(&self.shared));
        }
    }
}

/// Starts a program. It is ended if the start is interrupted.
fn start(py: Python<'_>, spec: &EngineSpec, seconds: f64) -> PyResult<Client> {
    let (stop, patience) = (AtomicBool::new(false), patience(seconds)?);
    let watch = |interrupted: Option<_>| stop.store(interrupted.is_some(), Ordering::Relaxed);
    let started = watched(py, 2 << 20, &watch, || Client::start_until(spec, false, patience, &stop))?;
    started.map_err(|error| errors::start(&error))
}

/// Reads a command: the path of a program, or a sequence of it and its arguments.
fn command(object: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let text = |object: &Bound<'_, PyAny>| {
        let path: PathBuf = object.extract()?;
        path.into_os_string().into_string().map_err(|_| PyValueError::new_err("command: it is not UTF-8"))
    };
    let words = if object.is_instance_of::<PyString>() || object.hasattr("__fspath__")? {
        vec![text(object)?]
    } else {
        let words = object.try_iter().map_err(|_| {
            PyTypeError::new_err("command: expected the path of a program, or a list of it and its arguments")
        })?;
        words.map(|word| text(&word?)).collect::<PyResult<_>>()?
    };
    if words.first().is_none_or(String::is_empty) {
        return Err(PyValueError::new_err("command: it is empty"));
    }
    if words.iter().any(|word| word.contains('\0')) {
        return Err(PyValueError::new_err("command: it has a null character"));
    }
    Ok(words)
}

/// Warns of what the own engine tells.
fn warn(py: Python<'_>, told: Vec<String>) -> PyResult<()> {
    for line in told.into_iter().filter(|line| !line.contains(": found ")) {
        let text = std::ffi::CString::new(line.replace('\0', " "))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 2)?;
    }
    Ok(())
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (command=None, *, options=None, timeout=10.0, cwd=None, log=None))]
    fn new(
        py: Python<'_>,
        command: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyAny>>,
        timeout: f64,
        cwd: Option<PathBuf>,
        log: Option<PathBuf>,
    ) -> PyResult<Self> {
        let set = options.map_or_else(|| Ok(Vec::new()), asked::options)?;
        patience(timeout)?;
        let Some(command) = command else {
            if cwd.is_some() || log.is_some() {
                return Err(PyValueError::new_err(
                    "cwd and log: the built-in engine does not run as a process",
                ));
            }
            let mut own = Own::new().map_err(|error| PyMemoryError::new_err(error.to_string()))?;
            warn(py, own.configure(&set).map_err(errors::option)?)?;
            let options = own.options().to_vec();
            let shared = Shared::new(Own::NAME.to_owned(), State::Own(Box::new(own)));
            return Ok(Self { shared, author: Own::AUTHOR.to_owned(), options });
        };
        let log = match log {
            Some(path) => Some(Log::open(&path).map_err(|error| errors::file(&error, &path))?),
            None => None,
        };
        let spec = EngineSpec {
            command: self::command(command)?,
            folder: cwd,
            options: set,
            log,
            ..EngineSpec::default()
        };
        let client = start(py, &spec, timeout)?;
        let (author, options) = (client.author().to_owned(), client.options().to_vec());
        let shared = Shared::new(client.name().to_owned(), State::Process(Box::new(client)));
        Ok(Self { shared, author, options })
    }

    /// The name that the engine gives itself, or else its command.
    #[getter]
    fn name(&self) -> &str {
        &self.shared.name
    }

    /// The authors of the engine, as it names them.
    #[getter]
    fn author(&self) -> &str {
        &self.author
    }

    /// The number of the engine's process; ``None`` for the own engine.
    #[getter]
    fn process_id(&self) -> Option<u32> {
        self.shared.process_id
    }

    /// The options that the engine has: a mapping of names, in any case, to an `EngineOption` with type, default, range and choices.
    ///
    /// >>> Engine().options["hash"]
    /// EngineOption(name='Hash', type='spin', default=16, min=1, max=1048576, choices=())
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let options =
            self.options.iter().map(|option| option_of(py, option)).collect::<PyResult<Vec<_>>>()?;
        CLASS.import(py, "chess_batch._values", "EngineOptions")?.call1((options,))
    }

    /// Set options, by their names, from a mapping or as arguments: whole numbers, truth values and texts; ``None`` presses a button.
    ///
    /// An option that the engine does not have, or a value that it does not take, raises `EngineOptionError`, and none is set. ``MultiPV``
    /// and ``UCI_Chess960`` are set by searches.
    ///
    /// >>> with Engine() as engine:
    /// ...     engine.configure({"Clear Hash": None}, Hash=1)
    /// ...     engine.configure(Hash="much")
    /// Traceback (most recent call last):
    ///   ...
    /// chess_batch._errors.EngineOptionError: chess 0.1.0: option Hash must be an integer from 1 to 1048576, got "much"
    #[pyo3(signature = (options=None, /, **named))]
    fn configure(
        &self,
        py: Python<'_>,
        options: Option<&Bound<'_, PyAny>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let mut all = options.map_or_else(|| Ok(Vec::new()), self::options)?;
        all.extend(named.map_or_else(|| Ok(Vec::new()), |named| self::options(named.as_any()))?);
        let told = self.shared.ask(py, |state, shared, _| configure(state, shared, &all))?;
        warn(py, told)
    }

    /// Tell the engine that the next position is of another game: it forgets what it has searched.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.ask(py, |state, shared, _| new_game(state, shared))
    }

    /// Search a position within limits, and return an `Analysis`: the move, and the best lines with their evaluations.
    ///
    /// `position` is a `Position`, a `Game`, of which it is the end, a `Node`, or a FEN; the moves that led to it go to the engine as well.
    /// The limits are `time` in seconds, `depth` in plies, `nodes`, `mate` in moves, and the clocks `white_clock`, `black_clock`,
    /// `white_inc`, `black_inc` in seconds with `remaining_moves` to the next control: one of them at least. `multipv` is the number of
    /// lines, and `root_moves` are the only moves to search.
    ///
    /// `timeout` is the time in seconds after which the search has failed, whatever the engine sends: `EngineTimeoutError`. Without it, an
    /// engine is stopped when `time` or its clock is over, and may otherwise search as long as it reports something new within the time-out
    /// of the `Engine`. A position without legal moves is not searched.
    ///
    /// >>> from chess_batch import Engine, Position
    /// >>> with Engine() as engine:
    /// ...     found = engine.analyse(Position(), nodes=2000, multipv=2)
    /// >>> found.move == found.lines[0].pv[0], [line.multipv for line in found.lines], found.lines[0].eval >= found.lines[1].eval
    /// (True, [1, 2], True)
    #[pyo3(signature = (
        position, *, time=None, depth=None, nodes=None, mate=None, white_clock=None, black_clock=None, white_inc=None,
        black_inc=None, remaining_moves=None, multipv=None, root_moves=None, timeout=None
    ))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        position: PositionLike,
        time: Option<f64>,
        depth: Option<SearchDepth>,
        nodes: Option<Nodes>,
        mate: Option<MateMoves>,
        white_clock: Option<f64>,
        black_clock: Option<f64>,
        white_inc: Option<f64>,
        black_inc: Option<f64>,
        remaining_moves: Option<MovesToGo>,
        multipv: Option<Lines>,
        root_moves: Option<&Bound<'py, PyAny>>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits {
            time,
            depth,
            nodes,
            mate,
            white_clock,
            black_clock,
            white_inc,
            black_inc,
            remaining_moves,
            root_moves,
            timeout,
        };
        let PositionLike(game) = position;
        let asked = limits.search(&game, multipv, false)?;
        let found = self
            .shared
            .ask(py, |state, shared, flags| search(state, shared, flags, &game, &asked, |_| ()))?;
        analysis_of(py, &found)
    }

    /// Choose a move within limits, and return an `Analysis` with it, and the reply that the engine expects. Arguments and errors are as
    /// for `analyse`.
    ///
    /// >>> from chess_batch import Engine, Position
    /// >>> position = Position()
    /// >>> with Engine() as engine:
    /// ...     while (move := engine.play(position, white_clock=60, black_clock=60, nodes=50).move) and position.ply() < 4:
    /// ...         position.push(move)
    /// >>> len(position.move_stack)
    /// 4
    #[pyo3(signature = (
        position, *, time=None, depth=None, nodes=None, mate=None, white_clock=None, black_clock=None, white_inc=None,
        black_inc=None, remaining_moves=None, root_moves=None, timeout=None
    ))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        position: PositionLike,
        time: Option<f64>,
        depth: Option<SearchDepth>,
        nodes: Option<Nodes>,
        mate: Option<MateMoves>,
        white_clock: Option<f64>,
        black_clock: Option<f64>,
        white_inc: Option<f64>,
        black_inc: Option<f64>,
        remaining_moves: Option<MovesToGo>,
        root_moves: Option<&Bound<'py, PyAny>>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.analyse(
            py,
            position,
            time,
            depth,
            nodes,
            mate,
            white_clock,
            black_clock,
            white_inc,
            black_inc,
            remaining_moves,
            None,
            root_moves,
            timeout,
        )
    }

    /// Search a position, and return an iterator over the lines as the engine reports them. Arguments and errors are as for `analyse`;
    /// without limits, the engine searches until the iterator is stopped or closed.
    ///
    /// >>> from chess_batch import Engine, Position
    /// >>> with Engine() as engine:
    /// ...     lines = engine.iter_analyse(Position(), depth=3)
    /// ...     depths = [line.depth for line in lines]
    /// >>> depths, lines.analysis is not None
    /// ([1, 2, 3], True)
    #[pyo3(signature = (
        position, *, time=None, depth=None, nodes=None, mate=None, white_clock=None, black_clock=None, white_inc=None,
        black_inc=None, remaining_moves=None, multipv=None, root_moves=None, timeout=None
    ))]
    fn iter_analyse(
        slf: &Bound<'_, Self>,
        position: PositionLike,
        time: Option<f64>,
        depth: Option<SearchDepth>,
        nodes: Option<Nodes>,
        mate: Option<MateMoves>,
        white_clock: Option<f64>,
        black_clock: Option<f64>,
        white_inc: Option<f64>,
        black_inc: Option<f64>,
        remaining_moves: Option<MovesToGo>,
        multipv: Option<Lines>,
        root_moves: Option<&Bound<'_, PyAny>>,
        timeout: Option<f64>,
    ) -> PyResult<AnalysisReader> {
        let limits = Limits {
            time,
            depth,
            nodes,
            mate,
            white_clock,
            black_clock,
            white_inc,
            black_inc,
            remaining_moves,
            root_moves,
            timeout,
        };
        let PositionLike(game) = position;
        let asked = limits.search(&game, multipv, true)?;
        let engine = slf.clone().into_any().unbind();
        AnalysisReader::new(engine, Arc::clone(&slf.get().shared), game, asked)
    }

    /// End the engine: send it ``quit``, and kill it after a second if it still runs. Further calls raise `EngineTerminatedError`, but
    /// this one does nothing more.
    fn close(&self, py: Python<'_>) {
        if self.shared.is_mine() {
            py.detach(|| self.shared.close(GRACE));
        }
    }

    /// End the engine: `close`.
    fn quit(&self, py: Python<'_>) {
        self.close(py);
    }

    /// End the search under way, whose call returns what was found.
    fn stop(&self) {
        if self.shared.is_mine() {
            self.shared.halt();
        }
    }

    const fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.close(py);
    }

    fn __repr__(&self) -> String {
        format!("<Engine {:?}>", self.shared.name)
    }
}

/// An option as an `EngineOption`.
fn option_of<'py>(py: Python<'py>, option: &EngineOption) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "chess_batch._values", "EngineOption")?;
    let (name, none) = (&option.name, None::<i64>);
    let no_choices = PyTuple::empty(py);
    match &option.kind {
        OptionKind::Check { default } => class.call1((name, "check", default, none, none, no_choices)),
        OptionKind::Spin { default, min, max } => class.call1((name, "spin", default, min, max, no_choices)),
        OptionKind::Combo { default, vars } => {
            class.call1((name, "combo", default, none, none, PyTuple::new(py, vars)?))
        }
        OptionKind::String { default } => class.call1((name, "string", default, none, none, no_choices)),
        _ => class.call1((name, "button", none, none, none, no_choices)),
    }
}
