//! The moves of the repliers' king.

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_magic::{Sliders, between, king_attacks, knight_attacks, pawn_attacks};
use chess_movegen::Side;
use chess_types::{Bitboard, PieceType, Square};

/// The steps and castlings of the repliers' king that some move of the other side leaves safe.
pub(super) struct Zone {
    /// The squares of the steps. A step stays, or becomes, safe by the arrival of a piece on one of its set, if the
    /// piece does not attack it.
    pub(super) steps: ArrayVec<(Square, Bitboard), 8>,
    /// The squares of each castling that must be safe, and the same set for all of them.
    pub(super) castlings: ArrayVec<(Bitboard, Bitboard), 2>,
    /// The movers' pieces whose leaving changes any of this.
    pub(super) touched: Bitboard,
}

/// Finds the zone for movers on `movers`. The king is not among the pieces of `through`.
#[inline(always)]
pub(super) fn find_zone<C: Side>(
    sliders: impl Sliders,
    position: &Position,
    movers: Bitboard,
    through: Bitboard,
    steps: Bitboard,
    castlings: &[Bitboard],
) -> Zone {
    let mut zone =
        Zone { steps: ArrayVec::new_const(), castlings: ArrayVec::new_const(), touched: Bitboard::EMPTY };
    for step in steps {
        let (safe_by, touched) = square_safety::<C>(sliders, position, movers, through, step);
        zone.touched |= touched;
        if !safe_by.is_empty() {
            // A king has at most eight steps.
            let _ = zone.steps.try_push((step, safe_by));
        }
    }
    for &squares in castlings {
        let mut all = Bitboard::FULL;
        for square in squares {
            let (safe_by, touched) = square_safety::<C>(sliders, position, movers, through, square);
            zone.touched |= touched;
            all &= safe_by;
        }
        if !all.is_empty() {
            let _ = zone.castlings.try_push((squares, all));
        }
    }
    zone
}

/// Returns the squares on which an arriving piece leaves `square` safe, or makes it safe, and the movers' pieces whose
/// leaving may change that.
#[inline(always)]
fn square_safety<C: Side>(
    sliders: impl Sliders,
    position: &Position,
    movers: Bitboard,
    through: Bitboard,
    square: Square,
) -> (Bitboard, Bitboard) {
    let board = position.board();
    let diagonal = sliders.bishop_attacks(square, through) & movers;
    let orthogonal = sliders.rook_attacks(square, through) & movers;
    let near = (knight_attacks(square) & board.by_type(PieceType::Knight))
        | (king_attacks(square) & board.by_type(PieceType::King))
        | (pawn_attacks(C::Them::COLOR, square) & board.by_type(PieceType::Pawn));
    let attackers = (diagonal & board.diagonal_sliders(C::COLOR))
        | (orthogonal & board.orthogonal_sliders(C::COLOR))
        | (near & movers);
    let safe_by = match attackers.first() {
        None => Bitboard::FULL,
        // Between a square and a piece other than a slider there is nothing.
        Some(attacker) if !attackers.has_many() => between(square, attacker),
        Some(_) => Bitboard::EMPTY,
    };
    (safe_by, diagonal | orthogonal | attackers)
}

/// Tests for a piece of `movers` that attacks `square`.
#[inline(always)]
pub(super) fn is_attacked<C: Side>(
    sliders: impl Sliders,
    position: &Position,
    movers: Bitboard,
    through: Bitboard,
    square: Square,
) -> bool {
    square_safety::<C>(sliders, position, movers, through, square).0 != Bitboard::FULL
}
