use std::io::{self, BufWriter, Read, Write};

use crate::fault::{Losses, ReadError};
use crate::format::{Format, Reader, Writer};

/// The output of all conversions: the writers are compiled for it alone.
pub(crate) type Output<'a> = BufWriter<&'a mut dyn Write>;

pub(crate) fn output(out: &mut dyn Write) -> Output<'_> {
    BufWriter::with_capacity(1 << 18, out)
}

/// A conversion of one training file to another, in constant memory.
///
/// The stream that the reader is made of needs no buffer, and neither does the output.
///
/// # Examples
/// ```
/// use chess_training::{Conversion, Format, Reader};
///
/// let mut lines = &b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 31 | 1.0\n?\n4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | 540 | 1.0\n"[..];
/// let mut positions = Vec::new();
/// let mut conversion = Conversion::new(Reader::new(Format::Plain, &mut lines), Format::Marlin, &mut positions);
/// let mut faults = Vec::new();
/// while let Some(fault) = conversion.next_fault()? {
///     faults.push(fault.to_string());
/// }
/// assert_eq!(faults, ["line 2, byte 43: expected FEN | score | result"]);
/// assert_eq!((conversion.records(), conversion.written()), (2, 2));
/// conversion.finish()?;
/// assert_eq!(positions.len(), 2 * 32);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Conversion<'a> {
    reader: Reader<&'a mut dyn Read>,
    writer: Writer<Output<'a>>,
    records: u64,
    games: u64,
}

impl<'a> Conversion<'a> {
    /// A conversion of the records of `reader` to a file of the format `to`.
    pub fn new(reader: Reader<&'a mut dyn Read>, to: Format, out: &'a mut dyn Write) -> Self {
        Self { reader, writer: Writer::new(to, output(out)), records: 0, games: 0 }
    }

    /// Converts the records up to the next fault of the input, and returns the fault; or up to the end, and returns `None`.
    ///
    /// # Errors
    /// The output failed. Nothing can be written after this.
    pub fn next_fault(&mut self) -> io::Result<Option<ReadError>> {
        for record in &mut self.reader {
            match record {
                Ok(record) => {
                    self.records += 1;
                    self.games += u64::from(record.starts_game);
                    self.writer.write(&record)?;
                }
                Err(fault) => return Ok(Some(fault)),
            }
        }
        Ok(None)
    }

    /// The number of records read.
    pub const fn records(&self) -> u64 {
        self.records
    }

    /// The number of records read that begin a game or are alone.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        self.writer.written()
    }

    /// The losses so far.
    pub fn losses(&self) -> Losses {
        let mut losses = self.writer.losses();
        losses += self.reader.losses();
        losses
    }

    /// Ends the last game or chunk, and flushes the output. Without it, the output is not complete.
    ///
    /// # Errors
    /// The output failed.
    pub fn finish(self) -> io::Result<()> {
        self.writer.finish().map(drop)
    }
}
