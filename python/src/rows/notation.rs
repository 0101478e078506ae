//! Notation of many moves at once.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::StringArray;
use arrow_schema::DataType;
use chess_movegen::Position;
use chess_notation::{San, read_move, read_uci};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList};

use crate::game::mv::{legal_word, uci_in};
use crate::host::numbers::Threads;
use crate::host::run::in_pieces;
use crate::rows::forms::{NumberArray, Source};
use crate::rows::packed::{Reasons, join};
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
    packed: &Source<'_>,
    rows: &Rows<'_>,
    threads: Option<Threads>,
    value: impl Fn(&Position, usize) -> PyResult<T> + Sync,
) -> PyResult<Vec<T>> {
    let positions = packed.rows()?;
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
    join(in_pieces(py, positions.len(), threads, 2048, piece)?)
}

/// Write all moves, in UCI notation or in standard algebraic notation: a list of texts, or with `arrow` a `Column`.
#[pyfunction]
#[pyo3(name = "_write_moves")]
pub(crate) fn write_moves<'py>(
    py: Python<'py>,
    uci: bool,
    packed: Source<'py>,
    moves: NumberArray<'py, u16>,
    offsets: Option<NumberArray<'py, i64>>,
    threads: Option<Threads>,
    arrow: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (words, offsets) = (moves.as_slice()?, offsets.as_ref().map(NumberArray::as_slice).transpose()?);
    let rows = Rows::new(packed.rows()?.len(), words.len(), offsets)?;
    let legal = |position: &Position, i: usize| legal_word(position, words[i], i);
    if uci {
        let texts =
            each_move(py, &packed, &rows, threads, |position, i| Ok(uci_in(position, legal(position, i)?)))?;
        written(py, &texts, arrow)
    } else {
        let texts = each_move(py, &packed, &rows, threads, |position, i| {
            Ok(San::new(position, legal(position, i)?))
        })?;
        written(py, &texts, arrow)
    }
}

fn written<'py>(py: Python<'py>, texts: &[impl AsRef<str>], arrow: bool) -> PyResult<Bound<'py, PyAny>> {
    let texts = texts.iter().map(AsRef::as_ref);
    if !arrow {
        return Ok(PyList::new(py, texts)?.into_any());
    }
    let array = StringArray::from_iter_values(texts);
    Ok(Bound::new(py, Column::new(DataType::Utf8, vec![Arc::new(array)]))?.into_any())
}

/// Read moves in UCI notation or in standard algebraic notation, each in its position.
#[pyfunction]
#[pyo3(name = "_parse_moves")]
pub(crate) fn parse_moves<'py>(
    py: Python<'py>,
    uci: bool,
    packed: Source<'py>,
    texts: Texts,
    offsets: Option<NumberArray<'py, i64>>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    let offsets = offsets.as_ref().map(NumberArray::as_slice).transpose()?;
    let rows = Rows::new(packed.rows()?.len(), texts.len(), offsets)?;
    let read = |position: &Position, text: &[u8]| {
        if uci {
            read_uci(position, text).map_err(|error| error.to_string())
        } else {
            read_move(position, text).map_err(|error| error.to_string())
        }
    };
    let parsed = each_move(py, &packed, &rows, threads, |position, i| {
        Ok(texts.get(i).ok_or_else(|| "null".to_owned()).and_then(|text| read(position, text)))
    })?;
    let moves = parsed.iter().map(|mv| mv.as_ref().map_or(0, |mv| mv.raw()));
    let moves = PyArray1::from_iter(py, moves);
    let rows = parsed.len();
    let reasons: Reasons =
        parsed.into_iter().enumerate().filter_map(|(i, mv)| Some((i, mv.err()?))).collect();
    py.import("chess_batch")?.getattr("ParsedMoves")?.call1((rows, reasons.into_py_dict(py)?, moves))
}
