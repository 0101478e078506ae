use core::marker::PhantomData;
use core::ops::ControlFlow;

use chess_board::{Castling, Position};
use chess_movegen::internals::visit_side;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{PawnTargets, Selection, Sink};
use chess_types::{Bitboard, Color, Move, PieceType, Square};

use super::checks::{CastlingCheck, EnPassantCheck, PawnChecks, PieceChecks, PromotionChecks};
use super::counts::Statistics;
use super::finder::CheckFinder;
use crate::side::Side;

/// All moves of a position as leaves. `C` must be the side to move.
pub(super) struct Leaves<'a, C> {
    pub(super) position: &'a Position,
    pub(super) statistics: &'a mut Statistics,
    pub(super) side: PhantomData<C>,
}

impl<C: Side> Task for Leaves<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { position, statistics, .. } = self;
        let mut finder = CheckFinder::new(machine.sliders(), position, statistics);
        let mut counter = Counter::<C, _> { machine, finder: &mut finder, moves: CountedMoves(0) };
        let _ = visit_side(machine, C::COLOR, position, Selection::ALL, &mut counter);
        let moves = counter.moves;
        statistics.nodes += moves.all();
        statistics.captures += moves.captures();
    }
}

/// A sink that counts moves and captures by the sizes of the sets. It looks only into those sets that may contain a
/// check.
struct Counter<'a, 'b, C, M> {
    machine: M,
    finder: &'a mut CheckFinder<'b, C>,
    moves: CountedMoves,
}

/// The number of moves in the lower half, and the number of captures in the upper half.
///
/// The compiler would read two fields back by one load, which has to wait for both stores: 3 % of the time on position 3 of the
/// Chess Programming Wiki.
#[derive(Clone, Copy)]
struct CountedMoves(u64);

impl CountedMoves {
    /// Adds `moves` moves, `captures` of which are captures.
    #[inline(always)]
    fn add(&mut self, moves: u32, captures: u32) {
        self.0 += u64::from(moves) + (u64::from(captures) << 32);
    }

    #[inline(always)]
    const fn all(self) -> u64 {
        self.0 & 0xFFFF_FFFF
    }

    #[inline(always)]
    const fn captures(self) -> u64 {
        self.0 >> 32
    }
}

impl<C: Side, M: Machine> Sink for Counter<'_, '_, C, M> {
    /// All moves come as sets, by the methods below.
    #[inline(always)]
    fn mv(&mut self, _: Color, _: PieceType, _: Move) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece(
        &mut self,
        _: Color,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        theirs: Bitboard,
    ) -> ControlFlow<()> {
        self.moves.add(targets.count(), (targets & theirs).count());
        let direct = targets & self.finder.check_squares(piece_type);
        let blocker = self.finder.blockers & from.bitboard();
        if !(direct | blocker).is_empty() {
            self.machine.run(PieceChecks { finder: self.finder, piece_type, from, targets, direct });
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, _: Color, targets: PawnTargets) -> ControlFlow<()> {
        let captures = targets.west_captures.count() + targets.east_captures.count();
        self.moves.add(captures + (targets.pushes | targets.double_pushes).count(), captures);
        let all = targets.west_captures | targets.east_captures | targets.pushes | targets.double_pushes;
        let direct = all & self.finder.check_squares(PieceType::Pawn);
        if !(direct | self.finder.pawn_blockers).is_empty() {
            self.machine.run(PawnChecks { finder: self.finder, targets, direct });
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, _: Color, targets: PawnTargets) -> ControlFlow<()> {
        let captures = 4 * (targets.west_captures.count() + targets.east_captures.count());
        let promotions = captures + 4 * targets.pushes.count();
        self.moves.add(promotions, captures);
        self.finder.statistics.promotions += u64::from(promotions);
        self.machine.run(PromotionChecks { finder: self.finder, targets });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Color, from: Square, to: Square) -> ControlFlow<()> {
        self.moves.add(1, 1);
        self.finder.statistics.en_passant += 1;
        self.machine.run(EnPassantCheck { finder: self.finder, from, to });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, _: Color, castling: Castling) -> ControlFlow<()> {
        self.moves.add(1, 0);
        self.finder.statistics.castles += 1;
        self.machine.run(CastlingCheck { finder: self.finder, castling });
        ControlFlow::Continue(())
    }
}
