use cozy_chess::{Board, GameStatus, Move};

use super::Calls;
use crate::libraries::Cozy;
use crate::library::Library;

impl Calls for Cozy {
    #[inline(always)]
    fn is_legal(board: &Board, mv: Move) -> bool {
        board.is_legal(mv)
    }

    #[inline(always)]
    fn key(board: &Board) -> u64 {
        board.hash()
    }

    #[inline(always)]
    fn key_after(board: &Board, mv: Move, _: u64) -> u64 {
        Self::with_after(board, mv, Board::hash)
    }

    #[inline(always)]
    fn has_legal_move(board: &Board) -> bool {
        board.generate_moves(|_| true)
    }

    #[inline(always)]
    fn is_mate(board: &Board) -> bool {
        board.status() == GameStatus::Won
    }
}
