//! Models of the synchronisation that the crates have written by hand.
//!
//! With `--cfg loom`, the tests of a crate take the types of `atomic` in place of core's. `Models::prove`
//! then runs scenarios in all interleavings of their threads, with Loom. Afterwards it weakens the code under test in one place
//! after another, and demands that a scenario fails each time. The places are found while the scenarios run, by the lines
//! of their callers: a new ordering needs no entry in a list.
#![cfg(loom)]

pub mod atomic;
mod model;
mod place;

pub use loom::thread;

pub use self::model::Models;
pub use self::place::is_without;

#[cfg(test)]
mod self_test {
    use std::collections::BTreeSet;
    use std::panic::catch_unwind;
    use std::sync::{Arc, Mutex, PoisonError};

    use crate::atomic::{AtomicU64, Ordering, fence};
    use crate::{Models, thread};

    /// Two threads load a word, and the second then stores to it. The first sees the old value or the new one.
    #[test]
    fn a_load_before_a_store_hides_no_order() {
        let seen = Arc::new(Mutex::new(BTreeSet::new()));
        let all = Arc::clone(&seen);
        let scenario = move || {
            let word = Arc::new(AtomicU64::new(1));
            let other = thread::spawn({
                let word = Arc::clone(&word);
                move || word.store(word.load(Ordering::Relaxed) + 1, Ordering::Relaxed)
            });
            all.lock().unwrap_or_else(PoisonError::into_inner).insert(word.load(Ordering::Relaxed));
            other.join().unwrap();
            assert_eq!(word.load(Ordering::Relaxed), 2);
        };
        Models::new().scenario("a load and a store", 2, scenario).prove();
        let seen = seen.lock().unwrap();
        // Without the store, which is the only weakening, 1 is seen again.
        assert_eq!(*seen, BTreeSet::from([1, 2]));
    }

    fn message(release: Ordering, acquire: Ordering) -> Models {
        Models::new().scenario("a message", 2, move || {
            let (word, flag) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
            let writer = thread::spawn({
                let (word, flag) = (Arc::clone(&word), Arc::clone(&flag));
                move || {
                    word.store(7, Ordering::Relaxed);
                    flag.store(1, release);
                }
            });
            if flag.load(acquire) == 1 {
                assert_eq!(word.load(Ordering::Relaxed), 7);
            }
            writer.join().unwrap();
            assert_eq!(flag.load(Ordering::Relaxed), 1);
        })
    }

    #[test]
    fn orderings_that_are_needed_are_proved() {
        message(Ordering::Release, Ordering::Acquire).prove();
    }

    #[test]
    fn an_ordering_that_is_missing_fails() {
        for (release, acquire) in
            [(Ordering::Relaxed, Ordering::Acquire), (Ordering::Release, Ordering::Relaxed)]
        {
            assert!(catch_unwind(|| message(release, acquire).prove()).is_err());
        }
    }

    /// A fence too many, without which the scenario holds as well.
    #[test]
    fn a_weakening_that_nothing_reveals_fails() {
        let models = || {
            Models::new().scenario("a fence too many", 2, || {
                let word = Arc::new(AtomicU64::new(0));
                let is_first = |word: &AtomicU64| {
                    word.compare_exchange(0, 1, Ordering::Relaxed, Ordering::Relaxed).is_ok()
                };
                let other = thread::spawn({
                    let word = Arc::clone(&word);
                    move || {
                        fence(Ordering::Release);
                        is_first(&word)
                    }
                });
                let is_first = is_first(&word);
                assert_ne!(other.join().unwrap(), is_first);
            })
        };
        assert!(catch_unwind(|| models().prove()).is_err());
    }
}
