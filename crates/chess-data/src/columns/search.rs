//! The search of stored games: tables are filtered by the words of their moves, without a text.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, StringBuilder, UInt32Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt16Type};
use arrow_array::{AnyDictionaryArray, Array, ArrayRef, RecordBatch, downcast_integer_array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_notation::PackedPosition;
use chess_notation::pgn::{Date, GameEnd, Next};
use chess_types::Move;

use super::choice::{Base, Columns};
use super::game::Game;
use crate::filter::Filter;

/// A filter that decides about the games of tables. It replays the column `moves` from the positions of the column `start`.
///
/// What the filter says about tags, the result and errors is taken from the columns of [`columns`](Self::columns), and what it says about
/// moves, positions, plies and ends from the moves. Clocks and scores are not known. Without the
/// column `start`, games begin in the start position of chess, as do those in whose rows it is null.
///
/// # Examples
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::UInt32Type;
/// use chess_data::columns::{Base, Columns, Search, read_chunk};
/// use chess_data::filter::Filter;
///
/// let pgn = b"1. e4 e5 2. Nf3 1-0\n\n1. Nf3 e5 2. e4 1-0\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n1. d4 1-0\n";
/// let columns = "moves,result".parse()?;
/// let filter = r#"some(pawns == "8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8") and result == white"#.parse()?;
/// let mut search = Search::new(&filter)?;
/// for games in read_chunk(pgn, &Base::default(), &columns, &Filter::ALL) {
///     let answers = search.answers(&games)?;
///     let found: Vec<bool> = answers.column(0).as_boolean().iter().flatten().collect();
///     let first: Vec<Option<u32>> = answers.column(1).as_primitive::<UInt32Type>().iter().collect();
///     assert_eq!(found, [true, true, false, false]);
///     assert_eq!(first, [Some(2), Some(3), None, None]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    game: Game,
    facts: Vec<Stored>,
    /// The words of a game that are stored in another type.
    words: Vec<u16>,
    text: String,
    /// The last start position that was unpacked: most games have the same.
    start: (PackedPosition, Position),
}

/// A fact about games, and the columns that may have it.
#[derive(Clone, Debug)]
struct Stored {
    fact: Fact,
    columns: Vec<String>,
}

/// Whether a game is found, and the ply at which the first quantifier is met first.
#[derive(Clone, Copy)]
struct Decision {
    is_found: bool,
    first: Option<u32>,
}

impl Decision {
    const NOT_FOUND: Self = Self { is_found: false, first: None };
}

#[derive(Clone, Debug)]
enum Fact {
    Tag(String),
    File,
    Error,
}

impl Search {
    /// Makes a search by a filter.
    ///
    /// # Errors
    /// The filter names clocks or scores, or has a condition on moves outside of quantifiers.
    pub fn new(filter: &Filter) -> Result<Self, SearchError> {
        if let Some(condition) = filter.condition_on_moves() {
            return Err(SearchError::OnMoves(condition));
        }
        if let Some(name) = filter.name_of_notes() {
            return Err(SearchError::Unknown(name));
        }
        let mut facts: Vec<Stored> = filter.slots().names().map(Stored::tag).collect();
        let mut add = |names: &[&str], fact: Stored| {
            if filter.names(names) {
                facts.push(fact);
            }
        };
        add(&["result", "end"], Stored::tag("Result"));
        add(&["end"], Stored::tag("Termination"));
        add(&["variant"], Stored::tag("Variant"));
        add(&["file"], Stored { fact: Fact::File, columns: vec!["file".to_owned()] });
        add(&["sound"], Stored { fact: Fact::Error, columns: vec!["error".to_owned()] });
        let mut game = Game::new(filter, &Base::default());
        game.drop_moves();
        let start = (PackedPosition::new(&Position::START), Position::START);
        Ok(Self { game, facts, words: Vec::new(), text: String::new(), start })
    }

