//! bulletformat: positions of 32 bytes as a network sees them, for the trainer bullet.
//!
//! The board, the score and the result are those of the side to move: its pieces have the codes of White, and its back rank is
//! the first. A reader therefore gives positions with White to move. All numbers have their lowest byte first.
//!
//! | byte | meaning |
//! |---|---|
//! | 0-7 | occupied squares, one bit each, a1 = 0 |
//! | 8-23 | codes of four bits each, the lower half of a byte first, in the order of the squares: 0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king; 8 more for the opponent; the rest is 0 |
//! | 24-25 | score, from the side to move, in hundredths of a pawn or the engine's unit, a signed number |
//! | 26 | result: 0 the side to move loses, 1 draw, 2 it wins |
//! | 27 | square of its king |
//! | 28 | square of the opponent's king, with ranks counted from the opponent's side |
//! | 29-31 | unused: 0 |
//!
//! There is no side to move, no castling right, no en passant square, no counter and no move.

use std::io::{self, Write};

use chess_board::{Board, Position, Setup};
use chess_notation::PackedPosition;
use chess_notation::pgn::GameResult;
use chess_types::{Color, PieceType};

use crate::fault::{Fault, Loss, Losses};
use crate::file::{Encode, FileReader, FileWriter};
use crate::positions::{self, PackedFormat};
use crate::record::{self, Record, labels, result_number, result_of_number, to_i16};

pub use crate::positions::SIZE;

/// The format of [`Reader`] and [`Writer`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Bullet;

/// A reader of bulletformat. A wrong record gives an error, and reading continues with the next.
///
/// # Examples
/// ```
/// use chess_training::{Record, bullet};
/// use chess_notation::Position;
/// use chess_notation::pgn::GameResult;
///
/// let mut writer = bullet::Writer::new(Vec::new());
/// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")?;
/// writer.write(&Record::new(position, 120, GameResult::WhiteWins))?;
/// let bytes = writer.finish()?;
///
/// let record = bullet::Reader::new(&bytes[..]).next().unwrap()?;
/// assert_eq!(record.position.to_string(), "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1");
/// assert_eq!((record.score, record.result), (Some(-120), GameResult::BlackWins));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Reader<R> = FileReader<R, Bullet>;

/// A writer of bulletformat.
pub type Writer<W> = FileWriter<W, Bullet>;

impl Encode for Bullet {
    #[inline]
    fn encode(&mut self, out: &mut impl Write, record: &Record, losses: &mut Losses) -> io::Result<bool> {
        let Some((score, result)) = labels(record, losses) else { return Ok(false) };
        let position = &record.position;
        let is_black = position.side_to_move() == Color::Black;
        losses.add_if(record.mv.is_some(), Loss::Move);
        losses.add_if(is_black, Loss::SideToMove);
        losses.add_if(!position.castling_rooks().is_empty(), Loss::Castling);
        losses.add_if(position.skipped_square().is_some(), Loss::EnPassant);
        let counters = (position.halfmove_clock(), position.fullmove_number());
        losses.add_if(counters != (0, 1), Loss::Counters);
        let score = to_i16(if is_black { score.saturating_neg() } else { score }, losses);
        out.write_all(&pack(position, score, result)).map(|()| true)
    }
}

impl PackedFormat for Bullet {
    #[inline]
    fn unpack(bytes: &[u8; SIZE], losses: &mut Losses) -> Result<Record, Fault> {
        losses.add_if(bytes[29..] != [0; 3], Loss::Head);
        let (setup, score, result) = read(bytes)?;
        Ok(Record::new(record::position(&setup)?, score, result))
    }
}

/// Reads a board that is validated as a position is, with its score and result, without computing the keys of a position: a fifth
/// of reading a record.
#[cfg(feature = "batches")]
#[inline]
pub(crate) fn board(bytes: &[u8; SIZE], _: &mut Losses) -> Result<(Board, i32, GameResult), Fault> {
    let (setup, score, result) = read(bytes)?;
    setup.validate().or_else(|_| record::position(&setup).map(drop))?;
    Ok((setup.board, score, result))
}

#[inline]
fn read(bytes: &[u8; SIZE]) -> Result<(Setup, i32, GameResult), Fault> {
    let (board, castling_rooks) = positions::board(bytes)?;
    if !castling_rooks.is_empty() {
        return Err(Fault::PieceCode(6));
    }
    let [score0, score1, result, king, their_king] = core::array::from_fn(|i| bytes[24 + i]);
    let setup = Setup { board, side_to_move: Color::White, fullmove_number: 1, ..Setup::EMPTY };
    if (Some(king), Some(their_king)) != king_squares(&board) {
        // Without kings, that is the fault.
        record::position(&setup)?;
        return Err(Fault::KingSquares);
    }
    let score = i16::from_le_bytes([score0, score1]);
    let result = result_of_number(result).ok_or(Fault::Result(result))?;
    Ok((setup, i32::from(score), result))
}

/// Packs a position. `score` is that of the side to move, `result` that of the game.
#[inline]
fn pack(position: &Position, score: i16, result: GameResult) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    bytes[..24].copy_from_slice(&PackedPosition::mover_bytes(position));
    bytes[24..26].copy_from_slice(&score.to_le_bytes());
    let result = result_number(result).unwrap_or(1);
    bytes[26] = if position.side_to_move() == Color::White { result } else { 2 - result };
    let us = position.side_to_move();
    for (byte, color) in [(27, us), (28, !us)] {
        bytes[byte] = position.king(color).relative_to(color).index() as u8;
    }
    bytes
}

/// The squares of White's king and of Black's, each as its own side counts.
fn king_squares(board: &Board) -> (Option<u8>, Option<u8>) {
    let square = |color| {
        let king = board.pieces(color, PieceType::King).first()?;
        Some(king.relative_to(color).index() as u8)
    };
    (square(Color::White), square(Color::Black))
}
