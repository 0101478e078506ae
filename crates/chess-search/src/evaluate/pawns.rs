use chess_board::Position;
use chess_types::{Bitboard, Color, PieceType, Rank, Square};

use super::pieces::Attacks;
use super::taper::Taper;
use super::values::{DOUBLED, FREE, GUARDED, ISOLATED, OWN_KING, PASSED, PHALANX, SAFE_WAY, THEIR_KING};

/// The structure of the pawns of `us`, and its passed pawns.
#[inline(always)]
pub(super) fn pawn_terms(position: &Position, us: Color, own: &Attacks, others: &Attacks) -> Taper {
    let pawns = position.pieces(us, PieceType::Pawn);
    let theirs = position.pieces(!us, PieceType::Pawn);
    let mut value = Taper::default();
    for pawn in pawns {
        let (file, neighbours) = (pawn.file().bitboard(), pawn.file().neighbours());
        let ahead = ahead_of(us, pawn.rank());
        let rank = pawn.relative_to(us).rank().index();
        let is_doubled = (ahead & pawns).intersects(file);
        if is_doubled {
            value += DOUBLED;
        }
        if pawns.is_disjoint(neighbours) {
            value += ISOLATED;
        }
        if (pawns & neighbours).intersects(pawn.rank().bitboard()) {
            value += PHALANX[rank];
        }
        if own.by(PieceType::Pawn).contains(pawn) {
            value += GUARDED[rank];
        }
        if (ahead & (file | neighbours)).is_disjoint(theirs) && !is_doubled {
            value += passed(position, us, pawn, ahead & file, others);
        }
    }
    value
}

/// The value of a passed pawn with this way to go.
#[inline(always)]
fn passed(position: &Position, us: Color, pawn: Square, way: Bitboard, others: &Attacks) -> Taper {
    let rank = pawn.relative_to(us).rank().index();
    let mut value = PASSED[rank];
    if let Some(next) = pawn.step(us.forward()) {
        if !position.occupied().contains(next) {
            value += FREE[rank];
            if way.is_disjoint(others.all | position.by_color(!us)) {
                value += SAFE_WAY;
            }
        }
        let steps = |color| i32::from(next.distance(position.king(color)));
        value += THEIR_KING[rank] * steps(!us) + OWN_KING[rank] * steps(us);
    }
    value
}

/// The ranks before this one, as `us` sees it.
#[inline]
fn ahead_of(us: Color, rank: Rank) -> Bitboard {
    rank.bitboard().push(us).fill(us.forward())
}
