//! Files that a thread reads in the background, which never enters the interpreter.
//!
//! Open files of Python are read by a thread of Python, which it asks for bytes. Nobody joins either: when the caller leaves, by an exception, a
//! signal or the end of the process too, the one ends by itself, and the other when its `read` returns.

use std::any::Any;
use std::io::{self, Cursor, ErrorKind, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use chess_data::input::{Input, find};
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::host::inputs::{Given, Inputs};
use crate::host::process::{Own, REFUSED};
use crate::host::run::PATIENCE;

/// What the thread sends to the caller.
enum Message<T> {
    Value(T),
    /// The last message: an error, or a panic.
    End(Result<PyResult<()>, Box<dyn Any + Send>>),
}

/// The thread's end: it hands over values.
pub(crate) struct Hand<T>(SyncSender<Message<T>>);

impl<T> Hand<T> {
    /// Hands over a value, and breaks if the caller wants no more.
    pub(crate) fn give(&self, value: T) -> ControlFlow<()> {
        match self.0.send(Message::Value(value)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// What the `read` of an open file raised, which comes after all values before it, also as a text.
type Raised = Arc<Mutex<Option<(PyErr, String)>>>;

/// The caller's end: the values, in their order.
pub(crate) struct Reading<T>(Own<Shared<T>>);

struct Shared<T> {
    /// `None` after the end. No thread that holds the lock is in the interpreter.
    messages: Mutex<Option<Receiver<Message<T>>>>,
    raised: Raised,
    /// Set when no more is wanted.
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> Reading<T> {
    /// Begins to read on a thread: `work` has the inputs, with the files that end with `ending` in the place of folders. At most `ahead`
    /// values wait for the caller.
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
        let (sender, messages) = sync_channel(ahead);
        let (asks, asked) = channel();
        let (stop, raised) = (Arc::<AtomicBool>::default(), Raised::default());
        let (mut given, mut reads) = (Vec::new(), Vec::new());
        for input in inputs.0 {
            given.push(match input {
                Given::File(name, read) => {
                    let (file, asks, stop) = (reads.len(), asks.clone(), Arc::clone(&stop));
                    reads.push(read);
                    Given::Bytes(Input::reader(name, Asking { file, asks, stop, rest: Cursor::default() }))
                }
                other => other,
            });
        }
        if !reads.is_empty() {
            let asks =
                Asks { asked: Mutex::new(asked), waiting: Mutex::default(), raised: Arc::clone(&raised) };
            py.import("chess_batch._reading")?.call_method1("start", (reads, asks))?;
        }
        drop(asks);
        let is_over = Arc::clone(&stop);
        thread::Builder::new().name("chess_batch reader".into()).spawn(move || {
            let hand = Hand(sender);
            let found = given.into_iter().flat_map(|given| match given {
                Given::Path(path) => find([path], ending),
                Given::Bytes(input) => vec![input],
                Given::File(..) => Vec::new(),
            });
            let read = || work(found.map(|input| input.stop_when(&is_over)).collect(), &hand);
            let end = catch_unwind(AssertUnwindSafe(read));
            let _ = hand.0.send(Message::End(end));
        })?;
        let messages = Mutex::new(Some(messages));
        Ok(Self(Own::new(Shared { messages, raised, stop })))
    }

    /// Returns the next value, or `None` at the end.
    ///
    /// # Errors
    /// That of `work`, after all values before it, or what a `read` has raised in its place; after it comes nothing. At once, what a handler
    /// of a signal raises.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        let shared = self.0.get()?;
        loop {
            match py.detach(|| shared.receive()) {
                Ok(Message::Value(value)) => return Ok(Some(value)),
                Ok(Message::End(end)) => {
                    let end = end.unwrap_or_else(|panic| resume_unwind(panic));
                    let raised = lock(&shared.raised).take();
                    return raised.map_or(end, |(error, _)| Err(error)).map(|()| None);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    /// Returns the next value as [`next`](Self::next) does, for a caller that may have left the interpreter without PyO3's knowledge: errors
    /// are texts, and signals wait.
    pub(crate) fn next_outside(&self) -> Result<Option<T>, String> {
        let Ok(shared) = self.0.get() else { return Err(REFUSED.into()) };
        loop {
            match shared.receive() {
                Ok(Message::Value(value)) => return Ok(Some(value)),
                Ok(Message::End(end)) => {
                    let panic = end.err().map(|_| "the reading panicked".to_owned());
                    let raised = lock(&shared.raised).as_ref().map(|(_, text)| text.clone());
                    return raised.or(panic).map_or(Ok(None), Err);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the reading. In another process there is nothing to end.
    pub(crate) fn close(&self) {
        if let Ok(shared) = self.0.get() {
            shared.close();
        }
    }
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
    fn receive(&self) -> Result<Message<T>, RecvTimeoutError> {
        let Ok(mut messages) = self.messages.try_lock() else {
            // Another thread waits for a message.
            thread::sleep(Duration::from_millis(1));
            return Err(RecvTimeoutError::Timeout);
        };
        let receiver = messages.as_ref().ok_or(RecvTimeoutError::Disconnected)?;
        let next = receiver.recv_timeout(PATIENCE);
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

/// A wish for the next bytes of an open file: its number, how many, and for the answer. No answer means an exception.
type Ask = (usize, usize, SyncSender<Vec<u8>>);

/// What is asked of open files, for the thread of Python that reads them.
#[pyclass(frozen, module = "chess_batch")]
struct Asks {
    asked: Mutex<Receiver<Ask>>,
    waiting: Mutex<Option<SyncSender<Vec<u8>>>>,
    raised: Raised,
}

#[pymethods]
impl Asks {
    /// Takes the answer to the last wish, bytes or an exception, and returns the next one, the number of a file and how many bytes.
    fn next(&self, py: Python<'_>, answer: &Bound<'_, PyAny>) -> Option<(usize, usize)> {
        if let Some(waiting) = lock(&self.waiting).take() {
            // An exception is there before the thread that waits knows of it.
            match answer.extract::<PyBackedBytes>() {
                Ok(bytes) => _ = waiting.send(bytes.to_vec()),
                Err(error) => {
                    let is_raised = answer.is_instance_of::<PyBaseException>();
                    let error = if is_raised { PyErr::from_value(answer.clone()) } else { error.into() };
                    let text = error.to_string();
                    let before = lock(&self.raised).replace((error, text));
                    drop(before);
                }
            }
        }
        py.detach(|| {
            let (file, size, answer) = lock(&self.asked).recv().ok()?;
            *lock(&self.waiting) = Some(answer);
            Some((file, size))
        })
    }
}

/// An open file of Python, which asks for its bytes.
struct Asking {
    file: usize,
    asks: Sender<Ask>,
    stop: Arc<AtomicBool>,
    /// Bytes that have been read, perhaps beyond those that were asked for.
    rest: Cursor<Vec<u8>>,
}

impl Read for Asking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.rest.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let (answer, bytes) = sync_channel(1);
        // If nobody answers, nobody is there below either.
        let _ = self.asks.send((self.file, buffer.len(), answer));
        let bytes = loop {
            match bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => break bytes,
                Err(RecvTimeoutError::Timeout) if !self.stop.load(Ordering::Relaxed) => {}
                Err(_) => return Err(io::Error::other("the file could not be read to its end")),
            }
        };
        self.rest = Cursor::new(bytes);
        self.rest.read(buffer)
    }
}

/// Locks what only lasts a moment, and is whole after a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
