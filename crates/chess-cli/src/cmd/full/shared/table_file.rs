//! Files of tables: Parquet, and Arrow's interprocess format.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter as ArrowWriter, StreamWriter};
use arrow_schema::{ArrowError, SchemaRef};
#[cfg(feature = "parquet")]
use chess_data::parquet::{Encoder, FileWriter as ParquetWriter, RowGroup};
#[cfg(feature = "parquet")]
use parquet::errors::ParquetError;

use super::data_out::{DataOut, heed, unwritable};
use super::paths::is_stream;
use crate::error::CliError;

/// The format of tables with the same columns.
pub(crate) enum TableFormat {
    /// Arrow's interprocess format: a file, or a stream on standard output.
    Arrow(SchemaRef),
    #[cfg(feature = "parquet")]
    Parquet(Encoder),
}

/// Rows, encoded as far as any thread can do it.
pub(crate) struct Rows {
    pub(crate) batch: RecordBatch,
    #[cfg(feature = "parquet")]
    group: Option<RowGroup>,
}

/// A table that is being written.
pub(crate) struct TableFile {
    path: PathBuf,
    writer: Writer,
}

enum Writer {
    Stream(StreamWriter<DataOut>),
    Arrow(ArrowWriter<DataOut>),
    #[cfg(feature = "parquet")]
    Parquet(ParquetWriter<DataOut>),
}

impl TableFormat {
    #[cfg(feature = "parquet")]
    pub(crate) fn parquet(schema: &SchemaRef) -> Result<Self, CliError> {
        Encoder::new(schema).map(Self::Parquet).map_err(CliError::command)
    }

    pub(crate) fn encode(&self, batch: RecordBatch) -> Result<Rows, CliError> {
        match self {
            Self::Arrow(_) => Ok(Rows {
                batch,
                #[cfg(feature = "parquet")]
                group: None,
            }),
            #[cfg(feature = "parquet")]
            Self::Parquet(encoder) => {
                let group = encoder.encode(&batch).map_err(CliError::command)?;
                Ok(Rows { batch, group: Some(group) })
            }
        }
    }

    /// Begins a table. It gets its name when it is complete.
    pub(crate) fn create(&self, path: &Path) -> Result<TableFile, CliError> {
        let out = DataOut::create(path)?;
        let writer = match self {
            Self::Arrow(schema) if is_stream(path) => {
                StreamWriter::try_new(out, schema).map(Writer::Stream).map_err(arrow_error)
            }
            Self::Arrow(schema) => ArrowWriter::try_new(out, schema).map(Writer::Arrow).map_err(arrow_error),
            #[cfg(feature = "parquet")]
            Self::Parquet(encoder) => {
                ParquetWriter::new(out, encoder).map(Writer::Parquet).map_err(parquet_error)
            }
        };
        Ok(TableFile { path: path.to_owned(), writer: writer.map_err(unwritable(path))? })
    }
}

impl TableFile {
    /// Writes rows. Returns false if nobody reads them.
    pub(crate) fn write(&mut self, rows: Rows) -> Result<bool, CliError> {
        let written = match &mut self.writer {
            Writer::Stream(writer) => writer.write(&rows.batch).map_err(arrow_error),
            Writer::Arrow(writer) => writer.write(&rows.batch).map_err(arrow_error),
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => {
                rows.group.map_or(Ok(()), |group| writer.write(group, &rows.batch)).map_err(parquet_error)
            }
        };
        heed(&self.path, written)
    }

    /// Adds a note to a Parquet file.
    #[cfg(feature = "parquet")]
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        if let Writer::Parquet(writer) = &mut self.writer {
            writer.set(name, value);
        }
    }

    /// Completes the table.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let out = match self.writer {
            Writer::Stream(writer) => writer.into_inner().map_err(arrow_error),
            Writer::Arrow(writer) => writer.into_inner().map_err(arrow_error),
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.finish().map_err(parquet_error),
        };
        match out {
            Ok(out) => out.finish(),
            Err(error) => heed(&self.path, Err(error)).map(drop),
        }
    }
}

/// The error of the writer, if it is one.
pub(crate) fn arrow_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        ArrowError::ExternalError(error) => external(error),
        error => io::Error::other(error),
    }
}

/// The error of the writer, if it is one.
#[cfg(feature = "parquet")]
pub(crate) fn parquet_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => external(error),
        error => io::Error::other(error),
    }
}

/// An error of the writer that another error hides.
fn external(error: Box<dyn Error + Send + Sync>) -> io::Error {
    error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
}
