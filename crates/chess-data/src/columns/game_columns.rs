use std::fmt::Write;

use chess_notation::PackedPosition;
use chess_notation::pgn::{GameError, GameResult, Place};
use chess_types::Color;

use super::array::{Array, Packed, Primitive, Texts};
use super::choice::Column;
use super::move_columns::MAX_ITEMS;
use crate::tag_slots::TagSlots;
use crate::values::{elo, pgn_date, pgn_time};

/// What a row has besides tags.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameRow<'a> {
    pub(super) file: &'a str,
    pub(super) game: u64,
    pub(super) place: Place,
    pub(super) result: GameResult,
    pub(super) variant: Option<&'static str>,
    pub(super) start: Option<PackedPosition>,
    pub(super) plies: u32,
    pub(super) fault: Option<Fault>,
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
            _ => return None,
        })
    }

    /// Adds a row.
    #[inline]
    pub(super) fn push(&mut self, row: &GameRow<'_>, tags: &TagSlots) {
        match self {
            Self::File(array) => array.push(Some(row.file)),
            Self::Game(array) => array.push_value(row.game as i64),
            Self::Line(array) => array.push_value(row.place.line as i64),
            Self::Offset(array) => array.push_value(row.place.offset as i64),
            Self::Known(slot, array) => array.push(tags.known(*slot)),
            Self::Tag(slot, array) => array.push(tags.get(*slot)),
            Self::Elo(slot, array) => array.push(tags.get(*slot).and_then(elo).map(i32::from)),
            Self::Date(utc, date, array) => {
                let utc = tags.get(*utc).and_then(pgn_date);
                array.push(utc.or_else(|| tags.get(*date).and_then(pgn_date)));
            }
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
            Self::Error(array) => match row.fault {
                Some(fault) => array.push_with(|text| fault.kind.write(text)),
                None => array.push(None),
            },
            Self::ErrorLine(array) => array.push(row.fault.map(|fault| fault.place.line as i64)),
            Self::ErrorOffset(array) => array.push(row.fault.map(|fault| fault.place.offset as i64)),
        }
    }

    pub(super) fn into_array(self) -> Array {
        match self {
            Self::File(array)
            | Self::Known(_, array)
            | Self::Tag(_, array)
            | Self::Variant(array)
            | Self::Error(array) => Array::Utf8(array),
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

impl FaultKind {
    fn write(self, text: &mut String) {
        // A string can be written to.
        let _ = match self {
            Self::Game(error) => write!(text, "{}: {}", error.token, error.rule),
            Self::TooManyMoves => write!(text, "the game has more than {MAX_ITEMS} moves and glyphs"),
        };
    }
}
