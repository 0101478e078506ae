//! Lines of the dumps as rows.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use chess_board::Position;
use chess_movegen::IllegalMove;
use chess_notation::{PackedPosition, UciError, read_uci};

use super::syntax::{CsvFields, Json, lines};
use crate::columns::{Array, Batch, DataType, Field, List, Packed, Primitive, Texts};

/// Reads lines of the puzzle file as rows of a table. A line of column names is skipped, as are empty lines.
pub fn read_puzzles(bytes: &[u8]) -> Batch {
    let mut rows = PuzzleRows::default();
    for line in lines(bytes) {
        if !line.is_empty() && !line.starts_with(HEADER) {
            rows.add(line);
        }
    }
    rows.into_batch()
}

/// Reads lines of the evaluation file as rows of a table. Empty lines are skipped. `lines_before` is the number of lines of the
/// file before these.
pub fn read_evals(bytes: &[u8], lines_before: u64) -> Batch {
    let mut rows = EvalRows::default();
    for (number, line) in (lines_before + 1..).zip(lines(bytes)) {
        if !line.trim_ascii().is_empty() {
            rows.add(number, line);
        }
    }
    rows.into_batch()
}

pub(super) static PUZZLE_FIELDS: LazyLock<Arc<[Field]>> = LazyLock::new(|| {
    let field = |name: &str, data_type, is_nullable| Field { name: name.to_owned(), data_type, is_nullable };
    Arc::from([
        field("id", DataType::Utf8, false),
        field("position", DataType::Packed, true),
        field("moves", DataType::list(DataType::UInt16, false), false),
        field("rating", DataType::Int32, true),
        field("rating_deviation", DataType::Int32, true),
        field("popularity", DataType::Int32, true),
        field("plays", DataType::Int32, true),
        field("themes", DataType::list(DataType::Utf8, false), false),
        field("openings", DataType::list(DataType::Utf8, false), false),
        field("url", DataType::Utf8, true),
        field("error", DataType::Utf8, true),
    ])
});

/// The beginning of the line that names the columns.
const HEADER: &[u8] = b"PuzzleId,";

/// The names of the fields with numbers, in the order of the file.
const NUMBERS: [&str; 4] = ["Rating", "RatingDeviation", "Popularity", "NbPlays"];

#[derive(Debug, Default)]
struct PuzzleRows {
    ids: Texts,
    positions: Packed,
    moves: Lists<Primitive<u16>>,
    numbers: [Primitive<i32>; 4],
    themes: Lists<Texts>,
    openings: Lists<Texts>,
    urls: Texts,
    errors: Texts,
    count: usize,
}

impl PuzzleRows {
    fn add(&mut self, line: &[u8]) {
        let mut error = None;
        let mut fields = CsvFields::new(line);
        let mut count = 0;
        let mut next = || -> Cow<'_, str> {
            count += 1;
            fields.next().unwrap_or_else(|| {
                count -= 1;
                Cow::Borrowed("")
            })
        };
        self.ids.push(Some(&next()));
        let position = self.add_position(&next(), &mut error);
        if let Err(fault) = self.moves.push_line(position, &next()) {
            complain(&mut error, format_args!("Moves: {fault}"));
        }
        for (name, array) in NUMBERS.into_iter().zip(&mut self.numbers) {
            let field = next();
            let number = field.parse().ok();
            if number.is_none() {
                complain(&mut error, format_args!("{name}: not a number"));
            }
            array.push(number);
        }
        add_words(&mut self.themes, &next());
        self.urls.push(Some(&*next()).filter(|url| !url.is_empty()));
        add_words(&mut self.openings, &next());
        // Older files have no openings.
        if !(9..=10).contains(&(count + fields.count())) {
            complain(&mut error, format_args!("the line has not 10 fields"));
        }
        self.errors.push(error.as_deref());
        self.count += 1;
    }

    fn add_position(&mut self, fen: &str, error: &mut Option<String>) -> Option<Position> {
        let position = Position::from_fen(fen);
        if let Err(fault) = &position {
            complain(error, format_args!("FEN: {fault}"));
        }
        let position = position.ok();
        self.positions.push(position.as_ref().map(PackedPosition::new));
        position
    }

    fn into_batch(self) -> Batch {
        let [rating, deviation, popularity, plays] = self.numbers.map(Array::Int32);
        let columns = vec![
            Array::Utf8(self.ids),
            Array::Packed(self.positions),
            self.moves.into_array(Array::UInt16),
            rating,
            deviation,
            popularity,
            plays,
            self.themes.into_array(Array::Utf8),
            self.openings.into_array(Array::Utf8),
            Array::Utf8(self.urls),
            Array::Utf8(self.errors),
        ];
        Batch::new(Arc::clone(&PUZZLE_FIELDS), columns, self.count)
    }
}

