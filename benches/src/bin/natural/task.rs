use std::ops::ControlFlow;

use chess_benches::{Library, Ours};
use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Selection, Sink, visit_side};
use chess_types::{Color, Move, PieceType};

use crate::walk::{MATE, Scored, evaluate, key};

/// A move and the type of the moving piece.
type Entry = (Move, PieceType);

/// The walk as a task, compiled for each machine and each side.
pub(crate) fn walk(position: &Position, depth: u32) -> (u64, u64) {
    let mut nodes = 0;
    let value = Backend::best().run(Step { position, depth, alpha: -MATE, beta: MATE, nodes: &mut nodes });
    (nodes, value as u64)
}

/// A step of the walk. Below the last of the depths it is a [`Quiescence`].
struct Step<'a> {
    position: &'a Position,
    depth: u32,
    alpha: i32,
    beta: i32,
    nodes: &'a mut u64,
}

impl Step<'_> {
    /// Plays the moves of a list, the best first. Returns true if one of them reaches beta.
    #[inline(always)]
    fn is_cut(&mut self, us: Color, machine: impl Machine, moves: &mut Scored<Entry>) -> bool {
        for index in 0..moves.len() {
            let (mv, piece_type) = moves.pick_without_branch(index);
            let child = self.position.after_piece(us, mv, piece_type);
            let child = Step {
                position: &child,
                depth: self.depth.saturating_sub(1),
                alpha: -self.beta,
                beta: -self.alpha,
                nodes: self.nodes,
            };
            let value = if self.depth <= 1 { -machine.run(Quiescence(child)) } else { -machine.run(child) };
            if value >= self.beta {
                return true;
            }
            self.alpha = self.alpha.max(value);
        }
        false
    }
}

impl Task for Step<'_> {
    type Output = i32;

    /// The colour is a constant in both arms.
    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        match self.position.side_to_move() {
            Color::White => self.search(Color::White, machine),
            Color::Black => self.search(Color::Black, machine),
        }
    }
}

impl Step<'_> {
    #[inline(always)]
    fn search(mut self, us: Color, machine: impl Machine) -> i32 {
        *self.nodes += 1;
        let position = self.position;
        let (mut captures, mut quiets) = (Scored::new(), Scored::new());
        let mut lists = Lists { position, captures: &mut captures, quiets: &mut quiets };
        let _ = visit_side(machine, us, position, Selection::noisy(position), &mut lists);
        if self.is_cut(us, machine, &mut captures) {
            return self.beta;
        }
        let mut lists = Lists { position, captures: &mut Scored::new(), quiets: &mut quiets };
        let _ = visit_side(machine, us, position, Selection::quiets(position), &mut lists);
        if captures.is_empty() && quiets.is_empty() {
            return if position.is_in_check() { -MATE } else { 0 };
        }
        if self.is_cut(us, machine, &mut quiets) { self.beta } else { self.alpha }
    }
}

/// A step below the depths of the walk: the static value, and captures.
struct Quiescence<'a>(Step<'a>);

impl Task for Quiescence<'_> {
    type Output = i32;

    /// The colour is a constant in both arms.
    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        match self.0.position.side_to_move() {
            Color::White => self.search(Color::White, machine),
            Color::Black => self.search(Color::Black, machine),
        }
    }
}

impl Quiescence<'_> {
    #[inline(always)]
    fn search(self, us: Color, machine: impl Machine) -> i32 {
        let mut node = self.0;
        *node.nodes += 1;
        let position = node.position;
        let standing = evaluate::<Ours>(position);
        if standing >= node.beta {
            return node.beta;
        }
        node.alpha = node.alpha.max(standing);
        let mut moves = Scored::new();
        let mut lists = Lists { position, captures: &mut moves, quiets: &mut Scored::new() };
        let _ = visit_side(machine, us, position, Selection::captures(position), &mut lists);
        if node.is_cut(us, machine, &mut moves) { node.beta } else { node.alpha }
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
