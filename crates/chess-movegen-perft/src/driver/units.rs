use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt;

use chess_board::Position;
use chess_movegen::legal_moves;

use crate::planes::bare;

/// A perft cut into units, each of which a machine can count by itself.
///
/// What is counted below a unit, times its multiplicity, is its share of the perft. The same root, depth and number of plies
/// give the same units in the same order, everywhere: whoever adds them up can derive them again and compare.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen_perft::driver::Units;
/// use chess_movegen_perft::perft;
///
/// let units = Units::cut(&Position::START, 5, 3, usize::MAX)?;
/// assert_eq!(units.all.len(), 5362);
/// let leaves: u64 = units.all.iter().map(|unit| unit.multiplicity * perft(&unit.position, units.rest)).sum();
/// assert_eq!(leaves, 4_865_609);
/// # Ok::<(), chess_movegen_perft::driver::CutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Units {
    /// The units, in the order in which their positions are first met.
    pub all: Vec<Unit>,
    /// Plies from each unit to the leaves.
    pub rest: u32,
}

/// A position of a perft tree that stands for all that are equal to it.
///
/// Two positions are equal if all that perft depends on is: pieces, side to move, castling rooks and the legal capture
/// en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The position, its counters 0 and 1.
    pub position: Position,
    /// How many sequences of moves lead from the root to the position.
    pub multiplicity: u64,
}

/// Why a perft was not cut into units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CutError {
    /// The number of ways to a position does not fit in 64 bits.
    TooManyWays,
    /// There are more positions on the way to the units than the caller allows.
    TooManyPositions(usize),
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyWays => f.write_str("the number of ways to a position does not fit in 64 bits"),
            Self::TooManyPositions(limit) => {
                write!(f, "there are more than {limit} positions on the way to the units")
            }
        }
    }
}

impl Error for CutError {}

impl Units {
    /// Cuts the perft of `depth` plies, `plies` below `root`; of a perft less deep, the leaves are the units.
    ///
    /// # Errors
    /// There are more than `limit` positions, on the way or at its end, or more ways to one than fit in 64 bits.
    pub fn cut(root: &Position, depth: u32, plies: u32, limit: usize) -> Result<Self, CutError> {
        let plies = plies.min(depth);
        let mut all = vec![Unit { position: bare(root), multiplicity: 1 }];
        for _ in 0..plies {
            all = below(&all, limit)?;
        }
        Ok(Self { all, rest: depth - plies })
    }
}

/// The units one ply further down.
fn below(units: &[Unit], limit: usize) -> Result<Vec<Unit>, CutError> {
    let mut places = HashMap::new();
    let mut below: Vec<Unit> = Vec::new();
    for unit in units {
        for mv in legal_moves(&unit.position) {
            let child = Unit { position: bare(&unit.position.after(mv)), ..*unit };
            match places.entry(child.position) {
                Entry::Vacant(place) => {
                    if below.len() == limit {
                        return Err(CutError::TooManyPositions(limit));
                    }
                    place.insert(below.len());
                    below.push(child);
                }
                Entry::Occupied(place) => {
                    let sum = &mut below[*place.get()].multiplicity;
                    *sum = sum.checked_add(unit.multiplicity).ok_or(CutError::TooManyWays)?;
                }
            }
        }
    }
    Ok(below)
}
