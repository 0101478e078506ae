use std::fmt;
use std::io::Write;
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::writer::SerializedFileWriter;

use super::encoder::{Encoder, RowGroup};

/// A writer of a Parquet file.
pub struct FileWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> FileWriter<W> {
    /// Begins a file of the encoder's table.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn new(write: W, encoder: &Encoder) -> Result<Self, ParquetError> {
        let (root, properties) = (Arc::clone(&encoder.root), Arc::clone(&encoder.properties));
        Ok(Self { writer: SerializedFileWriter::new(write, root, properties)? })
    }

    /// Writes encoded rows.
    ///
    /// # Errors
    /// Those of the writer that the file was begun with; and the rows are those of another table.
    pub fn write(&mut self, group: RowGroup) -> Result<(), ParquetError> {
        let mut writer = self.writer.next_row_group()?;
        for column in group.columns {
            column.append_to_row_group(&mut writer)?;
        }
        writer.close()?;
        Ok(())
    }

    /// Adds a note that [`read_notes`](super::read_notes) finds at the end of the file.
    pub fn set(&mut self, name: &str, value: &str) {
        self.writer.append_key_value_metadata(KeyValue::new(name.to_owned(), value.to_owned()));
    }

    /// Writes the end of the file. Without it, the file cannot be read.
    ///
    /// # Errors
    /// Those of the writer that the file was begun with.
    pub fn finish(self) -> Result<W, ParquetError> {
        self.writer.into_inner()
    }
}

impl<W: Write + Send> fmt::Debug for FileWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileWriter").finish_non_exhaustive()
    }
}
