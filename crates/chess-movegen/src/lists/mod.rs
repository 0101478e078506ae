//! Lists and counts of legal moves.

#[cfg(any(target_arch = "x86_64", avx512_model))]
mod avx512;
mod list;

use chess_board::Position;
use chess_magic::{bishop_rays, rook_rays};
use chess_types::{Bitboard, MoveList, PieceType};

use self::list::AnyMove;
use crate::generator::{Selection, for_each_move, visit};
use crate::machine::Backend;

pub use self::list::CountMoves;
pub use self::list::{generate_for, generate_on, generate_side};

/// Lists all legal moves.
///
/// The list is returned by value, 516 bytes. A search that lists moves at every node should fill lists of its own,
/// for example one for each ply, with [`generate`].
///
/// # Panics
///
/// Panics if the moves do not fit into the list, as [`generate`] does.
///
/// # Examples
/// ```
/// let position = chess_board::Position::START;
/// assert_eq!(chess_movegen::legal_moves(&position).len(), 20);
/// ```
#[inline]
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate(position, &mut list);
    list
}

/// Appends all legal moves to `list`.
///
/// # Panics
///
/// Panics if the moves do not fit into the list. An empty list has room for the moves of any position but one that an
/// illegal move has ruined, which [`make`](Position::make) and its like do not test.
#[inline]
pub fn generate(position: &Position, list: &mut MoveList) {
    generate_selection(position, Selection::ALL, list);
}

/// Appends the legal moves that end on one of `squares`. Castling ends on the king's destination.
///
/// # Panics
///
/// Panics if the moves do not fit into the list, as [`generate`] does.
#[inline]
pub fn generate_to(position: &Position, squares: Bitboard, list: &mut MoveList) {
    generate_selection(position, Selection::to(squares), list);
}

/// Appends the legal moves of the pieces on `squares`. Castling is a move of the king.
///
/// # Panics
///
/// Panics if the moves do not fit into the list, as [`generate`] does.
///
/// # Examples
/// ```
/// use chess_movegen::{Bitboard, MoveList, Position, Square, generate_from};
///
/// let mut list = MoveList::new();
/// generate_from(&Position::START, Bitboard::from(Square::B1) | Bitboard::from(Square::E2), &mut list);
/// assert_eq!(list.len(), 4);
/// ```
pub fn generate_from(position: &Position, squares: Bitboard, list: &mut MoveList) {
    for_each_move(position, Selection::ALL, |_, mv| {
        if squares.contains(mv.from()) {
            list.push(mv);
        }
    });
}

/// Appends the legal captures, including en passant and captures with promotion.
///
/// # Panics
///
/// Panics if the moves do not fit into the list, as [`generate`] does.
#[inline]
pub fn captures(position: &Position, list: &mut MoveList) {
    generate_selection(position, Selection::captures(position), list);
}

/// Appends the legal captures and promotions.
///
/// # Panics
///
/// Panics if the moves do not fit into the list, as [`generate`] does.
#[inline]
pub fn noisy(position: &Position, list: &mut MoveList) {
    generate_selection(position, Selection::noisy(position), list);
}

/// Appends the legal moves that neither capture nor promote: all moves that [`noisy`] leaves out.
///
/// # Panics
///
/// Panics if the moves do not fit into the list, as [`generate`] does.
#[inline]
pub fn quiets(position: &Position, list: &mut MoveList) {
    generate_selection(position, Selection::quiets(position), list);
}

/// Appends all legal moves if the side to move is in check, and none otherwise.
///
/// # Panics
///
/// Panics if the moves do not fit into the list, as [`generate`] does.
#[inline]
pub fn evasions(position: &Position, list: &mut MoveList) {
    if position.is_in_check() {
        generate(position, list);
    }
}

/// Counts the legal moves, without building a list.
///
/// # Examples
/// ```
/// let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
/// assert_eq!(chess_movegen::legal_count(&position), 48);
/// ```
pub fn legal_count(position: &Position) -> usize {
    let mut counter = CountMoves::default();
    let _ = visit(position, Selection::ALL, &mut counter);
    counter.moves as usize
}

/// Tests for any legal move. It stops at the first one found.
#[inline]
pub fn has_legal_move(position: &Position) -> bool {
    let us = position.side_to_move();
    let king = position.king(us);
    // A pawn that shares no line with its king cannot be pinned. Out of check, most positions have one that can be
    // pushed.
    let free = position.pieces(us, PieceType::Pawn) - bishop_rays(king) - rook_rays(king);
    if us.push(free).intersects(!position.occupied()) && !position.is_in_check() {
        return true;
    }
    any_move(position)
}

fn any_move(position: &Position) -> bool {
    visit(position, Selection::ALL, &mut AnyMove).is_break()
}

/// Returns the backend that is fastest for lists on this processor. All functions that list moves use it.
#[inline]
pub fn list_backend() -> Backend {
    Backend::best()
}

#[inline]
fn generate_selection(position: &Position, selection: Selection, moves: &mut MoveList) {
    generate_on(position, selection, moves, list_backend());
}
