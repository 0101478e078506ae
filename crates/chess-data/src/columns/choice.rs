//! The chosen columns, and the place of a chunk in its file.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

#[cfg(feature = "arrow")]
use arrow_schema::{DataType, Field, Schema, SchemaRef};
#[cfg(feature = "arrow")]
use chess_notation::PackedPosition;
#[cfg(feature = "arrow")]
use chess_notation::pgn::Place;
use chess_types::Color;

use crate::input::{Encoding, Input};
use crate::opening_names::OpeningNames;
use crate::scores::ScoreView;
use crate::spelling;
use crate::tags::is_tag_name;

/// The columns of a table of games, in their order. `docs/columns.md` describes each of them.
///
/// The default is the columns that need no comments, positions or texts of moves. `Display` writes the names with commas
/// between them, and `FromStr` reads them.
///
/// # Examples
/// ```
/// use chess_data::columns::Columns;
///
/// let columns: Columns = "white_elo, black_elo, Annotator, moves, clocks".parse()?;
/// assert_eq!(columns.to_string(), "white_elo,black_elo,Annotator,moves,clocks");
/// assert_eq!(columns.chosen().last(), Some("clocks"));
///
/// let error = "white_elo,colour".parse::<Columns>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown column `colour`; the columns are file, game, line,"));
/// # Ok::<(), chess_data::columns::ColumnsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns {
    columns: Vec<Column>,
}

/// All columns that have names of their own, and whether they are default.
static NAMED: &[(&str, Column, bool)] = &[
    ("file", Column::File, true),
    ("game", Column::Game, true),
    ("line", Column::Line, false),
    ("offset", Column::Offset, false),
    ("event", Column::Known("Event"), true),
    ("site", Column::Known("Site"), true),
    ("round", Column::Known("Round"), false),
    ("eco", Column::Known("ECO"), true),
    ("opening", Column::Known("Opening"), false),
    ("time_control", Column::Known("TimeControl"), true),
    ("termination", Column::Known("Termination"), true),
    ("annotator", Column::Known("Annotator"), false),
    ("white", Column::Known("White"), true),
    ("black", Column::Known("Black"), true),
    ("white_title", Column::Known("WhiteTitle"), false),
    ("black_title", Column::Known("BlackTitle"), false),
    ("white_elo", Column::Elo(Color::White), true),
    ("black_elo", Column::Elo(Color::Black), true),
    ("date", Column::Date, true),
    ("time", Column::Time, false),
    ("result", Column::Result, true),
    ("variant", Column::Variant, true),
    ("start", Column::Start, false),
    ("plies", Column::Plies, true),
    ("end", Column::End, false),
    ("speed", Column::Speed, false),
    ("time_base", Column::TimeBase, false),
    ("time_increment", Column::TimeIncrement, false),
    ("final_position", Column::FinalPosition, false),
    ("final_fen", Column::FinalFen, false),
    ("error", Column::Error, true),
    ("error_line", Column::ErrorLine, false),
    ("error_offset", Column::ErrorOffset, false),
    ("errors", Column::Errors, false),
    ("tags", Column::Tags, false),
    ("comment", Column::Comment, false),
    ("tree", Column::Tree, false),
    ("parents", Column::Parents, false),
    ("moves", Column::Moves, true),
    ("ply", Column::Ply, false),
    ("positions", Column::Positions, false),
    ("fens", Column::Fens, false),
    ("keys", Column::Keys, false),
    ("san", Column::San, false),
    ("uci", Column::Uci, false),
    ("clocks", Column::Clocks, false),
    ("elapsed", Column::Elapsed, false),
    ("evals", Column::Evals, false),
    ("mates", Column::Mates, false),
    ("depths", Column::Depths, false),
    ("eval_before", Column::EvalBefore, false),
    ("eval_after", Column::EvalAfter, false),
    ("mate_before", Column::MateBefore, false),
    ("mate_after", Column::MateAfter, false),
    ("comments", Column::Comments, false),
    ("nags", Column::Nags, false),
];

impl Columns {
    /// The columns with these names: names of `docs/columns.md`, or names of tags. A name in quotation marks is always that of a
    /// tag; without them, a name close to that of a well-known tag or of a column is an error.
    ///
    /// # Errors
    /// A name that is neither, or misspelt, a name that occurs twice, or no name at all.
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Result<Self, ColumnsError> {
        let mut columns = Vec::new();
        for name in names {
            let name = name.as_ref().trim();
            let column = Column::from_name(name)?;
            if columns.contains(&column) {
                return Err(ColumnsError::Twice(name.to_owned()));
            }
            columns.push(column);
        }
        if columns.is_empty() { Err(ColumnsError::Empty) } else { Ok(Self { columns }) }
    }

