#![cfg_attr(feature = "alloc", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "alloc"),
    doc = "The parts that every chess engine needs, without those that need an allocator."
)]
#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
mod continuation;
#[cfg(feature = "alloc")]
mod correction;
mod draw;
#[cfg(feature = "std")]
pub mod engine;
pub mod evaluate;
mod gauge;
mod history;
mod picker;
mod refutations;
mod repetition;
pub mod score;
mod scores;
#[cfg(feature = "std")]
mod spare;
#[cfg(feature = "alloc")]
mod stack;
#[cfg(feature = "alloc")]
mod sync;
#[cfg(feature = "alloc")]
mod table;

// Items of the crates below that the signatures of this crate name, so that an engine needs no other dependency for them.
#[cfg(feature = "alloc")]
pub use chess_movegen::GameState;
pub use chess_movegen::machine::{Backend, Machine, Task};
pub use chess_movegen::{
    Bitboard, Changes, Color, KeyHistory, Move, MoveKind, MoveList, ParsePositionError, Piece, PieceType,
    Pins, Position, PositionExt, Square, Undo, see, see_at_least,
};
pub use chess_types::PvLine;

#[cfg(feature = "alloc")]
pub use continuation::{ContinuationHistory, PieceTo, PieceToHistory};
#[cfg(feature = "alloc")]
pub use correction::CorrectionHistory;
pub use draw::is_draw;
pub use history::{CaptureHistory, CounterMoves, Histories, History, history_bonus};
pub use picker::{MovePicker, Stage};
pub use refutations::{Killers, Refutations};
pub use repetition::upcoming_repetition;
pub use scores::{MoveScores, victim_score};
#[cfg(feature = "alloc")]
pub use stack::{Frame, NO_EVALUATION, Stack};
#[cfg(feature = "alloc")]
pub use table::{Bound, TableEntry, TranspositionTable};
