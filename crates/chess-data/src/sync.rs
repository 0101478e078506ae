//! The locks and atomic words of this crate's own synchronisation. In models they are those of Loom.

#[cfg(all(test, loom))]
pub(crate) use chess_models::{
    atomic::{AtomicBool, Ordering},
    sync::{Condvar, Mutex, MutexGuard},
};
#[cfg(not(all(test, loom)))]
pub(crate) use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, Ordering},
};
