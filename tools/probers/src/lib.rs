//! Probers of endgame tables side by side: ours and, with the feature `peers`, those of other crates.

// A panic here ends a measurement that would be worth nothing.
#![allow(clippy::missing_panics_doc)]

pub mod agree;
pub mod answer;
pub mod cold;
pub mod contest;
pub mod library;
pub mod sets;

mod libraries;

pub use libraries::entrants;
