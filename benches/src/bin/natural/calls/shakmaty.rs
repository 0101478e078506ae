use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, KnownOutcome, Move, Outcome, Position};

use super::{Attackers, Calls};
use crate::libraries::Shakmaty;
use crate::library::Library;

impl Calls for Shakmaty {
    #[inline(always)]
    fn is_legal(position: &Chess, mv: Move) -> bool {
        position.is_legal(mv)
    }

    #[inline(always)]
    fn key(position: &Chess) -> u64 {
        position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }

    /// Keys stand beside its positions. Where its update cannot tell, the key is made from the position.
    #[inline(always)]
    fn key_after(position: &Chess, mv: Move, key: u64) -> u64 {
        let updated = position.update_zobrist_hash(Zobrist64(key), mv, EnPassantMode::Legal);
        updated.map_or_else(|| Self::with_after(position, mv, Self::key), |key| key.0)
    }

    #[inline(always)]
    fn has_legal_move(position: &Chess) -> bool {
        !position.legal_moves().is_empty()
    }

    #[inline(always)]
    fn is_mate(position: &Chess) -> bool {
        matches!(position.outcome(), Outcome::Known(KnownOutcome::Decisive { .. }))
    }
}

impl Attackers for Shakmaty {
    #[inline(always)]
    fn attackers(position: &Chess, mv: Move) -> u64 {
        let board = position.board();
        board.attacks_to(mv.to(), !position.turn(), board.occupied()).0
    }
}
