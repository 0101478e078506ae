//! The filling of tables and the index of PEXT, for chess-magic with its build script, the lessons of chess-svg and `cargo xtask gen-magics`.
//! Nobody else uses them. They are no part of the interface and change without notice.

pub use crate::tables::{FillError, FillProblem, Pext, TABLE_LEN, all_magics, fill_magic, pext};
