//! The compiled part of the Python package `chess_batch`.
//!
//! It turns Python's values into those of the chess crates and back. No rule of chess is written here.

mod board;
mod checksum;
mod column;
mod cuts;
mod dumps;
mod errors;
mod forms;
mod game;
mod game_state;
mod inputs;
mod lines;
mod mv;
mod node;
mod notation;
mod packed;
mod perft;
mod picture;
mod planes;
mod positions;
mod probe;
mod process;
mod read;
mod row_errors;
mod run;
mod scan;
mod tables;
mod texts;
mod training;
mod units;

use pyo3::prelude::*;

/// The compiled part of `chess_batch`.
#[pymodule]
mod _native {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};
    #[pymodule_export]
    use crate::checksum::checksum;
    #[pymodule_export]
    use crate::column::Column;
    #[pymodule_export]
    use crate::cuts::{cut_pgn, read_part};
    #[pymodule_export]
    use crate::dumps::{iter_evals, iter_puzzles, read_evals, read_puzzles};
    #[pymodule_export]
    use crate::game::{Game, GameReader, read_games};
    #[pymodule_export]
    use crate::game_state::Position;
    #[pymodule_export]
    use crate::inputs::find_pgn;
    #[pymodule_export]
    use crate::lines::san_line;
    #[pymodule_export]
    use crate::mv::Move;
    #[pymodule_export]
    use crate::node::Node;
    #[pymodule_export]
    use crate::notation::{ParsedMoves, parse_san, parse_uci, san, uci};
    #[pymodule_export]
    use crate::packed::{fens, play};
    #[pymodule_export]
    use crate::perft::perft;
    #[pymodule_export]
    use crate::planes::{states, to_planes};
    #[pymodule_export]
    use crate::positions::{Positions, legal_moves, positions};
    #[pymodule_export]
    use crate::probe::{EndgameTables, Probed, probe};
    #[pymodule_export]
    use crate::read::{BatchReader, iter_pgn, read_pgn};
    #[pymodule_export]
    use crate::tables::Table;
    #[pymodule_export]
    use crate::training::{TrainingReader, find_training, read_training, write_training};
    #[pymodule_export]
    use crate::units::cut_perft;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
