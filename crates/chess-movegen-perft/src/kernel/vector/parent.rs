//! The parts that all children of a node share: king, castling squares and pieces of the replying side, except for a
//! captured piece.

use arrayvec::ArrayVec;
use chess_board::{Castling, Position};
use chess_magic::{king_attacks, knight_attacks, pawn_attacks, ray};
use chess_types::{Bitboard, CastlingSide, Color, Direction, PieceType, Square};

use super::collect::Arrivals;
use super::lanes::{lanes, meeting};
use crate::side::Side;

/// The pieces of one side, with sliders sorted by their lines.
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

pub(super) struct Parent {
    /// The side that has moved in every child.
    pub(super) movers: Army,
    /// The side whose replies are counted.
    pub(super) repliers: Army,
    pub(super) all_repliers: Bitboard,
    pub(super) occupied: Bitboard,
    /// The square of the repliers' king.
    pub(super) king: Square,
    pub(super) zone: &'static Zone,
    /// Castlings of the repliers that are possible in some child.
    pub(super) castlings: ArrayVec<CastlingNeeds, 2>,
}

/// The conditions that castling of the repliers sets to a child.
#[derive(Clone, Copy)]
pub(super) struct CastlingNeeds {
    /// The squares that must be empty.
    pub(super) empty: Bitboard,
    /// The squares that the movers must not attack, including the king's own.
    pub(super) safe: Bitboard,
    /// The rook, which must neither have been captured nor shield the king.
    pub(super) rook: Bitboard,
}

impl CastlingNeeds {
    #[inline]
    fn of(king: Square, rook: Square) -> Self {
        let castling = Castling { king, rook };
        Self { empty: castling.empty(), safe: castling.safe(), rook: rook.bitboard() }
    }
}

impl Parent {
    #[inline(always)]
    pub(super) fn new<C: Side>(position: &Position) -> Self {
        let them = C::Them::COLOR;
        let king = position.king(them);
        // Filled in place, because a copy would wait for these stores.
        let mut parent = Self {
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
            // A piece of the repliers that blocks the way blocks it in every child, or its capturer does. There are
            // at most two rooks, unless the position is broken.
            if castling.empty.is_disjoint(parent.all_repliers) && parent.castlings.try_push(castling).is_ok()
            {
                parent.zone = zone(king, true);
            }
        }
        parent
    }
}

lanes! {
    /// Returns the parts of the count that can differ from zero in a child whose movers are on their old squares or on `arrivals`.
    pub(super) fn activity<S: Side>(parent: &Parent, arrivals: &Arrivals) -> Activity {
        let orthogonal = parent.movers.orthogonal | arrivals.orthogonal;
        let diagonal = parent.movers.diagonal | arrivals.diagonal;
        let rays = meeting(&parent.zone.rays, orthogonal, diagonal);
        let ways = meeting(&parent.zone.ways, orthogonal, diagonal);
        let knights = parent.movers.knights | arrivals.knights;
        let kings = parent.movers.king | arrivals.king;
        let pawns = parent.movers.pawns | arrivals.pawns;
        Activity::new(rays, ways)
            .with(Activity::KNIGHT_DANGER, parent.zone.knights.intersects(knights))
            .with(Activity::KING_DANGER, parent.zone.kings.intersects(kings))
            .with(Activity::KNIGHT_CHECK, knight_attacks(parent.king).intersects(knights))
            .with(Activity::PAWN_CHECK, pawn_attacks(S::Them::COLOR, parent.king).intersects(pawns))
            .with(Activity::PAWN_DANGER, true)
    }
}

/// The parts of the count that can differ from zero in some child, one bit for each.
#[derive(Clone, Copy)]
pub(super) struct Activity(u32);

impl Activity {
    /// All parts.
    pub(super) const ALL: Self = Self(!0);

