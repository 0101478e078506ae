use core::marker::PhantomData;

use chess_board::Position;
use chess_types::{Color, Move, PieceType};

use crate::Selection;
use crate::arch::{self, Arch, Task};
use crate::each_move::{EachMove, MoveVisitor};
use crate::generate::visit_side;
use crate::lists::Counter;
use crate::side::{Black, Side, White};

/// Number of legal replies, summed over all legal moves: perft 2.
///
/// It is what perft counts leaves with, and by itself a measure of the other side's mobility. Where the processor has
/// AVX-512 or AVX2, the positions after eight moves are formed in the lanes of its registers and their replies counted
/// at once; those positions exist nowhere else.
///
/// # Examples
/// ```
/// assert_eq!(chess_movegen::count_replies(&chess_board::Position::START), 400);
/// ```
#[inline]
pub fn count_replies(position: &Position) -> u64 {
    arch::run(CountReplies(position))
}

struct CountReplies<'a>(&'a Position);

impl Task for CountReplies<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, arch: impl Arch) -> u64 {
        match self.0.side_to_move() {
            Color::White => arch.count_replies::<White>(self.0),
            Color::Black => arch.count_replies::<Black>(self.0),
        }
    }
}

/// The portable form: every move is made on a copy, and the replies to it are counted.
#[inline(always)]
pub(crate) fn count_each<C: Side>(arch: impl Arch, position: &Position) -> u64 {
    let counter = ReplyCounter::<C, _> { arch, position, replies: 0, side: PhantomData };
    let mut sink = EachMove::of::<C>(position, counter);
    let _ = visit_side::<C, _>(arch, position, Selection::ALL, &mut sink);
    sink.visitor.replies
}

struct ReplyCounter<'a, C, A> {
    arch: A,
    position: &'a Position,
    replies: u64,
    side: PhantomData<C>,
}

impl<C: Side, A: Arch> MoveVisitor for ReplyCounter<'_, C, A> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        self.replies += replies_after::<C>(self.arch, self.position, mv, piece_type);
    }
}

/// Number of legal replies to a move of `C`.
#[inline(always)]
pub(crate) fn replies_after<C: Side>(
    arch: impl Arch,
    position: &Position,
    mv: Move,
    piece_type: PieceType,
) -> u64 {
    // Not `after_piece`: what it returns is copied once more.
    let mut child = *position;
    child.play_piece(C::COLOR, mv, piece_type);
    arch.run(CountMoves::<C::Them>(&child, PhantomData))
}

/// The legal moves of one position, counted out of line: a hundred places call for it.
pub(crate) struct CountMoves<'a, C>(pub(crate) &'a Position, pub(crate) PhantomData<C>);

impl<C: Side> Task for CountMoves<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, arch: impl Arch) -> u64 {
        let mut counter = Counter::default();
        let _ = visit_side::<C, _>(arch, self.0, Selection::ALL, &mut counter);
        u64::from(counter.moves)
    }
}
