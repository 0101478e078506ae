//! The threads that read chunks, and the queues between them.

#[cfg(all(test, loom))]
mod models;

use std::any::Any;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;
use std::thread;

use super::buffer::{Buffer, line_ends};
use super::chunk::{Chunk, Counted, InputError, InputFault, Origin, Part};
use super::feed::{Feed, Limits, Piece};
use super::supply::{PATIENCE, Stop};
use crate::sync::{Condvar, Mutex, MutexGuard};

/// A chunk that has been read, or the error in its place.
struct Done<T> {
    value: Counted<T>,
    input: usize,
    offset: u64,
    skipped_lines: u64,
    lines: u64,
}

type Outcome<T> = Result<Done<T>, InputError>;

/// The state that the threads share.
struct Shared<'a, T> {
    state: Mutex<State<'a, T>>,
    /// Is notified after each change of the state.
    change: Condvar,
    /// The most chunks that are read and not delivered.
    limit: u64,
    limits: Limits,
    stop: &'a Stop,
}

struct State<'a, T> {
    /// `None` while a thread reads the next chunk.
    feed: Option<Feed<'a>>,
    is_read: bool,
    /// Chunks that wait for work, with their numbers.
    ready: VecDeque<(u64, Piece)>,
    /// Results and errors that wait for delivery, with their numbers, in no order. There are few.
    done: Vec<(u64, Outcome<T>)>,
    /// The number of the next chunk that is read.
    next: u64,
    /// The number of the next chunk that is delivered.
    delivered: u64,
    buffers: Vec<Buffer>,
    panic: Option<Box<dyn Any + Send>>,
}

