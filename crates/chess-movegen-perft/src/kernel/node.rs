//! What all children of a node share: the side that replies has its king, its castling squares and its pieces where
//! they are, but for one that may be taken.

use arrayvec::ArrayVec;
use chess_board::{Castling, Position, passed_square};
use chess_magic::{knight_attacks, pawn_attacks};
use chess_movegen::{Side, SliderBackend};
use chess_types::{Bitboard, Color, Direction, PieceType, Square};

use super::collect::Arrivals;
use super::zone::{Zone, zone};

/// The pieces of one side, the sliders by their lines.
#[derive(Clone, Copy)]
pub(super) struct Army {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) orthogonal: Bitboard,
    pub(super) king: Bitboard,
}

impl Army {
    #[inline(always)]
    fn of(position: &Position, color: Color) -> Self {
        Self {
            pawns: position.pieces(color, PieceType::Pawn),
            knights: position.pieces(color, PieceType::Knight),
            diagonal: position.board().diagonal_sliders(color),
            orthogonal: position.board().orthogonal_sliders(color),
            king: position.pieces(color, PieceType::King),
        }
    }
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
    pub(super) zone: &'static Zone,
    /// Castlings of the repliers that are possible in some child.
    pub(super) castlings: ArrayVec<CastlingNeeds, 2>,
}

/// What castling of the repliers asks of a child.
#[derive(Clone, Copy)]
pub(super) struct CastlingNeeds {
    /// No piece may stand here.
    pub(super) empty: Bitboard,
    /// No piece of the movers may hit these squares, the king's own included.
    pub(super) safe: Bitboard,
    /// The rook, which may neither have been taken nor be what shields the king.
    pub(super) rook: Bitboard,
}

impl CastlingNeeds {
    #[inline]
    fn of(king: Square, rook: Square) -> Self {
        let castling = Castling::new(king, rook);
        Self { empty: castling.empty(), safe: castling.safe(), rook: rook.bitboard() }
    }
}

impl Node {
    #[inline(always)]
    pub(super) fn new<C: Side>(position: &Position) -> Self {
        let them = C::Them::COLOR;
        let king = position.king(them);
        // Filled in place: a copy would wait for these very stores.
        let mut node = Self {
            movers: Army::of(position, C::COLOR),
            repliers: Army::of(position, them),
            all_repliers: position.by_color(them),
            occupied: position.occupied(),
            king,
            zone: zone(king, false),
            castlings: ArrayVec::new_const(),
        };
        for rook in position.castling_rooks() & them.back_rank().bitboard() {
            let castling = CastlingNeeds::of(king, rook);
            // A piece of their own that stands in the way will stand there, or what has taken it. There are two
            // rooks at most, unless the position is none.
            if castling.empty.is_disjoint(node.all_repliers) && node.castlings.try_push(castling).is_ok() {
                node.zone = zone(king, true);
            }
        }
        node
    }

    /// Replies that take en passant a pawn which has just landed on one of `landings` by a double push.
    ///
    /// Of all checks, a double push leaves only discovered ones to a capture of the pawn, so that sliders alone can
    /// forbid it.
    #[inline(always)]
    pub(super) fn en_passant_replies<C: Side>(&self, sliders: impl SliderBackend, landings: Bitboard) -> u64 {
        let mut replies = 0;
        for landed in landings {
            let passed = passed_square(landed);
            let origin = Square::from_low_bits(landed as u8 ^ 16);
            for from in pawn_attacks(C::COLOR, passed) & self.repliers.pawns {
                let occupied = (self.occupied - (origin | from)) | passed;
                let is_safe = sliders.bishop_attacks(self.king, occupied).is_disjoint(self.movers.diagonal)
                    && sliders.rook_attacks(self.king, occupied).is_disjoint(self.movers.orthogonal);
                replies += u64::from(is_safe);
            }
        }
        replies
    }

    /// Which parts of the count can be other than nothing in a child whose movers stand where they stood or have
    /// arrived at one of `arrivals`. `meeting` gives the directions, as bits, whose set meets the sliders that go
    /// there: orthogonal ones first, then diagonal ones.
    #[inline(always)]
    pub(super) fn activity<C: Side>(
        &self,
        arrivals: &Arrivals,
        meeting: impl Fn(&[Bitboard; 8], Bitboard, Bitboard) -> u8,
    ) -> Activity {
        let orthogonal = self.movers.orthogonal | arrivals.orthogonal;
        let diagonal = self.movers.diagonal | arrivals.diagonal;
        let rays = meeting(&self.zone.rays, orthogonal, diagonal);
        let ways = meeting(&self.zone.ways, orthogonal, diagonal);
        let knights = self.movers.knights | arrivals.knights;
        let kings = self.movers.king | arrivals.king;
        let pawns = self.movers.pawns | arrivals.pawns;
        Activity::new(rays, ways)
            .with(Activity::KNIGHT_DANGER, self.zone.knights.intersects(knights))
            .with(Activity::KING_DANGER, self.zone.kings.intersects(kings))
            .with(Activity::KNIGHT_CHECK, knight_attacks(self.king).intersects(knights))
            .with(Activity::PAWN_CHECK, pawn_attacks(C::Them::COLOR, self.king).intersects(pawns))
            .with(Activity::PAWN_DANGER, true)
    }
}

/// Which parts of the count can be other than nothing in any child: a bit for each.
#[derive(Clone, Copy)]
pub(super) struct Activity(u32);

impl Activity {
    /// Nothing is left out.
    pub(super) const ALL: Self = Self(!0);

    /// A knight may hit a square the king wants.
    pub(super) const KNIGHT_DANGER: Self = Self(1 << 16);
    /// The other king may hit a square the king wants.
    pub(super) const KING_DANGER: Self = Self(1 << 17);
    /// A knight may give check.
    pub(super) const KNIGHT_CHECK: Self = Self(1 << 18);
    /// A pawn may give check.
    pub(super) const PAWN_CHECK: Self = Self(1 << 19);
    /// A pawn may hit a square the king wants.
    pub(super) const PAWN_DANGER: Self = Self(1 << 20);

    /// The rays and the ways are bits, by direction.
    #[inline(always)]
    pub(super) const fn new(rays: u8, ways: u8) -> Self {
        Self(rays as u32 | (ways as u32) << 8)
    }

    #[inline(always)]
    pub(super) const fn with(self, part: Self, is_active: bool) -> Self {
        if is_active { Self(self.0 | part.0) } else { self }
    }

    /// Whether a slider may see the king, or hit a square it wants, along any of these directions.
    #[inline(always)]
    pub(super) const fn has_any(self, directions: [Direction; 4]) -> bool {
        let [a, b, c, d] = directions;
        let any = 1 << a as u32 | 1 << b as u32 | 1 << c as u32 | 1 << d as u32;
        self.0 & (any | any << 8) != 0
    }

    #[inline(always)]
    pub(super) const fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

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
}
