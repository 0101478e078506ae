use std::fmt::Write;

use cozy_chess::util::{display_san_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, Move};

use super::Notation;
use crate::peers::Cozy;

impl Notation for Cozy {
    type Position = Board;
    type Move = Move;

    fn read_fen(fen: &str) -> Board {
        Board::from_fen(fen, false).expect("a FEN")
    }

    fn write_fen(position: &Board, text: &mut String) {
        write!(text, "{position}").expect("a string takes all");
    }

    fn read_san(position: &Board, text: &str) -> Move {
        parse_san_move(position, text).expect("a legal move")
    }

    fn write_san(position: &Board, mv: Move, text: &mut String) {
        write!(text, "{}", display_san_move(position, mv)).expect("a string takes all");
    }

    /// Its reader settles how castling is spelt, and leaves it to the caller to ask whether the move is legal.
    fn read_uci(position: &Board, text: &str) -> Move {
        let mv = parse_uci_move(position, text).expect("UCI");
        assert!(position.is_legal(mv));
        mv
    }
}
