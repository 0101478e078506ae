//! Long work without the interpreter's lock: on threads, and interruptible by Ctrl-C.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::host::numbers::Threads;

/// Time between two looks at Python's signals.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);

/// The wish of the caller that work should end early.
#[derive(Default)]
pub(crate) struct Stop(AtomicBool);

impl Stop {
    /// Tests whether the caller wishes it.
    pub(crate) fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Runs `work` on another thread without the interpreter's lock and returns its value.
///
/// # Errors
/// `OSError`: the system starts no thread. The exception of a signal handler, such as `KeyboardInterrupt`: `work` has then been
/// told to stop, and has ended.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let stop = Stop::default();
    watched(py, STACK, &|interrupted| stop.0.store(interrupted.is_some(), Ordering::Relaxed), || work(&stop))
}

/// The stack of a thread in bytes: that of the standard library.
const STACK: usize = 2 << 20;

/// Runs `work` on another thread with so much stack, without the interpreter's lock, and returns its value. `watch` is called every
/// [`PATIENCE`] while it works, with the time since a signal came: from then on it has to bring the work to its end.
///
/// # Errors
/// As [`interruptible`].
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    stack: usize,
    watch: &(dyn Fn(Option<Duration>) + Sync),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (mut work, mut value) = (Some(work), None);
    on_thread(py, stack, watch, &mut || value = work.take().map(|work| work()))?;
    Ok(value.expect("the work has ended"))
}

/// Runs `work` as [`watched`] says. It is compiled once, since the start of a thread is much code.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime only")]
fn on_thread(
    py: Python<'_>,
    stack: usize,
    watch: &(dyn Fn(Option<Duration>) + Sync),
    work: &mut (dyn FnMut() + Send),
) -> PyResult<()> {
    py.detach(|| {
        thread::scope(|scope| {
            // The sender is dropped when the work ends, in a panic too.
            let (sender, ended) = sync_channel::<()>(0);
            let worker = Builder::new().stack_size(stack).spawn_scoped(scope, move || {
                let _sender = sender;
                work();
            })?;
            let (mut outcome, mut interrupted) = (Ok(()), None);
            while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if outcome.is_ok() {
                    outcome = Python::attach(|py| py.check_signals());
                    interrupted = outcome.is_err().then(Instant::now);
                }
                watch(interrupted.map(|interrupted| interrupted.elapsed()));
            }
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            outcome
        })
    })
}

/// The most threads that work together, unless there are more processors. Beyond it a system spends its time on starting them.
const MOST_THREADS: usize = 64;

/// Returns the number of threads for `items` pieces of work of which a thread should have at least `least`: as many as
/// the caller asks for, or with none or 0 as there are processors. Only work for several of them needs the number of processors, for which
/// a system reads files of quotas.
pub(crate) fn thread_count(threads: Option<Threads>, items: usize, least: usize) -> NonZeroUsize {
    let wanted = threads.and_then(|threads| NonZeroUsize::new(threads.0));
    if items / least <= 1 || wanted == Some(NonZeroUsize::MIN) {
        return NonZeroUsize::MIN;
    }
    let processors = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let most = (items / least).min(processors.get().max(MOST_THREADS));
    wanted.unwrap_or(processors).min(NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN))
}

/// The items of a piece of work before its results are joined: work stops between two of them.
const PIECE: usize = 1024;

