//! Whole numbers as arguments, whose errors say the argument and its range, and sequences.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Returns the number that was read of an argument.
///
/// # Errors
/// `ValueError`: it is out of range, or does not fit in the type.
fn within<T: Display + PartialOrd>(
    object: &Bound<'_, PyAny>,
    read: PyResult<T>,
    name: &str,
    range: RangeInclusive<T>,
) -> PyResult<T> {
    match read {
        Ok(number) if range.contains(&number) => Ok(number),
        Err(error) if !error.is_instance_of::<PyOverflowError>(object.py()) => Err(error),
        _ => Err(PyValueError::new_err(format!(
            "{name}: a whole number from {} to {} is expected, and not {object}",
            range.start(),
            range.end()
        ))),
    }
}

/// Makes a type for each argument, of its name in Python and its range.
macro_rules! arguments {
    ($($kind:ident($number:ty): $name:literal, $range:expr;)*) => {$(
        #[derive(Clone, Copy)]
        pub(crate) struct $kind(pub(crate) $number);

        impl FromPyObject<'_, '_> for $kind {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
                within(&object, object.extract(), $name, $range).map(Self)
            }
        }
    )*};
}

arguments! {
    BatchSize(usize): "batch_size", 1..=usize::MAX;
    Byte(u8): "packed", 0..=u8::MAX;
    Centipawns(i32): "cp", i32::MIN..=i32::MAX;
    Chess960(u16): "scharnagl", 0..=959;
    Count(usize): "count", 0..=usize::MAX;
    Depth(u32): "depth", 0..=u32::MAX;
    Games(u64): "min_games", 1..=u64::MAX;
    Glyph(u8): "nags", 0..=u8::MAX;
    Lines(u32): "multipv", 1..=500;
    Mate(i32): "mate", i32::MIN..=i32::MAX;
    MateMoves(u32): "mate", 1..=1000;
    MovesToGo(u32): "remaining_moves", 1..=1000;
    Nodes(u64): "nodes", 1..=i64::MAX as u64;
    PieceNumber(usize): "piece_type", 1..=6;
    Planes(usize): "planes", 12..=19;
    Plies(u32): "depth", 0..=64;
    SearchDepth(u32): "depth", 1..=1000;
    Threads(usize): "threads", 0..=usize::MAX;
    TreePlies(usize): "depth", 0..=usize::MAX;
    Width(u32): "size", 0..=u32::MAX;
    Word(u16): "word", 0..=u16::MAX;
}

/// The longest time that is taken, in seconds: thirty days, which all engines take.
const MOST_SECONDS: f64 = 30.0 * 24.0 * 3600.0;

/// Returns the time of so many seconds that an argument of this name gives; at least a millisecond if it must not be 0.
///
/// # Errors
/// `ValueError`: it is out of range.
pub(crate) fn time(name: &str, seconds: Option<f64>, may_be_zero: bool) -> PyResult<Option<Duration>> {
    let Some(seconds) = seconds else { return Ok(None) };
    if !(0.0..=MOST_SECONDS).contains(&seconds) || seconds == 0.0 && !may_be_zero {
        let from = if may_be_zero { "0" } else { "more than 0" };
        return Err(PyValueError::new_err(format!(
            "{name}: seconds from {from} to {MOST_SECONDS} are expected, and not {seconds}"
        )));
    }
    let least = if may_be_zero { Duration::ZERO } else { Duration::from_millis(1) };
    Ok(Some(Duration::from_secs_f64(seconds).max(least)))
}

/// The items of a sequence. Memory grows with those that come, whatever the sequence says of its length.
pub(crate) struct Items<T>(pub(crate) Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Items<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected a sequence, not a text"));
        }
        let mut items = Vec::new();
        for item in object.try_iter()? {
            if items.len() % 1024 == 1023 {
                object.py().check_signals()?;
            }
            items.push(item?.extract().map_err(Into::into)?);
        }
        Ok(Self(items))
    }
}