fn add_words(lists: &mut Lists<Texts>, words: &str) {
    for word in words.split_ascii_whitespace() {
        lists.items.push(Some(word));
    }
    lists.end(|texts| texts.validity().len());
}

/// Keeps the first error.
fn complain(error: &mut Option<String>, text: std::fmt::Arguments<'_>) {
    if error.is_none() {
        let mut message = String::new();
        // A string can be written to.
        let _ = message.write_fmt(text);
        *error = Some(message);
    }
}

pub(super) static EVAL_FIELDS: LazyLock<Arc<[Field]>> = LazyLock::new(|| {
    let field = |name: &str, data_type, is_nullable| Field { name: name.to_owned(), data_type, is_nullable };
    Arc::from([
        field("row", DataType::Int64, false),
        field("position", DataType::Packed, true),
        field("eval", DataType::Int32, true),
        field("pv", DataType::Int32, true),
        field("depth", DataType::Int32, true),
        field("knodes", DataType::Int64, true),
        field("score", DataType::Int32, true),
        field("mate", DataType::Int16, true),
        field("moves", DataType::list(DataType::UInt16, false), false),
        field("error", DataType::Utf8, true),
    ])
});

#[derive(Debug, Default)]
struct EvalRows {
    numbers: Primitive<i64>,
    positions: Packed,
    evals: Primitive<i32>,
    pvs: Primitive<i32>,
    depths: Primitive<i32>,
    knodes: Primitive<i64>,
    scores: Primitive<i32>,
    mates: Primitive<i16>,
    moves: Lists<Primitive<u16>>,
    errors: Texts,
}

/// A line of analysis.
#[derive(Clone, Debug, Default)]
struct Pv {
    eval: Option<i32>,
    /// The index of the line in its evaluation.
    index: Option<i32>,
    depth: Option<i32>,
    knodes: Option<i64>,
    score: Option<i32>,
    mate: Option<i16>,
    line: String,
}

impl EvalRows {
    fn add(&mut self, number: u64, line: &[u8]) {
        let (mut fen, mut pvs) = (None, Vec::new());
        let mut json = Json::new(line);
        let read = json.object(|json, name| match name {
            "fen" => {
                fen = Some(json.string()?.into_owned());
                Some(())
            }
            "evals" => evals(json, &mut pvs),
            _ => json.skip(),
        });
        let error = if read.is_none() || !json.is_over() {
            Some(format!("byte {}: this is not JSON, or not of this form", json.at()))
        } else {
            None
        };
        let fen = fen.as_deref().ok_or_else(|| "there is no fen".to_owned());
        let position = fen.and_then(|fen| Position::from_fen(fen).map_err(|error| format!("fen: {error}")));
        let (position, error) = match position {
            Ok(position) => (Some(position), error),
            Err(fault) => (None, error.or(Some(fault))),
        };
        if pvs.is_empty() {
            pvs.push(Pv::default());
        }
        for pv in &pvs {
            self.push(number, position.as_ref(), pv, error.as_deref());
        }
    }

