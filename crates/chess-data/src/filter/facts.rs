//! The facts about games and moves that conditions name.

use chess_board::Position;
use chess_movegen::{Pins, PositionExt, SeeRules};
use chess_notation::San;
use chess_notation::pgn::{GameResult, Score};
use chess_types::{Color, Move, PieceType, Square};

use crate::scores::Notes;
use crate::tags::TagSlots;

/// What is known under a name.
#[derive(Clone, Copy)]
pub(super) enum Fact<'a> {
    Missing,
    Number(f64),
    Text(&'a str),
    /// A tag as it is, which is a number if it is compared with one.
    Tag(&'a str),
    /// Words with blanks between them, one of which is to fit.
    Words(&'a str),
    /// Days since 1970-01-01.
    Date(i32),
    /// The number of one of [`Words`].
    Word(u8),
    San(San),
    Flag(bool),
}

/// The kind of values with which a name is compared.
#[derive(Clone, Copy, Debug)]
pub(super) enum Type {
    Tag,
    Text,
    Number,
    Date,
    Word(Words),
    Flag,
}

/// The only words with which a name is compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    /// Returns the number of a word, and its usual spelling.
    pub(super) read: for<'a> fn(&'a str) -> Option<(u8, &'a str)>,
    /// The rule that other texts break.
    pub(super) rule: &'static str,
}

/// The number of the result that is not known; no other word has it.
pub(super) const UNKNOWN: u8 = u8::MAX;

const fn number_of(result: GameResult) -> u8 {
    match result {
        GameResult::Unknown => UNKNOWN,
        known => known as u8,
    }
}

const RESULTS: Type = Type::Word(Words {
    read: |text| {
        let words = [
            ("white", GameResult::WhiteWins),
            ("black", GameResult::BlackWins),
            ("draw", GameResult::Draw),
            ("unknown", GameResult::Unknown),
        ];
        let result = GameResult::from_bytes(text.as_bytes());
        let mut words = words.into_iter();
        let (word, result) = words.find(|&(word, named)| word == text || result == Some(named))?;
        Some((number_of(result), word))
    },
    rule: "expected white, black, draw, unknown or a result in quotation marks",
});

const SIDES: Type = Type::Word(Words {
    read: |text| {
        let number = ["white", "black"].iter().position(|&side| side == text)?;
        Some((number as u8, text))
    },
    rule: "expected white or black",
});

const SQUARES: Type = Type::Word(Words {
    read: |text| Some((text.parse::<Square>().ok()? as u8, text)),
    rule: "expected a square, such as e4",
});

const PIECES: Type = Type::Word(Words {
    read: |text| {
        let piece = PieceType::ALL.into_iter().find(|piece| piece.name() == text)?;
        Some((piece as u8, text))
    },
    rule: "expected pawn, knight, bishop, rook, queen or king",
});

/// Values of pieces and the effect of pins in exchanges.
const EXCHANGES: SeeRules = SeeRules::new(Pins::Respected);

/// The time at which a condition can be evaluated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stage {
    /// The tags have been read.
    Tags,
    /// The game has been replayed.
    Game,
    /// For each move.
    Moves,
}

pub(super) type OfGame = for<'a> fn(&GameFacts<'a>) -> Fact<'a>;
pub(super) type OfMove = for<'a> fn(&MoveFacts<'a>) -> Fact<'a>;

/// The names of facts about games but for tags. For the result, the stage is the one if its tag gives it.
pub(super) const OF_GAMES: [(&str, Type, Stage, OfGame); 5] = [
    ("file", Type::Text, Stage::Tags, |game| Fact::Text(game.file)),
    ("variant", Type::Text, Stage::Tags, |game| game.variant.map_or(Fact::Missing, Fact::Text)),
    ("result", RESULTS, Stage::Tags, |game| Fact::Word(number_of(game.result))),
    ("plies", Type::Number, Stage::Game, |game| Fact::Number(game.plies.into())),
    ("sound", Type::Flag, Stage::Game, |game| Fact::Flag(game.is_sound)),
];

