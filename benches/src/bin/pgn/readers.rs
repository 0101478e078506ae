use std::ops::ControlFlow;

use chess_notation::pgn::{Event, NodeId, PgnError, Reader as Events, Replay};
use pgn_reader::{RawTag, Reader as PeerReader, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position};

/// A way to read PGN.
pub(crate) struct Reader {
    pub(crate) name: &'static str,
    pub(crate) counts: &'static str,
    pub(crate) read: fn(&[u8]) -> usize,
}

/// Main moves are those outside variations, up to the first that is not legal.
const MAIN_MOVES: &str = "main moves";
const WORDS: &str = "words";

pub(crate) const READERS: [Reader; 7] = [
    Reader { name: "pgn-reader + shakmaty", counts: MAIN_MOVES, read: peer },
    Reader { name: "replay, stream", counts: MAIN_MOVES, read: |pgn| replay(Replay::from_read(pgn)) },
    Reader { name: "replay, slice", counts: MAIN_MOVES, read: |pgn| replay(Replay::new(pgn)) },
    Reader { name: "trees, stream", counts: MAIN_MOVES, read: |pgn| trees(Replay::from_read(pgn)) },
    Reader { name: "trees, slice", counts: MAIN_MOVES, read: |pgn| trees(Replay::new(pgn)) },
    Reader { name: "events, stream", counts: WORDS, read: |pgn| events(Events::from_read(pgn)) },
    Reader { name: "events, slice", counts: WORDS, read: |pgn| events(Events::new(pgn)) },
];

fn replay<S: chess_notation::pgn::Source>(mut games: Replay<S>) -> usize {
    let mut moves = 0;
    loop {
        match games.next_event() {
            Ok(Some(Event::Move(mv))) => moves += usize::from(!mv.is_null()),
            Ok(Some(Event::VariationStart)) => games.skip_variation().expect("bytes in memory"),
            Ok(None) => return moves,
            Ok(Some(_)) | Err(PgnError::Game(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

fn trees<S: chess_notation::pgn::Source>(mut games: Replay<S>) -> usize {
    let mut moves = 0;
    while let Some(game) = games.next_partial_game().expect("bytes in memory") {
        let mut last = NodeId::ROOT;
        while let Some(next) = game.game.node(last).next() {
            moves += usize::from(!game.game.node(next).mv().is_null());
            last = next;
        }
    }
    moves
}

fn events<S: chess_notation::pgn::Source>(mut games: Events<S>) -> usize {
    let mut words = 0;
    loop {
        match games.next_event() {
            Ok(Some(Event::Move(_))) => words += 1,
            Ok(None) => return words,
            Ok(Some(_)) | Err(PgnError::Game(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

fn peer(pgn: &[u8]) -> usize {
    let mut reader = PeerReader::new(pgn);
    let mut moves = 0;
    while let Some(played) = reader.read_game(&mut Player).expect("bytes in memory") {
        moves += played;
    }
    moves
}

struct Player;

impl Visitor for Player {
    type Tags = Option<Chess>;
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, Self::Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, start: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<usize> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *start = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Self::Tags) -> ControlFlow<usize, Self::Movetext> {
        match start {
            Some(start) => ControlFlow::Continue((start, 0)),
            None => ControlFlow::Break(0),
        }
    }

    fn san(&mut self, (position, moves): &mut Self::Movetext, san: SanPlus) -> ControlFlow<usize> {
        let Ok(mv) = san.san.to_move(position) else { return ControlFlow::Break(*moves) };
        position.play_unchecked(mv);
        *moves += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<usize, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (_, moves): Self::Movetext) -> usize {
        moves
    }
}
