//! The replies to moves of one piece, summed over their targets.

use chess_magic::{Sliders, attacks_by, between, king_attacks, knight_attacks, line};
use chess_types::{Bitboard, PieceType, Square};

use super::king::KingReplies;
use super::pawns::PawnReach;
use super::shared::Shared;
use crate::side::Side;

impl Shared<'_> {
    /// Returns the number of replies to all moves of a piece to `targets`, of which none is slow. The piece stands on `gone`, or
    /// on no square of the shared board.
    #[inline(always)]
    pub(super) fn sum_replies<C: Side>(
        &self,
        sliders: impl Sliders,
        king_replies: &KingReplies,
        piece_type: PieceType,
        gone: Bitboard,
        targets: Bitboard,
    ) -> i32 {
        let movers = self.movers - gone;
        let occupied = movers | self.repliers;
        let own;
        let pawns = if gone.intersects(self.pawns.ways) {
            let pawns = self.position.pieces(C::Them::COLOR, PieceType::Pawn);
            own = PawnReach::new::<C::Them>(pawns, self.pins, occupied);
            &own
        } else {
            &self.pawns
        };
        let mut each = self.moves + pawns.count::<C::Them>(movers);
        let mut seen = self.seen;
        if gone.intersects(seen) {
            for from in gone {
                each += self.hidden(sliders, occupied, from);
            }
            seen = Bitboard::FULL;
        }
        let mut sum = each * targets.count() as i32 + pawns.change::<C::Them>(targets);
        for to in (targets - self.repliers) & seen {
            sum -= self.hidden(sliders, occupied, to);
        }
        for to in targets & self.repliers {
            sum += self.captured::<C>(sliders, gone, to);
        }
        let through = occupied ^ self.king.bitboard();
        let king = king_replies
            .count(targets, |square| attacks_by(sliders, piece_type, C::Them::COLOR, square, through));
        sum + king as i32
    }

    /// Returns the number of moves of the repliers' sliders behind `square`, of those that see it.
    ///
    /// They are gained when a piece leaves the square, and lost when one arrives.
    #[inline(always)]
    fn hidden(&self, sliders: impl Sliders, occupied: Bitboard, square: Square) -> i32 {
        let mut hidden = 0;
        let diagonal = sliders.bishop_attacks(square, occupied);
        let orthogonal = sliders.rook_attacks(square, occupied);
        for (attacks, set) in [(diagonal, self.diagonal), (orthogonal, self.orthogonal)] {
            for slider in attacks & set {
                let behind = (attacks & line(slider, square)) - between(slider, square);
                hidden += (behind - self.repliers).count();
            }
        }
        hidden as i32
    }

    /// Returns what a capture on `to` changes, but for pawns that capture in return: the moves of the captured piece are lost, and
    /// others can capture there.
    #[inline(always)]
    fn captured<C: Side>(&self, sliders: impl Sliders, gone: Bitboard, to: Square) -> i32 {
        let movers = self.movers - gone;
        let occupied = movers | self.repliers;
        let mut change = 0;
        for (attacks, set) in [
            (knight_attacks(to), self.knights),
            (sliders.bishop_attacks(to, occupied), self.diagonal),
            (sliders.rook_attacks(to, occupied), self.orthogonal),
        ] {
            change += (attacks & set).count() as i32;
            if set.contains(to) {
                change -= (attacks - self.repliers).count() as i32;
            }
        }
        if self.position.by_type(PieceType::Pawn).contains(to) {
            change -= PawnReach::new::<C::Them>(to.bitboard(), self.pins, occupied).count::<C::Them>(movers);
        }
        if king_attacks(self.king).contains(to) {
            change += i32::from(KingReplies::new().safety::<C>(sliders, self, gone, to) == Bitboard::FULL);
        }
        change
    }
}
