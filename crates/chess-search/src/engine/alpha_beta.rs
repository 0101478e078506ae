use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{Node, PositionExt};
use chess_types::{Bitboard, Move, PieceType};

use super::report::{Progress, RootProgress};
use super::search::Search;
use super::selectivity::Inner;
use super::selectivity::Singular;
use super::selectivity::reduction;
use crate::history::history_bonus;
use crate::picker::{SEE, Stage};
use crate::repetition::is_draw;
use crate::repetition::upcoming_repetition;
use crate::score::{DRAW, INFINITE, MAX_EVALUATION, is_decisive, mate_in, mated_in};
use crate::scores::MoveScores;
use crate::scores::Refutations;
use crate::stack::NO_EVALUATION;
use crate::table::{Bound, TableEntry};

#[cfg(test)]
mod tests;

/// A quiet move whose score is lower than minus this number times the depth is pruned.
const BAD: i32 = 2500;

/// The score of a quiet move that changes its reduction by 1/1024 ply.
const SHARE: i32 = 7;

/// A call of [`Search::alpha_beta`], compiled for the machine. What it calls is inlined into it or a task as well.
struct Step<'s, 'a, 'n, M, const PV: bool> {
    search: &'s mut Search<'a, M>,
    node: &'n Node<'n, M>,
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    is_cut: bool,
}

impl<M: Machine, const PV: bool> Task for Step<'_, '_, '_, M, PV> {
    type Output = i32;

    #[inline(always)]
    fn run(self, _: impl Machine) -> i32 {
        let Self { search, node, depth, alpha, beta, ply, is_cut } = self;
        search.alpha_beta_here::<PV>(node, depth, alpha, beta, ply, is_cut)
    }
}

