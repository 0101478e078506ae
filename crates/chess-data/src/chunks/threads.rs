//! The threads that read chunks, and the channels between them.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::thread;

use super::buffer::{Buffer, line_ends};
use super::chunk::{Chunk, Counted, InputError, InputFault, Origin, Part};
use super::feed::{Feed, Limits, Piece};
use super::supply::{PATIENCE, Stop};

/// A chunk that has been read, or the error in its place.
struct Done<T> {
    value: Counted<T>,
    input: usize,
    offset: u64,
    skipped_lines: u64,
    lines: u64,
}

type Outcome<T> = Result<Done<T>, InputError>;

/// A message to the thread that delivers.
enum Message<T> {
    /// With the number of the chunk, and its buffer.
    Done(u64, Outcome<T>, Buffer),
    Panic(Box<dyn Any + Send>),
}

/// The chunks that are not read yet.
struct Queue<'a> {
    feed: Feed<'a>,
    /// The buffers for chunks. There are no others, so that no more chunks are read and not delivered.
    free: Receiver<Buffer>,
    /// The number of the next chunk.
    next: u64,
    is_over: bool,
}

impl Queue<'_> {
    /// The next chunk or error with its number; `None` at the end.
    fn read(&mut self, buffer: Buffer) -> Option<(u64, Result<Piece, InputError>)> {
        let piece = self.feed.next(buffer);
        self.is_over |= piece.is_none();
        let number = self.next;
        self.next += u64::from(piece.is_some());
        Some((number, piece?))
    }
}

/// What the threads share.
struct Shared<'a, 's, I, W> {
    queue: Mutex<Queue<'a>>,
    limits: Limits,
    stop: &'s Stop,
    init: &'s I,
    work: &'s W,
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
    let (buffers, free) = channel();
    // A single thread delivers each chunk before it reads the next.
    for _ in 0..if threads <= 1 { 1 } else { 2 * threads + 2 } {
        // The receiver is here.
        let _ = buffers.send(Buffer::default());
    }
    let queue = Mutex::new(Queue { feed, free, next: 0, is_over: false });
    let shared = Shared { queue, limits, stop, init, work };
    let (sender, done) = channel();
    let led = thread::scope(|scope| {
        for _ in 1..threads {
            let (shared, sender) = (&shared, sender.clone());
            let help = move || {
                let helped = catch_unwind(AssertUnwindSafe(|| shared.help(&sender)));
                if let Err(panic) = helped {
                    let _ = sender.send(Message::Panic(panic));
                }
            };
            // If a thread cannot be started, the others do its work.
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        drop(sender);
        let led = catch_unwind(AssertUnwindSafe(|| shared.lead(&done, &buffers, &mut delivery)));
        stop.set();
        // Threads that wait for a buffer end.
        drop(buffers);
        led
    });
    let panic = done.try_iter().find_map(|message| match message {
        Message::Panic(panic) => Some(panic),
        Message::Done(..) => None,
    });
    match (led, panic) {
        (Err(panic), _) | (_, Some(panic)) => resume_unwind(panic),
        (Ok(flow), None) => flow,
    }
}

impl<S, T, I: Fn() -> S, W: Fn(&mut S, &Chunk<'_>) -> Counted<T>> Shared<'_, '_, I, W> {
    /// The work of a thread that is not the caller's.
    fn help(&self, sender: &Sender<Message<T>>) {
        let mut own = None;
        while !self.stop.is_set() {
            let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            if queue.is_over {
                return;
            }
            let Ok(buffer) = queue.free.recv() else { return };
            let Some((number, piece)) = queue.read(buffer) else { return };
            drop(queue);
            if sender.send(self.work_on(number, piece, &mut own)).is_err() {
                return;
            }
        }
    }

    /// The work of the caller's thread, which also delivers results.
    fn lead<B>(
        &self,
        done: &Receiver<Message<T>>,
        buffers: &Sender<Buffer>,
        delivery: &mut Delivery<impl FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>>,
    ) -> ControlFlow<B> {
        let (mut own, mut waiting, mut delivered) = (None, VecDeque::new(), 0);
        while !self.stop.is_set() {
            if let Some((outcome, buffer)) = waiting.front_mut().and_then(Option::take) {
                waiting.pop_front();
                delivery.deliver(outcome)?;
                delivered += 1;
                // The receiver lives as long as the queue.
                let _ = buffers.send(buffer);
                continue;
            }
            let mut message = done.try_recv().ok();
            if message.is_none() {
                let queue = match self.queue.try_lock() {
                    Ok(queue) => Some(queue),
                    Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
                    Err(TryLockError::WouldBlock) => None,
                };
                if let Some(mut queue) = queue {
                    if queue.is_over && queue.next == delivered {
                        break;
                    }
                    // While this thread waits for the writer of a pipe, it delivers nothing.
                    let would_keep_back = queue.next > delivered && queue.feed.may_wait();
                    let is_wanted = !queue.is_over && !would_keep_back;
                    if let Some(buffer) = is_wanted.then(|| queue.free.try_recv().ok()).flatten() {
                        let read = queue.read(buffer);
                        drop(queue);
                        let Some((number, piece)) = read else { continue };
                        message = Some(self.work_on(number, piece, &mut own));
                    }
                }
            }
            // A stop from outside comes without a message.
            match message.or_else(|| done.recv_timeout(PATIENCE).ok()) {
                Some(Message::Done(number, outcome, buffer)) => {
                    let place = (number - delivered) as usize;
                    waiting.resize_with(waiting.len().max(place + 1), || None);
                    waiting[place] = Some((outcome, buffer));
                }
                Some(Message::Panic(panic)) => resume_unwind(panic),
                None => {}
            }
        }
        ControlFlow::Continue(())
    }

    fn work_on(&self, number: u64, piece: Result<Piece, InputError>, own: &mut Option<S>) -> Message<T> {
        let Piece { mut buffer, input, offset, skipped_lines } = match piece {
            Ok(piece) => piece,
            Err(error) => return Message::Done(number, Err(error), Buffer::default()),
        };
        let bytes = buffer.text();
        let chunk = Chunk { bytes, input, offset, is_lenient: self.limits.is_lenient };
        let value = (self.work)(own.get_or_insert_with(self.init), &chunk);
        let done = Done { value, input, offset, skipped_lines, lines: line_ends(bytes) };
        buffer.shrink(4 * self.limits.chunk);
        Message::Done(number, Ok(done), buffer)
    }
}

/// The numbers that follow from the chunks before.
struct Delivery<E> {
    emit: E,
    /// The place after the last chunk, the offset of which is not kept.
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
