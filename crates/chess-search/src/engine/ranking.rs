use core::cmp::Reverse;
use std::vec::Vec;

use chess_board::Position;
use chess_movegen::{GameState, PositionExt};
use chess_types::{Move, MoveList};

use super::endgames::Prober;
use super::endgames::RootMove;
use crate::score::{DRAW, TABLE_WIN};

/// The root moves as endgame tablebases rank them, the best one first.
pub(super) struct Ranking {
    moves: Vec<RootMove>,
    fifty_move_rule: bool,
    /// Tells that only the shortest ways to win are good enough.
    is_urgent: bool,
}

/// The plies without a capture or a pawn move after which a side that wins has to take the shortest way. Until then the search
/// chooses among all moves that win in time: it plays for mate, whereas the shortest way to a capture may give pieces away.
const PATIENCE: u16 = 20;

impl Ranking {
    /// Asks the tables for the ranks of these moves of the present position; `None` unless they know them all.
    pub(super) fn new(prober: Prober<'_>, game: &GameState, root_moves: &MoveList) -> Option<Self> {
        let fifty_move_rule = prober.fifty_move_rule;
        let position = game.position();
        let ranked = prober.tables_for(position)?.rank_root(game, fifty_move_rule)?;
        let find = |mv: &Move| ranked.iter().position(|root| root.mv == *mv);
        let mut places = root_moves.iter().map(find).collect::<Option<Vec<usize>>>()?;
        // Of moves that are equally good, those that the tables name first come first.
        places.sort_unstable();
        let moves = places.into_iter().map(|place| {
            let root = ranked[place];
            RootMove { dtz: root.dtz.map(|dtz| distance(position, root.mv, dtz)), ..root }
        });
        let is_urgent = position.halfmove_clock() >= PATIENCE;
        let mut ranking = Self { moves: Vec::new(), fifty_move_rule, is_urgent };
        let mut moves: Vec<RootMove> = moves.collect();
        moves.sort_by_key(|root| Reverse(ranking.grade(root)));
        ranking.moves = moves;
        Some(ranking)
    }

    /// Returns all moves.
    pub(super) fn moves(&self) -> MoveList {
        self.moves.iter().map(|root| root.mv).collect()
    }

    /// Returns the number of moves.
    pub(super) fn hits(&self) -> u64 {
        self.moves.len() as u64
    }

    /// Returns the best moves among those that are not excluded.
    pub(super) fn choices(&self, excluded: &MoveList) -> MoveList {
        let mut left = self.moves.iter().filter(|root| !excluded.contains(&root.mv)).peekable();
        let best = left.peek().map(|root| self.grade(root));
        left.take_while(|root| Some(self.grade(root)) == best).map(|root| root.mv).collect()
    }

    /// Returns the order of a move among the others: its rank, and the shortness of its way if that counts.
    pub(super) fn order(&self, mv: Option<Move>) -> (i32, i32) {
        self.find(mv).map_or((i32::MIN, 0), |root| self.grade(root))
    }

    fn grade(&self, root: &RootMove) -> (i32, i32) {
        let is_hurried = self.is_urgent && root.wdl.result(self.fifty_move_rule) > 0;
        (root.rank, if is_hurried { -root.dtz.unwrap_or(0) } else { 0 })
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

/// Returns the plies from the position before a move to the next capture, pawn move or mate, given those after it.
fn distance(position: &Position, mv: Move, dtz: i32) -> i32 {
    let after = position.after(mv);
    let is_mate = dtz == 1 && after.is_in_check() && !after.has_legal_move();
    if after.halfmove_clock() == 0 || is_mate { dtz.signum() } else { dtz + dtz.signum() }
}
