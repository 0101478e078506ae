use chess_board::Position;
use chess_movegen::{captures, legal_moves};
use chess_types::{MoveKind, MoveList, PieceType};

use crate::error::ProbeError;
use crate::material::Material;
use crate::source::Source;
use crate::table::TableKind;
use crate::tables::Tables;
use crate::wdl::Wdl;

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
        let best = self.outcome(position, Wdl::Loss, Wdl::Win)?;
        match self.en_passant(position)? {
            Some(wdl) if wdl >= best || is_forced(position, best) => Ok(wdl),
            _ => Ok(best),
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
    /// A table holds a lower value, or the same, where a capture is at least as good, because the outcome of captures is known
    /// from other tables. The outcome is therefore the best of the table's value and those of the captures.
    pub(super) fn outcome(&self, position: &Position, alpha: Wdl, beta: Wdl) -> Result<Wdl, ProbeError> {
        let best = self.stored_outcome(position)?.max(alpha);
        if best >= beta || !can_capture(position) {
            return Ok(best);
        }
        Ok(self.best_capture(position, best, beta)?.unwrap_or(best).max(best))
    }

    /// Returns the outcome of the best capture that is not en passant, if there is one. Captures outside of the bounds count as
    /// in [`outcome`](Self::outcome).
    pub(super) fn best_capture(
        &self,
        position: &Position,
        mut alpha: Wdl,
        beta: Wdl,
    ) -> Result<Option<Wdl>, ProbeError> {
        let mut list = MoveList::new();
        captures(position, &mut list);
        let mut best = None;
        for &mv in list.iter().filter(|mv| mv.kind() != MoveKind::EnPassant) {
            let wdl = -self.outcome(&position.after(mv), -beta, -alpha)?;
            best = best.max(Some(wdl));
            if wdl >= beta {
                break;
            }
            alpha = alpha.max(wdl);
        }
        Ok(best)
    }

    /// Returns the outcome that the position's own table holds.
    pub(super) fn stored_outcome(&self, position: &Position) -> Result<Wdl, ProbeError> {
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
                    let wdl = -self.outcome(&position.after(mv), Wdl::Loss, Wdl::Win)?;
                    best = best.max(Some(wdl));
                }
            }
        }
        Ok(best)
    }
}

/// Tests for an attacked piece of the opponent, other than the king.
pub(super) fn can_capture(position: &Position) -> bool {
    let us = position.side_to_move();
    let (ours, theirs) = (position.by_color(us), position.by_color(us.opponent()));
    let occupied = position.occupied();
    let targets = theirs & !position.by_type(PieceType::King);
    targets.into_iter().any(|target| !(position.attackers_to(target, occupied) & ours).is_empty())
}

/// Tests if en passant captures are the only moves of a position that is stalemate without them.
pub(super) fn is_forced(position: &Position, without: Wdl) -> bool {
    without == Wdl::Draw && legal_moves(position).iter().all(|mv| mv.kind() == MoveKind::EnPassant)
}
