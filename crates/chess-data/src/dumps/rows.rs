//! Lines of the dumps as rows.

use std::borrow::Cow;
use std::iter::once;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use chess_board::Position;
use chess_movegen::IllegalMove;
use chess_notation::{PackedPosition, UciError, read_uci};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

use crate::columns::{Array, List, Packed, Primitive, Texts};

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
    /// files have no openings.
    pub(super) fn new(text: &[u8]) -> Self {
        let mut record = Record::new();
        record.read(lines(text).find(|line| !line.is_empty()).unwrap_or_default());
        let place = |name: &&str| (0..record.fields.len()).find(|&i| record.field(Some(i)) == **name);
        let places = NAMES.each_ref().map(place);
        match places[1] {
            Some(_) => Self { places, counts: (record.fields.len(), record.fields.len()) },
            None => Self { places: std::array::from_fn(Some), counts: (9, 10) },
        }
    }
}

/// Reads lines of the puzzle file, except headers and empty ones.
pub(super) fn puzzles(text: &[u8], layout: &Layout) -> (Vec<Array>, usize) {
    let [mut ids, mut urls, mut errors] = <[Texts; 3]>::default();
    let (mut positions, mut moves) = (Packed::default(), Lists::<Primitive<u16>>::default());
    let (mut numbers, mut words) = (<[Primitive<i32>; 4]>::default(), <[Lists<Texts>; 2]>::default());
    let (mut record, (least, most)) = (Record::new(), layout.counts);
    let [id, fen, line_of_moves, rating, deviation, popularity, plays, themes, url, openings] = layout.places;
    for line in lines(text).filter(|line| !line.is_empty()) {
        record.read(line);
        let field = |place: Option<usize>| record.field(place);
        if field(fen) == "FEN" {
            continue;
        }
        let mut error = None;
        let count = record.fields.len();
        if !(least..=most).contains(&count) {
            error = Some(format!("expected {most} fields, found {count}"));
        }
        ids.push(Some(&field(id)));
        let position = Position::from_fen(&*field(fen)).map_err(|fault| format!("FEN: {fault}"));
        let played = moves
            .play(position.as_ref().ok(), &field(line_of_moves))
            .map_err(|fault| format!("Moves: {fault}"));
        positions.push(position.as_ref().ok().map(PackedPosition::new));
        error = error.or(position.err()).or(played.err());
        for (i, place) in [rating, deviation, popularity, plays].into_iter().enumerate() {
            let number = field(place).parse().ok();
            if number.is_none() && place.is_some() {
                error.get_or_insert_with(|| format!("{}: not a number", NAMES[3 + i]));
            }
            numbers[i].push(number);
        }
        for (lists, place) in words.iter_mut().zip([themes, openings]) {
            field(place).split_ascii_whitespace().for_each(|word| lists.items.push(Some(word)));
            lists.ends.push(lists.items.validity().len() as i32);
        }
        urls.push(Some(&*field(url)).filter(|url| !url.is_empty()));
        errors.push(error.as_deref());
    }
    let count = errors.validity().len();
    let [rating, deviation, popularity, plays] = numbers.map(Array::Int32);
    let [themes, openings] = words.map(|lists| lists.into_array(Array::Utf8));
    let (ids, positions, moves) =
        (Array::Utf8(ids), Array::Packed(positions), moves.into_array(Array::UInt16));
    let (urls, errors) = (Array::Utf8(urls), Array::Utf8(errors));
    (vec![ids, positions, moves, rating, deviation, popularity, plays, themes, openings, urls, errors], count)
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
pub(super) fn evals(text: &[u8], lines_before: u64) -> (Vec<Array>, usize) {
    let (mut numbers, mut knodes) = <(Primitive<i64>, Primitive<i64>)>::default();
    let [mut evals, mut pvs, mut depths, mut scores] = <[Primitive<i32>; 4]>::default();
    let (mut mates, mut moves) = (Primitive::<i16>::default(), Lists::<Primitive<u16>>::default());
    let (mut positions, mut errors) = (Packed::default(), Texts::default());
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
        let mut push = |eval: Option<(i32, &Eval<'_>)>, pv: Option<(i32, &Pv<'_>)>| {
            numbers.push_value(number as i64);
            positions.push(position.as_ref().ok().map(PackedPosition::new));
            evals.push(eval.map(|(i, _)| i));
            pvs.push(pv.map(|(i, _)| i));
            depths.push(eval.and_then(|(_, eval)| eval.depth));
            knodes.push(eval.and_then(|(_, eval)| eval.knodes));
            scores.push(pv.and_then(|(_, pv)| pv.cp));
            mates.push(pv.and_then(|(_, pv)| pv.mate));
            let played = moves.play(position.as_ref().ok(), pv.map_or("", |(_, pv)| &pv.line));
            let fault = played.err().map(|fault| format!("line: {fault}"));
            errors.push(position.as_ref().err().or(fault.as_ref()).map(String::as_str));
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
    let count = errors.validity().len();
    let [evals, pvs, depths, scores] = [evals, pvs, depths, scores].map(Array::Int32);
    let [numbers, knodes] = [numbers, knodes].map(Array::Int64);
    let (positions, mates, moves) =
        (Array::Packed(positions), Array::Int16(mates), moves.into_array(Array::UInt16));
    (vec![numbers, positions, evals, pvs, depths, knodes, scores, mates, moves, Array::Utf8(errors)], count)
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

/// Lists in the making: their items, and the number of items at the end of each.
#[derive(Default)]
struct Lists<T> {
    items: T,
    ends: Vec<i32>,
}

impl<T> Lists<T> {
    fn into_array(self, array: impl FnOnce(T) -> Array) -> Array {
        Array::List(List::new(Arc::new(once(0).chain(self.ends).collect()), array(self.items)))
    }
}

impl Lists<Primitive<u16>> {
    /// Adds the list of the moves of a line in UCI notation, which is empty without a position.
    ///
    /// # Errors
    /// The list ends before a word that is not a legal move, such as the null move.
    fn play(&mut self, position: Option<&Position>, line: &str) -> Result<(), UciError> {
        let played = position.copied().map_or(Ok(()), |mut position| {
            line.split_ascii_whitespace().try_for_each(|word| {
                let mv = read_uci(&position, word)?;
                IllegalMove::find(&position, mv).map_or(Ok(()), Err)?;
                self.items.push_value(mv.raw());
                position.play(mv);
                Ok(())
            })
        });
        self.ends.push(self.items.values().len() as i32);
        played
    }
}
