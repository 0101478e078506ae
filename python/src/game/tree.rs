//! Games with tags, comments and variations, for Python.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chess_data::input::Input;
use chess_movegen::GameState;
use chess_notation::San;
use chess_notation::pgn::{self, GameResult, NodeId, PgnError, Replay, Score};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::game::mv::{Made, MoveLike};
use crate::game::position::Position;
use crate::host::inputs::Inputs;
use crate::host::numbers::{Centipawns, Depth, Glyph, Items, Mate};
use crate::host::reading::{Hand, Reading};

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
    /// In a box, as a `Position` has it.
    game: Box<pgn::Game>,
    /// The error that ended the reading of the game, the name of its input, and as they were written the tags that the game has otherwise or
    /// not at all.
    error: Option<(pgn::GameError, Arc<Path>, Vec<(String, String)>)>,
}

impl Game {
    pub(crate) fn inner(&self) -> &pgn::Game {
        &self.game
    }

    /// Forgets how a tag was written, and returns true if it was known.
    fn forget(&mut self, name: &str) -> bool {
        let Some((.., refused)) = &mut self.error else { return false };
        let known = refused.len();
        refused.retain(|refused| refused.0 != name);
        refused.len() < known
    }
}

impl From<pgn::Game> for Game {
    fn from(game: pgn::Game) -> Self {
        Self { game: Box::new(game), error: None }
    }
}

#[pymethods]
impl Game {
    /// Create a game without moves that starts from a position, or from the start position of chess.
    #[new]
    #[pyo3(signature = (position=None))]
    fn new(position: Option<PyRef<'_, Position>>) -> Self {
        let start = position.map_or(chess_movegen::Position::START, |position| position.at());
        pgn::Game::new(start).into()
    }

    /// Read a text with exactly one game. A text that is not raises `PgnError`, which has the `line`.
    #[staticmethod]
    fn from_pgn(text: Cow<'_, str>) -> PyResult<Self> {
        let game = text.parse::<pgn::Game>().map_err(|error| errors::game(&error, None))?;
        Ok(game.into())
    }

    /// Return a game with the moves that were played to reach a position.
    ///
    /// >>> position = Position()
    /// >>> _ = position.push_san("e4")
    /// >>> print(Game.from_position(position).mainline()[0].san())
    /// e4
    #[staticmethod]
    fn from_position(position: PyRef<'_, Position>) -> Self {
        pgn::Game::from(&position.state()).into()
    }

    /// The error that ended the reading of the game, as a tuple of one `PgnError`, or an empty tuple.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let error = self.error.as_ref();
        PyTuple::new(py, error.map(|(error, file, _)| errors::game(error, Some(file))))
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
    #[pyo3(signature = (r#move, *, comment=None, nags=Items(vec![])))]
    fn add_variation(
        slf: &Bound<'_, Self>,
        r#move: MoveLike<'_>,
        comment: Option<Cow<'_, str>>,
        nags: Items<Glyph>,
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
        GameState::new(*self.game.start()).into()
    }

    /// Return the node of the last move of the main line.
    fn end(slf: &Bound<'_, Self>) -> Node {
        let last = slf.borrow().game.last();
        Node::new(slf.clone().unbind(), last)
    }

    /// Return the position after the main line, with its moves.
    pub(crate) fn final_position(&self) -> Position {
        let mut state = GameState::new(*self.game.start());
        for played in self.game.mainline() {
            state.play_unchecked(played.mv);
        }
        state.into()
    }

    /// Return the moves of the main line, as a list.
    fn mainline_moves(&self) -> Vec<Made> {
        self.game.mainline().map(|played| Made(played.mv)).collect()
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
        let mut tags: Vec<(&str, &str)> = self.game.tags().iter().collect();
        for (name, value) in self.error.iter().flat_map(|(.., refused)| refused) {
            match tags.iter_mut().find(|tag| tag.0 == name) {
                Some(tag) => tag.1 = value,
                None => tags.push((name, value)),
            }
        }
        tags
    }

    /// Set a tag.
    fn _set_tag(&mut self, name: Cow<'_, str>, value: Cow<'_, str>) -> PyResult<()> {
        self.game.set_tag(&name, &value).map_err(errors::tag)?;
        self.forget(&name);
        Ok(())
    }

