use chess_board::Position;
use chess_movegen::{captures, legal_moves};
use chess_types::{MoveKind, MoveList};

use crate::error::ProbeError;
use crate::material::Material;
use crate::source::Source;
use crate::table::TableKind;
use crate::tables::Tables;
use crate::wdl::Wdl;

/// An outcome, and if a capture reaches it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) wdl: Wdl,
    /// A capture wins, or wins as well as any other move.
    pub(super) by_capture: bool,
}

impl<S: Source> Tables<S> {
    /// Looks up the outcome of a position under perfect play, with the fifty-move rule and a halfmove clock of 0: the
    /// position's own clock does not count.
    ///
    /// Needs the WDL tables of the ending and of those that captures lead to.
    ///
    /// # Errors
    /// The position has castling rights or too many pieces, or a table is missing or broken.
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.check(position)?;
        let found = self.outcome(position, Wdl::Loss, Wdl::Win)?;
        match self.en_passant(position)? {
            Some(wdl) if wdl >= found.wdl || is_forced(position, found.wdl) => Ok(wdl),
            _ => Ok(found.wdl),
        }
    }

    /// Tests a position for being one that tables can have.
    pub(super) fn check(&self, position: &Position) -> Result<(), ProbeError> {
        if !position.castling_rooks().is_empty() {
            return Err(ProbeError::Castling);
        }
        let pieces = position.occupied().count();
        if pieces > self.max_pieces() && pieces > 2 {
            return Err(ProbeError::TooManyPieces { pieces, most: self.max_pieces() });
        }
        Ok(())
    }

    /// Returns the outcome without en passant captures, if it is between the bounds; else a bound on the same side.
    ///
    /// A table holds any value where a capture is at least as good, because the outcome of captures is known from other
    /// tables. Captures are therefore searched first.
    pub(super) fn outcome(
        &self,
        position: &Position,
        mut alpha: Wdl,
        beta: Wdl,
    ) -> Result<Found, ProbeError> {
        let mut list = MoveList::new();
        captures(position, &mut list);
        for &mv in &list {
            if mv.kind() == MoveKind::EnPassant {
                continue;
            }
            let wdl = -self.outcome(&position.after(mv), -beta, -alpha)?.wdl;
            if wdl >= beta {
                return Ok(Found { wdl, by_capture: true });
            }
            alpha = alpha.max(wdl);
        }
        let wdl = self.stored_outcome(position)?;
        if alpha >= wdl {
            Ok(Found { wdl: alpha, by_capture: alpha > Wdl::Draw })
        } else {
            Ok(Found { wdl, by_capture: false })
        }
    }

    /// Returns the outcome that the position's own table holds.
    fn stored_outcome(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let material = Material::of(position);
        if material == Material::KINGS {
            return Ok(Wdl::Draw);
        }
        let table = self.table(material, TableKind::Wdl)?;
        table.wdl(position, material).map_err(|fault| ProbeError::of_table(fault, material, TableKind::Wdl))
    }

    /// Returns the outcome of the best en passant capture, if there is one.
    pub(super) fn en_passant(&self, position: &Position) -> Result<Option<Wdl>, ProbeError> {
        let mut best = None;
        if position.ep_square().is_some() {
            for &mv in &legal_moves(position) {
                if mv.kind() == MoveKind::EnPassant {
                    let wdl = -self.outcome(&position.after(mv), Wdl::Loss, Wdl::Win)?.wdl;
                    best = best.max(Some(wdl));
                }
            }
        }
        Ok(best)
    }
}

/// Tests if en passant captures are the only moves of a position that is stalemate without them.
pub(super) fn is_forced(position: &Position, without: Wdl) -> bool {
    without == Wdl::Draw && legal_moves(position).iter().all(|mv| mv.kind() == MoveKind::EnPassant)
}
