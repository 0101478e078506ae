//! The rules of chess for JavaScript.
#![deny(unsafe_code)]

mod exports;
mod fault;
mod game;
mod json;
mod record;

pub use exports::*;
pub use fault::Fault;
pub use game::Game;
pub use record::RECORD;
