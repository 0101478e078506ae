use core::marker::PhantomData;
use core::ops::ControlFlow;

use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{PawnTargets, Selection, Side, Sink, visit_side};
use chess_types::{Bitboard, CastlingSide, Move, PieceType, Square};

/// Tests a move of `C` by a piece of type `piece_type` that gives check for being mate. The move is made on a copy.
#[inline(always)]
pub(super) fn is_mate<C: Side>(
    machine: impl Machine,
    position: &Position,
    mv: Move,
    piece_type: PieceType,
) -> bool {
    let mut child = *position;
    child.play_piece(C::COLOR, mv, piece_type);
    !machine.run(HasLegalMove::<C::Them> { position: &child, side: PhantomData })
}

struct HasLegalMove<'a, C> {
    position: &'a Position,
    side: PhantomData<C>,
}

impl<C: Side> Task for HasLegalMove<'_, C> {
    type Output = bool;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> bool {
        visit_side::<C, _>(machine.sliders(), self.position, Selection::ALL, &mut AnyMove).is_break()
    }
}

/// A sink that breaks at the first move.
struct AnyMove;

impl Sink for AnyMove {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) -> ControlFlow<()> {
        break_if(!targets.is_empty())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        break_if(!targets.is_empty())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        break_if(!targets.is_empty())
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

#[inline(always)]
fn break_if(found: bool) -> ControlFlow<()> {
    if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
