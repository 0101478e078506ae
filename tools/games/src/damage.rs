use chess_board::Position;
use chess_notation::read_san;
use chess_testkit::Random;

/// A kind of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// A move that is not legal.
    IllegalMove,
    /// The game ends in the middle of a move; the next one follows.
    Cut,
    /// A comment without its closing brace: it lasts to the next one, in this game or in one that follows.
    UnclosedComment,
    /// A variation without its closing parenthesis.
    UnclosedVariation,
    /// A tag without a quote or a bracket, or with a value that ends with a backslash.
    BadTag,
    /// Marks that are neither moves nor glyphs.
    StrayGlyph,
    /// The result of a draw with spaces in it.
    SplitResult,
    /// A blank line between two tags.
    BlankLine,
    /// Moves as in UCI.
    UciMoves,
}

impl Damage {
    /// All kinds of damage.
    pub const ALL: [Self; 9] = [
        Self::IllegalMove,
        Self::Cut,
        Self::UnclosedComment,
        Self::UnclosedVariation,
        Self::BadTag,
        Self::StrayGlyph,
        Self::SplitResult,
        Self::BlankLine,
        Self::UciMoves,
    ];

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal-move",
            Self::Cut => "cut",
            Self::UnclosedComment => "unclosed-comment",
            Self::UnclosedVariation => "unclosed-variation",
            Self::BadTag => "bad-tag",
            Self::StrayGlyph => "stray-glyph",
            Self::SplitResult => "split-result",
            Self::BlankLine => "blank-line",
            Self::UciMoves => "uci-moves",
        }
    }
}

/// Tags as they should not be.
pub(crate) const BAD_TAGS: &[&str] = &[
    "[Event \"Ugra Cup \\\\\"]",
    "[Annotator  \"Krush, I]",
    "[Source Unknown]",
    "[Annotator \"\"Fritz\" and friends\"]",
    "[EventType \"swiss\"",
    "[Opening \"Queen's Gambit\\\"]",
    "[\"Untitled\"]",
];

/// Marks that are neither moves nor glyphs.
pub(crate) const STRAY: &[&str] = &["+", "+-", "=", "D", ",", "$256", "=/\\", "~", "e.p.", "N"];

/// A move of a piece that is not legal here.
pub(crate) fn illegal_move(position: &Position, random: &mut Random) -> [u8; 3] {
    loop {
        let (piece, file, rank) = (random.below(5), random.below(8), random.below(8));
        let san = [b"NBRQK"[piece], b'a' + file as u8, b'1' + rank as u8];
        let text = str::from_utf8(&san).expect("ASCII");
        if read_san(position, text).is_err() {
            return san;
        }
    }
}
