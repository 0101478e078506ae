//! What the positions after all moves share.

use core::marker::PhantomData;

use arrayvec::ArrayVec;
use chess_board::{Castling, Position};
use chess_magic::{Sliders, between, bishop_rays, king_attacks, knight_attacks, rook_rays};
use chess_movegen::Side;
use chess_movegen::machine::{Machine, Task};
use chess_types::{Bitboard, PieceType, Square};

use super::king::{Wanted, Zone};
use super::pawns::PawnReach;

/// The board that the moves of a parent share, and what the side that replies can do on it.
pub(super) struct Shared<'a> {
    pub(super) position: &'a Position,
    pub(super) movers: Bitboard,
    pub(super) repliers: Bitboard,
    pub(super) occupied: Bitboard,
    pub(super) king: Square,
    /// The lines of the pins: the pinning pieces, and all squares between them and the king.
    pub(super) diagonal_pins: Bitboard,
    pub(super) orthogonal_pins: Bitboard,
    /// The repliers' pieces that are not pinned. Queens are among both kinds of sliders.
    pub(super) knights: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) orthogonal: Bitboard,
    /// The number of moves of knights and sliders.
    pub(super) moves: i32,
    pub(super) pawns: PawnReach,
    pub(super) seen: Bitboard,
    pub(super) lines: Bitboard,
    pub(super) screens: Bitboard,
    pub(super) slow: Bitboard,
    /// The squares from which a bishop, or a rook, would give check or pin something.
    pub(super) bishop_checks: Bitboard,
    pub(super) rook_checks: Bitboard,
    pub(super) zone: &'a Zone,
    /// The targets of the king's steps.
    pub(super) steps: Bitboard,
    /// The squares that must be safe for each castling to which nothing else is in the way.
    pub(super) castlings: ArrayVec<Bitboard, 2>,
}

/// Finds what the moves of `C` share, on the board without the pieces on `gone`.
pub(super) struct FindShared<'a, C> {
    pub(super) position: &'a Position,
    pub(super) gone: Bitboard,
    /// Empty. It is filled in place, since a copy would wait for the stores.
    pub(super) zone: &'a mut Zone,
    pub(super) side: PhantomData<C>,
}

impl<'a, C: Side> Task for FindShared<'a, C> {
    type Output = Shared<'a>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Shared<'a> {
        let Self { position, gone, zone, .. } = self;
        let sliders = machine.sliders();
        let board = position.board();
        let them = C::Them::COLOR;
        let king = position.king(them);
        let repliers = position.by_color(them);
        let movers = position.by_color(C::COLOR) - gone;
        let occupied = movers | repliers;

        let none = Bitboard::EMPTY;
        let mut lines = Lines { movers, occupied, king, lines: none, screens: none };
        let diagonal_pins = lines.pins(bishop_rays(king) & board.diagonal_sliders(C::COLOR) & movers);
        let orthogonal_pins = lines.pins(rook_rays(king) & board.orthogonal_sliders(C::COLOR) & movers);
        let Lines { mut lines, screens, .. } = lines;
        let pinned = diagonal_pins | orthogonal_pins;
        let mut slow = pinned;

        let mut moves = 0;
        let mut seen = none;
        let knights = position.pieces(them, PieceType::Knight) - pinned;
        let (diagonal, orthogonal) = (board.diagonal_sliders(them), board.orthogonal_sliders(them));
        for from in knights {
            moves += (knight_attacks(from) - repliers).count();
        }
        for from in diagonal - pinned {
            let attacks = sliders.bishop_attacks(from, occupied);
            seen |= attacks;
            moves += (attacks - repliers).count();
        }
        for from in orthogonal - pinned {
            let attacks = sliders.rook_attacks(from, occupied);
            seen |= attacks;
            moves += (attacks - repliers).count();
        }
        for from in diagonal & diagonal_pins {
            moves += (sliders.bishop_attacks(from, occupied) & (diagonal_pins - repliers)).count();
        }
        for from in orthogonal & orthogonal_pins {
            moves += (sliders.rook_attacks(from, occupied) & (orthogonal_pins - repliers)).count();
        }

        let steps = king_attacks(king) - repliers;
        let mut castlings = ArrayVec::new_const();
        for rook in position.castling_rooks() & them.back_rank().bitboard() {
            let castling = Castling { king, rook };
            let empty = castling.empty();
            if empty.is_disjoint(repliers) && !orthogonal_pins.contains(rook) {
                lines |= empty & movers;
                slow |= rook.bitboard();
                let safe = castling.safe() - king.bitboard();
                if empty.is_disjoint(movers) && castlings.try_push(safe).is_ok() {
                    slow |= empty;
                }
            }
        }
        let through = occupied ^ king.bitboard();
        zone.fill::<C>(sliders, &Wanted { position, movers, through, steps, castlings: &castlings });

        let near = sliders.bishop_attacks(king, occupied) & repliers;
        let bishop_checks = sliders.bishop_attacks(king, occupied ^ near);
        let near = sliders.rook_attacks(king, occupied) & repliers;
        let rook_checks = sliders.rook_attacks(king, occupied ^ near);
        let pawns = position.pieces(them, PieceType::Pawn);
        Shared {
            position,
            movers,
            repliers,
            occupied,
            king,
            diagonal_pins,
            orthogonal_pins,
            knights,
            diagonal: diagonal - pinned,
            orthogonal: orthogonal - pinned,
            moves: moves as i32,
            pawns: PawnReach::new::<C::Them>(pawns, diagonal_pins, orthogonal_pins, occupied),
            seen,
            lines,
            screens,
            slow,
            bishop_checks,
            rook_checks,
            zone,
            steps,
            castlings,
        }
    }
}

/// The lines between the repliers' king and the movers' sliders, while they are found.
struct Lines {
    movers: Bitboard,
    occupied: Bitboard,
    king: Square,
    lines: Bitboard,
    screens: Bitboard,
}

impl Lines {
    /// Returns the lines of the pins by `snipers`.
    #[inline(always)]
    fn pins(&mut self, snipers: Bitboard) -> Bitboard {
        let mut pins = Bitboard::EMPTY;
        for sniper in snipers {
            let squares = between(self.king, sniper);
            let blockers = squares & self.occupied;
            let movers = blockers & self.movers;
            if !blockers.has_many() {
                if movers.is_empty() {
                    pins |= squares | sniper;
                    self.lines |= sniper.bitboard();
                } else {
                    self.screens |= movers;
                }
            } else if !blockers.without_first().has_many() && !movers.has_many() {
                self.lines |= movers;
            }
        }
        pins
    }
}
