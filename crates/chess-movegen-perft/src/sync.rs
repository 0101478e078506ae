//! The atomic words and fences of what this crate synchronises itself. In models they are those of Loom.

#[cfg(all(test, loom))]
pub(crate) use chess_models::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};
#[cfg(not(all(test, loom)))]
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};
