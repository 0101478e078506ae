//! PGN files and the places where they are cut, for tasks that read one part each.

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;

use chess_data::chunks::{Chunk, Counted, InputError, Pipeline};
use chess_data::columns::{self, Base};
use chess_data::filter::Filter;
use chess_data::input::{Compression, Input, Progress};
use chess_notation::pgn::{Event, PgnError};
use pyo3::prelude::*;

use crate::errors;
use crate::files::scan::Choice;
use crate::host::run::{Stop, interruptible};
use crate::table::Table;

/// The most bytes that are scanned at once.
const SCANNED: u64 = 1 << 20;

/// The number of scans of which a part consists at least.
const SCANS: u64 = 16;

/// A part of a file: bytes before it, its bytes, and the numbers of its first game and line, from 1.
pub(crate) type Place = (u64, u64, u64, u64);

/// Cut a file between games into parts of at least `size` bytes, but for the last; return None if it is compressed.
///
/// `lenient` says how the parts will be read.
#[pyfunction]
#[pyo3(signature = (path, size, *, lenient=false))]
pub(crate) fn cut_pgn(
    py: Python<'_>,
    path: PathBuf,
    size: u64,
    lenient: bool,
) -> PyResult<Option<Vec<Place>>> {
    let input = [Input::file(&path)];
    let opened =
        input[0].open(&Progress::default()).map_err(|error| errors::file(&error, input[0].name()))?;
    if opened.compression() != Compression::None {
        return Ok(None);
    }
    drop(opened);
    interruptible(py, |stop| cut(&input, size, lenient, stop))?
        .map(Some)
        .map_err(|error| errors::input(&error))
}

/// Read the part of a file at a place as a table, with the numbers that games and lines have in the file.
#[pyfunction]
#[pyo3(signature = (path, place, *, columns=None, filter=None, lenient=false))]
pub(crate) fn read_part(
    py: Python<'_>,
    path: PathBuf,
    place: Place,
    columns: Option<Choice>,
    filter: Option<Cow<'_, str>>,
    lenient: bool,
) -> PyResult<Table> {
    let (offset, length, game, line) = place;
    let columns = columns.unwrap_or_default().0;
    let filter =
        filter.map_or(Ok(Filter::ALL), |text| text.parse()).map_err(|error| errors::filter(&error))?;
    let base = Base {
        games: game.saturating_sub(1),
        lines: line.saturating_sub(1),
        bytes: offset,
        is_lenient: lenient,
        ..Base::file(path.to_string_lossy())
    };
    let text = || -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Input::file(&path).open_part(offset..offset.saturating_add(length))?.read_to_end(&mut text)?;
        if (text.len() as u64) < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(text) }
    };
    let batches = interruptible(py, |stop| {
        let read = |text: Vec<u8>| {
            let batches = columns::read_chunk(&text, &base, &columns, &filter);
            batches.take_while(|_| !stop.is_wanted()).collect::<Vec<_>>()
        };
        text().map(read)
    })?;
    let batches = batches.map_err(|error| errors::file(&error, &path))?;
    Ok(Table::new(columns.schema(), batches))
}

fn cut(input: &[Input], size: u64, is_lenient: bool, stop: &Stop) -> Result<Vec<Place>, InputError> {
    let scanned = size.div_ceil(SCANS).min(SCANNED) as usize;
    let mut places: Vec<Place> = Vec::new();
    let outcome = Pipeline::new(input).lenient(is_lenient).chunk_size(scanned).run(
        |chunk| Counted { value: chunk.bytes().len() as u64, games: games(chunk) },
        |part| match part {
            Ok(part) if !stop.is_wanted() => {
                let origin = part.origin;
                match places.last_mut() {
                    Some(place) if place.1 < size => place.1 += part.value,
                    _ => places.push((origin.offset, part.value, origin.games + 1, origin.lines + 1)),
                }
                ControlFlow::Continue(())
            }
            Ok(_) => ControlFlow::Break(Ok(())),
            Err(error) => ControlFlow::Break(Err(error)),
        },
    );
    match outcome {
        ControlFlow::Break(Err(error)) => Err(error),
        _ => Ok(places),
    }
}

/// The number of games of a chunk.
fn games(chunk: &Chunk<'_>) -> u64 {
    let mut reader = chunk.reader();
    loop {
        let is_over = match reader.next_event() {
            Ok(Some(Event::End(_))) => false,
            Ok(Some(_)) | Err(PgnError::Game(_)) => reader.skip_game().is_err(),
            // Bytes in memory have no other errors.
            Ok(None) | Err(_) => true,
        };
        if is_over {
            return reader.game();
        }
    }
}
