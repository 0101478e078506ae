//! A perft that lists and makes moves, on every backend that the processor has. It ends with a panic if a count is wrong.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use chess_board::Position;
use chess_movegen::machine::{Avx2, Avx512, Backend, Machine, Task};
use chess_movegen::{Color, Node, PositionExt, Selection, Sink};
use chess_types::{Move, MoveList, PieceType};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() {
    let kiwipete: Position = KIWIPETE.parse().expect("Kiwipete is a position");
    for backend in Backend::ALL {
        if !backend.is_available() {
            println!("{backend:<8} is not available");
            continue;
        }
        for (position, depth, leaves) in [(&Position::START, 5, 4_865_609), (&kiwipete, 4, 4_085_603)] {
            assert_eq!(backend.run(Walk::<List>(position, depth, PhantomData)), leaves, "lists, {backend}");
            assert_eq!(backend.run(Walk::<Make>(position, depth, PhantomData)), leaves, "makes, {backend}");
        }
        println!("{backend:<8} counts right, {}", backend.run(Proofs));
    }
}

/// The proofs that the machine gives.
struct Proofs;

impl Task for Proofs {
    type Output = String;

    fn run(self, machine: impl Machine) -> String {
        match (machine.avx512(), machine.avx2()) {
            (Some(proof), _) => with_avx512(proof),
            (None, Some(proof)) => with_avx2(proof),
            (None, None) => "no proof".into(),
        }
    }
}

fn with_avx512(proof: Avx512) -> String {
    format!("{} and AVX-512", with_avx2(proof.into()))
}

fn with_avx2(_: Avx2) -> String {
    "proof of AVX2".into()
}

/// The leaves of a tree, counted in two ways.
struct Walk<'a, L>(&'a Position, u32, PhantomData<L>);

impl<L: Leaves> Task for Walk<'_, L> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        L::below(machine, self.0, self.1)
    }
}

trait Leaves {
    fn below(machine: impl Machine, position: &Position, depth: u32) -> u64;
}

/// The last ply is the length of a list, and all others go through a list.
struct List;

impl Leaves for List {
    #[inline(always)]
    fn below(machine: impl Machine, position: &Position, depth: u32) -> u64 {
        let mut moves = MoveList::new();
        Node::on(machine, position).generate(Selection::ALL, &mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|&mv| machine.run(Walk::<Self>(&position.after(mv), depth - 1, PhantomData))).sum()
    }
}

/// Every move is made and unmade as it comes.
struct Make;

impl Leaves for Make {
    #[inline(always)]
    fn below(machine: impl Machine, position: &Position, depth: u32) -> u64 {
        let mut makes = Makes { machine, position: *position, depth, leaves: 0 };
        let _ = Node::on(machine, position).visit(Selection::ALL, &mut makes);
        makes.leaves
    }
}

struct Makes<M> {
    machine: M,
    position: Position,
    depth: u32,
    leaves: u64,
}

impl<M: Machine> Sink for Makes<M> {
    #[inline(always)]
    fn mv(&mut self, _: Color, _: PieceType, mv: Move) -> ControlFlow<()> {
        let undo = self.position.make(mv);
        self.leaves += match self.depth {
            1 => 1,
            depth => self.machine.run(Walk::<Make>(&self.position, depth - 1, PhantomData)),
        };
        self.position.unmake(undo);
        ControlFlow::Continue(())
    }
}
