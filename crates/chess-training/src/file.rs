//! Readers and writers of training files, which the formats complete by what is their own.

use std::io::{self, Read, Write};

use crate::fault::{Losses, ReadError};
use crate::record::Record;
use crate::source::Source;

/// The next record, if there is one.
pub(crate) type Decoded = Result<Option<Record>, ReadError>;

/// A format as it is read: what is known between two records.
pub trait Decode {
    /// Reads the next record; `None` at the end of the file.
    fn decode<R: Read>(&mut self, source: &mut Source<R>, losses: &mut Losses) -> Decoded;
}

/// A reader of a training file: an iterator over [records](Record).
///
/// After an error, reading continues after the fault, unless the documentation of the error says otherwise.
#[derive(Debug)]
pub struct FileReader<R, F> {
    pub(crate) source: Source<R>,
    pub(crate) losses: Losses,
    pub(crate) format: F,
}

impl<R: Read, F: Decode + Default> FileReader<R, F> {
    /// A reader of a stream.
    pub fn new(read: R) -> Self {
        Self { source: Source::new(read), losses: Losses::NONE, format: F::default() }
    }

    /// The losses of records so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }
}

impl<R: Read, F: Decode> Iterator for FileReader<R, F> {
    type Item = Result<Record, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Self { source, losses, format } = self;
        if source.is_over() { None } else { format.decode(source, losses).transpose() }
    }
}

/// A format as it is written: what is known between two records.
pub trait Encode {
    /// Writes a record, and returns true; or returns false if the format has no place for it.
    fn encode(&mut self, out: &mut impl Write, record: &Record, losses: &mut Losses) -> io::Result<bool>;

    /// Ends the last game or chunk.
    fn end(&mut self, _out: &mut impl Write) -> io::Result<()> {
        Ok(())
    }
}

/// A writer of a training file.
#[derive(Debug)]
pub struct FileWriter<W, F> {
    out: W,
    written: u64,
    losses: Losses,
    format: F,
}

impl<W: Write, F: Encode + Default> FileWriter<W, F> {
    /// A writer to `out`, which should be buffered.
    pub fn new(out: W) -> Self {
        Self::with(out, F::default())
    }
}

impl<W: Write, F: Encode> FileWriter<W, F> {
    pub(crate) fn with(out: W, format: F) -> Self {
        Self { out, written: 0, losses: Losses::NONE, format }
    }

    /// Writes a record. All formats but PGN omit records without a score or a result.
    ///
    /// # Errors
    /// The output failed. Nothing can be written after this.
    #[inline]
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let Self { out, written, losses, format } = self;
        *written += u64::from(format.encode(out, record, losses)?);
        Ok(())
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// The losses so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }

    /// Ends the last game or chunk, flushes the output and returns it.
    ///
    /// # Errors
    /// The output failed.
    pub fn finish(mut self) -> io::Result<W> {
        self.format.end(&mut self.out)?;
        self.out.flush()?;
        Ok(self.out)
    }
}
