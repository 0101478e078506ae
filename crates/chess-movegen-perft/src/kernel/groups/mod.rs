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
    let mut zone = Zone::new();
    let gone = Bitboard::EMPTY;
    let shared = machine.run(FindShared::<C> { position, gone, zone: &mut zone, side: PhantomData });
    let mut counter = ReplyCounter { machine, shared: &shared, replies: 0 };
    let _ = visit_side::<C, _>(machine, position, Selection::ALL, &mut counter);
    counter.replies as u64
}

struct ReplyCounter<'a, M> {
    machine: M,
    shared: &'a Shared<'a>,
    replies: i64,
}

impl<M: Machine> ReplyCounter<'_, M> {
    #[inline(always)]
    fn add_moves<C: Side, const PIECE: usize>(&mut self, from: Bitboard, targets: Bitboard) {
        let moves = MovesOf::<C, PIECE> { shared: self.shared, from, targets, side: PhantomData };
        self.replies += i64::from(self.machine.run(moves));
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
        let Self { machine, shared: Shared { position, .. }, .. } = *self;
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
        let from = from.bitboard();
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
        let PawnTargets { west_captures, east_captures, pushes, double_pushes } = targets;
        // Pushes of pawns that nothing feels are one group, but for those that give check or change a line, and double pushes
        // that may be answered en passant.
        let Shared { lines, screens, seen, zone, pawns, .. } = self.shared;
        let felt = *lines | *screens | *seen | zone.touched | pawns.felt();
        let calm = C::COLOR.push(self.shared.position.pieces(C::COLOR, PieceType::Pawn) - felt);
        let calm = ((calm & pushes) | (C::COLOR.push(calm) & double_pushes))
            - (self.shared.slow | sum::checks::<C, PAWN>(self.shared))
            - (double_pushes & beside(self.shared.position.pieces(C::Them::COLOR, PieceType::Pawn)));
        if !calm.is_empty() {
            self.add_moves::<C, PAWN>(Bitboard::EMPTY, calm);
        }
        let (pushes, double_pushes) = (pushes - calm, double_pushes - calm);
        let origins = back(pushes | back(double_pushes))
            | back(west_captures).shift(Direction::East)
            | back(east_captures).shift(Direction::West);
        for from in origins {
            let ahead = C::COLOR.push(from.bitboard());
            let own = (ahead & pushes)
                | (C::COLOR.push(ahead) & double_pushes)
                | (ahead.shift(Direction::West) & west_captures)
                | (ahead.shift(Direction::East) & east_captures);
            self.add_moves::<C, PAWN>(from.bitboard(), own);
        }
        ControlFlow::Continue(())
    }
}

/// The replies to the moves of one piece, whose type is the index `PIECE`.
struct MovesOf<'a, C, const PIECE: usize> {
    shared: &'a Shared<'a>,
    /// The square of the piece, or none for all calm pawns.
    from: Bitboard,
    targets: Bitboard,
    side: PhantomData<C>,
}

impl<C: Side, const PIECE: usize> Task for MovesOf<'_, C, PIECE> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let Self { shared, from, targets, .. } = self;
        let position = shared.position;
        let mut zone = Zone::new();
        let own;
        let (shared, gone) = if from.intersects(shared.lines) {
            own = machine.run(FindShared::<C> { position, gone: from, zone: &mut zone, side: PhantomData });
            (&own, Bitboard::EMPTY)
        } else {
            (shared, from)
        };
        let slow = if from.intersects(shared.screens) {
            targets
        } else {
            targets & (shared.slow | sum::checks::<C, PIECE>(shared))
        };
        let targets = targets - slow;
        let mut replies = 0;
        if !targets.is_empty() {
            replies = sum::replies::<C, PIECE>(machine.sliders(), shared, gone, targets);
            let landing = targets & C::COLOR.push(C::COLOR.push(from));
            if PIECE == PAWN && !landing.is_empty() {
                replies += en_passant_replies::<C>(machine.sliders(), position, landing) as i32;
            }
        }
        if !slow.is_empty()
            && let Some(from) = from.first()
        {
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
            let kind = if theirs.contains(to) {
                MoveKind::Capture
            } else if piece_type == PieceType::Pawn && from as u8 ^ to as u8 == 16 {
                MoveKind::DoublePush
            } else {
                MoveKind::Quiet
            };
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

/// Returns the squares to the left and right of `set`.
const fn beside(set: Bitboard) -> Bitboard {
    set.shift(Direction::West).union(set.shift(Direction::East))
}
