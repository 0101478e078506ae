//! The threads that a user asks for by their number.

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread::{self, Builder};

use crate::io::diagnostics;

/// The memory in bytes that is left beside what a user asks for: for signal stacks, without which a thread would end the program,
/// an arena of the allocator, and small allocations.
pub(crate) const ROOM: usize = 64 << 20;

/// The memory in bytes that each thread may need for its work.
const WORK: usize = 4 << 20;

/// Tests whether this many bytes of memory could be allocated. Up to 32 MiB, the request would change how glibc allocates.
pub(crate) fn has_room(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let reserved = probe.try_reserve_exact(bytes);
    // The compiler may leave out an allocation without a use.
    black_box(&probe);
    reserved.is_ok()
}

/// Returns the number of threads, at most `wanted`, that the system starts at once beside the caller's. It says on stderr if they
/// are fewer.
pub(crate) fn startable(wanted: usize) -> usize {
    let gate = Mutex::new(());
    let (running, runs) = channel();
    let started = thread::scope(|scope| {
        let held = gate.lock();
        let start = |started: &usize| {
            let (running, gate) = (running.clone(), &gate);
            let run = move || {
                let _ = running.send(());
                drop(gate.lock());
            };
            // The next one begins with what this one leaves when it runs.
            has_room(ROOM + started * WORK)
                && Builder::new().spawn_scoped(scope, run).is_ok()
                && runs.recv().is_ok()
        };
        let started = (0..wanted).take_while(start).count();
        drop(held);
        started
    });
    if started < wanted {
        diagnostics::tell(format_args!("warning: only {started} of {wanted} threads can be started"));
    }
    started
}
