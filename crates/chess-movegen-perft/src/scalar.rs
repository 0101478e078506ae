//! Replies counted move by move: the portable form of the kernels, which also serves their rare cases.

use core::marker::PhantomData;

use chess_board::Position;
#[cfg(any(target_arch = "x86_64", avx512_model))]
use chess_movegen::machine::Backend;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{CountMoves, MoveVisitor, Selection, Side, each_move, origin, visit_side};
use chess_types::{Bitboard, Move, MoveKind, PieceType, Square};

/// Counts the replies to all moves, each made on a copy. This is the portable form of the kernels.
#[inline(always)]
pub(crate) fn count_each<C: Side>(machine: impl Machine, position: &Position) -> u64 {
    let counter = ReplyCounter::<C, _> { machine, position, replies: 0, side: PhantomData };
    each_move::<C, _>(machine.sliders(), position, Selection::ALL, counter).replies
}

struct ReplyCounter<'a, C, M> {
    machine: M,
    position: &'a Position,
    replies: u64,
    side: PhantomData<C>,
}

impl<C: Side, M: Machine> MoveVisitor for ReplyCounter<'_, C, M> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        self.replies += replies_after::<C>(self.machine, self.position, mv, piece_type);
    }

    /// Here the type of the piece is a constant, and becomes a constant of the task.
    #[inline(always)]
    fn visit_targets(&mut self, piece_type: PieceType, from: Square, targets: Bitboard, theirs: Bitboard) {
        self.replies += match piece_type {
            // Pawns are visited as sets.
            PieceType::Pawn => 0,
            PieceType::Knight => self.replies_from::<{ PieceType::Knight as usize }>(from, targets, theirs),
            PieceType::Bishop => self.replies_from::<{ PieceType::Bishop as usize }>(from, targets, theirs),
            PieceType::Rook => self.replies_from::<{ PieceType::Rook as usize }>(from, targets, theirs),
            PieceType::Queen => self.replies_from::<{ PieceType::Queen as usize }>(from, targets, theirs),
            PieceType::King => self.replies_from::<{ PieceType::King as usize }>(from, targets, theirs),
        }
    }

    #[inline(always)]
    fn visit_pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        let Self { machine, position, .. } = *self;
        match kind {
            MoveKind::Capture => {
                let pawns = PawnReplies::<C, true> { position, targets, step, side: PhantomData };
                self.replies += machine.run(pawns);
            }
            MoveKind::Quiet => {
                let pawns = PawnReplies::<C, false> { position, targets, step, side: PhantomData };
                self.replies += machine.run(pawns);
            }
            _ => {
                for to in targets {
                    self.visit(PieceType::Pawn, Move::new(origin(to, step), to, kind));
                }
            }
        }
    }
}

impl<C: Side, M: Machine> ReplyCounter<'_, C, M> {
    #[inline(always)]
    fn replies_from<const PIECE: usize>(&self, from: Square, targets: Bitboard, theirs: Bitboard) -> u64 {
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

/// Replies to pawn moves, either all captures or all pushes, by a step that changes the square's index by `step`.
struct PawnReplies<'a, C, const CAPTURE: bool> {
    position: &'a Position,
    targets: Bitboard,
    step: i8,
    side: PhantomData<C>,
}

impl<C: Side, const CAPTURE: bool> Task for PawnReplies<'_, C, CAPTURE> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let Self { position, targets, step, .. } = self;
        let kind = if CAPTURE { MoveKind::Capture } else { MoveKind::Quiet };
        let mut counter = CountMoves::default();
        for to in targets {
            let mv = Move::new(origin(to, step), to, kind);
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
    let _ = visit_side::<C::Them, _>(machine.sliders(), &child, Selection::ALL, counter);
}

/// Returns the number of legal replies to a move of `C`, counted by a call.
#[inline(always)]
fn replies_after<C: Side>(
    machine: impl Machine,
    position: &Position,
    mv: Move,
    piece_type: PieceType,
) -> u64 {
    let child = position.after_piece(C::COLOR, mv, piece_type);
    machine.run(CountLegal::<C::Them>(&child, PhantomData))
}

/// Does the same on the scalar backend, for the rare moves that a kernel of lanes does not count.
#[cfg(any(target_arch = "x86_64", avx512_model))]
#[inline(never)]
pub(crate) fn replies_after_scalar<C: Side>(position: &Position, mv: Move, piece_type: PieceType) -> u64 {
    let child = position.after_piece(C::COLOR, mv, piece_type);
    Backend::best().run_scalar(CountLegal::<C::Them>(&child, PhantomData))
}

/// The number of legal moves of a position, counted out of line, since it is needed in a hundred places.
pub(crate) struct CountLegal<'a, C>(pub(crate) &'a Position, pub(crate) PhantomData<C>);

impl<C: Side> Task for CountLegal<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let mut counter = CountMoves::default();
        let _ = visit_side::<C, _>(machine.sliders(), self.0, Selection::ALL, &mut counter);
        u64::from(counter.moves)
    }
}