    /// A knight may attack a square that the king wants.
    pub(super) const KNIGHT_DANGER: Self = Self(1 << 16);
    /// The other king may attack a square that the king wants.
    pub(super) const KING_DANGER: Self = Self(1 << 17);
    /// A knight may give check.
    pub(super) const KNIGHT_CHECK: Self = Self(1 << 18);
    /// A pawn may give check.
    pub(super) const PAWN_CHECK: Self = Self(1 << 19);
    /// A pawn may attack a square that the king wants.
    pub(super) const PAWN_DANGER: Self = Self(1 << 20);

    /// Creates the parts from rays and ways, each given as bits by direction.
    #[inline(always)]
    pub(super) const fn new(rays: u8, ways: u8) -> Self {
        Self(rays as u32 | (ways as u32) << 8)
    }

    #[inline(always)]
    pub(super) const fn with(self, part: Self, is_active: bool) -> Self {
        if is_active { Self(self.0 | part.0) } else { self }
    }

    #[inline(always)]
    pub(super) const fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    /// Tests whether a slider may see the king along the ray in this direction.
    #[inline(always)]
    pub(super) const fn has_ray(self, direction: Direction) -> bool {
        self.0 >> direction as u32 & 1 != 0
    }

    /// Tests whether a slider may attack a square that the king wants, by moving this way.
    #[inline(always)]
    pub(super) const fn has_way(self, direction: Direction) -> bool {
        self.0 >> (8 + direction as u32) & 1 != 0
    }
}

// The surroundings of a king on each square: the squares from which the other side can give check or attack a square that the king may
// want to use.

/// The zone of a king on one square. A piece that stands outside of it neither gives check nor attacks a square that
/// the king wants.
pub(super) struct Zone {
    /// The ray from the king, by direction.
    pub(super) rays: [Bitboard; 8],
    /// The squares from which a slider that moves this way attacks a square that the king wants, by direction.
    pub(super) ways: [Bitboard; 8],
    /// The squares from which a knight does.
    pub(super) knights: Bitboard,
    /// The squares from which a king does.
    pub(super) kings: Bitboard,
}

/// Returns the zone of a king. It includes the squares of the king's way in castling if `can_castle`.
#[inline]
pub(super) fn zone(king: Square, can_castle: bool) -> &'static Zone {
    // A king that can castle stands on the first or the last rank.
    if can_castle { &CASTLING_ZONES[king.index() & 15] } else { &ZONES[king.index()] }
}

static ZONES: [Zone; 64] = {
    let mut zones = [const { Zone::EMPTY }; 64];
    let mut i = 0;
    while i < 64 {
        zones[i] = Zone::new(Square::ALL[i], king_attacks(Square::ALL[i]));
        i += 1;
    }
    zones
};

/// The first rank, then the last, whose squares are numbered from 56 on.
static CASTLING_ZONES: [Zone; 16] = {
    let mut zones = [const { Zone::EMPTY }; 16];
    let mut i = 0;
    while i < 16 {
        let king = Square::ALL[if i < 8 { i } else { i + 48 }];
        let queen_side = Castling::king_way(king, CastlingSide::Queen);
        let king_side = Castling::king_way(king, CastlingSide::King);
        zones[i] = Zone::new(king, king_attacks(king).union(queen_side).union(king_side));
        i += 1;
    }
    zones
};

impl Zone {
    const EMPTY: Self = Self {
        rays: [Bitboard::EMPTY; 8],
        ways: [Bitboard::EMPTY; 8],
        knights: Bitboard::EMPTY,
        kings: Bitboard::EMPTY,
    };

    /// Creates the zone of a king that wants the squares of `wanted`.
    const fn new(king: Square, wanted: Bitboard) -> Self {
        let mut zone = Self::EMPTY;
        let mut i = 0;
        while i < 8 {
            zone.rays[i] = ray(king, Direction::ALL[i]);
            i += 1;
        }
        let mut rest = wanted;
        while let Some(square) = rest.pop_first() {
            zone.knights = zone.knights.union(knight_attacks(square));
            zone.kings = zone.kings.union(king_attacks(square));
            let mut i = 0;
            while i < 8 {
                zone.ways[i] = zone.ways[i].union(ray(square, Direction::ALL[i].opposite()));
                i += 1;
            }
        }
        zone
    }
}
