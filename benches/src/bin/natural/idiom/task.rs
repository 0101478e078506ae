use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Black, MoveVisitor, Selection, Side, White, each_move};
use chess_types::{Color, Move, PieceType};

use super::ours::Entry;
use crate::evaluation::evaluate;
use crate::libraries::Ours;
use crate::library::Library;
use crate::scored::{Scored, key};
use crate::walk::MATE;

/// The lists of a node. The generator knows what moves; what is taken is looked up.
struct Lists<'a> {
    position: &'a Position,
    captures: &'a mut Scored<Entry>,
    quiets: &'a mut Scored<Entry>,
}

impl MoveVisitor for Lists<'_> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let word = Ours::word(self.position, mv);
        match self.position.captured(mv) {
            Some(victim) => {
                self.captures.push(key(word, piece_type as u32, Some(victim as u32)), (mv, piece_type));
            }
            None => self.quiets.push(word, (mv, piece_type)),
        }
    }
}

/// The walk as a task, compiled for the machine at hand, and for each side.
pub(crate) fn walk(position: &Position, depth: u32) -> (u64, u64) {
    let mut nodes = 0;
    let value = Backend::best().run(Walk { position, depth, nodes: &mut nodes });
    (nodes, value as u64)
}

struct Walk<'a> {
    position: &'a Position,
    depth: u32,
    nodes: &'a mut u64,
}

impl Task for Walk<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let Self { position, depth, nodes } = self;
        match position.side_to_move() {
            Color::White => machine.run(Node::<White>::new(position, depth, -MATE, MATE, nodes)),
            Color::Black => machine.run(Node::<Black>::new(position, depth, -MATE, MATE, nodes)),
        }
    }
}

/// A step of the walk with `C` to move. Below the last of the depths it is a [`Quiescence`].
struct Node<'a, C> {
    position: &'a Position,
    depth: u32,
    alpha: i32,
    beta: i32,
    nodes: &'a mut u64,
    side: std::marker::PhantomData<C>,
}

impl<'a, C: Side> Node<'a, C> {
    #[inline(always)]
    fn new(position: &'a Position, depth: u32, alpha: i32, beta: i32, nodes: &'a mut u64) -> Self {
        Self { position, depth, alpha, beta, nodes, side: std::marker::PhantomData }
    }

    /// The value of an entry for those who play it.
    #[inline(always)]
    fn below(&mut self, machine: impl Machine, (mv, piece_type): Entry) -> i32 {
        let child = self.position.after_piece(C::COLOR, mv, piece_type);
        let (alpha, beta) = (-self.beta, -self.alpha);
        if self.depth <= 1 {
            -machine.run(Quiescence(Node::<C::Them>::new(&child, 0, alpha, beta, self.nodes)))
        } else {
            -machine.run(Node::<C::Them>::new(&child, self.depth - 1, alpha, beta, self.nodes))
        }
    }

    #[inline(always)]
    fn list(
        &self,
        machine: impl Machine,
        selection: Selection,
        captures: &mut Scored<Entry>,
        quiets: &mut Scored<Entry>,
    ) {
        let position = self.position;
        let lists = Lists { position, captures, quiets };
        each_move::<C, _>(machine.sliders(), position, selection, lists);
    }
}

impl<C: Side> Task for Node<'_, C> {
    type Output = i32;

    #[inline(always)]
    fn run(mut self, machine: impl Machine) -> i32 {
        *self.nodes += 1;
        let mut captures = Scored::new();
        let mut quiets = Scored::new();
        self.list(machine, Selection::noisy(self.position), &mut captures, &mut quiets);
        for index in 0..captures.len() {
            let value = self.below(machine, captures.pick_without_branch(index));
            if value >= self.beta {
                return self.beta;
            }
            self.alpha = self.alpha.max(value);
        }
        self.list(machine, Selection::quiets(self.position), &mut Scored::new(), &mut quiets);
        if captures.is_empty() && quiets.is_empty() {
            return if self.position.is_in_check() { -MATE } else { 0 };
        }
        for index in 0..quiets.len() {
            let value = self.below(machine, quiets.pick_without_branch(index));
            if value >= self.beta {
                return self.beta;
            }
            self.alpha = self.alpha.max(value);
        }
        self.alpha
    }
}

/// A step below the depths of the walk: the value as it stands, and captures.
struct Quiescence<'a, C>(Node<'a, C>);

impl<C: Side> Task for Quiescence<'_, C> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let mut node = self.0;
        *node.nodes += 1;
        let standing = evaluate::<Ours>(node.position);
        if standing >= node.beta {
            return node.beta;
        }
        node.alpha = node.alpha.max(standing);
        let mut moves = Scored::new();
        node.list(machine, Selection::captures(node.position), &mut moves, &mut Scored::new());
        for index in 0..moves.len() {
            let value = node.below(machine, moves.pick_without_branch(index));
            if value >= node.beta {
                return node.beta;
            }
            node.alpha = node.alpha.max(value);
        }
        node.alpha
    }
}
