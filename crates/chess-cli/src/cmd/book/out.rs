use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use chess_notation::polyglot::Entry;

use crate::error::CliError;

/// Writes a book, and tells how many records it has.
///
/// It is written beside its place and put there when it is complete, so that it may take the place of one it is made of.
pub(super) fn write_book(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), CliError>,
) -> Result<u64, CliError> {
    let unwritable = |error| CliError::File { path: path.to_owned(), error };
    let part = part(path);
    let mut out = BufWriter::new(File::create(&part).map_err(unwritable)?);
    let written = write(&mut out).and_then(|()| finish(out, &part, path).map_err(unwritable));
    if written.is_err() {
        // Why it could not be written is what matters.
        let _ = fs::remove_file(&part);
    }
    written
}

fn part(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

fn finish(mut out: BufWriter<File>, part: &Path, path: &Path) -> io::Result<u64> {
    out.flush()?;
    let length = out.stream_position()?;
    drop(out);
    fs::rename(part, path)?;
    Ok(length / Entry::SIZE as u64)
}
