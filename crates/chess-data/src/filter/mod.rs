//! Filters of games and moves: conditions such as `white_elo >= 2000 and ply >= 16 and quiet`.
//!
//! `docs/filters.md` has the grammar and all names.

mod eval;
mod expr;
mod facts;
mod parse;
mod position;
mod quantifier;

use std::fmt;
use std::str::FromStr;

use chess_board::Position;
use chess_notation::pgn::GameResult;
use chess_types::{Color, Move};

use self::expr::{Expr, Kind, Names, Quoted};
use self::facts::Stage;
use self::parse::Parser;
use self::quantifier::Quantifier;
use crate::dumps::{Kind as CellKind, Row};
use crate::tags::TagSlots;

pub(crate) use self::facts::{Answer, GameFacts, MoveFacts, result_of};
pub use self::parse::ParseFilterError;

/// The names of what comments tell, those of clocks and scores first.
const NOTES: [&str; 6] = ["clock", "clock_ms", "eval", "eval_cp", "mate", "elapsed"];

/// A condition on games and on moves.
///
/// The text is cut at its outer `and`s. Each part is decided as early as possible: by the tags alone, when the game has been
/// replayed, or for each move.
///
/// # Examples
/// ```
/// use chess_data::chess_notation::pgn::Replay;
/// use chess_data::columns::{Base, GameFilter};
/// use chess_data::filter::Filter;
///
/// let pgn = b"[WhiteElo \"2600\"]\n\n1. e4 e5 2. f4 exf4 *\n\n[WhiteElo \"1500\"]\n\n1. d4 *\n";
/// let filter: Filter = "white_elo >= 2000 and capture".parse()?;
/// let (mut games, mut replay) = (GameFilter::new(&filter, &Base::default()), Replay::new(pgn));
/// let mut kept = Vec::new();
/// while replay.visit_game(&mut games)? {
///     kept.push(games.keeps_game());
/// }
/// assert_eq!(kept, [true, false]);
/// assert_eq!(filter.to_string(), "white_elo >= 2000 and capture");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    /// The parts between outer `and`s; without any, everything is accepted.
    parts: Vec<Part>,
    slots: TagSlots,
    /// Conditions name tags that are known at the end of a game.
    waits: bool,
    quantifiers: Vec<Quantifier>,
    /// Quantifiers name something that is known at the end of a game.
    are_late: bool,
    /// The keys of the only positions that change an answer of a quantifier, if conditions of all of them are `fen == …`.
    keys: Option<Box<[u64]>>,
}

#[derive(Clone, Debug)]
struct Part {
    expr: Expr,
    stage: Stage,
    names_result: bool,
}

impl Filter {
    /// The filter that keeps all games and moves.
    pub const ALL: Self = Self {
        parts: Vec::new(),
        slots: TagSlots::EMPTY,
        waits: false,
        quantifiers: Vec::new(),
        are_late: false,
        keys: None,
    };

    /// The slots of the tags that conditions name.
    pub(crate) const fn slots(&self) -> &TagSlots {
        &self.slots
    }

    /// Decides conditions on these tags at the end of a game, when they are known.
    pub(crate) fn wait_for(&mut self, tags: &[&str]) {
        let is_one = |kind: Kind| match kind {
            Kind::Tag(slot) | Kind::Known(slot) => tags.contains(&self.slots.name(slot)),
            _ => false,
        };
        for part in &mut self.parts {
            let mut waits = false;
            part.expr.each_subject(&mut |subject| waits |= is_one(subject.kind));
            self.waits |= waits;
            if waits && part.stage == Stage::Tags {
                part.stage = Stage::Game;
            }
        }
        for part in self.quantifiers.iter().flat_map(|quantifier| &quantifier.parts) {
            part.expr.each_subject(&mut |subject| self.are_late |= is_one(subject.kind));
        }
    }

    /// The answers of the quantifiers before the first move.
    pub(crate) fn start(&self, answers: &mut Vec<Answer>) {
        answers.clear();
        answers.extend(self.quantifiers.iter().map(Quantifier::start));
    }

