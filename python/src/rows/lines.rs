//! Lines of moves, each from its position: those of puzzles and of analysis.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt16Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use chess_notation::San;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::game::mv::legal_word;
use crate::host::numbers::{Threads, Word};
use crate::rows::forms::Source;
use crate::rows::packed::each_row;
use crate::rows::texts::{arrow_chunks, is_null};

/// Lines of words of moves.
pub(crate) struct Lines {
    words: Vec<u16>,
    ends: Vec<usize>,
}

impl Lines {
    /// Adds the lines of an array of lists. A list that is null is an empty line.
    fn push_arrow(&mut self, array: &ArrayRef) -> PyResult<()> {
        for i in 0..array.len() {
            let line = match array.data_type() {
                DataType::List(_) => Some(array.as_list::<i32>().value(i)),
                DataType::LargeList(_) => Some(array.as_list::<i64>().value(i)),
                _ => None,
            };
            let line = line.filter(|_| array.is_valid(i));
            match line.as_ref().map(|line| (line.data_type(), line)) {
                Some((DataType::UInt16, line)) => {
                    self.words.extend_from_slice(line.as_primitive::<UInt16Type>().values());
                }
                // As Spark has them.
                Some((DataType::Int32, line)) => {
                    self.words
                        .extend(line.as_primitive::<Int32Type>().values().iter().map(|&word| word as u16));
                }
                None if array.is_null(i) => {}
                _ => return Err(refused(array.data_type())),
            }
            self.ends.push(self.words.len());
        }
        Ok(())
    }

    fn get(&self, row: usize) -> &[u16] {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start..self.ends[row]]
    }
}

fn refused(what: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(format!("lines are a column or list of lists of moves, and not {what}"))
}

impl FromPyObject<'_, '_> for Lines {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let mut lines = Self { words: Vec::new(), ends: Vec::new() };
        if let Some(chunks) = arrow_chunks(&object)? {
            chunks.iter().try_for_each(|chunk| lines.push_arrow(chunk))?;
            return Ok(lines);
        }
        for line in object.try_iter()? {
            let line = line?;
            if !is_null(&line)? {
                if !line.hasattr("__iter__")? {
                    return Err(refused(line.get_type()));
                }
                for mv in line.try_iter()? {
                    lines.words.push(mv?.extract::<Word>()?.0);
                }
            }
            lines.ends.push(lines.words.len());
        }
        Ok(lines)
    }
}

/// Return lines of moves in standard algebraic notation: a list of texts for each line.
///
/// `packed` are the positions in which the lines begin, as for `to_planes`, and `lines` the words of their moves, each legal behind the
/// one before: a column such as ``moves`` of puzzles and evaluations, or a list of lists. A line that is null is empty. A move
/// that is not legal raises `IllegalMoveError` with the `index` of its line.
///
/// >>> from chess_batch import read_puzzles, san_line
/// >>> puzzle = b"00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate,url,\n"
/// >>> table = read_puzzles(puzzle)
/// >>> san_line(table["position"], table["moves"])
/// [['Kd7', 'Be6+', 'Kd8', 'Qf8#']]
#[pyfunction]
#[pyo3(signature = (packed, lines, *, threads=None))]
pub(crate) fn san_line(
    py: Python<'_>,
    packed: Source<'_>,
    lines: Lines,
    threads: Option<Threads>,
) -> PyResult<Vec<Vec<String>>> {
    let rows = packed.rows()?;
    if rows.len() != lines.ends.len() {
        let message = format!("{} lines for {} positions", lines.ends.len(), rows.len());
        return Err(PyValueError::new_err(message));
    }
    each_row(py, rows.len(), threads, |row| {
        let words = lines.get(row);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let mut position = rows.unpack(row)?;
        let mut texts = Vec::with_capacity(words.len());
        for &word in words {
            let mv = legal_word(&position, word, row)?;
            texts.push(San::new(&position, mv).to_string());
            position.play_unchecked(mv);
        }
        Ok(texts)
    })
}
