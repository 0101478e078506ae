use core::error::Error;
use core::fmt;

use crate::named_enum::named_enum;
use crate::setup::invalid::InvalidSetup;

named_enum! {
    /// A field of a FEN, in the order of the text. `End` is the text after the sixth field.
    pub enum FenField {
        Board "board" "board",
        SideToMove "side_to_move" "side to move",
        Castling "castling" "castling",
        EnPassant "en_passant" "en passant",
        HalfmoveClock "halfmove_clock" "halfmove clock",
        FullmoveNumber "fullmove_number" "move number",
        End "end" "end",
    }
}

named_enum! {
    /// A rule of FEN that a text can break. `Display` writes the rule or how it is broken.
    pub enum FenRule {
        Missing "missing" "the field is missing",
        Trailing "trailing" "expected nothing after the sixth field",
        BoardCharacter "board_character" "expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash",
        AdjacentDigits "adjacent_digits" "two digits in a row: empty squares are counted by one digit",
        RankTooLong "rank_too_long" "the rank has more than 8 squares",
        RankTooShort "rank_too_short" "the rank has fewer than 8 squares",
        TooFewRanks "too_few_ranks" "the board has fewer than 8 ranks",
        TooManyRanks "too_many_ranks" "the board has more than 8 ranks",
        SideToMove "side_to_move" "expected w or b",
        CastlingLetter "castling_letter" "expected - or letters of KQkq, or of the rooks' files (A-H, a-h)",
        CastlingTwice "castling_twice" "the same castling right is given twice",
        EnPassantSquare "en_passant_square" "expected - or a square like e3",
        EnPassantPawnSquare "en_passant_pawn_square" "the en passant square is the one the pawn has passed over (rank 3 or 6), not the one it stands on",
        EnPassantRank "en_passant_rank" "the en passant square is on rank 6 with White to move, on rank 3 with Black to move",
        Number "number" "expected a whole number from 0 to 65535",
    }
}

impl Error for FenRule {}

/// The error of reading a FEN: the field, the byte of the text, and the broken rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FenError {
    /// The field that breaks the rule.
    pub field: FenField,
    /// The byte of the text where the rule is broken, counted from 0.
    pub offset: usize,
    /// The broken rule.
    pub rule: FenRule,
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
