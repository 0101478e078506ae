#![cfg_attr(feature = "alloc", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "alloc"),
    doc = "The parts that every chess engine needs, without those that need an allocator."
)]
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
mod continuation;
#[cfg(feature = "alloc")]
mod correction;
#[cfg(feature = "std")]
pub mod engine;
pub mod evaluate;
mod features;
mod history;
mod picker;
mod refreshes;
mod repetition;
pub mod score;
mod scores;
#[cfg(feature = "std")]
mod spare;
#[cfg(feature = "alloc")]
mod stack;
#[cfg(feature = "alloc")]
mod table;

/// The atomic words of what this crate synchronises itself. In models they are those of Loom.
#[cfg(feature = "alloc")]
mod sync {
    #[cfg(all(test, loom))]
    pub(crate) use chess_models::atomic::{AtomicU64, Ordering};
    #[cfg(not(all(test, loom)))]
    pub(crate) use core::sync::atomic::{AtomicU64, Ordering};
}

// Items of the crates below that the signatures of this crate name, so that an engine needs no other dependency for them.
#[cfg(feature = "alloc")]
pub use chess_movegen::GameState;
pub use chess_movegen::machine::{Backend, Machine, Task};
pub use chess_movegen::{
    Bitboard, Changes, Color, KeyHistory, Move, MoveKind, MoveList, Node, ParsePositionError, Piece,
    PieceType, Pins, Position, PositionExt, SeeRules, Square, Undo,
};
pub use chess_types::PvLine;

#[cfg(feature = "alloc")]
pub use continuation::{ContinuationHistory, PieceTo, PieceToHistory};
#[cfg(feature = "alloc")]
pub use correction::CorrectionHistory;
pub use features::{FeatureChanges, FeatureSet, FeatureView, apply_changes};
pub use history::{CaptureHistory, CounterMoves, Histories, History, history_bonus};
pub use picker::{MovePicker, Stage};
pub use refreshes::{Differences, Refreshes};
pub use repetition::{is_draw, upcoming_repetition};
pub use scores::{Killers, MoveScores, Refutations, victim_score};
#[cfg(feature = "alloc")]
pub use stack::{Frame, NO_EVALUATION, Stack};
#[cfg(feature = "alloc")]
pub use table::{Bound, TableEntry, TranspositionTable};
