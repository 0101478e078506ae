//! What the positions after all moves share: the board but for one move, and the replies on it.

use core::marker::PhantomData;

use arrayvec::ArrayVec;
use chess_board::{Castling, Position};
use chess_magic::{Sliders, between, knight_attacks, on_empty_board, pawn_attacks};
use chess_movegen::machine::{Machine, Task};
use chess_types::{Bitboard, PieceType, Square};

use super::pawns::PawnReach;
use crate::side::Side;

/// The board that the moves of a parent share, and what the side that replies can do on it.
pub(super) struct Shared<'a> {
    pub(super) position: &'a Position,
    pub(super) movers: Bitboard,
    pub(super) repliers: Bitboard,
    pub(super) king: Square,
    /// The lines of diagonal pins and of those along ranks and files: the pinning pieces, and all squares between them and the king.
    pub(super) pins: [Bitboard; 2],
    /// The repliers' knights and sliders that are not pinned. Queens are among both kinds of sliders.
    pub(super) knights: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) orthogonal: Bitboard,
    /// The number of moves of knights and sliders.
    pub(super) moves: i32,
    pub(super) pawns: PawnReach,
    /// The squares that sliders attack: one of their moves is gained or lost there.
    pub(super) seen: Bitboard,
    /// The movers' pieces that by leaving change a pin or what stands in the way of castling.
    pub(super) lines: Bitboard,
    /// The movers' pieces that give check by leaving.
    pub(super) screens: Bitboard,
    /// By type of piece, the squares on which its arrival gives check or may pin something, or changes a pin or the way of castling.
    pub(super) slow_targets: [Bitboard; 6],
    /// For each castling that only attacks can forbid, the squares of the king's way.
    pub(super) castlings: ArrayVec<Bitboard, 2>,
}

/// Finds what the moves of `C` share, on the board without the pieces on `gone`.
pub(super) struct FindShared<'a, C> {
    pub(super) position: &'a Position,
    pub(super) gone: Bitboard,
    pub(super) side: PhantomData<C>,
}

impl<'a, C: Side> Task for FindShared<'a, C> {
    type Output = Shared<'a>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Shared<'a> {
        let Self { position, gone, .. } = self;
        let sliders = machine.sliders();
        let (board, them) = (position.board(), C::Them::COLOR);
        let king = position.king(them);
        let repliers = position.by_color(them);
        let movers = position.by_color(C::COLOR) - gone;
        let occupied = movers | repliers;

        let snipers = [
            on_empty_board(PieceType::Bishop)[king.index()] & board.diagonal_sliders(C::COLOR) & movers,
            on_empty_board(PieceType::Rook)[king.index()] & board.orthogonal_sliders(C::COLOR) & movers,
        ];
        let (mut lines, mut screens) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let pins = snipers.map(|snipers| {
            let mut pins = Bitboard::EMPTY;
            for sniper in snipers {
                let squares = between(king, sniper);
                let blockers = squares & occupied;
                let own = blockers & movers;
                if blockers.has_many() {
                    if !blockers.without_first().has_many() && !own.has_many() {
                        lines |= own;
                    }
                } else if own.is_empty() {
                    pins |= squares | sniper;
                    lines |= sniper;
                } else {
                    screens |= own;
                }
            }
            pins
        });
        let pinned = pins[0] | pins[1];

        let mut moves = 0;
        let mut seen = Bitboard::EMPTY;
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
        for from in diagonal & pins[0] {
            moves += (sliders.bishop_attacks(from, occupied) & (pins[0] - repliers)).count();
        }
        for from in orthogonal & pins[1] {
            moves += (sliders.rook_attacks(from, occupied) & (pins[1] - repliers)).count();
        }

        let mut slow = pinned;
        let mut castlings = ArrayVec::new_const();
        for rook in position.castling_rooks() & them.back_rank().bitboard() {
            let castling = Castling { king, rook };
            let empty = castling.empty();
            if empty.is_disjoint(repliers) && !pins[1].contains(rook) {
                lines |= empty & movers;
                slow |= rook;
                if empty.is_disjoint(movers) && castlings.try_push(castling.safe() - king.bitboard()).is_ok()
                {
                    slow |= empty;
                }
            }
        }

        let near = sliders.bishop_attacks(king, occupied) & repliers;
        let bishop = sliders.bishop_attacks(king, occupied ^ near);
        let near = sliders.rook_attacks(king, occupied) & repliers;
        let rook = sliders.rook_attacks(king, occupied ^ near);
        let checks = [pawn_attacks(them, king), knight_attacks(king), bishop, rook, bishop | rook, slow];
        Shared {
            position,
            movers,
            repliers,
            king,
            pins,
            knights,
            diagonal: diagonal - pinned,
            orthogonal: orthogonal - pinned,
            moves: moves as i32,
            pawns: PawnReach::new::<C::Them>(position.pieces(them, PieceType::Pawn), pins, occupied),
            seen,
            lines,
            screens,
            slow_targets: checks.map(|squares| slow | squares),
            castlings,
        }
    }
}
