//! Replies counted move by move: the portable form of the kernels, which also serves their rare cases.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{CountMoves, Node, PawnStep, Selection, Side, Sink, visit_side};
use chess_types::{Bitboard, Move, MoveKind, PieceType, Square};

/// Counts the replies to all moves, each made on a copy. This is the portable form of the kernels.
#[inline(always)]
pub(crate) fn count_each<C: Side>(machine: impl Machine, position: &Position) -> u64 {
    let mut counter = ReplyCounter { machine, position, replies: 0 };
    let _ = visit_side::<C, _>(machine, position, Selection::ALL, &mut counter);
    counter.replies
}

struct ReplyCounter<'a, M> {
    machine: M,
    position: &'a Position,
    replies: u64,
}

impl<M: Machine> Sink for ReplyCounter<'_, M> {
    #[inline(always)]
    fn mv<C: Side>(&mut self, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        let child = self.position.after_piece(C::COLOR, mv, piece_type);
        self.replies += self.machine.run(CountLegal(&child));
        ControlFlow::Continue(())
    }

    /// Here the type of the piece is a constant, and becomes a constant of the task.
    #[inline(always)]
    fn piece<C: Side>(
        &mut self,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        theirs: Bitboard,
    ) -> ControlFlow<()> {
        self.replies += match piece_type {
            // Pawns come as sets.
            PieceType::Pawn => 0,
            PieceType::Knight => {
                self.replies_from::<C, { PieceType::Knight as usize }>(from, targets, theirs)
            }
            PieceType::Bishop => {
                self.replies_from::<C, { PieceType::Bishop as usize }>(from, targets, theirs)
            }
            PieceType::Rook => self.replies_from::<C, { PieceType::Rook as usize }>(from, targets, theirs),
            PieceType::Queen => self.replies_from::<C, { PieceType::Queen as usize }>(from, targets, theirs),
            PieceType::King => self.replies_from::<C, { PieceType::King as usize }>(from, targets, theirs),
        };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawn_step<C: Side>(&mut self, step: PawnStep) -> ControlFlow<()> {
        let Self { machine, position, .. } = *self;
        match step.kind {
            MoveKind::Capture => {
                self.replies += machine.run(PawnReplies::<C, true> { position, step, side: PhantomData });
            }
            MoveKind::Quiet => {
                self.replies += machine.run(PawnReplies::<C, false> { position, step, side: PhantomData });
            }
            _ => {
                for to in step.targets {
                    self.mv::<C>(PieceType::Pawn, step.to(to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl<M: Machine> ReplyCounter<'_, M> {
    #[inline(always)]
    fn replies_from<C: Side, const PIECE: usize>(
        &self,
        from: Square,
        targets: Bitboard,
        theirs: Bitboard,
    ) -> u64 {
        let Self { machine, position, .. } = *self;
        machine.run(PieceReplies::<C, PIECE> { position, from, targets, theirs, side: PhantomData })
    }
}

/// Replies to the moves of one piece, whose type is the index `PIECE`.
///
/// Making a child and counting its replies are compiled as one function. The child stays in registers, the compiler
/// removes what no reply depends on (keys, clocks), and nothing is stored only to be read back. There is one such
/// function for each piece type; one for each place that visits moves would not fit in the instruction cache.
struct PieceReplies<'a, C, const PIECE: usize> {
    position: &'a Position,
    from: Square,
    targets: Bitboard,
    theirs: Bitboard,
    side: PhantomData<C>,
}

impl<C: Side, const PIECE: usize> Task for PieceReplies<'_, C, PIECE> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let Self { position, from, targets, theirs, .. } = self;
        let mut counter = CountMoves::default();
        for to in targets {
            let kind = if theirs.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            let mv = Move::new(from, to, kind);
            add_replies::<C>(machine, position, mv, PieceType::ALL[PIECE], &mut counter);
        }
        u64::from(counter.moves)
    }
}

/// Replies to pawn moves by one step, either captures or pushes.
struct PawnReplies<'a, C, const CAPTURE: bool> {
    position: &'a Position,
    step: PawnStep,
    side: PhantomData<C>,
}

impl<C: Side, const CAPTURE: bool> Task for PawnReplies<'_, C, CAPTURE> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let Self { position, step, .. } = self;
        let kind = if CAPTURE { MoveKind::Capture } else { MoveKind::Quiet };
        let mut counter = CountMoves::default();
        for to in step.targets {
            let mv = PawnStep { kind, ..step }.to(to);
            add_replies::<C>(machine, position, mv, PieceType::Pawn, &mut counter);
        }
        u64::from(counter.moves)
    }
}

/// Adds the number of legal replies to a move of `C`.
#[inline(always)]
fn add_replies<C: Side>(
    machine: impl Machine,
    position: &Position,
    mv: Move,
    piece_type: PieceType,
    counter: &mut CountMoves,
) {
    let child = position.after_piece(C::COLOR, mv, piece_type);
    let _ = visit_side::<C::Them, _>(machine, &child, Selection::ALL, counter);
}

/// The number of legal moves of a position, counted out of line, since it is needed in a hundred places.
pub(crate) struct CountLegal<'a>(pub(crate) &'a Position);

impl Task for CountLegal<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let mut counter = CountMoves::default();
        let _ = Node::on(machine, self.0).visit(Selection::ALL, &mut counter);
        u64::from(counter.moves)
    }
}
