//! The checkers of a king and the pins to it, which restrict the moves of its side.

use chess_board::Position;
use chess_magic::{between, knight_attacks, pawn_attacks};
use chess_types::{Bitboard, Color, PieceType, Square};

use super::side::Side;

/// The restrictions that the king's safety puts on the other pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KingSafety {
    pub(crate) checkers: Bitboard,
    /// The lines of diagonal pins: the pinning pieces, and all squares between them and the king.
    pub(crate) diagonal_pins: Bitboard,
    /// The lines of pins along ranks and files.
    pub(crate) orthogonal_pins: Bitboard,
}

impl KingSafety {
    #[inline(always)]
    pub(crate) fn of(position: &Position, us: Color) -> Self {
        let them = us.opponent();
        let king = position.king(us);
        let occupied = position.occupied();
        let mut checkers = (knight_attacks(king) & position.pieces(them, PieceType::Knight))
            | (pawn_attacks(us, king) & position.pieces(them, PieceType::Pawn));
        let diagonal_pins = pins(king, occupied, position.diagonal_snipers(king, them), &mut checkers);
        let orthogonal_pins = pins(king, occupied, position.orthogonal_snipers(king, them), &mut checkers);
        Self { checkers, diagonal_pins, orthogonal_pins }
    }

    /// Returns the lines of all pins.
    #[inline(always)]
    pub(crate) fn pins(&self) -> Bitboard {
        self.diagonal_pins | self.orthogonal_pins
    }
}

/// Returns the lines from `king` to those `snipers` that a single piece blocks. Snipers that nothing blocks give
/// check and are added to `checkers`.
///
/// A lone piece of the snipers' own side counts as pinned too, which restricts none of our pieces.
#[inline(always)]
fn pins(king: Square, occupied: Bitboard, snipers: Bitboard, checkers: &mut Bitboard) -> Bitboard {
    let mut pins = Bitboard::EMPTY;
    for sniper in snipers {
        let squares = between(king, sniper);
        let blockers = squares & occupied;
        if blockers.is_empty() {
            *checkers |= sniper.bitboard();
        } else if !blockers.has_many() {
            pins |= squares | sniper.bitboard();
        }
    }
    pins
}

/// A caller's knowledge of the king's safety.
pub(crate) trait Known: Copy {
    fn safety<C: Side>(self, position: &Position) -> KingSafety;
}

/// Nothing: the generator finds checkers and pins itself.
#[derive(Clone, Copy)]
pub(crate) struct Unknown;

impl Known for Unknown {
    #[inline(always)]
    fn safety<C: Side>(self, position: &Position) -> KingSafety {
        KingSafety::of(position, C::COLOR)
    }
}

impl Known for &KingSafety {
    #[inline(always)]
    fn safety<C: Side>(self, _: &Position) -> KingSafety {
        *self
    }
}
