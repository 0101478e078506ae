use std::hint::black_box;
use std::str::FromStr;

use arrayvec::ArrayVec;
use chess::{ALL_SQUARES, BitBoard, Board, ChessMove, MoveGen, Piece, get_bishop_moves, get_rook_moves};

use crate::program::Program;

/// The crate `chess`. Its generator is an iterator over target sets; copying is its only way to make.
pub struct Chess;

/// The list that a user of `chess` builds, as long as any of the others' lists.
type List = ArrayVec<ChessMove, 256>;

fn list(board: &Board) -> List {
    MoveGen::new_legal(board).collect()
}

fn list_captures(board: &Board) -> List {
    let them = !board.side_to_move();
    let mut moves = MoveGen::new_legal(board);
    moves.set_iterator_mask(*board.color_combined(them));
    let mut list: List = (&mut moves).collect();
    // Its en passant square is the square of the pawn to be taken.
    if let Some(target) = board.en_passant().and_then(|victim| victim.forward(board.side_to_move())) {
        moves.set_iterator_mask(BitBoard::from_square(target));
        list.extend(moves.filter(|mv| board.piece_on(mv.get_source()) == Some(Piece::Pawn)));
    }
    list
}

impl Program for Chess {
    const NAME: &'static str = "chess";

    type Position = Board;
    type Move = ChessMove;

    #[inline]
    fn rook_attacks(square: usize, occupancy: u64) -> u64 {
        get_rook_moves(ALL_SQUARES[square], BitBoard(occupancy)).0
    }

    #[inline]
    fn bishop_attacks(square: usize, occupancy: u64) -> u64 {
        get_bishop_moves(ALL_SQUARES[square], BitBoard(occupancy)).0
    }

    fn parse(fen: &str) -> Board {
        Board::from_str(fen).expect("a FEN that chess reads")
    }

    fn write(board: &Board) -> String {
        board.to_string()
    }

    fn occupied(board: &Board) -> u64 {
        board.combined().0
    }

    fn moves(board: &Board) -> Vec<ChessMove> {
        list(board).to_vec()
    }

    fn list(board: &Board) -> usize {
        black_box(&list(board)).len()
    }

    fn count(board: &Board) -> usize {
        MoveGen::new_legal(board).len()
    }

    fn list_captures(board: &Board) -> usize {
        black_box(&list_captures(board)).len()
    }

    fn after(board: &Board, mv: ChessMove) -> Board {
        board.make_move_new(mv)
    }

    fn perft_count(board: &Board, depth: u32) -> u64 {
        // Its perft counts down to 1 and has no depth 0.
        if depth == 0 { 1 } else { MoveGen::movegen_perft_test(board, depth as usize) as u64 }
    }

    fn perft_list(board: &Board, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => Self::list(board) as u64,
            _ => sum_children(board, |child| Self::perft_list(child, depth - 1)),
        }
    }

    fn perft_make(board: &Board, depth: u32) -> u64 {
        match depth {
            0 => {
                black_box(board);
                1
            }
            _ => sum_children(board, |child| Self::perft_make(child, depth - 1)),
        }
    }
}

/// Adds up `leaves` over the positions after each legal move.
#[inline(always)]
fn sum_children(board: &Board, leaves: impl Fn(&Board) -> u64) -> u64 {
    MoveGen::new_legal(board).map(|mv| leaves(&board.make_move_new(mv))).sum()
}
