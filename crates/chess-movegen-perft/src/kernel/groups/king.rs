//! The steps and castlings of the repliers' king.

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_magic::{Sliders, between, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_rays};
use chess_movegen::Side;
use chess_types::{Bitboard, PieceType, Square};

/// What is safe for the repliers' king after the arrivals of a piece, as far as the piece does not attack it itself.
pub(super) struct Zone {
    /// The squares of the king's steps, each with the arrivals after which it is safe.
    pub(super) steps: ArrayVec<(Square, Bitboard), 8>,
    /// The squares of the king's way in each castling, with the arrivals after which all of them are safe.
    pub(super) castlings: ArrayVec<(Bitboard, Bitboard), 2>,
    /// The movers' pieces whose leaving may change any of this.
    pub(super) touched: Bitboard,
}

impl Zone {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { steps: ArrayVec::new_const(), castlings: ArrayVec::new_const(), touched: Bitboard::EMPTY }
    }

    /// Fills an empty zone with what `movers` leave safe now or after some arrival.
    #[inline(always)]
    pub(super) fn fill<C: Side>(&mut self, sliders: impl Sliders, wanted: &Wanted<'_>) {
        for step in wanted.steps {
            let safe_by = self.safe_by::<C>(sliders, wanted, step);
            if !safe_by.is_empty() {
                let _ = self.steps.try_push((step, safe_by));
            }
        }
        for &squares in wanted.castlings {
            let mut all = Bitboard::FULL;
            for square in squares {
                all &= self.safe_by::<C>(sliders, wanted, square);
            }
            if !all.is_empty() {
                let _ = self.castlings.try_push((squares, all));
            }
        }
    }

    #[inline(always)]
    fn safe_by<C: Side>(&mut self, sliders: impl Sliders, wanted: &Wanted<'_>, square: Square) -> Bitboard {
        let (safe_by, touched) = wanted.safety::<C>(sliders, square);
        self.touched |= touched;
        safe_by
    }
}

/// The squares that the king wants, and the board around them.
pub(super) struct Wanted<'a> {
    pub(super) position: &'a Position,
    pub(super) movers: Bitboard,
    /// The occupied squares without the king.
    pub(super) through: Bitboard,
    pub(super) steps: Bitboard,
    pub(super) castlings: &'a [Bitboard],
}

impl Wanted<'_> {
    /// Returns the arrivals after which `square` is safe: all if it is safe now, those between if a single slider attacks it, and
    /// otherwise none. Returns as well the movers' pieces whose leaving may change that.
    #[inline(always)]
    pub(super) fn safety<C: Side>(&self, sliders: impl Sliders, square: Square) -> (Bitboard, Bitboard) {
        let Self { position, movers, through, .. } = *self;
        let board = position.board();
        let mut touched = Bitboard::EMPTY;
        let mut attackers = (knight_attacks(square) & board.by_type(PieceType::Knight))
            | (king_attacks(square) & board.by_type(PieceType::King))
            | (pawn_attacks(C::Them::COLOR, square) & board.by_type(PieceType::Pawn));
        let diagonal = bishop_rays(square) & board.diagonal_sliders(C::COLOR);
        if !diagonal.is_empty() {
            touched |= sliders.bishop_attacks(square, through);
            attackers |= touched & diagonal;
        }
        let orthogonal = rook_rays(square) & board.orthogonal_sliders(C::COLOR);
        if !orthogonal.is_empty() {
            let attacks = sliders.rook_attacks(square, through);
            touched |= attacks;
            attackers |= attacks & orthogonal;
        }
        attackers &= movers;
        let safe_by = match attackers.first() {
            None => Bitboard::FULL,
            // Between the square and a piece other than a slider there is nothing.
            Some(attacker) if !attackers.has_many() => between(square, attacker),
            Some(_) => Bitboard::EMPTY,
        };
        (safe_by, (touched & movers) | attackers)
    }
}
