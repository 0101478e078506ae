//! Values that only the process that made them can use.
//!
//! `fork` copies memory and not the threads that fill it, and the copy of an open file reads on where the other has read.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The error of another process.
pub(crate) const REFUSED: &str = "the files were opened before a fork, in another process, and this one cannot read on: open them again here";

/// A value that another process neither uses nor drops: its locks may be held there for ever.
pub(crate) struct Own<T> {
    process: u32,
    /// `None` while it is dropped only.
    value: Option<T>,
}

impl<T> Own<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { process: std::process::id(), value: Some(value) }
    }

    /// Returns the value.
    ///
    /// # Errors
    /// `RuntimeError`: another process runs.
    pub(crate) fn get(&self) -> PyResult<&T> {
        let value = self.value.as_ref().filter(|_| self.process == std::process::id());
        value.ok_or_else(|| PyRuntimeError::new_err(REFUSED))
    }
}

impl<T> Drop for Own<T> {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.value.take());
        }
    }
}
