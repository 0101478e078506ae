//! Columns that grow by a game or by a move at a time.

use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use chess_board::Position;
use chess_notation::pgn::{GameError, GameResult, Place, Score};
use chess_notation::{PackedPosition, San};
use chess_types::{Color, Move};

use super::array::{Array, List, Packed, Primitive};
use super::choice::Column;
use super::texts::Texts;
use crate::scores::Notes;
use crate::tags::{AllTags, TagSlots, pgn_time};

/// The columns of a row other than tags.
#[derive(Clone, Debug)]
pub(super) struct GameRow<'a> {
    pub(super) file: &'a str,
    pub(super) game: u64,
    pub(super) place: Place,
    pub(super) result: GameResult,
    pub(super) variant: Option<&'static str>,
    pub(super) start: Option<PackedPosition>,
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

/// The rule that a game breaks, with its place in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) kind: FaultKind,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum FaultKind {
    Game(GameError),
    TooManyMoves,
}

/// A column with one value a game. Numbers are slots of tags.
#[derive(Debug)]
pub(super) enum GameColumn {
    File(Texts),
    Game(Primitive<i64>),
    Line(Primitive<i64>),
    Offset(Primitive<i64>),
    Known(usize, Texts),
    Tag(usize, Texts),
    Elo(usize, Primitive<i32>),
    /// `UTCDate` and `Date`
    Date(usize, usize, Primitive<i32>),
    Time(usize, Primitive<i32>),
    Result(Primitive<i8>),
    Variant(Texts),
    Start(Packed),
    Plies(Primitive<i32>),
    Error(Texts),
    ErrorLine(Primitive<i64>),
    ErrorOffset(Primitive<i64>),
    /// With the offsets of the lists.
    Errors(Vec<i32>, Texts),
    Tags(Vec<i32>, Texts, Texts),
    Comment(Texts),
    Tree(Vec<i32>, Primitive<u16>),
    Parents(Vec<i32>, Primitive<i32>),
}

impl GameColumn {
    /// A column without values; `None` if it is a column of moves.
    pub(super) fn new(column: &Column, slots: &mut TagSlots) -> Option<Self> {
        Some(match column {
            Column::File => Self::File(Texts::default()),
            Column::Game => Self::Game(Primitive::default()),
            Column::Line => Self::Line(Primitive::default()),
            Column::Offset => Self::Offset(Primitive::default()),
            Column::Known(name) => Self::Known(slots.slot(name), Texts::default()),
            Column::Tag(name) => Self::Tag(slots.slot(name), Texts::default()),
            Column::Elo(Color::White) => Self::Elo(slots.slot("WhiteElo"), Primitive::default()),
            Column::Elo(Color::Black) => Self::Elo(slots.slot("BlackElo"), Primitive::default()),
            Column::Date => Self::Date(slots.slot("UTCDate"), slots.slot("Date"), Primitive::default()),
            Column::Time => Self::Time(slots.slot("UTCTime"), Primitive::default()),
            Column::Result => Self::Result(Primitive::default()),
            Column::Variant => Self::Variant(Texts::default()),
            Column::Start => Self::Start(Packed::default()),
            Column::Plies => Self::Plies(Primitive::default()),
            Column::Error => Self::Error(Texts::default()),
            Column::ErrorLine => Self::ErrorLine(Primitive::default()),
            Column::ErrorOffset => Self::ErrorOffset(Primitive::default()),
            Column::Errors => Self::Errors(vec![0], Texts::default()),
            Column::Tags => Self::Tags(vec![0], Texts::default(), Texts::default()),
            Column::Comment => Self::Comment(Texts::default()),
            Column::Tree => Self::Tree(vec![0], Primitive::default()),
            Column::Parents => Self::Parents(vec![0], Primitive::default()),
            _ => return None,
        })
    }

