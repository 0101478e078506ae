use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use super::base::Base;
use super::batch::Batch;
use super::choice::Columns;
use super::read::read_chunk;
use crate::chunks::{Chunk, Counted, InputError, InputFault, Origin, Pipeline};
use crate::filter::Filter;
use crate::input::{Input, Progress};

/// Reads the games of inputs as batches of columns, on several threads, with the batches in the order of the inputs.
///
/// The rows do not depend on the number of threads or on the size of chunks. Memory is bounded: see [`Pipeline`].
///
/// # Examples
/// ```
/// use chess_data::columns::{Columns, Table};
/// use chess_data::filter::Filter;
/// use chess_data::input::Input;
///
/// let inputs = [Input::bytes("a.pgn", "1. e4 e5 *\n\n1. d4 *\n"), Input::bytes("b.pgn", "1. c4 *\n")];
/// let table = Table::new(inputs, &"file,game,plies".parse()?, &Filter::ALL).threads(2);
/// let mut plies = 0;
/// for batch in table.batches() {
///     let batch = batch?;
///     plies += (0..batch.rows()).filter_map(|row| batch.get("plies", row)?.as_i64()).sum::<i64>();
/// }
/// assert_eq!(plies, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    inputs: Vec<Input>,
    columns: Columns,
    filter: Filter,
    threads: usize,
    chunk_size: usize,
    progress: Progress,
}

impl Table {
    /// The games of these inputs, read on one thread.
    pub fn new(inputs: impl IntoIterator<Item = Input>, columns: &Columns, filter: &Filter) -> Self {
        Self {
            inputs: inputs.into_iter().collect(),
            columns: columns.clone(),
            filter: filter.clone(),
            threads: 1,
            chunk_size: Pipeline::CHUNK_SIZE,
            progress: Progress::default(),
        }
    }

    /// Sets the number of threads; 0 means one for each core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the number of bytes of text that make a batch, about. Larger batches take more memory.
    #[must_use]
    pub fn chunk_size(mut self, bytes: usize) -> Self {
        self.chunk_size = bytes;
        self
    }

    /// Counts the bytes that are read in `progress`.
    #[must_use]
    pub fn progress(mut self, progress: &Progress) -> Self {
        self.progress = progress.clone();
        self
    }

    /// Reads all games, and calls `visit` with the batches and with the errors of inputs, in order, on the caller's thread, until
    /// it breaks.
    pub fn for_each<B>(
        &self,
        mut visit: impl FnMut(Result<Batch, InputError>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let pipeline = Pipeline::new(&self.inputs).threads(self.threads).chunk_size(self.chunk_size);
        pipeline.progress(&self.progress).run(
            |chunk| read_part(chunk, &self.inputs, &self.columns, &self.filter),
            |part| match part {
                Ok(part) => {
                    let mut batches = part.value.batches.into_iter();
                    batches.try_for_each(|batch| visit(Ok(placed(batch, &part.origin))))
                }
                Err(error) => visit(Err(error)),
            },
        )
    }

    /// An iterator over the batches. They are read ahead on threads of their own, until the iterator is dropped. If no thread can be
    /// started, the only item is that error, as one of the first input.
    pub fn batches(self) -> TableBatches {
        let (sender, receiver) = sync_channel(1);
        let read = move |table: Self| {
            let _ = table.for_each(|batch| match sender.send(batch) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        };
        let name = self.inputs.first().map(|input| input.name().to_owned()).unwrap_or_default();
        let (thread, error) = match thread::Builder::new().spawn(move || read(self)) {
            Ok(thread) => (Some(thread), None),
            Err(error) => (
                None,
                Some(InputError { input: 0, name, games: 0, offset: 0, fault: InputFault::Open(error) }),
            ),
        };
        TableBatches { receiver, thread, error }
    }
}

/// The rows of a chunk, made by [`read_part`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadPart {
    /// The rows, most often in one batch; none if no game has a row.
    pub batches: Vec<Batch>,
    /// The number of rows of games that break a rule.
    pub broken: u64,
}

/// Reads a chunk of a [`Pipeline`] over `inputs`. The places in the batches are those in the chunk, but for offsets, until
/// [`placed`] moves them.
pub fn read_part(
    chunk: &Chunk<'_>,
    inputs: &[Input],
    columns: &Columns,
    filter: &Filter,
) -> Counted<ReadPart> {
    let base = inputs.get(chunk.input()).map(Base::of_input).unwrap_or_default();
    let base = Base { bytes: chunk.offset(), ..base };
    let mut batches = read_chunk(chunk.bytes(), &base, columns, filter);
    let read = batches.by_ref().collect();
    Counted { value: ReadPart { batches: read, broken: batches.broken() }, games: batches.games() }
}

/// The batch of [`read_part`] with the places in the whole input.
pub fn placed(mut batch: Batch, origin: &Origin) -> Batch {
    batch.rebase(origin.games, origin.lines, 0);
    batch
}

/// The batches of a table, made by [`Table::batches`].
#[derive(Debug)]
pub struct TableBatches {
    receiver: Receiver<Result<Batch, InputError>>,
    thread: Option<thread::JoinHandle<()>>,
    /// The reason why there is no thread.
    error: Option<InputError>,
}

impl Iterator for TableBatches {
    type Item = Result<Batch, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Ok(batch) = self.receiver.recv() {
            return Some(batch);
        }
        // The thread has ended; if by a panic, that goes on here.
        if let Some(Err(panic)) = self.thread.take().map(thread::JoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
        self.error.take().map(Err)
    }
}
