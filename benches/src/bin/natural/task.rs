use std::marker::PhantomData;

use chess_benches::{Library, Ours};
use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Black, MoveVisitor, Selection, Side, White, each_move};
use chess_types::{Color, Move, PieceType};

use crate::walk::{MATE, Scored, evaluate, key};

/// A move and the type of what moves.
type Entry = (Move, PieceType);

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
        let (alpha, beta) = (-MATE, MATE);
        match position.side_to_move() {
            Color::White => {
                machine.run(Node::<White> { position, depth, alpha, beta, nodes, side: PhantomData })
            }
            Color::Black => {
                machine.run(Node::<Black> { position, depth, alpha, beta, nodes, side: PhantomData })
            }
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
    side: PhantomData<C>,
}

impl<C: Side> Node<'_, C> {
    #[inline(always)]
    fn list(
        &self,
        machine: impl Machine,
        selection: Selection,
        captures: &mut Scored<Entry>,
        quiets: &mut Scored<Entry>,
    ) {
        let position = self.position;
        each_move::<C, _>(machine.sliders(), position, selection, Lists { position, captures, quiets });
    }

    /// Plays the moves of a list, the best first. Returns true if one of them is too good.
    #[inline(always)]
    fn is_cut(&mut self, machine: impl Machine, moves: &mut Scored<Entry>) -> bool {
        for index in 0..moves.len() {
            let (mv, piece_type) = moves.pick_without_branch(index);
            let child = self.position.after_piece(C::COLOR, mv, piece_type);
            let child = Node::<C::Them> {
                position: &child,
                depth: self.depth.saturating_sub(1),
                alpha: -self.beta,
                beta: -self.alpha,
                nodes: self.nodes,
                side: PhantomData,
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

impl<C: Side> Task for Node<'_, C> {
    type Output = i32;

    #[inline(always)]
    fn run(mut self, machine: impl Machine) -> i32 {
        *self.nodes += 1;
        let mut captures = Scored::new();
        let mut quiets = Scored::new();
        self.list(machine, Selection::noisy(self.position), &mut captures, &mut quiets);
        if self.is_cut(machine, &mut captures) {
            return self.beta;
        }
        self.list(machine, Selection::quiets(self.position), &mut Scored::new(), &mut quiets);
        if captures.is_empty() && quiets.is_empty() {
            return if self.position.is_in_check() { -MATE } else { 0 };
        }
        if self.is_cut(machine, &mut quiets) { self.beta } else { self.alpha }
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
        if node.is_cut(machine, &mut moves) { node.beta } else { node.alpha }
    }
}

/// The lists of a node. The generator gives the type of the moving piece; the search looks the captured piece up.
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
