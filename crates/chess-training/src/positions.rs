//! The common part of the formats of single positions: each record is independent, and a wrong one is skipped. Pieces are those of
//! packed positions, in viriformat too.

use std::io::{self, Read, Write};
use std::marker::PhantomData;

use chess_board::Board;
use chess_notation::PackedPosition;
use chess_notation::packed::UnpackError;
use chess_notation::pgn::GameResult;
use chess_types::Bitboard;

use crate::fault::{Fault, Losses, ReadError};
use crate::record::{Record, needed_score};
use crate::source::Source;

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

    /// The losses of records so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }

    /// Reads the next 32 bytes as something else.
    #[inline]
    pub(crate) fn next_by<T>(
        &mut self,
        unpack: impl FnOnce(&[u8; SIZE], &mut Losses) -> Result<T, Fault>,
    ) -> Option<Result<T, ReadError>> {
        if self.is_over {
            return None;
        }
        let offset = self.source.offset();
        match self.source.take() {
            Ok(None) => None,
            Ok(Some(bytes)) => {
                Some(unpack(&bytes, &mut self.losses).map_err(|fault| ReadError::new(offset, fault)))
            }
            Err(error) => {
                self.is_over = true;
                Some(Err(error))
            }
        }
    }
}

impl<R: Read, F: PackedFormat> Iterator for PositionReader<R, F> {
    type Item = Result<Record, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.next_by(F::unpack)
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
        let Some((score, result)) = needed_score(record, &mut self.losses) else { return Ok(()) };
        self.written += 1;
        F::write(&mut self.out, record, score, result, &mut self.losses)
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// The losses so far.
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

/// The board of the first 24 bytes of a record, which are those of a [`PackedPosition`] from its byte 8 on, and the rooks that may
/// castle.
///
/// # Errors
/// There are more than 32 pieces, a code that is not one of a piece, or codes after the last piece.
#[inline]
pub(crate) fn board(record: &[u8; SIZE]) -> Result<(Board, Bitboard), Fault> {
    let mut packed = [0; PackedPosition::SIZE];
    packed[8..].copy_from_slice(&record[..24]);
    PackedPosition::from_bytes(packed).pieces().map_err(|error| match error {
        UnpackError::Piece { code, .. } => Fault::PieceCode(code),
        UnpackError::Trailing { .. } => Fault::PieceTail,
        _ => Fault::Pieces,
    })
}
