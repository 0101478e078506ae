//! Replies counted by groups of moves, for machines without a vector kernel.
//!
//! The moves of one piece are a group. Most of what can be replied is the same after each of them: it is found once for the parent
//! ([`Shared`], [`KingReplies`]). The replies to the group are the number of its moves times those shared replies, and what each target
//! takes or adds, which is counted by sets. Moves that change more, since they give check or pin something, are made on copies.
//! The module `page` shows all sets on one position.

mod king;
#[cfg(test)]
mod page;
mod pawns;
mod shared;
mod sum;

use core::marker::PhantomData;
use core::ops::ControlFlow;

use chess_board::Position;
use chess_movegen::internals::visit_side;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{PawnTargets, Selection, Sink};
use chess_types::{Bitboard, Color, Direction, Move, MoveKind, PieceType, Square};

use self::king::KingReplies;
use self::shared::{FindShared, Shared};
use crate::kernel::single::{CountLegal, en_passant_replies};
use crate::side::Side;

/// Counts the replies to all moves of `C`.
#[inline(always)]
pub(crate) fn count_replies<C: Side>(machine: impl Machine, position: &Position) -> u64 {
    let shared = machine.run(FindShared::<C> { position, gone: Bitboard::EMPTY, side: PhantomData });
    let mut king_replies = KingReplies::new();
    king_replies.fill::<C>(machine.sliders(), &shared, Bitboard::EMPTY);
    let mut counter = ReplyCounter::<C, _> {
        machine,
        shared: &shared,
        king_replies: &king_replies,
        replies: 0,
        side: PhantomData,
    };
    let _ = visit_side(machine, C::COLOR, position, Selection::ALL, &mut counter);
    counter.replies as u64
}

struct ReplyCounter<'a, C, M> {
    machine: M,
    shared: &'a Shared<'a>,
    king_replies: &'a KingReplies,
    replies: i64,
    side: PhantomData<C>,
}

impl<C: Side, M: Machine> ReplyCounter<'_, C, M> {
    #[inline(always)]
    fn add_group(&mut self, piece_type: PieceType, from: Bitboard, targets: Bitboard) {
        if !targets.is_empty() {
            let Self { machine, shared, king_replies, side, .. } = *self;
            let group = Group { shared, king_replies, piece_type, from, targets, side };
            self.replies += i64::from(machine.run(group));
        }
    }
}

impl<C: Side, M: Machine> Sink for ReplyCounter<'_, C, M> {
    /// Promotions, captures en passant and castlings come one by one.
    #[inline(always)]
    fn mv(&mut self, _: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        let child = self.shared.position.after_piece(C::COLOR, mv, piece_type);
        self.replies += self.machine.run(CountLegal(&child)) as i64;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece(
        &mut self,
        _: Color,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        _: Bitboard,
    ) -> ControlFlow<()> {
        self.add_group(piece_type, from.bitboard(), targets);
        ControlFlow::Continue(())
    }

    /// The pushes of all calm pawns are one group, and the other moves of each pawn.
    #[inline(always)]
    fn pawns(&mut self, _: Color, targets: PawnTargets) -> ControlFlow<()> {
        let PawnTargets { west_captures, east_captures, pushes, double_pushes } = targets;
        let (ahead, back) = (|set: Bitboard| set.push(C::COLOR), |set: Bitboard| set.push(C::Them::COLOR));
        let rivals = self.shared.position.pieces(C::Them::COLOR, PieceType::Pawn);
        let beside_rivals = rivals.shift(Direction::West) | rivals.shift(Direction::East);
        let once = ahead(
            self.shared.position.pieces(C::COLOR, PieceType::Pawn) - self.king_replies.felt(self.shared),
        );
        let calm = ((once & pushes) | ((ahead(once) & double_pushes) - beside_rivals))
            - self.shared.slow_targets[PieceType::Pawn as usize];
        self.add_group(PieceType::Pawn, Bitboard::EMPTY, calm);
        let (pushes, double_pushes) = (pushes - calm, double_pushes - calm);
        let origins = back(pushes | back(double_pushes))
            | back(west_captures).shift(Direction::East)
            | back(east_captures).shift(Direction::West);
        for from in origins {
            let once = ahead(from.bitboard());
            let targets = (once & pushes)
                | (ahead(once) & double_pushes)
                | (once.shift(Direction::West) & west_captures)
                | (once.shift(Direction::East) & east_captures);
            self.add_group(PieceType::Pawn, from.bitboard(), targets);
        }
        ControlFlow::Continue(())
    }
}

/// The replies to moves of one piece, or to pushes of calm pawns.
struct Group<'a, C> {
    shared: &'a Shared<'a>,
    king_replies: &'a KingReplies,
    piece_type: PieceType,
    /// The square of the piece, or none for calm pawns.
    from: Bitboard,
    targets: Bitboard,
    side: PhantomData<C>,
}

impl<C: Side> Task for Group<'_, C> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let Self { piece_type, from, targets, side, .. } = self;
        let (sliders, position) = (machine.sliders(), self.shared.position);
        let (own_shared, mut own_replies);
        let (mut shared, mut king_replies, mut gone) = (self.shared, self.king_replies, from);
        let gives_check = from.intersects(shared.screens);
        let opens_line = from.intersects(shared.lines) && !gives_check;
        if opens_line {
            own_shared = machine.run(FindShared::<C> { position, gone, side });
            (shared, gone) = (&own_shared, Bitboard::EMPTY);
        }
        if opens_line || from.intersects(king_replies.touched) {
            own_replies = KingReplies::new();
            own_replies.fill::<C>(sliders, shared, gone);
            king_replies = &own_replies;
        }
        let slow = if gives_check { targets } else { targets & shared.slow_targets[piece_type as usize] };
        let fast = targets - slow;
        let pawn = if piece_type == PieceType::Pawn { from } else { Bitboard::EMPTY };
        let twice = pawn.push(C::COLOR).push(C::COLOR);
        let mut replies = en_passant_replies::<C>(sliders, position, fast & twice) as i32;
        if !fast.is_empty() {
            replies += shared.sum_replies::<C>(sliders, king_replies, piece_type, gone, fast);
        }
        let Some(from) = from.first() else { return replies };
        for to in slow {
            let kind = match to {
                _ if shared.repliers.contains(to) => MoveKind::Capture,
                _ if twice.contains(to) => MoveKind::DoublePush,
                _ => MoveKind::Quiet,
            };
            let child = position.after_piece(C::COLOR, Move::new(from, to, kind), piece_type);
            replies += machine.run(CountLegal(&child)) as i32;
        }
        replies
    }
}
