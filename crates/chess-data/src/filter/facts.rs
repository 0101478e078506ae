//! The facts about games and moves that conditions name.

use chess_board::Position;
use chess_movegen::{Pins, PositionExt, SeeRules};
use chess_notation::San;
use chess_notation::pgn::{GameResult, Score};
use chess_types::{Color, Move, PieceType, Square};

use super::position::Aspect;
use crate::ending;
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
    Position(&'a Position),
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
    /// Something of the position, compared with a text that is read as a test of it.
    Position(Aspect),
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

const ENDS: Type = Type::Word(Words {
    read: |text| {
        let number = ending::ENDS.iter().position(|&end| end == text)?;
        Some((if text == "unknown" { UNKNOWN } else { number as u8 }, text))
    },
    rule: "expected checkmate, stalemate, repetition, fifty, material, time, resignation, agreement, abandoned, rules or unknown",
});

pub(super) const SPEEDS: Type = Type::Word(Words {
    read: |text| Some((ending::SPEEDS.iter().position(|&speed| speed == text)? as u8, text)),
    rule: "expected bullet, blitz, rapid, classical or correspondence",
});

/// The facts that follow from the tag `TimeControl`.
pub(super) fn speed(tag: &str) -> Fact<'static> {
    let number = ending::speed(tag).and_then(|of| ending::SPEEDS.iter().position(|&speed| speed == of));
    number.map_or(Fact::Missing, |number| Fact::Word(number as u8))
}

pub(super) fn time_base(tag: &str) -> Fact<'static> {
    of_number(ending::times(tag).map(|(base, _)| base))
}

pub(super) fn time_increment(tag: &str) -> Fact<'static> {
    of_number(ending::times(tag).map(|(_, increment)| increment))
}

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
pub(super) const OF_GAMES: [(&str, Type, Stage, OfGame); 6] = [
    ("file", Type::Text, Stage::Tags, |game| Fact::Text(game.file)),
    ("variant", Type::Text, Stage::Tags, |game| game.variant.map_or(Fact::Missing, Fact::Text)),
    ("result", RESULTS, Stage::Tags, |game| Fact::Word(number_of(game.result))),
    ("plies", Type::Number, Stage::Game, |game| Fact::Number(game.plies.into())),
    ("end", ENDS, Stage::Game, |game| {
        let number = game.end.and_then(|end| ending::ENDS.iter().position(|&other| other == end));
        Fact::Word(number.map_or(UNKNOWN, |number| number as u8))
    }),
    ("sound", Type::Flag, Stage::Game, |game| Fact::Flag(game.is_sound)),
];

/// The names of facts about the position before a move, or at the end of the game.
pub(super) const OF_POSITIONS: [(&str, Type, OfMove); 21] = [
    ("ply", Type::Number, |of| Fact::Number(of.ply.into())),
    ("side", SIDES, |of| Fact::Word(of.side as u8)),
    ("check", Type::Flag, |of| Fact::Flag(of.before.is_in_check())),
    ("pieces", Type::Number, |of| Fact::Number(of.before.occupied().count().into())),
    ("halfmove_clock", Type::Number, |of| Fact::Number(of.before.halfmove_clock().into())),
    ("repetition", Type::Number, |of| Fact::Number(of.repetition.into())),
    ("fen", Type::Position(Aspect::Fen), |of| Fact::Position(of.before)),
    ("board", Type::Position(Aspect::Board), |of| Fact::Position(of.before)),
    ("material", Type::Position(Aspect::Material), |of| Fact::Position(of.before)),
    ("pawns", Type::Position(Aspect::Pawns), |of| Fact::Position(of.before)),
    ("balance", Type::Number, |of| Fact::Number(of.balance().into())),
    ("white_pawns", Type::Number, |of| of.count(Color::White, PieceType::Pawn)),
    ("white_knights", Type::Number, |of| of.count(Color::White, PieceType::Knight)),
    ("white_bishops", Type::Number, |of| of.count(Color::White, PieceType::Bishop)),
    ("white_rooks", Type::Number, |of| of.count(Color::White, PieceType::Rook)),
    ("white_queens", Type::Number, |of| of.count(Color::White, PieceType::Queen)),
    ("black_pawns", Type::Number, |of| of.count(Color::Black, PieceType::Pawn)),
    ("black_knights", Type::Number, |of| of.count(Color::Black, PieceType::Knight)),
    ("black_bishops", Type::Number, |of| of.count(Color::Black, PieceType::Bishop)),
    ("black_rooks", Type::Number, |of| of.count(Color::Black, PieceType::Rook)),
    ("black_queens", Type::Number, |of| of.count(Color::Black, PieceType::Queen)),
];

