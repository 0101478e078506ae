use chess_board::{KeyHistory, Position};
use chess_movegen::has_legal_move;

/// Whether a search may score `position` as a draw, `ply` plies from its root, the positions before it being `history`.
///
/// It is one if it has stood on the board since the root, or twice before at all; if fifty moves have passed without a
/// capture or a pawn move, unless the last one gave mate; or if nobody can ever give mate.
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
