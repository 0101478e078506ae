use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::error::Stop;

/// A callback that receives the progress and may stop the work.
pub(crate) type Watch<'a> = dyn Fn(DistinctProgress) -> ControlFlow<()> + Sync + 'a;

/// The threads that share the work, and the callback.
pub(crate) struct Workers<'a> {
    threads: usize,
    watch: &'a Watch<'a>,
    is_stopped: AtomicBool,
}

impl<'a> Workers<'a> {
    pub(crate) fn new(threads: usize, watch: &'a Watch<'a>) -> Self {
        Self { threads, watch, is_stopped: AtomicBool::new(false) }
    }

    /// Does `work` on all threads at once. Returns the first error among the threads.
    pub(crate) fn run(&self, work: impl Fn() -> Result<(), Stop> + Sync) -> Result<(), Stop> {
        let first = Mutex::new(None);
        let stop = |stop| {
            lock(&first).get_or_insert(stop);
            self.is_stopped.store(true, Ordering::Relaxed);
        };
        let work = || work().unwrap_or_else(stop);
        thread::scope(|scope| {
            let mut others = Vec::new();
            for _ in 1..self.threads {
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(handle) => others.push(handle),
                    // The threads take their work from one queue, so that fewer threads also finish it.
                    Err(_) => break,
                }
            }
            work();
            for handle in others {
                handle.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        into_inner(first).map_or(Ok(()), Err)
    }

    /// Creates the meter of a ply with `total` pieces of work.
    pub(crate) fn meter(&self, ply: u32, total: u64) -> Meter<'_> {
        Meter { workers: self, ply, total, done: AtomicU64::new(0) }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The progress of a ply.
pub(crate) struct Meter<'a> {
    workers: &'a Workers<'a>,
    ply: u32,
    total: u64,
    done: AtomicU64,
}

impl Meter<'_> {
    /// Adds `more` finished pieces of work. Threads call this at intervals to learn if they must stop.
    pub(crate) fn advance(&self, more: u64) -> Result<(), Stop> {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        let progress = DistinctProgress { ply: self.ply, done, total: self.total };
        if self.workers.is_stopped.load(Ordering::Relaxed) || (self.workers.watch)(progress).is_break() {
            return Err(Stop::Interrupted);
        }
        Ok(())
    }
}

/// The progress of [`distinct_plies`](crate::distinct_plies).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistinctProgress {
    /// The current ply. The first is 1.
    pub ply: u32,
    /// The finished pieces of work of this ply, out of `total`.
    pub done: u64,
    /// All pieces of work of this ply. They are of about equal size.
    pub total: u64,
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn a_thread_that_fails_stops_the_others() {
        let workers = Workers::new(3, &|_| ControlFlow::Continue(()));
        let (meter, has_failed) = (workers.meter(1, 9), AtomicBool::new(false));
        let result = workers.run(|| {
            if has_failed.swap(true, Ordering::Relaxed) {
                loop {
                    meter.advance(1)?;
                    thread::yield_now();
                }
            }
            Err(Stop::MemoryFull)
        });
        assert!(matches!(result, Err(Stop::MemoryFull | Stop::Interrupted)));
    }

    #[test]
    fn the_panic_of_a_thread_is_passed_on() {
        let workers = Workers::new(2, &|_| ControlFlow::Continue(()));
        let caller = thread::current().id();
        let work = || {
            if thread::current().id() == caller {
                Ok(())
            } else {
                resume_unwind(Box::new("the thread's own words"))
            }
        };
        let panic = catch_unwind(AssertUnwindSafe(|| workers.run(work))).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"the thread's own words"));
    }

    #[test]
    fn the_watch_receives_all_that_is_done() {
        let heard = Mutex::new(Vec::new());
        let watch = |progress: DistinctProgress| {
            heard.lock().unwrap().push(progress);
            if progress.done < 9 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let workers = Workers::new(1, &watch);
        let meter = workers.meter(7, 20);
        assert!(meter.advance(4).is_ok() && meter.advance(0).is_ok());
        assert!(matches!(meter.advance(5), Err(Stop::Interrupted)));
        let expected = [4, 4, 9].map(|done| DistinctProgress { ply: 7, done, total: 20 });
        assert_eq!(heard.into_inner().unwrap(), expected);
    }
}
