//! Columns and lists of texts of games, as tables of one row for each.

use std::ops::ControlFlow;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::LargeBinaryBuilder;
use chess_data::columns::{Columns, TextTable, Texts};
use chess_data::filter::Filter;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use crate::files::scan::{LEAST_ROWS, Take, Waiting};
use crate::host::inputs::SHORT;
use crate::rows::texts::{arrow_chunks, is_null};
use crate::table::Column;

/// Texts with nulls: a column of Arrow, which is not copied, or a list of `str` and bytes.
pub(crate) struct GameTexts(pub(crate) Texts);

/// Tests whether an object is a column of Arrow, or becomes one.
pub(crate) fn is_column(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.is_instance_of::<Column>()
        || object.hasattr("__arrow_c_array__")?
        || object.hasattr("__arrow_c_stream__")?)
}

impl FromPyObject<'_, '_> for GameTexts {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if is_text(&object) {
            return Err(PyTypeError::new_err(
                "expected a column or list of texts, not one text: pass [text], or its bytes without texts=True, which may have many games",
            ));
        }
        let arrays = match arrow_chunks(&object)? {
            Some(arrays) => arrays,
            None => copied(&object)?,
        };
        let texts = Texts::new(arrays);
        texts.map(Self).map_err(|error| PyTypeError::new_err(error.to_string()))
    }
}

fn is_text(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
}

/// The bytes of an array of texts that are copied, about. In one array for all, they would be copied again and again while it grows.
const ARRAY: usize = 1 << 20;

/// Copies a list of texts.
fn copied(list: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    let mut arrays: Vec<ArrayRef> = Vec::new();
    let mut texts = LargeBinaryBuilder::new();
    for (number, text) in list.try_iter()?.enumerate() {
        if number % 1024 == 1023 {
            list.py().check_signals()?;
        }
        if texts.values_slice().len() >= ARRAY {
            arrays.push(Arc::new(texts.finish()));
            texts = LargeBinaryBuilder::with_capacity(ARRAY / 256, ARRAY + ARRAY / 16);
        }
        let text = text?;
        if let Ok(text) = text.cast::<PyString>() {
            texts.append_value(text.to_cow()?.as_bytes());
        } else if let Ok(bytes) = text.cast::<PyBytes>() {
            texts.append_value(bytes.as_bytes());
        } else if is_null(&text)? {
            texts.append_null();
        } else if text.is_instance_of::<PyByteArray>() {
            texts.append_value(text.extract::<PyBackedBytes>()?);
        } else {
            let found = text.get_type().qualname()?;
            let message = format!("row {number}: expected a text, bytes or None, found {found}");
            return Err(PyTypeError::new_err(message));
        }
    }
    arrays.push(Arc::new(texts.finish()));
    Ok(arrays)
}

impl GameTexts {
    /// Returns the table of the texts, with a column of start positions.
    ///
    /// # Errors
    /// `ValueError`: there are not as many start positions as texts.
    pub(crate) fn table(
        self,
        start: Option<Self>,
        columns: &Columns,
        filter: &Filter,
    ) -> PyResult<TextTable> {
        let table = TextTable::new(self.0, columns, filter);
        match start {
            None => Ok(table),
            Some(Self(fens)) => table.starts(fens).map_err(|error| PyValueError::new_err(error.to_string())),
        }
    }

    /// Tests whether the texts are read in the time that the start of a thread takes.
    pub(crate) fn are_short(&self) -> bool {
        let bytes = |row| self.0.get(row).map_or(0, <[u8]>::len);
        self.0.len() <= FEW && (0..self.0.len()).map(bytes).sum::<usize>() <= SHORT as usize
    }
}

/// The texts that a thread should have at least.
pub(crate) const FEW: usize = 32;

/// Reads all texts, and hands over their batches in order until `take` breaks.
pub(crate) fn read_texts(table: &TextTable, take: Take<'_>) {
    let mut waiting = Waiting::default();
    let _ = table.for_each(|batch| {
        waiting.push(batch);
        if waiting.rows < LEAST_ROWS { ControlFlow::Continue(()) } else { waiting.flush(&mut *take) }
    });
    let _ = waiting.flush(take);
}
