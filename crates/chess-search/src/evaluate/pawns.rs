//! Pawn structure: doubled, isolated, guarded and passed pawns.

use chess_board::Position;
use chess_magic::pawn_attacks_setwise;
use chess_types::{Bitboard, Color, PieceType, Rank, Square};

use super::taper::{Taper, taper};

const DOUBLED: Taper = taper(-8, -20);
const ISOLATED: Taper = taper(-10, -14);
const GUARDED: Taper = taper(7, 6);

/// A passed pawn by its rank, from its own side.
const PASSED: [Taper; 8] = [
    taper(0, 0),
    taper(0, 8),
    taper(2, 14),
    taper(8, 32),
    taper(24, 58),
    taper(50, 100),
    taper(80, 150),
    taper(0, 0),
];

/// The bonus of an empty square before a passed pawn, times its rank.
const FREE: Taper = taper(0, 5);

/// The distance of the kings to the square before a passed pawn, a step of theirs and one of the own king.
const THEIR_KING: Taper = taper(0, 5);
const OWN_KING: Taper = taper(0, -3);

/// The pawns of `us`, from their own view.
#[inline(always)]
pub(super) fn evaluate(position: &Position, us: Color) -> Taper {
    let own = position.pieces(us, PieceType::Pawn);
    let theirs = position.pieces(!us, PieceType::Pawn);
    let mut value = GUARDED * (own & pawn_attacks_setwise(us, own)).count() as i32;
    for pawn in own {
        let ahead = ahead_of(us, pawn.rank());
        if (ahead & own).intersects(pawn.file().bitboard()) {
            value += DOUBLED;
        }
        if own.is_disjoint(pawn.file().neighbours()) {
            value += ISOLATED;
        }
        let way = ahead & (pawn.file().bitboard() | pawn.file().neighbours());
        if way.is_disjoint(theirs) && (ahead & own).is_disjoint(pawn.file().bitboard()) {
            value += passed(position, us, pawn);
        }
    }
    value
}

#[inline(always)]
fn passed(position: &Position, us: Color, pawn: Square) -> Taper {
    let rank = pawn.relative_to(us).rank().index();
    let mut value = PASSED[rank];
    if let Some(next) = pawn.step(us.forward()) {
        if !position.occupied().contains(next) {
            value += FREE * rank as i32;
        }
        let steps = |color| i32::from(next.distance(position.king(color)));
        value += THEIR_KING * steps(!us) + OWN_KING * steps(us);
    }
    value
}

/// The ranks before this one, as `us` sees it.
#[inline]
pub(super) fn ahead_of(us: Color, rank: Rank) -> Bitboard {
    match us {
        Color::White => us.push(rank.bitboard()).fill_north(),
        Color::Black => us.push(rank.bitboard()).fill_south(),
    }
}
