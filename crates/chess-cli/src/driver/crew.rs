use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use rayon::ThreadPool;

use crate::args::threads::ThreadArgs;
use crate::driver::work::Work;
use crate::error::CliError;

/// The threads that count, and what they tell the one that waits.
pub(crate) struct Crew {
    pool: ThreadPool,
    events: Receiver<Event>,
    sender: Sender<Event>,
}

enum Event {
    Finished,
    Interrupted,
}

impl Crew {
    pub(crate) fn new(threads: &ThreadArgs) -> Result<Self, CliError> {
        let pool = threads.pool()?;
        let (sender, events) = mpsc::channel();
        Ok(Self { pool, events, sender })
    }

    pub(crate) fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// From now on Ctrl-C ends the work instead of the program.
    pub(crate) fn catch_interrupts(&self) -> Result<(), CliError> {
        let sender = self.sender.clone();
        // Nobody listens once the work is done.
        ctrlc::set_handler(move || drop(sender.send(Event::Interrupted)))?;
        Ok(())
    }

    /// Returns when `work` is done, or at once when it is interrupted. The threads are not waited for then: a branch
    /// may take hours, and they end with the program.
    pub(crate) fn run(&self, work: &Arc<Work>) {
        let running = AtomicUsize::new(self.threads());
        let (work, sender) = (Arc::clone(work), self.sender.clone());
        self.pool.spawn_broadcast(move |_| {
            work.run();
            if running.fetch_sub(1, Ordering::AcqRel) == 1 {
                drop(sender.send(Event::Finished));
            }
        });
        match self.events.recv() {
            Ok(Event::Finished | Event::Interrupted) | Err(mpsc::RecvError) => {}
        }
    }
}
