use core::cmp::Ordering;
use core::iter;

use chess_board::Position;
use chess_types::{Bitboard, Color, PieceType};

/// The pieces of a side, as far as they limit which pieces it can have had before.
///
/// Bishops are counted by the colour of their squares. The two shades of a board are named by colours, as
/// [`Square::shade`](chess_types::Square::shade) names them.
#[derive(Clone, Copy)]
pub(crate) struct Material {
    /// The number of pawns, and of pieces beyond those of the start position, which are promoted pawns. It is at most
    /// 8 in a position that validation accepts.
    pawns_and_promoted: u32,
    /// There are 16 pieces.
    is_complete: bool,
    /// The types of which the start position has more, by shade.
    missing: [TypeSet; 2],
    /// The types of which the start position has fewer, by shade.
    promoted: [TypeSet; 2],
}

impl Material {
    pub(crate) fn of(position: &Position, color: Color) -> Self {
        let mut material = Self {
            pawns_and_promoted: position.pieces(color, PieceType::Pawn).count(),
            is_complete: position.by_color(color).count() >= 16,
            missing: [TypeSet::EMPTY; 2],
            promoted: [TypeSet::EMPTY; 2],
        };
        for (piece_type, at_start) in [(PieceType::Knight, 2), (PieceType::Rook, 2), (PieceType::Queen, 1)] {
            material.add(position.pieces(color, piece_type), piece_type, at_start, &Color::ALL);
        }
        let bishops = position.pieces(color, PieceType::Bishop);
        material.add(bishops & Bitboard::LIGHT_SQUARES, PieceType::Bishop, 1, &[Color::White]);
        material.add(bishops & Bitboard::DARK_SQUARES, PieceType::Bishop, 1, &[Color::Black]);
        material
    }

    /// Returns the types of pieces that the side can have had on a square of this shade in addition to all others.
    ///
    /// With 16 pieces there is none: of the 15 besides the king, 8 are pawns or promoted, and the other 7 are those of the start
    /// position.
    #[inline]
    pub(crate) fn could_have_lost(self, shade: Color) -> TypeSet {
        match self.pawns_and_promoted {
            0..8 => TypeSet::CAPTURED,
            8 => self.missing[shade as usize],
            // More than a game can reach, which only lenient reading accepts: some of the 16 pieces may be in place of missing ones.
            _ if self.is_complete => TypeSet::EMPTY,
            _ => self.missing[shade as usize],
        }
    }

    /// Tests whether a piece of this type on a square of this shade may be a promoted pawn.
    #[inline]
    pub(crate) fn could_have_promoted(self, piece_type: PieceType, shade: Color) -> bool {
        self.pawns_and_promoted < 8
            || self.pawns_and_promoted == 8 && self.promoted[shade as usize].contains(piece_type)
    }

    /// Adds the pieces of one type, of which the start position has `at_start` on squares of `shades`.
    fn add(&mut self, pieces: Bitboard, piece_type: PieceType, at_start: u32, shades: &[Color]) {
        let count = pieces.count();
        self.pawns_and_promoted += count.saturating_sub(at_start);
        let sets = match count.cmp(&at_start) {
            Ordering::Less => &mut self.missing,
            Ordering::Equal => return,
            Ordering::Greater => &mut self.promoted,
        };
        for &shade in shades {
            sets[shade as usize] = sets[shade as usize].with(piece_type);
        }
    }
}

/// A set of piece types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TypeSet(u8);

impl TypeSet {
    pub(crate) const EMPTY: Self = Self(0);

    /// The types that can be captured: all but the king.
    pub(crate) const CAPTURED: Self = Self(0x1F);

    #[inline(always)]
    pub(crate) const fn with(self, piece_type: PieceType) -> Self {
        Self(self.0 | 1 << piece_type as u8)
    }

    #[inline(always)]
    pub(crate) const fn without(self, piece_type: PieceType) -> Self {
        Self(self.0 & !(1 << piece_type as u8))
    }

    #[inline(always)]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(crate) const fn contains(self, piece_type: PieceType) -> bool {
        self.0 >> piece_type as u8 & 1 != 0
    }

    /// Returns the types one by one, from the pawn on.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = PieceType> {
        let mut rest = self.0;
        iter::from_fn(move || {
            let first = PieceType::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(first)
        })
    }
}
