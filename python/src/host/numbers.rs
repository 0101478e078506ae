//! Whole numbers as arguments, whose errors say the argument and its range, and sequences.

use std::fmt::Display;
use std::ops::RangeInclusive;

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
    Mate(i32): "mate", i32::MIN..=i32::MAX;
    PieceNumber(usize): "piece_type", 1..=6;
    Planes(usize): "planes", 12..=19;
    Plies(u32): "depth", 0..=64;
    Threads(usize): "threads", 0..=usize::MAX;
    TreePlies(usize): "depth", 0..=usize::MAX;
    Width(u32): "size", 0..=u32::MAX;
    Word(u16): "word", 0..=u16::MAX;
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
