//! The replies to moves of one kind of piece, summed over their targets.

use chess_magic::{Sliders, king_attacks, knight_attacks, pawn_attacks, ray};
use chess_movegen::Side;
use chess_types::{Bitboard, Direction, PieceType, Square};

use super::king::{Wanted, Zone};
use super::pawns::PawnReach;
use super::shared::Shared;

/// Returns the number of replies to all moves of a piece to `targets`, of which none is slow. The piece stands on `gone`, or on
/// no square of the shared board.
#[inline(always)]
pub(super) fn replies<C: Side, const PIECE: usize>(
    sliders: impl Sliders,
    shared: &Shared<'_>,
    gone: Bitboard,
    targets: Bitboard,
) -> i32 {
    let movers = shared.movers - gone;
    let occupied = shared.occupied - gone;
    let captures = targets & shared.repliers;

    let own;
    let pawns = if gone.intersects(shared.pawns.ways) {
        own = reach::<C>(shared, shared.position.pieces(C::Them::COLOR, PieceType::Pawn), occupied);
        &own
    } else {
        &shared.pawns
    };
    let mut each = shared.moves + pawns.count::<C::Them>(movers);
    let mut seen = shared.seen;
    if gone.intersects(seen) {
        for from in gone {
            each += hidden(sliders, shared, occupied, from);
        }
        seen = Bitboard::FULL;
    }
    let mut sum = each * targets.count() as i32 + pawns.change::<C::Them>(targets);
    for to in (targets - captures) & seen {
        sum -= hidden(sliders, shared, occupied, to);
    }
    for to in captures {
        sum += captured::<C>(sliders, shared, movers, occupied, to);
    }
    sum + king_replies::<C, PIECE>(sliders, shared, gone, targets)
}

#[inline(always)]
fn reach<C: Side>(shared: &Shared<'_>, pawns: Bitboard, occupied: Bitboard) -> PawnReach {
    PawnReach::new::<C::Them>(pawns, shared.diagonal_pins, shared.orthogonal_pins, occupied)
}

/// Returns the number of moves of the repliers' sliders beyond `square`, from sliders that see it.
///
/// They are gained when a piece leaves the square, and lost when one arrives.
#[inline(always)]
fn hidden(sliders: impl Sliders, shared: &Shared<'_>, occupied: Bitboard, square: Square) -> i32 {
    let mut hidden = 0;
    let attacks = sliders.bishop_attacks(square, occupied);
    for slider in attacks & shared.diagonal {
        hidden += (attacks & beyond(slider, square) - shared.repliers).count();
    }
    let attacks = sliders.rook_attacks(square, occupied);
    for slider in attacks & shared.orthogonal {
        hidden += (attacks & beyond(slider, square) - shared.repliers).count();
    }
    hidden as i32
}

/// Returns what a capture on `to` changes, but for pawns that capture there and the king: the moves of the captured piece are
/// lost, and others can capture in return.
#[inline(always)]
fn captured<C: Side>(
    sliders: impl Sliders,
    shared: &Shared<'_>,
    movers: Bitboard,
    occupied: Bitboard,
    to: Square,
) -> i32 {
    let change = |pieces: Bitboard, attacks: Bitboard| {
        let lost = if pieces.contains(to) { attacks - shared.repliers } else { Bitboard::EMPTY };
        (attacks & pieces).count() as i32 - lost.count() as i32
    };
    let mut sum = change(shared.knights, knight_attacks(to))
        + change(shared.diagonal, sliders.bishop_attacks(to, occupied))
        + change(shared.orthogonal, sliders.rook_attacks(to, occupied));
    if shared.position.by_type(PieceType::Pawn).contains(to) {
        sum -= reach::<C>(shared, to.bitboard(), occupied).count::<C::Them>(movers);
    }
    if king_attacks(shared.king).contains(to) {
        let through = occupied ^ shared.king.bitboard();
        let wanted =
            Wanted { position: shared.position, movers, through, steps: shared.steps, castlings: &[] };
        sum += i32::from(wanted.safety::<C>(sliders, to).0.contains(to));
    }
    sum
}

/// Returns the number of steps and castlings of the repliers' king, but for captures of the piece that has captured.
#[inline(always)]
fn king_replies<C: Side, const PIECE: usize>(
    sliders: impl Sliders,
    shared: &Shared<'_>,
    gone: Bitboard,
    targets: Bitboard,
) -> i32 {
    let through = (shared.occupied - gone) ^ shared.king.bitboard();
    let mut own = Zone::new();
    let zone = if gone.intersects(shared.zone.touched) {
        let (movers, castlings) = (shared.movers - gone, &shared.castlings);
        own.fill::<C>(
            sliders,
            &Wanted { position: shared.position, movers, through, steps: shared.steps, castlings },
        );
        &own
    } else {
        shared.zone
    };
    let mut sum = 0;
    for &(step, safe_by) in &zone.steps {
        sum += ((targets & safe_by) - attackers::<C, PIECE>(sliders, step, through)).count();
    }
    for &(squares, safe_by) in &zone.castlings {
        let mut left = targets & safe_by;
        for square in squares {
            left -= attackers::<C, PIECE>(sliders, square, through);
        }
        sum += left.count();
    }
    sum as i32
}

/// Returns the squares from which the movers' piece attacks `square`.
#[inline(always)]
fn attackers<C: Side, const PIECE: usize>(
    sliders: impl Sliders,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match PieceType::ALL[PIECE] {
        PieceType::Pawn => pawn_attacks(C::Them::COLOR, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => sliders.bishop_attacks(square, occupied),
        PieceType::Rook => sliders.rook_attacks(square, occupied),
        PieceType::Queen => sliders.queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

/// Returns the squares on which a piece gives check or may pin something.
#[inline(always)]
pub(super) fn checks<C: Side, const PIECE: usize>(shared: &Shared<'_>) -> Bitboard {
    match PieceType::ALL[PIECE] {
        PieceType::Pawn => pawn_attacks(C::Them::COLOR, shared.king),
        PieceType::Knight => knight_attacks(shared.king),
        PieceType::Bishop => shared.bishop_checks,
        PieceType::Rook => shared.rook_checks,
        PieceType::Queen => shared.bishop_checks | shared.rook_checks,
        PieceType::King => Bitboard::EMPTY,
    }
}

/// Returns the squares behind `b`, as seen from `a` on a common line.
#[inline(always)]
fn beyond(a: Square, b: Square) -> Bitboard {
    BEYOND[a as usize][b as usize]
}

static BEYOND: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let mut squares = ray(Square::ALL[a], Direction::ALL[i]);
            while let Some(b) = squares.first() {
                squares = squares.without_first();
                table[a][b as usize] = ray(b, Direction::ALL[i]);
            }
            i += 1;
        }
        a += 1;
    }
    table
};