    /// Asks the quantifiers about the move in `before`, or about the final position, after `ply` moves. `facts` are needed by few of them.
    #[inline(always)]
    pub(crate) fn ask<'a>(
        &self,
        answers: &mut [Answer],
        before: &Position,
        ply: u32,
        is_end: bool,
        facts: impl Fn() -> (GameFacts<'a>, MoveFacts<'a>),
    ) {
        for (quantifier, answer) in self.quantifiers.iter().zip(answers) {
            quantifier.ask(answer, before, ply, is_end, |expr| {
                let (game, mv) = facts();
                expr.accepts(&game, Some(&mv))
            });
        }
    }

    /// Tests whether [`ask`](Self::ask) about a move in this position may change an answer. Where quantifiers ask for
    /// positions, this test takes the place of 106 instructions.
    #[inline(always)]
    pub(crate) fn may_ask(&self, before: &Position) -> bool {
        self.keys.as_ref().is_none_or(|keys| keys.contains(&before.key()))
    }

    /// Tests whether there are quantifiers.
    pub(crate) fn has_quantifiers(&self) -> bool {
        !self.quantifiers.is_empty()
    }

    /// Tests whether quantifiers are asked about all moves when the game has ended, since they name something that is known then.
    pub(crate) const fn asks_at_end(&self) -> bool {
        self.are_late
    }

    /// Decides by the tags alone: `false` if the game has no row.
    pub(crate) fn accepts_tags(&self, game: &GameFacts<'_>) -> bool {
        let is_told = game.result != GameResult::Unknown;
        let mut parts = self.parts.iter().filter(|part| part.stage == Stage::Tags);
        parts.all(|part| (part.names_result && !is_told) || part.expr.accepts(game, None))
    }

    /// Decides what tags could not, when the game has been replayed: `false` if the game has no row. `told` is true if the tags
    /// gave the result.
    pub(crate) fn accepts_game(&self, game: &GameFacts<'_>, told: bool) -> bool {
        self.parts.iter().all(|part| match part.stage {
            Stage::Tags => told || !part.names_result || part.expr.accepts(game, None),
            Stage::Game => part.expr.accepts(game, None),
            Stage::Moves => true,
        })
    }

    /// Decides whether a move of the game has an element in lists.
    pub(crate) fn accepts_move(&self, game: &GameFacts<'_>, mv: &MoveFacts<'_>) -> bool {
        self.parts
            .iter()
            .filter(|part| part.stage == Stage::Moves)
            .all(|part| part.expr.accepts(game, Some(mv)))
    }

    /// Returns the first part between outer `and`s that is a condition on moves outside of quantifiers. It makes lists of moves shorter, and
    /// decides about no game.
    ///
    /// # Examples
    /// ```
    /// use chess_data::filter::Filter;
    ///
    /// let about_moves = |text: &str| text.parse::<Filter>().map(|filter| filter.condition_on_moves());
    /// assert_eq!(about_moves("white_elo >= 2000 and capture"), Ok(Some("capture".to_owned())));
    /// assert_eq!(about_moves("white_elo >= 2000 and some(capture)"), Ok(None));
    /// ```
    pub fn condition_on_moves(&self) -> Option<String> {
        let mut parts = self.parts.iter();
        parts.find(|part| part.stage == Stage::Moves).map(|part| part.expr.to_string())
    }

    /// Returns the filter that also asks for the games of a player, of one side or of both.
    ///
    /// # Errors
    /// The conditions are nested too deeply.
    ///
    /// # Examples
    /// ```
    /// use chess_data::filter::Filter;
    ///
    /// let filter: Filter = "plies > 20 or eco ~ \"B\"".parse()?;
    /// let filter = filter.of_player("Ann", None)?;
    /// assert_eq!(filter.to_string(), "(plies > 20 or eco ~ \"B\") and (White == \"Ann\" or Black == \"Ann\")");
    /// # Ok::<(), chess_data::filter::ParseFilterError>(())
    /// ```
    pub fn of_player(&self, name: &str, side: Option<Color>) -> Result<Self, ParseFilterError> {
        let [white, black] = ["White", "Black"].map(|tag| format!("{tag} == {}", Quoted(name)));
        let player = match side {
            Some(Color::White) => white,
            Some(Color::Black) => black,
            None => format!("({white} or {black})"),
        };
        if *self == Self::ALL { player.parse() } else { format!("({self}) and {player}").parse() }
    }

    /// Tests whether there are conditions on moves.
    pub(crate) fn has_moves(&self) -> bool {
        self.parts.iter().any(|part| part.stage == Stage::Moves)
    }

    /// Tests whether games are decided about at their end: by their plies, soundness or result, quantifiers, or tags that wait.
    pub(crate) fn needs_whole_games(&self) -> bool {
        self.waits || self.has_quantifiers() || self.names(&["plies", "sound", "result", "end"])
    }

    /// Tests whether there are conditions on the end of the game.
    pub(crate) fn names_end(&self) -> bool {
        self.names(&["end"])
    }

    /// Tests whether there are conditions on clocks or scores.
    pub(crate) fn names_notes(&self) -> bool {
        self.names(&NOTES)
    }

    /// Tests whether there are conditions on scores or clocks, whose meaning follows from the whole game.
    pub(crate) fn names_scores(&self) -> bool {
        self.names(&NOTES[..5])
    }

    /// Tests whether there are conditions on repetitions.
    pub(crate) fn names_repetition(&self) -> bool {
        self.names(&["repetition"])
    }

    /// The filter without the conditions on moves outside of quantifiers, which do not decide about games.
    pub(crate) fn without_moves(&self) -> Self {
        let mut filter = self.clone();
        filter.parts.retain(|part| part.stage != Stage::Moves);
        filter
    }

    /// Returns the first name of something that comments alone tell.
    #[cfg(feature = "arrow")]
    pub(crate) fn name_of_notes(&self) -> Option<String> {
        NOTES.into_iter().find(|name| self.names(&[name])).map(str::to_owned)
    }

    /// Tests whether the filter has one of these names.
    pub(crate) fn names(&self, names: &[&str]) -> bool {
        let quantified = self.quantifiers.iter().flat_map(|quantifier| &quantifier.parts);
        let mut exprs = self.parts.iter().map(|part| &part.expr).chain(quantified.map(|part| &part.expr));
        exprs.any(|expr| expr.names_any(names))
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self::ALL
    }
}

