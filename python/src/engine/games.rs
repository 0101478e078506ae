//! Games that engines annotate.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arena::analysis::{Analysed, AnalysisError, Analyst, analyse_games, settings};
use chess_arena::chess_uci::Go;
use chess_arena::engine::{EngineSpec, Fault, StartError};
use chess_arena::games_file::GamesFile;
use chess_arena::own::Own;
use chess_notation::pgn;
use chess_search::engine::Signals;
use pyo3::exceptions::{PyFileExistsError, PyMemoryError, PyOSError};
use pyo3::prelude::*;

use super::asked::{options, patience};
use super::command;
use crate::errors;
use crate::game::tree::Game;
use crate::host::numbers::{Items, Nodes, SearchDepth, Threads, time};
use crate::host::run::{thread_count, watched};
use crate::rows::probe::Book;

/// The nodes for each position of a game, without another limit: as the program has it.
const NODES: u64 = 100_000;

/// The reason why games were not annotated.
enum Failure {
    Memory(String),
    Start(StartError),
    /// The name of the engine or the number of a game, and the fault in it.
    Engine(String, Fault),
    Thread(AnalysisError),
    File(io::Error),
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        Self::Thread(error)
    }
}

impl Failure {
    fn error(&self, out: Option<&Path>) -> PyErr {
        match self {
            Self::Memory(reason) => PyMemoryError::new_err(reason.clone()),
            Self::Start(error) => errors::start(error),
            Self::Engine(place, fault) => errors::engine(place, fault),
            Self::Thread(error) => PyOSError::new_err(error.to_string()),
            Self::File(error) => errors::file(error, out.unwrap_or_else(|| Path::new(""))),
        }
    }
}

/// The engines, and what ends their work.
struct Engines<'a> {
    command: Option<Vec<String>>,
    options: Vec<(String, String)>,
    go: Go,
    patience: Duration,
    stop: &'a Arc<AtomicBool>,
    signals: &'a Arc<Signals>,
}

impl Engines<'_> {
    /// Starts another engine.
    fn start(&self) -> Result<Analyst, Failure> {
        let Some(command) = self.command.clone() else {
            let mut own = Own::new().map_err(|error| Failure::Memory(error.to_string()))?;
            own.configure(&self.options).map_err(Failure::Start)?;
            return Ok(Analyst::own(own, self.go.clone(), Arc::clone(self.signals)));
        };
        let spec = EngineSpec { command, options: self.options.clone(), ..EngineSpec::default() };
        Analyst::start(&spec, self.go.clone(), self.patience, Arc::clone(self.stop)).map_err(Failure::Start)
    }

    /// Annotates games by so many engines at once: writes them to a file, each when it is done, or returns them in their order. Returns the
    /// number of games as well, and a line for each engine that was started again.
    fn annotate(
        &self,
        games: Vec<pgn::Game>,
        book: Option<&Book>,
        mut out: Option<GamesFile>,
        threads: usize,
    ) -> Result<(Vec<pgn::Game>, usize, Vec<String>), Failure> {
        let mut analysts = Vec::new();
        while analysts.len() < threads && !self.stop.load(Ordering::Relaxed) {
            analysts.push(self.start()?);
        }
        let Some(name) = analysts.first().map(|analyst| analyst.name().to_owned()) else {
            return Ok(Default::default());
        };
        let settings = settings(&name, &self.go, &self.options);
        let (mut done, mut count, mut told) = (Vec::new(), 0, Vec::new());
        let take = |number, analysed: Result<Analysed, AnalysisError>| {
            let mut analysed = match analysed {
                Ok(analysed) => analysed,
                Err(AnalysisError::Engine(Fault::Stopped)) => return Ok(()),
                Err(AnalysisError::Engine(fault)) => {
                    return Err(Failure::Engine(format!("{name}: game {number}"), fault));
                }
                // Games of this package have legal moves only.
                Err(error) => return Err(Failure::Thread(error)),
            };
            if let Some(fault) = &analysed.restart {
                told.push(format!("game {number}: the engine was started again: {fault}"));
            }
            analysed.annotate(&name, &settings);
            count += 1;
            match &mut out {
                Some(file) => file.write(&analysed.game.to_string()).map_err(Failure::File)?,
                None => done.push((number, analysed.game)),
            }
            Ok(())
        };
        let games = (1..).zip(games);
        analyse_games(games, analysts, book.map(|book| &book.0), || (), take)?;
        done.sort_by_key(|(number, _)| *number);
        Ok((done.into_iter().map(|(_, game)| game).collect(), count, told))
    }
}

/// The exception for a file to which no games can be added.
fn refused(error: &io::Error, path: &Path) -> PyErr {
    if error.kind() == io::ErrorKind::AlreadyExists {
        return PyFileExistsError::new_err(format!("{}: {error}", path.display()));
    }
    errors::file(error, path)
}

/// Annotate games by an engine: see `analyse_games`.
#[pyfunction]
pub(crate) fn annotate_games<'py>(
    py: Python<'py>,
    games: Items<Py<Game>>,
    command: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyAny>>,
    limits: (Option<Nodes>, Option<SearchDepth>, Option<f64>),
    threads: Option<Threads>,
    timeout: f64,
    book: Option<Bound<'py, Book>>,
    out: Option<PathBuf>,
) -> PyResult<(Vec<Game>, usize, Vec<String>)> {
    let (nodes, depth, seconds) = limits;
    let movetime = time("time", seconds, false)?;
    let nodes = nodes.map(|nodes| nodes.0).or((depth.is_none() && movetime.is_none()).then_some(NODES));
    let go = Go { nodes, depth: depth.map(|depth| depth.0), movetime, ..Go::default() };
    let games =
        games.0.iter().map(|game| Ok(game.try_borrow(py)?.inner().clone())).collect::<PyResult<Vec<_>>>()?;
    let (stop, signals) = <(Arc<AtomicBool>, Arc<Signals>)>::default();
    let engines = Engines {
        command: command.map(self::command).transpose()?,
        options: options.map_or_else(|| Ok(Vec::new()), self::options)?,
        go,
        patience: patience(timeout)?,
        stop: &stop,
        signals: &signals,
    };
    let file = out.as_deref().map(|path| GamesFile::create(path).map_err(|error| refused(&error, path)));
    let (file, book) = (file.transpose()?, book.as_ref().map(Bound::get));
    let threads = if games.is_empty() { 0 } else { thread_count(threads, games.len(), 1).get() };
    let watch = |interrupted: Option<Duration>| {
        if interrupted.is_some() {
            stop.store(true, Ordering::Relaxed);
            signals.stop();
        }
    };
    let done = watched(py, 2 << 20, &watch, || engines.annotate(games, book, file, threads))?;
    let (games, count, told) = done.map_err(|failure| failure.error(out.as_deref()))?;
    Ok((games.into_iter().map(Game::from).collect(), count, told))
}