    /// Remove a tag.
    fn _remove_tag(&mut self, name: Cow<'_, str>) -> PyResult<()> {
        let removed = self.game.remove_tag(&name).map_err(errors::tag);
        if self.forget(&name) { Ok(()) } else { removed }
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

    /// Return the picture that notebooks show: the position after the main line.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.final_position().picture()
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

    fn node<T>(&self, py: Python<'_>, read: impl FnOnce(pgn::Node<'_>) -> T) -> PyResult<T> {
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

#[pymethods]
impl Node {
    /// The move; ``None`` for the root.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Made>> {
        let mv = self.read(py, |game| game.node(self.id).mv())?;
        Ok(if self.id == NodeId::ROOT { None } else { Some(Made(mv)) })
    }

    /// The node before; ``None`` for the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let parent = self.read(py, |game| game.node(self.id).parent())?;
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
        Ok(self.read(py, |game| game.node(self.id).next())?.map(|id| self.at(py, id)))
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
    pub(crate) fn board(&self, py: Python<'_>) -> PyResult<Position> {
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
                state.play_unchecked(mv);
            }
            state.into()
        })
    }

    /// The numeric glyphs, in their order: a tuple, in the place of which others can be set. Those of the root are of the whole game.
    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.node(py, |node| PyTuple::new(py, node.nags()))?
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: Items<Glyph>) -> PyResult<()> {
        self.edit(py, |game| {
            game.remove_nags(self.id);
            for Glyph(nag) in nags.0 {
                game.add_nag(self.id, nag);
            }
        })
    }

    /// The comments after the move; for the root, those before the first move.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.node(py, |node| PyTuple::new(py, node.comments().collect::<Vec<_>>()))?
    }

    /// The comments after the move as one text, joined by blanks. A closing brace in a new one raises `ValueError`.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.node(py, |node| node.comments().join(" "))
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: Cow<'_, str>) -> PyResult<()> {
        check_comment(&comment)?;
        self.edit(py, |game| game.set_comment(self.id, &comment))
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
        let Some(eval) = self.read(py, |game| game.node(self.id).eval())? else { return Ok(None) };
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
        eval: Option<(Option<Centipawns>, Option<Mate>, Option<Depth>)>,
    ) -> PyResult<()> {
        let eval = match eval {
            None => None,
            Some((Some(cp), None, depth)) => Some((Score::Centipawns(cp.0), depth)),
            Some((None, Some(moves), depth)) => Some((Score::Mate(moves.0), depth)),
            Some(_) => return Err(PyValueError::new_err("an Eval has either cp or mate")),
        };
        let eval = eval.map(|(score, depth)| pgn::Eval { score, depth: depth.map(|depth| depth.0) });
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
    /// `IllegalMoveError`, and a comment with a closing brace `ValueError`.
    #[pyo3(signature = (r#move, *, comment=None, nags=Items(vec![])))]
    pub(crate) fn add_variation(
        &self,
        py: Python<'_>,
        r#move: MoveLike<'_>,
        comment: Option<Cow<'_, str>>,
        nags: Items<Glyph>,
    ) -> PyResult<Self> {
        comment.as_deref().map_or(Ok(()), check_comment)?;
        let id = self.edit(py, |game| {
            let mv = r#move.legal_or_null(&game.position(self.id))?;
            let id = game.add_move(self.id, mv).map_err(|error| errors::illegal(&error))?;
            for Glyph(nag) in nags.0 {
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
    fn _restore(py: Python<'_>, game: Py<Game>, path: Items<usize>) -> PyResult<Self> {
        let id = {
            let game = game.try_borrow(py)?;
            path.0.into_iter().try_fold(NodeId::ROOT, |id, number| game.game.children(id).nth(number))
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

/// Refuses a comment that no text of PGN can hold.
fn check_comment(comment: &str) -> PyResult<()> {
    if comment.contains('}') {
        return Err(PyValueError::new_err("comment: PGN has no escape for the brace } in a comment"));
    }
    Ok(())
}

/// The games of PGN files, one after the other.
///
/// A process that is made by ``fork`` cannot read on: it gets `RuntimeError`.
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct GameReader(Reading<Option<Game>>);

/// The games that may wait for the caller.
const AHEAD: usize = 64;

/// Reads the games of inputs one by one. `None` tells that an input is open.
fn read_all(inputs: Vec<Input>, hand: &Hand<Option<Game>>) -> PyResult<()> {
    for input in inputs {
        let open = input.open_text().map_err(|error| errors::file(&error, input.name()))?;
        let mut replay = Replay::from_read(open);
        let mut next = None;
        while hand.give(next).is_continue() {
            next = match replay.next_partial_game() {
                Ok(Some(partial)) => {
                    let tags = partial.refused_tags;
                    let error = partial.error.map(|error| (error, Arc::from(input.name()), tags));
                    Some(Game { error, ..partial.game.into() })
                }
                Ok(None) => break,
                Err(PgnError::Io(error)) => return Err(errors::file(&error, input.name())),
                Err(PgnError::Game(error)) => return Err(errors::game(&error, Some(input.name()))),
                Err(error) => return Err(PyValueError::new_err(error.to_string())),
            };
        }
    }
    Ok(())
}

#[pymethods]
impl GameReader {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            match self.0.next(py)? {
                Some(None) => {}
                game => return Ok(game.flatten()),
            }
        }
    }
}

/// Read the games of PGN files one by one, with comments and variations.
///
/// `source` is as the paths of `read_pgn`: a path, bytes, an open file, or a list of these. A game that breaks a rule ends there, and
/// has the reason in `errors`; reading continues with the next game. For moves, clocks and evaluations of many games `read_pgn` is many
/// times faster.
///
/// >>> from chess_batch import read_games
/// >>> [len(game.mainline_moves()) for game in read_games(b"1. e4 e5 * 1. d4 Ke3 *")]
/// [2, 1]
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, source: Inputs) -> PyResult<GameReader> {
    let games = Reading::new(py, source, ".pgn", AHEAD, read_all)?;
    games.next(py)?;
    Ok(GameReader(games))
}
