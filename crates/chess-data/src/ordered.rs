//! Pieces of work on several threads, with the results in the order of the pieces.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// Runs `work` on all pieces, and `emit` on the results in order, on the caller's thread, until it breaks. With one thread, everything runs
/// on the caller's; 0 means one for each core. At most two pieces for each thread, and two more, are taken and not yet emitted.
///
/// # Panics
/// If one of the functions panics.
pub(crate) fn run<P, T: Send, B>(
    threads: usize,
    pieces: impl Iterator<Item = P> + Send,
    work: &(impl Fn(P) -> T + Sync),
    emit: &mut impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = NonZeroUsize::new(threads).unwrap_or_else(cores).get();
    let mut pieces = pieces.enumerate();
    if threads > 1 {
        on_threads(threads, &mut pieces, work, emit)?;
    }
    // No other thread works, or none could be started.
    pieces.try_for_each(|(_, piece)| emit(work(piece)))
}

fn on_threads<P, T: Send, B>(
    threads: usize,
    pieces: &mut (impl Iterator<Item = (usize, P)> + Send),
    work: &(impl Fn(P) -> T + Sync),
    emit: &mut impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (permits, permitted) = channel();
    for _ in 0..2 * threads + 2 {
        // The receiver is here.
        let _ = permits.send(());
    }
    let queue = Mutex::new((pieces, permitted));
    let next = || {
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (pieces, permitted) = &mut *queue;
        permitted.recv().ok()?;
        pieces.next()
    };
    thread::scope(|scope| {
        let (sender, done) = channel();
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            let help = move || {
                while let Some((number, piece)) = next() {
                    let value = catch_unwind(AssertUnwindSafe(|| work(piece)));
                    if sender.send((number, value)).is_err() {
                        break;
                    }
                }
            };
            // If a thread cannot be started, the others do its work.
            if Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        drop(sender);
        // Threads that wait for a permit end when the permits are dropped, which a panic does, too.
        let (permits, mut waiting, mut expected) = (permits, BTreeMap::new(), 0);
        for (number, value) in done {
            waiting.insert(number, value);
            while let Some(value) = waiting.remove(&expected) {
                expected += 1;
                emit(value.unwrap_or_else(|panic| resume_unwind(panic)))?;
                let _ = permits.send(());
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_are_in_order_and_few_are_ahead() {
        for threads in 0..6 {
            let (taken, mut emitted) = (AtomicUsize::new(0), 0);
            let pieces = (0..500).inspect(|_| _ = taken.fetch_add(1, Ordering::Relaxed));
            let work = |piece: usize| {
                if piece % 7 == 0 {
                    thread::yield_now();
                }
                piece
            };
            let flow = run(threads, pieces, &work, &mut |value| {
                assert_eq!(value, emitted);
                let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
                let most = 2 * if threads == 0 { cores } else { threads } + 2;
                assert!(taken.load(Ordering::Relaxed) <= emitted + most);
                emitted += 1;
                if emitted == 300 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
            });
            assert_eq!((flow, emitted), (ControlFlow::Break("enough"), 300));
            assert_eq!(
                run(threads, 0..9, &|piece| piece, &mut |_| ControlFlow::<()>::Continue(())),
                ControlFlow::Continue(())
            );
        }
    }

    #[test]
    fn a_panic_ends_the_work() {
        for threads in [1, 3] {
            let work = |piece: usize| assert!(piece != 100, "this one");
            let all = || run(threads, 0..10_000, &work, &mut |()| ControlFlow::<()>::Continue(()));
            let panic = catch_unwind(AssertUnwindSafe(all)).unwrap_err();
            assert_eq!(panic.downcast_ref(), Some(&"this one"));
            let emit = |piece: usize| -> ControlFlow<()> { panic!("at {piece}") };
            assert!(catch_unwind(|| run(threads, 0..10_000, &|piece| piece, &mut emit.clone())).is_err());
        }
    }
}
