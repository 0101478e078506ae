//! The generator of legal moves.
//!
//! It generates legal moves only and makes none to test it. The king's moves avoid a map of attacked squares that is
//! computed with the king removed from the board. In check, all other moves are restricted to the squares that end
//! the check. Pinned pieces stay on the line of their pin. Pawns are generated as sets. Each set is computed when it
//! is needed and passed down, and a sink takes whole sets, so that counting builds no list.

use core::ops::ControlFlow;

use chess_board::{Castling, Position};
use chess_magic::{Sliders, between, king_attacks, knight_attacks, line, pawn_attacks, pawn_attacks_setwise};
use chess_types::{Bitboard, Direction, PieceType, Rank, Square};

use super::safety::{KingSafety, Known, Unknown};
use super::selection::Selection;
use super::side::{CastlingWay, Side};
use super::sink::{PawnTargets, Sink};
use crate::machine::Machine;

/// Generates the legal moves of `selection` into `sink`, and stops when the sink breaks. It is
/// [`Node::visit`](crate::Node::visit) for callers that know the side to move.
///
/// `C` must be the side to move; for the other side the moves have no meaning, but nothing panics. The function is
/// always inlined, so that it is compiled for the machine that its caller is compiled for.
#[inline(always)]
pub fn visit_side<C: Side, S: Sink>(
    machine: impl Machine,
    position: &Position,
    selection: Selection,
    sink: &mut S,
) -> ControlFlow<()> {
    visit_known::<C, S>(machine, position, Unknown, selection, sink)
}

/// Generates as [`visit_side`] does, for callers that may have the checkers and pins.
#[inline(always)]
pub(crate) fn visit_known<C: Side, S: Sink>(
    machine: impl Machine,
    position: &Position,
    known: impl Known,
    selection: Selection,
    sink: &mut S,
) -> ControlFlow<()> {
    let sliders = machine.sliders();
    let castling_rooks = open_castling_rooks::<C>(position, selection);
    let danger = king_moves::<C, S>(sliders, position, selection, castling_rooks, sink)?;
    let safety = known.safety::<C>(position);
    if safety.checkers.has_many() {
        return ControlFlow::Continue(());
    }
    let ours = position.by_color(C::COLOR);
    let evasions = match safety.checkers.first() {
        None => !ours,
        Some(checker) => between(position.king(C::COLOR), checker) | safety.checkers,
    };
    pawns::<C, S>(position, selection, &safety, evasions, sink)?;
    if position.ep_square().is_some() {
        en_passant::<C, S>(position, selection, sink)?;
    }
    pieces::<C, S>(sliders, position, selection, &safety, evasions, sink)?;
    if safety.checkers.is_empty() && !castling_rooks.is_empty() {
        castling::<C, S>(position, selection, castling_rooks, &safety, danger, sink)?;
    }
    ControlFlow::Continue(())
}

/// Passes the king's steps to the sink, and returns the squares that the other side attacks when the king is removed from the
/// board.
///
/// The map is empty if neither a step nor castling needs it.
#[inline(always)]
fn king_moves<C: Side, S: Sink>(
    sliders: impl Sliders,
    position: &Position,
    selection: Selection,
    castling_rooks: Bitboard,
    sink: &mut S,
) -> ControlFlow<(), Bitboard> {
    let king = position.king(C::COLOR);
    if !selection.from.contains(king) {
        return ControlFlow::Continue(Bitboard::EMPTY);
    }
    let steps = king_attacks(king) & !position.by_color(C::COLOR) & selection.targets;
    if steps.is_empty() && castling_rooks.is_empty() {
        return ControlFlow::Continue(Bitboard::EMPTY);
    }
    let danger = danger::<C>(sliders, position, king);
    sink.piece::<C>(PieceType::King, king, steps & !danger, position.by_color(C::Them::COLOR))?;
    ControlFlow::Continue(danger)
}

#[inline(always)]
fn danger<C: Side>(sliders: impl Sliders, position: &Position, king: Square) -> Bitboard {
    let them = C::Them::COLOR;
    let occupancy = position.occupied() ^ king.bitboard();
    let mut danger = pawn_attacks_setwise(them, position.pieces(them, PieceType::Pawn))
        | king_attacks(position.king(them));
    for knight in position.pieces(them, PieceType::Knight) {
        danger |= knight_attacks(knight);
    }
    for slider in position.board().diagonal_sliders(them) {
        danger |= sliders.bishop_attacks(slider, occupancy);
    }
    for slider in position.board().orthogonal_sliders(them) {
        danger |= sliders.rook_attacks(slider, occupancy);
    }
    danger
}

/// Generates all pawn moves but en passant, as sets. A pinned pawn moves along its pin only: a diagonal pin forbids
/// pushes, a pin along a rank or file forbids captures.
#[inline(always)]
fn pawns<C: Side, S: Sink>(
    position: &Position,
    selection: Selection,
    safety: &KingSafety,
    evasions: Bitboard,
    sink: &mut S,
) -> ControlFlow<()> {
    let pawns = position.pieces(C::COLOR, PieceType::Pawn) & selection.from;
    let capturers = pawns - safety.orthogonal_pins;
    let pushers = pawns - safety.diagonal_pins;
    let capturable = position.by_color(C::Them::COLOR) & evasions & selection.targets;
    let capture = |side: Direction| {
        let step = |set: Bitboard| C::COLOR.push(set).shift(side);
        let pinned = safety.diagonal_pins;
        (step(capturers - pinned) | (step(capturers & pinned) & pinned)) & capturable
    };
    let empty = !position.occupied();
    let push = |set: Bitboard| C::COLOR.push(set) & empty;
    let pinned = safety.orthogonal_pins;
    let pushed = push(pushers - pinned) | (push(pushers & pinned) & pinned);
    let stops = evasions & selection.pushes;
    let targets = PawnTargets {
        west_captures: capture(Direction::West),
        east_captures: capture(Direction::East),
        pushes: pushed & stops,
        double_pushes: push(pushed & Rank::Third.relative_to(C::COLOR).bitboard()) & stops,
    };
    let last = C::COLOR.promotion_rank().bitboard();
    if !((targets.west_captures | targets.east_captures | targets.pushes) & last).is_empty() {
        sink.promotions::<C>(PawnTargets { double_pushes: Bitboard::EMPTY, ..targets.only(last) })?;
    }
    sink.pawns::<C>(PawnTargets { double_pushes: targets.double_pushes, ..targets.only(!last) })
}

