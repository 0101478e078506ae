//! The value of a position: that of its table, and of the captures that the table omits.

mod root;

use chess_board::Position;
use chess_movegen::{PositionExt, Selection, Wdl};
use chess_types::{Move, MoveKind, MoveList, PieceType};

use crate::error::ProbeError;
use crate::material::Material;
use crate::table::{Fault, TableKind};
use crate::tables::Tables;
use crate::values::Dtz;

pub use self::root::{RankedMove, RootRules};

impl Tables {
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

    /// Tests whether tables can have the position.
    fn check(&self, position: &Position) -> Result<(), ProbeError> {
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
    fn outcome(&self, position: &Position, alpha: Wdl, beta: Wdl) -> Result<Wdl, ProbeError> {
        let best = self.stored_outcome(position)?.max(alpha);
        if best >= beta || !can_capture(position) {
            return Ok(best);
        }
        Ok(self.best_capture(position, best, beta)?.unwrap_or(best).max(best))
    }

    /// Returns the outcome of the best capture that is not en passant, if there is one. Captures outside of the bounds count as
    /// in [`outcome`](Self::outcome).
    fn best_capture(
        &self,
        position: &Position,
        mut alpha: Wdl,
        beta: Wdl,
    ) -> Result<Option<Wdl>, ProbeError> {
        let mut list = MoveList::new();
        position.generate(Selection::CAPTURES, &mut list);
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
    fn stored_outcome(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let material = Material::of(position);
        if material == Material::KINGS {
            return Ok(Wdl::Draw);
        }
        let table = self.table(material, TableKind::Wdl)?;
        table.wdl(position, material).map_err(|fault| ProbeError::of_table(fault, material, TableKind::Wdl))
    }

    /// Returns the outcome of the best en passant capture, if there is one.
    fn en_passant(&self, position: &Position) -> Result<Option<Wdl>, ProbeError> {
        let mut best = None;
        if position.ep_square().is_some() {
            for &mv in &position.legal_moves() {
                if mv.kind() == MoveKind::EnPassant {
                    let wdl = -self.outcome(&position.after(mv), Wdl::Loss, Wdl::Win)?;
                    best = best.max(Some(wdl));
                }
            }
        }
        Ok(best)
    }
}

impl Tables {
    /// Looks up the distance to zeroing of a position, with a halfmove clock of 0: the position's own clock does not count.
    ///
    /// Needs the WDL and DTZ tables of the ending, and the WDL tables of those that captures and promotions lead to.
    ///
    /// # Errors
    /// The position has castling rights or too many pieces, or a table is missing or broken.
    pub fn probe_dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        self.probe(position).map(|(_, dtz)| dtz)
    }

    /// Looks up the outcome and the distance to zeroing at once, which is quicker than one after the other.
    ///
    /// # Errors
    /// Those of [`probe_dtz`](Self::probe_dtz).
    pub fn probe(&self, position: &Position) -> Result<(Wdl, Dtz), ProbeError> {
        self.check(position)?;
        let (wdl, dtz) = self.distance(position)?;
        match self.en_passant(position)? {
            // An en passant capture is the only move, better than others, or the shortest way to as good an outcome.
            Some(ep) if is_forced(position, wdl) || ep > wdl || (ep == wdl && ep > Wdl::Draw) => {
                Ok((ep, Dtz::before_zeroing(ep)))
            }
            _ => Ok((wdl, dtz)),
        }
    }

    /// Returns the outcome and the distance without en passant captures.
    fn distance(&self, position: &Position) -> Result<(Wdl, Dtz), ProbeError> {
        let stored = self.stored_outcome(position)?;
        let mut wdl = stored;
        if can_capture(position) {
            // A capture that is as good as other wins is a shorter one.
            let alpha = if stored > Wdl::Draw { beside(stored, -1) } else { stored };
            let capture = self.best_capture(position, alpha, Wdl::Win)?;
            wdl = capture.map_or(stored, |capture| capture.max(stored));
            if wdl > Wdl::Draw && capture == Some(wdl) {
                return Ok((wdl, Dtz::before_zeroing(wdl)));
            }
        }
        let dtz = if wdl == Wdl::Draw { Dtz::DRAW } else { self.distance_without_capture(position, wdl)? };
        Ok((wdl, dtz))
    }

    /// Returns the distance of a position with the outcome `wdl`, which is not a draw and which no capture reaches if it is a
    /// win.
    fn distance_without_capture(&self, position: &Position, wdl: Wdl) -> Result<Dtz, ProbeError> {
        // A table holds any distance where a pawn move reaches the outcome.
        if wdl > Wdl::Draw && self.has_pawn_move(position, wdl)? {
            return Ok(Dtz::before_zeroing(wdl));
        }
        if let Some(dtz) = self.stored_distance(position, wdl)? {
            return Ok(dtz);
        }
        if wdl > Wdl::Draw { self.shortest_win(position, wdl) } else { self.longest_loss(position, wdl) }
    }

    /// Tests whether some pawn move that is not a capture reaches the outcome `wdl`, the best one of the position.
    fn has_pawn_move(&self, position: &Position, wdl: Wdl) -> Result<bool, ProbeError> {
        let pawns = position.pieces(position.side_to_move(), PieceType::Pawn);
        if pawns.is_empty() {
            return Ok(false);
        }
        for &mv in position.legal_moves().iter().filter(|mv| pawns.contains(mv.from()) && !mv.is_capture()) {
            if -self.probe_wdl(&position.after(mv))? == wdl {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the distance that the position's own table holds, or `None` if the table has the other side to move.
    fn stored_distance(&self, position: &Position, wdl: Wdl) -> Result<Option<Dtz>, ProbeError> {
        let material = Material::of(position);
        let table = self.table(material, TableKind::Dtz)?;
        table
            .dtz(position, material, wdl)
            .map_err(|fault| ProbeError::of_table(fault, material, TableKind::Dtz))
    }

    /// Returns the distance of a position with the outcome `wdl`, a win, by those after its moves that do not zero the clock.
    fn shortest_win(&self, position: &Position, wdl: Wdl) -> Result<Dtz, ProbeError> {
        let mut best: Option<Dtz> = None;
        for &mv in &position.legal_moves() {
            if is_zeroing(position, mv) {
                continue;
            }
            let after = position.after(mv);
            // A move counts if it keeps the outcome: if neither the table after it nor a capture is better for the loser.
            if self.outcome(&after, -wdl, beside(-wdl, 1))? != -wdl {
                continue;
            }
            let dtz = -self.stored_distance(&after, -wdl)?.ok_or_else(|| one_sided(position))?;
            // Mate ends the count as a zeroing move does.
            if dtz.plies() == 1 && is_mate(&after) {
                return Ok(dtz);
            }
            let dtz = dtz.one_ply_earlier();
            // All of them come from one part of one table, so that either all are exact or none is.
            if best.is_none_or(|best| dtz.plies() < best.plies()) {
                best = Some(dtz);
            }
        }
        best.ok_or_else(|| {
            let fault = Fault::Broken("no move reaches the outcome of the position");
            ProbeError::of_table(fault, Material::of(position), TableKind::Dtz)
        })
    }

    /// Returns the distance of a position with the outcome `wdl`, a loss, by those after its moves.
    fn longest_loss(&self, position: &Position, wdl: Wdl) -> Result<Dtz, ProbeError> {
        let mut best = Dtz::before_zeroing(Wdl::Loss);
        for &mv in &position.legal_moves() {
            let after = position.after(mv);
            let dtz = match (wdl, is_zeroing(position, mv)) {
                (Wdl::Loss, true) => continue,
                // Every move leads to a win of the other side, so that the table of outcomes is not probed.
                (Wdl::Loss, false) => (-self.distance_of_win(&after)?).one_ply_earlier(),
                // Moves that lose at once need no exception: another move is as long at least, or the loss was not blessed.
                (_, true) => Dtz::before_zeroing(Wdl::BlessedLoss),
                (_, false) => (-self.distance(&after)?.1).one_ply_earlier(),
            };
            if dtz.plies() < best.plies() || (dtz.plies() == best.plies() && !dtz.is_exact()) {
                best = dtz;
            }
        }
        Ok(best)
    }

    /// Returns the distance of a position that is known to be won.
    fn distance_of_win(&self, position: &Position) -> Result<Dtz, ProbeError> {
        if can_capture(position) && self.best_capture(position, Wdl::CursedWin, Wdl::Win)? == Some(Wdl::Win) {
            return Ok(Dtz::before_zeroing(Wdl::Win));
        }
        self.distance_without_capture(position, Wdl::Win)
    }
}

/// Tests whether a piece of the opponent other than the king is attacked.
fn can_capture(position: &Position) -> bool {
    let us = position.side_to_move();
    let (ours, theirs) = (position.by_color(us), position.by_color(us.opponent()));
    let occupied = position.occupied();
    let targets = theirs & !position.by_type(PieceType::King);
    targets.into_iter().any(|target| !(position.attackers_to(target, occupied) & ours).is_empty())
}

/// Returns the outcome that is this number of steps better, or the same if there is none.
fn beside(wdl: Wdl, steps: i8) -> Wdl {
    Wdl::from_value(wdl.value() + steps).unwrap_or(wdl)
}

/// Tests whether en passant captures are the only moves of a position that is stalemate without them.
fn is_forced(position: &Position, without: Wdl) -> bool {
    without == Wdl::Draw && position.legal_moves().iter().all(|mv| mv.kind() == MoveKind::EnPassant)
}

/// Returns the error of a table that has neither side to move.
#[cold]
fn one_sided(position: &Position) -> ProbeError {
    let fault = Fault::Broken("the table has neither side to move");
    ProbeError::of_table(fault, Material::of(position), TableKind::Dtz)
}

/// Tests whether a pawn moves.
fn is_pawn_move(position: &Position, mv: Move) -> bool {
    position.piece_type_at(mv.from()) == Some(PieceType::Pawn)
}

/// Tests whether a move sets the halfmove clock to 0.
fn is_zeroing(position: &Position, mv: Move) -> bool {
    mv.is_capture() || is_pawn_move(position, mv)
}

/// Tests whether the side to move is mated.
fn is_mate(position: &Position) -> bool {
    position.is_in_check() && !position.has_legal_move()
}
