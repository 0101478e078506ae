//! Locks with the names of `std::sync`.

use std::sync::LockResult;
use std::time::Duration;

pub use loom::sync::{Mutex, MutexGuard};

use crate::place::{Kind, Place, Weakening, weakening};

/// A condition variable of a model, without time-outs: a missing notification is a deadlock.
#[derive(Debug, Default)]
pub struct Condvar(loom::sync::Condvar);

impl Condvar {
    /// Creates a condition variable.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Waits for a notification.
    ///
    /// # Errors
    /// None: locks of a model are not poisoned.
    #[track_caller]
    pub fn wait_timeout<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        _most: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, bool)> {
        Ok((self.0.wait(guard).unwrap_or_else(std::sync::PoisonError::into_inner), false))
    }

    /// Wakes all threads that wait.
    #[track_caller]
    pub fn notify_all(&self) {
        if weakening(Place::of_caller(), Kind::Notify, &String::new, &[Weakening::Dropped]).is_none() {
            self.0.notify_all();
        }
    }
}
