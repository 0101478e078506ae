use std::fmt;
use std::io::Write;

use arrow_ipc::writer;
use arrow_schema::ArrowError;

use super::convert::{record_batch, schema};
use crate::columns::{Batch, Field};

/// A writer of a file in Arrow's interprocess format.
///
/// # Examples
/// ```
/// use chess_data::arrow::FileWriter;
/// use chess_data::columns::{Base, Columns, read_chunk};
/// use chess_data::filter::Filter;
///
/// let columns = Columns::default();
/// let mut writer = FileWriter::new(Vec::new(), &columns.fields())?;
/// for batch in read_chunk(b"1. e4 *", &Base::file("games.pgn"), &columns, &Filter::ALL) {
///     writer.write(batch)?;
/// }
/// let bytes: Vec<u8> = writer.finish()?;
/// assert!(bytes.starts_with(b"ARROW1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FileWriter<W: Write> {
    writer: writer::FileWriter<W>,
}

impl<W: Write> FileWriter<W> {
    /// Begins a file of a table with these columns.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn new(write: W, fields: &[Field]) -> Result<Self, ArrowError> {
        Ok(Self { writer: writer::FileWriter::try_new(write, &schema(fields))? })
    }

    /// Writes rows.
    ///
    /// # Errors
    /// Those of the writer that the file was begun with; and the batch has other columns.
    pub fn write(&mut self, batch: Batch) -> Result<(), ArrowError> {
        self.writer.write(&record_batch(batch)?)
    }

    /// Writes the end of the file. Without it, the file cannot be read.
    ///
    /// # Errors
    /// Those of the writer that the file was begun with.
    pub fn finish(mut self) -> Result<W, ArrowError> {
        self.writer.finish()?;
        self.writer.into_inner()
    }
}

impl<W: Write> fmt::Debug for FileWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileWriter").finish_non_exhaustive()
    }
}

/// A writer of a stream in Arrow's interprocess format, for pipes.
pub struct StreamWriter<W: Write> {
    writer: writer::StreamWriter<W>,
}

impl<W: Write> StreamWriter<W> {
    /// Begins a stream of a table with these columns.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn new(write: W, fields: &[Field]) -> Result<Self, ArrowError> {
        Ok(Self { writer: writer::StreamWriter::try_new(write, &schema(fields))? })
    }

    /// Writes rows.
    ///
    /// # Errors
    /// Those of the writer that the stream was begun with; and the batch has other columns.
    pub fn write(&mut self, batch: Batch) -> Result<(), ArrowError> {
        self.writer.write(&record_batch(batch)?)
    }

    /// Writes the end of the stream.
    ///
    /// # Errors
    /// Those of the writer that the stream was begun with.
    pub fn finish(mut self) -> Result<W, ArrowError> {
        self.writer.finish()?;
        self.writer.into_inner()
    }
}

impl<W: Write> fmt::Debug for StreamWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamWriter").finish_non_exhaustive()
    }
}
