//! Files that a thread reads in the background, which never enters the interpreter. Short texts are read by the caller.
//!
//! Open files of Python are read by a thread of Python, which it asks for bytes. Nobody joins either: when the caller leaves, by an exception, a
//! signal or the end of the process too, the one ends by itself, and the other when its `read` returns.

use std::any::Any;
use std::fs;
use std::io::{self, Cursor, ErrorKind, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SendError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{mem, process, thread};

use chess_data::input::{Compression, Input, find};
use pyo3::exceptions::{PyBaseException, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::host::inputs::{Given, Inputs, SHORT};
use crate::host::run::PATIENCE;

/// What the thread sends to the caller.
enum Message<T> {
    Value(T),
    /// The last message: an error, or a panic.
    End(Result<PyResult<()>, Box<dyn Any + Send>>),
}

/// The reader's end: it hands over values.
pub(crate) struct Hand<T>(Box<dyn Fn(Message<T>) -> Result<(), SendError<Message<T>>> + Sync>);

impl<T> Hand<T> {
    /// Hands over a value, and breaks if the caller wants no more.
    pub(crate) fn give(&self, value: T) -> ControlFlow<()> {
        self.0(Message::Value(value)).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }
}

/// What the `read` of an open file raised, also as a text.
struct Raised {
    error: Option<PyErr>,
    text: String,
}

/// Exceptions that nobody took. A thread of Rust, which never enters the interpreter, cannot free objects of Python: the next caller does.
static LEFT: Mutex<Vec<PyErr>> = Mutex::new(Vec::new());

impl Drop for Raised {
    fn drop(&mut self) {
        lock(&LEFT).extend(self.error.take());
    }
}

/// Frees the exceptions that nobody took.
fn free_left(_py: Python<'_>) {
    let left = mem::take(&mut *lock(&LEFT));
    drop(left);
}

/// The error of another process.
const REFUSED: &str = "the files were opened before a fork, in another process, and this one cannot read on: open them again here";

/// The caller's end: the values, in their order.
///
/// Only the process that made it uses and drops it: `fork` copies memory and not the threads that fill it, so that locks may be held for ever.
pub(crate) struct Reading<T> {
    process: u32,
    /// `None` while it is dropped only.
    shared: Option<Shared<T>>,
}

struct Shared<T> {
    /// `None` after the end. No thread waits for the lock.
    messages: Mutex<Option<Receiver<Message<T>>>>,
    /// What comes in the place of the last message.
    raised: Arc<Mutex<Option<Raised>>>,
    /// Set when no more is wanted.
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> Reading<T> {
    /// Begins to read on a thread: `work` has the inputs, with the files that end with `ending` in the place of folders. At most `ahead`
    /// values wait for the caller. Short texts have been read when this returns.
    ///
    /// # Errors
    /// `OSError`: the system starts no thread.
    pub(crate) fn new(
        py: Python<'_>,
        inputs: Inputs,
        ending: &'static str,
        ahead: usize,
        work: impl FnOnce(Vec<Input>, &Hand<T>) -> PyResult<()> + Send + 'static,
    ) -> PyResult<Self> {
        free_left(py);
        let mut wishes: Option<(Sender<Ask>, Receiver<Ask>)> = None;
        let (stop, raised) = (Arc::<AtomicBool>::default(), Arc::default());
        let (mut given, mut reads) = (Vec::new(), Vec::new());
        for input in inputs.0 {
            given.push(match input {
                Given::File(name, read) => {
                    let asks = wishes.get_or_insert_with(channel).0.clone();
                    let (stop, raised) = (Arc::clone(&stop), Arc::clone(&raised));
                    let asking =
                        Asking { file: reads.len(), asks, stop, raised, rest: Cursor::default(), next: None };
                    reads.push(read);
                    Given::Bytes(Input::reader(name, asking))
                }
                other => other,
            });
        }
        if let Some((_, asked)) = wishes {
            let asks = Asks { asked: Mutex::new(asked), waiting: Mutex::default() };
            py.import("chess_batch._reading")?.call_method1("start", (reads, asks))?;
        }
        let is_over = Arc::clone(&stop);
        let run = move |given: Vec<Given>, hand: &Hand<T>| {
            let found = given.into_iter().flat_map(|given| match given {
                Given::Path(path) => find([path], ending),
                Given::Bytes(input) => vec![input],
                Given::File(..) => Vec::new(),
            });
            let read = || work(found.map(|input| input.stop_when(&is_over)).collect(), hand);
            let end = catch_unwind(AssertUnwindSafe(read));
            let _ = hand.0(Message::End(end));
        };
        let messages = py.detach(|| {
            if are_short(&mut given) {
                let (sender, messages) = channel();
                run(given, &Hand(Box::new(move |message| sender.send(message))));
                return Ok(messages);
            }
            let (sender, messages) = sync_channel(ahead);
            let work = move || run(given, &Hand(Box::new(move |message| sender.send(message))));
            thread::Builder::new().name("chess_batch reader".into()).spawn(work).map(|_| messages)
        })?;
        let messages = Mutex::new(Some(messages));
        Ok(Self { process: process::id(), shared: Some(Shared { messages, raised, stop }) })
    }

    /// Returns the next value, or `None` at the end.
    ///
    /// # Errors
    /// That of `work`, after all values before it, or what a `read` has raised in its place; after it comes nothing. At once, what a handler
    /// of a signal raises.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        let shared = self.shared().ok_or_else(|| PyRuntimeError::new_err(REFUSED))?;
        // A value that is there takes no step out of the interpreter.
        let mut received = shared.receive(Duration::ZERO);
        loop {
            match received {
                Ok(Message::Value(value)) => return Ok(Some(value)),
                Ok(Message::End(end)) => {
                    let end = end.unwrap_or_else(|panic| resume_unwind(panic));
                    let raised = lock(&shared.raised).as_mut().and_then(|raised| raised.error.take());
                    return raised.map_or(end, Err).map(|()| None);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
            received = py.detach(|| shared.receive(PATIENCE));
        }
    }

    /// Returns the next value as [`next`](Self::next) does, for a caller that may have left the interpreter without PyO3's knowledge: errors
    /// are texts, and signals wait.
    pub(crate) fn next_outside(&self) -> Result<Option<T>, String> {
        let shared = self.shared().ok_or(REFUSED)?;
        loop {
            match shared.receive(PATIENCE) {
                Ok(Message::Value(value)) => return Ok(Some(value)),
                Ok(Message::End(end)) => {
                    let panic = end.err().map(|_| "the reading panicked".to_owned());
                    let raised = lock(&shared.raised).as_ref().map(|raised| raised.text.clone());
                    return raised.or(panic).map_or(Ok(None), Err);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the reading. In another process there is nothing to end.
    pub(crate) fn close(&self) {
        self.shared().into_iter().for_each(Shared::close);
    }

    /// Returns what it shares with the thread; `None` in another process.
    fn shared(&self) -> Option<&Shared<T>> {
        self.shared.as_ref().filter(|_| self.process == process::id())
    }
}

impl<T> Drop for Reading<T> {
    fn drop(&mut self) {
        if self.process != process::id() {
            mem::forget(self.shared.take());
        }
    }
}

/// Tests whether all inputs are short texts, for which nobody has to wait; short files become bytes. Without inputs, nobody knows what is read.
fn are_short(given: &mut [Given]) -> bool {
    let mut left = SHORT;
    let is_short = |given: &mut Given| {
        if let Given::Path(path) = given
            && path.metadata().is_ok_and(|it| it.is_file() && (1..=left).contains(&it.len()))
            && let Ok(bytes) = fs::read(&path)
        {
            *given = Given::Bytes(Input::bytes(&**path, bytes));
        }
        let Given::Bytes(input) = given else { return false };
        let (length, mut first) = (input.length().unwrap_or(u64::MAX), [0; 8]);
        let read = input.open_part(0..8).and_then(|mut part| part.read(&mut first));
        left.checked_sub(length).map(|rest| left = rest).is_some()
            && read.is_ok_and(|count| Compression::of(&first[..count]) == Compression::None)
    };
    !given.is_empty() && given.iter_mut().all(is_short)
}

/// Runs work that may wait for a file and needs nothing of the interpreter, until it is done or a signal comes.
///
/// # Errors
/// `OSError`: the system starts no thread. The exception of a handler of a signal; the work is then left behind.
pub(crate) fn aside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    let give = move |_, hand: &Hand<T>| work().map(|value| _ = hand.give(value));
    let value = Reading::new(py, Inputs::default(), "", 1, give)?.next(py)?;
    value.ok_or_else(|| io::Error::from(ErrorKind::UnexpectedEof).into())
}

impl<T> Shared<T> {
    fn receive(&self, patience: Duration) -> Result<Message<T>, RecvTimeoutError> {
        let Ok(mut messages) = self.messages.try_lock() else {
            // Another thread waits for a message.
            thread::sleep(patience.min(Duration::from_millis(1)));
            return Err(RecvTimeoutError::Timeout);
        };
        let receiver = messages.as_ref().ok_or(RecvTimeoutError::Disconnected)?;
        let next = receiver.try_recv().or_else(|_| receiver.recv_timeout(patience));
        let is_over = self.stop.load(Ordering::Relaxed);
        if is_over || matches!(next, Ok(Message::End(_)) | Err(RecvTimeoutError::Disconnected)) {
            *messages = None;
        }
        if is_over { Err(RecvTimeoutError::Disconnected) } else { next }
    }

    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // Otherwise the thread that waits for a message sees it soon.
        if let Ok(mut messages) = self.messages.try_lock() {
            *messages = None;
        }
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        self.close();
    }
}

/// A wish for the next bytes of an open file: its number, and the place for them or for what its `read` raised.
type Ask = (usize, SyncSender<Result<Vec<u8>, Raised>>);

/// The number of bytes that an open file is asked for.
const ASKED: usize = 1 << 16;

/// What is asked of open files, for the thread of Python that reads them.
#[pyclass(frozen, module = "chess_batch")]
struct Asks {
    asked: Mutex<Receiver<Ask>>,
    waiting: Mutex<Option<SyncSender<Result<Vec<u8>, Raised>>>>,
}

#[pymethods]
impl Asks {
    /// Takes the answer to the last wish, bytes or an exception, and returns the next one, the number of a file and how many bytes.
    fn next(&self, py: Python<'_>, answer: &Bound<'_, PyAny>) -> Option<(usize, usize)> {
        if let Some(waiting) = lock(&self.waiting).take() {
            let bytes = answer.extract::<PyBackedBytes>().map_err(|error| {
                let is_raised = answer.is_instance_of::<PyBaseException>();
                let error = if is_raised { PyErr::from_value(answer.clone()) } else { error.into() };
                let text = error.to_string();
                Raised { error: Some(error), text }
            });
            let _ = waiting.send(bytes.map(|bytes| bytes.to_vec()));
        }
        py.detach(|| {
            let (file, answer) = lock(&self.asked).recv().ok()?;
            *lock(&self.waiting) = Some(answer);
            Some((file, ASKED))
        })
    }
}

/// An open file of Python, which asks for its bytes.
struct Asking {
    file: usize,
    asks: Sender<Ask>,
    stop: Arc<AtomicBool>,
    raised: Arc<Mutex<Option<Raised>>>,
    /// Bytes that have been read.
    rest: Cursor<Vec<u8>>,
    /// Those after them, for which it has asked.
    next: Option<Receiver<Result<Vec<u8>, Raised>>>,
}

impl Asking {
    fn ask(&self) -> Receiver<Result<Vec<u8>, Raised>> {
        let (answer, bytes) = sync_channel(1);
        // If nobody answers, nobody is there below either.
        let _ = self.asks.send((self.file, answer));
        bytes
    }
}

impl Read for Asking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.rest.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let next = self.next.take().unwrap_or_else(|| self.ask());
        let bytes = loop {
            match next.recv_timeout(PATIENCE) {
                Ok(Ok(bytes)) => break bytes,
                Err(RecvTimeoutError::Timeout) if !self.stop.load(Ordering::Relaxed) => {}
                end => {
                    *lock(&self.raised) = end.ok().and_then(Result::err);
                    return Err(io::Error::other("the file could not be read to its end"));
                }
            }
        };
        self.next = (!bytes.is_empty()).then(|| self.ask());
        self.rest = Cursor::new(bytes);
        self.rest.read(buffer)
    }
}

/// Locks what only lasts a moment, and is whole after a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
