//! What callers ask of an engine: positions, limits and options.

use std::borrow::Cow;
use std::time::Duration;

use chess_arena::chess_uci::Go;
use chess_arena::engine::Search;
use chess_movegen::{Color, GameState};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::errors;
use crate::game::mv::MoveLike;
use crate::game::position::Position;
use crate::game::tree::{Game, Node};
use crate::host::numbers::{Lines, MateMoves, MovesToGo, Nodes, SearchDepth, time};

/// A position with its history, as callers may give it: a `Position`, a `Game`, of which it is the end, a `Node` or a FEN.
pub(super) struct PositionLike(pub(super) GameState);

impl<'py> FromPyObject<'_, 'py> for PositionLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let state = if let Ok(position) = object.cast::<Position>() {
            position.get().state()
        } else if let Ok(game) = object.cast::<Game>() {
            game.try_borrow()?.final_position().state()
        } else if let Ok(node) = object.cast::<Node>() {
            node.get().board(object.py())?.state()
        } else if object.is_instance_of::<PyString>() {
            Position::new(Some(object.extract::<Cow<'_, str>>()?))?.state()
        } else {
            return Err(PyTypeError::new_err("a position is a Position, a Game, a Node or a FEN"));
        };
        Ok(Self(after_nulls(state)))
    }
}

/// The game from its last null move on, which engines do not take.
fn after_nulls(state: GameState) -> GameState {
    let Some(last) = state.moves().iter().rposition(|mv| mv.is_null()) else { return state };
    let (before, after) = state.moves().split_at(last + 1);
    let mut game = GameState::new(*state.start());
    for &mv in before {
        game.play_unchecked(mv);
    }
    let mut game = GameState::new(*game.position());
    for &mv in after {
        game.play_unchecked(mv);
    }
    game
}

/// The limits of a search as callers give them, times in seconds.
#[derive(Default)]
pub(super) struct Limits<'a, 'py> {
    pub(super) time: Option<f64>,
    pub(super) depth: Option<SearchDepth>,
    pub(super) nodes: Option<Nodes>,
    pub(super) mate: Option<MateMoves>,
    pub(super) white_clock: Option<f64>,
    pub(super) black_clock: Option<f64>,
    pub(super) white_inc: Option<f64>,
    pub(super) black_inc: Option<f64>,
    pub(super) remaining_moves: Option<MovesToGo>,
    pub(super) root_moves: Option<&'a Bound<'py, PyAny>>,
    pub(super) timeout: Option<f64>,
}

impl Limits<'_, '_> {
    /// Returns the search of the position of a game. `is_infinite` allows one without limits.
    ///
    /// # Errors
    /// `ValueError`: a limit is out of range, there is none, or the side to move has no clock. `MoveError`: a root move is not legal.
    pub(super) fn search(
        self,
        game: &GameState,
        lines: Option<Lines>,
        is_infinite: bool,
    ) -> PyResult<Search> {
        let mut go = Go {
            movetime: time("time", self.time, false)?,
            depth: self.depth.map(|depth| depth.0),
            nodes: self.nodes.map(|nodes| nodes.0),
            mate: self.mate.map(|mate| mate.0),
            wtime: time("white_clock", self.white_clock, true)?,
            btime: time("black_clock", self.black_clock, true)?,
            winc: time("white_inc", self.white_inc, true)?,
            binc: time("black_inc", self.black_inc, true)?,
            movestogo: self.remaining_moves.map(|moves| moves.0),
            ..Go::default()
        };
        let is_white = game.position().side_to_move() == Color::White;
        let has_clock = go.wtime.is_some() || go.btime.is_some();
        if has_clock && if is_white { go.wtime.is_none() } else { go.btime.is_none() } {
            let name = if is_white { "white_clock" } else { "black_clock" };
            return Err(PyValueError::new_err(format!("{name}: the clock of the side to move is missing")));
        }
        let (depth, nodes, mate) = (go.depth.is_some(), go.nodes.is_some(), go.mate.is_some());
        if !(has_clock || go.movetime.is_some() || depth || nodes || mate) {
            if !is_infinite {
                let message =
                    "a search needs a limit: time, depth, nodes, mate, or white_clock and black_clock";
                return Err(PyValueError::new_err(message));
            }
            go.infinite = true;
        }
        if let Some(moves) = self.root_moves {
            for mv in moves.try_iter()? {
                let mv = mv?;
                let mv = mv.extract::<MoveLike<'_>>()?.legal_in(game.position())?;
                go.searchmoves.push(if game.start().needs_chess960() { mv.uci960() } else { mv.uci() });
            }
            if go.searchmoves.is_empty() {
                return Err(PyValueError::new_err("root_moves: at least one move is expected"));
            }
        }
        let timeout = time("timeout", self.timeout, false)?;
        Ok(Search { go, lines: lines.map_or(1, |lines| lines.0), timeout })
    }
}

/// The options that searches set themselves, and the argument for each.
const MANAGED: [(&str, &str); 2] = [
    ("MultiPV", "it is set by the argument multipv of a search"),
    ("UCI_Chess960", "it is set as a position needs it"),
];

/// Reads options, a mapping of names and values, which become texts.
///
/// # Errors
/// `TypeError`: a value is neither text, number, truth value, path nor `None`. `EngineOptionError`: searches set the option.
pub(super) fn options(object: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let mut options = Vec::new();
    for item in object.call_method0("items")?.try_iter()? {
        let (name, value): (String, Bound<'_, PyAny>) = item?.extract()?;
        if let Some((name, reason)) = MANAGED.iter().find(|(managed, _)| managed.eq_ignore_ascii_case(&name))
        {
            return Err(errors::option(format!("{name}: {reason}")));
        }
        let text = if value.is_none() {
            String::new()
        } else if let Ok(value) = value.cast::<PyBool>() {
            value.is_true().to_string()
        } else if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyString>() {
            value.str()?.extract()?
        } else if value.hasattr("__fspath__")? {
            value.extract::<std::path::PathBuf>()?.to_string_lossy().into_owned()
        } else {
            return Err(PyTypeError::new_err(format!(
                "{name}: expected a text, a whole number, a bool or None"
            )));
        };
        options.push((name, text));
    }
    Ok(options)
}

/// Reads a time-out in seconds.
///
/// # Errors
/// `ValueError`: it is out of range.
pub(super) fn patience(seconds: f64) -> PyResult<Duration> {
    Ok(time("timeout", Some(seconds), false)?.unwrap_or_default())
}
