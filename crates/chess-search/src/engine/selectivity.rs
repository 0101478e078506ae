use core::ops::RangeInclusive;

use chess_movegen::machine::Machine;
use chess_movegen::{Node, PositionExt};
use chess_types::Move;

use super::search::Search;
use crate::score::is_decisive;
use crate::table::{Bound, TableEntry};

/// Returns the reduction of the `number`-th move at `depth` in 1024ths of a ply, before the kind of the move is taken into
/// account. It grows with the logarithms of both.
#[inline]
pub(super) const fn reduction(depth: i32, number: usize) -> i32 {
    600 + ((log2(depth as u32) * log2(number as u32) * 214) >> 16) as i32
}

/// Returns the binary logarithm in 256ths, linear between powers of two; 0 has the logarithm of 1.
///
/// Integers make the nodes of a search the same on every machine.
const fn log2(number: u32) -> u32 {
    let number = if number == 0 { 1 } else { number };
    let whole = number.ilog2();
    (whole << 8) + ((number << 8 >> whole) - 256)
}

/// A node whose moves are searched.
pub(super) struct Inner<'n, 'p, M> {
    pub(super) node: &'n Node<'p, M>,
    pub(super) ply: usize,
    pub(super) depth: i32,
    /// Without what the correction history adds.
    pub(super) raw_evaluation: i32,
    pub(super) evaluation: i32,
    /// Tells that the side to move is better off than two plies before.
    pub(super) is_improving: bool,
    /// Tells that a cut-off is expected.
    pub(super) is_cut: bool,
    /// The scores that endgame tablebases leave open, on the principal variation.
    pub(super) told: RangeInclusive<i32>,
}

/// The result of a search of all moves but that of the table.
pub(super) enum Singular {
    /// The move of the table is searched so many plies deeper.
    Extended(i32),
    /// The other moves, too, are good enough for a cut-off with this score.
    CutOff(i32),
}

/// A move of the table is tested from this depth on.
const DEPTH: i32 = 7;

/// The entry may be so many plies shallower than the node.
const SHALLOWER: i32 = 3;

impl<M: Machine> Inner<'_, '_, M> {
    /// Tests whether the entry's move may be the only good one: the entry is deep enough, and its score no upper bound.
    #[inline(always)]
    pub(super) fn may_be_singular(&self, entry: &TableEntry) -> bool {
        self.depth >= DEPTH
            && i32::from(entry.depth) >= self.depth - SHALLOWER
            && entry.bound != Bound::Upper
            && !is_decisive(entry.score)
            && self.node.is_legal(entry.mv)
    }
}

impl<M: Machine> Search<'_, M> {
    /// Searches the other moves at half the depth, to see whether one of them comes near to the entry's score.
    ///
    /// Source: <https://www.chessprogramming.org/Singular_Extensions>.
    pub(super) fn singular(&mut self, inner: &Inner<'_, '_, M>, entry: &TableEntry, beta: i32) -> Singular {
        let &Inner { node, ply, depth, is_cut, .. } = inner;
        let near = entry.score - 2 * depth;
        self.stack[ply].data.excluded = entry.mv;
        let score = self.alpha_beta::<false>(node, (depth - 1) / 2, near - 1, near, ply, is_cut);
        self.stack[ply].data.excluded = Move::NULL;
        if score < near {
            Singular::Extended(1)
        } else if near >= beta {
            Singular::CutOff(near)
        } else if entry.score >= beta {
            // Several moves may cause the cut-off.
            Singular::Extended(-1)
        } else {
            Singular::Extended(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_the_true_one() {
        for number in 1..300 {
            let exact = 256.0 * f64::from(number).log2();
            assert!((f64::from(log2(number)) - exact).abs() < 23.0, "{number}");
        }
        assert_eq!((log2(0), log2(1)), (0, 0));
    }
}