/// Runs `work` on all chunks of the feed, and `emit` on the results in order.
pub(crate) fn run<S, T: Send, B>(
    feed: Feed<'_>,
    threads: usize,
    limits: Limits,
    stop: &Stop,
    init: &(impl Fn() -> S + Sync),
    work: &(impl Fn(&mut S, &Chunk<'_>) -> Counted<T> + Sync),
    emit: impl FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut delivery = Delivery { emit, origin: Origin { input: 0, games: 0, lines: 0, offset: 0 } };
    if threads <= 1 {
        return run_alone(feed, limits, stop, init, work, &mut delivery);
    }
    let state = State {
        feed: Some(feed),
        is_read: false,
        ready: VecDeque::new(),
        done: Vec::new(),
        next: 0,
        delivered: 0,
        buffers: Vec::new(),
        panic: None,
    };
    let shared = Shared {
        state: Mutex::new(state),
        change: Condvar::new(),
        limit: 2 * threads as u64 + 2,
        limits,
        stop,
    };
    let result = thread::scope(|scope| {
        for _ in 1..threads {
            let help = || {
                let helped = catch_unwind(AssertUnwindSafe(|| shared.help(init, work)));
                if let Err(panic) = helped {
                    shared.stop(Some(panic));
                }
            };
            // If a thread cannot be started, the others do its work.
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let led = catch_unwind(AssertUnwindSafe(|| shared.lead(init, work, &mut delivery)));
        shared.stop(None);
        led
    });
    let panic = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner).panic;
    match (result, panic) {
        (Err(panic), _) | (_, Some(panic)) => resume_unwind(panic),
        (Ok(flow), None) => flow,
    }
}

fn run_alone<S, T, B>(
    mut feed: Feed<'_>,
    limits: Limits,
    stop: &Stop,
    init: &impl Fn() -> S,
    work: &impl Fn(&mut S, &Chunk<'_>) -> Counted<T>,
    delivery: &mut Delivery<impl FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>>,
) -> ControlFlow<B> {
    let mut own = init();
    let mut buffer = Buffer::default();
    while let Some(piece) = feed.next(buffer) {
        if stop.is_set() {
            break;
        }
        buffer = Buffer::default();
        let outcome = piece.map(|piece| {
            let done = read(&mut own, work, &piece, limits);
            buffer = piece.buffer;
            done
        });
        delivery.deliver(outcome)?;
    }
    ControlFlow::Continue(())
}

fn read<S, T>(
    own: &mut S,
    work: &impl Fn(&mut S, &Chunk<'_>) -> Counted<T>,
    piece: &Piece,
    limits: Limits,
) -> Done<T> {
    let &Piece { ref buffer, input, offset, skipped_lines } = piece;
    let bytes = buffer.text();
    let value = work(own, &Chunk { bytes, input, offset, is_lenient: limits.is_lenient });
    Done { value, input, offset, skipped_lines, lines: line_ends(bytes) }
}

/// The numbers that follow from the chunks before.
struct Delivery<E> {
    emit: E,
    /// The place behind the last chunk, the offset of which is not kept.
    origin: Origin,
}

impl<E> Delivery<E> {
    fn deliver<T, B>(&mut self, outcome: Outcome<T>) -> ControlFlow<B>
    where
        E: FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>,
    {
        match outcome {
            Ok(Done { value: Counted { value, games }, input, offset, skipped_lines, lines }) => {
                self.enter(input);
                self.origin.lines += skipped_lines;
                let origin = Origin { offset, ..self.origin };
                self.origin.games += games;
                self.origin.lines += lines;
                (self.emit)(Ok(Part { value, origin }))
            }
            Err(mut error) => {
                self.enter(error.input);
                error.games = self.origin.games;
                self.origin.games += u64::from(matches!(error.fault, InputFault::GameTooLong { .. }));
                (self.emit)(Err(error))
            }
        }
    }

    fn enter(&mut self, input: usize) {
        if self.origin.input != input {
            self.origin = Origin { input, games: 0, lines: 0, offset: 0 };
        }
    }
}

impl<'a, T> Shared<'a, T> {
    /// The work of a thread that is not the caller's.
    fn help<S>(&self, init: &impl Fn() -> S, work: &impl Fn(&mut S, &Chunk<'_>) -> Counted<T>) {
        let mut own = None;
        let mut state = self.lock();
        while !(self.stop.is_set() || state.is_read && state.ready.is_empty()) {
            state = match self.work_on(state, &mut own, init, work) {
                Ok(state) => state,
                Err(state) if state.may_read(self.limit) => self.read_next(state),
                Err(state) => self.wait(state),
            };
        }
    }

    /// The work of the caller's thread, which also delivers results.
    fn lead<S, B>(
        &self,
        init: &impl Fn() -> S,
        work: &impl Fn(&mut S, &Chunk<'_>) -> Counted<T>,
        delivery: &mut Delivery<impl FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>>,
    ) -> ControlFlow<B> {
        let mut own = None;
        let mut state = self.lock();
        while !(self.stop.is_set() || state.is_read && state.delivered == state.next) {
            let next = state.done.iter().position(|(number, _)| *number == state.delivered);
            if let Some(next) = next {
                let (_, outcome) = state.done.swap_remove(next);
                drop(state);
                delivery.deliver(outcome)?;
                state = self.lock();
                state.delivered += 1;
                self.change.notify_all();
                continue;
            }
            state = match self.work_on(state, &mut own, init, work) {
                Ok(state) => state,
                // While this thread waits for the writer of a pipe, it delivers nothing.
                Err(state) if state.may_read(self.limit) && !state.would_keep_back() => self.read_next(state),
                Err(state) => self.wait(state),
            };
        }
        ControlFlow::Continue(())
    }

    /// Works on a chunk, if one is ready.
    fn work_on<'g, S>(
        &'g self,
        mut state: MutexGuard<'g, State<'a, T>>,
        own: &mut Option<S>,
        init: &impl Fn() -> S,
        work: &impl Fn(&mut S, &Chunk<'_>) -> Counted<T>,
    ) -> Result<MutexGuard<'g, State<'a, T>>, MutexGuard<'g, State<'a, T>>> {
        let Some((number, mut piece)) = state.ready.pop_front() else { return Err(state) };
        drop(state);
        let done = read(own.get_or_insert_with(init), work, &piece, self.limits);
        piece.buffer.shrink(4 * self.limits.chunk);
        let mut state = self.lock();
        state.done.push((number, Ok(done)));
        state.buffers.push(piece.buffer);
        self.change.notify_all();
        Ok(state)
    }

    fn read_next<'g>(&'g self, mut state: MutexGuard<'g, State<'a, T>>) -> MutexGuard<'g, State<'a, T>> {
        let Some(mut feed) = state.feed.take() else { return state };
        let buffer = state.buffers.pop().unwrap_or_default();
        drop(state);
        let piece = feed.next(buffer);
        let mut state = self.lock();
        let number = state.next;
        state.next += u64::from(piece.is_some());
        match piece {
            None => state.is_read = true,
            Some(Ok(piece)) => state.ready.push_back((number, piece)),
            Some(Err(error)) => state.done.push((number, Err(error))),
        }
        state.feed = Some(feed);
        self.change.notify_all();
        state
    }

    fn stop(&self, panic: Option<Box<dyn Any + Send>>) {
        let mut state = self.lock();
        self.stop.set();
        state.panic = panic.or(state.panic.take());
        self.change.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<'a, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, state: MutexGuard<'g, State<'a, T>>) -> MutexGuard<'g, State<'a, T>> {
        // A stop from outside comes without a notification.
        self.change.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0
    }
}

impl<T> State<'_, T> {
    fn may_read(&self, limit: u64) -> bool {
        self.feed.is_some() && !self.is_read && self.next - self.delivered < limit
    }

    /// True if reading may take long, and results are being made meanwhile.
    fn would_keep_back(&self) -> bool {
        self.next > self.delivered && self.feed.as_ref().is_some_and(Feed::may_wait)
    }
}
