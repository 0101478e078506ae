//! marlinformat: positions of 32 bytes, of the trainer Marlinflow.
//!
//! Scores and results are White's. All numbers have their lowest byte first, and squares are numbered from a1 = 0 to h8 = 63.
//!
//! | byte | meaning |
//! |---|---|
//! | 0-7 | occupied squares, one bit each |
//! | 8-23 | codes of four bits each, the lower half of a byte first, in the order of the squares: 0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king, 6 a rook that may castle; 8 more for Black; the rest is 0 |
//! | 24 | bits 0-6: the en passant square, or 64; bit 7: 1 if Black is to move |
//! | 25 | halfmove clock |
//! | 26-27 | move number; 0 is read as 1 |
//! | 28-29 | score, from White's point of view, a signed number |
//! | 30 | result: 0 Black wins, 1 draw, 2 White wins |
//! | 31 | unused: 0 |
//!
//! The en passant square is written after every double push, whether or not a pawn can capture there.

use std::io::{self, Write};

use chess_board::{Position, Setup};
use chess_notation::PackedPosition;
use chess_notation::pgn::GameResult;
use chess_types::{Color, Square};

use crate::fault::{Fault, Loss, Losses};
use crate::file::{Encode, FileReader, FileWriter};
use crate::positions::{self, PackedFormat};
use crate::record::{self, Record, labels, result_number, result_of_number, to_i16};

pub use crate::positions::SIZE;

/// The number for no en passant square.
const NO_SQUARE: u8 = 64;

const BLACK_TO_MOVE: u8 = 0x80;

/// The format of [`Reader`] and [`Writer`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Marlin;

/// A reader of marlinformat. A wrong record gives an error, and reading continues with the next.
pub type Reader<R> = FileReader<R, Marlin>;

/// A writer of marlinformat.
pub type Writer<W> = FileWriter<W, Marlin>;

impl Encode for Marlin {
    #[inline]
    fn encode(&mut self, out: &mut impl Write, record: &Record, losses: &mut Losses) -> io::Result<bool> {
        let Some((score, result)) = labels(record, losses) else { return Ok(false) };
        let score = to_i16(score, losses);
        losses.add_if(record.mv.is_some(), Loss::Move);
        out.write_all(&pack(&record.position, score, result, losses)).map(|()| true)
    }
}

impl PackedFormat for Marlin {
    #[inline]
    fn unpack(bytes: &[u8; SIZE], losses: &mut Losses) -> Result<Record, Fault> {
        let (record, extra) = unpack(bytes)?;
        losses.add_if(extra != 0, Loss::Head);
        Ok(record)
    }
}

/// The record of 32 bytes, and the last of them.
#[inline]
pub(crate) fn unpack(bytes: &[u8; SIZE]) -> Result<(Record, u8), Fault> {
    let (board, castling_rooks) = positions::board(bytes)?;
    let [side_and_square, clock, number0, number1, score0, score1, result, extra] =
        core::array::from_fn(|i| bytes[24 + i]);
    let square = side_and_square & !BLACK_TO_MOVE;
    let en_passant = match Square::from_index(square as usize) {
        None if square != NO_SQUARE => return Err(Fault::EnPassantSquare(square)),
        square => square,
    };
    let setup = Setup {
        board,
        side_to_move: if side_and_square & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black },
        castling_rooks,
        en_passant,
        halfmove_clock: u16::from(clock),
        fullmove_number: u16::from_le_bytes([number0, number1]).max(1),
    };
    let position = record::position(&setup)?;
    let result = result_of_number(result).ok_or(Fault::Result(result))?;
    Ok((Record::new(position, i16::from_le_bytes([score0, score1]).into(), result), extra))
}

/// Packs a position, with a halfmove clock of at most 255. An unknown result would be a draw.
#[inline]
pub(crate) fn pack(position: &Position, score: i16, result: GameResult, losses: &mut Losses) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    bytes[..24].copy_from_slice(&PackedPosition::new(position).to_bytes()[8..]);
    let square = position.skipped_square().map_or(NO_SQUARE, |square| square.index() as u8);
    let side = if position.side_to_move() == Color::White { 0 } else { BLACK_TO_MOVE };
    let clock = u8::try_from(position.halfmove_clock()).unwrap_or_else(|_| {
        losses.add(Loss::Counters);
        u8::MAX
    });
    let ([number0, number1], [score0, score1]) =
        (position.fullmove_number().to_le_bytes(), score.to_le_bytes());
    let result = result_number(result).unwrap_or(1);
    bytes[24..].copy_from_slice(&[side | square, clock, number0, number1, score0, score1, result, 0]);
    bytes
}
