//! Values that only the process that made them can use.
//!
//! `fork` copies memory and not the threads that fill it, and the copy of an open file reads on where the other has read.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The process in which something was made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Process(u32);

/// The error of another process.
pub(crate) const REFUSED: &str = "the files were opened before a fork, in another process, and this one cannot read on: open them again here";

impl Process {
    /// Returns this process.
    pub(crate) fn this() -> Self {
        Self(std::process::id())
    }

    /// Tests whether this is the process that runs.
    pub(crate) fn is_this(self) -> bool {
        self == Self::this()
    }

    /// # Errors
    /// `RuntimeError`: another process runs.
    pub(crate) fn check(self) -> PyResult<()> {
        if self.is_this() { Ok(()) } else { Err(PyRuntimeError::new_err(REFUSED)) }
    }
}

/// A value that another process neither uses nor drops: its locks may be held there for ever.
pub(crate) struct Own<T> {
    process: Process,
    /// `None` while it is dropped only.
    value: Option<T>,
}

impl<T> Own<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { process: Process::this(), value: Some(value) }
    }

    /// Returns the value; `None` in another process.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref().filter(|_| self.process.is_this())
    }

    /// Returns the value to be changed; `None` in another process.
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        let is_this = self.process.is_this();
        self.value.as_mut().filter(|_| is_this)
    }
}

impl<T> Drop for Own<T> {
    fn drop(&mut self) {
        if !self.process.is_this() {
            std::mem::forget(self.value.take());
        }
    }
}
