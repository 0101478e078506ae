use core::ops::ControlFlow;

use chess_movegen::machine::{Machine, Task};
use chess_movegen::{Node, Pins, PositionExt, SeeRules, Selection, Sink};
use chess_types::{Color, Move, PieceType, ScoredMove, ScoredMoveList};

use crate::scores::MoveScores;
use crate::scores::Refutations;

/// A picker of the legal moves of a position, one by one, the most promising first.
///
/// Most nodes of a search are left after one or two moves, so the picker generates moves as late as it can: it tests the
/// move of the table for legality without generating any, yields captures before it generates quiet moves, and selects
/// the best move of a list instead of sorting it. Every legal move comes exactly once, whatever words the table and the
/// refutations hold. The order within a stage follows the [`MoveScores`] of the caller.
///
/// # Examples
/// ```
/// use chess_movegen::{Node, Position};
/// use chess_search::{Histories, MovePicker, Refutations};
/// use chess_types::Move;
///
/// let position = Position::from_fen("6k1/8/8/3q1p2/8/2N1R3/8/4K3 w - - 0 1")?;
/// let node = Node::new(&position);
/// let histories = Histories::new();
/// let mut picker = MovePicker::new(&node, Move::NULL, Refutations::NONE);
/// assert_eq!(picker.next(&node, &histories).unwrap().to_string(), "c3d5");
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MovePicker {
    wanted: Wanted,
    stage: Stage,
    table_move: Move,
    refutations: Refutations,
    /// Captures that lose something by exchange, best first, then the moves of the present stage.
    moves: ScoredMoveList,
    /// The index of the next move.
    next: usize,
    /// The number of losing captures at the front of the list.
    bad: usize,
    /// The caller skips the remaining quiet moves.
    skips_quiets: bool,
}

/// The stages of a [`MovePicker`], in order; its stage is that of the last move it picked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// The move of the table.
    TableMove,
    /// Captures and promotions to a queen that lose nothing by exchange, by [`MoveScores::noisy`].
    GoodNoisy,
    /// The killers and the counter-move.
    Refutations,
    /// The other quiet moves, by [`MoveScores::quiet`].
    Quiets,
    /// Captures that lose something by exchange, and promotions to less than a queen.
    BadNoisy,
    /// All moves out of check, by [`MoveScores::evasion`].
    Evasions,
    /// No move is left.
    Done,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    All,
    Evasions,
    Noisy { threshold: i32 },
}

/// A call of [`MovePicker::next`].
struct Next<'a, 'p, M, S> {
    picker: &'a mut MovePicker,
    node: &'a Node<'p, M>,
    scores: &'a S,
}

impl<M: Machine, S: MoveScores> Task for Next<'_, '_, M, S> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Option<Move> {
        self.picker.next_here(&self.node.with_machine(machine), self.scores)
    }
}

impl MovePicker {
    /// Creates a picker without moves, to be [started](Self::start): for a place that is used for many nodes.
    pub fn empty() -> Self {
        Self {
            wanted: Wanted::All,
            stage: Stage::Done,
            table_move: Move::NULL,
            refutations: Refutations::NONE,
            moves: ScoredMoveList::new(),
            next: 0,
            bad: 0,
            skips_quiets: false,
        }
    }

    /// Creates a picker of all legal moves. `table_move` and the refutations may be any moves, legal or not.
    #[inline]
    pub fn new(node: &Node<'_, impl Machine>, table_move: Move, refutations: Refutations) -> Self {
        let mut picker = Self::empty();
        picker.start(node, table_move, refutations);
        picker
    }

    /// Creates a picker for a quiescence search: of the captures and promotions that win `threshold` or more by exchange,
    /// in hundredths of a pawn. `table_move` may be any move, legal or not. In check, take [`new`](Self::new): the quiet
    /// evasions do not come here.
    #[inline]
    pub fn noisy(node: &Node<'_, impl Machine>, table_move: Move, threshold: i32) -> Self {
        let mut picker = Self::empty();
        picker.start_noisy(node, table_move, threshold);
        picker
    }

    /// Starts again in place, as [`new`](Self::new) does.
    #[inline]
    pub fn start(&mut self, node: &Node<'_, impl Machine>, table_move: Move, refutations: Refutations) {
        let wanted = if node.is_in_check() { Wanted::Evasions } else { Wanted::All };
        self.restart(wanted, node.is_legal(table_move), table_move, refutations);
    }