    fn push(&mut self, number: u64, position: Option<&Position>, pv: &Pv, error: Option<&str>) {
        self.numbers.push_value(number as i64);
        self.positions.push(position.map(PackedPosition::new));
        self.evals.push(pv.eval);
        self.pvs.push(pv.index);
        self.depths.push(pv.depth);
        self.knodes.push(pv.knodes);
        self.scores.push(pv.score);
        self.mates.push(pv.mate);
        let fault =
            self.moves.push_line(position.copied(), &pv.line).err().map(|fault| format!("line: {fault}"));
        self.errors.push(error.or(fault.as_deref()));
    }

    fn into_batch(self) -> Batch {
        let count = self.numbers.values().len();
        let columns = vec![
            Array::Int64(self.numbers),
            Array::Packed(self.positions),
            Array::Int32(self.evals),
            Array::Int32(self.pvs),
            Array::Int32(self.depths),
            Array::Int64(self.knodes),
            Array::Int32(self.scores),
            Array::Int16(self.mates),
            self.moves.into_array(Array::UInt16),
            Array::Utf8(self.errors),
        ];
        Batch::new(Arc::clone(&EVAL_FIELDS), columns, count)
    }
}

/// Reads the array of evaluations, of which each may have several lines of analysis.
fn evals(json: &mut Json<'_>, pvs: &mut Vec<Pv>) -> Option<()> {
    let mut eval = 0;
    json.array(|json| {
        let first = pvs.len();
        let (mut depth, mut knodes) = (None, None);
        json.object(|json, name| match name {
            "pvs" => json.array(|json| {
                let index = i32::try_from(pvs.len() - first).ok();
                let mut pv = Pv { eval: Some(eval), index, ..Pv::default() };
                json.object(|json, name| {
                    match name {
                        "cp" => pv.score = json.integer()?.try_into().ok(),
                        "mate" => pv.mate = json.integer()?.try_into().ok(),
                        "line" => pv.line = json.string()?.into_owned(),
                        _ => json.skip()?,
                    }
                    Some(())
                })?;
                pvs.push(pv);
                Some(())
            }),
            "depth" => {
                depth = json.integer()?.try_into().ok();
                Some(())
            }
            "knodes" => {
                knodes = Some(json.integer()?);
                Some(())
            }
            _ => json.skip(),
        })?;
        for pv in &mut pvs[first..] {
            (pv.depth, pv.knodes) = (depth, knodes);
        }
        eval = eval.saturating_add(1);
        Some(())
    })
}

/// Lists in the making: items are pushed, then the list is ended.
#[derive(Debug)]
struct Lists<T> {
    items: T,
    offsets: Vec<i32>,
}

impl<T: Default> Default for Lists<T> {
    fn default() -> Self {
        Self { items: T::default(), offsets: vec![0] }
    }
}

impl<T> Lists<T> {
    /// Ends a list; `len` is the number of all items so far.
    fn end(&mut self, len: impl FnOnce(&T) -> usize) {
        self.offsets.push(len(&self.items) as i32);
    }

    pub(super) fn into_array(self, array: impl FnOnce(T) -> Array) -> Array {
        Array::List(List::new(Arc::new(self.offsets), array(self.items)))
    }
}

impl Lists<Primitive<u16>> {
    /// Pushes and ends the list of the moves of a line in UCI notation.
    ///
    /// # Errors
    /// The list ends before a word that is not a legal move, such as the null move.
    fn push_line(&mut self, position: Option<Position>, line: &str) -> Result<(), UciError> {
        let played = position.map_or(Ok(()), |mut position| {
            line.split_ascii_whitespace().try_for_each(|word| {
                let mv = read_uci(&position, word)?;
                IllegalMove::find(&position, mv).map_or(Ok(()), Err)?;
                self.items.push_value(mv.raw());
                position.play(mv);
                Ok(())
            })
        });
        self.end(|moves| moves.values().len());
        played
    }
}
