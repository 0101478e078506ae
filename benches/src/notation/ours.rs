use chess_board::Position;
use chess_notation::pgn::{Event, Replay as Games};
use chess_notation::{San, read_san, read_uci};
use chess_types::Move;

use super::{Notation, Replay};
use crate::ours::Ours;

impl Notation for Ours {
    type Position = Position;
    type Move = Move;

    fn read_fen(fen: &str) -> Position {
        Position::from_fen(fen).expect("a FEN")
    }

    fn write_fen(position: &Position, text: &mut String) {
        text.push_str(&position.fen().to_text());
    }

    fn read_san(position: &Position, text: &str) -> Move {
        read_san(position, text).expect("a legal move")
    }

    fn write_san(position: &Position, mv: Move, text: &mut String) {
        text.push_str(San::new(position, mv).as_str());
    }

    fn read_uci(position: &Position, text: &str) -> Move {
        read_uci(position, text).expect("a legal move")
    }
}

impl Replay for Ours {
    fn replay(pgn: &[u8]) -> usize {
        let mut games = Games::new(pgn);
        let mut moves = 0;
        while let Some(event) = games.next_event().expect("PGN") {
            match event {
                Event::Move(_) => moves += 1,
                Event::VariationStart => games.skip_variation().expect("PGN"),
                _ => {}
            }
        }
        moves
    }
}