impl<M: Machine> Search<'_, M> {
    /// Returns the score of a position, searched to this depth: exact between `alpha` and `beta`, a bound otherwise.
    ///
    /// `PV` is true on the principal variation, where the window is open. All other nodes have a window of one, and
    /// `is_cut` says that a cut-off is expected there.
    pub(super) fn alpha_beta<const PV: bool>(
        &mut self,
        node: &Node<'_, M>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        is_cut: bool,
    ) -> i32 {
        self.machine.run(Step::<M, PV> { search: self, node, depth, alpha, beta, ply, is_cut })
    }

    #[inline(always)]
    fn alpha_beta_here<const PV: bool>(
        &mut self,
        node: &Node<'_, M>,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        is_cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(node, alpha, beta, ply);
        }
        let position = node.position();
        if !self.enter(ply) {
            return DRAW;
        }
        if ply > 0 {
            if is_draw(position, &self.keys, ply) {
                return DRAW;
            }
            if Self::is_deepest(ply) {
                return self.evaluate(position, None);
            }
            // No mate here can be better than one that is found already.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha < DRAW && upcoming_repetition(position, &self.keys, ply) {
                alpha = DRAW;
            }
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.stack[ply].data.excluded;
        let entry = self.probe(position, ply);
        // Near fifty moves the score may depend on how the position came about.
        let known = entry.filter(|_| excluded.is_null() && position.halfmove_clock() < 90);
        if let Some(entry) = known {
            if !PV && i32::from(entry.depth) >= depth && entry.bound.settles(entry.score, alpha, beta) {
                return entry.score;
            }
        }
        let mut told = -INFINITE..=INFINITE;
        if let Some(prober) = self.shared.prober.filter(|_| ply > 0 && excluded.is_null()) {
            if let Some((score, bound)) = self.probe_tables(prober, position, depth, ply) {
                if bound.settles(score, alpha, beta) {
                    return score;
                }
                if PV && bound == Bound::Lower {
                    told = score..=INFINITE;
                    alpha = alpha.max(score);
                } else if PV {
                    told = -INFINITE..=score;
                }
            }
        }

        let in_check = node.is_in_check();
        let (mut raw_evaluation, mut evaluation) = (NO_EVALUATION, NO_EVALUATION);
        if !in_check {
            raw_evaluation = self.evaluate(position, entry.as_ref());
            evaluation = self.corrected(position, raw_evaluation);
        }
        self.stack[ply].evaluation = evaluation;
        let is_improving = !in_check && ply >= 2 && evaluation > self.stack[ply - 2].evaluation;
        if let Some(entry) = known.filter(|_| !in_check) {
            // A search knows more than the evaluation.
            if entry.bound.improves(entry.score, evaluation) {
                evaluation = entry.score;
            }
        }
        let mut inner = Inner { node, ply, depth, raw_evaluation, evaluation, is_improving, is_cut, told };
        if !PV && !in_check && !is_decisive(beta) && excluded.is_null() {
            if let Some(score) = self.without_moves(&inner, alpha, beta) {
                return score;
            }
        }
        let table_move = entry.map_or(Move::NULL, |entry| entry.mv);
        if table_move.is_null() && depth >= 4 {
            // A shallower search finds the first move to try sooner, which leaves a move in the table.
            inner.depth -= 1;
        }
        let mut extension = 0;
        if let Some(entry) = entry {
            if ply > 0 && excluded.is_null() && inner.may_be_singular(&entry) {
                match self.singular(&inner, &entry, beta) {
                    Singular::Extended(plies) => extension = plies,
                    Singular::CutOff(score) => return score,
                }
            }
        }
        self.search_moves::<PV>(&inner, table_move, extension, alpha, beta)
    }

    /// Returns the score of a node that needs no search of its moves.
    #[inline(always)]
    fn without_moves(&mut self, inner: &Inner<'_, '_, M>, alpha: i32, beta: i32) -> Option<i32> {
        let &Inner { node, ply, depth, evaluation, is_improving, .. } = inner;
        let position = node.position();
        // The other side will not catch up in the plies that are left, by the evaluation itself.
        let least = evaluation.min(self.stack[ply].evaluation);
        if depth <= 8 && least - 65 * (depth - i32::from(is_improving)) >= beta {
            return Some(least);
        }
        // Only a capture can help.
        if depth <= 3 && evaluation + 250 * depth <= alpha {
            let score = self.quiescence::<false>(node, alpha, beta, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        // A null move is still good enough. With pawns and a minor piece only, a side may be in zugzwang.
        let may_pass = !self.stack[ply - 1].mv.is_null() && has_more_than_a_minor(position);
        if depth >= 3 && evaluation >= beta && may_pass {
            let reduced = depth - 4 - depth / 4 - ((evaluation - beta) / 200).min(3);
            let passed = position.after_null();
            self.shared.table.prefetch(passed.key());
            self.record(position, ply, Move::NULL);
            self.keys.push(position);
            let (passed, is_cut) = (Node::on(self.machine, &passed), !inner.is_cut);
            let score = -self.alpha_beta::<false>(&passed, reduced, -beta, 1 - beta, ply + 1, is_cut);
            self.keys.pop();
            if score >= beta && !self.is_broken {
                return Some(if is_decisive(score) { beta } else { score });
            }
        }
        None
    }

    #[inline(always)]
    fn search_moves<const PV: bool>(
        &mut self,
        inner: &Inner<'_, '_, M>,
        table_move: Move,
        extension: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let &Inner { node, ply, depth, .. } = inner;
        let position = node.position();
        let refutations = self.refutations(position, ply);
        self.stack[ply].picker.start(node, table_move, refutations);
        self.stack[ply].tried.clear();
        let mut best = -INFINITE;
        let mut best_move = Move::NULL;
        let mut bound = Bound::Upper;
        let mut number = 0;
        let start = alpha;
        let excluded = self.stack[ply].data.excluded;
        while let Some(mv) = self.next_move(node, ply) {
            if mv == excluded {
                continue;
            }
            if ply == 0 && (!self.choices.contains(&mv) || self.excluded.contains(&mv)) {
                continue;
            }
            number += 1;
            if ply == 0 {
                self.tell_root_move(mv, number, depth);
            }
            if !PV && best > -MAX_EVALUATION && self.is_hopeless(inner, mv, number, alpha) {
                continue;
            }
            let extension = if mv == table_move { extension } else { 0 };
            let score = self.search_move::<PV>(inner, mv, number, extension, alpha, beta);
            if self.is_broken {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    if PV {
                        self.stack.set_pv(ply, mv);
                    }
                    if ply == 0 {
                        self.best.clone_from(&self.stack[0].pv);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        self.learn(inner, mv);
                        break;
                    }
                    alpha = score;
                    bound = Bound::Exact;
                }
            }
            self.stack[ply].tried.push(mv);
        }
        if number == 0 {
            return match () {
                () if !excluded.is_null() => start,
                () if node.is_in_check() => mated_in(ply),
                () => DRAW,
            };
        }
        if !excluded.is_null() {
            return best;
        }
        if PV {
            best = best.clamp(*inner.told.start(), *inner.told.end());
        }
        self.correct(inner, best, best_move, bound);
        // Without its best moves the root has another score.
        if ply > 0 || self.excluded.is_empty() {
            let evaluation = inner.raw_evaluation;
            let entry =
                TableEntry { mv: best_move, score: best, evaluation, depth: depth as u8, bound, flag: false };
            self.shared.table.store(position.key(), ply, entry);
        }
        best
    }

    /// Tells that a root move is searched next.
    #[cold]
    fn tell_root_move(&mut self, mv: Move, number: usize, depth: i32) {
        if self.index == 0 {
            let number = self.excluded.len() + number;
            (self.watch)(&Progress::Move(RootProgress { mv, number, depth: depth as u8 }));
        }
    }

    /// Returns the killers of the ply and the counter-move of the move before.
    #[inline(always)]
    fn refutations(&self, position: &Position, ply: usize) -> Refutations {
        let last = if ply > 0 { self.stack[ply - 1].mv } else { Move::NULL };
        Refutations::new(self.stack[ply].killers, self.memory.histories.counters.reply(position, last))
    }

    /// Tests whether a move near the leaves is not worth a search, given that another move has a score.
    #[inline(always)]
    fn is_hopeless(&mut self, inner: &Inner<'_, '_, M>, mv: Move, number: usize, alpha: i32) -> bool {
        let &Inner { node, ply, depth, evaluation, is_improving, .. } = inner;
        let (position, in_check) = (node.position(), node.is_in_check());
        if !position.has_non_pawn_material(position.side_to_move()) {
            return false;
        }
        let stage = self.stack[ply].picker.stage();
        if mv.is_quiet() && !in_check {
            let is_late = number as i32 > (3 + depth * depth) / (2 - i32::from(is_improving));
            let is_futile = depth <= 6 && evaluation + 120 + 90 * depth <= alpha;
            let is_bad = depth <= 5 && self.quiet_score(inner, mv) < -BAD * depth;
            if is_bad && stage > Stage::Refutations {
                return true;
            }
            if depth <= 8 && (is_late || is_futile) {
                self.stack[ply].picker.skip_quiets();
                return stage > Stage::Refutations;
            }
        }
        let loss = if mv.is_quiet() { -60 * depth } else { -100 * depth };
        depth <= 7 && stage > Stage::Refutations && !node.see_at_least(mv, loss, &SEE)
    }

    /// Returns the score of a move. The first move is searched with the whole window. The others are searched with a
    /// window of one, late ones at a reduced depth, and again in full if they turn out to be better.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        inner: &Inner<'_, '_, M>,
        mv: Move,
        number: usize,
        extension: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let &Inner { node, ply, depth, .. } = inner;
        let position = node.position();
        let after = position.after(mv);
        self.shared.table.prefetch(after.key());
        let child = Node::on(self.machine, &after);
        let checks = child.is_in_check();
        let less = if depth >= 3 && number > 1 + usize::from(PV) {
            self.less::<PV>(inner, mv, number, checks)
        } else {
            0
        };
        let extension =
            if extension == 0 && checks && node.see_at_least(mv, 0, &SEE) { 1 } else { extension };
        let full = depth - 1 + extension;
        self.record(position, ply, mv);
        self.keys.push(position);
        let mut score = alpha + 1;
        let mut again = full;
        if less > 0 {
            score = -self.alpha_beta::<false>(&child, full - less, -alpha - 1, -alpha, ply + 1, true);
            // A move that is much better than the best one is searched deeper, one that is hardly better less deep.
            if score > alpha + 50 && less > 1 {
                again += 1;
            } else if score < alpha + 8 && less > 1 {
                again -= 1;
            }
        }
        if score > alpha && (!PV || number > 1) {
            score = -self.alpha_beta::<false>(&child, again, -alpha - 1, -alpha, ply + 1, !inner.is_cut);
        }
        if PV && (number == 1 || (alpha < score && score < beta)) {
            score = -self.alpha_beta::<true>(&child, full, -beta, -alpha, ply + 1, false);
        }
        self.keys.pop();
        score
    }

    /// Returns the score of a legal quiet move of the node.
    #[inline(always)]
    fn quiet_score(&self, inner: &Inner<'_, '_, M>, mv: Move) -> i32 {
        let Some(piece_type) = inner.node.piece_type_at(mv.from()) else { return 0 };
        let scores = self.memory.scores(self.earlier(inner.ply));
        scores.quiet(inner.node, piece_type, mv)
    }

    /// Updates the correction history with the error of the static evaluation, unless the score is a bound that does not
    /// contradict the evaluation, or the best move is a capture, which no evaluation foresees.
    #[inline(always)]
    fn correct(&mut self, inner: &Inner<'_, '_, M>, score: i32, best_move: Move, bound: Bound) {
        let evaluation = self.stack[inner.ply].evaluation;
        if !inner.node.is_in_check() && best_move.is_quiet() && bound.improves(score, evaluation) {
            self.memory.correction.update(inner.node, inner.depth, score - evaluation);
        }
    }

    /// Returns the number of plies by which a late move is reduced.
    #[inline(always)]
    fn less<const PV: bool>(&self, inner: &Inner<'_, '_, M>, mv: Move, number: usize, checks: bool) -> i32 {
        let mut less = reduction(inner.depth, number);
        if mv.is_quiet() {
            less -= self.quiet_score(inner, mv) / SHARE;
        } else if self.stack[inner.ply].picker.stage() == Stage::GoodNoisy {
            return 0;
        } else {
            less -= 1024;
        }
        less += 1024 * i32::from(inner.is_cut);
        for is_promising in [
            PV,
            inner.is_improving,
            checks,
            inner.node.is_in_check(),
            self.stack[inner.ply].killers.contains(mv),
        ] {
            less -= 700 * i32::from(is_promising);
        }
        (less / 1024).clamp(0, inner.depth - 2)
    }

    /// Updates the histories after a cut-off: a bonus for the move that caused it, a malus for those tried before it.
    #[inline(always)]
    fn learn(&mut self, inner: &Inner<'_, '_, M>, mv: Move) {
        let &Inner { node: position, ply, depth, .. } = inner;
        let bonus = history_bonus(depth);
        let earlier = self.earlier(ply);
        let frame = &mut self.stack[ply];
        for &tried in &frame.tried {
            if mv.is_quiet() || !tried.is_quiet() {
                self.memory.update(position, earlier, tried, -bonus);
            }
        }
        self.memory.update(position, earlier, mv, bonus);
        if mv.is_quiet() {
            frame.killers.add(mv);
            if ply > 0 {
                let last = self.stack[ply - 1].mv;
                self.memory.histories.counters.set(position, last, mv);
            }
        }
    }
}

/// Tests whether the side to move has more than king, pawns and a minor piece.
#[inline]
fn has_more_than_a_minor(position: &Position) -> bool {
    let majors = position.by_type(PieceType::Rook) | position.by_type(PieceType::Queen);
    let pieces = pieces(position);
    pieces.has_many() || pieces.intersects(majors)
}

/// The pieces of the side to move without king and pawns.
#[inline]
fn pieces(position: &Position) -> Bitboard {
    let plain = position.by_type(PieceType::Pawn) | position.by_type(PieceType::King);
    position.by_color(position.side_to_move()) - plain
}
