//! Tests of the public interface.

mod answers;
#[cfg(feature = "std")]
mod client;
mod commands;
mod errors;
mod moves;
mod round_trips;
