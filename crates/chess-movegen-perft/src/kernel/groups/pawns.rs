//! The moves of the repliers' pawns.

use chess_movegen::PawnTargets;
use chess_types::{Bitboard, Direction, Rank};

use crate::side::Side;

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
    pub(super) fn new<R: Side>(pawns: Bitboard, pins: [Bitboard; 2], occupied: Bitboard) -> Self {
        let [diagonal_pins, orthogonal_pins] = pins;
        let push = |set: Bitboard| set.push(R::COLOR);
        let third = Rank::Third.relative_to(R::COLOR).bitboard();
        let capturers = push(pawns - orthogonal_pins);
        let pinned = push(pawns & diagonal_pins);
        let capture = |side: Direction| {
            let targets = capturers.shift(side);
            targets - (pinned.shift(side) - diagonal_pins)
        };
        let pushers = pawns - diagonal_pins;
        let pushes = push(pushers) - occupied - (push(pushers & orthogonal_pins) - orthogonal_pins);
        let targets = PawnTargets {
            west_captures: capture(Direction::West),
            east_captures: capture(Direction::East),
            pushes,
            double_pushes: push(pushes & third) - occupied,
        };
        let ahead = push(pawns);
        let promotes = pawns.intersects(Rank::Seventh.relative_to(R::COLOR).bitboard());
        Self { targets, ways: ahead | push(ahead & third), promotes }
    }

    /// Returns the squares on which a piece of the movers adds a reply, or takes one.
    #[inline(always)]
    pub(super) fn felt(&self) -> Bitboard {
        self.targets.west_captures | self.targets.east_captures | self.ways
    }

    /// Returns the number of moves against these enemies.
    #[inline(always)]
    pub(super) fn count<R: Side>(&self, enemies: Bitboard) -> i32 {
        let PawnTargets { west_captures, east_captures, .. } = self.targets;
        let (west_captures, east_captures) = (west_captures & enemies, east_captures & enemies);
        let targets = PawnTargets { west_captures, east_captures, ..self.targets };
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
        let ends_doubles = double_pushes | double_pushes.push(R::Them::COLOR);
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
