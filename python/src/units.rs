//! Perft in units of work.

use std::borrow::Cow;

use chess_movegen::Position;
use chess_movegen_perft::driver::{CutError, Units};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;

/// The most units of a perft, which take about three gigabytes.
const MAX_UNITS: usize = 1 << 24;

/// The root as FEN, the plies from each unit to the leaves, and the FEN and multiplicity of each unit.
type Cut = (String, u32, Vec<(String, u64)>);

/// Cut the perft of `depth` plies below a position into the positions `plies` plies below it.
#[pyfunction]
pub(crate) fn cut_perft(py: Python<'_>, fen: Cow<'_, str>, depth: u32, plies: u32) -> PyResult<Cut> {
    let root = Position::from_fen(&*fen).map_err(|error| errors::fen(&error))?;
    py.detach(|| {
        let units = Units::cut(&root, depth, plies, MAX_UNITS)?;
        let all = units.all.iter().map(|unit| (unit.position.to_string(), unit.multiplicity)).collect();
        Ok((root.to_string(), units.rest, all))
    })
    .map_err(|error: CutError| PyValueError::new_err(error.to_string()))
}
