use std::error::Error;
use std::io;

use arrow_schema::ArrowError;
#[cfg(feature = "parquet")]
use parquet::errors::ParquetError;

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
