//! Batches of training files, which threads of Rust decode, shuffle and fill.

use std::ops::ControlFlow;

use chess_training::FeatureSet;
use chess_training::Format;
use chess_training::batches::{Batch, Batches, Contents, Options, WIDTH};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors;
use crate::files::scan::score_view_of;
use crate::files::training::format_of;
use crate::host::inputs::Inputs;
use crate::host::numbers::{Items, Threads};
use crate::host::reading::Reading;
use crate::host::run::thread_count;

/// Reads what rows hold: ``None``, ``"planes"``, the name of a set of inputs, or the buckets of 64 squares.
fn contents_of(
    features: Option<&Bound<'_, PyAny>>,
    mirrored: bool,
    padding: Option<i32>,
) -> PyResult<Contents> {
    let Some(features) = features else { return Ok(Contents::Positions) };
    let set = if let Ok(name) = features.cast::<PyString>() {
        match &*name.to_cow()? {
            "planes" => return Ok(Contents::Planes),
            "768" => FeatureSet::CHESS768,
            "halfka_hm" => FeatureSet::HALFKA_HM,
            name => {
                let message = format!("features: expected 768, halfka_hm or planes, found '{name}'");
                return Err(PyValueError::new_err(message));
            }
        }
    } else {
        let error = || {
            PyTypeError::new_err("features: a name or the buckets of 64 squares, from 0 to 255, are needed")
        };
        let Items(map): Items<u8> = features.extract().map_err(|_| error())?;
        FeatureSet::buckets(&map.try_into().map_err(|_| error())?, mirrored)
    };
    Ok(Contents::Inputs { set, padding: padding.unwrap_or(set.inputs() as i32) })
}

/// Batches of positions with a score and a result, as arrays.
///
/// A process that is made by ``fork`` cannot read on: it gets `RuntimeError`.
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct TrainingReader {
    /// The first one is `None`, when the threads have begun.
    batches: Reading<Option<Batch>>,
    contents: Contents,
}

#[pymethods]
impl TrainingReader {
    #[new]
    #[pyo3(signature = (paths, batch_size, *, features, mirrored, padding, filter, skip, piece_weights, format, score_view, lenient, seed, worker, workers, offset, buffer, threads))]
    fn new(
        py: Python<'_>,
        paths: Inputs,
        batch_size: usize,
        features: Option<&Bound<'_, PyAny>>,
        mirrored: bool,
        padding: Option<i32>,
        filter: Option<&str>,
        skip: u32,
        piece_weights: Option<Items<f64>>,
        format: Option<&str>,
        score_view: Option<&str>,
        lenient: bool,
        seed: Option<u64>,
        worker: usize,
        workers: usize,
        offset: u64,
        buffer: usize,
        threads: Threads,
    ) -> PyResult<Self> {
        let format = format.map(format_of).transpose()?;
        let weights = piece_weights.map(|weights| weights.0.try_into()).transpose();
        let weights = weights
            .map_err(|_| PyValueError::new_err("piece_weights: 33 numbers are needed, for 0 to 32 pieces"))?;
        let filter = filter.unwrap_or_default().parse().map_err(|error| errors::filter(&error))?;
        let contents = contents_of(features, mirrored, padding)?;
        let options = Options {
            contents,
            batch_size,
            format,
            score_view: score_view_of(score_view)?,
            is_lenient: lenient,
            seed,
            pool: buffer,
            filter,
            skip,
            piece_weights: weights,
            worker: (worker, workers),
            offset,
            threads: thread_count(Some(threads), usize::MAX, 1).get(),
        };
        // Without a format, the PGN files of a folder are read.
        let batches = Reading::new(py, paths, format.map_or(".pgn", Format::ending), 1, |inputs, hand| {
            let batches = Batches::new(&inputs, options).map_err(|error| errors::batches(&error))?;
            let mut all = [Ok(None)].into_iter().chain(batches.map(|batch| batch.map(Some)));
            all.try_for_each(|batch| match batch {
                Ok(batch) => hand.give(batch).map_break(Ok),
                Err(error) => ControlFlow::Break(Err(errors::batches(&error))),
            })
            .break_value()
            .unwrap_or(Ok(()))
        })?;
        batches.next(py)?;
        Ok(Self { batches, contents })
    }

    /// Return the arrays of the next batch, or ``None``.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let batch = self.batches.next(py)?.flatten();
        batch.map(|batch| arrays(py, batch, &self.contents)).transpose()
    }
}

/// The columns of a batch, in the order in which the classes of Python have them.
fn arrays<'py>(py: Python<'py>, batch: Batch, contents: &Contents) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let rows = batch.score.len();
    let mut arrays = match contents {
        Contents::Positions => vec![
            PyArray1::from_vec(py, batch.positions).reshape([rows, 32])?.into_any(),
            PyArray1::from_vec(py, batch.moves).into_any(),
        ],
        Contents::Inputs { .. } => vec![
            PyArray1::from_vec(py, batch.mover).reshape([rows, WIDTH])?.into_any(),
            PyArray1::from_vec(py, batch.other).reshape([rows, WIDTH])?.into_any(),
        ],
        Contents::Planes => vec![PyArray1::from_vec(py, batch.planes).reshape([rows, 12, 8, 8])?.into_any()],
    };
    if *contents != Contents::Positions {
        let buckets = batch.count.iter().map(|count| count.saturating_sub(1) / 4).collect();
        arrays.push(PyArray1::from_vec(py, batch.count).into_any());
        arrays.push(PyArray1::<u8>::from_vec(py, buckets).into_any());
    }
    arrays.push(PyArray1::from_vec(py, batch.score).into_any());
    arrays.push(PyArray1::from_vec(py, batch.result).into_any());
    arrays.push(PyArray1::from_vec(py, batch.ply).into_any());
    Ok(arrays)
}
