//! Whether a move that did not come from the generator may be played: the move of a table entry, of a file, of a peer.

use chess_board::Position;
use chess_magic::{aligned, attacks, between, pawn_attacks};
use chess_types::{CastlingSide, Color, Move, MoveKind, PieceType, Rank, Square};

/// Whether `mv` is a legal move of `position`, flags included. Nothing is generated; any word may be asked about.
///
/// # Examples
/// ```
/// use chess_movegen::is_legal;
/// use chess_types::{Move, MoveKind, Square};
///
/// let position = chess_board::Position::START;
/// assert!(is_legal(&position, Move::new(Square::E2, Square::E4, MoveKind::DoublePush)));
/// assert!(!is_legal(&position, Move::new(Square::E2, Square::E4, MoveKind::Quiet)));
/// assert!(!is_legal(&position, Move::NULL));
/// ```
pub fn is_legal(position: &Position, mv: Move) -> bool {
    is_pseudo_legal(position, mv) && leaves_king_safe(position, mv)
}

/// Whether `mv` is how the piece on its origin moves, flags included, the safety of the king left aside.
///
/// Of castling and en passant, whose rules are about that safety, the legal ones are pseudo-legal.
pub fn is_pseudo_legal(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let (from, to) = (mv.from(), mv.to());
    let Some(piece_type) = position.piece_type_at(from) else { return false };
    if !position.by_color(us).contains(from) {
        return false;
    }
    match mv.kind() {
        MoveKind::QueenCastle => is_castling(position, from, to, CastlingSide::Queen),
        MoveKind::KingCastle => is_castling(position, from, to, CastlingSide::King),
        MoveKind::EnPassant => {
            position.ep_square() == Some(to)
                && piece_type == PieceType::Pawn
                && pawn_attacks(us, from).contains(to)
                && position.is_ep_capture_legal(from, to)
        }
        _ if piece_type == PieceType::Pawn => is_pawn_move(position, us, mv),
        MoveKind::Quiet => {
            !position.occupied().contains(to)
                && attacks(piece_type, us, from, position.occupied()).contains(to)
        }
        MoveKind::Capture => {
            position.by_color(!us).contains(to)
                && attacks(piece_type, us, from, position.occupied()).contains(to)
        }
        _ => false,
    }
}

fn is_pawn_move(position: &Position, us: Color, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let empty = !position.occupied();
    if mv.is_promotion() != (to.rank() == us.promotion_rank()) {
        return false;
    }
    if mv.is_capture() {
        return pawn_attacks(us, from).contains(to) && position.by_color(!us).contains(to);
    }
    let pushed = us.push(from.bitboard()) & empty;
    if mv.is_double_push() {
        let third = Rank::Third.relative_to(us).bitboard();
        (us.push(pushed & third) & empty).contains(to)
    } else {
        pushed.contains(to)
    }
}

fn is_castling(position: &Position, from: Square, rook: Square, side: CastlingSide) -> bool {
    let us = position.side_to_move();
    if position.king(us) != from || position.castling_rook(us, side) != Some(rook) {
        return false;
    }
    let king_to = Square::new(side.king_file(), us.back_rank());
    let rook_to = Square::new(side.rook_file(), us.back_rank());
    let others = position.occupied() - from.bitboard() - rook.bitboard();
    let king_way = between(from, king_to) | king_to.bitboard();
    let rook_way = between(rook, rook_to) | rook_to.bitboard();
    let is_attacked_with =
        |square, occupancy| position.attackers_to(square, occupancy).intersects(position.by_color(!us));
    (king_way | rook_way).is_disjoint(others)
        && !position.is_in_check()
        && king_way.into_iter().all(|square| !is_attacked_with(square, position.occupied() - from.bitboard()))
        && !is_attacked_with(king_to, others | king_to.bitboard() | rook_to.bitboard())
}

/// Whether the king of the side to move is safe after a pseudo-legal move.
fn leaves_king_safe(position: &Position, mv: Move) -> bool {
    if mv.is_castle() || mv.is_en_passant() {
        return true;
    }
    let us = position.side_to_move();
    let theirs = position.by_color(!us);
    let king = position.king(us);
    let (from, to) = (mv.from(), mv.to());
    if from == king {
        let occupancy = position.occupied() - from.bitboard();
        return position.attackers_to(to, occupancy).is_disjoint(theirs - to.bitboard());
    }
    let checkers = position.checkers();
    let ends_check = match checkers.first() {
        None => true,
        Some(_) if checkers.has_many() => false,
        Some(checker) => (between(king, checker) | checkers).contains(to),
    };
    ends_check && (!position.pinned(us).contains(from) || aligned(king, from, to))
}
