use chess_board::Position;
use chess_movegen::{has_legal_move, legal_moves};
use chess_types::{Move, PieceType};

use super::outcome::is_forced;
use crate::dtz::Dtz;
use crate::error::ProbeError;
use crate::material::Material;
use crate::source::Source;
use crate::table::{Fault, TableKind};
use crate::tables::Tables;
use crate::wdl::Wdl;

impl<S: Source> Tables<S> {
    /// Looks up the distance to zeroing of a position, with a halfmove clock of 0: the position's own clock does not count.
    ///
    /// Needs the WDL and DTZ tables of the ending, and the WDL tables of those that captures and promotions lead to.
    ///
    /// # Errors
    /// The position has castling rights or too many pieces, or a table is missing or broken.
    pub fn probe_dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        self.check(position)?;
        let (wdl, dtz) = self.distance(position)?;
        match self.en_passant(position)? {
            // An en passant capture is the only move, better than others, or the shortest way to as good an outcome.
            Some(ep) if is_forced(position, wdl) || ep > wdl || (ep == wdl && ep > Wdl::Draw) => {
                Ok(Dtz::before_zeroing(ep))
            }
            _ => Ok(dtz),
        }
    }

    /// Returns the outcome and the distance without en passant captures.
    fn distance(&self, position: &Position) -> Result<(Wdl, Dtz), ProbeError> {
        let found = self.outcome(position, Wdl::Loss, Wdl::Win)?;
        let wdl = found.wdl;
        if wdl == Wdl::Draw || found.by_capture {
            return Ok((wdl, Dtz::before_zeroing(wdl)));
        }
        // A table holds any distance where a pawn move reaches the outcome.
        if wdl > Wdl::Draw {
            for &mv in &legal_moves(position) {
                if is_pawn_move(position, mv)
                    && !mv.is_capture()
                    && -self.probe_wdl(&position.after(mv))? == wdl
                {
                    return Ok((wdl, Dtz::before_zeroing(wdl)));
                }
            }
        }
        let material = Material::of(position);
        let table = self.table(material, TableKind::Dtz)?;
        let broken = |fault| ProbeError::of_table(fault, material, TableKind::Dtz);
        if let Some(dtz) = table.dtz(position, material, wdl).map_err(broken)? {
            return Ok((wdl, dtz));
        }
        let dtz = if wdl > Wdl::Draw {
            self.shortest_win(position)?
        } else {
            Some(self.longest_loss(position, wdl)?)
        };
        let dtz = dtz.ok_or_else(|| broken(Fault::Broken("no move reaches the outcome of the position")))?;
        Ok((wdl, dtz))
    }

    /// Returns the distance of a won position by those after its moves that do not zero the clock.
    fn shortest_win(&self, position: &Position) -> Result<Option<Dtz>, ProbeError> {
        let mut best: Option<Dtz> = None;
        for &mv in &legal_moves(position) {
            if is_zeroing(position, mv) {
                continue;
            }
            let after = position.after(mv);
            let dtz = -self.probe_dtz(&after)?;
            if dtz.plies() <= 0 {
                continue;
            }
            // Mate ends the count as a zeroing move does.
            let dtz = if dtz.plies() == 1 && is_mate(&after) { dtz } else { dtz.one_ply_earlier() };
            if best.is_none_or(|best| {
                dtz.plies() < best.plies() || (dtz.plies() == best.plies() && dtz.is_exact())
            }) {
                best = Some(dtz);
            }
        }
        Ok(best)
    }

    /// Returns the distance of a lost position by those after its moves.
    fn longest_loss(&self, position: &Position, wdl: Wdl) -> Result<Dtz, ProbeError> {
        let mut best = Dtz::before_zeroing(Wdl::Loss);
        for &mv in &legal_moves(position) {
            let after = position.after(mv);
            let dtz = if !is_zeroing(position, mv) {
                (-self.probe_dtz(&after)?).one_ply_earlier()
            } else if wdl == Wdl::Loss {
                Dtz::before_zeroing(Wdl::Loss)
            } else if self.outcome(&after, Wdl::CursedWin, Wdl::Win)?.wdl == Wdl::Win {
                continue;
            } else {
                Dtz::before_zeroing(Wdl::BlessedLoss)
            };
            if dtz.plies() < best.plies() || (dtz.plies() == best.plies() && !dtz.is_exact()) {
                best = dtz;
            }
        }
        Ok(best)
    }
}

/// Tests for a move of a pawn.
fn is_pawn_move(position: &Position, mv: Move) -> bool {
    position.piece_type_at(mv.from()) == Some(PieceType::Pawn)
}

/// Tests for a move that sets the halfmove clock to 0.
pub(super) fn is_zeroing(position: &Position, mv: Move) -> bool {
    mv.is_capture() || is_pawn_move(position, mv)
}

/// Tests for mate.
pub(super) fn is_mate(position: &Position) -> bool {
    position.is_in_check() && !has_legal_move(position)
}
