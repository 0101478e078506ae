use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::vec::Vec;

use chess_board::{KeyHistory, Position};
use chess_movegen::machine::Machine;
use chess_movegen::{GameState, Node, PositionExt};
use chess_types::{Move, MoveList, PvLine};

use super::clock::Clock;
use super::clock::{Limits, Signals};
use super::endgames::{Endgames, Prober};
use super::pawn_ending;
use super::ranking::Ranking;
use super::report::{Progress, ScoredLine};
use super::worker::{Memory, Scores};
use super::worker::{Ply, Worker};
use crate::continuation::PieceTo;
use crate::evaluate::evaluate_for;
use crate::score::{DRAW, MAX_EVALUATION, MAX_PLY, TABLE_WIN};
use crate::stack::{NO_EVALUATION, Stack};
use crate::table::{Bound, TableEntry, TranspositionTable};

/// The data that all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) game: &'a GameState,
    pub(super) limits: &'a Limits,
    pub(super) signals: &'a Signals,
    pub(super) clock: Clock,
    /// The moves to choose from, the best rank first if endgame tablebases rank them.
    pub(super) root_moves: MoveList,
    pub(super) ranking: Option<Ranking>,
    /// The endgame tablebases that are asked inside the search.
    pub(super) prober: Option<Prober<'a>>,
    /// The number of lines to be found, at least one.
    pub(super) lines: usize,
    /// The greatest number of nodes of all threads.
    pub(super) most_nodes: Option<u64>,
    is_over: AtomicBool,
    /// The number of threads that were started, the caller's among them.
    threads: AtomicUsize,
    /// The nodes and the hits in endgame tablebases of each thread.
    counts: Vec<[AtomicU64; 2]>,
    /// The lines of each finished depth, from depth 1 on, as the first thread to finish it or a deeper one has found them.
    finished: Mutex<Vec<Vec<ScoredLine>>>,
}

/// The longest time between two looks at the clock of a thread that watches it.
const GLANCE: Duration = Duration::from_millis(10);

impl<'a> Shared<'a> {
    #[allow(clippy::too_many_arguments, reason = "all threads share each of them")]
    pub(super) fn new(
        table: &'a TranspositionTable,
        game: &'a GameState,
        limits: &'a Limits,
        clock: Clock,
        signals: &'a Signals,
        threads: usize,
        lines: usize,
        endgames: &'a Endgames,
    ) -> Self {
        let mut root_moves = game.position().legal_moves();
        if root_moves.iter().any(|mv| limits.moves.contains(mv)) {
            root_moves.retain(|mv| limits.moves.contains(mv));
        }
        let mut prober = endgames.prober();
        let ranking = prober.and_then(|prober| Ranking::new(prober, game, &root_moves));
        if let Some(ranking) = &ranking {
            root_moves = ranking.moves();
            // A search for the mate itself finds a better way than one that ends where the tables know the result.
            prober = prober.filter(|_| ranking.is_without_distance());
        }
        let counts = (0..threads).map(|_| Default::default()).collect();
        let (is_over, threads) = (AtomicBool::new(false), AtomicUsize::new(1));
        let most_nodes = limits.nodes;
        Self {
            table,
            game,
            limits,
            signals,
            clock,
            root_moves,
            ranking,
            prober,
            lines,
            most_nodes,
            is_over,
            threads,
            counts,
            finished: Mutex::default(),
        }
    }

