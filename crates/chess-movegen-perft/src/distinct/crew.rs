#[cfg(all(test, loom))]
mod models;

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::error::Stop;
use super::progress::DistinctProgress;
use crate::sync::{AtomicBool, AtomicU64, Ordering};

/// A callback that receives the progress and may stop the work.
pub(super) type Watch<'a> = dyn Fn(DistinctProgress) -> ControlFlow<()> + Sync + 'a;

/// The threads that share the work, and the callback.
pub(super) struct Crew<'a> {
    threads: usize,
    watch: &'a Watch<'a>,
    is_stopped: AtomicBool,
}

impl<'a> Crew<'a> {
    pub(super) fn new(threads: usize, watch: &'a Watch<'a>) -> Self {
        Self { threads, watch, is_stopped: AtomicBool::new(false) }
    }

    /// Does `work` on all threads at once. Returns the first error among the threads.
    pub(super) fn run(&self, work: impl Fn() -> Result<(), Stop> + Sync) -> Result<(), Stop> {
        let first = Mutex::new(None);
        let stop = |stop| {
            first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(stop);
            self.is_stopped.store(true, Ordering::Relaxed);
        };
        let work = || work().unwrap_or_else(stop);
        thread::scope(|scope| {
            let mut others = Vec::new();
            for _ in 1..self.threads {
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(handle) => others.push(handle),
                    // The threads take their work from one queue, which fewer of them empty as well.
                    Err(_) => break,
                }
            }
            work();
            for handle in others {
                handle.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        first.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Creates the meter of a ply with `total` pieces of work.
    pub(super) fn meter(&self, ply: u32, total: u64) -> Meter<'_> {
        Meter { crew: self, ply, total, done: AtomicU64::new(0) }
    }
}

/// The progress of a ply.
pub(super) struct Meter<'a> {
    crew: &'a Crew<'a>,
    ply: u32,
    total: u64,
    done: AtomicU64,
}

impl Meter<'_> {
    /// Adds `more` finished pieces of work. Threads call this at intervals to learn if they must stop.
    pub(super) fn advance(&self, more: u64) -> Result<(), Stop> {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        let progress = DistinctProgress { ply: self.ply, done, total: self.total };
        if self.crew.is_stopped.load(Ordering::Relaxed) || (self.crew.watch)(progress).is_break() {
            return Err(Stop::Interrupted);
        }
        Ok(())
    }
}
