//! Test support for the workspace: random choices, likely moves, positions of many kinds, perft suites with known counts, a slow
//! mailbox, and a writer of endgame tables.
//!
//! Integration tests depend on this crate, even those of crates that it is built on. Unit tests inside `src` cannot,
//! because their crate is then compiled a second time, and its types differ from those that this crate uses.

#![forbid(unsafe_code)]
// A panic here is a fault of a test.
#![allow(clippy::missing_panics_doc)]

/// The smallest positions and games, with the answers that python-chess gives, as JSON: `positions` with their moves, status,
/// and perft, distinct positions and statistics at depth 0, 1 and 2; `games` with their moves and results. The program's,
/// Python's and JavaScript's tests all ask them.
pub const SMALLEST: &str = include_str!("../data/smallest.json");

mod games;
pub mod known;
mod likely;
mod mailbox;
mod positions;
mod random;
mod scattered;
pub mod suite;
pub mod tables;

pub use games::{chess960, double_chess960, game};
pub use likely::likely_move;
pub use mailbox::Mailbox;
pub use positions::POSITIONS;
pub use random::Random;
pub use scattered::{any_board, castling, en_passant, scattered};
