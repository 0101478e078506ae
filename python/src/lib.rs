//! The compiled part of the Python package `chess_batch`.
//!
//! It turns Python's values into those of the chess crates and back. No rule of chess is written here.

mod engine;
mod errors;
mod files;
mod game;
mod host;
mod rows;
mod table;

use pyo3::prelude::*;

/// The compiled part of `chess_batch`.
#[pymodule]
mod _native {
    use super::{Bound, PyAnyMethods, PyModule, PyModuleMethods, PyResult};
    #[pymodule_export]
    use crate::{
        engine::{Engine, games::annotate_games, lines::AnalysisReader},
        files::batches::TrainingReader,
        files::cuts::{cut_pgn, read_part},
        files::dumps::iter_dump,
        files::notes::TableNotes,
        files::read::{BatchReader, iter_pgn},
        files::training::{read_training, write_training},
        files::tree::opening_tree,
        game::mv::Move,
        game::perft::cut_perft,
        game::picture::{parse_square, square_name},
        game::position::Position,
        game::tree::{Game, GameReader, Node, read_games},
        host::inputs::{find_pgn, table_name},
        rows::lines::san_line,
        rows::notation::{parse_moves, write_moves},
        rows::packed::play,
        rows::planes::{states, to_planes},
        rows::positions::{fens, legal_moves, positions},
        rows::probe::{Book, EndgameTables},
        rows::search::find,
        table::{Column, Table, checksum},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Threads that wait for an engine do not keep it beyond the end of Python.
        let end = pyo3::wrap_pyfunction!(crate::engine::job::end_engines, module)?;
        module.py().import("atexit")?.call_method1("register", (end,))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
