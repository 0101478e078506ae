//! Rows of a result that have no value, with the reasons.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The reasons why rows have no value, and the number of all rows.
pub(crate) struct RowErrors {
    /// The rows without a value, in order.
    wrong: Vec<(usize, String)>,
    rows: usize,
}

impl RowErrors {
    /// Creates the reasons of so many rows; `wrong` is in the order of the rows.
    pub(crate) const fn new(rows: usize, wrong: Vec<(usize, String)>) -> Self {
        Self { wrong, rows }
    }

    /// Creates the reasons from those that a pickle holds.
    ///
    /// # Errors
    /// `ValueError`: rows that are not there, or not in their order.
    pub(crate) fn restore(rows: usize, wrong: Vec<(usize, String)>) -> PyResult<Self> {
        let is_sorted = wrong.is_sorted_by(|(one, _), (next, _)| one < next);
        if !is_sorted || wrong.last().is_some_and(|(row, _)| *row >= rows) {
            return Err(PyValueError::new_err("the reasons are not those of rows"));
        }
        Ok(Self { wrong, rows })
    }

    /// Returns the rows without a value, and the reasons.
    pub(crate) fn list(&self) -> Vec<(usize, &str)> {
        self.wrong.iter().map(|(row, reason)| (*row, reason.as_str())).collect()
    }

    /// Returns the number of all rows.
    pub(crate) const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of rows without a value.
    pub(crate) const fn count(&self) -> usize {
        self.wrong.len()
    }

    /// Returns the reason of each row, and `None` for rows with a value.
    pub(crate) fn tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut all = vec![None; self.rows];
        for (row, error) in &self.wrong {
            all[*row] = Some(error.as_str());
        }
        PyTuple::new(py, all)
    }

    /// Returns the reason of a row, if it has no value.
    pub(crate) fn of_row(&self, row: usize) -> Option<&str> {
        let index = self.wrong.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        Some(&self.wrong[index].1)
    }
}
