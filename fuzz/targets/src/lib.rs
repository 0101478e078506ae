//! What the fuzz targets check: each is a function of any bytes, and panics if what must hold does not.
//!
//! The fuzzer's programs, in the package above this one, call these functions and nothing else. A test here feeds them the
//! seeds and the corpus that are kept.

// A target has no other way to tell what it has found.
#![allow(clippy::missing_panics_doc)]

mod any_position;
mod fen;
mod made_position;
mod packed;
mod polyglot;
mod san;
mod setup;
mod uci;

pub use fen::fen;
pub use packed::packed;
pub use polyglot::polyglot;
pub use san::san;
pub use setup::setup;
pub use uci::uci;

/// What is given any bytes, and panics if something is wrong.
pub type Target = fn(&[u8]);

/// All targets with their names, which are also those of their programs and directories.
pub const TARGETS: [(&str, Target); 6] =
    [("fen", fen), ("packed", packed), ("polyglot", polyglot), ("san", san), ("setup", setup), ("uci", uci)];
