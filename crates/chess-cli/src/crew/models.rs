use std::sync::Arc;

use chess_models::atomic::{AtomicU64, Ordering};
use chess_models::sync::mpsc;
use chess_models::{Models, thread};

use super::Running;

/// Two threads count, and the last one sends word. The main thread then sees what both have counted.
fn the_last_one_sends_word() {
    let running = Arc::new(Running::new(2));
    let counts = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
    let (sender, events) = mpsc::channel();
    let threads = [0, 1].map(|i| {
        let (running, counts, sender) = (Arc::clone(&running), Arc::clone(&counts), sender.clone());
        thread::spawn(move || {
            counts[i].store(1, Ordering::Relaxed);
            if running.ends_last() {
                sender.send(()).unwrap();
            }
        })
    });
    events.recv().unwrap();
    assert_eq!([0, 1].map(|i| counts[i].load(Ordering::Relaxed)), [1, 1], "counts that the main thread sees");
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn models_of_the_crew() {
    Models::new().scenario("crew: the last one sends word", 3, the_last_one_sends_word).prove();
}
