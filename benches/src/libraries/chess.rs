use std::str::FromStr;

use arrayvec::ArrayVec;
use chess::{
    ALL_PIECES, ALL_SQUARES, BitBoard, Board, BoardStatus, ChessMove, EMPTY, File, MoveGen, Piece, Square,
    get_bishop_moves, get_rook_moves,
};

use super::{Library, PAWN, word};

/// The crate `chess`. Its generator is an iterator over target sets; copying is its only way to make.
pub struct Chess;

#[rustfmt::skip]
impl Library for Chess {
    const NAME: &'static str = "chess";

    type Position = Board;
    type Move = ChessMove;

    #[inline(always)]
    fn rook_attacks(square: usize, occupancy: u64) -> u64 {
        get_rook_moves(ALL_SQUARES[square], BitBoard(occupancy)).0
    }

    #[inline(always)]
    fn bishop_attacks(square: usize, occupancy: u64) -> u64 {
        get_bishop_moves(ALL_SQUARES[square], BitBoard(occupancy)).0
    }

    fn parse(fen: &str) -> Board { Board::from_str(fen).expect("a FEN that chess reads") }

    #[inline(always)]
    fn list(board: &Board) -> impl AsRef<[ChessMove]> {
        MoveGen::new_legal(board).collect::<ArrayVec<ChessMove, 256>>()
    }

    #[inline(always)]
    fn captures(board: &Board) -> impl AsRef<[ChessMove]> {
        let mut list = ArrayVec::<ChessMove, 256>::new();
        Self::each_capture(board, |mv| list.push(mv));
        list
    }

    #[inline(always)] fn count(board: &Board) -> usize { MoveGen::new_legal(board).len() }

    #[inline(always)]
    fn each_legal(board: &Board, visit: impl FnMut(ChessMove)) {
        MoveGen::new_legal(board).for_each(visit);
    }

    #[inline(always)]
    fn each_capture(board: &Board, mut visit: impl FnMut(ChessMove)) {
        let mut moves = MoveGen::new_legal(board);
        moves.set_iterator_mask(*board.color_combined(!board.side_to_move()));
        for mv in &mut moves {
            visit(mv);
        }
        // Its en passant square is the square of the pawn to be taken.
        if let Some(to) = board.en_passant().and_then(|victim| victim.forward(board.side_to_move())) {
            moves.set_iterator_mask(BitBoard::from_square(to));
            for mv in moves {
                if board.piece_on(mv.get_source()) == Some(Piece::Pawn) {
                    visit(mv);
                }
            }
        }
    }

    #[inline(always)] fn play(board: &mut Board, mv: ChessMove) { *board = board.make_move_new(mv); }

    #[inline(always)]
    fn with_after<R>(board: &Board, mv: ChessMove, visit: impl FnOnce(&Board) -> R) -> R {
        visit(&board.make_move_new(mv))
    }

    #[inline(always)]
    fn word(board: &Board, mv: ChessMove) -> u32 {
        let (from, mut to) = (mv.get_source(), mv.get_dest());
        let files = to.get_file().to_index().abs_diff(from.get_file().to_index());
        if files == 2 && board.king_square(board.side_to_move()) == from {
            let is_king_side = to.get_file() == File::G;
            to = Square::make_square(from.get_rank(), if is_king_side { File::H } else { File::A });
        }
        word(from.to_index() as u32, to.to_index() as u32, mv.get_promotion().map(|piece| piece as u32))
    }

    #[inline(always)]
    fn mover(board: &Board, mv: ChessMove) -> u32 {
        board.piece_on(mv.get_source()).map_or(PAWN, |piece| piece as u32)
    }

    #[inline(always)]
    fn victim(board: &Board, mv: ChessMove) -> Option<u32> {
        if let Some(piece) = board.piece_on(mv.get_dest()) {
            return Some(piece as u32);
        }
        let is_pawn = board.pieces(Piece::Pawn) & BitBoard::from_square(mv.get_source()) != EMPTY;
        (is_pawn && mv.get_source().get_file() != mv.get_dest().get_file()).then_some(PAWN)
    }

    #[inline(always)] fn by_type(board: &Board) -> [u64; 6] { ALL_PIECES.map(|piece| board.pieces(piece).0) }

    #[inline(always)]
    fn by_turn(board: &Board) -> [u64; 2] {
        let us = board.side_to_move();
        [board.color_combined(us).0, board.color_combined(!us).0]
    }

    #[inline(always)] fn occupied(board: &Board) -> u64 { board.combined().0 }
    #[inline(always)] fn is_in_check(board: &Board) -> bool { *board.checkers() != EMPTY }
    #[inline(always)] fn is_legal(board: &Board, mv: ChessMove) -> bool { board.legal(mv) }
    #[inline(always)] fn key(board: &Board) -> u64 { board.get_hash() }
    #[inline(always)] fn has_legal_move(board: &Board) -> bool { MoveGen::new_legal(board).next().is_some() }
    #[inline(always)] fn is_mate(board: &Board) -> bool { board.status() == BoardStatus::Checkmate }

    /// Its perft counts down to 1, and the benches never begin at 0.
    fn perft_count(board: &Board, depth: u32) -> u64 { MoveGen::movegen_perft_test(board, depth as usize) as u64 }
}
