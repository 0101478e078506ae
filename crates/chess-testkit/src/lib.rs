//! What the tests of the workspace share: choices at random, positions of many kinds, and what is known of some.
//!
//! Integration tests depend on this crate, also those of the crates that it is built on. Unit tests in their `src` cannot: their
//! crate is then compiled a second time, and its types are others than the ones here.

#![forbid(unsafe_code)]
// What goes wrong here is a fault of a test.
#![allow(clippy::missing_panics_doc)]

mod games;
pub mod known;
mod mailbox;
mod positions;
mod random;
mod scattered;
pub mod suite;

pub use games::{chess960, double_chess960, game};
pub use mailbox::Mailbox;
pub use positions::POSITIONS;
pub use random::Random;
pub use scattered::{any_board, castling, en_passant, scattered};