    /// Starts again in place, as [`noisy`](Self::noisy) does.
    #[inline]
    pub fn start_noisy(&mut self, node: &Node<'_, impl Machine>, table_move: Move, threshold: i32) {
        let is_wanted = !table_move.is_quiet()
            && node.is_legal(table_move)
            && node.see_at_least(table_move, threshold, &SEE);
        self.restart(Wanted::Noisy { threshold }, is_wanted, table_move, Refutations::NONE);
    }

    #[inline]
    fn restart(&mut self, wanted: Wanted, has_table_move: bool, table_move: Move, refutations: Refutations) {
        self.wanted = wanted;
        self.stage = Stage::TableMove;
        self.table_move = if has_table_move { table_move } else { Move::NULL };
        self.refutations = refutations;
        self.moves.clear();
        self.next = 0;
        self.bad = 0;
        self.skips_quiets = false;
    }

    /// Returns the stage of the move picked last; before the first move, [`Stage::TableMove`].
    #[inline]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Skips the quiet moves that have not been picked yet, from whatever stage on. A side in check still gets all its
    /// evasions.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skips_quiets = true;
        if matches!(self.stage, Stage::Refutations | Stage::Quiets) {
            self.begin(Stage::BadNoisy);
        }
    }

    /// Picks the next move of the node with which the picker was started.
    ///
    /// # Panics
    ///
    /// Panics if an illegal move has given the position more moves than fit into a [`ScoredMoveList`].
    #[inline(always)]
    pub fn next<M: Machine, S: MoveScores>(&mut self, node: &Node<'_, M>, scores: &S) -> Option<Move> {
        node.machine().run(Next { picker: self, node, scores })
    }

    #[inline(always)]
    fn next_here<M: Machine, S: MoveScores>(&mut self, node: &Node<'_, M>, scores: &S) -> Option<Move> {
        loop {
            let picked = match self.stage {
                Stage::TableMove => self.pick_table_move(),
                Stage::GoodNoisy => self.pick_good_noisy(node),
                Stage::Refutations => self.pick_refutation(node),
                Stage::Quiets | Stage::Evasions => self.pick(),
                Stage::BadNoisy => self.pick_bad_noisy(),
                Stage::Done => return None,
            };
            if picked.is_some() {
                return picked;
            }
            self.advance(node, scores);
        }
    }

    /// Goes on to the next stage, and generates what it needs.
    #[inline(always)]
    fn advance<M: Machine, S: MoveScores>(&mut self, node: &Node<'_, M>, scores: &S) {
        let position = node.position();
        match (self.stage, self.wanted) {
            (Stage::TableMove, Wanted::Evasions) => {
                self.add(node, Selection::ALL, |piece_type, mv| scores.evasion(position, piece_type, mv));
                self.begin(Stage::Evasions);
            }
            (Stage::TableMove, _) => {
                self.add(node, Selection::NOISY, |piece_type, mv| scores.noisy(position, piece_type, mv));
                self.begin(Stage::GoodNoisy);
            }
            (Stage::GoodNoisy, Wanted::All) if self.skips_quiets => self.begin(Stage::BadNoisy),
            (Stage::GoodNoisy, Wanted::All) => self.begin(Stage::Refutations),
            (Stage::Refutations, _) => {
                self.moves.truncate(self.bad);
                self.add(node, Selection::QUIETS, |piece_type, mv| scores.quiet(position, piece_type, mv));
                self.begin(Stage::Quiets);
            }
            (Stage::Quiets, _) => self.begin(Stage::BadNoisy),
            _ => self.stage = Stage::Done,
        }
    }

    #[inline(always)]
    fn begin(&mut self, stage: Stage) {
        self.stage = stage;
        self.next = if stage == Stage::Quiets { self.bad } else { 0 };
    }

    /// Appends the moves of `selection`, but for what has been picked before.
    #[inline(always)]
    fn add(
        &mut self,
        node: &Node<'_, impl Machine>,
        selection: Selection,
        score: impl Fn(PieceType, Move) -> i32,
    ) {
        let refutations = if self.stage == Stage::Refutations { self.refutations } else { Refutations::NONE };
        let mut scoring = Scoring { table_move: self.table_move, refutations, moves: &mut self.moves, score };
        let _ = node.visit(selection, &mut scoring);
    }

    #[inline(always)]
    fn pick(&mut self) -> Option<Move> {
        let best = ScoredMove::pick_best(self.moves.get_mut(self.next..)?)?;
        self.next += 1;
        Some(best.mv)
    }

    #[inline(always)]
    fn pick_table_move(&mut self) -> Option<Move> {
        self.next += 1;
        (self.next == 1 && !self.table_move.is_null()).then_some(self.table_move)
    }

    /// The best of the captures that lose nothing. Those that do are gathered in front, where others have been picked.
    #[inline(always)]
    fn pick_good_noisy(&mut self, node: &Node<'_, impl Machine>) -> Option<Move> {
        while let Some(best) = self.moves.get_mut(self.next..).and_then(ScoredMove::pick_best) {
            self.next += 1;
            let mv = best.mv;
            let is_good = match self.wanted {
                Wanted::Noisy { threshold } => node.see_at_least(mv, threshold, &SEE),
                _ => !mv.is_underpromotion() && node.see_at_least(mv, 0, &SEE),
            };
            if is_good {
                return Some(mv);
            }
            self.moves[self.bad] = best;
            self.bad += 1;
        }
        None
    }

    #[inline(always)]
    fn pick_refutation(&mut self, node: &Node<'_, impl Machine>) -> Option<Move> {
        while self.next < Refutations::LEN {
            self.next += 1;
            let mv = self.refutations.quiet_at(self.next - 1, self.table_move);
            if mv.is_some_and(|mv| node.is_legal(mv)) {
                return mv;
            }
        }
        None
    }

    #[inline(always)]
    fn pick_bad_noisy(&mut self) -> Option<Move> {
        let bad = self.moves.get(..self.bad)?.get(self.next)?;
        self.next += 1;
        Some(bad.mv)
    }
}

