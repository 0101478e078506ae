use chess_board::Position;
use chess_movegen::machine::Machine;
use chess_types::Move;

use super::endgames::Prober;
use super::search::Search;
use crate::score::{DRAW, MAX_PLY, TABLE_WIN};
use crate::stack::NO_EVALUATION;
use crate::table::{Bound, TableEntry};

impl<M: Machine> Search<'_, M> {
    /// Returns the score that endgame tables tell for a node below the root, and stores it. Tables are asked after captures and
    /// pawn moves only, because their values hold for a halfmove clock at 0.
    #[cold]
    pub(super) fn probe_tables(
        &mut self,
        prober: Prober<'_>,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(i32, Bound)> {
        if position.halfmove_clock() != 0 {
            return None;
        }
        let tables = prober.tables_for(position)?;
        if position.occupied().count() == prober.max_pieces && depth < prober.depth {
            return None;
        }
        let wdl = tables.probe_wdl(position)?;
        self.tb_hits += 1;
        let (score, bound) = match wdl.result(prober.fifty_move_rule) {
            1 => (TABLE_WIN - ply as i32, Bound::Lower),
            -1 => (ply as i32 - TABLE_WIN, Bound::Upper),
            _ => (DRAW, Bound::Exact),
        };
        // What a table tells is worth more than a search of some plies.
        let depth = (depth + 6).min(MAX_PLY as i32 - 1) as u8;
        let entry = TableEntry { mv: Move::NULL, score, evaluation: NO_EVALUATION, depth, bound };
        self.shared.table.store(position.key(), ply, entry);
        Some((score, bound))
    }
}
