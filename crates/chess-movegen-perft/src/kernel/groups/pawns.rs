//! The moves of the repliers' pawns.

use chess_movegen::{PawnTargets, Side};
use chess_types::{Bitboard, Direction, Rank};

/// The squares that the repliers' pawns can be pushed to, and those on which they can capture if there is something.
#[derive(Clone, Copy)]
pub(super) struct PawnReach {
    targets: PawnTargets,
    /// The squares ahead of pawns, which pushes need empty.
    pub(super) ways: Bitboard,
    promotes: bool,
}

impl PawnReach {
    #[inline(always)]
    pub(super) fn new<R: Side>(
        pawns: Bitboard,
        diagonal_pins: Bitboard,
        orthogonal_pins: Bitboard,
        occupied: Bitboard,
    ) -> Self {
        let capturers = R::COLOR.push(pawns - orthogonal_pins - diagonal_pins);
        let pinned_capturers = R::COLOR.push(pawns - orthogonal_pins & diagonal_pins);
        let pushers = pawns - diagonal_pins;
        let pushes = R::COLOR.push(pushers - orthogonal_pins)
            | (R::COLOR.push(pushers & orthogonal_pins) & orthogonal_pins);
        let pushes = pushes - occupied;
        let ahead = R::COLOR.push(pawns);
        Self {
            targets: PawnTargets {
                west_captures: capturers.shift(Direction::West)
                    | (pinned_capturers.shift(Direction::West) & diagonal_pins),
                east_captures: capturers.shift(Direction::East)
                    | (pinned_capturers.shift(Direction::East) & diagonal_pins),
                pushes,
                double_pushes: R::COLOR.push(pushes & Rank::Third.relative_to(R::COLOR).bitboard())
                    - occupied,
            },
            ways: ahead | R::COLOR.push(ahead & Rank::Third.relative_to(R::COLOR).bitboard()),
            promotes: pawns.intersects(Rank::Seventh.relative_to(R::COLOR).bitboard()),
        }
    }

    /// Returns the squares on which a piece of the movers adds a move, or takes one.
    #[inline(always)]
    pub(super) fn felt(&self) -> Bitboard {
        self.targets.west_captures | self.targets.east_captures | self.ways
    }

    /// Returns the number of moves against these enemies.
    #[inline(always)]
    pub(super) fn count<R: Side>(&self, enemies: Bitboard) -> i32 {
        let targets = PawnTargets {
            west_captures: self.targets.west_captures & enemies,
            east_captures: self.targets.east_captures & enemies,
            ..self.targets
        };
        let mut count = targets.count();
        if self.promotes {
            count += 3 * targets.only(R::COLOR.promotion_rank().bitboard()).count();
        }
        count as i32
    }

    /// Returns what an enemy that arrives on each of `squares` adds to the number of moves, all together.
    #[inline(always)]
    pub(super) fn change<R: Side>(&self, squares: Bitboard) -> i32 {
        let PawnTargets { west_captures, east_captures, pushes, double_pushes } = self.targets;
        let ends_doubles = double_pushes | R::Them::COLOR.push(double_pushes);
        let change = |squares: Bitboard| {
            (west_captures & squares).count() as i32 + (east_captures & squares).count() as i32
                - (pushes & squares).count() as i32
        };
        let mut sum = change(squares) - (ends_doubles & squares).count() as i32;
        if self.promotes {
            sum += 3 * change(squares & R::COLOR.promotion_rank().bitboard());
        }
        sum
    }
}