    /// Tests whether the search has ended in all threads.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the search in all threads.
    pub(super) fn halt(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Ends the search when its time is over. The thread sleeps in between, so that the system lets it run at once when it wakes,
    /// however many threads search.
    pub(super) fn watch_clock(&self) {
        while let Some(left) = self.clock.left().filter(|_| !self.is_over()) {
            let is_pondering = self.signals.is_pondering();
            if left.is_zero() && !is_pondering {
                return self.halt();
            }
            thread::park_timeout(if is_pondering { GLANCE } else { left.min(GLANCE) });
        }
    }

    /// Tells the number of threads that were started, the caller's among them.
    pub(super) fn set_threads(&self, threads: usize) {
        self.threads.store(threads, Ordering::Relaxed);
    }

    /// Returns the number that [`set_threads`](Self::set_threads) has told.
    pub(super) fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    /// Returns the nodes of all threads; each count may be up to 1,024 behind.
    pub(super) fn nodes(&self) -> u64 {
        self.counts.iter().map(|[nodes, _]| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Returns the number of answers of endgame tablebases; that of each thread may be up to 1,024 nodes behind.
    pub(super) fn tb_hits(&self) -> u64 {
        let of_root = self.ranking.as_ref().map_or(0, Ranking::hits);
        of_root + self.counts.iter().map(|[_, hits]| hits.load(Ordering::Relaxed)).sum::<u64>()
    }

    /// Returns the lines of each finished depth.
    pub(super) fn finished(&self) -> MutexGuard<'_, Vec<Vec<ScoredLine>>> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the root moves of the next line after lines that begin with `excluded`: those with the best rank.
    pub(super) fn choices(&self, excluded: &MoveList) -> MoveList {
        self.ranking.as_ref().map_or_else(|| self.root_moves.clone(), |ranking| ranking.choices(excluded))
    }
}

/// The search of one thread, compiled for a machine.
pub(super) struct Search<'a, M> {
    pub(super) machine: M,
    pub(super) shared: &'a Shared<'a>,
    pub(super) index: usize,
    pub(super) stack: &'a mut Stack<Ply>,
    pub(super) memory: &'a mut Memory,
    /// Positions before the one that is being searched.
    pub(super) keys: KeyHistory,
    nodes: u64,
    /// The depth of the search from the root.
    pub(super) depth: usize,
    /// The ply of the deepest node.
    pub(super) deepest: usize,
    pub(super) probes: u64,
    pub(super) hits: u64,
    pub(super) tb_hits: u64,
    /// Tells that the search is being broken off: the scores that it returns mean nothing.
    pub(super) is_broken: bool,
    /// The line that is being searched, of the last depth or of the present one.
    pub(super) best: PvLine,
    /// The first moves of the better lines of this depth, which the root leaves out.
    pub(super) excluded: MoveList,
    /// The moves that the root chooses from; those in `excluded` may be among them.
    pub(super) choices: MoveList,
    /// Is told what the thread finds.
    pub(super) watch: &'a mut dyn FnMut(&Progress<'_>),
}

impl<'a, M: Machine> Search<'a, M> {
    pub(super) fn new(
        machine: M,
        shared: &'a Shared<'a>,
        worker: &'a mut Worker,
        index: usize,
        watch: &'a mut dyn FnMut(&Progress<'_>),
    ) -> Self {
        let Worker { stack, memory } = worker;
        stack.clear();
        Self {
            machine,
            shared,
            index,
            stack,
            memory,
            keys: shared.game.key_history(),
            nodes: 0,
            depth: 0,
            deepest: 0,
            probes: 0,
            hits: 0,
            tb_hits: 0,
            is_broken: false,
            best: PvLine::new(),
            excluded: MoveList::new(),
            choices: shared.root_moves.clone(),
            watch,
        }
    }

    /// Enters a node: counts it, unless the limit of nodes is reached. Returns whether the search goes on.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        self.stack[ply].pv.clear();
        self.deepest = self.deepest.max(ply);
        if self.is_broken || self.shared.most_nodes.is_some_and(|limit| self.nodes >= limit) {
            self.is_broken = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes % 1024 == 0 {
            self.look_up();
        }
        !self.is_broken
    }

    /// Publishes the nodes and the hits in endgame tablebases.
    pub(super) fn publish(&self) {
        let [nodes, hits] = &self.shared.counts[self.index];
        nodes.store(self.nodes, Ordering::Relaxed);
        hits.store(self.tb_hits, Ordering::Relaxed);
    }

