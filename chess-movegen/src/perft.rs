//! Perft: the number of leaves of the tree of legal moves, as a proof of the generator and a measure of its speed.

use core::hint::black_box;
use core::marker::PhantomData;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::{Color, Move, MoveList, PieceType};

use crate::each_move::{EachMove, MoveVisitor};
use crate::generate::visit_side;
use crate::lists::Counter;
use crate::side::{Black, Side, White};
use crate::{Selection, legal_moves};

/// How perft comes by the leaves of its last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PerftMode {
    /// They are counted, not listed.
    #[default]
    Count,
    /// They are the length of a list.
    List,
    /// Every one of them is made, and unmade, in place.
    Make,
    /// Every one of them is made on a copy.
    Copy,
}

/// Number of sequences of `depth` legal moves; 1 for depth 0.
///
/// # Examples
/// ```
/// assert_eq!(chess_movegen::perft(&chess_board::Position::START, 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_with(position, depth, PerftMode::Count)
}

/// [`perft`] with the leaves come by in this way.
pub fn perft_with(position: &Position, depth: u32, mode: PerftMode) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.side_to_move() {
        Color::White => walk::<White>(position, depth, mode),
        Color::Black => walk::<Black>(position, depth, mode),
    }
}

fn walk<C: Side>(position: &Position, depth: u32, mode: PerftMode) -> u64 {
    match mode {
        PerftMode::Count => count::<C>(position, depth),
        PerftMode::List => list::<C>(position, depth),
        PerftMode::Make => make::<C>(position, depth),
        PerftMode::Copy => copy::<C>(position, depth),
    }
}

/// The legal moves of a position, each with the perft of what follows it.
pub type Divide = ArrayVec<(Move, u64), 256>;

/// Every legal move with the number of leaves below it, `depth` counting the move itself; none for depth 0.
pub fn divide(position: &Position, depth: u32, mode: PerftMode) -> Divide {
    let Some(rest) = depth.checked_sub(1) else { return Divide::new() };
    legal_moves(position).into_iter().map(|mv| (mv, perft_with(&position.after(mv), rest, mode))).collect()
}

fn count<C: Side>(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        let mut counter = Counter::default();
        let _ = visit_side::<C, _>(position, Selection::ALL, &mut counter);
        return u64::from(counter.moves);
    }
    each_move::<C, _>(position, CountBelow::<C> { position, depth: depth - 1, leaves: 0, side: PhantomData })
        .leaves
}

struct CountBelow<'a, C> {
    position: &'a Position,
    depth: u32,
    leaves: u64,
    side: PhantomData<C>,
}

impl<C: Side> MoveVisitor for CountBelow<'_, C> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let child = self.position.after_piece(C::COLOR, mv, piece_type);
        self.leaves += count::<C::Them>(&child, self.depth);
    }
}

fn copy<C: Side>(position: &Position, depth: u32) -> u64 {
    each_move::<C, _>(position, CopyEach::<C> { position, depth: depth - 1, leaves: 0, side: PhantomData })
        .leaves
}

struct CopyEach<'a, C> {
    position: &'a Position,
    depth: u32,
    leaves: u64,
    side: PhantomData<C>,
}

impl<C: Side> MoveVisitor for CopyEach<'_, C> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let child = self.position.after_piece(C::COLOR, mv, piece_type);
        self.leaves += if self.depth == 0 { leaf(&child) } else { copy::<C::Them>(&child, self.depth) };
    }
}

fn make<C: Side>(position: &Position, depth: u32) -> u64 {
    each_move::<C, _>(
        position,
        MakeEach::<C> { position: *position, depth: depth - 1, leaves: 0, side: PhantomData },
    )
    .leaves
}

struct MakeEach<C> {
    position: Position,
    depth: u32,
    leaves: u64,
    side: PhantomData<C>,
}

impl<C: Side> MoveVisitor for MakeEach<C> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let undo = self.position.make_piece(C::COLOR, mv, piece_type);
        self.leaves +=
            if self.depth == 0 { leaf(&self.position) } else { make::<C::Them>(&self.position, self.depth) };
        self.position.unmake_piece(C::COLOR, undo);
    }
}

fn list<C: Side>(position: &Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    each_move::<C, _>(position, &mut moves);
    if depth == 1 {
        return black_box(&moves).len() as u64;
    }
    moves.into_iter().map(|mv| list::<C::Them>(&position.after(mv), depth - 1)).sum()
}

#[inline(always)]
fn each_move<C: Side, V: MoveVisitor>(position: &Position, visitor: V) -> V {
    let mut sink = EachMove::of::<C>(position, visitor);
    let _ = visit_side::<C, _>(position, Selection::ALL, &mut sink);
    sink.visitor
}

/// One leaf. The black box keeps the compiler from leaving out what was made only to be counted.
#[inline(always)]
fn leaf(position: &Position) -> u64 {
    black_box(position);
    1
}