impl PartialEq for Filter {
    /// Compares the conditions as written, without regard to blanks and needless parentheses.
    fn eq(&self, other: &Self) -> bool {
        self.parts.iter().map(|part| &part.expr).eq(other.parts.iter().map(|part| &part.expr))
    }
}

impl FromStr for Filter {
    type Err = ParseFilterError;

    /// Reads a condition. A blank text keeps all games and moves.
    fn from_str(text: &str) -> Result<Self, ParseFilterError> {
        let mut slots = TagSlots::default();
        let (expr, quantifiers) = Parser::parse(text, Names::Games(&mut slots))?;
        let exprs = match expr {
            Some(Expr::All(parts)) => parts,
            expr => expr.into_iter().collect(),
        };
        let part = |expr: Expr| Part { stage: expr.stage(), names_result: expr.names_any(&["result"]), expr };
        let parts = exprs.into_iter().map(part).collect();
        let are_late = quantifiers.iter().any(Quantifier::waits);
        let keys = quantifiers.iter().map(Quantifier::keys).collect::<Option<Vec<_>>>();
        let keys = keys.filter(|keys| !keys.is_empty()).map(|keys| keys.concat().into());
        Ok(Self { parts, slots, waits: false, quantifiers, are_late, keys })
    }
}

impl fmt::Display for Filter {
    /// Writes a text that reads as the same filter; nothing for one that keeps everything.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expr::write_joined(self.parts.iter().map(|part| &part.expr), " and ", f)
    }
}

