use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chess_board::{Position, Setup};
use chess_movegen::legal_moves;
use serde::{Deserialize, Serialize};

use crate::error::CliError;

/// A piece of a perft that a machine can count by itself: one line of JSON, its keys in this order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Unit {
    /// Counted from 1.
    #[serde(rename = "unit")]
    pub(super) number: u64,
    /// The number of units that the perft is cut into.
    #[serde(rename = "units")]
    pub(super) count: u64,
    pub(super) fen: String,
    /// Plies from the position to the leaves.
    pub(super) depth: u32,
    /// How many sequences of moves lead from the root to the position.
    pub(super) multiplicity: u64,
    pub(super) root: String,
    pub(super) root_depth: u32,
    /// The leaves below the position, once. Missing until they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<u64>,
}

/// Why a perft was not cut into units.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(super) enum CutError {
    #[error("the number of ways to a position does not fit in 64 bits")]
    TooManyWays,
    #[error("there are more than {0} positions on the way to the units")]
    TooManyPositions(usize),
}

impl From<CutError> for CliError {
    fn from(error: CutError) -> Self {
        Self::command(error)
    }
}

/// The positions `plies` below `root`, each of them once, in the order they are first met, and how often they are.
///
/// Two positions are the same if all that perft depends on is: pieces, side to move, castling rooks and the legal
/// capture en passant. The counters do not count; they are 0 and 1.
/// # Errors
///
/// If there are more than `limit` of them, on the way or at its end, or more ways than fit in 64 bits.
pub(super) fn distinct_positions(
    root: &Position,
    plies: u32,
    limit: usize,
) -> Result<Vec<(Position, u64)>, CutError> {
    let mut level = vec![(bare(root), 1)];
    for _ in 0..plies {
        let mut places = HashMap::new();
        let mut next = Vec::new();
        for (position, times) in &level {
            for mv in legal_moves(position) {
                let child = bare(&position.after(mv));
                match places.entry(child) {
                    Entry::Vacant(place) => {
                        if next.len() == limit {
                            return Err(CutError::TooManyPositions(limit));
                        }
                        place.insert(next.len());
                        next.push((child, *times));
                    }
                    Entry::Occupied(place) => {
                        let sum: &mut u64 = &mut next[*place.get()].1;
                        *sum = sum.checked_add(*times).ok_or(CutError::TooManyWays)?;
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
