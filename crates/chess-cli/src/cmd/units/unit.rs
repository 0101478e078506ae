use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chess_board::{Position, Setup};
use chess_movegen::legal_moves;
use serde::{Deserialize, Serialize};

use crate::driver::counter::TooManyLeaves;

/// A piece of a perft that a machine can count by itself: one line of JSON, its keys in this order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Unit {
    /// Counted from 1.
    #[serde(rename = "unit")]
    pub(crate) number: u64,
    /// The number of units that the perft is cut into.
    #[serde(rename = "units")]
    pub(crate) count: u64,
    pub(crate) fen: String,
    /// Plies from the position to the leaves.
    pub(crate) depth: u32,
    /// How many sequences of moves lead from the root to the position.
    pub(crate) multiplicity: u64,
    pub(crate) root: String,
    pub(crate) root_depth: u32,
    /// The leaves below the position, once. Missing until they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
}

/// The positions `plies` below `root`, each of them once, in the order they are first met, and how often they are.
///
/// Two positions are the same if all that perft depends on is: pieces, side to move, castling rooks and the legal
/// capture en passant. The counters do not count; they are 0 and 1.
pub(crate) fn distinct_positions(root: &Position, plies: u32) -> Result<Vec<(Position, u64)>, TooManyLeaves> {
    let mut level = vec![(bare(root), 1)];
    for _ in 0..plies {
        let mut places = HashMap::new();
        let mut next = Vec::new();
        for (position, times) in &level {
            for mv in legal_moves(position) {
                let child = bare(&position.after(mv));
                match places.entry(child) {
                    Entry::Vacant(place) => {
                        place.insert(next.len());
                        next.push((child, *times));
                    }
                    Entry::Occupied(place) => {
                        let sum: &mut u64 = &mut next[*place.get()].1;
                        *sum = sum.checked_add(*times).ok_or(TooManyLeaves)?;
                    }
                }
            }
        }
        level = next;
    }
    Ok(level)
}

/// The position without what perft does not depend on.
fn bare(position: &Position) -> Position {
    let setup = Setup {
        en_passant: position.ep_square(),
        halfmove_clock: 0,
        fullmove_number: 1,
        ..position.to_setup()
    };
    // It is as valid as it was: the square of a legal capture en passant is one a pawn has passed over.
    Position::from_setup(&setup).unwrap_or(*position)
}
