//! The common part of the formats of single positions: each record is independent, and a wrong one is skipped. Pieces are codes of four bits
//! in the order of their squares, in viriformat too.

use std::io::{self, Read, Write};
use std::marker::PhantomData;

use chess_board::{Board, Position};
use chess_notation::pgn::GameResult;
use chess_types::{Bitboard, Color, PieceType};

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

/// The code of a rook that may castle, and of no piece. Codes 0 to 5 are the types of pieces; those of Black are 8 more.
const CASTLING_ROOK: usize = 6;
const NONE: usize = 7;

/// The occupied squares, and the codes of the pieces on them, the first in the lowest bits.
#[derive(Clone, Copy)]
pub(crate) struct Codes {
    occupied: u64,
    codes: u128,
}

impl Codes {
    /// The codes of a position. Rooks that may castle have a code of their own.
    pub(crate) fn new(position: &Position) -> Self {
        Self::from_planes(position.occupied().0, planes(position, position.castling_rooks()))
    }

    /// The codes from the point of view of the side to move: its pieces are White's, and its back rank is the first.
    pub(crate) fn relative(position: &Position) -> Self {
        let occupied = position.occupied().0;
        let mut planes = planes(position, Bitboard::EMPTY);
        if position.side_to_move() == Color::White {
            return Self::from_planes(occupied, planes);
        }
        planes[3] ^= occupied;
        Self::from_planes(occupied.swap_bytes(), planes.map(u64::swap_bytes))
    }

    /// The first 24 bytes of a record: the squares and the codes.
    pub(crate) fn to_bytes(self) -> [u8; 24] {
        let mut bytes = [0; 24];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..].copy_from_slice(&self.codes.to_le_bytes());
        bytes
    }

    /// Reads the first 24 bytes of a record.
    #[inline]
    pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Self {
        let word = |from: usize| u64::from_le_bytes(core::array::from_fn(|i| bytes[from + i]));
        Self { occupied: word(0), codes: u128::from(word(8)) | u128::from(word(16)) << 64 }
    }

    /// The board, and the rooks that may castle.
    ///
    /// # Errors
    /// There are more than 32 pieces, a code that is not one of a piece, or codes behind the last piece.
    pub(crate) fn board(self) -> Result<(Board, Bitboard), Fault> {
        let Self { occupied, mut codes } = self;
        let count = occupied.count_ones();
        if count > 32 {
            return Err(Fault::Pieces);
        }
        let mut sets = [0u64; 16];
        let mut rest = occupied;
        while rest != 0 {
            sets[codes as usize & 15] |= rest & rest.wrapping_neg();
            rest &= rest - 1;
            codes >>= 4;
        }
        if sets[NONE] | sets[NONE + 8] != 0 {
            return Err(Fault::PieceCode(if sets[NONE] == 0 { 15 } else { 7 }));
        }
        if codes != 0 {
            return Err(Fault::PieceTail);
        }
        let castling_rooks = sets[CASTLING_ROOK] | sets[CASTLING_ROOK + 8];
        let side = |first: usize| {
            core::array::from_fn(|i| {
                let castling = if i == PieceType::Rook.index() { sets[first + CASTLING_ROOK] } else { 0 };
                Bitboard(sets[first + i] | castling)
            })
        };
        // No two of the sets share a square, for each square has one code.
        let board = Board::from_sets(&[side(0), side(8)]).unwrap_or_default();
        Ok((board, Bitboard(castling_rooks)))
    }

    /// The codes are computed for a whole rank at once, from the four sets that have their bits.
    fn from_planes(occupied: u64, planes: [u64; 4]) -> Self {
        let planes = planes.map(u64::to_le_bytes);
        let by_rank: [[u8; 8]; 8] = core::array::from_fn(|rank| {
            let spread = |bit: usize| SPREAD[planes[bit][rank] as usize] << bit;
            (spread(0) | spread(1) | spread(2) | spread(3)).to_le_bytes()
        });
        let by_square = by_rank.as_flattened();
        let (mut codes, mut shift, mut rest) = ([0u64; 2], 0, occupied);
        while rest != 0 && shift < 128 {
            codes[shift / 64] |= u64::from(by_square[rest.trailing_zeros() as usize]) << (shift % 64);
            shift += 4;
            rest &= rest - 1;
        }
        Self { occupied, codes: u128::from(codes[0]) | u128::from(codes[1]) << 64 }
    }
}

/// For each bit of a code, the squares whose code has it.
fn planes(position: &Position, castling_rooks: Bitboard) -> [u64; 4] {
    let [_, knights, bishops, rooks, queens, kings] = PieceType::ALL.map(|it| position.by_type(it));
    [
        knights | (rooks - castling_rooks) | kings,
        bishops | rooks,
        queens | kings | castling_rooks,
        position.by_color(Color::Black),
    ]
    .map(|set| set.0)
}

/// The eight bits of a number, each in a byte of its own.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut i = 0;
    while i < 8 * 256 {
        let (number, bit) = (i / 8, i % 8);
        spread[number] |= (number as u64 >> bit & 1) << (8 * bit);
        i += 1;
    }
    spread
};
