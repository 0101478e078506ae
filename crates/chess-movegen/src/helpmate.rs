use std::collections::HashSet;
use std::vec;

use chess_board::Position;
use chess_types::Color;

use crate::node::PositionExt;

/// The greatest number of positions that [`cannot_mate`] looks at.
const MAX_SEARCH: usize = 1 << 19;

/// Tests whether it is proven that no series of legal moves of both sides lets `color` mate: that side does not win when the time of the
/// other one is over (FIDE 6.9).
///
/// It is proven if all positions that legal moves lead to have been seen, which are at most 524,288, and none is a mate.
/// Positions in which the material of `color` [is not enough](Position::has_insufficient_material) need not be looked at. So it finds
/// forced moves into such an ending, and pawns that nothing can pass. `false` means that there is a mate, or more positions.
/// Draws that end a game before, by repetition or the seventy-five-move rule, are ignored.
///
/// The reason for the bound: the kings behind blocked pawns have about a thousand positions, with a bishop of one side some ten
/// thousands. A search of this size takes less than a second, and where pieces move freely it meets a mate early.
///
/// # Examples
/// ```
/// use chess_movegen::{Color, Position, cannot_mate};
///
/// let blocked = Position::from_fen("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
/// assert!(cannot_mate(&blocked, Color::White) && !blocked.has_insufficient_material(Color::White));
/// let open = Position::from_fen("4k3/8/8/p2p4/P2P2P1/8/8/4K3 w - - 0 1")?;
/// assert!(!cannot_mate(&open, Color::White));
/// # Ok::<(), chess_movegen::ParsePositionError>(())
/// ```
pub fn cannot_mate(position: &Position, color: Color) -> bool {
    let is_hopeless = |position: &Position| position.has_insufficient_material(color);
    let is_mate = |position: &Position| {
        position.side_to_move() != color && position.is_in_check() && !position.has_legal_move()
    };
    if is_hopeless(position) {
        return true;
    }
    if is_mate(position) {
        return false;
    }
    // The last one found is taken first: where pieces are free, its long lines come to a mate after a few thousand positions.
    let (mut seen, mut open) = (HashSet::from([position.key()]), vec![*position]);
    while let Some(position) = open.pop() {
        for mv in position.legal_moves() {
            let next = position.after(mv);
            if is_hopeless(&next) || !seen.insert(next.key()) {
                continue;
            }
            if is_mate(&next) || seen.len() > MAX_SEARCH {
                return false;
            }
            open.push(next);
        }
    }
    true
}
