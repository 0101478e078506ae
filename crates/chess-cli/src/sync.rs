//! The atomic words of what the program synchronises itself. In models they are those of Loom.

#[cfg(all(test, loom))]
pub(crate) use chess_models::atomic::{AtomicUsize, Ordering};
#[cfg(not(all(test, loom)))]
pub(crate) use std::sync::atomic::{AtomicUsize, Ordering};
