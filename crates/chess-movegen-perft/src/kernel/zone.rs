//! The surroundings of a king on each square: the squares from which the other side can give check or attack a square
//! that the king may want to use.

use chess_board::Castling;
use chess_magic::{king_attacks, knight_attacks, ray};
use chess_types::{Bitboard, CastlingSide, Direction, Square};

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
        while let Some(square) = rest.first() {
            rest = rest.without_first();
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
