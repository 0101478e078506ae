//! Replies counted by groups of moves.

mod pawns;
mod shared;
mod sum;
mod zone;

use core::marker::PhantomData;
use core::ops::ControlFlow;

use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{CountMoves, PawnTargets, Selection, Side, Sink, visit_side};
use chess_types::{Bitboard, Direction, Move, MoveKind, PieceType, Square};

use self::shared::{FindShared, Shared};

/// Counts the replies to all moves of `C`.
#[inline(always)]
pub(crate) fn count_replies<C: Side>(machine: impl Machine, position: &Position) -> u64 {
    let shared = machine.run(FindShared::<C> { position, gone: Bitboard::EMPTY, side: PhantomData });
    let mut counter = ReplyCounter { machine, position, shared: &shared, replies: 0 };
    let _ = visit_side::<C, _>(machine, position, Selection::ALL, &mut counter);
    counter.replies as u64
}

struct ReplyCounter<'a, M> {
    machine: M,
    position: &'a Position,
    shared: &'a Shared,
    replies: i64,
}

impl<M: Machine> ReplyCounter<'_, M> {
    #[inline(always)]
    fn add_moves<C: Side, const PIECE: usize>(&mut self, from: Square, targets: Bitboard) {
        let Self { machine, position, shared, .. } = *self;
        self.replies += i64::from(machine.run(MovesOf::<C, PIECE> {
            position,
            shared,
            from,
            targets,
            side: PhantomData,
        }));
    }
}

const PAWN: usize = PieceType::Pawn as usize;
const KNIGHT: usize = PieceType::Knight as usize;
const BISHOP: usize = PieceType::Bishop as usize;
const ROOK: usize = PieceType::Rook as usize;
const QUEEN: usize = PieceType::Queen as usize;
const KING: usize = PieceType::King as usize;

impl<M: Machine> Sink for ReplyCounter<'_, M> {
    /// Promotions, captures en passant and castlings come one by one.
    #[inline(always)]
    fn mv<C: Side>(&mut self, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        let Self { machine, position, .. } = *self;
        self.replies += i64::from(machine.run(Child::<C> { position, piece_type, mv, side: PhantomData }));
        ControlFlow::Continue(())
    }

    /// Here the type of the piece is a constant, and becomes a constant of the task.
    #[inline(always)]
    fn piece<C: Side>(
        &mut self,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        _: Bitboard,
    ) -> ControlFlow<()> {
        if !targets.is_empty() {
            match piece_type {
                PieceType::Pawn => self.add_moves::<C, PAWN>(from, targets),
                PieceType::Knight => self.add_moves::<C, KNIGHT>(from, targets),
                PieceType::Bishop => self.add_moves::<C, BISHOP>(from, targets),
                PieceType::Rook => self.add_moves::<C, ROOK>(from, targets),
                PieceType::Queen => self.add_moves::<C, QUEEN>(from, targets),
                PieceType::King => self.add_moves::<C, KING>(from, targets),
            }
        }
        ControlFlow::Continue(())
    }

    /// Each pawn is a piece with a set of targets.
    #[inline(always)]
    fn pawns<C: Side>(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let back = |set: Bitboard| C::Them::COLOR.push(set);
        // A double push may be answered en passant.
        let them = self.position.pieces(C::Them::COLOR, PieceType::Pawn);
        let beside = them.shift(Direction::West) | them.shift(Direction::East);
        let [.., double_push] = targets.steps::<C>();
        for to in double_push.targets & beside {
            self.mv::<C>(PieceType::Pawn, double_push.to(to))?;
        }
        let targets = PawnTargets { double_pushes: targets.double_pushes - beside, ..targets };
        let origins = back(targets.pushes | back(targets.double_pushes))
            | back(targets.west_captures).shift(Direction::East)
            | back(targets.east_captures).shift(Direction::West);
        for from in origins {
            let ahead = C::COLOR.push(from.bitboard());
            let own = (ahead & targets.pushes)
                | (C::COLOR.push(ahead) & targets.double_pushes)
                | (ahead.shift(Direction::West) & targets.west_captures)
                | (ahead.shift(Direction::East) & targets.east_captures);
            self.piece::<C>(PieceType::Pawn, from, own, Bitboard::EMPTY)?;
        }
        ControlFlow::Continue(())
    }
}

/// The replies to the moves of one piece, whose type is the index `PIECE`.
struct MovesOf<'a, C, const PIECE: usize> {
    position: &'a Position,
    shared: &'a Shared,
    from: Square,
    targets: Bitboard,
    side: PhantomData<C>,
}

impl<C: Side, const PIECE: usize> Task for MovesOf<'_, C, PIECE> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let Self { position, shared, from, targets, .. } = self;
        let own;
        let (shared, gone) = if shared.lines.contains(from) {
            own = machine.run(FindShared::<C> { position, gone: from.bitboard(), side: PhantomData });
            (&own, Bitboard::EMPTY)
        } else {
            (shared, from.bitboard())
        };
        let slow = targets & (shared.slow | sum::checks::<C, PIECE>(shared));
        let mut replies = 0;
        if targets != slow {
            replies = sum::replies::<C, PIECE>(machine.sliders(), position, shared, gone, targets - slow);
        }
        if !slow.is_empty() {
            let piece_type = PieceType::ALL[PIECE];
            replies +=
                machine.run(Children::<C> { position, piece_type, from, targets: slow, side: PhantomData });
        }
        replies
    }
}

/// The replies to captures and quiet moves of one piece, each made on a copy.
struct Children<'a, C> {
    position: &'a Position,
    piece_type: PieceType,
    from: Square,
    targets: Bitboard,
    side: PhantomData<C>,
}

impl<C: Side> Task for Children<'_, C> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let Self { position, piece_type, from, targets, .. } = self;
        let theirs = position.by_color(C::Them::COLOR);
        let mut replies = 0;
        for to in targets {
            let kind = if theirs.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            let mv = Move::new(from, to, kind);
            replies += Child::<C> { position, piece_type, mv, side: PhantomData }.run(machine);
        }
        replies
    }
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
