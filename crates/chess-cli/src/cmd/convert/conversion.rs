use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use chess_data::training::{Fault, Format, ReadError, Reader, Writer};
use indicatif::ProgressBar;

use super::summary::Summary;
use crate::error::CliError;

/// The size of the buffer before the output, in bytes.
const BUFFER: usize = 1 << 18;

/// A conversion of one file to another.
pub(super) struct Conversion<'a> {
    pub(super) input: &'a Path,
    pub(super) output: &'a Path,
    pub(super) to: Format,
    /// A fault ends the work.
    pub(super) is_strict: bool,
    pub(super) bar: &'a ProgressBar,
}

impl Conversion<'_> {
    /// Converts the records of a reader.
    pub(super) fn run(&self, mut reader: Reader<impl Read>, out: impl Write) -> Result<Summary, CliError> {
        let mut writer = Writer::new(self.to, BufWriter::with_capacity(BUFFER, out));
        let mut summary = Summary::default();
        for record in &mut reader {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    self.heed(error, &mut summary)?;
                    continue;
                }
            };
            summary.records += 1;
            summary.games += u64::from(record.starts_game);
            if let Err(error) = writer.write(&record) {
                self.heed_output(error)?;
                return Ok(summary);
            }
        }
        self.require_something(&summary)?;
        summary.written = writer.written();
        summary.losses = writer.losses();
        summary.losses += reader.losses();
        if let Err(error) = writer.finish() {
            self.heed_output(error)?;
        }
        Ok(summary)
    }

    /// Tells a fault and counts it, unless it ends the work.
    pub(super) fn heed(&self, error: ReadError, summary: &mut Summary) -> Result<(), CliError> {
        match error {
            ReadError { fault: Fault::Io(error), .. } if !is_damage(&error) => {
                return Err(self.unreadable(error));
            }
            error if self.is_strict => return Err(self.unreadable(io::Error::other(error))),
            error => {
                self.bar.suspend(|| summary.add_fault(self.input, &error));
            }
        }
        Ok(())
    }

    /// Refuses an input in which everything is wrong.
    pub(super) fn require_something(&self, summary: &Summary) -> Result<(), CliError> {
        if summary.records == 0 && summary.faults > 0 {
            return Err(self.unreadable(io::Error::other("nothing could be read")));
        }
        Ok(())
    }

    pub(super) fn unreadable(&self, error: io::Error) -> CliError {
        if is_std(self.input) {
            CliError::Input(error)
        } else {
            CliError::File { path: self.input.to_owned(), error }
        }
    }

    /// The error of the output; a reader of stdout that has gone is none.
    pub(super) fn heed_output(&self, error: io::Error) -> Result<(), CliError> {
        if !is_std(self.output) {
            return Err(CliError::File { path: self.output.to_owned(), error });
        }
        if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(CliError::Output(error)) }
    }
}

pub(super) fn is_std(path: &Path) -> bool {
    path == Path::new("-")
}

/// Tells if an error is that of a compressed file which is damaged or cut off: what stands before can be used.
fn is_damage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData)
}