/// How exchanges are valued: a pinned piece does not recapture.
pub(crate) const SEE: SeeRules = SeeRules::new(Pins::Respected);

/// A sink that appends moves with their scores, unless they have been picked before.
struct Scoring<'a, F> {
    table_move: Move,
    refutations: Refutations,
    moves: &'a mut ScoredMoveList,
    score: F,
}

impl<F: Fn(PieceType, Move) -> i32> Sink for Scoring<'_, F> {
    #[inline(always)]
    fn mv(&mut self, _: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        if mv != self.table_move && !self.refutations.contains(mv) {
            self.moves.push(ScoredMove { mv, score: (self.score)(piece_type, mv) });
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use chess_board::Position;

    use super::*;
    use crate::history::Histories;
    use crate::scores::Killers;

    /// A good and a bad capture, a promotion and quiet moves.
    const ALL_KINDS: &str = "5k2/1P3p1p/5p2/3q2p1/8/2N1P3/6Q1/1R4K1 w - - 0 1";

    fn quiet(position: &Position, name: &str) -> Move {
        let [from, to] = [&name[..2], &name[2..]].map(|square| square.parse().unwrap());
        position.legal_move(from, to, None).unwrap()
    }

    #[test]
    fn nothing_is_generated_before_its_stage() {
        let position: Position = ALL_KINDS.parse().unwrap();
        let histories = Histories::new();
        let mut killers = Killers::new();
        killers.add(quiet(&position, "b1b2"));
        let mut picker = MovePicker::new(
            &Node::new(&position),
            quiet(&position, "g1f1"),
            Refutations::new(killers, Move::NULL),
        );
        assert!(picker.moves.is_empty());
        let mut stages = Vec::new();
        while picker.next(&Node::new(&position), &histories).is_some() {
            let noisy = picker.moves.iter().filter(|scored| !scored.mv.is_quiet()).count();
            let quiets = picker.moves.len() - noisy;
            match picker.stage() {
                Stage::TableMove => assert_eq!((noisy, quiets), (0, 0)),
                Stage::GoodNoisy | Stage::Refutations => assert!(noisy > 0 && quiets == 0),
                _ => assert!(quiets > 0),
            }
            stages.push(picker.stage());
        }
        stages.dedup();
        let all = [Stage::TableMove, Stage::GoodNoisy, Stage::Refutations, Stage::Quiets, Stage::BadNoisy];
        assert_eq!(stages, all);
    }

    #[test]
    fn skipped_quiet_moves_are_never_generated() {
        let position: Position = ALL_KINDS.parse().unwrap();
        let histories = Histories::new();
        let mut killers = Killers::new();
        killers.add(quiet(&position, "b1b2"));
        let skipping =
            MovePicker::new(&Node::new(&position), Move::NULL, Refutations::new(killers, Move::NULL));
        for mut picker in [skipping, MovePicker::noisy(&Node::new(&position), Move::NULL, 0)] {
            while picker.next(&Node::new(&position), &histories).is_some() {
                picker.skip_quiets();
                assert!(picker.moves.iter().all(|scored| !scored.mv.is_quiet()));
            }
        }
    }
}