    /// Returns the names of the columns that are read, where a table has them: `moves`, `start`, and those of the tags and facts that the
    /// filter names. Of two names for one tag, such as `White` and `white`, the first that a table has counts.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let of_facts = self.facts.iter().flat_map(|stored| &stored.columns).map(String::as_str);
        ["moves", "start"].into_iter().chain(of_facts)
    }

    /// Returns the names and types of the columns of answers.
    pub fn schema() -> SchemaRef {
        let fields = [
            Field::new("found", DataType::Boolean, false),
            Field::new("first", DataType::UInt32, true),
            Field::new("error", DataType::Utf8, true),
        ];
        Arc::new(Schema::new(fields.to_vec()))
    }

    /// Decides about the games of a table, and returns a row for each: `found` is true if the filter keeps it, `first` is the ply at which
    /// the first quantifier of the filter is met first, if the game is found, and `error` says why the row is no game.
    ///
    /// Every word of a game is tested, unless the tags have decided. A null move must not be in check. A row in which `moves` is null is
    /// not found.
    ///
    /// # Errors
    /// A column is missing or has a type that no column of games has.
    pub fn answers(&mut self, games: &RecordBatch) -> Result<RecordBatch, SearchError> {
        let moves = Words::new(games.column_by_name("moves").ok_or_else(|| missing("moves"))?)?;
        let start = games.column_by_name("start").map(|array| Cells::new("start", array)).transpose()?;
        let cell = |stored: &Stored| {
            let mut named =
                stored.columns.iter().filter_map(|name| Some((name, games.column_by_name(name)?)));
            let (name, array) = named.next().ok_or_else(|| SearchError::Missing(stored.columns.clone()))?;
            Cells::new(name, array)
        };
        let cells: Vec<Cells<'_>> = self.facts.iter().map(cell).collect::<Result<_, _>>()?;
        let rows = games.num_rows();
        let (mut found, mut first) =
            (BooleanBuilder::with_capacity(rows), UInt32Builder::with_capacity(rows));
        let mut errors = StringBuilder::with_capacity(rows, 0);
        for row in 0..rows {
            let answer = self.row(row, &moves, start.as_ref(), &cells);
            self.game.clear();
            let decision = answer.as_ref().copied().unwrap_or(Decision::NOT_FOUND);
            found.append_value(decision.is_found);
            first.append_option(decision.first);
            errors.append_option(answer.err());
        }
        let columns: Vec<ArrayRef> =
            vec![Arc::new(found.finish()), Arc::new(first.finish()), Arc::new(errors.finish())];
        RecordBatch::try_new(Self::schema(), columns).map_err(SearchError::Arrow)
    }

    /// Decides about a row.
    fn row(
        &mut self,
        row: usize,
        moves: &Words<'_>,
        start: Option<&Cells<'_>>,
        cells: &[Cells<'_>],
    ) -> Result<Decision, String> {
        for (stored, cells) in self.facts.iter().zip(cells) {
            self.text.clear();
            let is_known = cells.write(row, &mut self.text)?;
            match &stored.fact {
                Fact::Error => self.game.is_sound = !is_known,
                Fact::File => self.game.base.file = self.text.as_str().into(),
                Fact::Tag(tag) if is_known => self.game.tags.set_text(tag, &self.text),
                // Rules that are neither those of chess nor of Chess960.
                Fact::Tag(tag) if tag == "Variant" => self.game.tags.set_text(tag, "other"),
                Fact::Tag(_) => {}
            }
        }
        let Some(words) = moves.get(row, &mut self.words)? else { return Ok(Decision::NOT_FOUND) };
        match start.map(|start| start.bytes(row)) {
            // It has ended before its first move, by an error.
            Some(None) if words.is_empty() => Ok(self.game.answer(&Position::START)),
            Some(Some(bytes)) => {
                let error = |_| format!("start: {} bytes in place of 32", bytes.len());
                let packed = PackedPosition::from_bytes(bytes.try_into().map_err(error)?);
                if packed != self.start.0 {
                    self.start = (packed, packed.unpack().map_err(|error| format!("start: {error}"))?);
                }
                self.game.replay(self.start.1, words)
            }
            _ => self.game.replay(Position::START, words),
        }
    }
}

/// Returns a cell of a column of texts, whole numbers or dates as the text of a tag; `None` if it is null, or of another type.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use arrow_array::{ArrayRef, Date32Array};
/// use chess_data::columns::cell_text;
///
/// let dates: ArrayRef = Arc::new(Date32Array::from(vec![Some(19_754), None]));
/// assert_eq!(cell_text("date", &dates, 0), Some("2024.02.01".to_owned()));
/// assert_eq!(cell_text("date", &dates, 1), None);
/// ```
pub fn cell_text(name: &str, array: &ArrayRef, row: usize) -> Option<String> {
    let mut text = String::new();
    let is_known = Cells::new(name, array).ok()?.write(row, &mut text).ok()?;
    is_known.then_some(text)
}

impl Game {
    /// Plays the words from a position, and decides.
    fn replay(&mut self, start: Position, words: &[u16]) -> Result<Decision, String> {
        if matches!(self.start(&start), Next::Skip) {
            return Ok(Decision::NOT_FOUND);
        }
        let position = Backend::best().run_scalar(Replay { game: self, start, words })?;
        Ok(self.answer(&position))
    }

