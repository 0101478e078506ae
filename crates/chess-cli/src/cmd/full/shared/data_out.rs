//! The place of a command's data: a file, or standard output.

use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use super::paths::is_stream;
use crate::error::CliError;
use crate::io::out_file::{OutFile, target};

/// A file that gets its name when it is complete, or standard output for the path `-`.
pub(crate) struct DataOut {
    path: PathBuf,
    out: Out,
}

enum Out {
    File(Box<OutFile>),
    Stdout(BufWriter<Stdout>),
}

/// Returns whether what was written to a path can be followed by more: a reader of standard output that has gone is no error, and the
/// rest of the data is dropped.
pub(crate) fn heed(path: &Path, written: io::Result<()>) -> Result<bool, CliError> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if is_stream(path) && error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(unwritable(path)(error)),
    }
}

/// The data for this path cannot be written; `-` is standard output.
pub(crate) fn unwritable(path: &Path) -> impl Fn(io::Error) -> CliError + Copy {
    move |error| if is_stream(path) { CliError::Output(error) } else { CliError::file(path)(error) }
}

/// A temporary file cannot be written or read.
pub(crate) fn temporary(error: io::Error) -> CliError {
    CliError::command(Temporary(error))
}

#[derive(Debug, thiserror::Error)]
#[error("temporary file: {0}")]
struct Temporary(io::Error);

impl DataOut {
    pub(crate) fn create(path: &Path) -> Result<Self, CliError> {
        let out = if is_stream(path) {
            Out::Stdout(BufWriter::with_capacity(1 << 16, io::stdout()))
        } else {
            Out::File(OutFile::create(path).map(Box::new).map_err(CliError::file(path))?)
        };
        Ok(Self { path: path.to_owned(), out })
    }

    /// Writes a piece of the data, which a reader of standard output gets at once. Returns false if there is no reader.
    pub(crate) fn write_piece(&mut self, bytes: &[u8]) -> Result<bool, CliError> {
        let written = match &mut self.out {
            Out::File(file) => file.write_all(bytes),
            Out::Stdout(stdout) => stdout.write_all(bytes).and_then(|()| stdout.flush()),
        };
        heed(&self.path, written)
    }

    /// Gives a file another path in the same folder.
    pub(crate) fn set_path(&mut self, path: &Path) -> Result<(), CliError> {
        path.clone_into(&mut self.path);
        if let Out::File(file) = &mut self.out {
            (file.place, file.replaced) = target(path).map_err(CliError::file(path))?;
        }
        Ok(())
    }

    /// Gives a complete file its name.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let finished = match self.out {
            Out::File(file) => file.finish(),
            Out::Stdout(mut stdout) => stdout.flush(),
        };
        heed(&self.path, finished).map(drop)
    }
}

impl Write for DataOut {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::File(file) => file.write(bytes),
            Out::Stdout(stdout) => stdout.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::File(file) => file.flush(),
            Out::Stdout(stdout) => stdout.flush(),
        }
    }
}
