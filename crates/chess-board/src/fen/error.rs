use core::error::Error;
use core::fmt;

use crate::setup::invalid::InvalidSetup;

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenField {
    /// The first field: the pieces.
    Board,
    /// The second field: `w` or `b`.
    SideToMove,
    /// The third field: castling rights.
    Castling,
    /// The fourth field: the en passant square.
    EnPassant,
    /// The fifth field: moves since the last capture or pawn move.
    HalfmoveClock,
    /// The sixth field: the move number.
    FullmoveNumber,
    /// The text after the sixth field.
    End,
}

impl FenField {
    /// Returns the name for programs, which stays the same in later versions: `board`, `side_to_move`, `castling`,
    /// `en_passant`, `halfmove_clock`, `fullmove_number` or `end`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::SideToMove => "side_to_move",
            Self::Castling => "castling",
            Self::EnPassant => "en_passant",
            Self::HalfmoveClock => "halfmove_clock",
            Self::FullmoveNumber => "fullmove_number",
            Self::End => "end",
        }
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "halfmove clock",
            Self::FullmoveNumber => "move number",
            Self::End => "end",
        })
    }
}

/// A rule of FEN that a text can break.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenRule {
    /// A required field is missing.
    Missing,
    /// The text has more than six fields.
    Trailing,
    /// A character of the board is neither a piece, a digit from 1 to 8 nor a slash.
    BoardCharacter,
    /// Two digits stand side by side.
    AdjacentDigits,
    /// A rank has more than eight squares.
    RankTooLong,
    /// A rank has fewer than eight squares.
    RankTooShort,
    /// The board ends before the eighth rank.
    TooFewRanks,
    /// The board goes on after the eighth rank.
    TooManyRanks,
    /// The side to move is neither `w` nor `b`.
    SideToMove,
    /// A castling letter is neither one of `KQkq` nor the letter of a file.
    CastlingLetter,
    /// Two letters give the same castling right.
    CastlingTwice,
    /// The en passant field is neither a square nor `-`.
    EnPassantSquare,
    /// The en passant square is the square of the pawn, not the one it passed over.
    EnPassantPawnSquare,
    /// The en passant square is not on rank 6 with White to move, or rank 3 with Black to move.
    EnPassantRank,
    /// A counter is not a whole number up to 65,535.
    Number,
}

impl FenRule {
    /// All rules, in the order of their declaration.
    pub const ALL: [Self; 15] = [
        Self::Missing,
        Self::Trailing,
        Self::BoardCharacter,
        Self::AdjacentDigits,
        Self::RankTooLong,
        Self::RankTooShort,
        Self::TooFewRanks,
        Self::TooManyRanks,
        Self::SideToMove,
        Self::CastlingLetter,
        Self::CastlingTwice,
        Self::EnPassantSquare,
        Self::EnPassantPawnSquare,
        Self::EnPassantRank,
        Self::Number,
    ];

    /// Returns the name for programs, which stays the same in later versions: the variant in lower case with
    /// underscores, such as `board_character`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Trailing => "trailing",
            Self::BoardCharacter => "board_character",
            Self::AdjacentDigits => "adjacent_digits",
            Self::RankTooLong => "rank_too_long",
            Self::RankTooShort => "rank_too_short",
            Self::TooFewRanks => "too_few_ranks",
            Self::TooManyRanks => "too_many_ranks",
            Self::SideToMove => "side_to_move",
            Self::CastlingLetter => "castling_letter",
            Self::CastlingTwice => "castling_twice",
            Self::EnPassantSquare => "en_passant_square",
            Self::EnPassantPawnSquare => "en_passant_pawn_square",
            Self::EnPassantRank => "en_passant_rank",
            Self::Number => "number",
        }
    }
}

impl fmt::Display for FenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "the field is missing",
            Self::Trailing => "nothing may follow the sixth field",
            Self::BoardCharacter => "expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash",
            Self::AdjacentDigits => "two digits in a row: empty squares are counted by one digit",
            Self::RankTooLong => "the rank has more than 8 squares",
            Self::RankTooShort => "the rank has fewer than 8 squares",
            Self::TooFewRanks => "the board has fewer than 8 ranks",
            Self::TooManyRanks => "the board has more than 8 ranks",
            Self::SideToMove => "the side to move is w or b",
            Self::CastlingLetter => "castling rights are - or letters of KQkq, or of the rooks' files (A-H, a-h)",
            Self::CastlingTwice => "the same castling right is given twice",
            Self::EnPassantSquare => "the en passant square is - or a square like e3",
            Self::EnPassantPawnSquare => "the en passant square is the one the pawn has passed over (rank 3 or 6), not the one it stands on",
            Self::EnPassantRank => "the en passant square is on rank 6 with White to move, on rank 3 with Black to move",
            Self::Number => "expected a whole number from 0 to 65535",
        })
    }
}

impl Error for FenRule {}

/// The error of reading a FEN: the field, the byte of the text, and the broken rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct FenError {
    /// The field that breaks the rule.
    pub field: FenField,
    /// The byte of the text where the rule is broken, counted from 0.
    pub offset: usize,
    /// The broken rule.
    pub rule: FenRule,
}

impl FenError {
    /// Creates the error of a reader that embeds FEN, such as one of EPD or PGN.
    #[inline]
    pub const fn new(field: FenField, offset: usize, rule: FenRule) -> Self {
        Self { field, offset, rule }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, offset, rule } = self;
        write!(f, "{field} field, byte {offset}: {rule}")
    }
}

impl Error for FenError {}

/// The error of reading a position: the text is not FEN, or it is the FEN of an invalid setup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// The text is not FEN.
    Fen(FenError),
    /// The text is FEN, but the setup it describes is not a valid position.
    Invalid(InvalidSetup),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl Error for ParsePositionError {}

impl From<FenError> for ParsePositionError {
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}

impl From<InvalidSetup> for ParsePositionError {
    fn from(error: InvalidSetup) -> Self {
        Self::Invalid(error)
    }
}
