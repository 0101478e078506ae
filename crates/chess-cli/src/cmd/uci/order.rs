use std::time::Duration;

use chess_board::Position;
use chess_notation::{IllegalMove, resolve_uci};
use chess_search::engine::{ClockLimit, Limits};
use chess_types::{Color, MoveList};
use chess_uci::Go;

/// A search as the engine takes it.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) limits: Limits,
    /// The answer is held back until the search is told to stop. That holds, too, if the command sets no limit.
    pub(super) infinite: bool,
    /// The engine thinks in the opponent's time.
    pub(super) ponder: bool,
    /// The search ends without being told to.
    pub(super) ends: bool,
    /// Lines that tell the user which limits do not count.
    pub(super) notes: Vec<String>,
}

/// The longest time that is taken at its word: thirty days.
const LONGEST: Duration = Duration::from_hours(30 * 24);

/// The clock for a search whose limits do not count. The engine thinks for some seconds then.
const FALLBACK: ClockLimit =
    ClockLimit { remaining: Duration::from_mins(1), increment: Duration::ZERO, moves_to_go: None };

/// The greatest number of moves to a mate that can be asked for.
const MOST_MOVES: u32 = 1000;

impl Order {
    /// The order that `go` gives in a position.
    ///
    /// A number out of its range is no limit, and a note says so: a time of more than thirty days, or a number of nodes, plies or
    /// moves that does not fit, which the parser has clamped to the greatest that does. If `go` has limits and none of them
    /// counts, the search has a minute on its clock.
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
        let mut notes = Vec::new();
        let mut note =
            |field: &str, reason: &str| notes.push(format!("go {field}: {reason}; it does not count"));
        let mut time = |field, time: Option<Duration>| {
            time.filter(|&time| {
                if time > LONGEST {
                    note(field, "more than 30 days");
                }
                time <= LONGEST
            })
        };
        let names = match position.side_to_move() {
            Color::White => ["wtime", "winc"],
            Color::Black => ["btime", "binc"],
        };
        let clock = go.clock(position.side_to_move());
        let remaining = time(names[0], clock.map(|clock| clock.remaining));
        let increment = time(names[1], clock.map(|clock| clock.increment)).unwrap_or_default();
        let move_time = time("movetime", go.movetime);
        let mut small = |field, number: Option<u32>| {
            number.filter(|&number| {
                if number == u32::MAX {
                    note(field, "the number is too great");
                }
                number < u32::MAX
            })
        };
        let (depth, mate) = (small("depth", go.depth), small("mate", go.mate));
        if mate == Some(0) {
            note("mate", "there is no mate in 0 moves");
        }
        if go.nodes == Some(u64::MAX) {
            note("nodes", "the number is too great");
        }
        // As in other engines, 0 moves to go means that the time is for the rest of the game.
        let moves_to_go = go.movestogo.filter(|&moves| moves > 0);
        let mut limits = Limits {
            depth: depth.map(|depth| depth.clamp(1, 255) as u8),
            nodes: go.nodes.filter(|&nodes| nodes < u64::MAX),
            mate: mate.filter(|&moves| moves > 0).map(|moves| moves.min(MOST_MOVES)),
            move_time,
            clock: remaining.map(|remaining| ClockLimit { remaining, increment, moves_to_go }),
            moves,
        };
        let is_limited = |limits: &Limits| {
            let Limits { depth, nodes, mate, move_time, clock, .. } = limits;
            depth.is_some() || nodes.is_some() || mate.is_some() || move_time.is_some() || clock.is_some()
        };
        let infinite = go.infinite || (!go.ponder && !has_limits(go));
        if has_limits(go) && !is_limited(&limits) && !infinite {
            limits.clock = Some(FALLBACK);
            notes.push("go: no limit counts; the search has a minute on its clock".to_owned());
        }
        let ends = is_limited(&Limits { mate: None, ..limits.clone() }) && !infinite && !go.ponder;
        Ok(Self { limits, infinite, ponder: go.ponder, ends, notes })
    }
}

/// Tests whether the command asks for any limit.
fn has_limits(go: &Go) -> bool {
    let times = [go.wtime, go.btime, go.winc, go.binc, go.movetime];
    let numbers = [go.movestogo, go.depth, go.mate];
    times.iter().any(Option::is_some) || numbers.iter().any(Option::is_some) || go.nodes.is_some()
}
