//! Programs that race on purpose, and one that does not. `ci/long/thread-sanitizer.sh` runs each alone, and exactly the races
//! must be reported: a sanitizer that missed them would miss those of the libraries too, and reports of the correct program would
//! make its other reports worthless.

use std::cell::UnsafeCell;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Barrier, Condvar, LazyLock, Mutex, OnceLock, RwLock};
use std::thread;

/// A number that any thread may read and write, without any order between them.
struct Shared(UnsafeCell<u64>);

// SAFETY: none; the accesses of two threads race on purpose.
unsafe impl Sync for Shared {}

impl Shared {
    fn add(&self, number: u64) {
        // SAFETY: no reference to the number is made; the race is meant.
        unsafe { self.0.get().write(self.0.get().read() + number) }
    }
}

/// Two threads add to a number without a lock.
#[test]
fn race_of_two_additions() {
    let sum = Shared(UnsafeCell::new(0));
    at_once(
        || (0..1000).for_each(|i| sum.add(black_box(i))),
        || (0..1000).for_each(|i| sum.add(black_box(i))),
    );
    assert!(sum.0.into_inner() > 0);
}

/// A flag that is stored and loaded without an order publishes nothing.
#[test]
fn race_behind_a_relaxed_flag() {
    published(Ordering::Relaxed, Ordering::Relaxed);
}

/// The same flag, with the orders that it needs, and most means of the libraries: scoped threads, locks, condition variables,
/// channels, values that are made once, and counters.
#[test]
fn sound() {
    published(Ordering::Release, Ordering::Acquire);
    static LAZY: LazyLock<Vec<u64>> = LazyLock::new(|| (0..1000).collect());
    let once = OnceLock::new();
    let (next, sum) = (AtomicUsize::new(0), RwLock::new(0));
    let (queue, filled) = (Mutex::new(Vec::new()), Condvar::new());
    let (sender, receiver) = sync_channel(4);
    thread::scope(|scope| {
        for _ in 0..3 {
            let (sender, queue, filled, next, sum, once) =
                (sender.clone(), &queue, &filled, &next, &sum, &once);
            thread::Builder::new()
                .spawn_scoped(scope, move || {
                    while let Some(&number) = LAZY.get(next.fetch_add(1, Ordering::Relaxed)) {
                        *sum.write().unwrap() += number + once.get_or_init(|| vec![1_u64])[0];
                        queue.lock().unwrap().push(vec![number]);
                        filled.notify_one();
                        sender.send(Box::new(number)).unwrap();
                    }
                })
                .unwrap();
        }
        drop(sender);
        let taken = scope.spawn(|| {
            let mut count = 0;
            while count < 1000 {
                let mut ready = filled.wait_while(queue.lock().unwrap(), |ready| ready.is_empty()).unwrap();
                count += ready.drain(..).map(|list: Vec<u64>| list.len()).sum::<usize>();
            }
            count
        });
        assert_eq!(receiver.into_iter().map(|number| *number).sum::<u64>(), 499_500);
        assert_eq!(taken.join().unwrap(), 1000);
    });
    assert_eq!(*sum.read().unwrap(), 500_500);
}

fn published(store: Ordering, load: Ordering) {
    let (number, is_there) = (Shared(UnsafeCell::new(0)), AtomicBool::new(false));
    at_once(
        || {
            number.add(1);
            is_there.store(true, store);
        },
        || {
            while !is_there.load(load) {
                thread::yield_now();
            }
            number.add(1);
        },
    );
    assert_eq!(number.0.into_inner(), 2);
}

/// Runs both on a thread each. Neither begins before both threads have started: locks of the standard library at the start and at
/// the end of a thread could bring the two into an order.
fn at_once(one: impl FnOnce() + Send, other: impl FnOnce() + Send) {
    let both = Barrier::new(2);
    thread::scope(|scope| {
        scope.spawn(|| {
            both.wait();
            one();
        });
        scope.spawn(|| {
            both.wait();
            other();
        });
    });
}
