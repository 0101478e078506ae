use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use chess_data::chunks::{Chunk, Counted, Pipeline};
use chess_data::columns::{Array, Base, Batch, Columns, read_chunk};
use chess_data::filter::Filter;
use chess_data::input::Input;
use chess_notation::pgn::{self, Event, NodeId, PgnError, Reader, Replay};

use crate::count::Count;
use crate::input::Source;

/// Finds the ends of games.
pub(crate) fn scan(source: Source) -> io::Result<Count> {
    fn count<S: pgn::Source>(mut reader: Reader<S>) -> io::Result<Count> {
        let mut broken = 0;
        loop {
            match reader.next_event() {
                Ok(None) => return Ok(Count { broken, ..Count::games(reader.game()) }),
                Ok(Some(_)) => reader.skip_game().map_err(io::Error::other)?,
                Err(error) => broken += game_error(error)?,
            }
        }
    }
    match source {
        Source::Slice(bytes) => count(Reader::new(&bytes)),
        Source::Stream(stream) => count(Reader::from_read(stream)),
        Source::Chunks(path, threads) => in_chunks(&path, threads, |chunk| count(chunk.reader())),
    }
}

/// Reads all events, with moves as text.
pub(crate) fn events(source: Source) -> io::Result<Count> {
    fn count<S: pgn::Source>(mut reader: Reader<S>) -> io::Result<Count> {
        let (mut moves, mut broken) = (0, 0);
        let mut depth = 0u64;
        loop {
            match reader.next_event() {
                Ok(None) => return Ok(Count { games: reader.game(), moves: Some(moves), broken }),
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
    }
    match source {
        Source::Slice(bytes) => count(Reader::new(&bytes)),
        Source::Stream(stream) => count(Reader::from_read(stream)),
        Source::Chunks(path, threads) => in_chunks(&path, threads, |chunk| count(chunk.reader())),
    }
}

/// Plays the moves of main lines.
pub(crate) fn replay(source: Source) -> io::Result<Count> {
    replay_with(source, false)
}

/// Plays the moves of main lines, and goes on in broken games.
pub(crate) fn lenient(source: Source) -> io::Result<Count> {
    replay_with(source, true)
}

fn replay_with(source: Source, is_lenient: bool) -> io::Result<Count> {
    fn count<S: pgn::Source>(replay: Replay<S>, is_lenient: bool) -> io::Result<Count> {
        let mut replay = replay.mainline_only(true).lenient(is_lenient);
        let (mut moves, mut broken) = (0, 0);
        loop {
            match replay.next_event() {
                Ok(None) => return Ok(Count { games: replay.game(), moves: Some(moves), broken }),
                Ok(Some(Event::Move(_))) => moves += 1,
                Ok(Some(_)) => {}
                Err(error) => broken += game_error(error)?,
            }
        }
    }
    match source {
        Source::Slice(bytes) => count(Replay::new(&bytes), is_lenient),
        Source::Stream(stream) => count(Replay::from_read(stream), is_lenient),
        Source::Chunks(path, threads) => in_chunks(&path, threads, |chunk| count(chunk.replay(), is_lenient)),
    }
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
    match source {
        Source::Slice(bytes) => count(Replay::new(&bytes)),
        Source::Stream(stream) => count(Replay::from_read(stream)),
        Source::Chunks(path, threads) => in_chunks(&path, threads, |chunk| count(chunk.replay())),
    }
}

/// Reads the columns that are read without a choice.
pub(crate) fn columns(source: Source) -> io::Result<Count> {
    columns_of(source, &Columns::default())
}

/// Reads the columns of a training set: position, move, evaluation and result.
pub(crate) fn positions(source: Source) -> io::Result<Count> {
    let columns = "moves,positions,evals,mates,result,error,plies".parse().map_err(io::Error::other)?;
    columns_of(source, &columns)
}

fn columns_of(source: Source, columns: &Columns) -> io::Result<Count> {
    let Source::Chunks(path, threads) = source else {
        return Err(io::Error::other("columns are read from chunks"));
    };
    in_chunks(&path, threads, |chunk| {
        let base = Base { file: "games".into(), ..Base::default() };
        let mut batches = read_chunk(chunk.bytes(), &base, columns, &Filter::ALL);
        let mut count = Count { moves: Some(0), ..Count::default() };
        for batch in &mut batches {
            count.add(count_of(&batch));
        }
        // Games without a row, as there are none without a filter.
        assert_eq!(count.games, batches.games());
        Ok(count)
    })
}

fn count_of(batch: &Batch) -> Count {
    let Some(Array::Int32(plies)) = batch.column("plies") else { panic!("there is no column of plies") };
    let Some(Array::Utf8(errors)) = batch.column("error") else { panic!("there is no column of errors") };
    let rows = 0..batch.rows();
    Count {
        games: batch.rows() as u64,
        moves: Some(rows.clone().filter_map(|row| plies.get(row)).map(u64::from).sum()),
        broken: rows.filter(|&row| errors.get(row).is_some()).count() as u64,
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
            let count = count(chunk);
            let games = count.as_ref().map_or(0, |count| count.games);
            Counted { value: count, games }
        },
        |part| match part.map_err(io::Error::other).and_then(|part| part.value) {
            Ok(count) => {
                sum.add(count);
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(error),
        },
    );
    match stopped {
        ControlFlow::Continue(()) => Ok(sum),
        ControlFlow::Break(error) => Err(error),
    }
}

/// One broken game, unless reading itself has failed.
fn game_error(error: PgnError) -> io::Result<u64> {
    match error {
        PgnError::Game(_) => Ok(1),
        error => Err(io::Error::other(error)),
    }
}
