use core::cmp::Reverse;
use std::vec::Vec;

use chess_movegen::Node;
use chess_movegen::machine::{Machine, Task};
use chess_types::MoveList;

use super::report::{Finding, Progress, Report, ScoredLine};
use super::search::{Search, Shared};
use super::worker::Worker;
use crate::score::{DRAW, INFINITE, MAX_PLY, is_decisive, is_mate, mated_in, moves_to_mate};
use crate::table::Bound;

/// From this depth on the score is expected to be near the last one.
const ASPIRATION_DEPTH: i32 = 5;

/// The first half-width of the window around the last score, in hundredths of a pawn.
const ASPIRATION: i32 = 18;

/// The whole search of one thread.
pub(super) struct Iterate<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) worker: &'a mut Worker,
    pub(super) index: usize,
    pub(super) watch: &'a mut dyn FnMut(&Progress<'_>),
}

impl Task for Iterate<'_> {
    type Output = Finding;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Finding {
        Search::new(machine, self.shared, self.worker, self.index, self.watch).iterate()
    }
}

impl<M: Machine> Search<'_, M> {
    /// Searches one ply deeper each time, until a limit is reached.
    fn iterate(mut self) -> Finding {
        let shared = self.shared;
        let first_moves = shared.root_moves.iter().take(shared.lines);
        let mut lines: Vec<ScoredLine> = first_moves.map(|&mv| ScoredLine::of_move(mv)).collect();
        if lines.is_empty() {
            let score = if shared.game.position().is_in_check() { mated_in(0) } else { DRAW };
            return Finding { score, ..Finding::default() };
        }
        // Until a depth is finished, the score is the static evaluation.
        if !shared.game.position().is_in_check() {
            let score = self.evaluate(shared.game.position(), None);
            for line in &mut lines {
                line.score = score;
            }
        }
        let most = usize::from(shared.limits.depth.unwrap_or(u8::MAX)).clamp(1, MAX_PLY - 1);
        let (mut finished, mut last_best) = (0, None);
        while self.depth < most {
            self.depth = self.next_depth().min(most);
            let depth = self.depth as i32;
            if shared.finished().len() < self.depth {
                self.search_lines(depth, &mut lines);
            }
            self.share(&mut lines);
            if self.is_broken {
                break;
            }
            finished = depth as u8;
            self.publish();
            self.tell(&lines, finished);
            if shared.finished().len() > self.depth {
                // The next depth is finished as well.
                continue;
            }
            let best = lines[0].first();
            if self.index == 0 && self.is_enough(best == last_best, self.told(&lines[0]), depth) {
                break;
            }
            last_best = best;
        }
        self.publish();
        if self.is_broken {
            self.tell(&lines, finished);
        }
        for line in &mut lines {
            line.score = self.told(line);
        }
        let ScoredLine { line, score } = lines[0].clone();
        let (nodes, tb_hits, threads) = (shared.nodes(), shared.tb_hits(), shared.threads());
        let Self { probes, hits, .. } = self;
        Finding { line, score, lines, depth: finished, nodes, probes, hits, tb_hits, threads }
    }

    /// Returns the depth to be searched next. Every second thread leaves out the first depth that is not finished.
    fn next_depth(&self) -> usize {
        if self.index % 2 == 0 { self.depth + 1 } else { self.shared.finished().len() + 2 }
    }

    /// Leaves the lines of the depth to the other threads, or takes those of the thread that was the first to finish it.
    fn share(&mut self, lines: &mut Vec<ScoredLine>) {
        let mut finished = self.shared.finished();
        if let Some(first) = finished.get(self.depth - 1) {
            lines.clone_from(first);
            self.is_broken = false;
        } else if !self.is_broken {
            finished.resize(self.depth, lines.clone());
        }
    }

    /// Tells all lines, as the last ones if the search is broken off.
    fn tell(&mut self, lines: &[ScoredLine], depth: u8) {
        for (line, multi_pv) in lines.iter().zip(1..) {
            let report = self.report(depth, multi_pv, line);
            (self.watch)(&if self.is_broken { Progress::Last(report) } else { Progress::Line(report) });
        }
    }

    /// Returns the score of a line of the root as the endgame tablebases leave it.
    fn told(&self, line: &ScoredLine) -> i32 {
        let ranking = self.shared.ranking.as_ref();
        ranking.map_or(line.score, |ranking| ranking.score(line.first(), line.score))
    }

    /// Searches all lines to a depth, each without the first moves of those before it, and sorts them.
    ///
    /// If the search is broken off, lines that are not finished keep the score of the depth before, but not more than
    /// that of a line which is: they were not found to be better.
    fn search_lines(&mut self, depth: i32, lines: &mut Vec<ScoredLine>) {
        let old = lines.clone();
        lines.clear();
        self.excluded.clear();
        for last in &old {
            self.best.clone_from(&last.line);
            self.choices = self.shared.choices(&self.excluded);
            let score = self.aspire(depth, last.score);
            if self.is_broken && !lines.is_empty() {
                break;
            }
            let score = if self.is_broken { last.score } else { score };
            lines.push(ScoredLine { line: self.best.clone(), score });
            self.excluded.extend(self.best.first().copied());
        }
        let ranking = self.shared.ranking.as_ref();
        let order = |line: &ScoredLine| ranking.map_or((0, 0), |ranking| ranking.order(line.first()));
        lines.sort_by_key(|line| Reverse((order(line), line.score)));
        let least = lines.last().map_or(INFINITE, |line| line.score);
        for ScoredLine { line, score } in old {
            if lines.len() == self.shared.lines {
                break;
            }
            if line.first().is_some_and(|mv| !self.excluded.contains(mv)) {
                lines.push(ScoredLine { line, score: score.min(least) });
            }
        }
    }

    /// Searches with a window around the last score, and widens it as long as the score lies outside.
    fn aspire(&mut self, depth: i32, last: i32) -> i32 {
        let game = self.shared.game;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_DEPTH && !is_decisive(last) {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            let score = self.alpha_beta::<true>(
                &Node::on(self.machine, game.position()),
                depth,
                alpha,
                beta,
                0,
                false,
            );
            if self.is_broken || (alpha < score && score < beta) {
                return score;
            }
            self.tell_bound(depth, score, if score <= alpha { Bound::Upper } else { Bound::Lower });
            width *= 3;
            if score <= alpha {
                alpha = (score - width).max(-INFINITE);
            } else {
                beta = (score + width).min(INFINITE);
            }
            if width > 1000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Tells that the score of the present line lies outside the window. A score that endgame tablebases replace is not told.
    #[cold]
    fn tell_bound(&mut self, depth: i32, score: i32, bound: Bound) {
        if self.index == 0 && self.shared.ranking.is_none() {
            self.publish();
            let line = ScoredLine { line: self.best.clone(), score };
            let report = self.report(depth as u8, self.excluded.len() + 1, &line);
            (self.watch)(&Progress::Bound(report, bound));
        }
    }

    /// Tests whether the requested mate is found, or the time is better kept for later moves.
    fn is_enough(&self, is_settled: bool, score: i32, depth: i32) -> bool {
        let (clock, signals) = (&self.shared.clock, &self.shared.signals);
        let mate = moves_to_mate(score).filter(|&moves| moves > 0);
        if mate.zip(self.shared.limits.mate).is_some_and(|(found, most)| found.unsigned_abs() <= most) {
            return true;
        }
        if !clock.is_shared_out() || signals.is_pondering() {
            return false;
        }
        let is_forced = self.shared.choices(&MoveList::new()).len() == 1;
        let is_proven = is_mate(score) && depth > 2 * (INFINITE - score.abs());
        is_forced || is_proven || clock.is_enough(is_settled)
    }

    fn report<'l>(&self, depth: u8, multi_pv: usize, scored: &'l ScoredLine) -> Report<'l> {
        Report {
            depth,
            selective_depth: self.deepest as u8,
            multi_pv,
            score: self.told(scored),
            nodes: self.shared.nodes(),
            tb_hits: self.shared.tb_hits(),
            time: self.shared.clock.elapsed(),
            full: self.shared.table.full(),
            threads: self.shared.threads(),
            line: &scored.line,
        }
    }
}
