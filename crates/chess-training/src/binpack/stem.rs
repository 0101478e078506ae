//! The stem of a chain: a record in 32 bytes.

use std::array;

use chess_board::{Board, Position, Setup};
use chess_notation::pgn::GameResult;
use chess_types::{Bitboard, Color, Piece, PieceType, Rank};

use super::bits::{to_signed, to_unsigned};
use crate::fault::{Fault, Loss, Losses};
use crate::record::{self, MoveWords, Record};

/// The number of bytes.
pub(super) const SIZE: usize = 32;

/// The codes of pieces that hold more than the piece.
const PASSED_PAWN: u8 = 12;
const WHITE_CASTLING_ROOK: u8 = 13;
const BLACK_CASTLING_ROOK: u8 = 14;
const BLACK_TO_MOVE: u8 = 15;

const MOVES: MoveWords = MoveWords { from: 8, to: 2, piece: 0, promotion: 1, castling: 2, en_passant: 3 };

/// The greatest ply that fits in 14 bits.
const MAX_PLY: u32 = (1 << 14) - 1;

pub(super) fn unpack(bytes: &[u8; SIZE], losses: &mut Losses) -> Result<Record, Fault> {
    let word = |i: usize| u16::from_be_bytes([bytes[i], bytes[i + 1]]);
    let ply_and_result = word(28);
    let ply = ply_and_result & MAX_PLY as u16;
    let mut setup = unpack_board(bytes)?;
    setup.halfmove_clock = word(30);
    setup.fullmove_number = 1 + ply / 2;
    let mut position = record::position(&setup)?;
    if position.skipped_square() != position.ep_square() {
        // The code of the pawn means that it can be captured.
        setup.en_passant = None;
        position = record::position(&setup)?;
    }
    let us = position.side_to_move();
    let result = match ply_and_result >> 14 {
        0 => GameResult::Draw,
        1 => GameResult::win(!us),
        2 => GameResult::win(us),
        number => return Err(Fault::Result(number as u8)),
    };
    let mv = match word(24) {
        0 => None,
        word => Some(MOVES.legal_move(&position, word).ok_or(Fault::Move(word))?),
    };
    let score = i32::from(to_signed(word(26)));
    let score = if us == Color::White { score } else { -score };
    losses.add_if(position.ply() != u32::from(ply), Loss::Counters);
    Ok(Record { mv, ..Record::new(position, score, result) })
}

/// Packs a record whose score, from its side to move, is `score`.
pub(super) fn pack(record: &Record, score: i16, losses: &mut Losses) -> [u8; SIZE] {
    let position = &record.position;
    let us = position.side_to_move();
    let mut bytes = [0; SIZE];
    bytes[..8].copy_from_slice(&position.occupied().0.to_be_bytes());
    bytes[8..24].copy_from_slice(&codes(position).to_le_bytes());
    // That of the move number, as Stockfish counts, and never of the other side to move.
    let ply = position.ply().min(MAX_PLY - 1 + us as u32) as u16;
    losses.add_if(u32::from(ply) != position.ply(), Loss::Counters);
    losses.add_if(position.skipped_square() != position.ep_square(), Loss::EnPassant);
    let result = record.result.winner().map_or(0, |winner| 1 + u16::from(winner == us));
    let words = [
        record.mv.map_or(0, |mv| MOVES.word(mv)),
        to_unsigned(score),
        ply | result << 14,
        position.halfmove_clock(),
    ];
    for (i, word) in words.into_iter().enumerate() {
        bytes[24 + 2 * i..26 + 2 * i].copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

fn unpack_board(bytes: &[u8; SIZE]) -> Result<Setup, Fault> {
    let occupied = Bitboard(u64::from_be_bytes(array::from_fn(|i| bytes[i])));
    let mut codes = u128::from_le_bytes(array::from_fn(|i| bytes[8 + i]));
    if occupied.count() > 32 {
        return Err(Fault::Pieces);
    }
    let mut setup = Setup { side_to_move: Color::White, ..Setup::EMPTY };
    for square in occupied {
        let code = codes as u8 & 15;
        codes >>= 4;
        let piece = match code {
            PASSED_PAWN => {
                let is_white = square.rank() == Rank::Fourth;
                let behind = if is_white { square.offset(0, -1) } else { square.offset(0, 1) };
                setup.en_passant = behind.filter(|_| is_white || square.rank() == Rank::Fifth);
                if setup.en_passant.is_none() {
                    return Err(Fault::PieceCode(code));
                }
                if is_white { Piece::WhitePawn } else { Piece::BlackPawn }
            }
            WHITE_CASTLING_ROOK | BLACK_CASTLING_ROOK => {
                setup.castling_rooks |= square;
                if code == WHITE_CASTLING_ROOK { Piece::WhiteRook } else { Piece::BlackRook }
            }
            BLACK_TO_MOVE => {
                setup.side_to_move = Color::Black;
                Piece::BlackKing
            }
            _ => {
                let color = if code % 2 == 0 { Color::White } else { Color::Black };
                let piece_type = PieceType::from_index(usize::from(code / 2));
                Piece::new(color, piece_type.ok_or(Fault::PieceCode(code))?)
            }
        };
        Board::put(&mut setup.board, piece, square);
    }
    if codes == 0 { Ok(setup) } else { Err(Fault::PieceTail) }
}

fn codes(position: &Position) -> u128 {
    let castling_rooks = position.castling_rooks();
    let us = position.side_to_move();
    let passed_pawn = position.ep_square().and_then(|square| match us {
        Color::White => square.offset(0, -1),
        Color::Black => square.offset(0, 1),
    });
    let mut codes = 0;
    for (i, square) in position.occupied().into_iter().enumerate().take(32) {
        let Some(piece) = position.piece_at(square) else { continue };
        let code = match piece {
            Piece::WhiteRook if castling_rooks.contains(square) => WHITE_CASTLING_ROOK,
            Piece::BlackRook if castling_rooks.contains(square) => BLACK_CASTLING_ROOK,
            Piece::BlackKing if us == Color::Black => BLACK_TO_MOVE,
            _ if passed_pawn == Some(square) => PASSED_PAWN,
            _ => 2 * piece.piece_type() as u8 + piece.color() as u8,
        };
        codes |= u128::from(code) << (4 * i);
    }
    codes
}
