//! The atomic words of what this crate synchronises itself. In models they are those of Loom.

#[cfg(all(test, loom))]
pub(crate) use chess_models::atomic::{AtomicU64, Ordering};
#[cfg(not(all(test, loom)))]
pub(crate) use core::sync::atomic::{AtomicU64, Ordering};
