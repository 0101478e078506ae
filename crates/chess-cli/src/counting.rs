use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use chess_movegen_perft::driver::{Counter, Work};
use rayon::ThreadPool;

use crate::args::ThreadArgs;
use crate::error::CliError;
use crate::io::interrupts::{catch_interrupts, exit_interrupted};
use crate::io::progress::Progress;

/// The threads that count, and the channel on which they report to the main thread.
pub(crate) struct CountingThreads {
    pool: ThreadPool,
    events: Receiver<Event>,
    sender: Sender<Event>,
}

enum Event {
    Finished,
    Interrupted,
}

impl CountingThreads {
    pub(crate) fn new(threads: &ThreadArgs) -> Result<Self, CliError> {
        let (sender, events) = mpsc::channel();
        Ok(Self { pool: threads.pool()?, events, sender })
    }

    /// Threads whose work, instead of the program, is ended by Ctrl-C and SIGTERM.
    pub(crate) fn interruptible(threads: &ThreadArgs) -> Result<Self, CliError> {
        let threads = Self::new(threads)?;
        let interrupt = threads.sender.clone();
        catch_interrupts(move || {
            // The work is done, and perhaps nobody reads its output.
            if interrupt.send(Event::Interrupted).is_err() {
                exit_interrupted();
            }
        });
        Ok(threads)
    }

    pub(crate) fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Runs `work` on all threads. Returns when it is done, or at once on an interrupt. Interrupted threads are not joined: a
    /// branch may take hours, and the threads end with the program.
    pub(crate) fn run<C: Counter + 'static>(&self, work: &Arc<Work<C>>, progress: Progress) {
        let running = AtomicUsize::new(self.threads());
        let (work, sender) = (Arc::clone(work), self.sender.clone());
        let progress = Arc::new(progress);
        let bar = Arc::clone(&progress);
        self.pool.spawn_broadcast(move |_| {
            work.run(|leaves| bar.counted(leaves));
            // The thread that receives the message of the last one sees all counts.
            if running.fetch_sub(1, Ordering::AcqRel) == 1 {
                drop(sender.send(Event::Finished));
            }
        });
        match self.events.recv() {
            Ok(Event::Finished | Event::Interrupted) | Err(mpsc::RecvError) => {}
        }
        progress.finish();
    }
}