    /// Decides at the end of the game, in this position.
    fn answer(&mut self, position: &Position) -> Decision {
        let end = GameEnd { game: 0, offset: 0, line: None, position, result: None, error: None };
        let is_found = self.is_kept(&end);
        Decision { is_found, first: self.first_answer().filter(|_| is_found) }
    }
}

/// The moves of a game, played from a position and passed to the filter. The instructions of the processor's machine make them 0.9 of those
/// of a plain loop.
struct Replay<'a> {
    game: &'a mut Game,
    start: Position,
    words: &'a [u16],
}

impl Task for Replay<'_> {
    type Output = Result<Position, String>;

    #[inline(always)]
    fn run(self, _: impl Machine) -> Self::Output {
        let Self { game, start: mut position, words } = self;
        for (&word, ply) in words.iter().zip(0..) {
            let mv = match Move::from_raw(word) {
                Ok(mv) if position.is_legal(mv) => mv,
                Ok(Move::NULL) if !position.is_in_check() => Move::NULL,
                _ => return Err(format!("moves: the encoded move {word} is not legal after {ply} plies")),
            };
            game.plies += 1;
            game.pass(&position, mv, ply);
            if game.needs.held {
                game.hold(&position, mv, ply);
            }
            position = if mv.is_null() { position.after_null() } else { position.after(mv) };
        }
        Ok(position)
    }
}

impl Stored {
    /// The columns of a tag: one with its name, as it is in the text, or the one of `docs/columns.md`.
    fn tag(tag: &str) -> Self {
        let known = Columns::known_tags().find(|&(_, of)| of == tag).map(|(name, _)| name);
        let column = match tag {
            "WhiteElo" => "white_elo",
            "BlackElo" => "black_elo",
            "UTCDate" | "Date" => "date",
            "Result" => "result",
            "Variant" => "variant",
            _ => known.unwrap_or(tag),
        };
        let mut columns = vec![tag.to_owned(), column.to_owned()];
        columns.dedup();
        Self { fact: Fact::Tag(tag.to_owned()), columns }
    }
}

/// The words of the moves of a table.
struct Words<'a> {
    array: &'a ArrayRef,
    values: &'a ArrayRef,
    offsets: Offsets<'a>,
}

enum Offsets<'a> {
    Small(&'a [i32]),
    Large(&'a [i64]),
}

impl<'a> Words<'a> {
    fn new(array: &'a ArrayRef) -> Result<Self, SearchError> {
        let (values, offsets) = if let Some(lists) = array.as_list_opt::<i32>() {
            (lists.values(), Offsets::Small(lists.value_offsets()))
        } else if let Some(lists) = array.as_list_opt::<i64>() {
            (lists.values(), Offsets::Large(lists.value_offsets()))
        } else {
            return Err(SearchError::Type("moves".to_owned(), array.data_type().clone()));
        };
        // Spark has no unsigned numbers.
        if matches!(values.data_type(), DataType::UInt16 | DataType::Int32) {
            Ok(Self { array, values, offsets })
        } else {
            Err(SearchError::Type("moves".to_owned(), array.data_type().clone()))
        }
    }

    /// The words of a row; those in 32 bits are copied.
    fn get<'w>(&self, row: usize, copy: &'w mut Vec<u16>) -> Result<Option<&'w [u16]>, String>
    where
        'a: 'w,
    {
        if self.array.is_null(row) {
            return Ok(None);
        }
        let range = match self.offsets {
            Offsets::Small(offsets) => offsets[row] as usize..offsets[row + 1] as usize,
            Offsets::Large(offsets) => offsets[row] as usize..offsets[row + 1] as usize,
        };
        if self.values.null_count() > 0 && self.values.slice(range.start, range.len()).null_count() > 0 {
            return Err("moves: a word is null".to_owned());
        }
        if let Some(words) = self.values.as_primitive_opt::<UInt16Type>() {
            return Ok(words.values().get(range));
        }
        copy.clear();
        for &word in self.values.as_primitive::<Int32Type>().values().get(range).unwrap_or_default() {
            copy.push(u16::try_from(word).map_err(|_| format!("moves: {word} is no word of 16 bits"))?);
        }
        Ok(Some(copy))
    }
}

/// The cells of a column of texts, bytes, numbers or dates, or of a dictionary of those.
struct Cells<'a> {
    array: &'a ArrayRef,
    keys: Option<Vec<usize>>,
    is_result: bool,
}

