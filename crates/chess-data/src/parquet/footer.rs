use std::fs::File;

use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader};

/// The notes at the end of a complete Parquet file, with their names: those of [`FileWriter::set`](super::FileWriter::set), and
/// those of other programs.
///
/// # Errors
/// The file cannot be read, or is not a complete Parquet file.
pub fn read_notes(file: &File) -> Result<Vec<(String, String)>, ParquetError> {
    let metadata = ParquetMetaDataReader::new().parse_and_finish(file)?;
    let notes = metadata.file_metadata().key_value_metadata().map(Vec::as_slice).unwrap_or_default();
    let note = |note: &KeyValue| (note.key.clone(), note.value.clone().unwrap_or_default());
    Ok(notes.iter().map(note).collect())
}