/// Computes a value for each piece of the rows `0..rows`, on threads that have `least` rows each, and returns the values in order. The
/// caller is one of the threads, and the only one for few rows. The share of a thread that the system does not start falls to the caller.
///
/// # Errors
/// The exception of a signal handler, such as `KeyboardInterrupt`, after which no more pieces are begun.
pub(crate) fn in_pieces<T: Send>(
    py: Python<'_>,
    rows: usize,
    threads: Option<Threads>,
    least: usize,
    piece: impl Fn(Range<usize>) -> T + Sync,
) -> PyResult<Vec<T>> {
    let threads = thread_count(threads, rows, least);
    let share = rows.div_ceil(threads.get()).next_multiple_of(PIECE).max(PIECE);
    let shares: Vec<_> = (0..rows).step_by(share).map(|first| (first, Mutex::new(Vec::new()))).collect();
    in_shares(py, shares.len(), &|number, goes_on| {
        let (first, values) = &shares[number];
        let end = (first + share).min(rows);
        // No other thread has it.
        let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
        for start in (*first..end).step_by(PIECE) {
            if !goes_on() {
                break;
            }
            values.push(piece(start..(start + PIECE).min(end)));
        }
    })?;
    let values = shares.into_iter().map(|(_, values)| values.into_inner());
    Ok(values.flat_map(|values| values.unwrap_or_else(PoisonError::into_inner)).collect())
}

/// Fills the cells of each of the rows `0..rows`, `width` for each, on threads as [`in_pieces`].
///
/// # Errors
/// As [`in_pieces`], and the first one of `fill`. Rows after it may be filled or not.
pub(crate) fn fill_rows<T: Send>(
    py: Python<'_>,
    cells: &mut [T],
    rows: usize,
    threads: Option<Threads>,
    least: usize,
    fill: impl Fn(usize, &mut [T]) -> PyResult<()> + Sync,
) -> PyResult<()> {
    let Some(width) = cells.len().checked_div(rows).filter(|&width| width > 0) else { return Ok(()) };
    // Each piece has its cells alone.
    let pieces: Vec<_> = cells.chunks_mut(PIECE * width).map(Mutex::new).collect();
    let filled = in_pieces(py, rows, threads, least, |range| {
        let mut cells = pieces[range.start / PIECE].lock().unwrap_or_else(PoisonError::into_inner);
        range.zip(cells.chunks_exact_mut(width)).try_for_each(|(row, cells)| fill(row, cells))
    })?;
    filled.into_iter().collect()
}

/// A share of work by its number, which asks between two pieces whether it goes on.
type Share<'a> = dyn Fn(usize, &mut dyn FnMut() -> bool) + Sync + 'a;

/// Runs each share below `count` without the interpreter's lock: the first one where it is called, the others on threads.
fn in_shares(py: Python<'_>, count: usize, work: &Share<'_>) -> PyResult<()> {
    let stop = Stop::default();
    py.detach(|| {
        let mut caller = Caller { stop: &stop, looked: Instant::now(), outcome: Ok(()) };
        if count < 2 {
            (0..count).for_each(|number| work(number, &mut || caller.goes_on()));
            return caller.outcome;
        }
        thread::scope(|scope| {
            // The senders are dropped when the threads end, in a panic too.
            let (sender, ended) = sync_channel::<()>(0);
            let mut left = vec![0];
            let mut others = Vec::new();
            for number in 1..count {
                let (sender, stop) = (sender.clone(), &stop);
                let run = move || {
                    let _sender = sender;
                    work(number, &mut || !stop.is_wanted());
                };
                match Builder::new().spawn_scoped(scope, run) {
                    Ok(thread) => others.push(thread),
                    Err(_) => left.push(number),
                }
            }
            drop(sender);
            for number in left {
                work(number, &mut || caller.goes_on());
            }
            while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                caller.goes_on();
            }
            for thread in others {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            caller.outcome
        })
    })
}

/// The caller of work, which looks at Python's signals from time to time.
struct Caller<'a> {
    stop: &'a Stop,
    looked: Instant,
    outcome: PyResult<()>,
}

impl Caller<'_> {
    /// Tests whether the work goes on: no handler of a signal has raised an exception.
    fn goes_on(&mut self) -> bool {
        if self.outcome.is_ok() && self.looked.elapsed() >= PATIENCE {
            #[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime only")]
            let outcome = Python::attach(|py| py.check_signals());
            self.outcome = outcome;
            self.looked = Instant::now();
            self.stop.0.store(self.outcome.is_err(), Ordering::Relaxed);
        }
        self.outcome.is_ok()
    }
}