    /// Adds a row.
    #[inline]
    pub(super) fn push(&mut self, row: &GameRow<'_>, tags: &TagSlots) {
        let fault = row.faults.first();
        let text = |place: &Range<usize>| row.text.get(place.clone());
        match self {
            Self::File(array) => array.push(Some(row.file)),
            Self::Game(array) => array.push_value(row.game as i64),
            Self::Line(array) => array.push_value(row.place.line as i64),
            Self::Offset(array) => array.push_value(row.place.offset as i64),
            Self::Known(slot, array) => array.push(tags.known(*slot)),
            Self::Tag(slot, array) => array.push(tags.get(*slot)),
            Self::Elo(slot, array) => array.push(tags.rating(*slot).map(i32::from)),
            Self::Date(utc, date, array) => array.push(tags.date(*utc, *date)),
            Self::Time(slot, array) => array.push(tags.get(*slot).and_then(pgn_time).map(|time| time as i32)),
            Self::Result(array) => array.push(match row.result {
                GameResult::WhiteWins => Some(1),
                GameResult::BlackWins => Some(-1),
                GameResult::Draw => Some(0),
                GameResult::Unknown => None,
            }),
            Self::Variant(array) => array.push(row.variant),
            Self::Start(array) => array.push(row.start),
            Self::Plies(array) => array.push_value(row.plies as i32),
            Self::Error(array) => match fault {
                Some(fault) => array.push_with(|text| fault.kind.write(text)),
                None => array.push(None),
            },
            Self::ErrorLine(array) => array.push(fault.map(|fault| fault.place.line as i64)),
            Self::ErrorOffset(array) => array.push(fault.map(|fault| fault.place.offset as i64)),
            Self::Errors(offsets, array) => {
                row.faults.iter().for_each(|fault| array.push_with(|text| fault.kind.write(text)));
                end_list(offsets, row.faults.len());
            }
            Self::Tags(offsets, names, values) => {
                let mut len = 0;
                for (name, value) in row.all_tags.last() {
                    names.push(Some(name));
                    values.push(Some(value));
                    len += 1;
                }
                end_list(offsets, len);
            }
            Self::Tree(offsets, array) => {
                row.tree.iter().for_each(|(mv, _)| array.push_value(mv.raw()));
                end_list(offsets, row.tree.len());
            }
            Self::Parents(offsets, array) => {
                row.tree.iter().for_each(|&(_, parent)| array.push_value(parent));
                end_list(offsets, row.tree.len());
            }
            Self::Comment(array) => array.push(text(&row.comment).filter(|text| !text.is_empty())),
        }
    }

    pub(super) fn into_array(self) -> Array {
        let list = |offsets, items| Array::List(List::new(Arc::new(offsets), items));
        match self {
            Self::File(array)
            | Self::Known(_, array)
            | Self::Tag(_, array)
            | Self::Variant(array)
            | Self::Error(array)
            | Self::Comment(array) => Array::Utf8(array),
            Self::Errors(offsets, array) => list(offsets, Array::Utf8(array)),
            Self::Tags(offsets, names, values) => list(offsets, Array::Entries(names, values)),
            Self::Tree(offsets, array) => list(offsets, Array::UInt16(array)),
            Self::Parents(offsets, array) => list(offsets, Array::Int32(array)),
            Self::Game(array)
            | Self::Line(array)
            | Self::Offset(array)
            | Self::ErrorLine(array)
            | Self::ErrorOffset(array) => Array::Int64(array),
            Self::Date(_, _, array) => Array::Date32(array),
            Self::Elo(_, array) | Self::Time(_, array) | Self::Plies(array) => Array::Int32(array),
            Self::Result(array) => Array::Int8(array),
            Self::Start(array) => Array::Packed(array),
        }
    }
}

/// Ends a list of this number of items.
fn end_list(offsets: &mut Vec<i32>, len: usize) {
    offsets.push(offsets.last().unwrap_or(&0) + len as i32);
}

impl FaultKind {
    fn write(self, text: &mut String) {
        // A string can be written to.
        let _ = match self {
            Self::Game(error) => write!(text, "{}: {}", error.token, error.rule),
            Self::TooManyMoves => write!(text, "the game has more than {MAX_ITEMS} moves and glyphs"),
        };
    }
}

/// The most moves and glyphs of a game together. With it, the lists of one game never overflow 32-bit offsets.
pub(super) const MAX_ITEMS: u32 = 1 << 24;

/// A move of the main line with all data for columns and filters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'a> {
    pub(super) mv: Move,
    /// Number of moves before it.
    pub(super) ply: u32,
    /// The position before it, if a column or the filter needs it.
    pub(super) before: &'a Position,
    pub(super) notes: &'a Notes,
    /// The score, if a column needs it.
    pub(super) score: Option<Score>,
    /// The scores of the positions before and after it, if a column needs them.
    pub(super) score_before: Option<Score>,
    pub(super) score_after: Option<Score>,
    /// The comments after it, if a column needs them.
    pub(super) comment: &'a str,
    pub(super) nags: &'a [u8],
    /// True if castling is written as the king taking its rook.
    pub(super) is_chess960: bool,
}

