//! Opening books of Polyglot, and the keys of their positions.

use std::fs;
use std::path::PathBuf;

use chess_notation::polyglot;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors;
use crate::game::mv::Move;
use crate::game::position::Position;

/// An opening book of Polyglot, by the path of its file or by its bytes. It is held in memory.
///
/// What is no book, or is not sorted, raises `InputError`. ``len(book)`` is the number of its records, and ``chess book`` makes books of
/// games.
///
/// >>> from chess_batch import Book, Position
/// >>> book = Book(bytes.fromhex("463b96181691fc9c031c000200000000"))
/// >>> [(str(move), weight) for move, weight in book.moves(Position())], hex(Position().polyglot_key)
/// ([('e2e4', 2)], '0x463b96181691fc9c')
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct Book(polyglot::Book<Vec<u8>>);

#[pymethods]
impl Book {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = if let Ok(bytes) = source.cast::<PyBytes>() {
            bytes.as_bytes().to_vec()
        } else {
            let path: PathBuf = source.extract()?;
            fs::read(&path).map_err(|error| errors::file(&error, &path))?
        };
        let book = polyglot::Book::new(bytes).map_err(errors::book)?;
        book.verify().map_err(errors::book)?;
        Ok(Self(book))
    }

    /// Return the moves of the book in a position with their weights, in the order of the book: legal moves, each once.
    fn moves(&self, position: PyRef<'_, Position>) -> Vec<(Move, u16)> {
        self.0.moves(position.at()).iter().map(|it| (Move(it.mv), it.weight)).collect()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

#[pymethods]
impl Position {
    /// The key of the position in books of Polyglot, 64 bits.
    #[getter]
    fn polyglot_key(&self) -> u64 {
        polyglot::key(self.at())
    }
}
