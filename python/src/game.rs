//! Games with tags, comments and variations, for Python.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::vec::IntoIter;

use chess_data::input::{Input, Opened, Progress};
use chess_movegen::GameState;
use chess_notation::pgn::{self, GameResult, NodeId, PgnError, Replay, Stream};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::game_state::Position;
use crate::inputs::Inputs;
use crate::mv::{Move, MoveLike};
use crate::node::Node;
use crate::process::{Own, Process};

/// A game: tags, a start position, and moves with comments, glyphs and variations.
///
/// Names are those of ``chess.pgn.Game`` in python-chess where they mean the same. The moves are a tree of `Node`, of which
/// `root` is before the first move. ``str(game)`` is the game as PGN. Two games are equal if their PGN is.
///
/// >>> from chess_batch import Game
/// >>> game = Game.from_pgn('[White "Anderssen"] 1. e4 e5 (1... c5 {solid}) 2. f4 $1 *')
/// >>> game.headers["White"], [str(move) for move in game.mainline_moves()]
/// ('Anderssen', ['e2e4', 'e7e5', 'f2f4'])
/// >>> game.mainline()[0].variations[1].comment
/// 'solid'
/// >>> game.errors
/// ()
#[pyclass(skip_from_py_object, module = "chess_batch")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) game: pgn::Game,
    /// The error that ended the reading of the game, and the name of its input.
    error: Option<(pgn::GameError, Arc<Path>)>,
}

impl Game {
    fn read(game: pgn::Game, error: Option<(pgn::GameError, Arc<Path>)>) -> Self {
        Self { game, error }
    }
}

#[pymethods]
impl Game {
    /// Create a game without moves that starts from a position, or from the start position of chess.
    #[new]
    #[pyo3(signature = (position=None))]
    fn new(position: Option<PyRef<'_, Position>>) -> Self {
        let start = position.map_or(chess_movegen::Position::START, |position| *position.0.position());
        Self::read(pgn::Game::new(start), None)
    }

    /// Read a text with exactly one game. A text that is not raises `PgnError`, which has the `line`.
    #[staticmethod]
    fn from_pgn(text: Cow<'_, str>) -> PyResult<Self> {
        let game = text.parse::<pgn::Game>().map_err(|error| errors::game(error.error(), None))?;
        Ok(Self::read(game, None))
    }

    /// Return a game with the moves that were played to reach a position.
    ///
    /// >>> position = Position()
    /// >>> _ = position.push_san("e4")
    /// >>> print(Game.from_position(position).mainline()[0].san())
    /// e4
    #[staticmethod]
    fn from_position(position: PyRef<'_, Position>) -> Self {
        Self::read(pgn::Game::from(&position.0), None)
    }

