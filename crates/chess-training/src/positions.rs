//! The common part of the formats of positions of 32 bytes: each record is independent, and a wrong one is skipped. Pieces are those of
//! packed positions, in viriformat too.

use std::io::Read;

use chess_board::Board;
use chess_notation::PackedPosition;
use chess_notation::packed::UnpackError;
use chess_types::Bitboard;

use crate::fault::{Fault, Losses, ReadError};
use crate::file::{Decode, Decoded, FileReader};
use crate::record::Record;
use crate::source::Source;

/// The number of bytes of a position in the binary formats.
pub const SIZE: usize = 32;

/// A format of positions of 32 bytes.
pub trait PackedFormat {
    /// Reads a record.
    fn unpack(bytes: &[u8; SIZE], losses: &mut Losses) -> Result<Record, Fault>;
}

impl<F: PackedFormat> Decode for F {
    #[inline]
    fn decode<R: Read>(&mut self, source: &mut Source<R>, losses: &mut Losses) -> Decoded {
        take(source, |bytes| F::unpack(bytes, losses))
    }
}

impl<R: Read, F: PackedFormat> FileReader<R, F> {
    /// Reads the next 32 bytes as something else.
    #[cfg(feature = "batches")]
    #[inline]
    pub(crate) fn next_by<T>(
        &mut self,
        unpack: impl FnOnce(&[u8; SIZE], &mut Losses) -> Result<T, Fault>,
    ) -> Option<Result<T, ReadError>> {
        let Self { source, losses, .. } = self;
        if source.is_over() { None } else { take(source, |bytes| unpack(bytes, losses)).transpose() }
    }
}

#[inline]
fn take<T, R: Read>(
    source: &mut Source<R>,
    unpack: impl FnOnce(&[u8; SIZE]) -> Result<T, Fault>,
) -> Result<Option<T>, ReadError> {
    let offset = source.offset();
    let Some(bytes) = source.take()? else { return Ok(None) };
    unpack(&bytes).map(Some).map_err(|fault| ReadError::new(offset, fault))
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
