//! The compiled part of the Python package `chess_batch`.
//!
//! It turns Python's values into those of the chess crates and back. No rule of chess is written here.

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
    use super::{Bound, PyModule, PyModuleMethods, PyResult};
    #[pymodule_export]
    use crate::files::batches::TrainingReader;
    #[pymodule_export]
    use crate::files::book::Book;
    #[pymodule_export]
    use crate::files::cuts::{cut_pgn, read_part};
    #[pymodule_export]
    use crate::files::dumps::{iter_evals, iter_puzzles, read_evals, read_puzzles};
    #[pymodule_export]
    use crate::files::read::{BatchReader, iter_pgn, read_pgn};
    #[pymodule_export]
    use crate::files::training::{read_training, write_training};
    #[pymodule_export]
    use crate::game::mv::Move;
    #[pymodule_export]
    use crate::game::perft::{cut_perft, perft};
    #[pymodule_export]
    use crate::game::picture::{parse_square, square_name};
    #[pymodule_export]
    use crate::game::position::Position;
    #[pymodule_export]
    use crate::game::tree::{Game, GameReader, Node, read_games};
    #[pymodule_export]
    use crate::host::inputs::{find_pgn, table_name};
    #[pymodule_export]
    use crate::rows::lines::san_line;
    #[pymodule_export]
    use crate::rows::notation::{parse_san, parse_uci, san, uci};
    #[pymodule_export]
    use crate::rows::packed::play;
    #[pymodule_export]
    use crate::rows::planes::{states, to_planes};
    #[pymodule_export]
    use crate::rows::positions::{fens, legal_moves, positions};
    #[pymodule_export]
    use crate::rows::probe::{EndgameTables, probe};
    #[pymodule_export]
    use crate::table::{Column, Table, checksum};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
