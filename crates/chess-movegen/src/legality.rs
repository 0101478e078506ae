//! Tests of moves that did not come from the generator, but from a transposition table, a file or another program, and the rules that
//! the illegal ones break.

use chess_board::internals::{SniperLines, leapers};
use chess_board::{Castling, Position, skipped_square};
use chess_magic::{Sliders, between, king_attacks, line, on_empty_board, pawn_attacks};
use chess_types::{Bitboard, CastlingSide, Color, Move, MoveKind, PieceType, Rank, Square, UciMove};

use crate::illegal::{IllegalMove, IllegalReason};

use crate::machine::{Machine, Task};

/// Returns the move between two squares with the flags that the pieces on both give it. No other move with these squares and this
/// promotion can be legal.
#[inline]
pub(crate) fn flagged_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<Move> {
    let takes = position.occupied().contains(to);
    let plain = if takes { MoveKind::Capture } else { MoveKind::Quiet };
    let kind = match (position.piece_type_at(from)?, promotion) {
        (_, Some(piece_type)) => MoveKind::promotion(piece_type, takes)?,
        (PieceType::Pawn, None) if !takes && from.file() != to.file() => MoveKind::EnPassant,
        (PieceType::Pawn, None) if from.distance(to) == 2 => MoveKind::DoublePush,
        (PieceType::King, None) if position.by_color(position.side_to_move()).contains(to) => {
            MoveKind::castle(Castling { king: from, rook: to }.side())
        }
        _ => plain,
    };
    Some(Move::new(from, to, kind))
}

/// Tests whether the piece on the origin of `mv` can make that move, with these flags. Of castling and captures en passant nothing is
/// left to test; after other moves the own king may be in check.
#[inline(always)]
pub(crate) fn is_pseudo_legal(position: &Position, mv: Move) -> bool {
    if !mv.is_plain() {
        return is_special_pseudo_legal(position, mv);
    }
    let (us, from, to) = (position.side_to_move(), mv.from(), mv.to());
    if !(position.by_color(us).contains(from) & landing(position, mv).contains(to)) {
        return false;
    }
    // Selects in place of branches on the type of the piece, which are mispredicted. Between the squares of a step of a pawn, a knight
    // or a king there are none.
    let piece_type = position.piece_type_at(from).unwrap_or(PieceType::Pawn);
    let on_empty_board = on_empty_board(piece_type)[from.index()];
    let pawn = pawn_reach(us, mv) - us.promotion_rank().bitboard();
    let reach = if piece_type == PieceType::Pawn { pawn } else { on_empty_board };
    reach.contains(to) & between(from, to).is_disjoint(position.occupied())
}

/// Returns the squares that the flag of captures allows as the target of `mv`.
#[inline(always)]
fn landing(position: &Position, mv: Move) -> Bitboard {
    if mv.is_capture() { position.by_color(!position.side_to_move()) } else { !position.occupied() }
}

/// Returns the squares that a pawn of `us` on the origin of `mv` reaches by a capture or, if `mv` is none, by a single push.
#[inline(always)]
fn pawn_reach(us: Color, mv: Move) -> Bitboard {
    let from = mv.from();
    if mv.is_capture() { pawn_attacks(us, from) } else { from.bitboard().push(us) }
}

/// Tests what [`is_pseudo_legal`] does, for moves that are not plain.
#[inline(never)]
fn is_special_pseudo_legal(position: &Position, mv: Move) -> bool {
    let (us, from, to) = (position.side_to_move(), mv.from(), mv.to());
    if let Some(squares) = mv.castling() {
        return castling(position, squares.side()) == Ok(mv);
    }
    let pawn = from.bitboard() & position.pieces(us, PieceType::Pawn);
    let targets = if mv.is_double_push() {
        let empty = !position.occupied();
        ((pawn & Rank::Second.relative_to(us).bitboard()).push(us) & empty).push(us) & empty
    } else if mv.is_promotion() {
        pawn_reach(us, mv) & landing(position, mv) & us.promotion_rank().bitboard()
    } else {
        let is_legal = position.ep_square() == Some(to)
            && pawn_attacks(us, from).contains(to)
            && position.is_ep_capture_legal(us, from, to);
        if is_legal { to.bitboard() } else { Bitboard::EMPTY }
    };
    !pawn.is_empty() && targets.contains(to)
}

