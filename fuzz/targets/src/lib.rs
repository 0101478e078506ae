//! The checks of the fuzz targets: each is a function of any bytes, and panics if an invariant does not hold.
//!
//! The fuzzer's programs, in the package above this one, call [`run`] and nothing else. A test here feeds the targets the
//! packed corpora that are kept.

// A target has no other way to tell what it has found.
#![allow(clippy::missing_panics_doc)]

mod data;
mod make_unmake;
mod notation;
mod pack;
mod pgn;
mod pgn_tree;
mod polyglot;
mod positions;
mod protocol;
mod tables;
mod units;

use data::{dumps, filter, training};
use make_unmake::make_unmake;
use notation::{epd, line, san, uci};
pub use pack::{Pack, PackError};
use pgn::pgn;
use pgn_tree::pgn_tree;
use polyglot::polyglot;
use positions::{fen, packed, setup};
use protocol::{uci_engine, uci_protocol};
use tables::tables;
use units::units;

/// A function that takes any bytes, and panics if something is wrong.
pub type Target = fn(&[u8]);

/// All targets with their names, which are also those of their programs and packs.
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

/// Runs the target of this name.
///
/// # Panics
///
/// There is no such target, or it fails.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|(target, _)| *target == name);
    target.unwrap_or_else(|| panic!("there is no target {name}")).1(data);
}
