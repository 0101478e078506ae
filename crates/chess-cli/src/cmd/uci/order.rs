use std::time::Duration;

use chess_board::Position;
use chess_notation::{IllegalMove, resolve_uci};
use chess_search::engine::{ClockLimit, Limits};
use chess_types::MoveList;
use chess_uci::Go;

/// A search as the engine takes it.
pub(super) struct Order {
    pub(super) limits: Limits,
    /// The answer is held back until the search is told to stop. That holds, too, if the command sets no limit.
    pub(super) infinite: bool,
    /// The engine thinks in the opponent's time.
    pub(super) ponder: bool,
    /// The search ends without being told to.
    pub(super) ends: bool,
}

/// The longest time that is taken at its word: thirty days. A clock that shows more is cut to it, and the search does not
/// count as one that ends.
const LONGEST: Duration = Duration::from_hours(30 * 24);

impl Order {
    /// The order that `go` gives in a position.
    ///
    /// # Errors
    /// A move to search is not legal in the position.
    pub(super) fn new(go: &Go, position: &Position) -> Result<Self, IllegalMove> {
        let mut moves = MoveList::new();
        for &mv in &go.searchmoves {
            let mv = resolve_uci(position, mv)?;
            // Both spellings of a castling are the same move.
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let clock = go.clock(position.side_to_move());
        let limits = Limits {
            depth: go.depth.map(|depth| depth.clamp(1, 255) as u8),
            nodes: go.nodes,
            mate: go.mate.map(|moves| moves.min(1000)),
            move_time: go.movetime.map(|time| time.min(LONGEST)),
            clock: clock.map(|clock| ClockLimit {
                remaining: clock.remaining.min(LONGEST),
                increment: clock.increment.min(LONGEST),
                moves_to_go: clock.moves_to_go.map(|moves| moves.min(1000)),
            }),
            moves,
        };
        let Limits { depth, nodes, mate, move_time, clock: share, .. } = &limits;
        let is_limited = depth.is_some() || nodes.is_some() || move_time.is_some() || share.is_some();
        let infinite = go.infinite || (!go.ponder && !is_limited && mate.is_none());
        let is_short = |time: Option<Duration>| time.is_some_and(|time| time <= LONGEST);
        let has_time =
            is_short(go.movetime) || is_short(clock.map(|clock| clock.remaining.max(clock.increment)));
        let ends = (depth.is_some() || nodes.is_some() || has_time) && !infinite && !go.ponder;
        Ok(Self { limits, infinite, ponder: go.ponder, ends })
    }
}
