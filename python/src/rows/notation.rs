//! Notation of many moves at once.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::StringArray;
use arrow_schema::DataType;
use chess_movegen::{IllegalMove, Move, Position};
use chess_notation::{San, read_move, read_uci};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList};

use crate::errors;
use crate::game::mv::{from_word, uci_in};
use crate::host::numbers::Threads;
use crate::host::run::{in_pieces, interruptible, thread_count};
use crate::rows::forms::NumberArray;
use crate::rows::packed::{Packed, Reasons, join};
use crate::rows::texts::Texts;
use crate::table::Column;

/// The moves of each position: one each, or those between two offsets.
enum Rows<'a> {
    One,
    Offsets(&'a [i64]),
}

impl<'a> Rows<'a> {
    /// Ties `items` moves or texts to `positions` positions.
    fn new(positions: usize, items: usize, offsets: Option<&'a [i64]>) -> PyResult<Self> {
        let Some(offsets) = offsets else {
            return if positions == items {
                Ok(Self::One)
            } else {
                Err(PyValueError::new_err(format!(
                    "{items} moves for {positions} positions: without offsets, each position has one"
                )))
            };
        };
        let is_sorted = offsets.is_sorted() && offsets.first().is_none_or(|&first| first >= 0);
        let fits =
            offsets.len() == positions + 1 && offsets.last().is_some_and(|&last| last as usize <= items);
        if is_sorted && fits {
            Ok(Self::Offsets(offsets))
        } else {
            Err(PyValueError::new_err(
                "offsets must rise from 0 to the number of moves, and be one more than positions",
            ))
        }
    }

    /// Returns the items of a position.
    fn of(&self, position: usize) -> Range<usize> {
        match self {
            Self::One => position..position + 1,
            Self::Offsets(offsets) => offsets[position] as usize..offsets[position + 1] as usize,
        }
    }
}

/// Computes the values of all moves, position by position, on threads.
fn each_move<T: Send>(
    py: Python<'_>,
    packed: &Packed<'_>,
    rows: &Rows<'_>,
    threads: Option<Threads>,
    value: impl Fn(&Position, usize) -> PyResult<T> + Sync,
) -> PyResult<Vec<T>> {
    let positions = packed.rows()?;
    let threads = thread_count(threads, positions.len(), 2048);
    let piece = |range: Range<usize>| {
        let mut values = Vec::new();
        for row in range {
            let position = positions.unpack(row)?;
            for item in rows.of(row) {
                values.push(value(&position, item)?);
            }
        }
        Ok(values)
    };
    join(interruptible(py, |stop| in_pieces(positions.len(), threads, stop, piece))?)
}

/// Reads the word of item `i` and tests that it is legal.
fn legal(position: &Position, words: &[u16], i: usize) -> PyResult<Move> {
    let mv = from_word(words[i], Some(i))?;
    match IllegalMove::find(position, mv) {
        None => Ok(mv),
        Some(error) => Err(errors::illegal_at(&error, i)),
    }
}

/// Move words or offsets.
type Words<'py> = NumberArray<'py, u16>;
type Offsets<'py> = NumberArray<'py, i64>;

fn slice<'a, T: numpy::Element>(array: &'a NumberArray<'_, T>) -> PyResult<&'a [T]> {
    array
        .0
        .as_slice()
        .map_err(|_| PyValueError::new_err("the array must be contiguous: see numpy.ascontiguousarray"))
}

/// Writes all moves: a list of `str`, or a column.
fn write<'py, T: AsRef<str> + Send>(
    py: Python<'py>,
    packed: &Packed<'py>,
    moves: &Words<'py>,
    offsets: Option<&Offsets<'py>>,
    threads: Option<Threads>,
    arrow: bool,
    text: impl Fn(&Position, Move) -> T + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let (words, offsets) = (slice(moves)?, offsets.map(slice).transpose()?);
    let rows = Rows::new(packed.rows()?.len(), words.len(), offsets)?;
    let texts =
        each_move(py, packed, &rows, threads, |position, i| Ok(text(position, legal(position, words, i)?)))?;
    let texts = texts.iter().map(AsRef::as_ref);
    if !arrow {
        return Ok(PyList::new(py, texts)?.into_any());
    }
    let array = StringArray::from_iter_values(texts);
    Ok(Bound::new(py, Column::new(DataType::Utf8, vec![Arc::new(array)]))?.into_any())
}

