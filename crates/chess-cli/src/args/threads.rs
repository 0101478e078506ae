use std::iter;
use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::io::diagnostics;
use crate::threads::{TooFewThreads, rehearse};

/// The largest number of threads.
const MAX_THREADS: i64 = 1024;

#[derive(Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=MAX_THREADS))]
    threads: u16,
}

impl ThreadArgs {
    /// The number of threads to use, the caller's among them.
    pub(crate) fn count(&self) -> NonZeroUsize {
        working_threads(self.threads.into())
    }

    /// Starts the threads. A single thread is a pool of one, so that all counts are made in the same way.
    pub(crate) fn pool(&self) -> Pool {
        Pool::new(self.threads.into())
    }
}

/// The number of threads that can work at once, the caller's among them: `wanted`, where 0 means one for each core, or as many as
/// the system starts. It says on stderr if those are fewer.
pub(crate) fn working_threads(wanted: usize) -> NonZeroUsize {
    let wanted = or_cores(wanted);
    match rehearse(wanted.get() - 1) {
        Ok(()) => wanted,
        Err(few) => {
            diagnostics::tell(format_args!("warning: beside the first thread, {few}"));
            NonZeroUsize::MIN.saturating_add(few.started)
        }
    }
}

fn or_cores(wanted: usize) -> NonZeroUsize {
    NonZeroUsize::new(wanted).unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Threads that work while the main thread waits for them.
pub(crate) struct Pool {
    /// `None` if no thread can be started: the main thread then does the work.
    threads: Option<ThreadPool>,
}

impl Pool {
    /// Starts `wanted` threads, where 0 means one for each core, or as many as the system starts. It says on stderr if those are
    /// fewer.
    pub(crate) fn new(wanted: usize) -> Self {
        let mut wanted = or_cores(wanted).get();
        if let Err(few) = rehearse(wanted) {
            wanted = few.started;
            tell(&few);
        }
        // What was possible in the rehearsal may not be any more.
        let threads = halves(wanted).find_map(|len| ThreadPoolBuilder::new().num_threads(len).build().ok());
        Self { threads }
    }

    /// The number of threads that work.
    pub(crate) fn threads(&self) -> usize {
        self.threads.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// The threads; `None` if the main thread has to do the work.
    pub(crate) fn others(&self) -> Option<&ThreadPool> {
        self.threads.as_ref()
    }
}

/// The number, its half, and so on down to 1.
fn halves(number: usize) -> impl Iterator<Item = usize> {
    iter::successors(Some(number), |number| Some(number / 2)).take_while(|&number| number > 0)
}

fn tell(few: &TooFewThreads) {
    let alone = if few.started == 0 { "; the main thread does the work" } else { "" };
    diagnostics::tell(format_args!("warning: only {few}{alone}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_halved_until_nothing_is_left() {
        for (number, expected) in [(0, &[][..]), (1, &[1]), (7, &[7, 3, 1]), (64, &[64, 32, 16, 8, 4, 2, 1])]
        {
            assert_eq!(halves(number).take(10).collect::<Vec<_>>(), expected, "{number}");
        }
    }
}
