use chess_board::Position;
use chess_types::Move;

/// Plays a legal move, or passes the turn if it is the null move.
#[inline]
pub(crate) fn play(position: &mut Position, mv: Move) {
    if mv.is_null() {
        let _ = position.make_null();
    } else {
        position.play(mv);
    }
}