/// A condition on the rows of a table whose columns it names: one of puzzles or evaluations.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
///
/// use chess_data::dumps::{Cell, Dump, Reading};
/// use chess_data::filter::RowFilter;
/// use chess_data::input::Input;
///
/// let columns = Dump::Puzzles.columns();
/// let filter = RowFilter::new("rating >= 1500 and themes like 'mate%'", columns)?;
/// let puzzles = Input::bytes("puzzles", "a,,,1500,,,,mate mateIn2,,\nb,,,1400,,,,mate,,\nc,,,1600,,,,pin,,\n");
/// let _ = Reading::new(Dump::Puzzles, &puzzles).filter(&filter).for_each(|kept| {
///     assert_eq!((kept.len(), &kept[0][0]), (1, &Cell::Text("a".to_owned())));
///     ControlFlow::<()>::Continue(())
/// })?;
///
/// let error = RowFilter::new("ratng >= 1500", columns).unwrap_err();
/// assert_eq!(error.to_string(), "byte 0: no column of numbers or texts is named `ratng`; did you mean `rating`?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RowFilter(Option<Expr>);

impl RowFilter {
    /// Reads a condition on the columns of numbers, texts and lists of texts among `columns`. A blank text keeps all rows.
    ///
    /// # Errors
    /// The text is not a condition, or names other columns.
    pub fn new(text: &str, columns: &[(&'static str, CellKind, bool)]) -> Result<Self, ParseFilterError> {
        Parser::parse(text, Names::Columns(columns)).map(|(expr, _)| Self(expr))
    }

    /// Tests a row.
    pub fn accepts(&self, row: &Row) -> bool {
        self.0.as_ref().is_none_or(|expr| expr.accepts_row(row))
    }
}

/// A condition on the records of training files, which are positions with a score and a result, and perhaps a move.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_data::filter::{RecordFacts, RecordFilter};
///
/// let filter: RecordFilter = "score > -3000 and score < 3000 and not check".parse()?;
/// let record = RecordFacts { position: &Position::START, mv: None, ply: 0, score: 31, result: 1 };
/// assert!(filter.accepts(&record) && !filter.accepts(&RecordFacts { score: 3000, ..record }));
/// // Without a move, no question about it has the answer yes or no.
/// let filter: RecordFilter = "not capture".parse()?;
/// assert!(!filter.accepts(&record));
/// # Ok::<(), chess_data::filter::ParseFilterError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordFilter {
    expr: Option<Expr>,
    needs_move: bool,
}

/// What is known of a record.
#[derive(Clone, Copy, Debug)]
pub struct RecordFacts<'a> {
    /// The position.
    pub position: &'a Position,
    /// The move that was played, if it is known.
    pub mv: Option<Move>,
    /// The number of moves before the position in its game.
    pub ply: u32,
    /// The score from the view of the side to move.
    pub score: i32,
    /// The result of the side to move: 1 it wins, 0 draw, -1 it loses.
    pub result: i8,
}

impl RecordFilter {
    /// Tests a record. If the condition names something about the move, records without a move fail.
    #[inline]
    pub fn accepts(&self, record: &RecordFacts<'_>) -> bool {
        let Some(expr) = &self.expr else { return true };
        let &RecordFacts { position: before, mv, ply, score, result } = record;
        if self.needs_move && mv.is_none() {
            return false;
        }
        let facts = MoveFacts {
            mv: mv.unwrap_or(Move::NULL),
            ply,
            label: (score, result),
            ..MoveFacts::of_position(before)
        };
        let game = GameFacts {
            file: "",
            tags: &TagSlots::EMPTY,
            result: GameResult::Unknown,
            variant: None,
            plies: 0,
            is_sound: true,
            end: None,
            answers: &[],
        };
        expr.accepts(&game, Some(&facts))
    }

    /// Returns the names in the condition.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        if let Some(expr) = &self.expr {
            expr.each_subject(&mut |subject| names.push(subject.name.to_string()));
        }
        names
    }
}

impl FromStr for RecordFilter {
    type Err = ParseFilterError;

    /// Reads a condition. A blank text keeps all records.
    fn from_str(text: &str) -> Result<Self, ParseFilterError> {
        let (expr, _) = Parser::parse(text, Names::Records)?;
        let mut needs_move = false;
        if let Some(expr) = &expr {
            expr.each_subject(&mut |subject| needs_move |= matches!(subject.kind, Kind::OfMove(_)));
        }
        Ok(Self { expr, needs_move })
    }
}
