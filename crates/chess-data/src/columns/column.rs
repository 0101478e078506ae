//! Columns that grow by a game or by a move at a time.

use std::fmt::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, Date32Builder, FixedSizeBinaryBuilder, Float64Builder, Int8Builder, Int16Builder,
    Int32Builder, Int64Builder, ListBuilder, StringBuilder, UInt8Builder, UInt16Builder, UInt64Builder,
};
use arrow_array::{ArrayRef, BinaryArray, ListArray, UInt16Array};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, FieldRef};
use chess_board::Position;
use chess_notation::pgn::{GameError, GameResult, Place, Score};
use chess_notation::{PackedPosition, San};
use chess_types::{Color, Move};

use super::choice::Column;
use super::game::{Element, MAX_ITEMS};
use super::tag_maps::TagMaps;
use crate::ending::{speed, times};
use crate::tags::{AllTags, TagSlots, pgn_time};

/// The values of a row.
#[derive(Clone, Debug)]
pub(super) struct GameRow<'a> {
    pub(super) tags: &'a TagSlots,
    pub(super) file: &'a str,
    pub(super) game: u64,
    pub(super) place: Place,
    pub(super) result: GameResult,
    pub(super) variant: Option<&'static str>,
    pub(super) start: Option<PackedPosition>,
    /// The position after the last legal move.
    pub(super) last: Option<&'a Position>,
    pub(super) end: Option<&'static str>,
    pub(super) plies: u32,
    /// The rules that the game breaks.
    pub(super) faults: &'a [Fault],
    pub(super) text: &'a str,
    /// The place in the text of the comments before the first move.
    pub(super) comment: Range<usize>,
    pub(super) all_tags: &'a AllTags,
    /// The moves with those of variations, and the index of the move before each.
    pub(super) tree: &'a [(Move, i32)],
}

impl GameRow<'_> {
    /// The first fault of the game, not of a variation.
    fn fault(&self) -> Option<&Fault> {
        self.faults.iter().find(|fault| !fault.is_of_variation)
    }
}

/// The rule that a game breaks, with its place in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) kind: FaultKind,
    /// True if it costs a variation only.
    pub(super) is_of_variation: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum FaultKind {
    Game(GameError),
    TooManyMoves,
}

