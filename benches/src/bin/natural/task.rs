use std::ops::ControlFlow;

use chess_benches::{Library, Ours};
use chess_board::Position;
use chess_movegen::internals::visit_side;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Selection, Sink};
use chess_types::{Color, Move, PieceType};

use crate::walk::{MATE, Scored, evaluate, key};

/// A move and the type of the moving piece.
type Entry = (Move, PieceType);

/// The walk as a task, compiled for each machine and each side.
pub(crate) fn walk(position: &Position, depth: u32) -> (u64, u64) {
    let mut nodes = 0;
    let value =
        Backend::best().run(Step::<false> { position, depth, alpha: -MATE, beta: MATE, nodes: &mut nodes });
    (nodes, value as u64)
}

/// A step of the walk, or if `LAST` one below its depths: the static value, and captures.
struct Step<'a, const LAST: bool> {
    position: &'a Position,
    depth: u32,
    alpha: i32,
    beta: i32,
    nodes: &'a mut u64,
}

impl<const LAST: bool> Task for Step<'_, LAST> {
    type Output = i32;

    /// The colour is a constant in both arms.
    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        *self.nodes += 1;
        match (self.position.side_to_move(), LAST) {
            (Color::White, false) => self.search(Color::White, machine),
            (Color::Black, false) => self.search(Color::Black, machine),
            (Color::White, true) => self.captures(Color::White, machine),
            (Color::Black, true) => self.captures(Color::Black, machine),
        }
    }
}

impl<const LAST: bool> Step<'_, LAST> {
    /// Plays the moves of a list, the best first. Returns true if one of them reaches beta.
    #[inline(always)]
    fn is_cut(&mut self, us: Color, machine: impl Machine, moves: &mut Scored<Entry>) -> bool {
        for index in 0..moves.len() {
            let (mv, piece_type) = moves.pick(index);
            let position = &self.position.after_piece(us, mv, piece_type);
            let (depth, alpha, beta) = (self.depth.saturating_sub(1), -self.beta, -self.alpha);
            let nodes = &mut *self.nodes;
            let value = if self.depth <= 1 {
                -machine.run(Step::<true> { position, depth, alpha, beta, nodes })
            } else {
                -machine.run(Step::<false> { position, depth, alpha, beta, nodes })
            };
            if value >= self.beta {
                return true;
            }
            self.alpha = self.alpha.max(value);
        }
        false
    }

    #[inline(always)]
    fn search(mut self, us: Color, machine: impl Machine) -> i32 {
        let position = self.position;
        let (mut captures, mut quiets) = (Scored::new(), Scored::new());
        let mut lists = Lists { position, captures: &mut captures, quiets: &mut quiets };
        let _ = visit_side(machine, us, position, Selection::NOISY, &mut lists);
        if self.is_cut(us, machine, &mut captures) {
            return self.beta;
        }
        let mut lists = Lists { position, captures: &mut Scored::new(), quiets: &mut quiets };
        let _ = visit_side(machine, us, position, Selection::QUIETS, &mut lists);
        if captures.is_empty() && quiets.is_empty() {
            return if position.is_in_check() { -MATE } else { 0 };
        }
        if self.is_cut(us, machine, &mut quiets) { self.beta } else { self.alpha }
    }

    #[inline(always)]
    fn captures(mut self, us: Color, machine: impl Machine) -> i32 {
        let position = self.position;
        let standing = evaluate::<Ours>(position);
        if standing >= self.beta {
            return self.beta;
        }
        self.alpha = self.alpha.max(standing);
        let mut moves = Scored::new();
        let mut lists = Lists { position, captures: &mut moves, quiets: &mut Scored::new() };
        let _ = visit_side(machine, us, position, Selection::CAPTURES, &mut lists);
        if self.is_cut(us, machine, &mut moves) { self.beta } else { self.alpha }
    }
}

/// The lists of a node. The generator gives the type of the moving piece; the search looks the captured piece up.
struct Lists<'a> {
    position: &'a Position,
    captures: &'a mut Scored<Entry>,
    quiets: &'a mut Scored<Entry>,
}

impl Sink for Lists<'_> {
    #[inline(always)]
    fn mv(&mut self, _: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        let word = Ours::word(self.position, mv);
        match self.position.captured(mv) {
            Some(victim) => {
                self.captures.push(key(word, piece_type as u32, Some(victim as u32)), (mv, piece_type));
            }
            None => self.quiets.push(word, (mv, piece_type)),
        }
        ControlFlow::Continue(())
    }
}