/// The names of facts about moves.
pub(super) const OF_MOVES: [(&str, Type, OfMove); 17] = [
    ("capture", Type::Flag, |of| Fact::Flag(of.mv.is_capture())),
    ("promotion", Type::Flag, |of| Fact::Flag(of.mv.is_promotion())),
    ("castling", Type::Flag, |of| Fact::Flag(of.mv.is_castle())),
    ("gives_check", Type::Flag, |of| Fact::Flag(!of.mv.is_null() && of.before.gives_check(of.mv))),
    ("quiet", Type::Flag, |of| Fact::Flag(of.mv.is_quiet() && !of.before.is_in_check())),
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
    // Like the value of the filter, the quotients are the floating-point numbers closest to the decimal ones.
    ("clock", Type::Number, |of| of_number(of.clock.map(|time| f64::from(time) / 1000.0))),
    ("clock_ms", Type::Number, |of| of_number(of.clock)),
    ("elapsed", Type::Number, |of| of_number(of.notes.elapsed().map(|time| f64::from(time) / 1000.0))),
    ("eval", Type::Number, |of| {
        of_number(of.score.and_then(Score::centipawns).map(|it| f64::from(it) / 100.0))
    }),
    ("eval_cp", Type::Number, |of| of_number(of.score.and_then(Score::centipawns))),
    ("mate", Type::Number, |of| of_number(of.score.and_then(Score::mate))),
];

/// The number of facts about moves, the first ones, that are facts about records of training files as well.
pub(super) const OF_RECORDS: usize = 11;

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

/// What is asked about the moves that meet a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Some,
    Every,
    Count,
    First,
    Last,
}

impl Question {
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("some", Self::Some),
        ("every", Self::Every),
        ("count", Self::Count),
        ("first", Self::First),
        ("last", Self::Last),
    ];

    /// Tests whether the answer is yes or no, and not a number.
    pub(super) const fn is_flag(self) -> bool {
        matches!(self, Self::Some | Self::Every)
    }
}

/// The answer about the moves of a game so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    question: Question,
    /// The number of parts that have been met in turn.
    met: usize,
    parts: usize,
    /// The number of moves that meet the last part, and of those that do not.
    hits: u32,
    misses: u32,
    first: Option<u32>,
    last: Option<u32>,
}

impl Answer {
    /// The answer about no move, to a question of this number of parts.
    pub(super) const fn new(question: Question, parts: usize) -> Self {
        Self { question, met: 0, parts, hits: 0, misses: 0, first: None, last: None }
    }

    /// The number of parts that have been met in turn.
    #[inline]
    pub(super) const fn met(&self) -> usize {
        self.met
    }

    /// Notes whether a move meets the next part, or the last.
    #[inline]
    pub(super) fn add(&mut self, is_met: bool, ply: u32) {
        if is_met {
            self.met = (self.met + 1).min(self.parts);
            self.hits += 1;
            self.first = self.first.or(Some(ply));
            self.last = Some(ply);
        } else {
            self.misses += 1;
        }
    }

    /// Tests whether no further move changes the answer.
    #[inline]
    pub(super) const fn is_final(&self) -> bool {
        match self.question {
            Question::Some => self.met == self.parts,
            Question::Every => self.misses > 0,
            Question::First => self.first.is_some(),
            Question::Count | Question::Last => false,
        }
    }

    /// The ply of the first move that meets the last part; of those before, one has met each other part.
    #[cfg(feature = "arrow")]
    pub(crate) fn ply(&self) -> Option<u32> {
        match self.question {
            Question::Some => self.last.filter(|_| self.met == self.parts),
            _ => self.first,
        }
    }

    pub(super) fn fact<'a>(&self) -> Fact<'a> {
        match self.question {
            Question::Some => Fact::Flag(self.met == self.parts),
            Question::Every => Fact::Flag(self.misses == 0),
            Question::Count => Fact::Number(self.hits.into()),
            Question::First => of_number(self.first),
            Question::Last => of_number(self.last),
        }
    }
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
    /// How it has ended, if the filter names it: one of [`ending::ENDS`] but the last.
    pub(crate) end: Option<&'static str>,
    /// The answers of the filter's quantifiers, when the game has been replayed.
    pub(crate) answers: &'a [Answer],
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

impl<'a> MoveFacts<'a> {
    /// A position without a move.
    pub(crate) fn of_position(before: &'a Position) -> Self {
        let (mv, side, notes) = (Move::NULL, before.side_to_move(), &Notes::NONE);
        Self { mv, side, ply: 0, before, repetition: 0, notes, clock: None, score: None, label: (0, 0) }
    }
}

impl MoveFacts<'_> {
    /// White's pieces less Black's in pawns: knights and bishops count 3, rooks 5 and queens 9.
    fn balance(&self) -> i32 {
        let count = |color, piece_type| self.before.pieces(color, piece_type).count() as i32;
        let values = PieceType::ALL.into_iter().zip([1, 3, 3, 5, 9]);
        values.map(|(of, value)| value * (count(Color::White, of) - count(Color::Black, of))).sum()
    }

    fn count<'a>(&self, color: Color, piece_type: PieceType) -> Fact<'a> {
        Fact::Number(self.before.pieces(color, piece_type).count().into())
    }

    /// A square of the move; the null move has none.
    fn square<'a>(&self, square: Square) -> Fact<'a> {
        if self.mv.is_null() { Fact::Missing } else { Fact::Word(square as u8) }
    }
}