    /// All columns that have names of their own, in the order of `docs/columns.md`.
    pub fn all() -> Self {
        Self { columns: NAMED.iter().map(|(_, column, _)| column.clone()).collect() }
    }

    /// The names of all columns but those that are named after tags.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|&(name, ..)| name)
    }

    /// The names of the columns of text that are tags, with the names of the tags.
    pub(crate) fn known_tags() -> impl Iterator<Item = (&'static str, &'static str)> {
        NAMED.iter().filter_map(|&(name, ref column, _)| match *column {
            Column::Known(tag) => Some((name, tag)),
            _ => None,
        })
    }

    /// The names of the chosen columns.
    pub fn chosen(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(Column::name)
    }

    /// The name and type of each column.
    #[cfg(feature = "arrow")]
    pub fn schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.columns.iter().map(Column::field).collect::<Vec<_>>()))
    }

    #[cfg(feature = "arrow")]
    pub(super) fn columns(&self) -> &[Column] {
        &self.columns
    }
}

impl Default for Columns {
    /// The default columns: `file`, `game`, the tags that most games have, `result`, `variant`, `plies`, `error` and `moves`.
    fn default() -> Self {
        let defaults = NAMED.iter().filter(|(.., is_default)| *is_default);
        Self { columns: defaults.map(|(_, column, _)| column.clone()).collect() }
    }
}

impl FromStr for Columns {
    type Err = ColumnsError;

    /// Reads names with commas between them.
    fn from_str(names: &str) -> Result<Self, ColumnsError> {
        Self::new(names.split(',').filter(|name| !name.trim().is_empty()))
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, column) in self.columns.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "," })?;
            match column {
                Column::Tag(name) if !meant_by(name).is_empty() => write!(f, "\"{name}\"")?,
                column => f.write_str(column.name())?,
            }
        }
        Ok(())
    }
}

/// The names that are probably meant by the name of a tag.
fn meant_by(tag: &str) -> Vec<&'static str> {
    spelling::meant(tag, Columns::names())
}

/// An error of choosing columns by name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ColumnsError {
    /// The name is neither a column nor the name of a tag, which begins with an upper-case letter.
    Unknown(String),
    /// The name of a tag is nearly that of a well-known one, or of a column.
    Misspelt(String),
    /// The name occurs twice.
    Twice(String),
    /// There is no name.
    Empty,
}

impl fmt::Display for ColumnsError {
    /// Writes the error; the one of an unknown name suggests the nearest, and lists all names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                write!(f, "unknown column `{}`", name.escape_debug())?;
                let nearest = spelling::nearest(name, Columns::names());
                let question = spelling::question(&nearest);
                f.write_str(if nearest.is_empty() { "; the columns are " } else { &question })?;
                if !nearest.is_empty() {
                    f.write_str(" The columns are ")?;
                }
                Columns::names().try_for_each(|name| write!(f, "{name}, "))?;
                f.write_str("and every name of a tag that begins with an upper-case letter")
            }
            Self::Misspelt(name) => f.write_str(&spelling::misspelt(name, &meant_by(name))),
            Self::Twice(name) => write!(f, "the column `{name}` is chosen twice"),
            Self::Empty => f.write_str("no column is chosen"),
        }
    }
}

impl Error for ColumnsError {}

/// The place of a chunk in a file: the numbers before it, and properties of the file.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Base {
    /// The file, as the column `file` has it.
    pub file: String,
    /// Number of games before the chunk.
    pub games: u64,
    /// Number of ends of lines before the chunk.
    pub lines: u64,
    /// Number of bytes before the chunk, after decompression.
    pub bytes: u64,
    /// The point of view of the scores of engines; `None` to find it in each game.
    pub score_view: Option<ScoreView>,
    /// Whether games are read [leniently](chess_notation::pgn::Replay::lenient).
    pub is_lenient: bool,
    /// The character set of tags and comments; `None` for UTF-8, with Latin-1 for what is not.
    pub encoding: Option<Encoding>,
    /// Names of openings: the last position of the main line that has one gives the tags `ECO` and `Opening`.
    pub opening_names: Option<Arc<OpeningNames>>,
}

impl Base {
    /// The beginning of a file.
    pub fn file(name: impl Into<String>) -> Self {
        Self { file: name.into(), ..Self::default() }
    }

    /// The beginning of an input.
    pub fn of_input(input: &Input) -> Self {
        let file = Self::file(input.name().to_string_lossy());
        let (encoding, opening_names) = (input.encoding().cloned(), input.opening_names().cloned());
        Self { score_view: input.score_view(), encoding, opening_names, ..file }
    }

    /// The place in the file of a place in the chunk.
    #[cfg(feature = "arrow")]
    pub(super) const fn place(&self, place: Place) -> Place {
        Place { line: self.lines + place.line, offset: self.bytes + place.offset }
    }
}

