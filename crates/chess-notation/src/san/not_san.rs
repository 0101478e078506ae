use core::error::Error;
use core::fmt;

/// An error of a text that is not algebraic notation: the place, and the rule that is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotSan {
    /// Number of bytes before the error.
    pub offset: usize,
    /// The rule that is broken.
    pub rule: SanRule,
}

impl fmt::Display for NotSan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, rule } = self;
        write!(f, "not algebraic notation at byte {offset}: {rule}")
    }
}

impl Error for NotSan {}

/// A rule of algebraic notation that a text breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SanRule {
    /// A move ends with the square it goes to.
    Target,
    /// Before the target stand only the origin and a capture sign.
    Origin,
    /// A move begins with its piece.
    Piece,
    /// Castling has two spellings.
    Castling,
    /// The text is a move, but not in the standard's form.
    Standard,
}

impl fmt::Display for SanRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Target => "a move ends with a square like f3, and a promotion after it like =Q",
            Self::Origin => {
                "between the piece and its target stand at most a file, a rank and a capture sign"
            }
            Self::Piece => "a move begins with one of K, Q, R, B, N, or with a file if a pawn moves",
            Self::Castling => "castling is O-O or O-O-O",
            Self::Standard => "the standard spells such a move otherwise",
        })
    }
}

impl Error for SanRule {}