    /// Publishes the nodes and tests whether the search is to end, or another thread has finished the depth.
    #[cold]
    fn look_up(&mut self) {
        self.publish();
        let shared = self.shared;
        let is_late = self.index == 0 && shared.clock.is_over() && !shared.signals.is_pondering();
        let is_enough = shared.most_nodes.is_some_and(|limit| shared.nodes() > limit);
        let is_told = shared.signals.is_stopped() || shared.is_over();
        let is_overtaken = shared.finished().len() >= self.depth;
        self.is_broken = is_late || is_enough || is_told || is_overtaken;
    }

    /// Tests whether no deeper node may be entered.
    #[inline]
    pub(super) const fn is_deepest(ply: usize) -> bool {
        ply >= MAX_PLY
    }

    #[inline(always)]
    pub(super) fn probe(&mut self, position: &Position, ply: usize) -> Option<TableEntry> {
        let entry = self.shared.table.probe(position.key(), ply);
        self.probes += 1;
        self.hits += u64::from(entry.is_some());
        entry
    }

    /// Returns the score that endgame tablebases tell for a node below the root, and stores it. Tables are asked after captures and
    /// pawn moves only, because their values hold for a halfmove clock at 0.
    #[cold]
    pub(super) fn probe_tables(
        &mut self,
        prober: Prober<'_>,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(i32, Bound)> {
        if position.halfmove_clock() != 0 {
            return None;
        }
        let tables = prober.tables_for(position)?;
        if position.occupied().count() == prober.max_pieces && depth < prober.depth {
            return None;
        }
        let wdl = tables.probe_wdl(position)?;
        self.tb_hits += 1;
        let (score, bound) = match wdl.result(prober.fifty_move_rule) {
            1 => (TABLE_WIN - ply as i32, Bound::Lower),
            -1 => (ply as i32 - TABLE_WIN, Bound::Upper),
            _ => (DRAW, Bound::Exact),
        };
        // A table's answer is worth more than a search of some plies.
        let depth = (depth + 6).min(MAX_PLY as i32 - 1) as u8;
        let entry =
            TableEntry { mv: Move::NULL, score, evaluation: NO_EVALUATION, depth, bound, flag: false };
        self.shared.table.store(position.key(), ply, entry);
        Some((score, bound))
    }

    /// The piece and target of the moves one and two plies before the node at `ply`.
    #[inline(always)]
    pub(super) fn earlier(&self, ply: usize) -> [PieceTo; 2] {
        [1, 2].map(|back| if ply >= back { self.stack[ply - back].data.moved } else { PieceTo::NONE })
    }

    /// The next move of the picker of the node at `ply`.
    #[inline(always)]
    pub(super) fn next_move(&mut self, node: &Node<'_, M>, ply: usize) -> Option<Move> {
        let scores: Scores<'_> = self.memory.scores(self.earlier(ply));
        self.stack[ply].picker.next(node, &scores)
    }

    /// Records that `mv` is searched next at `ply`.
    #[inline(always)]
    pub(super) fn record(&mut self, position: &Position, ply: usize, mv: Move) {
        let frame = &mut self.stack[ply];
        frame.mv = mv;
        frame.data.moved = PieceTo::of_move(position, mv);
    }

    /// A static evaluation with what the correction history adds.
    #[inline(always)]
    pub(super) fn corrected(&self, position: &Position, evaluation: i32) -> i32 {
        let corrected = evaluation + self.memory.correction.correction(position);
        corrected.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// The static evaluation, from the table if it is there, of a position that is not in check.
    #[inline(always)]
    pub(super) fn evaluate(&self, position: &Position, entry: Option<&TableEntry>) -> i32 {
        match entry {
            Some(entry) if entry.evaluation != NO_EVALUATION => entry.evaluation,
            _ if position.occupied().count() == 3 => {
                pawn_ending::value(position).unwrap_or_else(|| evaluate_for(self.machine, position))
            }
            _ => evaluate_for(self.machine, position),
        }
    }
}
