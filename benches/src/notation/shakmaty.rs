use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, Visitor};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use super::{Notation, Replay};
use crate::peers::Shakmaty;

impl Notation for Shakmaty {
    type Position = Chess;
    type Move = Move;

    fn read_fen(fen: &str) -> Chess {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN");
        fen.into_position(CastlingMode::Standard).expect("a position")
    }

    fn write_fen(position: &Chess, text: &mut String) {
        Fen::from_position(position, EnPassantMode::Legal).append_to_string(text);
    }

    fn read_san(position: &Chess, text: &str) -> Move {
        let san = SanPlus::from_ascii(text.as_bytes()).expect("SAN");
        san.san.to_move(position).expect("a legal move")
    }

    fn write_san(position: &Chess, mv: Move, text: &mut String) {
        SanPlus::from_move(position.clone(), mv).append_to_string(text);
    }

    fn read_uci(position: &Chess, text: &str) -> Move {
        UciMove::from_ascii(text.as_bytes()).expect("UCI").to_move(position).expect("a legal move")
    }
}

/// Its reader is the crate `pgn-reader`.
impl Replay for Shakmaty {
    fn replay(pgn: &[u8]) -> usize {
        let mut reader = Reader::new(pgn);
        let mut player = Player;
        let mut moves = 0;
        while let Some(played) = reader.read_game(&mut player).expect("PGN") {
            moves += played;
        }
        moves
    }
}

struct Player;

impl Visitor for Player {
    type Tags = Chess;
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<usize> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).expect("a FEN");
            *start = fen.into_position(CastlingMode::Chess960).expect("a position");
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<usize, (Chess, usize)> {
        ControlFlow::Continue((start, 0))
    }

    fn san(&mut self, (position, moves): &mut (Chess, usize), san: SanPlus) -> ControlFlow<usize> {
        let mv = san.san.to_move(position).expect("a legal move");
        position.play_unchecked(mv);
        *moves += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut (Chess, usize)) -> ControlFlow<usize, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn end_game(&mut self, (_, moves): (Chess, usize)) -> usize {
        moves
    }
}
