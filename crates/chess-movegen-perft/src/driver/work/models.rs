use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chess_board::Position;
use chess_models::{Models, thread};
use chess_types::Move;

use super::Work;
use crate::driver::{Branch, Branches, Counter, TooManyLeaves};

/// A counter of its own calls.
struct Asked(AtomicU64);

impl Counter for Asked {
    type Tally = u64;

    fn count(&self, _: &Position, _: u32) -> Result<u64, TooManyLeaves> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(1)
    }
}

/// Each branch is counted once, by one of the threads.
fn two_count() {
    let branch = Branch { root: 0, position: Position::START };
    let branches = Branches { root_moves: vec![Move::NULL], all: vec![branch; 3], rest: 1 };
    let counter = Arc::new(Asked(AtomicU64::new(0)));
    let work = Arc::new(Work::of(branches, Arc::clone(&counter)));
    let other = thread::spawn({
        let work = Arc::clone(&work);
        move || work.run(|_| {})
    });
    work.run(|_| {});
    other.join().unwrap();
    assert!(work.counts().are_complete(), "a branch is not counted");
    assert_eq!(counter.0.load(Ordering::Relaxed), 3, "branches counted");
}

#[test]
fn models_of_the_work() {
    Models::new().scenario("work: two count three branches", 4, two_count).prove();
}
