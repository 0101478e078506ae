//! A small search as a `Task`, and the same search as plain functions: the gain of the machine layer in a plain build.
//!
//! `search [DEPTH [ROUNDS]]` searches some positions with either, in turn, and prints the best rounds. It ends with a panic if
//! the two do not visit the same nodes and find the same values.

use std::time::Instant;

use chess_board::Position;
use chess_magic::{CHOSEN_SLIDERS, Sliders, knight_attacks};
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{PositionExt, Selection, see_value};
use chess_types::{Color, MoveList, PieceType};

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/5pk1/1p4p1/p2r3p/P6P/1P2R1P1/5PK1/8 w - - 0 40",
];
const INFINITE: i32 = 20_000;
const MATED: i32 = -10_000;

/// A step of the search as a task: the value of `position` for the side to move.
struct Node<'a> {
    position: &'a Position,
    depth: u32,
    alpha: i32,
    beta: i32,
    nodes: &'a mut u64,
}

impl Task for Node<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let Self { position, depth, mut alpha, beta, nodes } = self;
        *nodes += 1;
        if depth == 0 {
            return evaluate(machine.sliders(), position);
        }
        let mut moves = MoveList::new();
        chess_movegen::Node::on(machine, position).generate(Selection::ALL, &mut moves);
        if moves.is_empty() {
            return if position.is_in_check() { MATED } else { 0 };
        }
        sort(position, &mut moves);
        for &mv in &moves {
            let position = &position.after(mv);
            let child = Node { position, depth: depth - 1, alpha: -beta, beta: -alpha, nodes: &mut *nodes };
            alpha = alpha.max(-machine.run(child));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// The same step as a plain function.
fn plain(position: &Position, depth: u32, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if depth == 0 {
        return evaluate(CHOSEN_SLIDERS, position);
    }
    let mut moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_in_check() { MATED } else { 0 };
    }
    sort(position, &mut moves);
    for &mv in &moves {
        alpha = alpha.max(-plain(&position.after(mv), depth - 1, -beta, -alpha, nodes));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The greatest victims first. The word of the move breaks ties, since backends may list in different orders.
#[inline(always)]
fn sort(position: &Position, moves: &mut MoveList) {
    let victim = |to| position.piece_type_at(to).map_or(0, see_value);
    moves.sort_unstable_by_key(|mv| (if mv.is_capture() { -victim(mv.to()) } else { 1 }, mv.raw()));
}

/// Material and mobility, for the side to move.
#[inline(always)]
fn evaluate(sliders: impl Sliders, position: &Position) -> i32 {
    let us = position.side_to_move();
    side(sliders, position, us) - side(sliders, position, us.opponent())
}

#[inline(always)]
fn side(sliders: impl Sliders, position: &Position, us: Color) -> i32 {
    let targets = !position.by_color(us);
    let mut value = see_value(PieceType::Pawn) * position.pieces(us, PieceType::Pawn).count() as i32;
    for piece_type in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for from in position.pieces(us, piece_type) {
            let attacked = match piece_type {
                PieceType::Knight => knight_attacks(from),
                PieceType::Bishop => sliders.bishop_attacks(from, position.occupied()),
                PieceType::Rook => sliders.rook_attacks(from, position.occupied()),
                _ => sliders.queen_attacks(from, position.occupied()),
            };
            value += see_value(piece_type) + 4 * (attacked & targets).count() as i32;
        }
    }
    value
}

fn with_task(position: &Position, depth: u32, nodes: &mut u64) -> i32 {
    Backend::best().run(Node { position, depth, alpha: -INFINITE, beta: INFINITE, nodes })
}

fn without(position: &Position, depth: u32, nodes: &mut u64) -> i32 {
    plain(position, depth, -INFINITE, INFINITE, nodes)
}

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse().expect("a number"));
    let (depth, rounds) = (args.next().unwrap_or(4), args.next().unwrap_or(200).max(1));
    let positions = FENS.map(|fen| fen.parse().expect("a position"));
    let (mut best_with, mut best_without, mut nodes) = (f64::INFINITY, f64::INFINITY, 0);
    for _ in 0..rounds {
        let with = timed(&positions, depth, with_task);
        let without = timed(&positions, depth, without);
        assert_eq!((&with.values, with.nodes), (&without.values, without.nodes));
        best_with = best_with.min(with.seconds);
        best_without = best_without.min(without.seconds);
        nodes = with.nodes;
    }
    let speed = |seconds| nodes as f64 / seconds / 1e6;
    println!("nodes {nodes}, the same with and without a task");
    println!("with a task {:.2} million nodes a second, on {}", speed(best_with), Backend::best());
    println!("without {:.2} million nodes a second", speed(best_without));
    println!("ratio {:.2}, of the best of {rounds} rounds each", best_without / best_with);
}

struct Searched {
    values: Vec<i32>,
    nodes: u64,
    seconds: f64,
}

fn timed(positions: &[Position], depth: u32, search: impl Fn(&Position, u32, &mut u64) -> i32) -> Searched {
    let mut nodes = 0;
    let begun = Instant::now();
    let values = positions.iter().map(|position| search(position, depth, &mut nodes)).collect();
    Searched { values, nodes, seconds: begun.elapsed().as_secs_f64() }
}
