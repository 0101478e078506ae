//! Lines of the dumps as rows.

use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::{PackedPosition, UciError, read_uci};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

use super::cell::{Cell, Row};

/// The columns of the puzzle file in the order that a file without a header has.
const NAMES: [&str; 10] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
];

/// The places of [`NAMES`] in the lines of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    places: [Option<usize>; 10],
    /// The least and the greatest number of fields.
    counts: (usize, usize),
}

impl Layout {
    /// The layout that the first line of a file shows: that of a header, which has a field `FEN`, or else the usual one, where older
    /// files have no openings, and newer ones a column more.
    pub(super) fn new(text: &[u8]) -> Self {
        let mut record = Record::new();
        record.read(lines(text).find(|line| !line.is_empty()).unwrap_or_default());
        let place = |name: &&str| {
            (0..record.fields.len()).find(|&i| record.field(Some(i)).trim().eq_ignore_ascii_case(name))
        };
        let places = NAMES.each_ref().map(place);
        match places[1] {
            Some(_) => Self { places, counts: (record.fields.len(), record.fields.len()) },
            None => Self { places: std::array::from_fn(Some), counts: (9, 11) },
        }
    }
}

/// Reads lines of the puzzle file, except headers and empty ones. `lines_before` is the number of lines of the file before these.
pub(super) fn puzzles(text: &[u8], lines_before: u64, layout: &Layout) -> Vec<Row> {
    let (mut rows, mut record, (least, most)) = (Vec::new(), Record::new(), layout.counts);
    let [id, fen, line_of_moves, rating, deviation, popularity, plays, themes, url, openings] = layout.places;
    for (line_number, line) in (lines_before + 1..).zip(lines(text)).filter(|(_, line)| !line.is_empty()) {
        record.read(line);
        let field = |place: Option<usize>| record.field(place);
        if field(fen).trim().eq_ignore_ascii_case("FEN") {
            continue;
        }
        let mut error = None;
        let count = record.fields.len();
        if !(least..=most).contains(&count) {
            let few = if least < most { format!("{least} to ") } else { String::new() };
            error = Some(format!("expected {few}{most} fields, found {count}"));
        }
        let position = Position::from_fen(&*field(fen)).map_err(|fault| format!("FEN: {fault}"));
        let (moves, fault) = play(position.as_ref().ok(), &field(line_of_moves));
        let packed = position.as_ref().ok().map(PackedPosition::new);
        error = error.or(position.err()).or(fault.map(|fault| format!("Moves: {fault}")));
        let mut number = |name: usize, place: Option<usize>| {
            let text = field(place);
            let number = text.parse::<i32>().ok();
            if number.is_none() && place.is_some() && !is_number(&text) {
                error.get_or_insert_with(|| format!("{}: not a number", NAMES[name]));
            }
            Cell::from(number.map(i64::from))
        };
        let numbers = [number(3, rating), number(4, deviation), number(5, popularity), number(6, plays)];
        let error = error.map(|error| format!("line {line_number}: {error}"));
        let words = |place| Cell::Words(field(place).trim_ascii().to_owned());
        let url = Some(field(url).into_owned()).filter(|url| !url.is_empty());
        let mut row = Vec::with_capacity(11);
        row.extend([Cell::Text(field(id).into_owned()), packed.into(), moves]);
        row.extend(numbers);
        row.extend([words(themes), words(openings), url.into(), error.into()]);
        rows.push(row);
    }
    rows
}

/// Tests whether a text is a number, perhaps one that does not fit into its type, which is null as in the evaluation file.
fn is_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok()
}

/// A line of comma-separated values. Each line is one by itself, so that a quotation mark without its other one spoils no line more.
struct Record {
    reader: csv_core::Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
    fields: Vec<Range<usize>>,
}

impl Record {
    fn new() -> Self {
        Self { reader: csv_core::Reader::new(), text: Vec::new(), ends: Vec::new(), fields: Vec::new() }
    }

    fn read(&mut self, line: &[u8]) {
        self.fields.clear();
        self.text.clear();
        let mut start = 0;
        // Cutting lines without quotation marks here takes 12 % off the work.
        if memchr::memchr(b'"', line).is_none() {
            self.text.extend_from_slice(line);
            for end in memchr::memchr_iter(b',', line).chain([line.len()]) {
                self.fields.push(start..end);
                start = end + 1;
            }
            return;
        }
        self.text.resize(line.len() + 1, 0);
        self.ends.resize(line.len() + 1, 0);
        self.reader.reset();
        let (_, _, length, len) = self.reader.read_record(line, &mut self.text, &mut self.ends);
        let (.., last) = self.reader.read_record(b"", &mut self.text[length..], &mut self.ends[len..]);
        for &end in &self.ends[..len + last] {
            self.fields.push(start..end);
            start = end;
        }
    }