impl<'a> Element<'a> {
    /// A move without data of comments.
    pub(super) const fn of_move(mv: Move, ply: u32, before: &'a Position, is_chess960: bool) -> Self {
        let (notes, score) = (&Notes::NONE, None);
        let (score_before, score_after) = (None, None);
        Self { mv, ply, before, notes, score, score_before, score_after, comment: "", nags: &[], is_chess960 }
    }
}

/// The columns with one value a move: their items, and the offsets that they share.
#[derive(Debug)]
pub(super) struct MoveColumns {
    pub(super) columns: Vec<MoveColumn>,
    offsets: Vec<i32>,
    items: usize,
    /// About the number of bytes by which an element makes the largest buffer grow, without its glyphs.
    width: usize,
}

/// The items of a column.
#[derive(Debug)]
pub(super) enum MoveColumn {
    Moves(Primitive<u16>),
    Ply(Primitive<i32>),
    Positions(Packed),
    Fens(Texts),
    Keys(Primitive<u64>),
    San(Texts),
    Uci(Texts),
    Clocks(Primitive<i64>),
    Elapsed(Primitive<i64>),
    Evals(Primitive<i32>),
    Mates(Primitive<i16>),
    Depths(Primitive<i32>),
    EvalBefore(Primitive<i32>),
    EvalAfter(Primitive<i32>),
    MateBefore(Primitive<i16>),
    MateAfter(Primitive<i16>),
    Comments(Texts),
    /// The glyphs, with the offsets of the lists of each move.
    Nags(Vec<i32>, Primitive<u8>),
}

impl MoveColumns {
    pub(super) fn new<'a>(columns: impl IntoIterator<Item = &'a Column>) -> Self {
        let columns: Vec<MoveColumn> = columns.into_iter().filter_map(MoveColumn::new).collect();
        let width = |column: &MoveColumn| match column {
            // Twice the length of a FEN, so that a game of the most moves fits after the others.
            MoveColumn::Fens(_) => 180,
            MoveColumn::Positions(_) => PackedPosition::SIZE,
            _ => 8,
        };
        let width = columns.iter().map(width).max().unwrap_or(8);
        Self { columns, offsets: vec![0], items: 0, width }
    }

    /// Adds an element to the lists of the current row. Returns about the number of bytes by which the largest buffer grows.
    // Not called twice in one instance: a call costs 3 % of the instructions of reading `evals`.
    #[inline(always)]
    pub(super) fn push(&mut self, element: &Element<'_>) -> usize {
        self.items += 1;
        for column in &mut self.columns {
            column.push(element);
        }
        self.width + element.nags.len()
    }

    /// Adds a move. The only column is `moves`, or there is none.
    #[inline]
    pub(super) fn push_word(&mut self, mv: Move) {
        self.items += 1;
        if let [MoveColumn::Moves(array)] = &mut *self.columns {
            array.push_value(mv.raw());
        }
    }

    /// Ends the lists of a row.
    pub(super) fn end_row(&mut self) {
        self.offsets.push(self.items as i32);
    }

    /// The columns as lists, which share their offsets.
    pub(super) fn into_arrays(self) -> impl Iterator<Item = Array> {
        let offsets = Arc::new(self.offsets);
        self.columns
            .into_iter()
            .map(move |column| Array::List(List::new(Arc::clone(&offsets), column.into_items())))
    }
}

impl MoveColumn {
    /// Tests whether the column has one value a move.
    pub(super) fn is_for(column: &Column) -> bool {
        Self::new(column).is_some()
    }

    fn new(column: &Column) -> Option<Self> {
        Some(match column {
            Column::Moves => Self::Moves(Primitive::default()),
            Column::Ply => Self::Ply(Primitive::default()),
            Column::Positions => Self::Positions(Packed::default()),
            Column::Fens => Self::Fens(Texts::default()),
            Column::Keys => Self::Keys(Primitive::default()),
            Column::San => Self::San(Texts::default()),
            Column::Uci => Self::Uci(Texts::default()),
            Column::Clocks => Self::Clocks(Primitive::default()),
            Column::Elapsed => Self::Elapsed(Primitive::default()),
            Column::Evals => Self::Evals(Primitive::default()),
            Column::Mates => Self::Mates(Primitive::default()),
            Column::Depths => Self::Depths(Primitive::default()),
            Column::EvalBefore => Self::EvalBefore(Primitive::default()),
            Column::EvalAfter => Self::EvalAfter(Primitive::default()),
            Column::MateBefore => Self::MateBefore(Primitive::default()),
            Column::MateAfter => Self::MateAfter(Primitive::default()),
            Column::Comments => Self::Comments(Texts::default()),
            Column::Nags => Self::Nags(vec![0], Primitive::default()),
            _ => return None,
        })
    }

