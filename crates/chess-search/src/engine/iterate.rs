use chess_movegen::machine::{Machine, Task};
use chess_types::{Move, PvLine};

use super::report::{Finding, Report};
use super::search::{Search, Shared};
use super::worker::Worker;
use crate::score::{INFINITE, MAX_PLY, is_mate, moves_to_mate};

/// From this depth on the score is expected to be near the last one.
const ASPIRATION_DEPTH: i32 = 5;

/// How near, in hundredths of a pawn.
const ASPIRATION: i32 = 18;

/// The whole search of one thread.
pub(super) struct Iterate<'a, 'r> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) worker: &'a mut Worker,
    pub(super) index: usize,
    pub(super) report: &'r mut dyn FnMut(&Report<'_>),
}

impl Task for Iterate<'_, '_> {
    type Output = Finding;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Finding {
        Search::new(machine, self.shared, self.worker, self.index).iterate(self.report)
    }
}

impl<M: Machine> Search<'_, M> {
    /// Searches one ply deeper each time, until a limit is reached.
    fn iterate(mut self, report: &mut dyn FnMut(&Report<'_>)) -> Finding {
        let shared = self.shared;
        let Some(&first) = shared.root_moves.first() else { return Finding::default() };
        self.best.set(first, &PvLine::new());
        let most = i32::from(shared.limits.depth.unwrap_or(u8::MAX)).clamp(1, MAX_PLY as i32 - 1);
        let (mut score, mut finished, mut last_best) = (0, 0, Move::NULL);
        for depth in 1..=most {
            let found = self.aspire(depth, score);
            if self.is_broken {
                break;
            }
            (score, finished) = (found, depth as u8);
            self.publish();
            report(&self.report(finished, score));
            let best = self.best.first().copied().unwrap_or(Move::NULL);
            if self.index == 0 && self.is_enough(best == last_best, score, depth) {
                break;
            }
            last_best = best;
        }
        self.publish();
        let Self { best: line, probes, hits, .. } = self;
        Finding { line, score, depth: finished, nodes: shared.nodes(), probes, hits }
    }

    /// Searches with a window around the last score, and a wider one as long as the score lies outside.
    fn aspire(&mut self, depth: i32, last: i32) -> i32 {
        let game = self.shared.game;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_DEPTH && !is_mate(last) {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            let score = self.alpha_beta::<true>(game.position(), depth, alpha, beta, 0);
            if self.is_broken || (alpha < score && score < beta) {
                return score;
            }
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

    /// Whether the mate that was asked for is found, or the time is better kept for later moves.
    fn is_enough(&self, is_settled: bool, score: i32, depth: i32) -> bool {
        let (clock, signals) = (&self.shared.clock, &self.shared.signals);
        let mate = moves_to_mate(score).filter(|&moves| moves > 0);
        if mate.zip(self.shared.limits.mate).is_some_and(|(found, most)| found.unsigned_abs() <= most) {
            return true;
        }
        if !clock.is_shared_out() || signals.is_pondering() {
            return false;
        }
        let is_forced = self.shared.root_moves.len() == 1;
        let is_proven = is_mate(score) && depth > 2 * (INFINITE - score.abs());
        is_forced || is_proven || clock.is_enough(is_settled)
    }

    fn report(&self, depth: u8, score: i32) -> Report<'_> {
        Report {
            depth,
            selective_depth: self.deepest as u8,
            score,
            nodes: self.shared.nodes(),
            time: self.shared.clock.elapsed(),
            full: self.shared.table.full(),
            line: &self.best,
        }
    }
}
