use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};

use crate::spare::ROOM;

/// The stack of a thread that searches, in bytes, whatever the environment asks for.
pub(super) const STACK: usize = 4 << 20;

/// The memory in bytes that starting a thread may take for a while: its stack, and what glibc maps to place an arena.
const START: usize = STACK + (160 << 20);

/// The work of a thread that helps the caller's one.
pub(super) struct Helper<W> {
    work: W,
    /// Is told when the thread runs.
    running: Option<SyncSender<()>>,
}

impl<W: FnOnce()> Helper<W> {
    pub(super) fn run(self) {
        if let Some(running) = self.running {
            // The thread that waits for this has not gone.
            let _ = running.send(());
        }
        (self.work)();
    }
}

/// Starts a thread for each of `works` by `start`, until one cannot be started. Returns the number of those that were.
///
/// `has_room` tests whether so many bytes of memory could be allocated. If memory is short, the next thread is started when the
/// last one runs, and only beside enough memory, because a thread that finds none for its signal stack ends the program.
pub(super) fn start_all<W: FnOnce()>(
    works: impl ExactSizeIterator<Item = W>,
    has_room: impl Fn(usize) -> bool,
    mut start: impl FnMut(Helper<W>) -> io::Result<()>,
) -> usize {
    let is_short = !has_room(works.len().saturating_mul(START));
    let mut started = 0;
    for work in works {
        if is_short && !has_room(STACK + ROOM) {
            break;
        }
        let (sender, runs) = sync_channel(1);
        if start(Helper { work, running: is_short.then_some(sender) }).is_err() {
            break;
        }
        started += 1;
        if is_short {
            // This fails if the thread has ended, and has run then.
            let _ = runs.recv();
        }
    }
    started
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::{Builder, scope, sleep};
    use std::time::Duration;
    use std::vec::Vec;

    use super::*;

    /// Starts threads for five works, of which those from `refused` on are refused, in a memory of so many bytes. Returns what
    /// was said to be started, and what has run.
    fn started(refused: usize, memory: usize) -> (usize, usize) {
        let ran = AtomicUsize::new(0);
        let mut asked = 0;
        let said = scope(|scope| {
            let works: Vec<_> = (0..5).map(|_| || _ = ran.fetch_add(1, Ordering::Relaxed)).collect();
            start_all(
                works.into_iter(),
                |bytes| bytes <= memory,
                |helper| {
                    asked += 1;
                    if asked > refused {
                        return Err(io::ErrorKind::WouldBlock.into());
                    }
                    Builder::new().stack_size(STACK).spawn_scoped(scope, move || helper.run()).map(drop)
                },
            )
        });
        (said, ran.into_inner())
    }

    #[test]
    fn threads_that_are_refused_are_done_without() {
        for memory in [usize::MAX, STACK + ROOM] {
            for refused in 0..=5 {
                assert_eq!(started(refused, memory), (refused, refused));
            }
        }
    }

    #[test]
    fn no_thread_is_started_without_room() {
        assert_eq!(started(5, STACK + ROOM - 1), (0, 0));
    }

    #[test]
    fn with_little_memory_a_thread_is_started_when_the_last_one_runs() {
        let [running, started] = [(); 2].map(|()| AtomicUsize::new(0));
        let said = scope(|scope| {
            start_all(
                (0..4).map(|_| || ()),
                |bytes| {
                    assert_eq!(running.load(Ordering::SeqCst), started.load(Ordering::SeqCst));
                    bytes <= STACK + ROOM
                },
                |helper| {
                    started.fetch_add(1, Ordering::SeqCst);
                    let run = || {
                        sleep(Duration::from_millis(2));
                        running.fetch_add(1, Ordering::SeqCst);
                        helper.run();
                    };
                    Builder::new().stack_size(STACK).spawn_scoped(scope, run).map(drop)
                },
            )
        });
        assert_eq!((said, running.into_inner()), (4, 4));
    }
}
