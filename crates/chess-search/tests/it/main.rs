//! Tests of the public interface.

mod draw;
#[cfg(feature = "std")]
mod endgames;
#[cfg(feature = "std")]
mod engine;
mod evaluate;
mod features;
#[cfg(feature = "std")]
mod histories;
#[cfg(feature = "std")]
mod lines;
mod picker;
#[cfg(feature = "std")]
mod signature;
#[cfg(feature = "std")]
mod table;

pub(crate) use chess_testkit::POSITIONS;
