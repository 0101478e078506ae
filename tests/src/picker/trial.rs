use chess_movegen::{Node, PositionExt};
use chess_search::{Histories, Killers, MovePicker, Refutations, Stage};
use chess_types::Move;

use super::case::{Case, Known, Wish};

/// One run of a picker.
pub struct Trial<'a> {
    /// The position.
    pub case: &'a Case,
    /// The kinds of moves to yield.
    pub wish: Wish,
    /// The tables that it orders by.
    pub histories: &'a Histories,
}

impl Trial<'_> {
    /// The moves that the picker yields, each with the stage that it is then in.
    pub fn run(&self) -> Vec<(Stage, Move)> {
        let node = Node::new(self.case.position());
        let mut picker = match self.wish {
            Wish::All { table_move, refutations } | Wish::WithoutQuiets { table_move, refutations } => {
                let [first, second, counter] = refutations;
                let mut killers = Killers::new();
                killers.add(second);
                killers.add(first);
                MovePicker::new(&node, table_move, Refutations::new(killers, counter))
            }
            Wish::Noisy { table_move, threshold } => MovePicker::noisy(&node, table_move, threshold),
        };
        let mut picked = Vec::new();
        // A picker that does not end repeats itself.
        while picked.len() <= self.case.legal().len() + 1
            && let Some(mv) = picker.next(&node, self.histories)
        {
            picked.push((picker.stage(), mv));
            if matches!(self.wish, Wish::WithoutQuiets { .. }) {
                picker.skip_quiets();
            }
        }
        picked
    }

    /// Checks that these are the expected moves, each once, in the documented order and stages.
    ///
    /// # Errors
    /// The first fault.
    pub fn judge(&self, picked: &[(Stage, Move)]) -> Result<(), String> {
        let mut moves = Vec::with_capacity(picked.len());
        for &(stage, mv) in picked {
            let known = *self.case.find(mv).ok_or_else(|| format!("{mv} is not legal"))?;
            if !self.belongs(stage, &known) {
                return Err(format!("{mv} comes as {stage:?}"));
            }
            moves.push((stage, known));
        }
        if !picked.is_sorted_by_key(|&(stage, _)| stage) {
            return Err(format!("stages are mixed: {picked:?}"));
        }
        self.are_all(picked)?;
        self.are_refutations(picked)?;
        for together in moves.chunk_by(|(a, _), (b, _)| a == b) {
            if !self.is_in_order(together) {
                return Err(format!("the best does not come first: {picked:?}"));
            }
        }
        Ok(())
    }

    fn table_move(&self) -> Move {
        let (Wish::All { table_move, .. }
        | Wish::WithoutQuiets { table_move, .. }
        | Wish::Noisy { table_move, .. }) = self.wish;
        table_move
    }

    /// The number of quiet moves before `skip_quiets`, which is called after the first move: 1 if that is a quiet move other than
    /// the table move, otherwise 0.
    fn quiets_before_the_skip(&self) -> usize {
        let comes_first =
            |known: &Known| known.mv == self.table_move() || (!known.mv.is_quiet() && known.is_good());
        usize::from(!self.case.legal().iter().any(comes_first))
    }

    /// Checks that the move may come in this stage.
    fn belongs(&self, stage: Stage, known: &Known) -> bool {
        let mv = known.mv;
        let in_check = self.case.position().is_in_check() && !matches!(self.wish, Wish::Noisy { .. });
        match stage {
            Stage::TableMove => mv == self.table_move(),
            _ if mv == self.table_move() => false,
            Stage::Evasions => in_check,
            _ if in_check => false,
            Stage::GoodNoisy => match self.wish {
                Wish::Noisy { threshold, .. } => !mv.is_quiet() && known.exchange >= threshold,
                _ => known.is_good(),
            },
            Stage::Refutations | Stage::Quiets => mv.is_quiet(),
            Stage::BadNoisy => !mv.is_quiet() && !known.is_good(),
            Stage::Done => false,
        }
    }

    /// Every expected move comes, and none comes twice.
    fn are_all(&self, picked: &[(Stage, Move)]) -> Result<(), String> {
        let mut moves: Vec<Move> = picked.iter().map(|&(_, mv)| mv).collect();
        moves.sort_unstable();
        if let Some([twice, ..]) = moves.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("{twice} comes twice"));
        }
        let is_missing = |known: &&Known| {
            let is_wanted = match self.wish {
                Wish::All { .. } => true,
                Wish::WithoutQuiets { .. } => !known.mv.is_quiet() || self.case.position().is_in_check(),
                Wish::Noisy { threshold, .. } => !known.mv.is_quiet() && known.exchange >= threshold,
            };
            is_wanted && moves.binary_search(&known.mv).is_err()
        };
        if let Some(missing) = self.case.legal().iter().find(is_missing) {
            return Err(format!("{} does not come", missing.mv));
        }
        let skipped = picked.iter().filter(|(stage, _)| matches!(stage, Stage::Refutations | Stage::Quiets));
        if matches!(self.wish, Wish::WithoutQuiets { .. }) && skipped.count() > self.quiets_before_the_skip()
        {
            return Err("quiet moves come that were to be left out".to_owned());
        }
        Ok(())
    }

    /// Killers and counter-move come in their order, as far as they are legal, quiet and new.
    fn are_refutations(&self, picked: &[(Stage, Move)]) -> Result<(), String> {
        let (Wish::All { refutations, .. } | Wish::WithoutQuiets { refutations, .. }) = self.wish else {
            return Ok(());
        };
        let position = self.case.position();
        let mut expected: Vec<Move> = Vec::new();
        for mv in refutations {
            let is_new = mv != self.table_move() && !expected.contains(&mv);
            if is_new && mv.is_quiet() && position.is_legal(mv) && !position.is_in_check() {
                expected.push(mv);
            }
        }
        if matches!(self.wish, Wish::WithoutQuiets { .. }) {
            expected.truncate(self.quiets_before_the_skip());
        }
        let found = picked.iter().filter(|&&(stage, _)| stage == Stage::Refutations).map(|&(_, mv)| mv);
        if found.eq(expected.iter().copied()) {
            Ok(())
        } else {
            Err(format!("the refutations are not {expected:?}: {picked:?}"))
        }
    }

    /// Checks that the moves of one stage come best first.
    fn is_in_order(&self, together: &[(Stage, Known)]) -> bool {
        together.is_sorted_by_key(|&(stage, known)| match stage {
            Stage::TableMove | Stage::Refutations | Stage::Done => (0, 0, 0),
            Stage::GoodNoisy | Stage::Quiets | Stage::BadNoisy | Stage::Evasions => self.order(&known),
        })
    }

    /// Smaller for earlier moves: captures and queens first, those that gain most before the rest and then those that risk least;
    /// quiet moves by history; other promotions last, in any order.
    fn order(&self, known: &Known) -> (i32, i32, i32) {
        if known.is_underpromotion() {
            (2, 0, 0)
        } else if known.mv.is_quiet() {
            let side = self.case.position().side_to_move();
            (1, -self.histories.quiets.score(side, known.mv), 0)
        } else {
            (0, -known.gain, known.piece as i32)
        }
    }
}
