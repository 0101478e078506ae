//! A move of a game with its annotations, for Python.

use std::borrow::Cow;
use std::time::Duration;

use chess_movegen::GameState;
use chess_notation::San;
use chess_notation::pgn::{self, NodeId, Score};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::game::Game;
use crate::game_state::Position;
use crate::mv::{Move, MoveLike};

/// A move of a `Game` with its comments, glyphs and variations; or the root, which is before the first move.
///
/// Names are those of ``chess.pgn.GameNode`` in python-chess where they mean the same. A node of a move that was removed
/// raises `ValueError`.
///
/// >>> from chess_batch import Game
/// >>> node = Game().root.add_variation("e2e4", comment="[%clk 0:02:59]", nags=[1])
/// >>> node.san(), node.clock(), node.nags, node.comment
/// ('e4', 179.0, (1,), '[%clk 0:02:59]')
/// >>> str(node.game).splitlines()[-1]
/// '1. e4 $1 {[%clk 0:02:59]} *'
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct Node {
    /// The game.
    #[pyo3(get)]
    game: Py<Game>,
    id: NodeId,
}

impl Node {
    pub(crate) const fn new(game: Py<Game>, id: NodeId) -> Self {
        Self { game, id }
    }

    fn at(&self, py: Python<'_>, id: NodeId) -> Self {
        Self { game: self.game.clone_ref(py), id }
    }

    /// Calls `read` with the game if it still has the move.
    fn read<T>(&self, py: Python<'_>, read: impl FnOnce(&pgn::Game) -> T) -> PyResult<T> {
        let game = self.game.try_borrow(py)?;
        if game.game.contains(self.id) { Ok(read(&game.game)) } else { Err(removed()) }
    }

    /// Calls `edit` with the game if it still has the move.
    fn edit<T>(&self, py: Python<'_>, edit: impl FnOnce(&mut pgn::Game) -> T) -> PyResult<T> {
        let mut game = self.game.try_borrow_mut(py)?;
        if game.game.contains(self.id) { Ok(edit(&mut game.game)) } else { Err(removed()) }
    }

    fn node<T>(&self, py: Python<'_>, read: impl FnOnce(&pgn::Node) -> T) -> PyResult<T> {
        self.read(py, |game| read(game.node(self.id)))
    }
}

fn removed() -> PyErr {
    PyValueError::new_err("the move was removed from its game")
}

fn seconds(time: Option<Duration>) -> Option<f64> {
    time.map(|time| time.as_secs_f64())
}

fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    time.map_err(|error| PyValueError::new_err(error.to_string()))
}

fn glyphs(nags: Vec<u16>) -> PyResult<Vec<u8>> {
    let glyph =
        |nag| u8::try_from(nag).map_err(|_| PyValueError::new_err("a glyph is a number from 0 to 255"));
    nags.into_iter().map(glyph).collect()
}

