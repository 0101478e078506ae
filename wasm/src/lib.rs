//! The rules of chess for JavaScript.
#![deny(unsafe_code)]

#[cfg(feature = "pgn")]
mod annotations;
#[cfg(feature = "engine")]
mod engine;
mod exports;
mod game;
mod kept;
mod leaves;
#[cfg(feature = "lessons")]
mod lessons;
mod line;
#[cfg(feature = "pgn")]
mod place;
mod record;
mod slots;

pub use chess_wasm_notes::Fault;
#[cfg(feature = "pgn")]
pub use chess_wasm_notes::Step;
pub use exports::*;
pub use game::Game;
pub use record::RECORD;

/// The memory: this allocator is smaller than that of the standard library by 2 KB after compression.
#[cfg(target_family = "wasm")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
