use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use crate::ours::{Count, Source};

/// Finds the ends of games.
pub(crate) fn scan(source: Source) -> io::Result<Count> {
    let mut reader = Reader::new(stream(source));
    let mut count = Count::default();
    while unless_unclosed(reader.skip_game(), &mut count)?.unwrap_or(false) {
        count.games += 1;
    }
    Ok(count)
}

/// The moves of a game's main line, and if the game is broken.
type Line = (u64, bool);

/// Reads all games for a visitor.
pub(crate) fn visit(source: Source, visitor: &mut impl Visitor<Output = Line>) -> io::Result<Count> {
    let mut reader = Reader::new(stream(source));
    let mut count = Count { moves: Some(0), ..Count::default() };
    while let Some((moves, is_broken)) = unless_unclosed(reader.read_game(visitor), &mut count)?.flatten() {
        count += Count { games: 1, moves: Some(moves), broken: u64::from(is_broken) };
    }
    Ok(count)
}

/// The source for pgn-reader. It reads thousands of bytes at a time, so that the dynamic call costs nothing.
fn stream(source: Source) -> Box<dyn Read> {
    match source {
        Source::Slice(bytes) => Box::new(Cursor::new(bytes)),
        Source::Stream(stream) => Box::new(stream),
        Source::Chunks(..) => panic!("pgn-reader reads no chunks"),
    }
}

/// A comment that lasts to the end of the file ends reading: `None`.
fn unless_unclosed<T>(read: io::Result<T>, count: &mut Count) -> io::Result<Option<T>> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.raw_os_error().is_some() => Err(error),
        Err(_) => {
            *count += Count { games: 1, moves: None, broken: 1 };
            Ok(None)
        }
    }
}

/// Visits all tokens of all games. Moves are parsed, and not played.
pub(crate) struct Tokens;

/// The moves of the main line, the depth of variations, and the other tokens, so that the compiler removes none.
#[derive(Default)]
pub(crate) struct Seen {
    moves: u64,
    depth: u64,
    others: u64,
}

impl Visitor for Tokens {
    type Tags = Seen;
    type Movetext = Seen;
    type Output = Line;

    fn begin_tags(&mut self) -> ControlFlow<Line, Seen> {
        ControlFlow::Continue(Seen::default())
    }

    fn tag(&mut self, seen: &mut Seen, _: &[u8], _: RawTag<'_>) -> ControlFlow<Line> {
        seen.others += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, seen: Seen) -> ControlFlow<Line, Seen> {
        ControlFlow::Continue(seen)
    }

    fn san(&mut self, seen: &mut Seen, _: SanPlus) -> ControlFlow<Line> {
        seen.moves += u64::from(seen.depth == 0);
        ControlFlow::Continue(())
    }

    fn nag(&mut self, seen: &mut Seen, _: Nag) -> ControlFlow<Line> {
        seen.others += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, seen: &mut Seen, _: RawComment<'_>) -> ControlFlow<Line> {
        seen.others += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, seen: &mut Seen) -> ControlFlow<Line, Skip> {
        seen.depth += 1;
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, seen: &mut Seen) -> ControlFlow<Line> {
        seen.depth = seen.depth.saturating_sub(1);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, seen: Seen) -> Line {
        assert!(seen.others < u64::MAX);
        (seen.moves, false)
    }
}
