//! Threads that the system may refuse to start: where memory is limited (`ulimit -v`), or their number.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, sync_channel};
use std::thread::{self, Builder, JoinHandle};
use std::{io, process};

use crate::io::diagnostics;
use crate::outcome::Verdict;

/// The memory in bytes that must be left beside a thread: for its signal stack, without which it would end the program, for an
/// arena of the allocator, and for small allocations.
const ROOM: usize = 64 << 20;

/// The stack of a thread of which no more is known, in bytes.
pub(crate) const STACK: usize = 2 << 20;

/// The memory in bytes that each thread which has been started may still need for its work.
const WORK: usize = 4 << 20;

/// Tests whether this many bytes of memory could be allocated. Up to 32 MiB, the request would change how glibc allocates.
fn room_for(bytes: usize) -> io::Result<()> {
    let mut probe = Vec::<u8>::new();
    probe.try_reserve_exact(bytes)?;
    // The compiler may leave out an allocation without a use.
    black_box(&probe);
    Ok(())
}

/// Starts a thread with a stack of so many bytes.
pub(crate) fn start<T: Send + 'static>(
    stack: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    room_for(stack + ROOM)?;
    Builder::new().stack_size(stack).spawn(work)
}

/// Fewer threads than were wanted.
#[derive(Debug, thiserror::Error)]
#[error("{started} of {wanted} threads can be started: {error}")]
pub(crate) struct TooFewThreads {
    pub(crate) started: usize,
    wanted: usize,
    error: io::Error,
}

/// Starts this many threads at once, beside the caller's, and lets them end.
///
/// # Errors
/// The system does not start as many.
pub(crate) fn rehearse(wanted: usize) -> Result<(), TooFewThreads> {
    rehearse_with(wanted, |started| room_for(STACK + ROOM + started * WORK))
}

fn rehearse_with(wanted: usize, permit: impl Fn(usize) -> io::Result<()>) -> Result<(), TooFewThreads> {
    thread::scope(|scope| {
        let (running, runs) = sync_channel(wanted);
        // A thread ends when its sender is dropped.
        let mut holds = Vec::with_capacity(wanted);
        for started in 0..wanted {
            let (hold, held) = channel::<()>();
            let running = running.clone();
            let work = move || {
                let _ = running.send(());
                let _ = held.recv();
            };
            let thread = permit(started)
                .and_then(|()| Builder::new().stack_size(STACK).spawn_scoped(scope, work).map(drop));
            if let Err(error) = thread {
                return Err(TooFewThreads { started, wanted, error });
            }
            holds.push(hold);
            // The next one begins with what this one leaves.
            let _ = runs.recv();
        }
        Ok(())
    })
}

/// Makes Ctrl-C call `handler` instead of ending the program, on a thread of its own.
///
/// It says on stderr if that thread cannot be started: Ctrl-C then ends the program as it ends others.
pub(crate) fn catch_interrupts(handler: impl FnMut() + Send + 'static) {
    let caught = room_for(STACK + ROOM).map_err(|error| error.to_string());
    let caught = caught.and_then(|()| ctrlc::set_handler(handler).map_err(|error| error.to_string()));
    if let Err(error) = caught {
        diagnostics::tell(format_args!(
            "warning: Ctrl-C ends the program at once: it cannot be caught: {error}"
        ));
    }
}

/// A flag that Ctrl-C sets. The second Ctrl-C ends the program.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    catch_interrupts(move || {
        // The second time, the user has waited long enough.
        if set.swap(true, Ordering::Relaxed) {
            process::exit(Verdict::INTERRUPTED.into());
        }
    });
    stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_refusal_is_told() {
        for refused in 0..5 {
            let permit =
                |started| if started < refused { Ok(()) } else { Err(io::ErrorKind::WouldBlock.into()) };
            let answer = rehearse_with(4, permit);
            assert_eq!(answer.as_ref().err().map(|few| few.started), (refused < 4).then_some(refused));
            if let Err(few) = answer {
                assert!(few.to_string().starts_with(&format!("{refused} of 4 threads can be started: ")));
            }
        }
    }

    #[test]
    fn memory_that_is_there_and_memory_that_is_not() {
        assert!(room_for(1 << 20).is_ok() && room_for(usize::MAX).is_err());
        assert_eq!(start(STACK, || 7).unwrap().join().unwrap(), 7);
    }
}
