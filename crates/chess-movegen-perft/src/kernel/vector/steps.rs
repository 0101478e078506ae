//! The steps of counting replies in lanes: danger, pawns and castling of eight children.
//!
//! With explicit ternary logic the AVX-512 kernel was no faster, since the compiler finds it.

use chess_types::{Color, File, Rank};

use super::lanes::{Lanes, and, lanes, or, shift, splat, without, xor, zero};
use super::parent::{Activity, CastlingNeeds};
use crate::side::Side;

/// Eight children: the movers' pieces after their move, and the remaining pieces of the repliers.
pub(super) struct ChildBoards {
    pub(super) pawns: Lanes,
    pub(super) knights: Lanes,
    pub(super) diagonal: Lanes,
    pub(super) orthogonal: Lanes,
    pub(super) king: Lanes,
    pub(super) occupied: Lanes,
    /// All pieces of the repliers.
    pub(super) own: Lanes,
    /// The target of the move, where a piece of the repliers may have been captured.
    pub(super) taken: Lanes,
}

/// The pieces that shield the repliers' king, by the line they are bound to.
pub(super) struct Pins {
    pub(super) file: Lanes,
    pub(super) rank: Lanes,
    /// Diagonals that rise towards the h-file.
    pub(super) diagonal: Lanes,
    pub(super) anti_diagonal: Lanes,
    pub(super) all: Lanes,
}

lanes! {
    /// Returns those of `pieces` that no pin along another line than `line` binds.
    pub(super) fn free_along(pieces: Lanes, line: Lanes, pins: &Pins) -> Lanes {
        without(pieces, xor(pins.all, line))
    }

    pub(super) fn no_pins() -> Pins {
        Pins { file: zero(), rank: zero(), diagonal: zero(), anti_diagonal: zero(), all: zero() }
    }

    /// Returns the squares that pawns of this colour attack.
    pub(super) fn pawn_danger(pawns: Lanes, color: Color) -> Lanes {
        let (not_a, not_h) = (splat(!File::A.bitboard()), splat(!File::H.bitboard()));
        match color {
            Color::White => or(and(shift::<9>(pawns), not_a), and(shift::<7>(pawns), not_h)),
            Color::Black => or(and(shift::<-7>(pawns), not_a), and(shift::<-9>(pawns), not_h)),
        }
    }

    /// Adds to `danger` the squares that king and knights of the movers attack, if that part is active.
    pub(super) fn leaper_danger(children: &ChildBoards, activity: Activity, danger: Lanes) -> Lanes {
        let (not_a, not_h) = (splat(!File::A.bitboard()), splat(!File::H.bitboard()));
        let mut danger = danger;
        if activity.has(Activity::KING_DANGER) {
            let king = children.king;
            let row = or(or(and(shift::<1>(king), not_a), and(shift::<-1>(king), not_h)), king);
            danger = or(danger, or(or(row, shift::<8>(row)), shift::<-8>(row)));
        }
        if activity.has(Activity::KNIGHT_DANGER) {
            let knights = children.knights;
            let (west, east) = (and(shift::<-1>(knights), not_h), and(shift::<1>(knights), not_a));
            let (far_west, far_east) = (and(shift::<-1>(west), not_h), and(shift::<1>(east), not_a));
            let (near, far) = (or(west, east), or(far_west, far_east));
            danger = or(danger, or(shift::<16>(near), shift::<-16>(near)));
            danger = or(danger, or(shift::<8>(far), shift::<-8>(far)));
        }
        danger
    }

    /// Returns the targets of the repliers' pawns, `S` having moved, in two sets: pushes together with
    /// captures to the east, which are disjoint and share a count, and captures to the west. `has_bound`
    /// tells if a pin may bind any pawn.
    pub(super) fn pawn_targets<S: Side>(
        pawns: Lanes,
        children: &ChildBoards,
        pins: &Pins,
        check_mask: Lanes,
        has_bound: bool,
    ) -> (Lanes, Lanes) {
        let (not_a, not_h) = (splat(!File::A.bitboard()), splat(!File::H.bitboard()));
        let (mut pushers, mut rising, mut falling) = (pawns, pawns, pawns);
        if has_bound {
            pushers = free_along(pawns, pins.file, pins);
            rising = free_along(pawns, pins.diagonal, pins);
            falling = free_along(pawns, pins.anti_diagonal, pins);
        }
        let capturable = and(without(children.occupied, children.own), check_mask);
        let third = splat(Rank::Third.relative_to(S::Them::COLOR).bitboard());
        let (pushed, pushed_twice, east, west);
        match S::Them::COLOR {
            Color::White => {
                pushed = without(shift::<8>(pushers), children.occupied);
                pushed_twice = without(shift::<8>(and(pushed, third)), children.occupied);
                east = and(and(shift::<9>(rising), not_a), capturable);
                west = and(and(shift::<7>(falling), not_h), capturable);
            }
            Color::Black => {
                pushed = without(shift::<-8>(pushers), children.occupied);
                pushed_twice = without(shift::<-8>(and(pushed, third)), children.occupied);
                east = and(and(shift::<-7>(falling), not_a), capturable);
                west = and(and(shift::<-9>(rising), not_h), capturable);
            }
        }
        (or(and(or(pushed, pushed_twice), check_mask), east), west)
    }

    /// Returns the squares that prevent this castling, because a piece blocks or attacks them. The set is
    /// empty where castling is possible.
    pub(super) fn castling_obstacles(castling: &CastlingNeeds, children: &ChildBoards, pins: &Pins, danger: Lanes) -> Lanes {
        let attacked = and(danger, splat(castling.safe));
        let blocked = and(children.occupied, splat(castling.empty));
        let rook = and(or(children.taken, pins.rank), splat(castling.rook));
        or(or(attacked, blocked), rook)
    }
}
