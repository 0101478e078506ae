use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use super::tally::Tally;

/// The number of bytes that are read and written at a time.
const BUFFER: usize = 1 << 16;

/// Sorted tallies in a temporary file, which has no name and goes when it is closed.
#[derive(Debug)]
pub(super) struct Run {
    file: File,
    count: u64,
}

impl Run {
    pub(super) fn write(tallies: &[Tally]) -> io::Result<Self> {
        let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile()?);
        for tally in tallies {
            out.write_all(&tally.to_bytes())?;
        }
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Self { file, count: tallies.len() as u64 })
    }

    pub(super) fn read(self) -> impl Iterator<Item = io::Result<Tally>> {
        let mut read = BufReader::with_capacity(BUFFER, self.file);
        (0..self.count).map(move |_| {
            let mut bytes = [0; Tally::SIZE];
            read.read_exact(&mut bytes)?;
            Ok(Tally::from_bytes(bytes))
        })
    }
}
