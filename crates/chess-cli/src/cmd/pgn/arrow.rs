use std::io::{self, Write};
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use chess_data::chunks::{Chunk, Counted, Pipeline};
use chess_data::columns::{Columns, ReadPart, placed, read_part};
use chess_data::filter::Filter;

use crate::error::CliError;
use crate::games::{Ending, PgnReading};
use crate::io::out_file::OutFile;
use crate::summary::{TableSummary, arrow_error};

/// Writes one table of all games.
pub(super) fn write(
    reading: &PgnReading,
    columns: &Columns,
    filter: &Filter,
    path: &Path,
) -> Result<(Ending, TableSummary), CliError> {
    let schema = columns.schema();
    let mut summary = TableSummary::new(columns.chosen());
    if path.as_os_str() == "-" {
        let failed = |error| CliError::Output(arrow_error(error));
        let out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let mut writer = StreamWriter::try_new(out, &schema).map_err(failed)?;
        let result =
            read(reading, columns, filter, &mut summary, |batch| writer.write(&batch).map_err(failed));
        let ending = match result {
            // The reader has gone.
            Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Ok((Ending::Whole, summary));
            }
            result => result?,
        };
        if ending != Ending::Interrupted {
            writer.into_inner().map_err(failed)?.flush()?;
        }
        return Ok((ending, summary));
    }
    let failed = |error| CliError::File { path: path.to_owned(), error: arrow_error(error) };
    let unwritable = CliError::file(path);
    let out = OutFile::create(path).map_err(unwritable)?;
    let mut writer = FileWriter::try_new(out, &schema).map_err(failed)?;
    let ending = read(reading, columns, filter, &mut summary, |batch| writer.write(&batch).map_err(failed))?;
    if ending == Ending::Whole {
        writer.into_inner().map_err(failed)?.finish().map_err(unwritable)?;
    }
    Ok((ending, summary))
}

fn read(
    reading: &PgnReading,
    columns: &Columns,
    filter: &Filter,
    summary: &mut TableSummary,
    mut write: impl FnMut(RecordBatch) -> Result<(), CliError>,
) -> Result<Ending, CliError> {
    let work = |(): &mut (), chunk: &Chunk<'_>| -> Counted<ReadPart> {
        read_part(chunk, reading.inputs(), columns, filter)
    };
    reading.run(
        4 * Pipeline::CHUNK_SIZE,
        || (),
        work,
        |part| {
            let Ok(part) = part else { return Ok(true) };
            summary.broken += part.value.broken;
            for batch in part.value.batches {
                let batch = placed(&batch, &part.origin);
                summary.checksum.add(&batch).map_err(|error| CliError::Output(arrow_error(error)))?;
                write(batch)?;
            }
            Ok(true)
        },
    )
}
