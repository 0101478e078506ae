use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use chess_data::arrow::FileWriter as ArrowWriter;
use chess_data::dumps::{Dump, Reading};
#[cfg(feature = "parquet")]
use chess_data::parquet::{Encoder, FileWriter as ParquetWriter};

use crate::cmd::pgn::arrow::arrow_error;
#[cfg(feature = "parquet")]
use crate::cmd::pgn::arrow::parquet_error;
use crate::cmd::pgn::summary::Summary;
use crate::io::out_file::OutFile;
use crate::outcome::CliError;

/// Writes the rows as a file in Arrow's interprocess format.
pub(super) fn write_arrow(
    reading: &Reading<'_>,
    dump: Dump,
    file: &Path,
    path: &Path,
) -> Result<Summary, CliError> {
    let unwritable = |error| CliError::File { path: path.to_owned(), error };
    let failed = |error| unwritable(arrow_error(error));
    let fields = dump.fields();
    let mut summary = Summary::new(&fields);
    let out = OutFile::create(path).map_err(unwritable)?;
    let mut writer = ArrowWriter::new(out, &fields).map_err(failed)?;
    let read = reading.for_each(|batch| {
        summary.add_with_errors(&batch);
        stop_at_error(writer.write(batch).map_err(failed))
    });
    finish_reading(read, file)?;
    writer.finish().map_err(failed)?.finish().map_err(unwritable)?;
    Ok(summary)
}

/// Writes the rows as a Parquet file.
#[cfg(feature = "parquet")]
pub(super) fn write_parquet(
    reading: &Reading<'_>,
    dump: Dump,
    file: &Path,
    path: &Path,
) -> Result<Summary, CliError> {
    let unwritable = |error| CliError::File { path: path.to_owned(), error };
    let failed = |error| unwritable(parquet_error(error));
    let fields = dump.fields();
    let mut summary = Summary::new(&fields);
    let encoder = Encoder::new(&fields).map_err(failed)?;
    let out = OutFile::create(path).map_err(unwritable)?;
    let mut writer = ParquetWriter::new(out, &encoder).map_err(failed)?;
    let read = reading.map_each(
        |batch| encoder.encode(&batch).map(|group| (batch, group)),
        |encoded| {
            let written = encoded.and_then(|(batch, group)| {
                summary.add_with_errors(&batch);
                writer.write(group.finish(&batch)?)
            });
            stop_at_error(written.map_err(failed))
        },
    );
    finish_reading(read, file)?;
    writer.finish().map_err(failed)?.finish().map_err(unwritable)?;
    Ok(summary)
}

fn stop_at_error(written: Result<(), CliError>) -> ControlFlow<CliError> {
    match written {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(error),
    }
}

fn finish_reading(read: io::Result<ControlFlow<CliError>>, file: &Path) -> Result<(), CliError> {
    match read.map_err(|error| CliError::File { path: file.to_owned(), error })? {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}
