use core::fmt;
use std::sync::Arc;

use chess_board::Position;

use super::endgames::EndgameTables;

/// The tables of endings of an engine, and how it asks them.
#[derive(Clone)]
pub(super) struct Endgames {
    pub(super) tables: Option<Arc<dyn EndgameTables>>,
    /// The least depth for positions with as many pieces as the largest ending.
    pub(super) depth: u8,
    pub(super) fifty_move_rule: bool,
}

impl Default for Endgames {
    fn default() -> Self {
        Self { tables: None, depth: 1, fifty_move_rule: true }
    }
}

impl fmt::Debug for Endgames {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.tables.as_ref().map(|tables| tables.max_pieces());
        formatter
            .debug_struct("Endgames")
            .field("max_pieces", &pieces)
            .field("depth", &self.depth)
            .field("fifty_move_rule", &self.fifty_move_rule)
            .finish()
    }
}

/// The tables of endings of one search.
#[derive(Clone, Copy)]
pub(super) struct Prober<'a> {
    tables: &'a dyn EndgameTables,
    pub(super) max_pieces: u32,
    pub(super) depth: i32,
    pub(super) fifty_move_rule: bool,
}

impl Endgames {
    /// Returns the tables for a search, unless there are none that could answer.
    pub(super) fn prober(&self) -> Option<Prober<'_>> {
        let tables = &**self.tables.as_ref()?;
        let prober = Prober {
            tables,
            max_pieces: tables.max_pieces(),
            depth: self.depth.into(),
            fifty_move_rule: self.fifty_move_rule,
        };
        (prober.max_pieces > 0).then_some(prober)
    }
}

impl<'a> Prober<'a> {
    /// Returns the tables if they may know the position.
    pub(super) fn tables_for(&self, position: &Position) -> Option<&'a dyn EndgameTables> {
        let may_know =
            position.occupied().count() <= self.max_pieces && position.castling_rights().is_empty();
        may_know.then_some(self.tables)
    }
}
