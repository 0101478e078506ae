use std::collections::HashSet;

use chess_benches::driver::{Case, Run};
use chess_benches::{Library, Ours};
use chess_movegen::{Pins, see, see_at_least};

use crate::games::each_ply;

/// Positions of games at random, each with the moves that calls are made with, and its key.
pub(crate) struct Sample<L: Library>(Vec<Node<L>>);

struct Node<L: Library> {
    position: L::Position,
    key: u64,
    moves: Vec<L::Move>,
}

/// Of the plies of a game, one in so many is taken, and the last: an even number, so that the moves of the next position
/// are mostly those of the same side.
const STRIDE: u32 = 8;

impl<L: Library> Sample<L> {
    /// Positions of as many games as the case asks for, with their legal moves.
    pub(crate) fn of(case: &Case) -> Self {
        let mut nodes = Vec::new();
        each_ply::<L>(case, |position, ply, next| {
            if next.is_none() || ply % STRIDE == 0 {
                let (key, moves) = (L::key(position), L::list(position).to_vec());
                nodes.push(Node { position: position.clone(), key, moves });
            }
        });
        Self(nodes)
    }

    /// The same with the moves of the next position that are not legal.
    pub(crate) fn with_foreign_moves(mut self) -> Self {
        let words = |node: &Node<L>| -> HashSet<u32> {
            node.moves.iter().map(|&mv| L::word(&node.position, mv)).collect()
        };
        let legal: Vec<_> = self.0.iter().map(words).collect();
        for (index, legal) in legal.iter().enumerate() {
            let next = &self.0[(index + 1) % self.0.len()];
            let is_foreign = |mv: &L::Move| !legal.contains(&L::word(&next.position, *mv));
            self.0[index].moves = next.moves.iter().copied().filter(is_foreign).collect();
        }
        self
    }

    /// A run that calls with every move, and the position's key, and adds up what comes of it.
    pub(crate) fn each_move(self, call: impl Fn(&L::Position, L::Move, u64) -> u64 + 'static) -> Run {
        Box::new(move || {
            let (mut calls, mut sum) = (0, 0u64);
            for Node { position, key, moves } in &self.0 {
                calls += moves.len() as u64;
                for &mv in moves {
                    sum = sum.wrapping_add(call(position, mv, *key));
                }
            }
            (calls, sum)
        })
    }

    /// The same with every position.
    pub(crate) fn each_position(self, call: impl Fn(&L::Position) -> u64 + 'static) -> Run {
        Box::new(move || {
            let sum = self.0.iter().map(|node| call(&node.position)).sum();
            (self.0.len() as u64, sum)
        })
    }
}

/// Each library has keys of its own: what it adds up is compared with the keys of the positions that come of the moves.
pub(crate) fn key_after<L: Library>(case: &Case) -> Run {
    let made = Sample::<L>::of(case).each_move(|position, mv, _| L::with_after(position, mv, L::key));
    let (known, run) = (made(), Sample::<L>::of(case).each_move(L::key_after));
    Box::new(move || {
        let counted = run();
        assert_eq!(counted, known, "keys of {}", L::NAME);
        (counted.0, 0)
    })
}

/// Positions with their captures. No other library tells what an exchange wins: two calls have to agree with each other.
pub(crate) fn exchanges(case: &Case) -> Sample<Ours> {
    let mut sample = Sample::<Ours>::of(case);
    for Node { position, moves, .. } in &mut sample.0 {
        moves.retain(|&mv| Ours::victim(position, mv).is_some());
        for &mv in &*moves {
            let gain = see(position, mv, Pins::Ignored);
            assert_eq!(see_at_least(position, mv, 0, Pins::Ignored), gain >= 0, "{mv} in {position}");
        }
    }
    sample
}
