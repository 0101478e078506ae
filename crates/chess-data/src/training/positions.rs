//! What the formats of single positions share: each record stands for itself, and a wrong one is passed.

use std::io::{self, Read, Write};
use std::marker::PhantomData;

use chess_notation::pgn::GameResult;

use super::error::{Fault, ReadError};
use super::loss::Losses;
use super::record::Record;
use super::score;
use super::source::Source;

/// The number of bytes of a position in the binary formats.
pub const SIZE: usize = 32;

/// A format of single positions, as its writer needs it.
pub trait PositionFormat {
    /// Writes a record with this score, from White's point of view, and this result, which is known.
    fn write(
        out: &mut impl Write,
        record: &Record,
        score: i32,
        result: GameResult,
        losses: &mut Losses,
    ) -> io::Result<()>;
}

/// A format of positions of 32 bytes.
pub trait PackedFormat: PositionFormat {
    /// Reads a record.
    fn unpack(bytes: &[u8; SIZE], losses: &mut Losses) -> Result<Record, Fault>;
}

/// A reader of positions of 32 bytes. A wrong record gives an error, and reading goes on with the next.
#[derive(Debug)]
pub struct PositionReader<R, F> {
    source: Source<R>,
    losses: Losses,
    is_over: bool,
    format: PhantomData<F>,
}

impl<R: Read, F: PackedFormat> PositionReader<R, F> {
    /// A reader of a stream.
    pub fn new(read: R) -> Self {
        Self { source: Source::new(read), losses: Losses::default(), is_over: false, format: PhantomData }
    }

    /// What records could not hold so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }
}

impl<R: Read, F: PackedFormat> Iterator for PositionReader<R, F> {
    type Item = Result<Record, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let offset = self.source.offset();
        match self.source.take() {
            Ok(None) => None,
            Ok(Some(bytes)) => {
                Some(F::unpack(&bytes, &mut self.losses).map_err(|fault| ReadError::new(offset, fault)))
            }
            Err(error) => {
                self.is_over = true;
                Some(Err(error))
            }
        }
    }
}

/// A writer of single positions.
#[derive(Debug)]
pub struct PositionWriter<W, F> {
    out: W,
    written: u64,
    losses: Losses,
    format: PhantomData<F>,
}

impl<W: Write, F: PositionFormat> PositionWriter<W, F> {
    /// A writer to `out`, which should be buffered.
    pub const fn new(out: W) -> Self {
        Self { out, written: 0, losses: Losses::NONE, format: PhantomData }
    }

    /// Writes a record, unless it has no score or no result.
    ///
    /// # Errors
    /// The output failed.
    #[inline]
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let Some((score, result)) = score::needed(record, &mut self.losses) else { return Ok(()) };
        self.written += 1;
        F::write(&mut self.out, record, score, result, &mut self.losses)
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// What was lost so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }

    /// Flushes the output and returns it.
    ///
    /// # Errors
    /// The output failed.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}
