use chess_movegen::is_legal;
use chess_movegen::machine::Machine;
use chess_types::Move;

use super::node::Node;
use super::search::Search;
use crate::score::is_decisive;
use crate::table::{Bound, TableEntry};

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

impl Node<'_> {
    /// Tests whether the entry's move may be the only good one: the entry is deep enough, and its score no upper bound.
    #[inline(always)]
    pub(super) fn may_be_singular(&self, entry: &TableEntry) -> bool {
        self.depth >= DEPTH
            && i32::from(entry.depth) >= self.depth - SHALLOWER
            && entry.bound != Bound::Upper
            && !is_decisive(entry.score)
            && is_legal(self.position, entry.mv)
    }
}

impl<M: Machine> Search<'_, M> {
    /// Searches the other moves at half the depth, to see whether one of them comes near to the entry's score.
    ///
    /// Source: <https://www.chessprogramming.org/Singular_Extensions>.
    pub(super) fn singular(&mut self, node: &Node<'_>, entry: &TableEntry, beta: i32) -> Singular {
        let &Node { position, ply, depth, is_cut, .. } = node;
        let near = entry.score - 2 * depth;
        self.stack[ply].data.excluded = entry.mv;
        let score = self.alpha_beta::<false>(position, (depth - 1) / 2, near - 1, near, ply, is_cut);
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
