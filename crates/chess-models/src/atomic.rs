//! Atomic words and fences with the names of `core::sync::atomic`.
//!
//! Loom 0.7 keeps the last access to a word, but not that of each thread: a thread that loads a word and then stores to it hides
//! the earlier load of another thread, and the orders in which the store comes first are not explored. Each operation is
//! therefore preceded by a store to a second word, [`Turn`], which is never loaded. It synchronises nothing, and all orders of
//! such stores are explored.

pub use std::sync::atomic::Ordering;

use crate::place::{Kind, Place, Weakening, ordering, weakening};

/// An atomic word of a model.
#[derive(Debug, Default)]
pub struct AtomicU64 {
    word: loom::sync::atomic::AtomicU64,
    turn: Turn,
}

impl AtomicU64 {
    /// Creates a word.
    #[must_use]
    #[track_caller]
    pub fn new(value: u64) -> Self {
        Self { word: loom::sync::atomic::AtomicU64::new(value), turn: Turn::default() }
    }

    /// Loads the value.
    #[track_caller]
    pub fn load(&self, order: Ordering) -> u64 {
        let place = Place::of_caller();
        let order = ordering(place, Kind::Load, order).unwrap_or(Ordering::Relaxed);
        self.turn.take();
        self.word.load(order)
    }

    /// Stores a value.
    #[track_caller]
    pub fn store(&self, value: u64, order: Ordering) {
        let place = Place::of_caller();
        let order = ordering(place, Kind::Store, order).unwrap_or(Ordering::Relaxed);
        if dropped(place, Kind::Store, &[Weakening::Dropped]) != Some(Weakening::Dropped) {
            self.turn.take();
            self.word.store(value, order);
        }
    }

    /// Stores `new` if the value is `current`.
    ///
    /// # Errors
    /// The value is another one, which is returned.
    #[track_caller]
    pub fn compare_exchange(
        &self,
        current: u64,
        new: u64,
        success: Ordering,
        failure: Ordering,
    ) -> Result<u64, u64> {
        let place = Place::of_caller();
        let success = ordering(place, Kind::Change, success).unwrap_or(Ordering::Relaxed);
        self.turn.take();
        match dropped(place, Kind::Change, &[Weakening::Dropped, Weakening::Torn]) {
            Some(Weakening::Dropped) => Ok(current),
            Some(Weakening::Torn) => {
                let value = self.word.load(success);
                if value == current {
                    self.turn.take();
                    self.word.store(new, Ordering::Relaxed);
                    Ok(value)
                } else {
                    Err(value)
                }
            }
            _ => self.word.compare_exchange(current, new, success, failure),
        }
    }
}

/// The turn-taking of operations on a word.
#[derive(Debug, Default)]
struct Turn(loom::sync::atomic::AtomicBool);

impl Turn {
    fn take(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn dropped(place: Place, kind: Kind, possible: &[Weakening]) -> Option<Weakening> {
    weakening(place, kind, &String::new, possible)
}

/// A fence.
#[track_caller]
pub fn fence(order: Ordering) {
    if let Some(order) = ordering(Place::of_caller(), Kind::Fence, order) {
        loom::sync::atomic::fence(order);
    }
}