/// The names of facts about moves.
pub(super) const OF_MOVES: [(&str, Type, OfMove); 21] = [
    ("ply", Type::Number, |of| Fact::Number(of.ply.into())),
    ("side", SIDES, |of| Fact::Word(of.side as u8)),
    ("capture", Type::Flag, |of| Fact::Flag(of.mv.is_capture())),
    ("promotion", Type::Flag, |of| Fact::Flag(of.mv.is_promotion())),
    ("castling", Type::Flag, |of| Fact::Flag(of.mv.is_castle())),
    ("check", Type::Flag, |of| Fact::Flag(of.before.is_in_check())),
    ("gives_check", Type::Flag, |of| Fact::Flag(!of.mv.is_null() && of.before.gives_check(of.mv))),
    ("quiet", Type::Flag, |of| Fact::Flag(!of.mv.is_noisy() && !of.before.is_in_check())),
    ("san", Type::Text, |of| Fact::San(San::new(of.before, of.mv))),
    ("from", SQUARES, |of| of.square(of.mv.from())),
    ("to", SQUARES, |of| of.square(of.mv.destination())),
    ("piece", PIECES, |of| of_piece(of.before.piece_type_at(of.mv.from()).filter(|_| !of.mv.is_null()))),
    ("captured", PIECES, |of| {
        let taken =
            if of.mv.is_en_passant() { Some(PieceType::Pawn) } else { of.before.piece_type_at(of.mv.to()) };
        of_piece(taken.filter(|_| of.mv.is_capture()))
    }),
    ("is_sacrifice", Type::Flag, |of| {
        Fact::Flag(!of.mv.is_null() && !of.before.see_at_least(of.mv, 0, &EXCHANGES))
    }),
    ("pieces", Type::Number, |of| Fact::Number(of.before.occupied().count().into())),
    ("halfmove_clock", Type::Number, |of| Fact::Number(of.before.halfmove_clock().into())),
    ("repetition", Type::Number, |of| Fact::Number(of.repetition.into())),
    // Like the value of the filter, the quotients are the floating-point numbers closest to the decimal ones.
    ("clock", Type::Number, |of| of_number(of.clock.map(|time| f64::from(time) / 1000.0))),
    ("elapsed", Type::Number, |of| of_number(of.notes.elapsed().map(|time| f64::from(time) / 1000.0))),
    ("eval", Type::Number, |of| {
        of_number(of.score.and_then(Score::centipawns).map(|it| f64::from(it) / 100.0))
    }),
    ("mate", Type::Number, |of| of_number(of.score.and_then(Score::mate))),
];

/// The number of facts about moves, the first ones, that are facts about records of training files as well.
pub(super) const OF_RECORDS: usize = 16;

/// The names of the labels of records.
pub(super) const LABELS: [(&str, Type, OfMove); 2] = [
    ("score", Type::Number, |of| Fact::Number(of.label.0.into())),
    ("result", Type::Number, |of| Fact::Number(of.label.1.into())),
];

pub(super) fn of_number<'a>(number: Option<impl Into<f64>>) -> Fact<'a> {
    number.map_or(Fact::Missing, |number| Fact::Number(number.into()))
}

fn of_piece<'a>(piece: Option<PieceType>) -> Fact<'a> {
    piece.map_or(Fact::Missing, |piece| Fact::Word(piece as u8))
}

/// The result of the tag, or else that at the end of the movetext.
pub(crate) fn result_of(tag: Option<&str>, end: Option<GameResult>) -> GameResult {
    let told = tag.and_then(|tag| GameResult::from_tag(tag.as_bytes()));
    told.filter(|&result| result != GameResult::Unknown).or(end).unwrap_or_default()
}

/// The facts about a game that a filter can test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFacts<'a> {
    pub(crate) file: &'a str,
    pub(crate) tags: &'a TagSlots,
    /// That of the tag; when the game has been replayed, that of the movetext if the tag has none.
    pub(crate) result: GameResult,
    pub(crate) variant: Option<&'static str>,
    /// Known when the game has been replayed, as is `is_sound`.
    pub(crate) plies: u32,
    pub(crate) is_sound: bool,
}

/// The facts about a move that a filter can test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveFacts<'a> {
    pub(crate) mv: Move,
    pub(crate) side: Color,
    /// The number of moves before it.
    pub(crate) ply: u32,
    /// The position before it.
    pub(crate) before: &'a Position,
    /// How often that position has occurred before.
    pub(crate) repetition: u32,
    pub(crate) notes: &'a Notes,
    /// The time on the clock after it, in milliseconds, if the filter names it.
    pub(crate) clock: Option<u32>,
    /// The score, if the filter names it.
    pub(crate) score: Option<Score>,
    /// The score and the result of a record of a training file, of the side to move.
    pub(crate) label: (i32, i8),
}

impl MoveFacts<'_> {
    /// A square of the move; the null move has none.
    fn square<'a>(&self, square: Square) -> Fact<'a> {
        if self.mv.is_null() { Fact::Missing } else { Fact::Word(square as u8) }
    }
}
