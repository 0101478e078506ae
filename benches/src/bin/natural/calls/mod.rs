//! The single calls that an engine makes, on positions and moves of games at random.

#[cfg(feature = "peer-chess")]
mod chess;
mod cozy;
mod ours;
mod shakmaty;

use std::collections::HashSet;

use crate::case::{Case, Run};
use crate::games::each_ply;
use crate::libraries::Ours;
use crate::library::Library;

/// The calls that an engine makes to a library.
pub(crate) trait Calls: Library {
    /// Tests a move that comes from elsewhere, such as a table, for legality.
    fn is_legal(position: &Self::Position, mv: Self::Move) -> bool;

    /// Tests a legal move for giving check. The move is made where the library has no call for it.
    #[inline(always)]
    fn gives_check(position: &Self::Position, mv: Self::Move) -> bool {
        Self::with_after(position, mv, Self::is_in_check)
    }

    /// The key of the position.
    fn key(position: &Self::Position) -> u64;

    /// The key of the position after a legal move; `key` is that of the position.
    fn key_after(position: &Self::Position, mv: Self::Move, key: u64) -> u64;

    /// Tests for the existence of a legal move.
    fn has_legal_move(position: &Self::Position) -> bool;

    /// Tests for checkmate by asking for the outcome of the game.
    fn is_mate(position: &Self::Position) -> bool;
}

/// A library that tells the attackers of a square.
pub(crate) trait Attackers: Library {
    /// The pieces of those whose turn it is not that attack the square a legal move goes to.
    fn attackers(position: &Self::Position, mv: Self::Move) -> u64;
}

/// A library that can tell what an exchange wins, which is this workspace's alone.
pub(crate) trait Exchange: Library {
    /// The gain of the exchange that a capture begins.
    fn see(position: &Self::Position, mv: Self::Move) -> i32;

    /// Tests whether the exchange loses nothing.
    fn loses_nothing(position: &Self::Position, mv: Self::Move) -> bool;
}

/// Positions of games, each with its moves.
struct Sample<L: Library>(Vec<Node<L>>);

struct Node<L: Library> {
    position: L::Position,
    /// Moves that the calls are made with.
    moves: Vec<L::Move>,
}

/// Of the plies of a game, one in so many is taken, and the last: an even number, so that the moves of the next position
/// are mostly those of the same side.
const STRIDE: u32 = 8;

impl<L: Library> Sample<L> {
    /// Positions of as many games as the case asks for, with their legal moves.
    fn of(case: &Case) -> Self {
        let mut nodes = Vec::new();
        each_ply::<L>(&case.fen, case.depth, |position, ply, next| {
            if next.is_none() || ply % STRIDE == 0 {
                nodes.push(Node { position: position.clone(), moves: L::list(position).to_vec() });
            }
        });
        Self(nodes)
    }

    /// The same with the moves of the next position that are not legal.
    fn with_foreign_moves(mut self) -> Self {
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

    /// The same with captures alone.
    fn with_captures(mut self) -> Self {
        for Node { position, moves } in &mut self.0 {
            moves.retain(|&mv| L::victim(position, mv).is_some());
        }
        self
    }

    /// A run that calls with every move, and adds up what comes of it.
    fn each_move(self, call: impl Fn(&L::Position, L::Move) -> u64 + 'static) -> Run {
        Box::new(move || {
            let (mut calls, mut sum) = (0, 0u64);
            for Node { position, moves } in &self.0 {
                calls += moves.len() as u64;
                for &mv in moves {
                    sum = sum.wrapping_add(call(position, mv));
                }
            }
            (calls, sum)
        })
    }

    /// The same with every position.
    fn each_position(self, call: impl Fn(&L::Position) -> u64 + 'static) -> Run {
        Box::new(move || {
            let sum = self.0.iter().map(|node| call(&node.position)).sum();
            (self.0.len() as u64, sum)
        })
    }
}

pub(crate) fn is_legal<L: Calls>(case: &Case) -> Run {
    let sample = Sample::<L>::of(case);
    let sample = if case.name == "illegal" { sample.with_foreign_moves() } else { sample };
    sample.each_move(|position, mv| u64::from(L::is_legal(position, mv)))
}

pub(crate) fn gives_check<L: Calls>(case: &Case) -> Run {
    Sample::<L>::of(case).each_move(|position, mv| u64::from(L::gives_check(position, mv)))
}

pub(crate) fn has_legal_move<L: Calls>(case: &Case) -> Run {
    Sample::<L>::of(case).each_position(|position| u64::from(L::has_legal_move(position)))
}

pub(crate) fn outcome<L: Calls>(case: &Case) -> Run {
    Sample::<L>::of(case).each_position(|position| u64::from(L::is_mate(position)))
}

/// Each library has keys of its own: what it adds up is compared with the keys of the positions that come of the moves.
pub(crate) fn key_after<L: Calls>(case: &Case) -> Run {
    let Sample(nodes) = Sample::<L>::of(case);
    let nodes: Vec<_> = nodes.into_iter().map(|node| (L::key(&node.position), node)).collect();
    let known = nodes.iter().flat_map(|(_, Node { position, moves })| {
        moves.iter().map(|&mv| L::with_after(position, mv, L::key))
    });
    let known = known.fold(0, u64::wrapping_add);
    Box::new(move || {
        let (mut calls, mut sum) = (0, 0u64);
        for (key, Node { position, moves }) in &nodes {
            calls += moves.len() as u64;
            for &mv in moves {
                sum = sum.wrapping_add(L::key_after(position, mv, *key));
            }
        }
        assert_eq!(sum, known, "keys of {}", L::NAME);
        (calls, 0)
    })
}

pub(crate) fn attackers<L: Attackers>(case: &Case) -> Run {
    Sample::<L>::of(case).each_move(L::attackers)
}

/// Positions with their captures. No other library is there to agree with: the two calls have to agree with each other.
fn exchanges(case: &Case) -> Sample<Ours> {
    let sample = Sample::<Ours>::of(case).with_captures();
    for Node { position, moves } in &sample.0 {
        for &mv in moves {
            assert_eq!(Ours::loses_nothing(position, mv), Ours::see(position, mv) >= 0, "{mv} in {position}");
        }
    }
    sample
}

pub(crate) fn see(case: &Case) -> Run {
    exchanges(case).each_move(|position, mv| Ours::see(position, mv) as u64)
}

pub(crate) fn see_at_least(case: &Case) -> Run {
    exchanges(case).each_move(|position, mv| u64::from(Ours::loses_nothing(position, mv)))
}
