//! What the positions after all moves share.

use core::marker::PhantomData;

use arrayvec::ArrayVec;
use chess_board::{Castling, Position};
use chess_magic::{Sliders, between, bishop_rays, king_attacks, knight_attacks, rook_rays};
use chess_movegen::Side;
use chess_movegen::machine::{Machine, Task};
use chess_types::{Bitboard, PieceType, Square};

use super::pawns::PawnReach;
use super::zone::{Zone, find_zone};

/// The board that the moves of a parent share, and what the side that replies can do on it.
pub(super) struct Shared {
    pub(super) movers: Bitboard,
    pub(super) repliers: Bitboard,
    pub(super) occupied: Bitboard,
    pub(super) king: Square,
    /// The lines of the pins, as the generator has them.
    pub(super) diagonal_pins: Bitboard,
    pub(super) orthogonal_pins: Bitboard,
    /// The repliers' pieces that are not pinned. Queens are among both kinds of sliders.
    pub(super) knights: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) orthogonal: Bitboard,
    /// The number of moves of knights and sliders.
    pub(super) moves: i32,
    pub(super) seen: Bitboard,
    pub(super) lines: Bitboard,
    pub(super) slow: Bitboard,
    /// The squares from which a bishop, or a rook, would give check or pin something.
    pub(super) bishop_checks: Bitboard,
    pub(super) rook_checks: Bitboard,
    pub(super) pawns: PawnReach,
    /// The squares next to the king without pieces of its own.
    pub(super) steps: Bitboard,
    /// For each castling that only attacks can forbid, the squares that must be safe.
    pub(super) castlings: ArrayVec<Bitboard, 2>,
    pub(super) zone: Zone,
}

/// Finds what the moves of `C` share, on the board without the pieces on `gone`.
pub(super) struct FindShared<'a, C> {
    pub(super) position: &'a Position,
    pub(super) gone: Bitboard,
    pub(super) side: PhantomData<C>,
}

impl<C: Side> Task for FindShared<'_, C> {
    type Output = Shared;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Shared {
        let Self { position, gone, .. } = self;
        let sliders = machine.sliders();
        let board = position.board();
        let them = C::Them::COLOR;
        let king = position.king(them);
        let repliers = position.by_color(them);
        let movers = position.by_color(C::COLOR) - gone;
        let occupied = movers | repliers;

        let mut lines = Lines { occupied, king, lines: Bitboard::EMPTY, slow: Bitboard::EMPTY };
        let diagonal_pins = lines.pins(bishop_rays(king) & board.diagonal_sliders(C::COLOR) & movers);
        let orthogonal_pins = lines.pins(rook_rays(king) & board.orthogonal_sliders(C::COLOR) & movers);
        let Lines { mut lines, mut slow, .. } = lines;
        let pinned = diagonal_pins | orthogonal_pins;

        let mut moves = 0;
        let mut seen = Bitboard::EMPTY;
        let knights = position.pieces(them, PieceType::Knight) - pinned;
        let diagonal = board.diagonal_sliders(them);
        let orthogonal = board.orthogonal_sliders(them);
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
        if (diagonal | orthogonal).intersects(pinned) {
            for from in diagonal & diagonal_pins {
                moves += (sliders.bishop_attacks(from, occupied) & diagonal_pins - repliers).count();
            }
            for from in orthogonal & orthogonal_pins {
                moves += (sliders.rook_attacks(from, occupied) & orthogonal_pins - repliers).count();
            }
        }

        let mut castlings = ArrayVec::new_const();
        for rook in position.castling_rooks() & them.back_rank().bitboard() {
            let castling = Castling { king, rook };
            let empty = castling.empty();
            if empty.is_disjoint(repliers) && !orthogonal_pins.contains(rook) {
                slow |= rook.bitboard();
                lines |= empty & movers;
                if empty.is_disjoint(movers) && castlings.try_push(castling.safe()).is_ok() {
                    slow |= empty;
                }
            }
        }

        let steps = king_attacks(king) - repliers;
        Shared {
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
            seen,
            lines,
            slow,
            bishop_checks: {
                let near = sliders.bishop_attacks(king, occupied) & repliers;
                sliders.bishop_attacks(king, occupied ^ near)
            },
            rook_checks: {
                let near = sliders.rook_attacks(king, occupied) & repliers;
                sliders.rook_attacks(king, occupied ^ near)
            },
            pawns: PawnReach::new::<C::Them>(
                position.pieces(them, PieceType::Pawn),
                diagonal_pins,
                orthogonal_pins,
                occupied,
            ),
            zone: find_zone::<C>(sliders, position, movers, occupied ^ king.bitboard(), steps, &castlings),
            steps,
            castlings,
        }
    }
}

/// The lines between the repliers' king and the movers' sliders, while they are found.
struct Lines {
    occupied: Bitboard,
    king: Square,
    lines: Bitboard,
    slow: Bitboard,
}

impl Lines {
    /// Returns the lines of the pins by `snipers`.
    #[inline(always)]
    fn pins(&mut self, snipers: Bitboard) -> Bitboard {
        let mut pins = Bitboard::EMPTY;
        for sniper in snipers {
            let squares = between(self.king, sniper);
            let blockers = squares & self.occupied;
            if !blockers.has_many() {
                if blockers.is_empty() {
                    self.slow = Bitboard::FULL;
                }
                pins |= squares | sniper;
            } else if !blockers.without_first().has_many() {
                self.lines |= blockers;
            }
        }
        self.lines |= pins;
        self.slow |= pins;
        pins
    }
}
