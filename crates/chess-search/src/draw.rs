use chess_board::{KeyHistory, Position};
use chess_movegen::has_legal_move;

/// Tests whether a search may score `position` as a draw. The position stands `ply` plies from the root, and `history` has
/// the positions before it.
///
/// It is a draw if it has stood on the board since the root, the root included, or twice before; if fifty moves have
/// passed without a capture or a pawn move, unless the last one gave mate; or if neither side can ever give mate. See
/// [`upcoming_repetition`](crate::upcoming_repetition) for a draw by repetition that the side to move can reach.
pub fn is_draw<const N: usize>(position: &Position, history: &KeyHistory<N>, ply: usize) -> bool {
    if position.is_fifty_move_draw() && (!position.is_in_check() || has_legal_move(position)) {
        return true;
    }
    position.is_insufficient_material() || is_repeated(position, history, ply)
}

fn is_repeated<const N: usize>(position: &Position, history: &KeyHistory<N>, ply: usize) -> bool {
    match history.last_repetition(position) {
        None => false,
        Some(plies) if plies <= ply => true,
        Some(_) => history.repetitions(position) >= 2,
    }
}
