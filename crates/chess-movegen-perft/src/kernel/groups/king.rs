//! The steps and castlings of the repliers' king.

use arrayvec::ArrayVec;
use chess_magic::{Sliders, between, king_attacks, knight_attacks, on_empty_board, pawn_attacks};
use chess_types::{Bitboard, PieceType, Square};

use super::shared::Shared;
use crate::side::Side;

/// The arrivals of a piece after which the king's steps and castlings are safe, if the piece does not attack the squares itself.
pub(super) struct KingReplies {
    /// The squares of steps, each with the arrivals.
    pub(super) steps: ArrayVec<(Square, Bitboard), 8>,
    /// The squares of the king's way in castlings, each with the arrivals.
    pub(super) castlings: ArrayVec<(Bitboard, Bitboard), 2>,
    /// The movers' pieces whose leaving may change any of this.
    pub(super) touched: Bitboard,
}

impl KingReplies {
    /// Creates the value to be filled in place, since a copy would wait for the stores.
    pub(super) const fn new() -> Self {
        Self { steps: ArrayVec::new_const(), castlings: ArrayVec::new_const(), touched: Bitboard::EMPTY }
    }

    /// Finds the replies on the shared board without the pieces on `gone`.
    #[inline(always)]
    pub(super) fn fill<C: Side>(&mut self, sliders: impl Sliders, shared: &Shared<'_>, gone: Bitboard) {
        for square in king_attacks(shared.king) - shared.repliers {
            let safe_by = self.safety::<C>(sliders, shared, gone, square);
            if !safe_by.is_empty() {
                let _ = self.steps.try_push((square, safe_by));
            }
        }
        for &squares in &shared.castlings {
            let mut all = Bitboard::FULL;
            for square in squares {
                all &= self.safety::<C>(sliders, shared, gone, square);
            }
            if !all.is_empty() {
                let _ = self.castlings.try_push((squares, all));
            }
        }
    }

    /// Returns the squares of pawns whose leaving changes a reply.
    #[inline(always)]
    pub(super) fn felt(&self, shared: &Shared<'_>) -> Bitboard {
        self.touched | shared.lines | shared.screens | shared.seen | shared.pawns.felt()
    }

    /// Returns the number of steps and castlings after all moves to `targets`, from which the piece attacks a square if it is among
    /// what `attackers` returns for it.
    #[inline(always)]
    pub(super) fn count(&self, targets: Bitboard, attackers: impl Fn(Square) -> Bitboard) -> u32 {
        let mut count = 0;
        for &(step, safe_by) in &self.steps {
            count += ((targets & safe_by) - attackers(step)).count();
        }
        for &(squares, safe_by) in &self.castlings {
            let mut left = targets & safe_by;
            for square in squares {
                left -= attackers(square);
            }
            count += left.count();
        }
        count
    }

    /// Returns the arrivals after which `square` is safe: all if it is safe now, those between if a single slider attacks it, and
    /// otherwise none. Adds the movers' pieces whose leaving may change that to `touched`.
    #[inline(always)]
    pub(super) fn safety<C: Side>(
        &mut self,
        sliders: impl Sliders,
        shared: &Shared<'_>,
        gone: Bitboard,
        square: Square,
    ) -> Bitboard {
        let movers = shared.movers - gone;
        // The king hides no square behind it.
        let occupied = (movers | shared.repliers) ^ shared.king.bitboard();
        let board = shared.position.board();
        let mut touched = Bitboard::EMPTY;
        let mut attackers = (knight_attacks(square) & board.by_type(PieceType::Knight))
            | (king_attacks(square) & board.by_type(PieceType::King))
            | (pawn_attacks(C::Them::COLOR, square) & board.by_type(PieceType::Pawn));
        let diagonal = on_empty_board(PieceType::Bishop)[square.index()] & board.diagonal_sliders(C::COLOR);
        if !diagonal.is_empty() {
            touched |= sliders.bishop_attacks(square, occupied);
            attackers |= touched & diagonal;
        }
        let orthogonal = on_empty_board(PieceType::Rook)[square.index()] & board.orthogonal_sliders(C::COLOR);
        if !orthogonal.is_empty() {
            let attacks = sliders.rook_attacks(square, occupied);
            touched |= attacks;
            attackers |= attacks & orthogonal;
        }
        attackers &= movers;
        self.touched |= (touched & movers) | attackers;
        match attackers.first() {
            None => Bitboard::FULL,
            // Between the square and a piece other than a slider there is nothing.
            Some(attacker) if !attackers.has_many() => between(square, attacker),
            Some(_) => Bitboard::EMPTY,
        }
    }
}