/// Return moves in standard algebraic notation, with ``+`` and ``#``: a list of texts, or with ``arrow=True`` a
/// `Column`.
///
/// `packed` are positions, (N, 32) uint8, and `moves` the words of their legal moves, one for each position. With `offsets`,
/// (N + 1,) int64, position i has ``moves[offsets[i]:offsets[i + 1]]``.
///
/// A move that is not legal raises `IllegalMoveError` with its `index`.
///
/// >>> from chess_batch import positions, san
/// >>> p = positions(["7k/8/5KQ1/8/8/8/8/8 w - - 0 1"])
/// >>> san(p.packed, p.moves, p.offsets)[:4]
/// ['Ke5', 'Kf5', 'Kg5', 'Ke6']
#[pyfunction]
#[pyo3(signature = (packed, moves, offsets=None, *, threads=None, arrow=false))]
pub(crate) fn san<'py>(
    py: Python<'py>,
    packed: Packed<'py>,
    moves: Words<'py>,
    offsets: Option<Offsets<'py>>,
    threads: Option<Threads>,
    arrow: bool,
) -> PyResult<Bound<'py, PyAny>> {
    write(py, &packed, &moves, offsets.as_ref(), threads, arrow, San::new)
}

/// Return moves in UCI notation, with arguments and errors as `san`. Castling is the king taking its rook in positions
/// whose castling needs Chess960.
///
/// >>> from chess_batch import positions, uci
/// >>> p = positions(["8/8/8/8/8/8/5k2/7K w - - 0 1"])
/// >>> uci(p.packed, p.moves)
/// ['h1h2']
#[pyfunction]
#[pyo3(signature = (packed, moves, offsets=None, *, threads=None, arrow=false))]
pub(crate) fn uci<'py>(
    py: Python<'py>,
    packed: Packed<'py>,
    moves: Words<'py>,
    offsets: Option<Offsets<'py>>,
    threads: Option<Threads>,
    arrow: bool,
) -> PyResult<Bound<'py, PyAny>> {
    write(py, &packed, &moves, offsets.as_ref(), threads, arrow, uci_in)
}

fn parse<'py>(
    py: Python<'py>,
    packed: &Packed<'py>,
    texts: &Texts,
    offsets: Option<&Offsets<'py>>,
    threads: Option<Threads>,
    read: impl Fn(&Position, &[u8]) -> Result<Move, String> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let offsets = offsets.map(slice).transpose()?;
    let rows = Rows::new(packed.rows()?.len(), texts.len(), offsets)?;
    let parsed = each_move(py, packed, &rows, threads, |position, i| {
        Ok(texts.get(i).ok_or_else(|| "null".to_owned()).and_then(|text| read(position, text)))
    })?;
    let moves = parsed.iter().map(|mv| mv.as_ref().map_or(0, |mv| mv.raw()));
    let moves = PyArray1::from_iter(py, moves);
    let rows = parsed.len();
    let reasons: Reasons =
        parsed.into_iter().enumerate().filter_map(|(i, mv)| Some((i, mv.err()?))).collect();
    py.import("chess_batch")?.getattr("ParsedMoves")?.call1((rows, reasons.into_py_dict(py)?, moves))
}

/// Read moves in standard algebraic notation, each in its position.
///
/// `texts` is a list of texts or an Arrow array of strings; `packed` and `offsets` are as for `san`. A text that is no legal
/// move raises nothing: see `ParsedMoves`.
///
/// >>> from chess_batch import Position, parse_san
/// >>> parsed = parse_san(Position().packed * 2, ["Nf3", "Nf6"])
/// >>> parsed.moves.tolist(), parsed.errors
/// ([1350, 0], (None, 'no such move is legal here'))
#[pyfunction]
#[pyo3(signature = (packed, texts, offsets=None, *, threads=None))]
pub(crate) fn parse_san<'py>(
    py: Python<'py>,
    packed: Packed<'py>,
    texts: Texts,
    offsets: Option<Offsets<'py>>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    parse(py, &packed, &texts, offsets.as_ref(), threads, |position, text| {
        read_move(position, text).map_err(|error| error.to_string())
    })
}

/// Read moves in UCI notation, each in its position. Arguments and value are as for `parse_san`.
///
/// >>> from chess_batch import Position, parse_uci
/// >>> parse_uci(Position().packed, ["g1f3"]).moves.tolist()
/// [1350]
#[pyfunction]
#[pyo3(signature = (packed, texts, offsets=None, *, threads=None))]
pub(crate) fn parse_uci<'py>(
    py: Python<'py>,
    packed: Packed<'py>,
    texts: Texts,
    offsets: Option<Offsets<'py>>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    parse(py, &packed, &texts, offsets.as_ref(), threads, |position, text| {
        read_uci(position, text).map_err(|error| error.to_string())
    })
}
