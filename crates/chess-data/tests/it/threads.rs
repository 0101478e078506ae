//! Threads that read chunks side by side, and how far they read ahead.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use chess_data::chunks::{Counted, Pipeline};
use chess_data::input::Input;

/// A number that threads add to and wait for.
#[derive(Default)]
struct Count {
    count: Mutex<usize>,
    change: Condvar,
}

impl Count {
    fn add(&self) {
        *self.count.lock().unwrap() += 1;
        self.change.notify_all();
    }

    /// Waits for a number; panics if it does not come about.
    fn wait_for(&self, number: usize) {
        let count = self.count.lock().unwrap();
        let limit = Duration::from_secs(20);
        let (count, result) = self.change.wait_timeout_while(count, limit, |count| *count < number).unwrap();
        let count = *count;
        assert!(!result.timed_out(), "{count} of {number}");
    }

    fn get(&self) -> usize {
        *self.count.lock().unwrap()
    }
}

fn games(count: usize) -> [Input; 1] {
    [Input::bytes("a", "1. e4 *\n\n[Event \"a\"]\n\n".repeat(count))]
}

#[test]
fn as_many_chunks_are_read_at_a_time_as_there_are_threads() {
    for threads in 2..=4 {
        let (begun, inputs) = (Count::default(), games(100));
        let flow: ControlFlow<()> = Pipeline::new(&inputs).threads(threads).chunk_size(1).run(
            |_| {
                begun.add();
                begun.wait_for(threads);
                Counted { value: (), games: 1 }
            },
            |_| ControlFlow::Continue(()),
        );
        assert!(flow.is_continue());
        assert_eq!(begun.get(), 100);
    }
}

#[test]
fn two_chunks_for_each_thread_and_two_more_are_read_ahead() {
    for threads in 2..=4 {
        let (done, inputs) = (Count::default(), games(100));
        let ahead = 2 * threads + 2;
        let delivered = AtomicUsize::new(0);
        let flow: ControlFlow<()> = Pipeline::new(&inputs).threads(threads).chunk_size(1).run(
            |_| {
                done.add();
                Counted { value: (), games: 1 }
            },
            |_| {
                // The first two are held back until all others have been read that may be.
                let delivered = delivered.fetch_add(1, Ordering::SeqCst);
                if delivered < 2 {
                    done.wait_for(ahead + delivered);
                    thread::sleep(Duration::from_millis(2));
                    assert_eq!(done.get(), ahead + delivered);
                }
                ControlFlow::Continue(())
            },
        );
        assert!(flow.is_continue());
        assert_eq!((delivered.into_inner(), done.get()), (100, 100));
    }
}
