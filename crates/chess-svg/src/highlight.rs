use chess_types::Bitboard;

use crate::color::Paint;

/// Squares that are marked alike, with the meaning of the mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Highlight<'a> {
    /// The look of the squares.
    pub mark: Mark,
    /// The meaning of the mark, for the legend and for the description of the picture.
    pub label: &'a str,
    /// The squares. An empty set is not drawn and not described.
    pub squares: Bitboard,
}

impl<'a> Highlight<'a> {
    /// Squares with a mark and its meaning.
    pub const fn new(mark: Mark, label: &'a str, squares: Bitboard) -> Self {
        Self { mark, label, squares }
    }
}

/// The look of a marked square. The [theme](crate::Theme) has the colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Mark {
    /// The squares of the last move.
    LastMove,
    /// The king in check: a glow.
    Check,
    /// The piece of a [moveboard](crate::Moveboard).
    Attacker,
    /// Empty squares that the piece of a moveboard attacks.
    Attacked,
    /// Pieces of the other side that it attacks.
    EnemyPiece,
    /// Pieces of its own side that it protects.
    OwnPiece,
    /// Squares that a slider would attack if nothing stood in its way: hatched.
    CutOff,
    /// Any other meaning, in a paint of its own.
    Painted(Paint),
}