/// A column with one value a game, with the slots of its tags and how to read it from a row.
#[derive(Debug)]
pub(super) enum GameColumn {
    Text(TextOf, usize, StringBuilder),
    Long(LongOf, Int64Builder),
    Int(IntOf, usize, Int32Builder),
    /// `UTCDate` and `Date`
    Date(usize, usize, Date32Builder),
    Result(Int8Builder),
    Packed(fn(&GameRow<'_>) -> Option<PackedPosition>, FixedSizeBinaryBuilder),
    Fen(StringBuilder),
    Double(DoubleOf, usize, Float64Builder),
    Error(StringBuilder),
    Errors(ListBuilder<StringBuilder>),
    Tags(TagMaps),
    Tree(ListBuilder<UInt16Builder>),
    Parents(ListBuilder<Int32Builder>),
}

type TextOf = for<'a> fn(&GameRow<'a>, usize) -> Option<&'a str>;
type LongOf = fn(&GameRow<'_>) -> Option<i64>;
type IntOf = fn(&GameRow<'_>, usize) -> Option<i32>;
type DoubleOf = fn(&str) -> Option<f64>;

impl GameColumn {
    /// A column without values; `None` if it is a column of moves.
    pub(super) fn new(column: &Column, slots: &mut TagSlots) -> Option<Self> {
        let text = |of: TextOf, slot| Self::Text(of, slot, StringBuilder::new());
        let long = |of: LongOf| Self::Long(of, Int64Builder::new());
        let int = |of: IntOf, slot| Self::Int(of, slot, Int32Builder::new());
        let packed = |of| Self::Packed(of, FixedSizeBinaryBuilder::new(PackedPosition::SIZE as i32));
        let rating: IntOf = |row, slot| row.tags.rating(slot).map(i32::from);
        let mut double = |of| Self::Double(of, slots.slot("TimeControl"), Float64Builder::new());
        Some(match column {
            Column::TimeBase => double(|tag| Some(times(tag)?.0)),
            Column::TimeIncrement => double(|tag| Some(times(tag)?.1)),
            Column::File => text(|row, _| Some(row.file), 0),
            Column::Game => long(|row| Some(row.game as i64)),
            Column::Line => long(|row| Some(row.place.line as i64)),
            Column::Offset => long(|row| Some(row.place.offset as i64)),
            Column::Known(name) => text(|row, slot| row.tags.known(slot), slots.slot(name)),
            Column::Tag(name) => text(|row, slot| row.tags.get(slot), slots.slot(name)),
            Column::Elo(Color::White) => int(rating, slots.slot("WhiteElo")),
            Column::Elo(Color::Black) => int(rating, slots.slot("BlackElo")),
            Column::Date => Self::Date(slots.slot("UTCDate"), slots.slot("Date"), Date32Builder::new()),
            Column::Time => {
                int(|row, slot| Some(pgn_time(row.tags.get(slot)?)? as i32), slots.slot("UTCTime"))
            }
            Column::Result => Self::Result(Int8Builder::new()),
            Column::Variant => text(|row, _| row.variant, 0),
            Column::Start => packed(|row| row.start),
            Column::FinalPosition => packed(|row| row.last.map(PackedPosition::new)),
            Column::FinalFen => Self::Fen(StringBuilder::new()),
            Column::End => text(|row, _| row.end, 0),
            Column::Speed => text(|row, slot| speed(row.tags.get(slot)?), slots.slot("TimeControl")),
            Column::Plies => int(|row, _| Some(row.plies as i32), 0),
            Column::Error => Self::Error(StringBuilder::new()),
            Column::ErrorLine => long(|row| Some(row.fault()?.place.line as i64)),
            Column::ErrorOffset => long(|row| Some(row.fault()?.place.offset as i64)),
            Column::Errors => Self::Errors(list(column.field().data_type())),
            Column::Tags => Self::Tags(TagMaps::default()),
            Column::Comment => {
                text(|row, _| row.text.get(row.comment.clone()).filter(|text| !text.is_empty()), 0)
            }
            Column::Tree => Self::Tree(list(column.field().data_type())),
            Column::Parents => Self::Parents(list(column.field().data_type())),
            _ => return None,
        })
    }

    /// Adds a row.
    #[inline]
    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        match self {
            Self::Text(of, slot, array) => array.append_option(of(row, *slot)),
            Self::Long(of, array) => array.append_option(of(row)),
            Self::Int(of, slot, array) => array.append_option(of(row, *slot)),
            Self::Date(utc, date, array) => array.append_option(row.tags.date(*utc, *date)),
            Self::Result(array) => array.append_option(match row.result {
                GameResult::WhiteWins => Some(1),
                GameResult::BlackWins => Some(-1),
                GameResult::Draw => Some(0),
                GameResult::Unknown => None,
            }),
            Self::Fen(array) => match row.last {
                Some(position) => append(array, |text| write!(text, "{position}")),
                None => array.append_null(),
            },
            Self::Double(of, slot, array) => array.append_option(row.tags.get(*slot).and_then(of)),
            Self::Packed(of, array) => match of(row) {
                // The size is the builder's.
                Some(position) => _ = array.append_value(position.to_bytes()),
                None => array.append_null(),
            },
            Self::Error(array) => match row.fault() {
                Some(fault) => fault.kind.write(array),
                None => array.append_null(),
            },
            Self::Errors(lists) => {
                row.faults.iter().for_each(|fault| fault.kind.write(lists.values()));
                lists.append(true);
            }
            Self::Tags(maps) => maps.push(row.all_tags),
            Self::Tree(lists) => {
                lists.values().extend(row.tree.iter().map(|(mv, _)| Some(mv.raw())));
                lists.append(true);
            }
            Self::Parents(lists) => {
                lists.values().extend(row.tree.iter().map(|&(_, parent)| Some(parent)));
                lists.append(true);
            }
        }
    }

    /// Adds a null.
    pub(super) fn push_null(&mut self) {
        match self {
            Self::Text(_, _, array) | Self::Error(array) | Self::Fen(array) => array.append_null(),
            Self::Double(_, _, array) => array.append_null(),
            Self::Long(_, array) => array.append_null(),
            Self::Int(_, _, array) => array.append_null(),
            Self::Date(_, _, array) => array.append_null(),
            Self::Result(array) => array.append_null(),
            Self::Packed(_, array) => array.append_null(),
            Self::Errors(array) => array.append(false),
            Self::Tags(maps) => maps.push_null(),
            Self::Tree(array) => array.append(false),
            Self::Parents(array) => array.append(false),
        }
    }

    /// The values, which are removed.
    pub(super) fn finish(&mut self) -> ArrayRef {
        let builder: &mut dyn ArrayBuilder = match self {
            Self::Text(_, _, array) | Self::Error(array) | Self::Fen(array) => array,
            Self::Double(_, _, array) => array,
            Self::Long(_, array) => array,
            Self::Int(_, _, array) => array,
            Self::Date(_, _, array) => array,
            Self::Result(array) => array,
            Self::Packed(_, array) => array,
            Self::Errors(array) => array,
            Self::Tags(maps) => return maps.finish(),
            Self::Tree(array) => array,
            Self::Parents(array) => array,
        };
        builder.finish()
    }
}

/// The items of lists of this type.
fn item_of(lists: &DataType) -> Option<&FieldRef> {
    match lists {
        DataType::List(item) => Some(item),
        _ => None,
    }
}

fn list<B: ArrayBuilder + Default>(lists: &DataType) -> ListBuilder<B> {
    let builder = ListBuilder::new(B::default());
    match item_of(lists) {
        Some(item) => builder.with_field(FieldRef::clone(item)),
        None => builder,
    }
}

impl FaultKind {
    fn write(self, texts: &mut StringBuilder) {
        append(texts, |text| match self {
            Self::Game(error) => write!(text, "{}: {}", error.token, error.rule),
            Self::TooManyMoves => write!(text, "the game has more than {MAX_ITEMS} moves and glyphs"),
        });
    }
}

/// The columns with one value a move: their items, and the offsets that they share.
#[derive(Debug)]
pub(super) struct MoveColumns {
    pub(super) columns: Vec<MoveColumn>,
    /// Those of what comments and glyphs tell, if they are apart.
    notes: Vec<MoveColumn>,
    /// The fields of the items of all, and whether each column is among the notes.
    fields: Vec<(FieldRef, bool)>,
    offsets: Vec<i32>,
    /// Which rows have lists.
    validity: NullBufferBuilder,
    items: usize,
    /// About the number of bytes by which an element makes the largest buffer grow, without its glyphs.
    width: usize,
}

/// The items of a column, with how to read one from an element.
#[derive(Debug)]
pub(super) enum MoveColumn {
    /// Without nulls: a builder takes twice the instructions.
    Moves(Vec<u16>),
    Short(NumberOf<i16>, Int16Builder),
    Int(NumberOf<i32>, Int32Builder),
    Long(NumberOf<i64>, Int64Builder),
    Text(WriteOf, StringBuilder),
    /// The bytes of all, which are as many for each.
    Positions(Vec<u8>),
    Keys(UInt64Builder),
    Nags(ListBuilder<UInt8Builder>),
}

type NumberOf<T> = fn(&Element<'_>) -> Option<T>;
type WriteOf = fn(&Element<'_>, &mut StringBuilder);

impl MoveColumns {
    /// The columns of moves among all. With `is_split`, those of what comments and glyphs tell are apart.
    pub(super) fn new(all: &[Column], is_split: bool) -> Self {
        let (mut columns, mut notes, mut fields) = (Vec::new(), Vec::new(), Vec::new());
        for column in all {
            let (Some(new), field) = (MoveColumn::new(column), column.field()) else { continue };
            let Some(item) = item_of(field.data_type()) else { continue };
            let is_apart = is_split && column.is_of_notes();
            fields.push((FieldRef::clone(item), is_apart));
            if is_apart { notes.push(new) } else { columns.push(new) }
        }
        let width = |column: &Column| match column {
            // Twice the length of a FEN, so that a game of the most moves fits after the others.
            Column::Fens => 180,
            Column::Positions => PackedPosition::SIZE,
            _ => 8,
        };
        let width = all.iter().map(width).max().unwrap_or(8);
        Self {
            columns,
            notes,
            fields,
            offsets: vec![0],
            validity: NullBufferBuilder::new(0),
            items: 0,
            width,
        }
    }

    /// Adds an element to the lists of the current row. Returns about the number of bytes by which the largest buffer grows.
    // Not called twice in one instance: a call costs 3 % of the instructions of reading `evals`.
    #[inline(always)]
    pub(super) fn push(&mut self, element: &Element<'_>) -> usize {
        self.items += 1;
        for column in &mut self.columns {
            column.push(element);
        }
        self.width + element.told.nags.len()
    }

    /// Adds what comments and glyphs tell about an element that has been [pushed](Self::push).
    #[inline]
    pub(super) fn push_notes(&mut self, element: &Element<'_>) -> usize {
        for column in &mut self.notes {
            column.push(element);
        }
        element.told.nags.len()
    }

    /// Adds that comments and glyphs tell nothing about so many elements.
    pub(super) fn push_nothing(&mut self, count: usize) {
        for column in self.notes.iter_mut().filter(|_| count > 0) {
            column.push_nothing(count);
        }
    }

    /// Adds a move. The only column is `moves`, or there is none.
    #[inline]
    pub(super) fn push_word(&mut self, mv: Move) {
        self.items += 1;
        if let [MoveColumn::Moves(words)] = &mut *self.columns {
            words.push(mv.raw());
        }
    }

    /// Ends the lists of a row.
    pub(super) fn end_row(&mut self) {
        self.offsets.push(self.items as i32);
        self.validity.append_non_null();
    }

    /// Ends a row whose lists are null.
    pub(super) fn end_null(&mut self) {
        self.offsets.push(self.items as i32);
        self.validity.append_null();
    }

    /// The columns as lists, which share their offsets. They are removed.
    pub(super) fn finish(&mut self) -> impl Iterator<Item = ArrayRef> {
        let offsets = OffsetBuffer::new(std::mem::replace(&mut self.offsets, vec![0]).into());
        let nulls = self.validity.finish();
        self.items = 0;
        let (mut columns, mut notes) = (self.columns.iter_mut(), self.notes.iter_mut());
        self.fields.iter().filter_map(move |(item, is_apart)| -> Option<ArrayRef> {
            let items = if *is_apart { notes.next()? } else { columns.next()? }.finish();
            Some(Arc::new(ListArray::new(FieldRef::clone(item), offsets.clone(), items, nulls.clone())))
        })
    }
}

impl MoveColumn {
    /// Tests whether the column has one value a move.
    pub(super) fn is_for(column: &Column) -> bool {
        Self::new(column).is_some()
    }

    fn new(column: &Column) -> Option<Self> {
        let short = |of: NumberOf<i16>| Self::Short(of, Int16Builder::new());
        let int = |of: NumberOf<i32>| Self::Int(of, Int32Builder::new());
        let long = |of: NumberOf<i64>| Self::Long(of, Int64Builder::new());
        let text = |of: WriteOf| Self::Text(of, StringBuilder::new());
        Some(match column {
            Column::Moves => Self::Moves(Vec::new()),
            Column::Ply => int(|of| Some(of.ply as i32)),
            Column::Positions => Self::Positions(Vec::new()),
            Column::Fens => text(|of, texts| append(texts, |text| write!(text, "{}", of.before))),
            Column::Keys => Self::Keys(UInt64Builder::new()),
            Column::San => text(|of, texts| texts.append_value(San::new(of.before, of.mv).as_str())),
            Column::Uci => text(|of, texts| {
                let uci = if of.is_chess960 { of.mv.uci960() } else { of.mv.uci() };
                append(texts, |text| write!(text, "{uci}"));
            }),
            Column::Clocks => long(|of| fitting(of.told.clock, &[u32::MAX]).map(i64::from)),
            Column::Elapsed => long(|of| fitting(of.told.notes.elapsed(), &[u32::MAX]).map(i64::from)),
            Column::Evals => int(|of| of.told.score.and_then(Score::centipawns)),
            Column::Mates => short(|of| mate(of.told.score)),
            Column::Depths => int(|of| fitting(of.told.depth, &[u16::MAX]).map(i32::from)),
            Column::EvalBefore => int(|of| of.told.score_before.and_then(Score::centipawns)),
            Column::EvalAfter => int(|of| of.told.score_after.and_then(Score::centipawns)),
            Column::MateBefore => short(|of| mate(of.told.score_before)),
            Column::MateAfter => short(|of| mate(of.told.score_after)),
            Column::Comments => {
                text(|of, texts| texts.append_option(Some(of.told.comment).filter(|text| !text.is_empty())))
            }
            Column::Nags => Self::Nags(list(item_of(column.field().data_type())?.data_type())),
            _ => return None,
        })
    }

    #[inline]
    fn push(&mut self, element: &Element<'_>) {
        match self {
            Self::Moves(words) => words.push(element.mv.raw()),
            Self::Short(of, array) => array.append_option(of(element)),
            Self::Int(of, array) => array.append_option(of(element)),
            Self::Long(of, array) => array.append_option(of(element)),
            Self::Text(of, array) => of(element, array),
            Self::Positions(bytes) => {
                bytes.extend_from_slice(&PackedPosition::new(element.before).to_bytes());
            }
            Self::Keys(array) => array.append_value(element.before.key()),
            Self::Nags(lists) => {
                lists.values().append_slice(element.told.nags);
                lists.append(true);
            }
        }
    }

    /// Adds elements of which comments and glyphs tell nothing.
    fn push_nothing(&mut self, count: usize) {
        match self {
            Self::Short(_, array) => array.append_nulls(count),
            Self::Int(_, array) => array.append_nulls(count),
            Self::Long(_, array) => array.append_nulls(count),
            Self::Text(_, array) => (0..count).for_each(|_| array.append_null()),
            Self::Nags(lists) => (0..count).for_each(|_| lists.append(true)),
            // They do not depend on comments.
            Self::Moves(_) | Self::Positions(_) | Self::Keys(_) => {}
        }
    }

    fn finish(&mut self) -> ArrayRef {
        let builder: &mut dyn ArrayBuilder = match self {
            Self::Moves(words) => return Arc::new(UInt16Array::from(std::mem::take(words))),
            Self::Short(_, array) => array,
            Self::Int(_, array) => array,
            Self::Long(_, array) => array,
            Self::Text(_, array) => array,
            Self::Positions(bytes) => return Arc::new(packed(std::mem::take(bytes))),
            Self::Keys(array) => array,
            Self::Nags(array) => array,
        };
        builder.finish()
    }
}

/// Packed positions as binary. There are fewer bytes than offsets of 32 bits count.
fn packed(bytes: Vec<u8>) -> BinaryArray {
    let lengths = std::iter::repeat_n(PackedPosition::SIZE, bytes.len() / PackedPosition::SIZE);
    BinaryArray::new(OffsetBuffer::from_lengths(lengths), bytes.into(), None)
}

/// The moves to a mate, as the columns have them.
fn mate(score: Option<Score>) -> Option<i16> {
    let moves = score.and_then(Score::mate).map(|moves| moves as i16);
    fitting(moves, &[i16::MIN, i16::MAX])
}

/// Adds a text that `write` writes.
#[inline]
fn append(texts: &mut StringBuilder, write: impl FnOnce(&mut StringBuilder) -> fmt::Result) {
    // Memory can be written to.
    let _ = write(texts);
    texts.append_value("");
}

/// Returns a number of notes; `None` for a limit, since the notes clamp greater numbers to it.
fn fitting<T: PartialEq>(number: Option<T>, limits: &[T]) -> Option<T> {
    number.filter(|number| !limits.contains(number))
}
