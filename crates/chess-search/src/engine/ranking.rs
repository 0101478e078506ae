use core::cmp::Reverse;
use std::vec::Vec;

use chess_movegen::GameState;
use chess_types::{Move, MoveList};

use super::endgames::RootMove;
use super::prober::Prober;
use crate::score::{DRAW, TABLE_WIN};

/// The root moves as endgame tables rank them, the best one first.
pub(super) struct Ranking {
    moves: Vec<RootMove>,
    fifty_move_rule: bool,
}

impl Ranking {
    /// Asks the tables for the ranks of these moves of the present position; `None` unless they know them all.
    pub(super) fn new(prober: Prober<'_>, game: &GameState, root_moves: &MoveList) -> Option<Self> {
        let fifty_move_rule = prober.fifty_move_rule;
        let ranked = prober.tables_for(game.position())?.rank_root(game, fifty_move_rule)?;
        let find = |&mv: &Move| ranked.iter().position(|root| root.mv == mv);
        let mut places = root_moves.iter().map(find).collect::<Option<Vec<usize>>>()?;
        // Of moves with equal ranks, those that the tables name first come first.
        places.sort_by_key(|&place| (Reverse(ranked[place].rank), place));
        Some(Self { moves: places.into_iter().map(|place| ranked[place]).collect(), fifty_move_rule })
    }

    /// Returns all moves.
    pub(super) fn moves(&self) -> MoveList {
        self.moves.iter().map(|root| root.mv).collect()
    }

    /// Returns the number of moves.
    pub(super) fn hits(&self) -> u64 {
        self.moves.len() as u64
    }

    /// Returns the moves with the best rank among those that are not excluded.
    pub(super) fn choices(&self, excluded: &MoveList) -> MoveList {
        let mut left = self.moves.iter().filter(|root| !excluded.contains(&root.mv)).peekable();
        let best = left.peek().map(|root| root.rank);
        left.take_while(|root| Some(root.rank) == best).map(|root| root.mv).collect()
    }

    /// Returns the rank of a move.
    pub(super) fn rank(&self, mv: Option<Move>) -> i32 {
        self.find(mv).map_or(i32::MIN, |root| root.rank)
    }

    /// Tests whether the position is won, but the tables do not say how to make progress.
    pub(super) fn is_without_distance(&self) -> bool {
        self.moves.first().is_some_and(|root| root.wdl.result(self.fifty_move_rule) > 0)
            && self.moves.iter().any(|root| root.dtz.is_none())
    }

    /// Returns the score of a line that begins with this move, given the score of the search: that of the tables, unless the
    /// search sees a mate that they allow.
    pub(super) fn score(&self, mv: Option<Move>, searched: i32) -> i32 {
        let Some(root) = self.find(mv) else { return searched };
        match root.wdl.result(self.fifty_move_rule) {
            1 => searched.max(TABLE_WIN),
            -1 => searched.min(-TABLE_WIN),
            _ => DRAW,
        }
    }

    fn find(&self, mv: Option<Move>) -> Option<&RootMove> {
        self.moves.iter().find(|root| Some(root.mv) == mv)
    }
}