    /// The error that ended the reading of the game, as a tuple of one `PgnError`, or an empty tuple.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let error = self.error.as_ref();
        PyTuple::new(py, error.map(|(error, file)| errors::game(error, Some(file))))
    }

    /// The tags, as a mutable mapping of texts. A tag that no game can have raises `TagError`.
    #[getter]
    fn headers<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("chess_batch._headers")?.getattr("Headers")?.call1((slf,))
    }

    /// The node before the first move.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> Node {
        Node::new(slf.clone().unbind(), NodeId::ROOT)
    }

    /// Add a first move, behind those that are there, and return its node: see `Node.add_variation`.
    ///
    /// >>> game = Game()
    /// >>> node = game.add_variation("e2e4", comment="best by test")
    /// >>> str(game).splitlines()[-1]
    /// '1. e4 {best by test} *'
    #[pyo3(signature = (r#move, *, comment=None, nags=Vec::new()))]
    fn add_variation(
        slf: &Bound<'_, Self>,
        r#move: MoveLike,
        comment: Option<Cow<'_, str>>,
        nags: Vec<u16>,
    ) -> PyResult<Node> {
        Self::root(slf).add_variation(slf.py(), r#move, comment, nags)
    }

    /// The result: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``.
    #[getter]
    fn result(&self) -> &'static str {
        self.game.result().as_str()
    }

    #[setter]
    fn set_result(&mut self, result: Cow<'_, str>) -> PyResult<()> {
        let result: GameResult = result.parse().map_err(errors::tag)?;
        self.game.set_result(result);
        Ok(())
    }

    /// Return the start position.
    fn board(&self) -> Position {
        Position(GameState::new(*self.game.start()))
    }

    /// Return the node of the last move of the main line.
    fn end(slf: &Bound<'_, Self>) -> Node {
        let last = slf.borrow().game.last();
        Node::new(slf.clone().unbind(), last)
    }

    /// Return the position after the main line, with its moves.
    fn final_position(&self) -> Position {
        let mut state = GameState::new(*self.game.start());
        for played in self.game.mainline() {
            state.play(played.mv);
        }
        Position(state)
    }

    /// Return the moves of the main line, as a list.
    fn mainline_moves(&self) -> Vec<Move> {
        self.game.mainline().map(|played| Move(played.mv)).collect()
    }

    /// Return the nodes of the main line, as a list.
    fn mainline(slf: &Bound<'_, Self>) -> Vec<Node> {
        let ids: Vec<NodeId> = slf.borrow().game.mainline().map(|played| played.id).collect();
        ids.into_iter().map(|id| Node::new(slf.clone().unbind(), id)).collect()
    }

    /// Return a ``chess.pgn.Game`` of python-chess with the same tags, moves and comments.
    fn to_python_chess<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("chess_batch")?.call_method1("to_python_chess", (slf,))
    }

    /// Return the tags in order.
    fn _tags(&self) -> Vec<(&str, &str)> {
        self.game.tags().iter().collect()
    }

    /// Return a tag, or ``None``.
    fn _tag(&self, name: Cow<'_, str>) -> Option<&str> {
        self.game.tags().get(&name)
    }

    /// Set a tag.
    fn _set_tag(&mut self, name: Cow<'_, str>, value: Cow<'_, str>) -> PyResult<()> {
        self.game.set_tag(&name, &value).map_err(errors::tag)
    }

    /// Remove a tag.
    fn _remove_tag(&mut self, name: Cow<'_, str>) -> PyResult<()> {
        self.game.remove_tag(&name).map_err(errors::tag)
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        self.game == other.game
    }

    fn __str__(&self) -> String {
        self.game.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let tags = self.game.tags();
        format!("<Game {:?} - {:?}, {}>", tags.white(), tags.black(), self.result())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_pgn")?, (slf.borrow().__str__(),)))
    }
}

/// The games of PGN files, one after the other.
///
/// A process that is made by ``fork`` cannot read on: it gets `RuntimeError`.
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct GameReader {
    process: Process,
    games: Mutex<Own<Games>>,
}

struct Games {
    /// The input that is read, and its games.
    open: Option<(Input, Replay<Stream<Opened>>)>,
    rest: IntoIter<Input>,
}

impl Games {
    /// Opens the next input.
    fn open_next(&mut self) -> PyResult<()> {
        self.open = None;
        if let Some(input) = self.rest.next() {
            let read = input.open(&Progress::default()).map_err(|error| errors::file(&error, &input))?;
            self.open = Some((input, Replay::from_read(read)));
        }
        Ok(())
    }

    fn next(&mut self) -> PyResult<Option<Game>> {
        while let Some((input, replay)) = &mut self.open {
            match replay.next_partial_game() {
                Ok(Some(partial)) => {
                    let error = partial.error.map(|error| (error, Arc::from(input.name())));
                    return Ok(Some(Game::read(partial.game, error)));
                }
                Ok(None) => self.open_next()?,
                Err(PgnError::Io(error)) => return Err(errors::file(&error, input)),
                Err(PgnError::Game(error)) => return Err(errors::game(&error, Some(input.name()))),
                Err(error) => return Err(PyValueError::new_err(error.to_string())),
            }
        }
        Ok(None)
    }
}

#[pymethods]
impl GameReader {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        py.check_signals()?;
        self.process.check()?;
        py.detach(|| {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            games.get_mut().map_or(Ok(None), Games::next)
        })
    }
}

/// Read the games of PGN files one by one, with comments and variations.
///
/// `source` is as the paths of `read_pgn`: a path, bytes, an open file, or a list of these. A game that breaks a rule ends there, and
/// has the reason in `errors`; reading goes on with the next game. For moves, clocks and evaluations of many games `read_pgn` is many
/// times faster.
///
/// >>> from chess_batch import read_games
/// >>> [len(game.mainline_moves()) for game in read_games(b"1. e4 e5 * 1. d4 Ke3 *")]
/// [2, 1]
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, source: Inputs) -> PyResult<GameReader> {
    py.detach(|| {
        let mut games = Games { open: None, rest: source.find(".pgn").into_iter() };
        games.open_next()?;
        Ok(GameReader { process: Process::this(), games: Mutex::new(Own::new(games)) })
    })
}
