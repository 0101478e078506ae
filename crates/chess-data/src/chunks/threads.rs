//! The threads that read chunks, and the channels between them.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::buffer::Buffer;
use super::chunk::{Chunk, Counted, InputError, InputFault, Origin, Part};
use super::cut::line_ends;
use super::feed::{Feed, Limits, Piece};
use super::supply::{PATIENCE, Stop};

/// A chunk that has been read with its number of lines, or the error in its place.
type Outcome<T> = Result<(Piece, Counted<T>, u64), InputError>;

/// A message to the thread that delivers.
enum Message<T> {
    /// With the number of the chunk.
    Done(u64, Outcome<T>),
    Panic(Box<dyn Any + Send>),
}

/// The chunks that are not read yet.
struct Queue<'q, 'a> {
    feed: &'q mut Feed<'a>,
    /// The memory for chunks. There is no other, so that no more chunks are read and not delivered.
    free: Receiver<Buffer>,
    /// The number of the next chunk.
    next: u64,
}

impl Queue<'_, '_> {
    /// The next chunk or error with its number, when there is memory for it; `None` at the end.
    fn read(&mut self) -> Option<(u64, Result<Piece, InputError>)> {
        let piece = self.feed.next(self.free.recv().ok()?)?;
        self.next += 1;
        Some((self.next - 1, piece))
    }
}

/// Runs `work` on all chunks of the feed, and `emit` on the results in order. It is compiled once for each type of results: each call
/// takes a whole chunk.
pub(crate) fn run<S, T: Send, B>(
    mut feed: Feed<'_>,
    threads: usize,
    limits: Limits,
    stop: &Stop,
    init: &(dyn Fn() -> S + Sync),
    work: &(dyn Fn(&mut S, &Chunk<'_>) -> Counted<T> + Sync),
    emit: &mut dyn FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut delivery = Delivery { emit, origin: Origin { input: 0, games: 0, lines: 0, offset: 0 } };
    let read = |piece: Result<Piece, InputError>, own: &mut Option<S>| -> Outcome<T> {
        let mut piece = piece?;
        let (bytes, input, offset) = (&*piece.text, piece.input, piece.offset);
        let chunk = Chunk { bytes, input, offset, is_lenient: limits.is_lenient };
        let counted = work(own.get_or_insert_with(init), &chunk);
        let lines = line_ends(bytes);
        piece.text.shrink(4 * limits.chunk);
        Ok((piece, counted, lines))
    };
    if threads > 1 {
        on_threads(&mut feed, threads, stop, &read, &mut delivery)?;
    }
    // No other thread reads, or none could be started.
    let (mut own, mut memory) = (None, Buffer::default());
    while let Some(piece) = feed.next(memory).filter(|_| !stop.is_set()) {
        memory = delivery.deliver(read(piece, &mut own))?;
    }
    ControlFlow::Continue(())
}

/// Reads chunks on other threads, as many as can be started, and delivers their results on this one.
fn on_threads<S, T: Send, B>(
    feed: &mut Feed<'_>,
    threads: usize,
    stop: &Stop,
    read: &(impl Fn(Result<Piece, InputError>, &mut Option<S>) -> Outcome<T> + Sync),
    delivery: &mut Delivery<impl FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>>,
) -> ControlFlow<B> {
    let (buffers, free) = channel();
    for _ in 0..2 * threads + 2 {
        // The receiver is here.
        let _ = buffers.send(Buffer::default());
    }
    let queue = Mutex::new(Queue { feed, free, next: 0 });
    let (sender, done) = channel();
    let delivered = thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, sender) = (&queue, sender.clone());
            let help = move || {
                let helped = catch_unwind(AssertUnwindSafe(|| {
                    let mut own = None;
                    while !stop.is_set() {
                        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).read();
                        let Some((number, piece)) = next else { break };
                        if sender.send(Message::Done(number, read(piece, &mut own))).is_err() {
                            break;
                        }
                    }
                }));
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
        let delivered = catch_unwind(AssertUnwindSafe(|| delivery.run(&done, &buffers, stop)));
        if !matches!(delivered, Ok(ControlFlow::Continue(()))) {
            stop.set();
        }
        // Threads that wait for memory end.
        drop(buffers);
        delivered
    });
    let panic = done.try_iter().find_map(|message| match message {
        Message::Panic(panic) => Some(panic),
        Message::Done(..) => None,
    });
    match (delivered, panic) {
        (Err(panic), _) | (_, Some(panic)) => resume_unwind(panic),
        (Ok(flow), None) => flow,
    }
}

/// The user of the results, and the numbers that follow from the chunks before.
struct Delivery<E> {
    emit: E,
    /// The place after the last chunk, the offset of which is not kept.
    origin: Origin,
}

impl<E> Delivery<E> {
    /// Delivers the results of other threads in order.
    fn run<T, B>(
        &mut self,
        done: &Receiver<Message<T>>,
        buffers: &Sender<Buffer>,
        stop: &Stop,
    ) -> ControlFlow<B>
    where
        E: FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>,
    {
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        while !stop.is_set() {
            if let Some(outcome) = waiting.remove(&next) {
                next += 1;
                // The receiver lives as long as the queue.
                let _ = buffers.send(self.deliver(outcome)?);
                continue;
            }
            match done.recv_timeout(PATIENCE) {
                Ok(Message::Done(number, outcome)) => _ = waiting.insert(number, outcome),
                Ok(Message::Panic(panic)) => resume_unwind(panic),
                // A stop from outside comes without a message.
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        ControlFlow::Continue(())
    }

    /// Delivers a result, and returns its memory.
    fn deliver<T, B>(&mut self, outcome: Outcome<T>) -> ControlFlow<B, Buffer>
    where
        E: FnMut(Result<Part<T>, InputError>) -> ControlFlow<B>,
    {
        let input = outcome.as_ref().map_or_else(|error| error.input, |(piece, ..)| piece.input);
        if self.origin.input != input {
            self.origin = Origin { input, games: 0, lines: 0, offset: 0 };
        }
        match outcome {
            Ok((Piece { text, offset, skipped_lines, .. }, Counted { value, games }, lines)) => {
                self.origin.lines += skipped_lines;
                let origin = Origin { offset, ..self.origin };
                self.origin.games += games;
                self.origin.lines += lines;
                (self.emit)(Ok(Part { value, origin }))?;
                ControlFlow::Continue(text)
            }
            Err(mut error) => {
                error.games = self.origin.games;
                self.origin.games += u64::from(matches!(error.fault, InputFault::GameTooLong { .. }));
                (self.emit)(Err(error))?;
                ControlFlow::Continue(Buffer::default())
            }
        }
    }
}
