use std::borrow::Cow;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use chess_board::Position;
use chess_notation::PackedPosition;

use super::fields::{CsvFields, lines};
use super::lists::Lists;
use crate::columns::{Array, Batch, DataType, Field, Packed, Primitive, Texts};

pub(super) static FIELDS: LazyLock<Arc<[Field]>> = LazyLock::new(|| {
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
struct Rows {
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

/// Reads lines of the puzzle file as rows of a table. A line that names the columns is passed over, as are empty lines.
pub fn read_puzzles(bytes: &[u8]) -> Batch {
    let mut rows = Rows::default();
    for line in lines(bytes) {
        if !line.is_empty() && !line.starts_with(HEADER) {
            rows.add(line);
        }
    }
    rows.into_batch()
}

impl Rows {
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
        Batch::new(Arc::clone(&FIELDS), columns, self.count)
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