/// A column of a table of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Column {
    File,
    Game,
    Line,
    Offset,
    /// The tag with this name, with `?`, `-` and no text as nulls.
    Known(&'static str),
    /// The tag with this name, unchanged.
    Tag(String),
    Elo(Color),
    Date,
    Time,
    Result,
    Variant,
    Start,
    Plies,
    End,
    Speed,
    TimeBase,
    TimeIncrement,
    FinalPosition,
    FinalFen,
    Error,
    ErrorLine,
    ErrorOffset,
    Errors,
    Tags,
    Comment,
    Tree,
    Parents,
    Moves,
    Ply,
    Positions,
    Fens,
    Keys,
    San,
    Uci,
    Clocks,
    Elapsed,
    Evals,
    Mates,
    Depths,
    EvalBefore,
    EvalAfter,
    MateBefore,
    MateAfter,
    Comments,
    Nags,
}

impl Column {
    fn from_name(name: &str) -> Result<Self, ColumnsError> {
        if let Some((_, column, _)) = NAMED.iter().find(|(known, ..)| *known == name) {
            return Ok(column.clone());
        }
        let quoted = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let tag = quoted.unwrap_or(name);
        if !is_tag_name(tag) {
            return Err(ColumnsError::Unknown(name.to_owned()));
        }
        if quoted.is_none() && !meant_by(tag).is_empty() {
            return Err(ColumnsError::Misspelt(name.to_owned()));
        }
        Ok(Self::Tag(tag.to_owned()))
    }

    fn name(&self) -> &str {
        match self {
            Self::Tag(name) => name,
            column => NAMED.iter().find(|(_, known, _)| known == column).map_or("", |&(name, ..)| name),
        }
    }

    /// Tests whether the column has one value a move, which comments or glyphs tell.
    #[cfg(feature = "arrow")]
    pub(super) const fn is_of_notes(&self) -> bool {
        matches!(
            self,
            Self::Clocks
                | Self::Elapsed
                | Self::Evals
                | Self::Mates
                | Self::Depths
                | Self::EvalBefore
                | Self::EvalAfter
                | Self::MateBefore
                | Self::MateAfter
                | Self::Comments
                | Self::Nags
        )
    }

    #[cfg(feature = "arrow")]
    pub(super) fn field(&self) -> Field {
        let (data_type, is_nullable) = match self {
            Self::File => (DataType::Utf8, false),
            Self::Game | Self::Line | Self::Offset => (DataType::Int64, false),
            Self::Known(_)
            | Self::Tag(_)
            | Self::Variant
            | Self::End
            | Self::Speed
            | Self::FinalFen
            | Self::Error
            | Self::Comment => (DataType::Utf8, true),
            Self::TimeBase | Self::TimeIncrement => (DataType::Float64, true),
            Self::Elo(_) | Self::Time => (DataType::Int32, true),
            Self::Date => (DataType::Date32, true),
            Self::Result => (DataType::Int8, true),
            Self::Start | Self::FinalPosition => {
                (DataType::FixedSizeBinary(PackedPosition::SIZE as i32), true)
            }
            Self::Plies => (DataType::Int32, false),
            Self::ErrorLine | Self::ErrorOffset => (DataType::Int64, true),
            Self::Tags => {
                let part = |name| Field::new(name, DataType::Utf8, false);
                let entry = DataType::Struct(vec![part("key"), part("value")].into());
                (DataType::Map(Arc::new(Field::new("entries", entry, false)), false), false)
            }
            Self::Moves | Self::Tree => list(DataType::UInt16, false),
            Self::Ply | Self::Parents => list(DataType::Int32, false),
            // pyarrow and pandas do not read lists of binary of a fixed size.
            Self::Positions => list(DataType::Binary, false),
            Self::Keys => list(DataType::UInt64, false),
            Self::Errors | Self::Fens | Self::San | Self::Uci => list(DataType::Utf8, false),
            Self::Comments => list(DataType::Utf8, true),
            Self::Clocks | Self::Elapsed => list(DataType::Int64, true),
            Self::Evals | Self::EvalBefore | Self::EvalAfter | Self::Depths => list(DataType::Int32, true),
            Self::Mates | Self::MateBefore | Self::MateAfter => list(DataType::Int16, true),
            Self::Nags => list(list(DataType::UInt8, false).0, false),
        };
        Field::new(self.name(), data_type, is_nullable)
    }
}

/// Lists, none of them null.
#[cfg(feature = "arrow")]
fn list(items: DataType, is_nullable: bool) -> (DataType, bool) {
    (DataType::List(Arc::new(Field::new_list_field(items, is_nullable))), false)
}
