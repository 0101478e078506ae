use core::ops::ControlFlow;

use chess_board::Position;
use chess_types::{Bitboard, CastlingSide, Color, MoveList, PieceType, Square};

use crate::arch::{Arch, Backend, Task};
use crate::side::{Black, White};
use crate::{PawnTargets, Selection, Sink, visit};

/// All legal moves.
///
/// # Examples
/// ```
/// let position = chess_board::Position::START;
/// assert_eq!(chess_movegen::legal_moves(&position).len(), 20);
/// ```
#[inline]
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate(position, &mut list);
    list
}

/// Appends all legal moves to `list`.
#[inline]
pub fn generate(position: &Position, list: &mut MoveList) {
    generate_selection(position, Selection::ALL, list);
}

/// Appends the legal moves that end on one of `squares`: of castling, the king's square counts.
#[inline]
pub fn generate_to(position: &Position, squares: Bitboard, list: &mut MoveList) {
    generate_selection(position, Selection::to(squares), list);
}

/// Appends the legal moves that take a piece, en passant and captures with promotion included.
#[inline]
pub fn captures(position: &Position, list: &mut MoveList) {
    generate_selection(position, Selection::captures(position), list);
}

/// Appends the legal moves that take or promote.
#[inline]
pub fn noisy(position: &Position, list: &mut MoveList) {
    generate_selection(position, Selection::noisy(position), list);
}

/// Appends the legal moves that neither take nor promote: all that [`noisy`] leaves.
#[inline]
pub fn quiets(position: &Position, list: &mut MoveList) {
    generate_selection(position, Selection::quiets(position), list);
}

/// Appends all legal moves if the side to move is in check, and none otherwise.
#[inline]
pub fn evasions(position: &Position, list: &mut MoveList) {
    if position.is_in_check() {
        generate(position, list);
    }
}

/// Number of legal moves. No list is built.
///
/// # Examples
/// ```
/// let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
/// assert_eq!(chess_movegen::legal_count(&position), 48);
/// ```
#[inline]
pub fn legal_count(position: &Position) -> usize {
    let mut counter = Counter::default();
    let _ = visit(position, Selection::ALL, &mut counter);
    counter.moves as usize
}

/// Whether there is any legal move. It stops at the first.
#[inline]
pub fn has_legal_move(position: &Position) -> bool {
    visit(position, Selection::ALL, &mut AnyMove).is_break()
}

/// Appends the legal moves of `selection`, on this backend or on the portable one if the processor lacks it.
///
/// The order of the moves is not the same on all backends.
#[inline]
pub fn generate_on(position: &Position, selection: Selection, moves: &mut MoveList, backend: Backend) {
    backend.run(List { position, selection, moves });
}

#[inline]
fn generate_selection(position: &Position, selection: Selection, moves: &mut MoveList) {
    generate_on(position, selection, moves, Backend::best());
}

struct List<'a> {
    position: &'a Position,
    selection: Selection,
    moves: &'a mut MoveList,
}

impl Task for List<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, arch: impl Arch) {
        match self.position.side_to_move() {
            Color::White => arch.list::<White>(self.position, self.selection, self.moves),
            Color::Black => arch.list::<Black>(self.position, self.selection, self.moves),
        }
    }
}

/// Counts moves by the sizes of the sets.
#[derive(Default)]
pub(crate) struct Counter {
    pub(crate) moves: u32,
}

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.moves += targets.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        self.moves += targets.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        self.moves += 4 * targets.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        self.moves += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square, _: CastlingSide) -> ControlFlow<()> {
        self.moves += 1;
        ControlFlow::Continue(())
    }
}

/// Breaks at the first move.
struct AnyMove;

impl AnyMove {
    #[inline(always)]
    fn break_if(found: bool) -> ControlFlow<()> {
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for AnyMove {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) -> ControlFlow<()> {
        Self::break_if(!targets.is_empty())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        Self::break_if(!targets.is_empty())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        Self::break_if(!targets.is_empty())
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
