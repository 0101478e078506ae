use std::time::Duration;

use chess_board::Position;
use chess_notation::{PositionExt, resolve_uci};
use chess_search::engine::{ClockLimit, Limits};
use chess_types::{Color, MoveList};
use chess_uci::Go;

/// A search as the engine takes it, from the command `go`.
#[derive(Clone, Debug)]
pub struct Order {
    /// The limits of the search, and the root moves.
    pub limits: Limits,
    /// The answer is held back until the search is told to stop. That holds, too, if the command sets no limit.
    pub infinite: bool,
    /// The engine thinks in the opponent's time.
    pub ponder: bool,
    /// The search ends without being told to, once it does not ponder.
    pub ends: bool,
    /// Lines that tell the user which limits do not count.
    pub notes: Vec<String>,
}

/// The longest time that counts: thirty days.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);

/// The clock for a search whose limits do not count. The engine thinks for some seconds then.
const FALLBACK: ClockLimit =
    ClockLimit { remaining: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };

/// The greatest number of moves to a mate that can be asked for.
pub const MOST_MOVES: u32 = 1000;

impl Order {
    /// The order that `go` gives in a position.
    ///
    /// A number out of its range is not a limit, and a note says so: a time of more than thirty days, or a number of nodes, plies or
    /// moves that does not fit, which the parser has clamped to the greatest that does. If `go` has limits and none of them
    /// counts, the search has a minute on its clock. Moves to search that are not legal do not count either; if none does, all
    /// legal moves are searched.
    pub fn new(go: &Go, position: &Position) -> Self {
        let (mut moves, mut notes) = (MoveList::new(), Vec::new());
        for &mv in &go.searchmoves {
            // The null move can be read, but not searched.
            let legal = resolve_uci(position, mv).and_then(|mv| position.try_after(mv).map(|_| mv));
            match legal {
                // Both spellings of a castling are the same move.
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(error) => notes.push(format!("go searchmoves: {error}; ignored")),
            }
        }
        let mut note = |field: &str, reason: &str| notes.push(format!("go {field}: {reason}; ignored"));
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
                    note(field, "number too large");
                }
                number < u32::MAX
            })
        };
        let (depth, mate) = (small("depth", go.depth), small("mate", go.mate));
        if mate == Some(0) {
            note("mate", "must be at least 1");
        }
        if go.nodes == Some(u64::MAX) {
            note("nodes", "number too large");
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
        let infinite = go.infinite || lacks_an_end(go);
        if has_limits(go) && !is_limited(&limits) && !infinite {
            limits.clock = Some(FALLBACK);
            notes.push("go: no valid limit: searching as with one minute on the clock".to_owned());
        }
        let ends = is_limited(&Limits { mate: None, ..limits.clone() }) && !infinite;
        Self { limits, infinite, ponder: go.ponder, ends, notes }
    }
}

/// Tests whether the command neither sets a limit nor says that the search has none.
pub fn lacks_an_end(go: &Go) -> bool {
    !(go.infinite || go.ponder || go.perft.is_some() || has_limits(go))
}

/// Tests whether the command asks for any limit.
fn has_limits(go: &Go) -> bool {
    let times = [go.wtime, go.btime, go.winc, go.binc, go.movetime];
    let numbers = [go.movestogo, go.depth, go.mate];
    times.iter().any(Option::is_some) || numbers.iter().any(Option::is_some) || go.nodes.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(go: &Go) -> Order {
        Order::new(go, &Position::START)
    }

    const DAYS: Duration = Duration::from_secs(24 * 3600);

    /// The numbers that count, of each kind the greatest one and the one after it.
    #[test]
    fn numbers_out_of_range_are_ignored_and_reported() {
        let none = Go::default;
        let depth = |depth| order(&Go { depth: Some(depth), ..none() });
        let depths = [0, 1, 77, 255, 256, u32::MAX - 1].map(|plies| depth(plies).limits.depth);
        assert_eq!(depths, [Some(1), Some(1), Some(77), Some(255), Some(255), Some(255)]);
        let mate = |moves| order(&Go { mate: Some(moves), ..none() });
        assert_eq!(
            [1, 1000, 1001, u32::MAX - 1].map(|moves| mate(moves).limits.mate),
            [1, 1000, 1000, 1000].map(Some)
        );
        let nodes = |nodes| order(&Go { nodes: Some(nodes), ..none() });
        assert_eq!([0, u64::MAX - 1].map(|count| nodes(count).limits.nodes), [Some(0), Some(u64::MAX - 1)]);
        let time = |time| order(&Go { movetime: Some(time), ..none() });
        assert_eq!(time(30 * DAYS).limits.move_time, Some(30 * DAYS));
        // They are said to be no limits: see `uci` among the integration tests.
        let longer = time(30 * DAYS + Duration::from_nanos(1));
        for (order, is_limited) in [(depth(256), true), (mate(1001), true), (mate(0), false), (longer, false)]
        {
            assert_eq!((order.notes.is_empty(), order.limits.clock.is_none()), (is_limited, is_limited));
        }
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let go = Go {
            wtime: seconds(60),
            winc: seconds(2),
            btime: seconds(50),
            binc: Some(31 * DAYS),
            movestogo: Some(9),
            ..Go::default()
        };
        let black = Position::START.after_null();
        let of = |go: &Go, position: &Position| {
            let Order { limits, notes, .. } = Order::new(go, position);
            let ClockLimit { remaining, increment, moves_to_go } = limits.clock.unwrap();
            (remaining.as_secs(), increment.as_secs(), moves_to_go, notes)
        };
        assert_eq!(of(&go, &Position::START), (60, 2, Some(9), Vec::new()));
        let note = "go binc: more than 30 days; ignored".to_owned();
        assert_eq!(of(&go, &black), (50, 0, Some(9), vec![note]));
        let all = Go { movestogo: Some(0), ..go.clone() };
        assert_eq!(of(&all, &Position::START), (60, 2, None, Vec::new()));
    }

    #[test]
    fn moves_to_search_are_legal_ones_each_of_them_once() {
        let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let searchmoves = |names: &[&str]| Go {
            searchmoves: names.iter().map(|name| name.parse().unwrap()).collect(),
            depth: Some(1),
            ..Go::default()
        };
        for (names, moves, notes) in [
            (&["e1g1", "e1e2", "e1h1", "e1e2"][..], &["e1g1", "e1e2"][..], 0),
            (&["e1e3", "e1e2", "0000"], &["e1e2"], 2),
            (&["e1e3"], &[], 1),
        ] {
            let order = Order::new(&searchmoves(names), &castle);
            let found: Vec<_> = order.limits.moves.iter().map(ToString::to_string).collect();
            assert_eq!(found, moves, "{names:?}");
            assert_eq!(order.notes.len(), notes, "{:?}", order.notes);
        }
    }
}
