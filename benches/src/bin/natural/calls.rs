use std::collections::HashSet;

use chess_benches::driver::{Case, Entry, Run};
use chess_benches::{Library, Ours};
use chess_movegen::{Pins, SeeRules, see, see_at_least};

use crate::games::each_ply;

pub(crate) const SEE: SeeRules = SeeRules::new(Pins::Ignored);

/// A position of a game at random, its key, and the arguments of the calls.
pub(crate) struct Node<L: Library> {
    position: L::Position,
    key: u64,
    moves: Vec<L::Move>,
}

/// Of the plies of a game, one in so many is taken, and the last: an even number, so that the moves of the next position
/// are mostly those of the same side.
const STRIDE: u32 = 8;

/// Positions of the case's number of games, with their legal moves.
pub(crate) fn sample<L: Library>(case: &Case) -> Vec<Node<L>> {
    let mut nodes = Vec::new();
    each_ply::<L>(case, |position, ply, next| {
        if next.is_none() || ply % STRIDE == 0 {
            let (key, moves) = (L::key(position), L::list(position).as_ref().to_vec());
            nodes.push(Node { position: position.clone(), key, moves });
        }
    });
    nodes
}

/// The positions of [`sample`]; in the case of illegal moves, with the moves of the next position that are not legal here.
pub(crate) fn table_moves<L: Library>(case: &Case) -> Vec<Node<L>> {
    let mut nodes = sample::<L>(case);
    if case.name.starts_with("illegal") {
        let words = |node: &Node<L>| -> HashSet<u32> {
            node.moves.iter().map(|&mv| L::word(&node.position, mv)).collect()
        };
        let legal: Vec<_> = nodes.iter().map(words).collect();
        for (index, legal) in legal.iter().enumerate() {
            let next = &nodes[(index + 1) % nodes.len()];
            let is_foreign = |mv: &L::Move| !legal.contains(&L::word(&next.position, *mv));
            nodes[index].moves = next.moves.iter().copied().filter(is_foreign).collect();
        }
    }
    nodes
}

/// Positions with their captures. No other library evaluates exchanges: two calls have to agree with each other.
pub(crate) fn exchanges(case: &Case) -> Vec<Node<Ours>> {
    let mut nodes = sample::<Ours>(case);
    for Node { position, moves, .. } in &mut nodes {
        moves.retain(|&mv| Ours::victim(position, mv).is_some());
        for &mv in &*moves {
            let gain = see(position, mv, &SEE);
            assert_eq!(see_at_least(position, mv, 0, &SEE), gain >= 0, "{mv} in {position}");
        }
    }
    nodes
}

/// A program that calls with every move of a sample and the position's key, and adds up the results.
pub(crate) fn on_moves<L: Library>(
    sample: fn(&Case) -> Vec<Node<L>>,
    call: impl Fn(&L::Position, L::Move, u64) -> u64 + Copy + 'static,
) -> Entry {
    Entry::new(L::NAME, move |case| each_move(sample(case), call))
}

/// A program that calls with every position of games.
pub(crate) fn on_positions<L: Library>(call: impl Fn(&L::Position) -> u64 + Copy + 'static) -> Entry {
    Entry::new(L::NAME, move |case| {
        let nodes = sample::<L>(case);
        Box::new(move || (nodes.len() as u64, nodes.iter().map(|node| call(&node.position)).sum()))
    })
}

fn each_move<L: Library>(
    nodes: Vec<Node<L>>,
    call: impl Fn(&L::Position, L::Move, u64) -> u64 + 'static,
) -> Run {
    Box::new(move || {
        let (mut calls, mut sum) = (0, 0u64);
        for Node { position, key, moves } in &nodes {
            calls += moves.len() as u64;
            for &mv in moves {
                sum = sum.wrapping_add(call(position, mv, *key));
            }
        }
        (calls, sum)
    })
}

/// Each library has its own keys: the sum is compared with that of the keys after the moves.
pub(crate) fn key_after<L: Library>(case: &Case) -> Run {
    let made = each_move(sample::<L>(case), |position, mv, _| L::with_after(position, mv, L::key));
    let (known, run) = (made(), each_move(sample::<L>(case), L::key_after));
    Box::new(move || {
        let counted = run();
        assert_eq!(counted, known, "keys of {}", L::NAME);
        (counted.0, 0)
    })
}
