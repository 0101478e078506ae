use core::fmt;

use chess_board::Position;
use chess_types::Color;

/// The end of a game that needs no claim.
///
/// # Examples
/// ```
/// use chess_movegen::{Color, Outcome, Position, PositionExt};
///
/// let mate = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")?;
/// let outcome = mate.outcome().unwrap();
/// assert_eq!(outcome, Outcome::Checkmate { winner: Color::Black });
/// assert_eq!((outcome.winner(), outcome.name()), (Some(Color::Black), "checkmate"));
/// assert_eq!(outcome.to_string(), "checkmate, Black wins");
/// # Ok::<(), chess_movegen::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side can give mate by any sequence of legal moves.
    InsufficientMaterial,
    /// Both sides made seventy-five moves without a capture or a pawn move.
    SeventyFiveMoves,
    /// The position is on the board for the fifth time.
    FivefoldRepetition,
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Claim {
    /// Both sides made fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// The position is on the board for the third time.
    ThreefoldRepetition,
}

impl Outcome {
    /// Returns the side that has won, or `None` for a draw.
    #[inline]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// Returns the reason for the end, in lower case: `checkmate`, `stalemate`, `insufficient material`,
    /// `seventy-five-move rule` or `fivefold repetition`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::SeventyFiveMoves => "seventy-five-move rule",
            Self::FivefoldRepetition => "fivefold repetition",
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes the reason and the result: `stalemate, draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{}, {} wins", self.name(), winner.name()),
            None => write!(f, "{}, draw", self.name()),
        }
    }
}

impl Claim {
    /// Returns the rule of the claim: `fifty-move rule` or `threefold repetition`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FiftyMoves => "fifty-move rule",
            Self::ThreefoldRepetition => "threefold repetition",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the end of the game, given whether there is a legal move, and a function that counts the earlier occurrences of
/// `position`.
#[inline]
pub(crate) fn outcome(
    position: &Position,
    has_legal_move: bool,
    repetitions: impl FnOnce() -> usize,
) -> Option<Outcome> {
    if !has_legal_move {
        let mate = Outcome::Checkmate { winner: !position.side_to_move() };
        Some(if position.is_in_check() { mate } else { Outcome::Stalemate })
    } else if position.is_insufficient_material() {
        Some(Outcome::InsufficientMaterial)
    } else if position.halfmove_clock() >= 150 {
        Some(Outcome::SeventyFiveMoves)
    } else if repetitions() >= 4 {
        Some(Outcome::FivefoldRepetition)
    } else {
        None
    }
}

/// Returns the draw that the side to move may claim, given a function that counts the earlier occurrences of `position`.
#[inline]
pub(crate) fn claim(position: &Position, repetitions: impl FnOnce() -> usize) -> Option<Claim> {
    if position.is_fifty_move_draw() {
        Some(Claim::FiftyMoves)
    } else if repetitions() >= 2 {
        Some(Claim::ThreefoldRepetition)
    } else {
        None
    }
}
