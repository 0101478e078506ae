//! Perft: the number of leaves of the tree of legal moves, as a proof of the generator and a measure of its speed.

use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::{Bitboard, CastlingSide, Color, Move, MoveKind, MoveList, PieceType, Square};

use crate::generate::visit_side;
use crate::lists::Counter;
use crate::side::{Black, Side, White};
use crate::{PawnTargets, Selection, Sink, generate, legal_moves};

/// How perft comes by the leaves of its last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PerftMode {
    /// They are counted, not listed.
    #[default]
    Count,
    /// They are the length of a list.
    List,
    /// Every one of them is made and unmade.
    Make,
}

/// Number of sequences of `depth` legal moves; 1 for depth 0.
///
/// # Examples
/// ```
/// assert_eq!(chess_movegen::perft(&chess_board::Position::START, 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match (depth, position.side_to_move()) {
        (0, _) => 1,
        (_, Color::White) => count::<White>(position, depth),
        (_, Color::Black) => count::<Black>(position, depth),
    }
}

/// [`perft`] with the leaves come by in this way.
pub fn perft_with(position: &Position, depth: u32, mode: PerftMode) -> u64 {
    match mode {
        _ if depth == 0 => 1,
        PerftMode::Count => perft(position, depth),
        PerftMode::List => list(&mut position.clone(), depth),
        PerftMode::Make => make(&mut position.clone(), depth),
    }
}

/// The legal moves of a position, each with the perft of what follows it.
pub type Divide = ArrayVec<(Move, u64), 256>;

/// Every legal move with the number of leaves below it, `depth` counting the move itself; none for depth 0.
pub fn divide(position: &Position, depth: u32, mode: PerftMode) -> Divide {
    let Some(rest) = depth.checked_sub(1) else { return Divide::new() };
    legal_moves(position)
        .into_iter()
        .map(|mv| (mv, perft_with(&position.after(mv), rest, mode)))
        .collect()
}

fn count<C: Side>(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        let mut counter = Counter::default();
        let _ = visit_side::<C, _>(position, Selection::ALL, &mut counter);
        return u64::from(counter.moves);
    }
    let mut walker = Walker::<C> { position, depth, leaves: 0, side: core::marker::PhantomData };
    let _ = visit_side::<C, _>(position, Selection::ALL, &mut walker);
    walker.leaves
}

/// Makes every move on a copy and counts the leaves below.
struct Walker<'a, C: Side> {
    position: &'a Position,
    depth: u32,
    leaves: u64,
    side: core::marker::PhantomData<C>,
}

impl<C: Side> Walker<'_, C> {
    #[inline(always)]
    fn walk(&mut self, piece_type: PieceType, mv: Move) {
        let child = self.position.after_piece(C::COLOR, mv, piece_type);
        self.leaves += count::<C::Them>(&child, self.depth - 1);
    }
}

impl<C: Side> Sink for Walker<'_, C> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        let theirs = self.position.by_color(C::Them::COLOR);
        for to in targets & theirs {
            self.walk(piece_type, Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - theirs {
            self.walk(piece_type, Move::new(from, to, MoveKind::Quiet));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        targets.for_each(|from, to, kind| self.walk(PieceType::Pawn, Move::new(from, to, kind)));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        targets.for_each_promotion(|from, to, kind| self.walk(PieceType::Pawn, Move::new(from, to, kind)));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.walk(PieceType::Pawn, Move::new(from, to, MoveKind::EnPassant));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square, side: CastlingSide) -> ControlFlow<()> {
        self.walk(PieceType::King, Move::new(king, rook, MoveKind::castle(side)));
        ControlFlow::Continue(())
    }
}

fn list(position: &mut Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    generate(position, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.make(mv);
            let leaves = list(position, depth - 1);
            position.unmake(undo);
            leaves
        })
        .sum()
}

fn make(position: &mut Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    generate(position, &mut moves);
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.make(mv);
            let leaves = if depth == 1 { 1 } else { make(position, depth - 1) };
            position.unmake(undo);
            leaves
        })
        .sum()
}
