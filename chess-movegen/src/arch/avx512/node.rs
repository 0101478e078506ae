//! What all children of a node share: the side that replies has its king, its castling squares and its pieces where
//! they are, but for one that may be taken.

use chess_board::Position;
use chess_magic::{king_attacks, knight_attacks, pawn_attacks, ray};
use chess_types::{Bitboard, Direction, File, PieceType, Rank, Square};

use super::collect::{Arrivals, Moves};
use super::{Avx512, avx512};
use crate::generate::span;
use crate::side::Side;
use crate::sliders::Sliders;

/// The pieces of one side, the sliders by their lines.
#[derive(Clone, Copy)]
pub(super) struct Army {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) orthogonal: Bitboard,
    pub(super) king: Bitboard,
}

pub(super) struct Node {
    /// The side that has moved in every child.
    pub(super) movers: Army,
    /// The side whose replies are counted.
    pub(super) repliers: Army,
    pub(super) all_repliers: Bitboard,
    pub(super) occupied: Bitboard,
    /// Where the king of the repliers stands.
    pub(super) king: Square,
    pub(super) castlings: [Castling; 2],
    pub(super) activity: Activity,
}

/// What castling of the repliers asks of a child.
#[derive(Clone, Copy)]
pub(super) struct Castling {
    /// No piece stands here; all squares if there is no right.
    pub(super) empty: Bitboard,
    /// No piece of the movers hits these squares, the king's own included.
    pub(super) safe: Bitboard,
    /// The rook: it has not been taken, and does not shield its king.
    pub(super) rook: Bitboard,
}

/// Which parts of the count can be other than nothing in any child: a bit for each.
#[derive(Clone, Copy)]
pub(super) struct Activity(u32);

impl Activity {
    pub(super) const ALL: Self = Self(!0);

    /// A slider may see the king along the ray in this direction.
    #[inline(always)]
    pub(super) const fn has_ray(self, direction: Direction) -> bool {
        self.0 >> direction as u32 & 1 != 0
    }

    /// A slider going this way may hit a square the king wants.
    #[inline(always)]
    pub(super) const fn has_way(self, direction: Direction) -> bool {
        self.0 >> (8 + direction as u32) & 1 != 0
    }

    /// A knight may hit a square the king wants.
    pub(super) const KNIGHT_DANGER: Self = Self(1 << 16);
    /// The other king may hit a square the king wants.
    pub(super) const KING_DANGER: Self = Self(1 << 17);
    /// A knight may give check.
    pub(super) const KNIGHT_CHECK: Self = Self(1 << 18);
    /// A pawn may give check.
    pub(super) const PAWN_CHECK: Self = Self(1 << 19);

    #[inline(always)]
    pub(super) const fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }
}

avx512! {
    fn army_of(position: &Position, color: chess_types::Color) -> Army {
        let board = position.board();
        Army {
            pawns: board.pieces(color, PieceType::Pawn),
            knights: board.pieces(color, PieceType::Knight),
            diagonal: board.diagonal_sliders(color),
            orthogonal: board.orthogonal_sliders(color),
            king: board.pieces(color, PieceType::King),
        }
    }
}

impl Node {
    avx512! {
        pub(super) fn new<C: Side>(position: &Position, moves: &Moves) -> Self {
            let movers = army_of(position, C::COLOR);
            let king = position.king(C::Them::COLOR);
            let back_rank = C::Them::COLOR.back_rank().bitboard();
            let rooks = position.castling_rooks() & back_rank;
            let mut castlings = [Castling::NONE; 2];
            for (castling, rook) in castlings.iter_mut().zip(rooks) {
                *castling = Castling::new(king, rook);
            }
            Self {
                movers,
                repliers: army_of(position, C::Them::COLOR),
                all_repliers: position.by_color(C::Them::COLOR),
                occupied: position.occupied(),
                king,
                castlings,
                activity: activity::<C>(&movers, &moves.arrivals, king, !rooks.is_empty()),
            }
        }

        /// Replies that take a pawn en passant which has just landed on one of `passing`. Only a slider can forbid
        /// them: of all checks, a double push gives none that the capture leaves but a discovered one.
        pub(super) fn en_passant_replies<C: Side>(
            self: &Self,
            arch: Avx512,
            position: &Position,
            passing: Bitboard,
        ) -> u64 {
            let mut replies = 0;
            for landed in passing {
                let passed = Square::from_low_bits(landed as u8 ^ 8);
                let origin = C::Them::COLOR.push(passed.bitboard()) ;
                let _ = origin;
                let start = Square::from_low_bits(landed as u8 ^ 16 ^ if matches!(landed.rank(), Rank::Fourth) { 32 } else { 0 });
                let _ = start;
                for from in pawn_attacks(C::COLOR, passed) & self.repliers.pawns {
                    let gone = from.bitboard() | landed | self.origin_of_double_push::<C>(landed);
                    let occupied = (position.occupied() - gone) | passed;
                    let is_safe = arch.bishop_attacks(self.king, occupied).is_disjoint(self.movers.diagonal)
                        && arch.rook_attacks(self.king, occupied).is_disjoint(self.movers.orthogonal);
                    replies += u64::from(is_safe);
                }
            }
            replies
        }
    }
}
