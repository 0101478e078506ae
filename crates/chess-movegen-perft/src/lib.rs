#![doc = include_str!("../README.md")]
// Without target features, functions of lanes are not unsafe to call.
#![cfg_attr(avx512_model, allow(unused_unsafe))]
#![cfg_attr(docsrs, feature(doc_cfg))]

// Items of the crates below that the signatures of this crate name, so that a dependent needs no second dependency.
pub use chess_movegen::machine::Backend;
pub use chess_movegen::{Color, Move, ParseNameError, ParsePositionError, Position};

mod buckets;
pub mod driver;
mod kernel;
mod mode;
#[cfg(feature = "modes")]
mod moves;
mod perft;
pub mod planes;
mod side;
#[cfg(feature = "modes")]
mod statistics;
mod table;

/// The atomic words and fences of this crate's own synchronisation. In models they are those of Loom.
mod sync {
    #[cfg(all(test, loom))]
    pub(crate) use chess_models::atomic::{AtomicU64, Ordering, fence};
    #[cfg(not(all(test, loom)))]
    pub(crate) use std::sync::atomic::{AtomicU64, Ordering, fence};
}

pub use self::mode::PerftMode;
pub use self::perft::{Divide, count_replies, divide, perft, perft_on, perft_with};
#[cfg(feature = "modes")]
pub use self::statistics::{CheckCounts, Statistics, statistics, statistics_on};
pub use self::table::PerftTable;
