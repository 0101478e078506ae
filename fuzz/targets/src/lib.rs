//! The checks of the fuzz targets: each is a function of any bytes, and panics if an invariant does not hold.
//!
//! The fuzzer's programs, in the package above this one, call [`run`] and nothing else. A test here runs the targets on the
//! tracked corpora.

// A target reports failures by panics.
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

pub use pack::Pack;
pub use tables::Copied;

/// A function that takes any bytes, and panics if an invariant does not hold.
pub type Target = fn(&[u8]);

/// All targets with their names, which are also those of their programs and packs.
pub const TARGETS: [(&str, Target); 18] = [
    ("dumps", data::dumps),
    ("epd", notation::epd),
    ("fen", positions::fen),
    ("filter", data::filter),
    ("line", notation::line),
    ("make_unmake", make_unmake::make_unmake),
    ("packed", positions::packed),
    ("pgn", pgn::pgn),
    ("pgn_tree", pgn_tree::pgn_tree),
    ("polyglot", polyglot::polyglot),
    ("san", notation::san),
    ("setup", positions::setup),
    ("tables", tables::tables),
    ("training", data::training),
    ("uci", notation::uci),
    ("uci_engine", protocol::uci_engine),
    ("uci_protocol", protocol::uci_protocol),
    ("units", units::units),
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
