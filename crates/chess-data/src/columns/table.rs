//! Games read as tables: inputs on all cores, and chunks one by one.

use std::iter;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread::{self, JoinHandle};

use arrow_array::RecordBatch;
use chess_notation::pgn::{Replay, Slice};

use super::choice::{Base, Columns};
use super::record::rebase;
use super::rows::Rows;
use crate::chunks::{Chunk, Counted, InputError, InputFault, Origin, Pipeline};
use crate::filter::Filter;
use crate::input::{BOM, Input, Progress};

/// Reads the games of inputs as batches of columns, on several threads, with the batches in the order of the inputs.
///
/// The rows do not depend on the number of threads or on the size of chunks. Memory is bounded: see [`Pipeline`].
///
/// # Examples
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::Int32Type;
/// use chess_data::columns::{Columns, Table};
/// use chess_data::filter::Filter;
/// use chess_data::input::Input;
///
/// let inputs = [Input::bytes("a.pgn", "1. e4 e5 *\n\n1. d4 *\n"), Input::bytes("b.pgn", "1. c4 *\n")];
/// let table = Table::new(inputs, &"file,game,plies".parse()?, &Filter::ALL).threads(2);
/// let mut plies = 0;
/// for batch in table.batches() {
///     plies += batch?.column(2).as_primitive::<Int32Type>().values().iter().sum::<i32>();
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
    is_lenient: bool,
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
            is_lenient: false,
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

    /// Sets whether games are read [leniently](Replay::lenient), which goes on after what breaks a rule.
    #[must_use]
    pub fn lenient(mut self, is_lenient: bool) -> Self {
        self.is_lenient = is_lenient;
        self
    }

    /// Counts the bytes that are read in `progress`.
    #[must_use]
    pub fn progress(mut self, progress: &Progress) -> Self {
        self.progress = progress.clone();
        self
    }

    /// Reads all games, and calls `visit` with the batches and with the errors of inputs, in order, on the caller's thread, until
    /// it breaks. The errors of inputs that have text and no games come last.
    pub fn for_each<B>(
        &self,
        mut visit: impl FnMut(Result<RecordBatch, InputError>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let pipeline = Pipeline::new(&self.inputs).threads(self.threads).chunk_size(self.chunk_size);
        let mut found = vec![None; self.inputs.len()];
        pipeline.lenient(self.is_lenient).progress(&self.progress).run(
            |chunk| read_part(chunk, &self.inputs, &self.columns, &self.filter),
            |part| match part {
                Ok(part) => {
                    let found = &mut found[part.origin.input];
                    *found = (*found).max(part.value.has_games);
                    let mut batches = part.value.batches.into_iter();
                    batches.try_for_each(|batch| visit(Ok(placed(&batch, &part.origin))))
                }
                Err(error) => {
                    found[error.input] = None;
                    visit(Err(error))
                }
            },
        )?;
        let without = (0..).zip(&self.inputs).filter(|&(input, _)| found[input] == Some(false));
        without.map(|(input, it)| InputError::without_games(input, it.name())).map(Err).try_for_each(visit)
    }

    /// An iterator over the batches. They are read ahead on threads of their own, until the iterator is dropped. If no thread can be
    /// started, the only item is that error, as one of the first input.
    pub fn batches(self) -> impl Iterator<Item = Result<RecordBatch, InputError>> {
        let (sender, receiver) = sync_channel(1);
        let name = self.inputs.first().map(|input| input.name().to_owned()).unwrap_or_default();
        let read = move || {
            let _ = self.for_each(|batch| match sender.send(batch) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        };
        let thread = thread::Builder::new().spawn(read);
        receiver.into_iter().chain(
            iter::once_with(|| match thread.map(JoinHandle::join) {
                Ok(Ok(())) => None,
                Ok(Err(panic)) => resume_unwind(panic),
                Err(error) => Some(Err(InputError {
                    input: 0,
                    name,
                    games: 0,
                    offset: 0,
                    fault: InputFault::Open(error),
                })),
            })
            .flatten(),
        )
    }
}

/// The rows of a chunk, made by [`read_part`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadPart {
    /// The rows, most often in one batch; none if no game has a row.
    pub batches: Vec<RecordBatch>,
    /// The number of rows of games that break a rule.
    pub broken: u64,
    /// Whether some game is sound, or has a tag, even a broken one, or a legal move; `None` if there is no text.
    pub has_games: Option<bool>,
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
    let base = Base { bytes: chunk.offset(), is_lenient: chunk.is_lenient(), ..base };
    let mut batches = read_chunk(chunk.bytes(), &base, columns, filter);
    let read = batches.by_ref().collect();
    let is_blank = chunk.bytes().iter().all(|byte| byte.is_ascii_whitespace() || BOM.contains(byte));
    let has_games = (!is_blank)
        .then(|| batches.rows.has_games() || chunk.bytes().split(|&b| b == b'\n').any(is_like_tag));
    Counted { value: ReadPart { batches: read, broken: batches.broken(), has_games }, games: batches.games() }
}

