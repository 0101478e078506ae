//! Inputs as callers may give them: paths, bytes, open files, or a list of these.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;

use chess_data::input::{Input, find};
use pyo3::exceptions::{PyFileNotFoundError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{IntoPyDict, PyByteArray, PyBytes, PyMemoryView, PyString};

/// Inputs in their order.
pub(crate) struct Inputs(Vec<Given>);

/// Characters of which a path of a file has one if it is a pattern of names.
const WILD: [u8; 3] = *b"*?[";

enum Given {
    Path(PathBuf),
    Input(Input),
}

impl Inputs {
    /// Returns all inputs, with the files that end with `ending` in the place of folders.
    pub(crate) fn find(self, ending: &str) -> Vec<Input> {
        let of = |given| match given {
            Given::Path(path) => find([path], ending),
            Given::Input(input) => vec![input],
        };
        self.0.into_iter().flat_map(of).collect()
    }

    /// Adds an input, or the files that a pattern of names matches.
    ///
    /// # Errors
    /// `FileNotFoundError`: there is no such file.
    fn push(&mut self, py: Python<'_>, given: Given) -> PyResult<()> {
        let Given::Path(pattern) = &given else {
            self.0.push(given);
            return Ok(());
        };
        let is_pattern = pattern.as_os_str().as_encoded_bytes().iter().any(|byte| WILD.contains(byte));
        if !is_pattern || pattern.exists() {
            self.0.push(given);
            return Ok(());
        }
        let options = [("recursive", true)].into_py_dict(py)?;
        let found = py.import("glob")?.call_method("glob", (pattern.as_os_str(),), Some(&options))?;
        let mut found: Vec<PathBuf> = found.extract()?;
        if found.is_empty() {
            let message = format!("{}: no file has such a name", pattern.display());
            return Err(PyFileNotFoundError::new_err(message));
        }
        found.sort();
        self.0.extend(found.into_iter().map(Given::Path));
        Ok(())
    }
}

impl FromPyObject<'_, '_> for Inputs {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let mut inputs = Self(Vec::new());
        if let Some(one) = Given::new(&object)? {
            inputs.push(object.py(), one)?;
            return Ok(inputs);
        }
        for item in object.try_iter().map_err(|_| refused(&object))? {
            let item = item?;
            inputs.push(object.py(), Given::new(&item)?.ok_or_else(|| refused(&item))?)?;
        }
        Ok(inputs)
    }
}

fn refused(object: &Bound<'_, PyAny>) -> PyErr {
    let name = object.get_type().qualname().map_or_else(|_| String::new(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "an input is a path, bytes, a file that is open for reading bytes, or a list of these, and not {name}"
    ))
}

impl Given {
    /// Reads one input; `None` if the object is none.
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if object.is_instance_of::<PyString>() || object.hasattr("__fspath__")? {
            return Ok(Some(Self::Path(object.extract()?)));
        }
        let bytes = if object.is_instance_of::<PyMemoryView>() {
            object.call_method0("tobytes")?
        } else {
            object.clone()
        };
        if bytes.is_instance_of::<PyBytes>() || bytes.is_instance_of::<PyByteArray>() {
            let bytes: PyBackedBytes = bytes.extract()?;
            return Ok(Some(Self::Input(Input::bytes("<bytes>", bytes))));
        }
        let Ok(read) = object.getattr("read") else { return Ok(None) };
        // No bytes tell what others will be.
        if !read.call1((0,))?.is_instance_of::<PyBytes>() {
            let message =
                "a file must be open for reading bytes, as by open(path, \"rb\"), and this one is not";
            return Err(PyTypeError::new_err(message));
        }
        let name = object.getattr("name").and_then(|name| name.extract::<PathBuf>());
        let file = File { read: read.unbind(), rest: Vec::new() };
        Ok(Some(Self::Input(Input::reader(name.unwrap_or_else(|_| "<file>".into()), file))))
    }
}

/// An open file of Python.
struct File {
    read: Py<PyAny>,
    /// Bytes beyond those that were asked for, the last first.
    rest: Vec<u8>,
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let bytes = Python::try_attach(|py| {
                let bytes = self.read.call1(py, (buffer.len(),))?;
                bytes.extract::<PyBackedBytes>(py).map_err(PyErr::from)
            });
            let bytes = bytes.ok_or(ErrorKind::BrokenPipe)??;
            if let Some(place) = buffer.get_mut(..bytes.len()) {
                place.copy_from_slice(&bytes);
                return Ok(bytes.len());
            }
            self.rest = bytes.iter().rev().copied().collect();
        }
        let count = self.rest.len().min(buffer.len());
        for (place, byte) in buffer.iter_mut().zip(self.rest.drain(self.rest.len() - count..).rev()) {
            *place = byte;
        }
        Ok(count)
    }
}

/// Find the PGN files that paths name. A folder stands for the files in it, in a fixed order. What is no path raises `TypeError`.
#[pyfunction]
pub(crate) fn find_pgn(py: Python<'_>, paths: Inputs) -> PyResult<Vec<OsString>> {
    if paths.0.iter().any(|given| matches!(given, Given::Input(_))) {
        return Err(PyTypeError::new_err("a path or a list of paths is needed, and no bytes and open files"));
    }
    let inputs = py.detach(|| paths.find(".pgn"));
    Ok(inputs.iter().map(|input| input.name().as_os_str().to_owned()).collect())
}

/// Return the name of the table of a file without its ending, as ``chess pgn --parquet`` has it: ``games`` for ``a/games.pgn.zst``.
#[pyfunction]
pub(crate) fn table_name(path: PathBuf) -> OsString {
    Input::file(path).table_name()
}
