use core::marker::PhantomData;

use chess_board::Position;
use chess_board::internals::SniperLines;
use chess_magic::{
    between, king_attacks, knight_attacks, line, on_empty_board, pawn_attacks, pawn_attacks_setwise,
};
use chess_movegen::Sliders;
use chess_movegen::machine::Machine;
use chess_types::{Bitboard, Move, PieceType, Square};

use super::counts::{CheckKind, Statistics};
use crate::kernel::single::CountLegal;
use crate::side::Side;

/// A position whose moves are leaves, with the sets that recognise checks. `C` must be the side to move.
pub(super) struct CheckFinder<'a, C> {
    pub(super) position: &'a Position,
    pub(super) statistics: &'a mut Statistics,
    /// The king of the other side.
    pub(super) king: Square,
    /// The pieces of `C` that are alone between a slider of `C` and the king.
    pub(super) blockers: Bitboard,
    /// The blockers that are pawns.
    pub(super) pawn_blockers: Bitboard,
    /// The squares from which a knight, a bishop or a rook gives check. A slider that moves never opens such a line
    /// for itself, since it would be giving check along that line already.
    knight: Bitboard,
    diagonal: Bitboard,
    orthogonal: Bitboard,
    /// The result of [`find_flights`], once it is needed.
    flights: Option<Bitboard>,
    side: PhantomData<C>,
}

impl<'a, C: Side> CheckFinder<'a, C> {
    #[inline(always)]
    pub(super) fn new(sliders: impl Sliders, position: &'a Position, statistics: &'a mut Statistics) -> Self {
        let king = position.king(C::Them::COLOR);
        let occupied = position.occupied();
        let diagonal = sliders.bishop_attacks(king, occupied);
        let orthogonal = sliders.rook_attacks(king, occupied);
        // Every blocker is visible from the king. Most often none of our pieces is, and the snipers are not examined.
        let visible = (diagonal | orthogonal) & position.by_color(C::COLOR);
        let snipers = position.board().snipers(king, C::COLOR);
        let snipers = if visible.is_empty() { Bitboard::EMPTY } else { snipers };
        let blockers = SniperLines::of(king, Bitboard::EMPTY, snipers, occupied).blockers & visible;
        Self {
            position,
            statistics,
            king,
            blockers,
            pawn_blockers: blockers & position.by_type(PieceType::Pawn),
            knight: knight_attacks(king),
            diagonal,
            orthogonal,
            flights: None,
            side: PhantomData,
        }
    }

    /// Returns the squares from which a piece of this type gives check.
    #[inline(always)]
    pub(super) fn check_squares(&self, piece_type: PieceType) -> Bitboard {
        match piece_type {
            PieceType::Pawn => pawn_attacks(C::Them::COLOR, self.king),
            PieceType::Knight => self.knight,
            PieceType::Bishop => self.diagonal,
            PieceType::Rook => self.orthogonal,
            PieceType::Queen => self.diagonal | self.orthogonal,
            PieceType::King => Bitboard::EMPTY,
        }
    }

    /// Returns the targets by which a piece on `from` opens a line to the king.
    #[inline(always)]
    pub(super) fn discovered(&self, from: Square, targets: Bitboard) -> Bitboard {
        if self.blockers.contains(from) { targets - line(self.king, from) } else { Bitboard::EMPTY }
    }

    /// Tests whether a slider on `to` sees the king once `from` is empty: along a diagonal, and along a rank or
    /// file.
    #[inline(always)]
    pub(super) fn lines_without(&self, from: Square, to: Square) -> (bool, bool) {
        let is_open = between(self.king, to).is_disjoint(self.position.occupied() - from.bitboard());
        let diagonal = on_empty_board(PieceType::Bishop)[self.king.index()].contains(to);
        let orthogonal = on_empty_board(PieceType::Rook)[self.king.index()].contains(to);
        (is_open & diagonal, is_open & orthogonal)
    }

    /// Returns the checks that leave the king no flight square, which may be mate. `checks` are squares from which a piece of
    /// type `piece_type` gives direct check without discovering another.
    #[inline(always)]
    pub(super) fn doubtful(
        &mut self,
        sliders: impl Sliders,
        piece_type: PieceType,
        checks: Bitboard,
    ) -> Bitboard {
        let flights = self.flights(sliders);
        // From a distance, a rook or bishop attacks no square next to the king except on the line of its check.
        let lines = match piece_type {
            PieceType::Bishop | PieceType::Rook => on_empty_board(piece_type)[self.king.index()],
            _ => Bitboard::FULL,
        };
        let uncertain = if (flights - lines).is_empty() { checks } else { checks & king_attacks(self.king) };
        let mut doubtful = Bitboard::EMPTY;
        for to in uncertain {
            if (flights - reach::<C>(piece_type, to)).is_empty() {
                doubtful |= to.bitboard();
            }
        }
        doubtful
    }