/// Returns castling of the side to move on `side`, or the rule that it breaks. A rook that castles may unveil an attack along the back
/// rank, which meets the king on its last square.
#[inline(never)]
pub(crate) fn castling(position: &Position, side: CastlingSide) -> Result<Move, IllegalReason> {
    let us = position.side_to_move();
    let Some(rook) = position.castling_rook(us, side) else {
        return Err(IllegalReason::NoCastlingRight(side));
    };
    let (castling, occupied) = (Castling { king: position.king(us), rook }, position.occupied());
    let blocked = castling.empty() & occupied;
    if !blocked.is_empty() {
        return Err(IllegalReason::CastlingBlocked(blocked));
    }
    let mut attacked = Bitboard::EMPTY;
    for square in castling.safe() {
        let mut attackers = position.attackers_to(square, occupied - castling.king.bitboard());
        if square == castling.king_to() {
            attackers |= position.attackers_to(square, castling.occupied_after(occupied));
        }
        if attackers.intersects(position.by_color(!us)) {
            attacked |= square;
        }
    }
    if attacked.is_empty() { Ok(castling.to_move()) } else { Err(IllegalReason::CastlingAttacked(attacked)) }
}

/// Tests whether the king of the side to move is safe after its step to `to`.
///
/// Few sliders would see the square on an empty board: they are tested one by one, without a slider table. It is not inlined, since
/// other moves need none of it.
#[inline(never)]
pub(crate) fn is_step_safe(position: &Position, to: Square) -> bool {
    let (us, them) = (position.side_to_move(), !position.side_to_move());
    let occupancy = position.occupied() - position.king(us).bitboard();
    let leapers = leapers(position, us, to) | (king_attacks(to) & position.pieces(them, PieceType::King));
    SniperLines::of(to, leapers, position.snipers(to, them), occupancy).attackers.is_empty()
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
    let (leapers, snipers) = (leapers(position, us, king), position.snipers(king, them));
    SniperLines::of(king, leapers - to.bitboard(), snipers - to.bitboard(), occupancy).attackers.is_empty()
}

/// Tests whether a piece of `color` on `from` attacks `to`.
///
/// It reads no slider table, and the same code serves all types but pawns, so that there is no branch to mispredict.
#[inline]
fn reaches(piece_type: PieceType, color: Color, from: Square, to: Square, occupancy: Bitboard) -> bool {
    match piece_type {
        PieceType::Pawn => pawn_attacks(color, from).contains(to),
        _ => {
            on_empty_board(piece_type)[from.index()].contains(to) && between(from, to).is_disjoint(occupancy)
        }
    }
}

/// Whether a legal move gives check, by the lookups of the machine that runs it.
pub(crate) struct GivesCheck<'a> {
    pub(crate) position: &'a Position,
    pub(crate) mv: Move,
}

impl Task for GivesCheck<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> bool {
        gives_check(machine.sliders(), self.position, self.mv)
    }
}

