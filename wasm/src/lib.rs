//! The rules of chess for JavaScript.
#![deny(unsafe_code)]

#[cfg(feature = "engine")]
mod engine;
mod exports;
mod fault;
mod game;
mod handles;
mod json;
mod leaves;
#[cfg(feature = "lessons")]
mod lessons;
mod record;

pub use exports::*;
pub use fault::Fault;
pub use game::Game;
pub use record::RECORD;
