use std::io;
use std::ops::{AddAssign, ControlFlow};
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, RecordBatch};
use chess_data::chunks::{Chunk, Counted, Pipeline};
use chess_data::columns::{Base, Columns, read_chunk};
use chess_data::filter::Filter;
use chess_data::input::{Input, Opened};
use chess_notation::pgn::{self, Event, NodeId, PgnError, Reader, Replay};

/// Counts with a reader of the file or of each chunk, which `$Reader` and the chunk's method `$reader` make.
macro_rules! count_with {
    ($source:expr, $Reader:ident, $reader:ident, $count:expr) => {
        match $source {
            Source::Slice(bytes) => $count($Reader::new(&bytes)),
            Source::Stream(stream) => $count($Reader::from_read(stream)),
            Source::Chunks(path, threads) => in_chunks(&path, threads, |chunk| $count(chunk.$reader())),
        }
    };
}

/// Finds the ends of games.
pub(crate) fn scan(source: Source) -> io::Result<Count> {
    fn count<S: pgn::Source>(mut reader: Reader<S>) -> io::Result<Count> {
        let mut broken = 0;
        loop {
            match reader.next_event() {
                Ok(None) => return Ok(Count { games: reader.game(), moves: None, broken }),
                Ok(Some(_)) => reader.skip_game().map_err(io::Error::other)?,
                Err(error) => broken += game_error(error)?,
            }
        }
    }
    count_with!(source, Reader, reader, count)
}

/// Counts the moves of main lines among the events of a reader.
macro_rules! count_events {
    ($reader:expr) => {{
        let mut reader = $reader;
        let (mut moves, mut broken, mut depth) = (0, 0, 0u64);
        loop {
            match reader.next_event() {
                Ok(None) => break Ok(Count { games: reader.game(), moves: Some(moves), broken }),
                Ok(Some(Event::Move(_))) => moves += u64::from(depth == 0),
                Ok(Some(Event::VariationStart)) => depth += 1,
                Ok(Some(Event::VariationEnd)) => depth -= 1,
                Ok(Some(Event::End(_))) => depth = 0,
                Ok(Some(_)) => {}
                Err(error) => {
                    broken += game_error(error)?;
                    depth = 0;
                }
            }
        }
    }};
}

/// Reads all events, with moves as text.
pub(crate) fn events(source: Source) -> io::Result<Count> {
    fn count<S: pgn::Source>(reader: Reader<S>) -> io::Result<Count> {
        count_events!(reader)
    }
    count_with!(source, Reader, reader, count)
}

/// Plays the moves of main lines; if `is_lenient`, it goes on in broken games.
pub(crate) fn replay(source: Source, is_lenient: bool) -> io::Result<Count> {
    fn count<S: pgn::Source>(replay: Replay<S>, is_lenient: bool) -> io::Result<Count> {
        count_events!(replay.mainline_only(true).lenient(is_lenient))
    }
    count_with!(source, Replay, replay, |games| count(games, is_lenient))
}

/// Builds each game as a tree, with its comments and variations.
pub(crate) fn trees(source: Source) -> io::Result<Count> {
    fn count<S: pgn::Source>(mut replay: Replay<S>) -> io::Result<Count> {
        let (mut moves, mut broken) = (0, 0);
        loop {
            let Some(partial) = replay.next_partial_game().map_err(io::Error::other)? else {
                return Ok(Count { games: replay.game(), moves: Some(moves), broken });
            };
            let mut last = NodeId::ROOT;
            while let Some(next) = partial.game.node(last).next() {
                last = next;
                moves += 1;
            }
            broken += u64::from(partial.error.is_some());
        }
    }
    count_with!(source, Replay, replay, count)
}

/// Reads these columns, which are those of a table.
pub(crate) fn columns(source: Source, columns: &Columns) -> io::Result<Count> {
    let Source::Chunks(path, threads) = source else { panic!("columns are read from chunks") };
    in_chunks(&path, threads, |chunk| {
        let base = Base { file: "games".into(), ..Base::default() };
        let mut batches = read_chunk(chunk.bytes(), &base, columns, &Filter::ALL);
        let mut count = Count { moves: Some(0), ..Count::default() };
        for batch in &mut batches {
            count += count_of(&batch);
        }
        // Games without a row: none, without a filter.
        assert_eq!(count.games, batches.games());
        Ok(count)
    })
}

fn count_of(batch: &RecordBatch) -> Count {
    let [plies, errors] = ["plies", "error"].map(|name| batch.column_by_name(name).expect("a column"));
    Count {
        games: batch.num_rows() as u64,
        moves: Some(plies.as_primitive::<Int32Type>().values().iter().map(|&plies| plies as u64).sum()),
        broken: (errors.len() - errors.null_count()) as u64,
    }
}

/// The sum of the counts of all chunks.
fn in_chunks(
    path: &Path,
    threads: usize,
    count: impl Fn(&Chunk<'_>) -> io::Result<Count> + Sync,
) -> io::Result<Count> {
    let inputs = [Input::file(path)];
    let mut sum = Count::default();
    let stopped = Pipeline::new(&inputs).threads(threads).run(
        |chunk| {
            let value = count(chunk);
            Counted { games: value.as_ref().map_or(0, |count| count.games), value }
        },
        |part| match part.map_err(io::Error::other).and_then(|part| part.value) {
            Ok(count) => {
                sum += count;
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(error),
        },
    );
    stopped.break_value().map_or(Ok(sum), Err)
}

/// One broken game, unless reading itself has failed.
fn game_error(error: PgnError) -> io::Result<u64> {
    match error {
        PgnError::Game(_) => Ok(1),
        error => Err(io::Error::other(error)),
    }
}

/// A file to read.
pub(crate) enum Source {
    Slice(Vec<u8>),
    Stream(Opened),
    Chunks(PathBuf, usize),
}

/// The counts of a program.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) games: u64,
    /// Moves of main lines, up to the error in broken games; `None` if the program does not count them.
    pub(crate) moves: Option<u64>,
    /// Games with an error.
    pub(crate) broken: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.moves = self.moves.into_iter().chain(other.moves).reduce(|moves, more| moves + more);
        self.broken += other.broken;
    }
}
