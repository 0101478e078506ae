use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::CliError;

/// The largest number of threads.
const MAX_THREADS: i64 = 1024;

#[derive(Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=MAX_THREADS))]
    threads: u16,
}

impl ThreadArgs {
    /// The number of threads to use.
    pub(crate) fn count(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.threads.into())
            .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// Starts the threads. A single thread is a pool of one, so that all counts are made in the same way.
    pub(crate) fn pool(&self) -> Result<ThreadPool, CliError> {
        Ok(ThreadPoolBuilder::new().num_threads(self.threads.into()).build()?)
    }
}
