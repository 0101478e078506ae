//! Ctrl-C and SIGTERM.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

#[cfg(unix)]
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
    iterator::Signals,
};

use crate::io::diagnostics;

/// The exit code after Ctrl-C: that which a shell gives a program that the signal has ended, 128 plus the number of the signal.
pub(crate) const CTRL_C: u8 = 130;

/// The exit code of interrupted work, by the signal which came last.
static CODE: LazyLock<Arc<AtomicUsize>> = LazyLock::new(|| Arc::new(AtomicUsize::new(CTRL_C.into())));

/// The exit code of interrupted work: 130 after Ctrl-C, 143 after SIGTERM.
pub(crate) fn exit_code() -> u8 {
    CODE.load(Ordering::Relaxed) as u8
}

/// Ends the program at once, as interrupted.
pub(crate) fn exit_interrupted() -> ! {
    process::exit(exit_code().into())
}

/// Makes Ctrl-C and SIGTERM call `handler` instead of ending the program, on a thread of its own.
pub(crate) fn catch_interrupts(handler: impl FnMut() + Send + 'static) {
    #[cfg(unix)]
    let caught = (|| {
        let (mut signals, mut handler) = (Signals::new([SIGTERM, SIGINT])?, handler);
        std::thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                CODE.store(128 + signal as usize, Ordering::Relaxed);
                handler();
            }
        })
    })();
    #[cfg(not(unix))]
    let caught = ctrlc::set_handler(handler);
    if let Err(error) = caught {
        diagnostics::tell(format_args!(
            "warning: cannot install a Ctrl-C handler; an interrupt terminates immediately: {error}"
        ));
    }
}

/// A flag that Ctrl-C and SIGTERM set. The second of them ends the program, and the first one does where `ends_at_once` is set.
pub(crate) fn stop_on_interrupt(ends_at_once: &Arc<AtomicBool>) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    // Ctrl-C ends the writer of a pipe as well: the flag is set before the end of the input is seen, which a thread could set too late.
    #[cfg(unix)]
    for signal in [SIGTERM, SIGINT] {
        // In this order, the first signal finds `ends_at_once` as the caller has set it. An error leaves the signal as it was: it ends
        // the program.
        let _ = flag::register(signal, Arc::clone(&stop))
            .and_then(|_| flag::register_usize(signal, Arc::clone(&CODE), 128 + signal as usize))
            .and_then(|_| flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(ends_at_once)))
            .and_then(|_| flag::register(signal, Arc::clone(ends_at_once)));
    }
    #[cfg(not(unix))]
    {
        let (set, ends_at_once) = (Arc::clone(&stop), Arc::clone(ends_at_once));
        catch_interrupts(move || {
            // The second time, the user has waited long enough.
            if ends_at_once.swap(true, Ordering::Relaxed) {
                exit_interrupted();
            }
            set.store(true, Ordering::Relaxed);
        });
    }
    stop
}
