//! The end of work that a user asks for.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use crate::error::INTERRUPTED_BY;
#[cfg(not(unix))]
use crate::error::Verdict;
#[cfg(not(unix))]
use crate::io::threads::catch_interrupts;

/// A flag that Ctrl-C and SIGTERM set. The second of them ends the program, and the first one does where `ends_at_once` is set.
pub(crate) fn stop_on_interrupt(ends_at_once: &Arc<AtomicBool>) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    // Ctrl-C ends the writer of a pipe as well: the flag is set before the end of the input is seen, which a thread could set too late.
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
        use signal_hook::flag;
        // In this order, the first signal finds `ends_at_once` as the caller has set it. An error leaves the signal as it was: it ends
        // the program.
        let code = 128 + signal;
        let _ = flag::register(signal, Arc::clone(&stop))
            .and_then(|_| flag::register_usize(signal, Arc::clone(&INTERRUPTED_BY), code as usize))
            .and_then(|_| flag::register_conditional_shutdown(signal, code, Arc::clone(ends_at_once)))
            .and_then(|_| flag::register(signal, Arc::clone(ends_at_once)));
    }
    #[cfg(not(unix))]
    {
        use std::sync::atomic::Ordering;

        let (set, ends_at_once) = (Arc::clone(&stop), Arc::clone(ends_at_once));
        catch_interrupts(move || {
            // The second time, the user has waited long enough.
            if ends_at_once.swap(true, Ordering::Relaxed) {
                std::process::exit(Verdict::INTERRUPTED.into());
            }
            set.store(true, Ordering::Relaxed);
        });
    }
    stop
}
