//! Inputs as callers may give them: paths, bytes, open files, or a list of these.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use chess_data::input::{Input, find};
use pyo3::exceptions::{PyAttributeError, PyFileNotFoundError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{IntoPyDict, PyByteArray, PyBytes, PyMemoryView, PyString};

/// Inputs in their order.
#[derive(Default)]
pub(crate) struct Inputs(pub(crate) Vec<Given>);

/// The most bytes of inputs that are read by their caller: it takes as long as to start a thread.
pub(crate) const SHORT: u64 = 1 << 14;

pub(crate) enum Given {
    Path(PathBuf),
    Bytes(Input),
    /// The name of an open file, and its method `read`.
    File(PathBuf, Py<PyAny>),
}

impl Inputs {
    /// Adds an input, or the files that a pattern of names matches.
    ///
    /// # Errors
    /// `FileNotFoundError`: there is no such file.
    fn push(&mut self, py: Python<'_>, given: Given) -> PyResult<()> {
        let Given::Path(pattern) = &given else {
            self.0.push(given);
            return Ok(());
        };
        if is_like_text(pattern) && !pattern.exists() {
            let text: String = pattern.to_string_lossy().chars().take(40).collect();
            return Err(PyFileNotFoundError::new_err(format!(
                "{text:?}: no such file; a text is passed as bytes, b\"1. e4 e5\", and a list of texts to read_pgn with texts=True"
            )));
        }
        let is_pattern = pattern.as_os_str().as_encoded_bytes().iter().any(|byte| b"*?[".contains(byte));
        if !is_pattern || pattern.exists() {
            self.0.push(given);
            return Ok(());
        }
        let options = [("recursive", true)].into_py_dict(py)?;
        let found = py.import("glob")?.call_method("glob", (pattern.as_os_str(),), Some(&options))?;
        let mut found: Vec<PathBuf> = found.extract()?;
        if found.is_empty() {
            let message = format!("{}: no file matches this pattern", pattern.display());
            return Err(PyFileNotFoundError::new_err(message));
        }
        found.sort();
        self.0.extend(found.into_iter().map(Given::Path));
        Ok(())
    }

    /// No inputs, for work that needs none: short work is done by the caller.
    pub(crate) fn nothing(is_short: bool) -> Self {
        Self(is_short.then(|| Given::Bytes(Input::bytes("", ""))).into_iter().collect())
    }

    /// Returns the inputs as paths.
    ///
    /// # Errors
    /// `TypeError`: one is no path.
    pub(crate) fn paths(self) -> PyResult<Vec<PathBuf>> {
        let path = |given| match given {
            Given::Path(path) => Ok(path),
            _ => Err(PyTypeError::new_err("expected paths, not bytes or open files")),
        };
        self.0.into_iter().map(path).collect()
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
        if !object.hasattr("__iter__")? {
            return Err(refused(&object));
        }
        for (number, item) in object.try_iter()?.enumerate() {
            if number % 1024 == 1023 {
                object.py().check_signals()?;
            }
            let item = item?;
            inputs.push(object.py(), Given::new(&item)?.ok_or_else(|| refused(&item))?)?;
        }
        Ok(inputs)
    }
}

/// Tests whether a path looks like the text of a game: it has several lines, or begins as a tag or a move number does.
fn is_like_text(path: &Path) -> bool {
    let text = path.as_os_str().as_encoded_bytes().trim_ascii_start();
    let name = text.iter().skip(1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let number = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.contains(&b'\n')
        || text.starts_with(b"[") && name > 0 && text[1 + name..].starts_with(b" \"")
        || number > 0 && text[number..].starts_with(b".") && text.contains(&b' ')
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
            return Ok(Some(Self::Bytes(Input::bytes("<bytes>", bytes))));
        }
        let read = match object.getattr("read") {
            Err(error) if error.is_instance_of::<PyAttributeError>(object.py()) => return Ok(None),
            read => read?,
        };
        // No bytes tell what others will be.
        if !read.call1((0,))?.is_instance_of::<PyBytes>() {
            let message =
                "a file must be open for reading bytes, as by open(path, \"rb\"), and this one is not";
            return Err(PyTypeError::new_err(message));
        }
        let name = object.getattr("name").and_then(|name| name.extract::<PathBuf>());
        let name = name.unwrap_or_else(|_| "<file>".into());
        let short = object.py().import("chess_batch._reading")?.call_method1("short", (object, SHORT))?;
        let short: Option<PyBackedBytes> = short.extract()?;
        Ok(Some(match short {
            Some(bytes) => Self::Bytes(Input::bytes(name, bytes)),
            None => Self::File(name, read.unbind()),
        }))
    }
}

/// Find the PGN files that paths name. A folder stands for the files in it, in a fixed order. What is no path raises `TypeError`.
#[pyfunction]
pub(crate) fn find_pgn(py: Python<'_>, paths: Inputs) -> PyResult<Vec<OsString>> {
    let paths = paths.paths()?;
    let inputs = py.detach(|| find(paths, ".pgn"));
    Ok(inputs.iter().map(|input| input.name().as_os_str().to_owned()).collect())
}

/// Return the name of the table of a file without its ending, as ``chess pgn --parquet`` has it: ``games`` for ``a/games.pgn.zst``.
#[pyfunction]
pub(crate) fn table_name(path: PathBuf) -> OsString {
    Input::file(path).table_name()
}