#[pymethods]
impl Node {
    /// The move; ``None`` for the root.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Move>> {
        let mv = self.node(py, pgn::Node::mv)?;
        Ok(if self.id == NodeId::ROOT { None } else { Some(Move(mv)) })
    }

    /// The node before; ``None`` for the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let parent = self.node(py, pgn::Node::parent)?;
        Ok(if self.id == NodeId::ROOT { None } else { Some(self.at(py, parent)) })
    }

    /// The nodes that may follow: the main move, then the variations.
    #[getter]
    fn variations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let ids: Vec<NodeId> = self.read(py, |game| game.children(self.id).collect())?;
        PyTuple::new(py, ids.into_iter().map(|id| self.at(py, id)))
    }

    /// Return the node that follows in the same line, or ``None``.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        Ok(self.node(py, pgn::Node::next)?.map(|id| self.at(py, id)))
    }

    /// Return the move in standard algebraic notation; the root raises `ValueError`.
    fn san(&self, py: Python<'_>) -> PyResult<String> {
        if self.id == NodeId::ROOT {
            return Err(PyValueError::new_err("the root has no move"));
        }
        self.read(py, |game| {
            let node = game.node(self.id);
            San::new(&game.position(node.parent()), node.mv()).to_string()
        })
    }

    /// Return the position after the move, with the moves of its line.
    fn board(&self, py: Python<'_>) -> PyResult<Position> {
        self.read(py, |game| {
            let mut moves = Vec::new();
            let mut id = self.id;
            while id != NodeId::ROOT {
                let node = game.node(id);
                moves.push(node.mv());
                id = node.parent();
            }
            let mut state = GameState::new(*game.start());
            for mv in moves.into_iter().rev() {
                state.play(mv);
            }
            Position(state)
        })
    }

    /// The numeric glyphs, in their order: a tuple, in the place of which others can be set.
    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.node(py, |node| PyTuple::new(py, node.nags()))?
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: Vec<u16>) -> PyResult<()> {
        let nags = glyphs(nags)?;
        if self.id == NodeId::ROOT && !nags.is_empty() {
            return Err(PyValueError::new_err("the root has no glyphs"));
        }
        self.edit(py, |game| {
            game.remove_nags(self.id);
            for nag in nags {
                game.add_nag(self.id, nag);
            }
        })
    }

    /// The comments after the move; for the root, those before the first move.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.node(py, |node| PyTuple::new(py, node.comments()))?
    }

    /// The comments after the move as one text, joined by blanks.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.node(py, |node| node.comments().join(" "))
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: Cow<'_, str>) -> PyResult<()> {
        self.edit(py, |game| {
            let before = game.node(self.id).starting_comments().to_vec();
            game.remove_comments(self.id);
            for comment in before {
                game.add_starting_comment(self.id, &comment);
            }
            game.add_comment(self.id, &comment);
        })
    }

    /// The comments before the move, which the first move of a variation may have, as one text.
    #[getter]
    fn starting_comment(&self, py: Python<'_>) -> PyResult<String> {
        self.node(py, |node| node.starting_comments().join(" "))
    }

    /// Return the time left on the mover's clock in seconds, ``[%clk]``, or ``None``.
    fn clock(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.node(py, |node| seconds(node.clock()))
    }

    /// Set or remove the time left on the mover's clock, in seconds.
    fn set_clock(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<()> {
        let time = duration(seconds)?;
        self.edit(py, |game| game.set_clock(self.id, time))
    }

    /// Return the time that the move took in seconds, ``[%emt]``, or ``None``.
    fn emt(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.node(py, |node| seconds(node.move_time()))
    }

    /// Set or remove the time that the move took, in seconds.
    fn set_emt(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<()> {
        let time = duration(seconds)?;
        self.edit(py, |game| game.set_move_time(self.id, time))
    }

    /// Return the evaluation after the move as an `Eval`, or ``None``: centipawns or moves to mate from White's point of view.
    fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(eval) = self.node(py, pgn::Node::eval)? else { return Ok(None) };
        let (cp, mate) = match eval.score {
            Score::Centipawns(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        py.import("chess_batch")?.getattr("Eval")?.call1((cp, mate, eval.depth)).map(Some)
    }

    /// Set or remove the evaluation after the move, an `Eval`: centipawns or moves to mate from White's point of view.
    ///
    /// >>> from chess_batch import Eval, Game
    /// >>> node = Game().add_variation("e2e4")
    /// >>> node.set_eval(Eval(31, None, 20))
    /// >>> node.comment, node.eval()
    /// ('[%eval 0.31,20]', Eval(cp=31, mate=None, depth=20))
    fn set_eval(
        &self,
        py: Python<'_>,
        eval: Option<(Option<i32>, Option<i32>, Option<u32>)>,
    ) -> PyResult<()> {
        let eval = match eval {
            None => None,
            Some((Some(cp), None, depth)) => Some(pgn::Eval { score: Score::Centipawns(cp), depth }),
            Some((None, Some(moves), depth)) => Some(pgn::Eval { score: Score::Mate(moves), depth }),
            Some(_) => return Err(PyValueError::new_err("an Eval has either cp or mate")),
        };
        self.edit(py, |game| game.set_eval(self.id, eval))
    }

    /// Return the marked squares and arrows of ``[%csl]`` and ``[%cal]``: from, to and the colour's name. A marked square has
    /// twice the same square.
    fn arrows(&self, py: Python<'_>) -> PyResult<Vec<(u8, u8, String)>> {
        self.node(py, |node| {
            let arrow = |arrow: pgn::Arrow| {
                (
                    arrow.from.index() as u8,
                    arrow.to.index() as u8,
                    format!("{:?}", arrow.color).to_lowercase(),
                )
            };
            node.arrows().map(arrow).collect()
        })
    }

    /// Add a move that may follow, behind those that are there, and return its node. A move that is not legal raises
    /// `IllegalMoveError`.
    #[pyo3(signature = (r#move, *, comment=None, nags=Vec::new()))]
    pub(crate) fn add_variation(
        &self,
        py: Python<'_>,
        r#move: MoveLike,
        comment: Option<Cow<'_, str>>,
        nags: Vec<u16>,
    ) -> PyResult<Self> {
        let nags = glyphs(nags)?;
        let id = self.edit(py, |game| {
            let mv = r#move.legal_or_null(&game.position(self.id))?;
            let id = game.add_move(self.id, mv).map_err(|error| errors::illegal(&error))?;
            for nag in nags {
                game.add_nag(id, nag);
            }
            if let Some(comment) = comment {
                game.add_comment(id, &comment);
            }
            Ok::<_, PyErr>(id)
        })??;
        Ok(self.at(py, id))
    }

    /// Remove the move and all that follows it.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        if self.id == NodeId::ROOT {
            return Err(PyValueError::new_err("the root cannot be removed"));
        }
        self.edit(py, |game| game.remove(self.id))
    }

    /// Make the move the main one of those that may be played in its place.
    fn promote_to_main(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, |game| {
            game.promote_to_main(self.id);
        })
    }

    /// Return true if the move and all before it are of the main line.
    fn is_mainline(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |game| self.id == NodeId::ROOT || game.mainline().any(|played| played.id == self.id))
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        self.game.is(&other.game) && self.id == other.id
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};

        let mut hasher = DefaultHasher::new();
        (self.game.as_ptr() as usize, self.id).hash(&mut hasher);
        hasher.finish()
    }

    /// Return the node that a pickle holds: the game, and from the root on which of its variations each move is.
    #[staticmethod]
    fn _restore(py: Python<'_>, game: Py<Game>, path: Vec<usize>) -> PyResult<Self> {
        let id = {
            let game = game.try_borrow(py)?;
            path.into_iter().try_fold(NodeId::ROOT, |id, number| game.game.children(id).nth(number))
        };
        id.map(|id| Self { game, id }).ok_or_else(removed)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Py<Game>, Vec<usize>))> {
        let (py, this) = (slf.py(), slf.get());
        let path = this.read(py, |game| {
            let (mut path, mut id) = (Vec::new(), this.id);
            while id != NodeId::ROOT {
                let parent = game.node(id).parent();
                path.extend(game.children(parent).position(|child| child == id));
                id = parent;
            }
            path.reverse();
            path
        })?;
        Ok((slf.get_type().getattr("_restore")?, (this.game.clone_ref(py), path)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.id == NodeId::ROOT {
            return Ok("<Node: root>".into());
        }
        Ok(format!("<Node: {}>", self.san(py)?))
    }
}