impl<'a> Cells<'a> {
    fn new(name: &str, array: &'a ArrayRef) -> Result<Self, SearchError> {
        let dictionary = array.as_any_dictionary_opt();
        let values = dictionary.map_or(array, |dictionary| dictionary.values());
        let keys = dictionary.map(AnyDictionaryArray::normalized_keys);
        let kind = values.data_type();
        let is_known = match kind {
            // The arrow crates read short ones wrong there.
            DataType::Utf8View | DataType::BinaryView if cfg!(target_endian = "big") => false,
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Date32 => name != "start",
            other => is_bytes(other) || (other.is_integer() && name != "start"),
        };
        if is_known {
            Ok(Self { array, keys, is_result: name == "result" })
        } else {
            Err(SearchError::Type(name.to_owned(), array.data_type().clone()))
        }
    }

    /// The array and the index of a row's value; `None` if it is null.
    fn value(&self, row: usize) -> Option<(&ArrayRef, usize)> {
        if self.array.is_null(row) || matches!(self.array.data_type(), DataType::Null) {
            return None;
        }
        let Some(keys) = &self.keys else { return Some((self.array, row)) };
        let (values, key) = (self.array.as_any_dictionary().values(), *keys.get(row)?);
        values.is_valid(key).then_some((values, key))
    }

    /// The bytes of a row.
    fn bytes(&self, row: usize) -> Option<&[u8]> {
        let (array, row) = self.value(row)?;
        Some(match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().value(row).as_bytes(),
            DataType::LargeUtf8 => array.as_string::<i64>().value(row).as_bytes(),
            DataType::Utf8View => array.as_string_view().value(row).as_bytes(),
            DataType::Binary => array.as_binary::<i32>().value(row),
            DataType::LargeBinary => array.as_binary::<i64>().value(row),
            DataType::BinaryView => array.as_binary_view().value(row),
            DataType::FixedSizeBinary(_) => array.as_fixed_size_binary().value(row),
            _ => return None,
        })
    }

    /// Writes the cell as the text of a tag; false if it is null.
    fn write(&self, row: usize, text: &mut String) -> Result<bool, String> {
        use fmt::Write;

        let Some((array, index)) = self.value(row) else { return Ok(false) };
        if let Some(bytes) = self.bytes(row) {
            text.push_str(std::str::from_utf8(bytes).map_err(|error| error.to_string())?);
            return Ok(true);
        }
        let number = downcast_integer_array!(
            array => Some(i128::from(array.value(index))),
            DataType::Date32 => Some(array.as_primitive::<arrow_array::types::Date32Type>().value(index).into()),
            _ => None
        );
        // A string can be written to.
        _ = match (number, array.data_type()) {
            (Some(days), DataType::Date32) => {
                let day = i32::try_from(days).ok().and_then(Date::from_days);
                day.map_or(Ok(()), |day| write!(text, "{day}"))
            }
            (Some(result @ -1..=1), _) if self.is_result => {
                text.push_str(["0-1", "1/2-1/2", "1-0"][(result + 1) as usize]);
                Ok(())
            }
            (Some(number), _) => write!(text, "{number}"),
            (None, _) => Ok(()),
        };
        Ok(true)
    }
}

const fn is_bytes(data_type: &DataType) -> bool {
    matches!(
        data_type,
        DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_)
            | DataType::Null
    )
}

fn missing(name: &str) -> SearchError {
    SearchError::Missing(vec![name.to_owned()])
}

/// The reason why a filter cannot decide about stored games.
#[derive(Debug)]
#[non_exhaustive]
pub enum SearchError {
    /// A condition on moves outside of quantifiers, which does not decide about games.
    OnMoves(String),
    /// The filter names something that moves do not tell.
    Unknown(String),
    /// The filter needs one of these columns.
    Missing(Vec<String>),
    /// A column has a type that no column of games has.
    Type(String, DataType),
    /// The answers make no table.
    Arrow(ArrowError),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnMoves(condition) => {
                write!(
                    f,
                    "`{condition}` is a condition on moves; write some({condition}) for games in which a move meets it"
                )
            }
            Self::Unknown(name) => write!(f, "`{name}` is not available for games of a table"),
            Self::Missing(columns) => {
                write!(f, "the table has no column `{}`, which is needed", columns.join("` or `"))
            }
            Self::Type(column, found) => {
                write!(f, "the column `{column}` has the type {found}, which no column of games has")
            }
            Self::Arrow(error) => error.fmt(f),
        }
    }
}

impl Error for SearchError {}
