use core::ops::ControlFlow;

use chess_types::{Bitboard, CastlingSide, PieceType, Square};

use crate::generator::{PawnTargets, Sink};

/// A sink that counts moves by the sizes of the sets.
#[derive(Clone, Copy, Default, Debug)]
pub struct CountMoves {
    /// The number of moves so far.
    pub moves: u32,
}

impl Sink for CountMoves {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.moves += targets.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        self.moves += targets.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        self.moves += 4 * targets.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        self.moves += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square, _: CastlingSide) -> ControlFlow<()> {
        self.moves += 1;
        ControlFlow::Continue(())
    }
}

/// A sink that breaks at the first move.
pub(super) struct AnyMove;

impl AnyMove {
    #[inline(always)]
    fn break_if(found: bool) -> ControlFlow<()> {
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for AnyMove {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) -> ControlFlow<()> {
        Self::break_if(!targets.is_empty())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        Self::break_if(!targets.is_empty())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        Self::break_if(!targets.is_empty())
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square, _: CastlingSide) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
