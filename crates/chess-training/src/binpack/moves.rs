//! Moves in movetext.

use chess_board::Position;
use chess_magic::{attacks, king_attacks, pawn_attacks};
use chess_movegen::PositionExt;
use chess_movegen::internals::leaves_king_safe;
use chess_types::{Bitboard, CastlingSide, Color, Move, MoveKind, PieceType, Rank, Square};

use super::bits::{BitReader, BitWriter, width};

/// The failures of reading a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoMove {
    /// The bits have ended.
    End,
    /// The bits name no legal move.
    Illegal,
}

/// Reads a move, which is legal.
#[inline]
pub(super) fn read(position: &Position, bits: &mut BitReader<'_>) -> Result<Move, NoMove> {
    let us = position.side_to_move();
    let ours = position.by_color(us);
    let piece = bits.read(width(ours.count() - 1)).ok_or(NoMove::End)?;
    let from = nth(ours, piece).ok_or(NoMove::Illegal)?;
    let Some(piece_type) = position.piece_type_at(from) else { return Err(NoMove::Illegal) };
    let targets = targets(position, us, piece_type, from);
    let mut promotion = None;
    let to = match piece_type {
        PieceType::Pawn if from.rank() == Rank::Seventh.relative_to(us) => {
            let number = number(bits, 4 * targets.count())?;
            promotion = Some(PieceType::PROMOTIONS[number as usize % 4]);
            nth(targets, number / 4)
        }
        PieceType::King => {
            let steps = targets.count();
            let rooks = castling_rooks(position, us);
            let number = number(bits, steps + rooks.iter().flatten().count() as u32)?;
            match number.checked_sub(steps) {
                None => nth(targets, number),
                Some(castling) => rooks.into_iter().flatten().nth(castling as usize),
            }
        }
        _ => nth(targets, number(bits, targets.count())?),
    };
    let to = to.ok_or(NoMove::Illegal)?;
    let mv = match piece_type {
        PieceType::Pawn | PieceType::King => position.legal_move(from, to, promotion),
        // A piece reaches its targets.
        _ => {
            let kind = if position.occupied().contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            leaves_king_safe(position, from, to).then_some(Move::new(from, to, kind))
        }
    };
    mv.ok_or(NoMove::Illegal)
}

/// Writes a legal move.
#[inline]
pub(super) fn write(position: &Position, mv: Move, bits: &mut BitWriter, bytes: &mut Vec<u8>) {
    let us = position.side_to_move();
    let ours = position.by_color(us);
    let (from, to) = (mv.from(), mv.to());
    bits.write(bytes, index(ours, from), width(ours.count() - 1));
    let piece_type = position.piece_type_at(from).unwrap_or(PieceType::Pawn);
    let targets = targets(position, us, piece_type, from);
    let mut count = targets.count();
    let mut number = index(targets, to);
    if let Some(promotion) = mv.promotion() {
        number = 4 * number + (promotion as u32 - PieceType::Knight as u32);
        count *= 4;
    } else if piece_type == PieceType::King {
        let rooks = castling_rooks(position, us);
        if mv.is_castle() {
            let before = rooks.iter().flatten().take_while(|&&rook| rook != to).count();
            number = count + before as u32;
        }
        count += rooks.iter().flatten().count() as u32;
    }
    bits.write(bytes, number, width(count.saturating_sub(1)));
}

/// Reads an index below `count`.
#[inline]
fn number(bits: &mut BitReader<'_>, count: u32) -> Result<u32, NoMove> {
    if count == 0 {
        return Err(NoMove::Illegal);
    }
    bits.read(width(count - 1)).ok_or(NoMove::End)
}

/// The squares that a piece attacks or reaches, whether or not the king is safe then, without castling.
#[inline]
fn targets(position: &Position, us: Color, piece_type: PieceType, from: Square) -> Bitboard {
    let occupied = position.occupied();
    match piece_type {
        PieceType::Pawn => {
            let empty = !occupied;
            let pushed = from.bitboard().push(us) & empty;
            let pushed_twice = (pushed & Rank::Third.relative_to(us).bitboard()).push(us) & empty;
            let ep_square = position.ep_square().map_or(Bitboard::EMPTY, Square::bitboard);
            let taken = pawn_attacks(us, from) & (position.by_color(!us) | ep_square);
            pushed | pushed_twice | taken
        }
        PieceType::King => king_attacks(from) - position.by_color(us),
        _ => attacks(piece_type, us, from, occupied) - position.by_color(us),
    }
}

/// The rooks with which a side may castle, that on the side of the a-file first.
#[inline]
fn castling_rooks(position: &Position, us: Color) -> [Option<Square>; 2] {
    if (position.castling_rooks() & position.by_color(us)).is_empty() {
        return [None; 2];
    }
    [CastlingSide::Queen, CastlingSide::King].map(|side| position.castling_rook(us, side))
}

/// For each byte, the indices of its bits.
const PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                places[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// The square with this index, below 64, in a set. Indices are random, so that a loop that passes squares by would be mispredicted.
#[inline]
fn nth(Bitboard(set): Bitboard, index: u32) -> Option<Square> {
    const ONES: u64 = u64::MAX / 255;
    let pairs = set - ((set >> 1) & (ONES * 0x55));
    let nibbles = (pairs & (ONES * 0x33)) + ((pairs >> 2) & (ONES * 0x33));
    // For each byte, the number of squares up to its end; then the number of bytes that end at or before the square.
    let counts = ((nibbles + (nibbles >> 4)) & (ONES * 0x0f)).wrapping_mul(ONES);
    let passed = ((((u64::from(index) * ONES) | (ONES * 0x80)) - counts) >> 7) & ONES;
    let byte = (passed.wrapping_mul(ONES) >> 56) as u32;
    let before = (counts << 8).checked_shr(8 * byte)? as u8;
    let places = PLACES[usize::from((set >> (8 * byte)) as u8)];
    let bit = places[(index as usize).wrapping_sub(usize::from(before)) % 8];
    Some(Square::from_low_bits((8 * byte) as u8 + bit))
}

/// The number of squares of a set before one of them.
#[inline]
fn index(set: Bitboard, square: Square) -> u32 {
    (set & Bitboard(square.bitboard().0 - 1)).count()
}
