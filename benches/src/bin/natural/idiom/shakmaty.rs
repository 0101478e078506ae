use shakmaty::{Chess, Move, Position};

use super::Idiom;
use crate::libraries::{Shakmaty, index};
use crate::library::Library;
use crate::scored::{Scored, key};

/// The key of a move, which itself carries its role and what it takes.
#[inline(always)]
fn score(position: &Chess, mv: Move) -> u32 {
    key(Shakmaty::word(position, mv), index(mv.role()), mv.capture().map(index))
}

impl Idiom for Shakmaty {
    type Entry = Move;

    #[inline(always)]
    fn first(position: &Chess, captures: &mut Scored<Move>, quiets: &mut Scored<Move>) {
        for &mv in &position.legal_moves() {
            let moves = if mv.is_capture() { &mut *captures } else { &mut *quiets };
            moves.push(score(position, mv), mv);
        }
    }

    #[inline(always)]
    fn captures(position: &Chess, captures: &mut Scored<Move>) {
        for &mv in &position.capture_moves() {
            captures.push(score(position, mv), mv);
        }
    }

    #[inline(always)]
    fn with_child<R>(position: &Chess, mv: Move, visit: impl FnOnce(&Chess) -> R) -> R {
        Self::with_after(position, mv, visit)
    }
}
