use chess_board::{Castling, Position, capture_square};
use chess_magic::{aligned, attacks, bishop_attacks, pawn_attacks, rook_attacks};
use chess_types::{Move, PieceType};

/// Tests a legal move of `position` for giving check. The move is neither made nor tested for legality.
///
/// # Examples
/// ```
/// use chess_movegen::gives_check;
/// use chess_types::{Move, MoveKind, Square};
///
/// let position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
/// assert!(gives_check(&position, Move::new(Square::A1, Square::A8, MoveKind::Quiet)));
/// assert!(!gives_check(&position, Move::new(Square::A1, Square::B1, MoveKind::Quiet)));
/// ```
pub fn gives_check(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let king = position.king(!us);
    let (from, to) = (mv.from(), mv.destination());
    let board = position.board();
    if let Some(castling) = Castling::of(mv) {
        return rook_attacks(king, castling.occupied_after(position.occupied())).contains(castling.rook_to());
    }
    if mv.is_en_passant() {
        let occupancy =
            (position.occupied() - from.bitboard() - capture_square(mv).bitboard()) | to.bitboard();
        return pawn_attacks(us, to).contains(king)
            || bishop_attacks(king, occupancy).intersects(board.diagonal_sliders(us))
            || rook_attacks(king, occupancy).intersects(board.orthogonal_sliders(us));
    }
    let Some(piece_type) = mv.promotion().or_else(|| position.piece_type_at(from)) else { return false };
    let occupancy = position.occupied() - from.bitboard();
    if piece_type != PieceType::King && attacks(piece_type, us, to, occupancy).contains(king) {
        return true;
    }
    board.blockers(king, us).contains(from) && !aligned(king, from, to)
}