/// Tests whether a line begins as a tag does, with a bracket, a name and a quotation mark, even if it is broken after them.
fn is_like_tag(line: &[u8]) -> bool {
    let name = line.iter().skip(1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name > 0 && line.starts_with(b"[") && line[1 + name..].starts_with(b" \"")
}

/// The batch of [`read_part`] with the places in the whole input.
pub fn placed(batch: &RecordBatch, origin: &Origin) -> RecordBatch {
    rebase(batch, origin.games, origin.lines, 0)
}

/// The size that ends a batch, in bytes of its largest buffer. One more game fits into buffers with 32-bit offsets.
pub(super) const ENOUGH: usize = 1 << 30;

/// Reads a part of a PGN file that begins and ends between games, as batches of columns. That is one batch, or none if no game
/// has a row, unless the part has about a gigabyte. `base` holds the numbers before the part.
///
/// Every game that the filter keeps has a row, broken ones too. Nothing is allocated for a single game or move.
///
/// # Examples
/// The mean rating of White:
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::Int32Type;
/// use chess_data::columns::{Base, Columns, read_chunk};
/// use chess_data::filter::Filter;
///
/// let pgn = b"[WhiteElo \"2400\"]\n\n1. e4 *\n\n[WhiteElo \"2500\"]\n\n1. d4 *\n\n[White \"?\"]\n\n*\n";
/// let columns: Columns = "white_elo".parse()?;
/// let (mut sum, mut count) = (0, 0);
/// for batch in read_chunk(pgn, &Base::default(), &columns, &Filter::ALL) {
///     for rating in batch.column(0).as_primitive::<Int32Type>().iter().flatten() {
///         (sum, count) = (sum + rating, count + 1);
///     }
/// }
/// assert_eq!(sum / count, 2450);
/// # Ok::<(), chess_data::columns::ColumnsError>(())
/// ```
pub fn read_chunk<'a>(bytes: &'a [u8], base: &Base, columns: &Columns, filter: &Filter) -> Batches<'a> {
    Batches {
        replay: Replay::new(bytes).lenient(base.is_lenient),
        rows: Rows::new(columns, filter, base),
        is_over: false,
    }
}

/// The batches of a part of a file, made by [`read_chunk`].
#[derive(Debug)]
pub struct Batches<'a> {
    replay: Replay<Slice<'a>>,
    rows: Rows,
    is_over: bool,
}

impl Batches<'_> {
    /// The number of games that have been read so far, with those that have no row.
    pub const fn games(&self) -> u64 {
        self.replay.game()
    }

    /// The number of rows so far of games that break a rule.
    pub const fn broken(&self) -> u64 {
        self.rows.broken()
    }
}

impl Iterator for Batches<'_> {
    type Item = RecordBatch;

    fn next(&mut self) -> Option<RecordBatch> {
        while !self.is_over && self.rows.size() < ENOUGH {
            self.is_over = !self.rows.read_game(&mut self.replay);
        }
        (!self.rows.is_empty()).then(|| self.rows.take())
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray;

    use super::*;

    #[test]
    fn the_size_of_rows_is_near_the_largest_buffer() {
        let (file, site) = ("f".repeat(100), "s".repeat(3000));
        let text = format!("[Site \"{site}\"]\n\n1. e4 $1 $2 e5 2. Nf3 $3 Nc6 *\n\n").repeat(20);
        let columns = Columns::all();
        let mut rows = Rows::new(&columns, &Filter::ALL, &Base::file(&file));
        let mut replay = Replay::new(text.as_bytes());
        for games in 1..=20 {
            assert!(rows.read_game(&mut replay));
            // For each game 3,000 bytes of the tag and fewer than 1,000 of all else.
            assert!((3000 * games..4000 * games).contains(&rows.size()), "{games} {}", rows.size());
        }
        assert!(!rows.read_game(&mut replay));
        let size = rows.size();
        let batch = rows.take();
        let texts = batch.columns().iter().filter_map(|array| array.as_string_opt::<i32>());
        let extents = texts.map(|texts| texts.value_data().len()).max();
        assert!(extents.is_some_and(|extent| extent <= size), "{extents:?} {size}");
        assert_eq!((rows.size(), rows.is_empty()), (0, true));
    }

    #[test]
    fn the_size_grows_with_moves_and_glyphs() {
        let size = |text: &str, names: &str| {
            let mut rows = Rows::new(&names.parse().unwrap(), &Filter::ALL, &Base::default());
            rows.read_game(&mut Replay::new(text.as_bytes()));
            rows.size()
        };
        // The word of a move, and its other data.
        for (names, bytes) in [("moves", 2), ("ply", 10), ("nags", 10)] {
            let [none, one, four] =
                ["*", "1. Nf3 *", "1. Nf3 Nf6 2. Ng1 Ng8 *"].map(|text| size(text, names));
            assert_eq!((none > 0, one - none, four - none), (true, bytes, 4 * bytes), "{names}");
        }
        assert_eq!(size("1. e4 *", "ply"), size("1. e4 $1 $2 $3 *", "ply"));
        let [none, three] = ["1. e4 *", "1. e4 $1 $2 $3 *"].map(|text| size(text, "nags"));
        assert_eq!(none + 3, three);
    }
}
