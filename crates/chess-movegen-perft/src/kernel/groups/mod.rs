//! Replies counted by groups of moves.

mod king;
mod pawns;
mod shared;
mod sum;

use core::marker::PhantomData;
use core::ops::ControlFlow;

use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{CountMoves, PawnTargets, Selection, Side, Sink, visit_side};
use chess_types::{Bitboard, Direction, Move, MoveKind, PieceType, Square};

use self::king::Zone;
use self::shared::{FindShared, Shared};
use super::en_passant_replies;

/// Counts the replies to all moves of `C`.
#[inline(always)]
pub(crate) fn count_replies<C: Side>(machine: impl Machine, position: &Position) -> u64 {
    let gone = Bitboard::EMPTY;
    let shared = machine.run(FindShared::<C> { position, gone, side: PhantomData });
    let mut zone = Zone::new();
    zone.fill::<C>(machine.sliders(), &shared, gone);
    let mut counter = ReplyCounter { machine, shared: &shared, zone: &zone, replies: 0 };
    let _ = visit_side::<C, _>(machine, position, Selection::ALL, &mut counter);
    counter.replies as u64
}

struct ReplyCounter<'a, M> {
    machine: M,
    shared: &'a Shared<'a>,
    zone: &'a Zone,
    replies: i64,
}

impl<M: Machine> ReplyCounter<'_, M> {
    #[inline(always)]
    fn add<C: Side>(&mut self, piece_type: PieceType, from: Bitboard, targets: Bitboard) {
        let Self { machine, shared, zone, .. } = *self;
        let moves = MovesOf::<C> { shared, zone, piece_type, from, targets, side: PhantomData };
        self.replies += i64::from(machine.run(moves));
    }
}

impl<M: Machine> Sink for ReplyCounter<'_, M> {
    /// Promotions, captures en passant and castlings come one by one.
    #[inline(always)]
    fn mv<C: Side>(&mut self, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        let child = Child::<C> { position: self.shared.position, piece_type, mv, side: PhantomData };
        self.replies += i64::from(self.machine.run(child));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece<C: Side>(
        &mut self,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        _: Bitboard,
    ) -> ControlFlow<()> {
        if !targets.is_empty() {
            self.add::<C>(piece_type, from.bitboard(), targets);
        }
        ControlFlow::Continue(())
    }

    /// Takes the pushes of calm pawns as one group, and each other pawn as a piece with a set of targets.
    #[inline(always)]
    fn pawns<C: Side>(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let PawnTargets { west_captures, east_captures, pushes, double_pushes } = targets;
        let (ahead, back) = (|set| C::COLOR.push(set), |set| C::Them::COLOR.push(set));
        let rivals = self.shared.position.pieces(C::Them::COLOR, PieceType::Pawn);
        let beside_rivals = rivals.shift(Direction::West) | rivals.shift(Direction::East);
        let Shared { lines, screens, seen, pawns, .. } = self.shared;
        let felt = *lines | *screens | *seen | self.zone.touched | pawns.felt();
        let once = ahead(self.shared.position.pieces(C::COLOR, PieceType::Pawn) - felt);
        let calm = ((once & pushes) | ((ahead(once) & double_pushes) - beside_rivals))
            - self.shared.slow_targets::<C>(PieceType::Pawn);
        if !calm.is_empty() {
            self.add::<C>(PieceType::Pawn, Bitboard::EMPTY, calm);
        }
        let (pushes, double_pushes) = (pushes - calm, double_pushes - calm);
        let origins = back(pushes | back(double_pushes))
            | back(west_captures).shift(Direction::East)
            | back(east_captures).shift(Direction::West);
        for from in origins {
            let from = from.bitboard();
            let once = ahead(from);
            let targets = (once & pushes)
                | (ahead(once) & double_pushes)
                | (once.shift(Direction::West) & west_captures)
                | (once.shift(Direction::East) & east_captures);
            self.add::<C>(PieceType::Pawn, from, targets);
        }
        ControlFlow::Continue(())
    }
}

/// The replies to the moves of one piece, or of all calm pawns.
struct MovesOf<'a, C> {
    shared: &'a Shared<'a>,
    zone: &'a Zone,
    piece_type: PieceType,
    /// The square of the piece, or none for calm pawns.
    from: Bitboard,
    targets: Bitboard,
    side: PhantomData<C>,
}

impl<C: Side> Task for MovesOf<'_, C> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let Self { piece_type, from, targets, side, .. } = self;
        let (sliders, position) = (machine.sliders(), self.shared.position);
        let (own_shared, mut own_zone);
        let (mut shared, mut zone, mut gone) = (self.shared, self.zone, from);
        let is_alone = from.intersects(shared.lines);
        if is_alone {
            own_shared = machine.run(FindShared::<C> { position, gone, side });
            (shared, gone) = (&own_shared, Bitboard::EMPTY);
        }
        if is_alone || from.intersects(zone.touched) {
            own_zone = Zone::new();
            own_zone.fill::<C>(sliders, shared, gone);
            zone = &own_zone;
        }
        let slow = if from.intersects(shared.screens) {
            targets
        } else {
            targets & shared.slow_targets::<C>(piece_type)
        };
        let fast = targets - slow;
        let mut replies = 0;
        if !fast.is_empty() {
            replies = shared.sum_replies::<C>(sliders, zone, piece_type, gone, fast);
        }
        let Some(from) = from.first() else { return replies };
        for to in slow {
            let kind = if shared.repliers.contains(to) {
                MoveKind::Capture
            } else if piece_type == PieceType::Pawn && is_double_push(from, to) {
                MoveKind::DoublePush
            } else {
                MoveKind::Quiet
            };
            let mv = Move::new(from, to, kind);
            replies += machine.run(Child::<C> { position, piece_type, mv, side });
        }
        if piece_type == PieceType::Pawn {
            for to in fast {
                if is_double_push(from, to) {
                    replies += en_passant_replies::<C>(sliders, position, to.bitboard()) as i32;
                }
            }
        }
        replies
    }
}

/// Tests whether a pawn goes two ranks.
const fn is_double_push(from: Square, to: Square) -> bool {
    from as u8 ^ to as u8 == 16
}

/// The replies to one move, which is made on a copy.
struct Child<'a, C> {
    position: &'a Position,
    piece_type: PieceType,
    mv: Move,
    side: PhantomData<C>,
}

impl<C: Side> Task for Child<'_, C> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let child = self.position.after_piece(C::COLOR, self.mv, self.piece_type);
        let mut counter = CountMoves::default();
        let _ = visit_side::<C::Them, _>(machine, &child, Selection::ALL, &mut counter);
        counter.moves as i32
    }
}
