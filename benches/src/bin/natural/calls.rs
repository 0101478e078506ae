use std::collections::HashSet;

use chess_benches::driver::{Case, Entry, Run};
use chess_benches::{Library, Ours};
use chess_movegen::{Pins, PositionExt, SeeRules};
use chess_types::SplitMix64;

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

/// The positions of [`sample`] with the moves of the case: all legal moves, one of them a position, those of the next position, or of
/// these only the ones that are not legal here.
pub(crate) fn table_moves<L: Library>(case: &Case) -> Vec<Node<L>> {
    let mut nodes = sample::<L>(case);
    let words = |node: &Node<L>| -> HashSet<u32> {
        node.moves.iter().map(|&mv| L::word(&node.position, mv)).collect()
    };
    let legal: Vec<_> = nodes.iter().map(words).collect();
    match &case.name[..] {
        "one a position" => {
            let mut random = SplitMix64::new(2);
            for node in &mut nodes {
                node.moves = chosen::<L>(node, &mut random).into_iter().collect();
            }
        }
        name @ ("of another position" | "illegal") => {
            let moves: Vec<_> = (0..nodes.len())
                .map(|index| {
                    let [here, next] = [&nodes[index], &nodes[(index + 1) % nodes.len()]];
                    // Words and moves of peers also say what is captured: moves between the same squares that differ in this
                    // are left out, because only some libraries take them for legal.
                    let kind = |node: &Node<L>, mv| {
                        let to = L::word(&next.position, mv) >> 6 & 63;
                        (L::mover(&node.position, mv), L::by_type(&node.position).map(|set| set >> to & 1))
                    };
                    let keeps = |mv: L::Move| {
                        let is_legal = legal[index].contains(&L::word(&next.position, mv));
                        !is_legal || name != "illegal" && kind(here, mv) == kind(next, mv)
                    };
                    next.moves.iter().copied().filter(|&mv| keeps(mv)).collect()
                })
                .collect();
            nodes.iter_mut().zip(moves).for_each(|(node, moves)| node.moves = moves);
        }
        _ => {}
    }
    nodes
}

/// A legal move of the node, the same for all libraries.
fn chosen<L: Library>(node: &Node<L>, random: &mut SplitMix64) -> Option<L::Move> {
    let mut moves = node.moves.clone();
    moves.sort_unstable_by_key(|&mv| L::word(&node.position, mv));
    moves.get((random.next_u64() % moves.len().max(1) as u64) as usize).copied()
}

/// Positions with a move of each piece that can move.
pub(crate) fn movers<L: Library>(case: &Case) -> Vec<Node<L>> {
    let mut nodes = sample::<L>(case);
    for Node { position, moves, .. } in &mut nodes {
        let origin = |mv: L::Move| L::word(position, mv) & 63;
        moves.sort_unstable_by_key(|&mv| origin(mv));
        moves.dedup_by_key(|&mut mv| origin(mv));
    }
    nodes
}

/// A program that tests every move of a position by a node, which it makes once.
pub(crate) fn at_nodes(case: &Case) -> Run {
    let nodes = table_moves::<Ours>(case);
    Box::new(move || {
        let (mut calls, mut sum) = (0, 0);
        for Node { position, moves, .. } in &nodes {
            let node = chess_movegen::Node::new(position);
            calls += moves.len() as u64;
            sum += moves.iter().map(|&mv| u64::from(node.is_legal(mv))).sum::<u64>();
        }
        (calls, sum)
    })
}

/// Positions with their captures. No other library evaluates exchanges: two calls have to agree with each other.
pub(crate) fn exchanges(case: &Case) -> Vec<Node<Ours>> {
    let mut nodes = sample::<Ours>(case);
    for Node { position, moves, .. } in &mut nodes {
        moves.retain(|&mv| Ours::victim(position, mv).is_some());
        for &mv in &*moves {
            let gain = position.see(mv, &SEE);
            assert_eq!(position.see_at_least(mv, 0, &SEE), gain >= 0, "{mv} in {position}");
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

/// Plies after which a game ends.
const LENGTH: u32 = 200;

/// In a record of games, the end of one: no list has so many moves.
const END: u8 = u8::MAX;

/// Plays games at random: lists the moves, takes one, plays it. Counts the plies, with a digest of the last positions.
///
/// The games are recorded before as the places of the moves in the library's lists, so that each library plays the same games
/// without searching for the moves.
pub(crate) fn play<L: Library>(case: &Case) -> Run {
    let mut places = Vec::new();
    each_ply::<L>(case, |_, _, place| places.push(place.map_or(END, |place| place as u8)));
    let start = L::parse(&case.fen);
    Box::new(move || {
        let mut plies = 0;
        let mut digest = 0u64;
        let mut position = start.clone();
        for &place in &places {
            if place == END {
                let [us, them] = L::by_turn(&position);
                digest = digest.rotate_left(7) ^ us ^ them.rotate_left(1);
                position = start.clone();
                continue;
            }
            let mv = L::list(&position).as_ref()[usize::from(place)];
            L::play(&mut position, mv);
            plies += 1;
        }
        (plies, digest)
    })
}

/// Plays the case's number of random games, the same ones on every library, and calls `visit` with each position, the number of
/// plies played, and the place in the list of the next move; `None` where the game ends.
pub(crate) fn each_ply<L: Library>(case: &Case, mut visit: impl FnMut(&L::Position, u32, Option<usize>)) {
    let start = L::parse(&case.fen);
    let mut random = SplitMix64::new(1);
    for _ in 0..case.depth {
        let mut position = start.clone();
        let mut ply = 0;
        while let Some((place, mv)) = choose::<L>(&position, &mut random).filter(|_| ply < LENGTH) {
            visit(&position, ply, Some(place));
            L::play(&mut position, mv);
            ply += 1;
        }
        visit(&position, ply, None);
    }
}

/// A legal move and its place in the list, chosen in an order that is the same for all libraries.
fn choose<L: Library>(position: &L::Position, random: &mut SplitMix64) -> Option<(usize, L::Move)> {
    let list = L::list(position);
    let list = list.as_ref();
    let mut words: Vec<_> = list.iter().map(|&mv| L::word(position, mv)).collect();
    words.sort_unstable();
    let chosen = words.get((random.next_u64() % words.len().max(1) as u64) as usize)?;
    let place = list.iter().position(|&mv| L::word(position, mv) == *chosen)?;
    Some((place, list[place]))
}
