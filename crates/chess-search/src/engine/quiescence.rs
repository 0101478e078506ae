use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{Node, see_value};
use chess_types::{Move, PieceType};

use super::search::Search;
use crate::repetition::is_draw;
use crate::score::{DRAW, INFINITE, is_decisive, mated_in};
use crate::scores::Refutations;
use crate::stack::NO_EVALUATION;
use crate::table::{Bound, TableEntry};

/// The greatest expected gain of a capture beyond its victim, in hundredths of a pawn.
const MARGIN: i32 = 180;

/// A call of [`Search::quiescence`], compiled for the machine.
struct Step<'s, 'a, 'n, M, const PV: bool> {
    search: &'s mut Search<'a, M>,
    node: &'n Node<'n, M>,
    alpha: i32,
    beta: i32,
    ply: usize,
}

impl<M: Machine, const PV: bool> Task for Step<'_, '_, '_, M, PV> {
    type Output = i32;

    #[inline(always)]
    fn run(self, _: impl Machine) -> i32 {
        let Self { search, node, alpha, beta, ply } = self;
        search.quiescence_here::<PV>(node, alpha, beta, ply)
    }
}

impl<M: Machine> Search<'_, M> {
    /// Returns the score of a position after captures: the side to move may stand pat, or try captures and promotions that
    /// lose nothing. In check all moves are tried.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        node: &Node<'_, M>,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.machine.run(Step::<M, PV> { search: self, node, alpha, beta, ply })
    }

    #[inline(always)]
    fn quiescence_here<const PV: bool>(
        &mut self,
        node: &Node<'_, M>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        let position = node.position();
        // A quiet move that leads here, or out of a check, can repeat a position.
        if !self.enter(ply) || is_draw(position, &self.keys, ply) {
            return DRAW;
        }
        if Self::is_deepest(ply) {
            return self.evaluate(position, None);
        }
        let entry = self.probe(position, ply);
        if let Some(entry) = entry {
            if !PV && entry.bound.settles(entry.score, alpha, beta) {
                return entry.score;
            }
        }
        let in_check = node.is_in_check();
        let table_move = entry.map_or(Move::NULL, |entry| entry.mv);
        let (mut raw, mut evaluation) = (NO_EVALUATION, NO_EVALUATION);
        if !in_check {
            raw = self.evaluate(position, entry.as_ref());
            evaluation = self.corrected(position, raw);
        }
        let mut best = if in_check { -INFINITE } else { evaluation };
        if best >= beta {
            return best;
        }
        let start = alpha;
        alpha = alpha.max(best);
        let picker = &mut self.stack[ply].picker;
        if in_check {
            picker.start(node, table_move, Refutations::NONE);
        } else {
            picker.start_noisy(node, table_move, 0);
        }
        let mut best_move = Move::NULL;
        while let Some(mv) = self.next_move(node, ply) {
            let is_hopeless = if in_check {
                // A quiet move out of check is not tried where another one is known to hold.
                mv.is_quiet() && best > -INFINITE && !is_decisive(best)
            } else {
                evaluation + most_gained(position, mv) + MARGIN <= alpha
            };
            if is_hopeless {
                continue;
            }
            let after = position.after(mv);
            self.shared.table.prefetch(after.key());
            self.record(position, ply, mv);
            self.keys.push(position);
            let score = -self.quiescence::<PV>(&Node::on(self.machine, &after), -beta, -alpha, ply + 1);
            self.keys.pop();
            if self.is_broken {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = mv;
                    if PV {
                        self.stack.set_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if best == -INFINITE {
            return mated_in(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TableEntry { mv: best_move, score: best, evaluation: raw, depth: 0, bound, flag: false };
        self.shared.table.store(position.key(), ply, entry);
        best
    }
}

/// Returns the value of the victim, and the gain of a promotion.
#[inline]
fn most_gained(position: &Position, mv: Move) -> i32 {
    let promoted = mv.promotion().map_or(0, |promoted| see_value(promoted) - see_value(PieceType::Pawn));
    position.captured(mv).map_or(0, see_value) + promoted
}
