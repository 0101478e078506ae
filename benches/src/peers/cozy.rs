use std::hint::black_box;

use arrayvec::ArrayVec;
use cozy_chess::{
    BitBoard, Board, Move, Piece, Rank, Square, get_bishop_moves, get_pawn_attacks, get_rook_moves,
};

use crate::program::Program;

/// `cozy-chess`. Its generator hands over the target set of one piece at a time; copying is its only way to make.
pub struct Cozy;

/// The list that a user of `cozy-chess` builds, as long as any of the others' lists.
type List = ArrayVec<Move, 256>;

fn list(board: &Board) -> List {
    let mut list = List::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

fn list_captures(board: &Board) -> List {
    let mut list = List::new();
    let us = board.side_to_move();
    let them = board.colors(!us);
    let ep = board.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(us)));
    let ep_pawns = ep.map_or(BitBoard::EMPTY, |square| get_pawn_attacks(square, !us));
    board.generate_moves(|mut moves| {
        let passes = moves.piece == Piece::Pawn && ep_pawns.has(moves.from);
        let ep_target = if passes { ep.map_or(BitBoard::EMPTY, Square::bitboard) } else { BitBoard::EMPTY };
        moves.to &= them | ep_target;
        list.extend(moves);
        false
    });
    list
}

impl Program for Cozy {
    const NAME: &'static str = if cfg!(feature = "peers-pext") { "cozy-chess+pext" } else { "cozy-chess" };

    type Position = Board;
    type Move = Move;

    #[inline]
    fn rook_attacks(square: usize, occupancy: u64) -> u64 {
        get_rook_moves(Square::index(square), BitBoard(occupancy)).0
    }

    #[inline]
    fn bishop_attacks(square: usize, occupancy: u64) -> u64 {
        get_bishop_moves(Square::index(square), BitBoard(occupancy)).0
    }

    fn parse(fen: &str) -> Board {
        Board::from_fen(fen, false).expect("a FEN that cozy-chess reads")
    }

    fn write(board: &Board) -> String {
        board.to_string()
    }

    fn occupied(board: &Board) -> u64 {
        board.occupied().0
    }

    fn moves(board: &Board) -> Vec<Move> {
        list(board).to_vec()
    }

    fn list(board: &Board) -> usize {
        black_box(&list(board)).len()
    }

    fn count(board: &Board) -> usize {
        let mut count = 0;
        board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
    }

    fn list_captures(board: &Board) -> usize {
        black_box(&list_captures(board)).len()
    }

    fn after(board: &Board, mv: Move) -> Board {
        let mut child = board.clone();
        child.play_unchecked(mv);
        child
    }

    fn perft_count(board: &Board, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => Self::count(board) as u64,
            _ => sum_children(board, |child| Self::perft_count(child, depth - 1)),
        }
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

/// Adds up `leaves` over the positions after each legal move, the way the library's own perft example walks.
#[inline(always)]
fn sum_children(board: &Board, leaves: impl Fn(&Board) -> u64) -> u64 {
    let mut sum = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            sum += leaves(&Cozy::after(board, mv));
        }
        false
    });
    sum
}