/// Generates captures en passant. The position has established that at least one is legal; if two pawns can capture,
/// either may be pinned.
#[cold]
#[inline(never)]
fn en_passant<C: Side, S: Sink>(position: &Position, selection: Selection, sink: &mut S) -> ControlFlow<()> {
    let Some(to) = position.ep_square() else { return ControlFlow::Continue(()) };
    if selection.en_passant.contains(to) {
        let capturers =
            pawn_attacks(C::Them::COLOR, to) & position.pieces(C::COLOR, PieceType::Pawn) & selection.from;
        for from in capturers {
            if position.is_ep_capture_legal(from, to) {
                sink.en_passant::<C>(from, to)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Generates the moves of knights, bishops, rooks and queens. Pinned ones are generated separately, so that the others need no
/// test.
#[inline(always)]
fn pieces<C: Side, S: Sink>(
    sliders: impl Sliders,
    position: &Position,
    selection: Selection,
    safety: &KingSafety,
    evasions: Bitboard,
    sink: &mut S,
) -> ControlFlow<()> {
    let occupied = position.occupied();
    let pinned = safety.diagonal_pins | safety.orthogonal_pins;
    let ours = |piece_type| position.pieces(C::COLOR, piece_type) & selection.from;
    let theirs = position.by_color(C::Them::COLOR);
    let targets = (evasions & selection.targets) - position.by_color(C::COLOR);
    for from in ours(PieceType::Knight) - pinned {
        sink.piece::<C>(PieceType::Knight, from, knight_attacks(from) & targets, theirs)?;
    }
    for from in ours(PieceType::Bishop) - pinned {
        sink.piece::<C>(PieceType::Bishop, from, sliders.bishop_attacks(from, occupied) & targets, theirs)?;
    }
    for from in ours(PieceType::Rook) - pinned {
        sink.piece::<C>(PieceType::Rook, from, sliders.rook_attacks(from, occupied) & targets, theirs)?;
    }
    for from in ours(PieceType::Queen) - pinned {
        sink.piece::<C>(PieceType::Queen, from, sliders.queen_attacks(from, occupied) & targets, theirs)?;
    }
    if (ours(PieceType::Bishop) | ours(PieceType::Rook) | ours(PieceType::Queen)).intersects(pinned) {
        pinned_sliders::<C, S>(sliders, position, selection, safety, targets, sink)?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn pinned_sliders<C: Side, S: Sink>(
    sliders: impl Sliders,
    position: &Position,
    selection: Selection,
    safety: &KingSafety,
    targets: Bitboard,
    sink: &mut S,
) -> ControlFlow<()> {
    let king = position.king(C::COLOR);
    let occupied = position.occupied();
    let ours = |piece_type| position.pieces(C::COLOR, piece_type) & selection.from;
    let theirs = position.by_color(C::Them::COLOR);
    for piece_type in [PieceType::Bishop, PieceType::Queen] {
        for from in ours(piece_type) & safety.diagonal_pins {
            let along = line(king, from) & sliders.bishop_attacks(from, occupied);
            sink.piece::<C>(piece_type, from, along & targets, theirs)?;
        }
    }
    for piece_type in [PieceType::Rook, PieceType::Queen] {
        for from in ours(piece_type) & safety.orthogonal_pins {
            let along = line(king, from) & sliders.rook_attacks(from, occupied);
            sink.piece::<C>(piece_type, from, along & targets, theirs)?;
        }
    }
    ControlFlow::Continue(())
}

/// Generates castling of chess and Chess960, for a king that is not in check.
///
/// In addition to the squares of [`Castling`], it tests the rook, which in Chess960 may shield the king along the
/// back rank.
#[inline(always)]
fn castling<C: Side, S: Sink>(
    position: &Position,
    selection: Selection,
    castling_rooks: Bitboard,
    safety: &KingSafety,
    danger: Bitboard,
    sink: &mut S,
) -> ControlFlow<()> {
    let king = position.king(C::COLOR);
    for rook in castling_rooks {
        let castling = Castling { king, rook };
        let way = CastlingWay::of::<C>(king, rook);
        if way.empty.is_disjoint(position.occupied())
            && way.safe.is_disjoint(danger)
            && !safety.orthogonal_pins.contains(rook)
            && selection.castling.contains(castling.king_to())
        {
            sink.castle::<C>(castling)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the castling rooks with no piece between them and their king, or none if castling is not selected.
///
/// Most castling rights are blocked in this way. If all are, neither castling nor a king without steps needs the map
/// of attacked squares.
#[inline(always)]
fn open_castling_rooks<C: Side>(position: &Position, selection: Selection) -> Bitboard {
    let mut open = Bitboard::EMPTY;
    let king = position.king(C::COLOR);
    if selection.castling.is_empty() || !selection.from.contains(king) {
        return open;
    }
    for rook in position.castling_rooks() & C::COLOR.back_rank().bitboard() {
        if between(king, rook).is_disjoint(position.occupied()) {
            open |= rook.bitboard();
        }
    }
    open
}
