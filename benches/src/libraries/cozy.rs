use std::fmt::Write;

use arrayvec::ArrayVec;
use cozy_chess::util::{display_san_move, parse_san_move, parse_uci_move};
use cozy_chess::{
    BitBoard, Board, GameStatus, Move, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_pawn_attacks,
    get_rook_moves,
};

use super::{Library, Notation, PAWN, word};

/// `cozy-chess`. Its generator passes the target set of one piece at a time; copying is its only way to make.
pub struct Cozy;

impl Cozy {
    /// The squares to which the piece on `from` can be moved, of castling the rook's.
    #[inline(always)]
    pub fn legal_targets(board: &Board, from: Square) -> u64 {
        let mut targets = BitBoard::EMPTY;
        board.generate_moves_for(from.bitboard(), |moves| {
            targets |= moves.to;
            false
        });
        targets.0
    }

    /// Calls `visit` with the targets of each piece, those with captures and the others.
    #[inline(always)]
    pub fn each_set(board: &Board, mut visit: impl FnMut(PieceMoves, PieceMoves)) {
        let (us, them) = (board.side_to_move(), board.colors(!board.side_to_move()));
        // The square that was passed over, and the pawns that may capture there.
        let (ep, ep_pawns) = board.en_passant().map_or((BitBoard::EMPTY, BitBoard::EMPTY), |file| {
            let square = Square::new(file, Rank::Sixth.relative_to(us));
            (square.bitboard(), get_pawn_attacks(square, !us))
        });
        board.generate_moves(|moves| {
            let passes = moves.piece == Piece::Pawn && ep_pawns.has(moves.from);
            let taken = if passes { them | ep } else { them };
            visit(
                PieceMoves { to: moves.to & taken, ..moves },
                PieceMoves { to: moves.to & !taken, ..moves },
            );
            false
        });
    }
}

#[rustfmt::skip]
impl Library for Cozy {
    const NAME: &'static str = if cfg!(feature = "peers-pext") { "cozy-chess+pext" } else { "cozy-chess" };

    type Position = Board;
    type Move = Move;

    #[inline(always)]
    fn rook_attacks(square: usize, occupancy: u64) -> u64 {
        get_rook_moves(Square::index(square), BitBoard(occupancy)).0
    }

    #[inline(always)]
    fn bishop_attacks(square: usize, occupancy: u64) -> u64 {
        get_bishop_moves(Square::index(square), BitBoard(occupancy)).0
    }

    fn parse(fen: &str) -> Board { Board::from_fen(fen, false).expect("a FEN that cozy-chess reads") }

    #[inline(always)]
    fn list(board: &Board) -> impl AsRef<[Move]> {
        let mut list = ArrayVec::<Move, 256>::new();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        list
    }

    #[inline(always)]
    fn captures(board: &Board) -> impl AsRef<[Move]> {
        let mut list = ArrayVec::<Move, 256>::new();
        Self::each_set(board, |taking, _| list.extend(taking));
        list
    }

    #[inline(always)]
    fn count(board: &Board) -> usize {
        let mut count = 0;
        board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
    }

    #[inline(always)]
    fn each_legal(board: &Board, mut visit: impl FnMut(Move)) {
        board.generate_moves(|moves| {
            moves.into_iter().for_each(&mut visit);
            false
        });
    }

    #[inline(always)]
    fn each_capture(board: &Board, mut visit: impl FnMut(Move)) {
        Self::each_set(board, |taking, _| taking.into_iter().for_each(&mut visit));
    }

    #[inline(always)] fn play(board: &mut Board, mv: Move) { board.play_unchecked(mv); }

    #[inline(always)]
    fn word(_: &Board, mv: Move) -> u32 {
        word(mv.from as u32, mv.to as u32, mv.promotion.map(|piece| piece as u32))
    }

    #[inline(always)] fn mover(board: &Board, mv: Move) -> u32 { board.piece_on(mv.from).map_or(PAWN, |piece| piece as u32) }

    #[inline(always)]
    fn victim(board: &Board, mv: Move) -> Option<u32> {
        if board.colors(!board.side_to_move()).has(mv.to) {
            return board.piece_on(mv.to).map(|piece| piece as u32);
        }
        let is_pawn = board.pieces(Piece::Pawn).has(mv.from);
        (is_pawn && mv.from.file() != mv.to.file()).then_some(PAWN)
    }

    #[inline(always)] fn by_type(board: &Board) -> [u64; 6] { Piece::ALL.map(|piece| board.pieces(piece).0) }

    #[inline(always)]
    fn by_turn(board: &Board) -> [u64; 2] {
        let us = board.side_to_move();
        [board.colors(us).0, board.colors(!us).0]
    }

    #[inline(always)] fn occupied(board: &Board) -> u64 { board.occupied().0 }
    #[inline(always)] fn is_in_check(board: &Board) -> bool { !board.checkers().is_empty() }
    #[inline(always)] fn is_legal(board: &Board, mv: Move) -> bool { board.is_legal(mv) }
    #[inline(always)] fn key(board: &Board) -> u64 { board.hash() }
    #[inline(always)] fn has_legal_move(board: &Board) -> bool { board.generate_moves(|_| true) }
    #[inline(always)] fn is_mate(board: &Board) -> bool { board.status() == GameStatus::Won }
}

impl Notation for Cozy {
    fn write_fen(board: &Board, text: &mut String) {
        write!(text, "{board}").expect("a string takes all");
    }

    fn read_san(board: &Board, text: &str) -> Move {
        parse_san_move(board, text).expect("a legal move")
    }

    fn write_san(board: &Board, mv: Move, text: &mut String) {
        write!(text, "{}", display_san_move(board, mv)).expect("a string takes all");
    }

    /// Its reader converts the spelling of castling; the caller tests whether the move is legal.
    fn read_uci(board: &Board, text: &str) -> Move {
        let mv = parse_uci_move(board, text).expect("UCI");
        assert!(board.is_legal(mv));
        mv
    }
}
