use chess::{Board, BoardStatus, ChessMove, MoveGen};

use super::Calls;
use crate::libraries::Chess;
use crate::library::Library;

impl Calls for Chess {
    #[inline(always)]
    fn is_legal(board: &Board, mv: ChessMove) -> bool {
        board.legal(mv)
    }

    #[inline(always)]
    fn key(board: &Board) -> u64 {
        board.get_hash()
    }

    #[inline(always)]
    fn key_after(board: &Board, mv: ChessMove, _: u64) -> u64 {
        Self::with_after(board, mv, Board::get_hash)
    }

    #[inline(always)]
    fn has_legal_move(board: &Board) -> bool {
        MoveGen::new_legal(board).next().is_some()
    }

    #[inline(always)]
    fn is_mate(board: &Board) -> bool {
        board.status() == BoardStatus::Checkmate
    }
}
