#![cfg_attr(feature = "alloc", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "alloc"), doc = "What every chess engine writes again, without what needs a heap.")]
#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod draw;
#[cfg(feature = "std")]
pub mod engine;
pub mod evaluate;
mod history;
mod picker;
mod refutations;
pub mod score;
#[cfg(feature = "alloc")]
mod stack;
#[cfg(feature = "alloc")]
mod table;

pub use draw::is_draw;
pub use history::{CaptureHistory, CounterMoves, Histories, History, history_bonus};
pub use picker::{MovePicker, Stage};
pub use refutations::{Killers, Refutations};
#[cfg(feature = "alloc")]
pub use stack::{Frame, Stack};
#[cfg(feature = "alloc")]
pub use table::{Bound, TableEntry, TranspositionTable};