    /// Counts `mv`, a check of this kind by a piece of type `piece_type`, which is of type `arrived` after the move.
    /// It must be neither castling nor en passant.
    #[inline(always)]
    pub(super) fn count(
        &mut self,
        machine: impl Machine,
        kind: CheckKind,
        piece_type: PieceType,
        arrived: PieceType,
        mv: Move,
    ) {
        let sliders = machine.sliders();
        let has_flight = !(self.flights(sliders) - reach::<C>(arrived, mv.to())).is_empty();
        if has_flight || (kind == CheckKind::Direct && self.can_be_taken(sliders, mv.from(), mv.to())) {
            self.statistics.checks.add(kind, 1);
        } else {
            self.count_made(machine, kind, piece_type, mv);
        }
    }

    /// Counts `mv`, a check of this kind by a piece of type `piece_type`, by making it.
    #[inline(always)]
    pub(super) fn count_made(
        &mut self,
        machine: impl Machine,
        kind: CheckKind,
        piece_type: PieceType,
        mv: Move,
    ) {
        let is_mate = is_mate::<C>(machine, self.position, mv, piece_type);
        let counts = if is_mate { &mut self.statistics.mates } else { &mut self.statistics.checks };
        counts.add(kind, 1);
    }

    #[inline(always)]
    fn flights(&mut self, sliders: impl Sliders) -> Bitboard {
        // A closure would not be compiled for the machine.
        if let Some(flights) = self.flights {
            return flights;
        }
        let flights = find_flights::<C>(sliders, self.position, self.king);
        self.flights = Some(flights);
        flights
    }

    /// Tests whether a piece, other than the king and surely not pinned, can capture the only checker, which has
    /// moved from `from` to `to`. The answer `false` does not exclude a capture.
    #[inline(always)]
    fn can_be_taken(&self, sliders: impl Sliders, from: Square, to: Square) -> bool {
        let them = C::Them::COLOR;
        let board = self.position.board();
        let occupied = board.occupied() - from.bitboard();
        let takers = (pawn_attacks(C::COLOR, to) & board.pieces(them, PieceType::Pawn))
            | (knight_attacks(to) & board.pieces(them, PieceType::Knight))
            | (sliders.bishop_attacks(to, occupied) & board.diagonal_sliders(them))
            | (sliders.rook_attacks(to, occupied) & board.orthogonal_sliders(them));
        if takers.is_empty() {
            return false;
        }
        // A pinned piece is between a sniper and the king, before and after the move.
        let mut unpinned = takers;
        for sniper in board.snipers(self.king, C::COLOR) {
            unpinned -= between(self.king, sniper);
        }
        !unpinned.is_empty()
    }
}

/// Returns the squares that `king` can move to after any single move of `C`, unless the moved piece attacks them from its target.
/// Castling and en passant are ignored.
///
/// Any piece of `C` may be the one that moves, so that lines are followed through all of them.
#[inline(always)]
fn find_flights<C: Side>(sliders: impl Sliders, position: &Position, king: Square) -> Bitboard {
    let us = C::COLOR;
    let theirs = position.by_color(C::Them::COLOR);
    let mut flights = king_attacks(king) - theirs;
    if flights.is_empty() {
        return flights;
    }
    flights -= pawn_attacks_setwise(us, position.pieces(us, PieceType::Pawn));
    flights -= king_attacks(position.king(us));
    for knight in position.pieces(us, PieceType::Knight) {
        flights -= knight_attacks(knight);
    }
    let occupancy = theirs - king.bitboard();
    for slider in position.board().diagonal_sliders(us) {
        flights -= sliders.bishop_attacks(slider, occupancy);
    }
    for slider in position.board().orthogonal_sliders(us) {
        flights -= sliders.rook_attacks(slider, occupancy);
    }
    flights
}

/// Returns the squares that a piece of `C` attacks from `square` on an empty board, a superset of those on any other
/// board.
#[inline(always)]
fn reach<C: Side>(piece_type: PieceType, square: Square) -> Bitboard {
    match piece_type {
        PieceType::Pawn => pawn_attacks(C::COLOR, square),
        _ => on_empty_board(piece_type)[square.index()],
    }
}

/// Tests whether a move of `C` by a piece of type `piece_type` that gives check is mate. The move is made on a copy.
#[inline(always)]
pub(super) fn is_mate<C: Side>(
    machine: impl Machine,
    position: &Position,
    mv: Move,
    piece_type: PieceType,
) -> bool {
    let child = position.after_piece(C::COLOR, mv, piece_type);
    machine.run(CountLegal(&child)) == 0
}
