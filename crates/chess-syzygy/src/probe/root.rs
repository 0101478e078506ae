use alloc::vec::Vec;

use chess_board::{KeyHistory, Position};
use chess_movegen::{PositionExt, Wdl};
use chess_types::Move;

use super::{is_mate, is_zeroing};
use crate::error::ProbeError;
use crate::tables::Tables;
use crate::values::Dtz;

/// The rank of a move that wins in time, whatever the halfmove clock.
const WINS: i32 = 1 << 18;

/// The rules under which moves are ranked, and the game before them.
///
/// # Examples
/// ```
/// use chess_syzygy::RootRules;
///
/// let rules = RootRules::default();
/// assert!(rules.fifty_moves && rules.history.is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RootRules<'a> {
    /// The fifty-move rule counts, and so does the position's halfmove clock. `true` by default.
    pub fifty_moves: bool,
    /// The positions of the game before, for draws by repetition. `None` by default.
    pub history: Option<&'a KeyHistory>,
}

impl Default for RootRules<'_> {
    fn default() -> Self {
        Self { fifty_moves: true, history: None }
    }
}

/// A legal move with the values of the tables, from its mover's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The outcome of the position after the move.
    pub wdl: Wdl,
    /// The distance to zeroing of the position after the move. `None` if only outcomes were probed.
    pub dtz: Option<Dtz>,
    /// The rank: positive for moves that win, 0 for draws, and negative for moves that lose. Moves of equal rank are
    /// equally safe, so that a search may choose among those with the highest.
    ///
    /// All wins that the halfmove clock cannot spoil have the same rank, unless a position has been repeated since the
    /// last zeroing move; then shorter ways rank higher, so that the winner makes progress.
    pub rank: i32,
}

impl Tables {
    /// Ranks all legal moves by outcome and distance, with the halfmove clock and repetitions of the game. The best move
    /// comes first; among moves of equal rank, shorter wins and longer losses.
    ///
    /// A player who takes the first move each time wins every won position. The list is empty if there is no legal move.
    ///
    /// # Errors
    /// Those of [`probe_dtz`](Self::probe_dtz), for the position after any of the moves. Where only WDL tables are there,
    /// [`probe_root_wdl`](Self::probe_root_wdl) ranks.
    pub fn probe_root(
        &self,
        position: &Position,
        rules: RootRules<'_>,
    ) -> Result<Vec<RankedMove>, ProbeError> {
        self.check(position)?;
        let clock = i32::from(position.halfmove_clock());
        let repeated = rules.history.is_some_and(|history| has_repetition(position, history));
        let mut moves = Vec::new();
        for &mv in &position.legal_moves() {
            let after = position.after(mv);
            let (wdl, dtz) = self.probe(&after).map(|(wdl, dtz)| (-wdl, -dtz))?;
            // The distance from the root.
            let distance = if rules.history.is_some_and(|history| is_third(position, &after, history)) {
                Dtz::DRAW
            } else if is_zeroing(position, mv) || is_mate(&after) {
                Dtz::before_zeroing(wdl)
            } else {
                dtz.one_ply_earlier()
            };
            let rank = rank(distance.plies(), clock, repeated, rules.fifty_moves);
            moves.push((distance, RankedMove { mv, wdl, dtz: Some(dtz), rank }));
        }
        moves.sort_by_key(|(distance, ranked)| (-ranked.rank, distance.plies()));
        Ok(moves.into_iter().map(|(_, ranked)| ranked).collect())
    }

    /// Ranks all legal moves by outcome alone, with WDL tables only. The best move comes first.
    ///
    /// A search may choose among the moves of the highest rank, but has to make progress by itself.
    ///
    /// # Errors
    /// Those of [`probe_wdl`](Self::probe_wdl), for the position after any of the moves.
    pub fn probe_root_wdl(
        &self,
        position: &Position,
        rules: RootRules<'_>,
    ) -> Result<Vec<RankedMove>, ProbeError> {
        self.check(position)?;
        let mut moves = Vec::new();
        for &mv in &position.legal_moves() {
            let after = position.after(mv);
            let wdl = -self.probe_wdl(&after)?;
            let third = rules.history.is_some_and(|history| is_third(position, &after, history));
            let rank = match wdl {
                _ if third => 0,
                Wdl::BlessedLoss if rules.fifty_moves => 101 - WINS,
                Wdl::CursedWin if rules.fifty_moves => WINS - 101,
                Wdl::Loss | Wdl::BlessedLoss => -WINS,
                Wdl::Draw => 0,
                Wdl::CursedWin | Wdl::Win => WINS,
            };
            moves.push(RankedMove { mv, wdl, dtz: None, rank });
        }
        moves.sort_by_key(|ranked| -ranked.rank);
        Ok(moves)
    }
}

/// Ranks a move by the distance from the root and the halfmove clock there.
fn rank(distance: i32, clock: i32, repeated: bool, fifty_moves: bool) -> i32 {
    // The clock must not pass 100 before the zeroing move. A rounded distance can be a ply longer.
    let in_time = |plies: i32| !fifty_moves || plies + clock <= 99;
    match distance {
        0 => 0,
        1.. if in_time(distance) && !repeated => WINS,
        1.. => WINS - distance - if fifty_moves { clock } else { 0 },
        // The loser cannot reach the draw by twice the distance.
        _ if in_time(-2 * distance) => -WINS,
        _ => -WINS - distance + clock,
    }
}

/// Tests whether the position after a move occurs for the third time.
fn is_third(position: &Position, after: &Position, history: &KeyHistory) -> bool {
    let mut keys = (1..=usize::from(after.halfmove_clock())).map_while(|back| match back {
        1 => Some(position.key()),
        _ => history.key_before(back - 1),
    });
    keys.by_ref().filter(|&key| key == after.key()).count() >= 2
}

/// Tests whether a position of the game has been repeated since the last zeroing move.
fn has_repetition(position: &Position, history: &KeyHistory) -> bool {
    let reach = usize::from(position.halfmove_clock());
    let mut keys: Vec<u64> = (1..=reach).map_while(|back| history.key_before(back)).collect();
    keys.push(position.key());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}
