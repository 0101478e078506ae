//! Tests of moves that did not come from the generator, but from a transposition table, a file or another program.

use chess_board::{Castling, Position, SniperLines, capture_square};
use chess_magic::{bishop_attacks, hits, knight_attacks, line, pawn_attacks, rook_attacks};
use chess_types::{Bitboard, Move, MoveKind, PieceType, Rank, Square};

#[cfg_attr(feature = "tables", inline)]
pub(crate) fn pseudo_legal_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<Move> {
    let us = position.side_to_move();
    let piece_type = position.piece_type_at(from)?;
    if !position.by_color(us).contains(from) {
        return None;
    }
    if piece_type == PieceType::Pawn {
        return pawn_move(position, from, to, promotion);
    }
    if promotion.is_some() {
        return None;
    }
    if position.by_color(us).contains(to) {
        return if piece_type == PieceType::King { castling(position, from, to) } else { None };
    }
    let kind = if position.occupied().contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
    hits(piece_type, us, from, to, position.occupied()).then_some(Move::new(from, to, kind))
}

#[inline]
fn pawn_move(position: &Position, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move> {
    let us = position.side_to_move();
    if promotion.is_some() != (to.rank() == us.promotion_rank()) {
        return None;
    }
    let special = |takes| promotion.map(|piece_type| MoveKind::promotion(piece_type, takes));
    let kind = if from.file() == to.file() {
        let empty = !position.occupied();
        let pushed = us.push(from.bitboard()) & empty;
        let pushed_twice = us.push(pushed & Rank::Third.relative_to(us).bitboard()) & empty;
        if !(pushed | pushed_twice).contains(to) {
            return None;
        }
        let plain = if pushed_twice.contains(to) { MoveKind::DoublePush } else { MoveKind::Quiet };
        special(false).unwrap_or(Some(plain))
    } else if !pawn_attacks(us, from).contains(to) {
        None
    } else if position.by_color(!us).contains(to) {
        special(true).unwrap_or(Some(MoveKind::Capture))
    } else {
        en_passant(position, from, to)
    };
    kind.map(|kind| Move::new(from, to, kind))
}

#[inline(never)]
fn en_passant(position: &Position, from: Square, to: Square) -> Option<MoveKind> {
    let us = position.side_to_move();
    let is_legal = position.ep_square() == Some(to) && position.is_ep_capture_legal(us, from, to);
    is_legal.then_some(MoveKind::EnPassant)
}

/// Returns castling of the king on `king` with its own rook on `rook`, if that is legal.
#[inline(never)]
fn castling(position: &Position, king: Square, rook: Square) -> Option<Move> {
    let us = position.side_to_move();
    let castling = Castling { king, rook };
    if position.castling_rook(us, castling.side()) != Some(rook) {
        return None;
    }
    let is_legal = castling.empty().is_disjoint(position.occupied())
        && attacked_way(position, castling).next().is_none();
    is_legal.then_some(castling.to_move())
}

/// Returns the squares of the king's way that are attacked. A rook that castles may unveil an attack along the back rank,
/// which meets the king on its last square.
#[inline]
pub(crate) fn attacked_way(position: &Position, castling: Castling) -> impl Iterator<Item = Square> {
    let occupied = position.occupied();
    let theirs = position.by_color(!position.side_to_move());
    castling.safe().into_iter().filter(move |&square| {
        let mut attackers = position.attackers_to(square, occupied - castling.king.bitboard());
        if square == castling.king_to() {
            attackers |= position.attackers_to(square, castling.occupied_after(occupied));
        }
        attackers.intersects(theirs)
    })
}

/// Tests whether the king of the side to move is safe after its own step. It is not inlined, since other moves need no slider
/// table.
#[inline(never)]
pub(crate) fn is_step_safe(position: &Position, mv: Move) -> bool {
    let occupancy = position.occupied() - mv.from().bitboard();
    let them = !position.side_to_move();
    position.attackers_to(mv.to(), occupancy).is_disjoint(position.by_color(them))
}

/// Tests whether the king of the side to move is safe after another of its pieces has moved from `from` to `to`, capturing the
/// piece there. En passant, which empties a third square, is not covered.
///
/// Few sliders would see the king on an empty board. They are tested one by one, without a slider table.
#[inline]
pub fn leaves_king_safe(position: &Position, from: Square, to: Square) -> bool {
    let (us, them) = (position.side_to_move(), !position.side_to_move());
    let king = position.king(us);
    let occupancy = (position.occupied() - from.bitboard()) | to.bitboard();
    let leapers = (knight_attacks(king) & position.pieces(them, PieceType::Knight))
        | (pawn_attacks(us, king) & position.pieces(them, PieceType::Pawn));
    let snipers = position.board().snipers(king, them);
    SniperLines::of(king, leapers - to.bitboard(), snipers - to.bitboard(), occupancy).attackers.is_empty()
}

pub(crate) fn gives_check(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let king = position.king(!us);
    let board = position.board();
    if let Some(castling) = Castling::of(mv) {
        return rook_attacks(king, castling.occupied_after(position.occupied())).contains(castling.rook_to());
    }
    let (from, to) = (mv.from(), mv.to());
    if mv.is_en_passant() {
        let occupancy =
            (position.occupied() - from.bitboard() - capture_square(mv).bitboard()) | to.bitboard();
        return pawn_attacks(us, to).contains(king)
            || bishop_attacks(king, occupancy).intersects(board.diagonal_sliders(us))
            || rook_attacks(king, occupancy).intersects(board.orthogonal_sliders(us));
    }
    let Some(piece_type) = mv.promotion().or_else(|| position.piece_type_at(from)) else { return false };
    let occupancy = position.occupied() - from.bitboard();
    if piece_type != PieceType::King && hits(piece_type, us, to, king, occupancy) {
        return true;
    }
    // Most origins share no line with the king, and nothing is looked for behind them.
    let line = line(king, from);
    !line.is_empty()
        && !line.contains(to)
        && SniperLines::of(king, Bitboard::EMPTY, board.snipers(king, us) & line, occupancy)
            .attackers
            .intersects(!from.bitboard())
}