#[inline(always)]
fn gives_check(sliders: impl Sliders, position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let king = position.king(!us);
    let board = position.board();
    if let Some(castling) = mv.castling() {
        return sliders
            .rook_attacks(king, castling.occupied_after(position.occupied()))
            .contains(castling.rook_to());
    }
    let (from, to) = (mv.from(), mv.to());
    if mv.is_en_passant() {
        let occupancy =
            (position.occupied() - from.bitboard() - mv.capture_square().bitboard()) | to.bitboard();
        return pawn_attacks(us, to).contains(king)
            || sliders.bishop_attacks(king, occupancy).intersects(board.diagonal_sliders(us))
            || sliders.rook_attacks(king, occupancy).intersects(board.orthogonal_sliders(us));
    }
    let Some(piece_type) = mv.promotion().or_else(|| position.piece_type_at(from)) else { return false };
    let occupancy = position.occupied() - from.bitboard();
    if piece_type != PieceType::King && reaches(piece_type, us, to, king, occupancy) {
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

/// Returns the rule that `mv` breaks, given the legal move with the same squares and promotion.
#[cold]
pub(crate) fn fault(position: &Position, mv: Move, legal: Option<Move>) -> IllegalMove {
    let reason = match legal {
        Some(legal) => IllegalReason::Flags(legal),
        None if mv.is_null() && position.is_in_check() => IllegalReason::NullInCheck,
        None if mv.is_null() => IllegalReason::Null,
        None => reason(position, mv.from(), mv.to(), mv.promotion()),
    };
    IllegalMove { uci: mv.uci(), reason }
}

/// Returns the rule that a move with these squares breaks, if there is no such legal move.
#[cold]
pub(crate) fn fault_of_squares(position: &Position, uci: UciMove) -> IllegalMove {
    IllegalMove { uci, reason: reason(position, uci.from, uci.to, uci.promotion) }
}

fn reason(position: &Position, from: Square, to: Square, promotion: Option<PieceType>) -> IllegalReason {
    let us = position.side_to_move();
    let Some(piece) = position.piece_at(from) else { return IllegalReason::NoPiece };
    if piece.color() != us {
        return IllegalReason::WrongSide(piece);
    }
    let promotes = piece.piece_type() == PieceType::Pawn && to.rank() == us.promotion_rank();
    if !promotion.is_none_or(|choice| promotes && choice.is_promotion()) {
        return IllegalReason::Promotion(piece);
    }
    if piece.piece_type() == PieceType::King && is_castling_meant(position, from, to) {
        return match castling(position, Castling { king: from, rook: to }.side()) {
            Ok(legal) => IllegalReason::Flags(legal),
            Err(reason) => reason,
        };
    }
    let complete = if promotes { promotion.or(Some(PieceType::Queen)) } else { promotion };
    let mut occupancy = (position.occupied() - from.bitboard()) | to.bitboard();
    if !flagged_move(position, from, to, complete).is_some_and(|mv| is_pseudo_legal(position, mv)) {
        let is_en_passant = piece.piece_type() == PieceType::Pawn
            && position.skipped_square() == Some(to)
            && pawn_attacks(us, from).contains(to);
        if !is_en_passant {
            return IllegalReason::Unreachable(piece);
        }
        occupancy -= skipped_square(to).bitboard();
    }
    let king = if position.king(us) == from { to } else { position.king(us) };
    let theirs = position.by_color(!us) - to.bitboard();
    let checkers = position.attackers_to(king, occupancy) & theirs & occupancy;
    if checkers.is_empty() {
        IllegalReason::PromotionMissing
    } else {
        IllegalReason::KingInCheck { king, checkers }
    }
}

/// Tests whether the king moves onto a rook with which it may castle, or could with the right, or to its destination of castling.
fn is_castling_meant(position: &Position, king: Square, to: Square) -> bool {
    let us = position.side_to_move();
    let rank = Rank::First.relative_to(us);
    if king == to || king.rank() != rank || to.rank() != rank {
        return false;
    }
    let side = Castling { king, rook: to }.side();
    if position.pieces(us, PieceType::Rook).contains(to) {
        position.castling_rook(us, side).is_none_or(|rook| rook == to)
    } else {
        king.distance(to) > 1 && to == side.king_square(rank)
    }
}

#[cfg(test)]
mod tests {
    use chess_magic::attacks;

    use super::*;

    #[test]
    fn a_piece_reaches_what_it_attacks() {
        for occupancy in [0, 0x00ff_4200_1824_ff00, 0x8100_0240_0018_0081, !0].map(Bitboard) {
            for color in Color::ALL {
                for piece_type in PieceType::ALL {
                    for from in Square::ALL {
                        let attacked = attacks(piece_type, color, from, occupancy);
                        let reached = |to: &Square| reaches(piece_type, color, from, *to, occupancy);
                        assert_eq!(Square::ALL.into_iter().filter(reached).collect::<Bitboard>(), attacked);
                    }
                }
            }
        }
    }
}
