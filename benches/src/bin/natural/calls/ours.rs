use chess_board::{KeyHistory, Position};
use chess_movegen::{Outcome, Pins, gives_check, has_legal_move, is_legal, outcome, see, see_at_least};
use chess_types::Move;

use super::{Attackers, Calls, Exchange};
use crate::libraries::Ours;

impl Calls for Ours {
    #[inline(always)]
    fn is_legal(position: &Position, mv: Move) -> bool {
        is_legal(position, mv)
    }

    #[inline(always)]
    fn gives_check(position: &Position, mv: Move) -> bool {
        gives_check(position, mv)
    }

    #[inline(always)]
    fn key(position: &Position) -> u64 {
        position.key()
    }

    #[inline(always)]
    fn key_after(position: &Position, mv: Move, _: u64) -> u64 {
        position.key_after(mv)
    }

    #[inline(always)]
    fn has_legal_move(position: &Position) -> bool {
        has_legal_move(position)
    }

    #[inline(always)]
    fn is_mate(position: &Position) -> bool {
        static HISTORY: KeyHistory = KeyHistory::new();
        matches!(outcome(position, &HISTORY), Some(Outcome::Checkmate { .. }))
    }
}

impl Attackers for Ours {
    #[inline(always)]
    fn attackers(position: &Position, mv: Move) -> u64 {
        let them = position.side_to_move().opponent();
        (position.attackers_to(mv.to(), position.occupied()) & position.by_color(them)).0
    }
}

impl Exchange for Ours {
    #[inline(always)]
    fn see(position: &Position, mv: Move) -> i32 {
        see(position, mv, Pins::Ignored)
    }

    #[inline(always)]
    fn loses_nothing(position: &Position, mv: Move) -> bool {
        see_at_least(position, mv, 0, Pins::Ignored)
    }
}
