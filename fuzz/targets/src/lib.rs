//! The checks of the fuzz targets: each is a function of any bytes, and panics if an invariant does not hold.
//!
//! The fuzzer's programs, in the package above this one, call these functions and nothing else. A test here feeds them the
//! seeds and the packed corpora that are kept.

// A target has no other way to tell what it has found.
#![allow(clippy::missing_panics_doc)]

mod any_position;
mod dumps;
mod edited_game;
mod epd;
mod fen;
mod filter;
mod line;
mod made_position;
mod make_unmake;
mod naive_tree;
mod pack;
mod packed;
mod pgn;
mod pgn_tree;
mod polyglot;
mod portions;
mod san;
mod setup;
mod sums;
mod tables;
mod training;
mod uci;
mod uci_engine;
mod uci_protocol;
mod units;

pub use dumps::dumps;
pub use epd::epd;
pub use fen::fen;
pub use filter::filter;
pub use line::line;
pub use make_unmake::make_unmake;
pub use pack::{Pack, PackError};
pub use packed::packed;
pub use pgn::pgn;
pub use pgn_tree::pgn_tree;
pub use polyglot::polyglot;
pub use san::san;
pub use setup::setup;
pub use sums::{Sums, SumsError};
pub use tables::{table_seeds, tables};
pub use training::training;
pub use uci::uci;
pub use uci_engine::uci_engine;
pub use uci_protocol::uci_protocol;
pub use units::units;

/// A function that takes any bytes, and panics if something is wrong.
pub type Target = fn(&[u8]);

/// All targets with their names, which are also those of their programs and directories.
pub const TARGETS: [(&str, Target); 18] = [
    ("dumps", dumps),
    ("epd", epd),
    ("fen", fen),
    ("filter", filter),
    ("line", line),
    ("make_unmake", make_unmake),
    ("packed", packed),
    ("pgn", pgn),
    ("pgn_tree", pgn_tree),
    ("polyglot", polyglot),
    ("san", san),
    ("setup", setup),
    ("tables", tables),
    ("training", training),
    ("uci", uci),
    ("uci_engine", uci_engine),
    ("uci_protocol", uci_protocol),
    ("units", units),
];
