use std::ops::Deref;

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Move, Piece, Rank, Square, get_pawn_attacks};

use crate::library::{Library, PAWN, word};

/// `cozy-chess`, whose generator hands over the target set of one piece at a time.
pub(crate) struct Cozy;

impl Cozy {
    /// The square that is passed over, and the pawns that may stand to take there.
    #[inline(always)]
    pub(crate) fn en_passant(board: &Board) -> (BitBoard, BitBoard) {
        let us = board.side_to_move();
        board.en_passant().map_or((BitBoard::EMPTY, BitBoard::EMPTY), |file| {
            let square = Square::new(file, Rank::Sixth.relative_to(us));
            (square.bitboard(), get_pawn_attacks(square, !us))
        })
    }
}

impl Library for Cozy {
    const NAME: &'static str = "cozy-chess";

    type Position = Board;
    type Move = Move;

    fn parse(fen: &str) -> Board {
        Board::from_fen(fen, false).expect("a FEN that cozy-chess reads")
    }

    #[inline(always)]
    fn list(board: &Board) -> impl Deref<Target = [Move]> {
        let mut list = ArrayVec::<Move, 256>::new();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        list
    }

    #[inline(always)]
    fn each_legal(board: &Board, mut visit: impl FnMut(Move)) {
        board.generate_moves(|moves| {
            for mv in moves {
                visit(mv);
            }
            false
        });
    }

    #[inline(always)]
    fn each_capture(board: &Board, mut visit: impl FnMut(Move)) {
        let them = board.colors(!board.side_to_move());
        let (ep, ep_pawns) = Self::en_passant(board);
        board.generate_moves(|mut moves| {
            let passes = moves.piece == Piece::Pawn && ep_pawns.has(moves.from);
            moves.to &= if passes { them | ep } else { them };
            for mv in moves {
                visit(mv);
            }
            false
        });
    }

    #[inline(always)]
    fn play(board: &mut Board, mv: Move) {
        board.play_unchecked(mv);
    }

    #[inline(always)]
    fn word(_: &Board, mv: Move) -> u32 {
        word(mv.from as u32, mv.to as u32, mv.promotion.map(|piece| piece as u32))
    }

    #[inline(always)]
    fn mover(board: &Board, mv: Move) -> u32 {
        board.piece_on(mv.from).map_or(PAWN, |piece| piece as u32)
    }

    #[inline(always)]
    fn victim(board: &Board, mv: Move) -> Option<u32> {
        if board.colors(!board.side_to_move()).has(mv.to) {
            return board.piece_on(mv.to).map(|piece| piece as u32);
        }
        let is_pawn = board.pieces(Piece::Pawn).has(mv.from);
        (is_pawn && mv.from.file() != mv.to.file()).then_some(PAWN)
    }

    #[inline(always)]
    fn by_type(board: &Board) -> [u64; 6] {
        Piece::ALL.map(|piece| board.pieces(piece).0)
    }

    #[inline(always)]
    fn by_turn(board: &Board) -> [u64; 2] {
        let us = board.side_to_move();
        [board.colors(us).0, board.colors(!us).0]
    }

    #[inline(always)]
    fn is_in_check(board: &Board) -> bool {
        !board.checkers().is_empty()
    }
}