    /// The text of a field; nothing if there is no such field.
    fn field(&self, i: Option<usize>) -> Cow<'_, str> {
        let range = i.and_then(|i| self.fields.get(i).cloned()).unwrap_or_default();
        String::from_utf8_lossy(&self.text[range])
    }
}

#[derive(serde::Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    fen: Cow<'a, str>,
    #[serde(borrow, default)]
    evals: Vec<Eval<'a>>,
}

#[derive(serde::Deserialize)]
struct Eval<'a> {
    #[serde(borrow, default)]
    pvs: Vec<Pv<'a>>,
    #[serde(deserialize_with = "integer", default)]
    depth: Option<i32>,
    #[serde(deserialize_with = "integer", default)]
    knodes: Option<i64>,
}

/// A line of analysis.
#[derive(serde::Deserialize)]
struct Pv<'a> {
    #[serde(deserialize_with = "integer", default)]
    cp: Option<i32>,
    #[serde(deserialize_with = "integer", default)]
    mate: Option<i16>,
    #[serde(borrow, default)]
    line: Cow<'a, str>,
}

/// Reads a number, which is `None` if it is not one of the type's.
fn integer<'de, D: Deserializer<'de>, T: FromStr>(json: D) -> Result<Option<T>, D::Error> {
    let text = <&RawValue>::deserialize(json)?.get();
    if text.starts_with(['"', '[', '{', 't', 'f']) {
        return Err(D::Error::custom(format_args!("{text} is not a number")));
    }
    Ok(text.parse().ok())
}

/// Reads lines of the evaluation file, except empty ones. `lines_before` is the number of lines of the file before these.
pub(super) fn evals(text: &[u8], lines_before: u64) -> Vec<Row> {
    let mut rows = Vec::new();
    for (number, json) in (lines_before + 1..).zip(lines(text)) {
        if json.trim_ascii().is_empty() {
            continue;
        }
        let line: Result<Line<'_>, _> = serde_json::from_slice(json);
        let line = line.map_err(|fault| fault.to_string().replace(" line 1 column ", " column "));
        let position = line
            .as_ref()
            .map_err(String::clone)
            .and_then(|line| Position::from_fen(&*line.fen).map_err(|fault| format!("fen: {fault}")));
        let mut push = |eval: Option<(i64, &Eval<'_>)>, pv: Option<(i64, &Pv<'_>)>| {
            let (moves, fault) = play(position.as_ref().ok(), pv.map_or("", |(_, pv)| &pv.line));
            let fault = fault.map(|fault| format!("line: {fault}"));
            rows.push(vec![
                Cell::Int(number as i64),
                position.as_ref().ok().map(PackedPosition::new).into(),
                eval.map(|(i, _)| i).into(),
                pv.map(|(i, _)| i).into(),
                eval.and_then(|(_, eval)| eval.depth).map(i64::from).into(),
                eval.and_then(|(_, eval)| eval.knodes).into(),
                pv.and_then(|(_, pv)| pv.cp).map(i64::from).into(),
                pv.and_then(|(_, pv)| pv.mate).map(i64::from).into(),
                moves,
                position.as_ref().err().cloned().or(fault).into(),
            ]);
        };
        let mut is_empty = true;
        for (i, eval) in (0..).zip(line.iter().flat_map(|line| &line.evals)) {
            for pv in (0..).zip(&eval.pvs) {
                push(Some((i, eval)), Some(pv));
                is_empty = false;
            }
        }
        if is_empty {
            push(None, None);
        }
    }
    rows
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

/// The moves of a line in UCI notation, none without a position. The list ends before a word that is not a legal move, such as
/// the null move, which is an error.
fn play(position: Option<&Position>, line: &str) -> (Cell, Option<UciError>) {
    let mut moves = Vec::with_capacity(line.len() / 5 + 1);
    let played = position.copied().map_or(Ok(()), |mut position| {
        line.split_ascii_whitespace().try_for_each(|word| {
            let mv = read_uci(&position, word)?;
            position.play(mv)?;
            moves.push(mv.raw());
            Ok(())
        })
    });
    (Cell::Moves(moves), played.err())
}