    /// Tests whether the column needs the position before the move.
    pub(super) const fn needs_position(&self) -> bool {
        matches!(self, Self::Positions(_) | Self::Fens(_) | Self::Keys(_) | Self::San(_))
    }

    /// Tests whether the column needs scores.
    pub(super) const fn needs_scores(&self) -> bool {
        matches!(self, Self::Evals(_) | Self::Mates(_)) || self.needs_position_scores()
    }

    /// Tests whether the column needs the scores of positions.
    pub(super) const fn needs_position_scores(&self) -> bool {
        matches!(self, Self::EvalBefore(_) | Self::EvalAfter(_) | Self::MateBefore(_) | Self::MateAfter(_))
    }

    /// Tests whether the column needs comments.
    pub(super) const fn needs_notes(&self) -> bool {
        self.needs_scores() || matches!(self, Self::Clocks(_) | Self::Elapsed(_) | Self::Depths(_))
    }

    #[inline]
    fn push(&mut self, element: &Element<'_>) {
        let Element { mv, ply, before, notes, score, comment, nags, is_chess960, .. } = *element;
        let mate = |score: Option<Score>| {
            let moves = score.and_then(Score::mate).map(|moves| moves as i16);
            fitting(moves, &[i16::MIN, i16::MAX])
        };
        match self {
            Self::Moves(array) => array.push_value(mv.raw()),
            Self::Ply(array) => array.push_value(ply as i32),
            Self::Positions(array) => array.push(Some(PackedPosition::new(before))),
            Self::Fens(array) => array.push_with(|text| {
                // A string can be written to.
                let _ = write!(text, "{before}");
            }),
            Self::Keys(array) => array.push_value(before.key()),
            Self::San(array) => array.push(Some(San::new(before, mv).as_str())),
            Self::Uci(array) => array.push_with(|text| {
                // A string can be written to.
                let _ = write!(text, "{}", if is_chess960 { mv.uci960() } else { mv.uci() });
            }),
            Self::Clocks(array) => array.push(fitting(notes.clock(), &[u32::MAX]).map(i64::from)),
            Self::Elapsed(array) => array.push(fitting(notes.elapsed(), &[u32::MAX]).map(i64::from)),
            Self::Evals(array) => array.push(score.and_then(Score::centipawns)),
            Self::Mates(array) => array.push(mate(score)),
            Self::EvalBefore(array) => array.push(element.score_before.and_then(Score::centipawns)),
            Self::EvalAfter(array) => array.push(element.score_after.and_then(Score::centipawns)),
            Self::MateBefore(array) => array.push(mate(element.score_before)),
            Self::MateAfter(array) => array.push(mate(element.score_after)),
            Self::Comments(array) => array.push(Some(comment).filter(|comment| !comment.is_empty())),
            Self::Depths(array) => array.push(fitting(notes.depth(), &[u16::MAX]).map(i32::from)),
            Self::Nags(offsets, array) => {
                for &nag in nags {
                    array.push_value(nag);
                }
                offsets.push(array.values().len() as i32);
            }
        }
    }

    fn into_items(self) -> Array {
        match self {
            Self::Moves(array) => Array::UInt16(array),
            Self::Ply(array)
            | Self::Evals(array)
            | Self::Depths(array)
            | Self::EvalBefore(array)
            | Self::EvalAfter(array) => Array::Int32(array),
            Self::Positions(array) => Array::Packed(array),
            Self::Keys(array) => Array::UInt64(array),
            Self::Fens(array) | Self::San(array) | Self::Uci(array) | Self::Comments(array) => {
                Array::Utf8(array)
            }
            Self::Clocks(array) | Self::Elapsed(array) => Array::Int64(array),
            Self::Mates(array) | Self::MateBefore(array) | Self::MateAfter(array) => Array::Int16(array),
            Self::Nags(offsets, array) => Array::List(List::new(Arc::new(offsets), Array::UInt8(array))),
        }
    }
}

/// Returns a number of notes; `None` for a limit, since the notes clamp greater numbers to it.
fn fitting<T: PartialEq>(number: Option<T>, limits: &[T]) -> Option<T> {
    number.filter(|number| !limits.contains(number))
}
