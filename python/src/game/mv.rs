//! A move for Python.

use std::borrow::Cow;

use chess_movegen::{Move as Word, Position, PositionExt};
use chess_notation::read_uci;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyString, PyType};

use crate::errors;
use crate::host::numbers::Word as Number;

/// A move of 16 bits: the squares, and what kind of move it is.
///
/// A move is made by a position, such as `Position().parse_san("e4")`, or from its word. It can be compared and hashed, and
/// ``int(move)`` is its word, as the columns of moves hold it.
///
/// >>> from chess_batch import Move, Position
/// >>> move = Position().parse_san("e4")
/// >>> str(move), int(move), move == Move(int(move))
/// ('e2e4', 5900, True)
/// >>> move.from_square, move.to_square, move.promotion
/// (12, 28, None)
#[pyclass(frozen, eq, hash, from_py_object, module = "chess_batch")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move(pub(crate) Word);

#[pymethods]
impl Move {
    #[new]
    fn new(word: Number) -> PyResult<Self> {
        from_word(word.0, None).map(Self)
    }

    /// The null move, which passes the turn.
    ///
    /// >>> str(Move.null()), bool(Move.null())
    /// ('0000', False)
    #[staticmethod]
    fn null() -> Made {
        Made(Word::NULL)
    }

    /// The word of 16 bits.
    #[getter]
    fn word(&self) -> u16 {
        self.0.raw()
    }

    /// The square the piece comes from, 0 (a1) to 63 (h8).
    #[getter]
    fn from_square(&self) -> u8 {
        self.0.from().index() as u8
    }

    /// The square the piece goes to; in castling, the square the king goes to.
    #[getter]
    fn to_square(&self) -> u8 {
        self.0.destination().index() as u8
    }

    /// The piece that a pawn becomes, 2 (knight) to 5 (queen), or ``None``.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.0.promotion().map(|piece| piece.index() as u8 + 1)
    }

    /// Return true if the move takes a piece, en passant included.
    fn is_capture(&self) -> bool {
        self.0.is_capture()
    }

    /// Return true if the move is a capture en passant.
    fn is_en_passant(&self) -> bool {
        self.0.is_en_passant()
    }

    /// Return true if the move is castling.
    fn is_castling(&self) -> bool {
        self.0.is_castle()
    }

    /// Return the move in UCI notation; with ``chess960=True`` castling is the king taking its rook.
    ///
    /// >>> castling = Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").parse_san("O-O")
    /// >>> castling.uci(), castling.uci(chess960=True)
    /// ('e1g1', 'e1h1')
    #[pyo3(signature = (*, chess960=false))]
    fn uci(&self, chess960: bool) -> String {
        if chess960 { self.0.uci960() } else { self.0.uci() }.to_string()
    }

    fn __bool__(&self) -> bool {
        !self.0.is_null()
    }

    fn __index__(&self) -> u16 {
        self.0.raw()
    }

    fn __str__(&self) -> String {
        self.uci(false)
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.0.uci())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (u16,)) {
        (slf.get_type(), (slf.get().0.raw(),))
    }
}

/// A move that a position or a game gives to Python: always the same object for a word, since making one takes longer than playing it.
pub(crate) struct Made(pub(crate) Word);

impl<'py> IntoPyObject<'py> for Made {
    type Target = Move;
    type Output = Bound<'py, Move>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        static OBJECTS: PyOnceLock<Vec<PyOnceLock<Py<Move>>>> = PyOnceLock::new();
        let objects = OBJECTS.get_or_init(py, || (0..=u16::MAX).map(|_| PyOnceLock::new()).collect());
        let object = objects[usize::from(self.0.raw())].get_or_try_init(py, || Py::new(py, Move(self.0)))?;
        Ok(object.bind(py).clone())
    }
}

/// Reads a move word; `index` is its place among others.
pub(crate) fn from_word(word: u16, index: Option<usize>) -> PyResult<Word> {
    Word::from_raw(word).map_err(|_| errors::word(word, index))
}

/// Reads the word of a legal move; `index` is its place among others.
///
/// # Errors
/// `InvalidMoveError` and `IllegalMoveError` with the `index`.
pub(crate) fn legal_word(position: &Position, word: u16, index: usize) -> PyResult<Word> {
    let mv = from_word(word, Some(index))?;
    position.try_after(mv).map(|_| mv).map_err(|error| errors::illegal_at(&error, index))
}

/// A move as callers may give it: a `Move`, a text of UCI, a word, or a move of python-chess.
pub(crate) enum MoveLike<'a> {
    Word(Word),
    /// A text that Python holds: it is not copied.
    Uci(Cow<'a, str>),
}

impl MoveLike<'_> {
    /// Returns the legal move that is meant, or the null move if that is meant and the side to move is not in check.
    ///
    /// # Errors
    /// As [`legal_in`](Self::legal_in).
    pub(crate) fn legal_or_null(&self, position: &Position) -> PyResult<Word> {
        match self {
            Self::Word(Word::NULL) if !position.is_in_check() => Ok(Word::NULL),
            Self::Word(word) => legal(position, *word),
            Self::Uci(text) => read_uci(position, &**text).map_err(|error| errors::uci(&error, text)),
        }
    }

    /// Returns the legal move of the position that is meant, which the null move is not.
    ///
    /// # Errors
    /// `IllegalMoveError` and `InvalidMoveError`.
    pub(crate) fn legal_in(&self, position: &Position) -> PyResult<Word> {
        let mv = self.legal_or_null(position)?;
        if mv.is_null() { legal(position, mv) } else { Ok(mv) }
    }
}

/// Returns a move that is legal. Only the reason why one is not takes time.
fn legal(position: &Position, mv: Word) -> PyResult<Word> {
    if !position.is_legal(mv) {
        position.try_after(mv).map_err(|error| errors::illegal(&error))?;
    }
    Ok(mv)
}

impl<'a> FromPyObject<'a, '_> for MoveLike<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, '_, PyAny>) -> PyResult<Self> {
        if let Ok(mv) = object.cast::<Move>() {
            return Ok(Self::Word(mv.get().0));
        }
        if object.is_instance_of::<PyString>() {
            return Ok(Self::Uci(object.extract()?));
        }
        // A move of python-chess, which a text of UCI means as well.
        if !object.is_instance_of::<PyInt>() && object.hasattr("uci")? {
            let uci = object.getattr("uci")?;
            return Ok(Self::Uci(uci.call0()?.extract::<String>()?.into()));
        }
        match object.extract::<u16>() {
            Ok(word) => from_word(word, None).map(Self::Word),
            Err(error)
                if object.hasattr("__index__")? && !error.is_instance_of::<PyOverflowError>(object.py()) =>
            {
                Err(error)
            }
            Err(_) => {
                Err(PyTypeError::new_err("a move is a Move, a text of UCI, a move word or a chess.Move"))
            }
        }
    }
}

/// Writes a move as the position's kind of chess does: castling as the king taking its rook if it needs Chess960.
pub(crate) fn uci_in(position: &Position, mv: Word) -> String {
    if position.needs_chess960() { mv.uci960() } else { mv.uci() }.to_string()
}
