//! The moves that a move picker must yield, derived from the list of legal moves alone.

use chess_board::Position;
use chess_movegen::{Node, Pins, PositionExt, SeeRules, see, see_value};
use chess_search::{Histories, Killers, MovePicker, Refutations, Stage};
use chess_types::{Move, PieceType};

/// Runs the pickers of a position and of all positions up to `plies` below it, and gives the number of runs.
///
/// For the position itself it tries all combinations; below it each table move has a few.
///
/// # Errors
/// The input of a picker, and the fault of its moves.
pub fn check(position: &Position, plies: u32, histories: &[Histories]) -> Result<u64, String> {
    walk(position, plies, histories, Case::every_wish)
}

fn walk(
    position: &Position,
    plies: u32,
    histories: &[Histories],
    wishes: fn(&Case) -> Vec<Wish>,
) -> Result<u64, String> {
    let case = Case::new(position);
    let mut runs = run_all(&case, &wishes(&case), histories)?;
    if plies > 0 {
        for known in case.legal() {
            runs += walk(&position.after(known.mv), plies - 1, histories, Case::few_wishes)?;
        }
    }
    Ok(runs)
}

fn run_all(case: &Case, wishes: &[Wish], histories: &[Histories]) -> Result<u64, String> {
    for &wish in wishes {
        for histories in histories {
            let trial = Trial { case, wish, histories };
            let position = case.position();
            trial.judge(&trial.run()).map_err(|fault| format!("{fault}: {position} with {wish:?}"))?;
        }
    }
    Ok((wishes.len() * histories.len()) as u64)
}

/// Empty histories, and ones full of numbers. Neither has counts of captures, so that only the gain orders them.
pub fn histories() -> Vec<Histories> {
    let mut full = Histories::new();
    let mut position = Position::START;
    let mut bonus = 1i32;
    for ply in 0..400 {
        let moves = position.legal_moves();
        for &mv in &moves {
            bonus = bonus.wrapping_mul(0x2c9277b5).wrapping_add(0x3c6ef35f);
            full.quiets.update(position.side_to_move(), mv, bonus >> 17);
        }
        position = match moves.get(ply * 7 % moves.len().max(1)) {
            Some(&mv) => position.after(mv),
            None => Position::START,
        };
    }
    vec![Histories::new(), full]
}

/// The kinds of moves that a picker yields.
#[derive(Clone, Copy, Debug)]
pub enum Wish {
    /// All moves.
    All {
        /// Any word.
        table_move: Move,
        /// Two killers, the newer one first, and the counter-move: any words.
        refutations: [Move; 3],
    },
    /// All moves, but no quiet ones after the first that is neither the table's nor a way out of check.
    WithoutQuiets {
        /// Any word.
        table_move: Move,
        /// Two killers, the newer one first, and the counter-move: any words.
        refutations: [Move; 3],
    },
    /// The captures and promotions that win at least a threshold.
    Noisy {
        /// Any word.
        table_move: Move,
        /// In hundredths of a pawn.
        threshold: i32,
    },
}

/// A position, and the facts about its moves without a picker.
pub struct Case {
    position: Position,
    legal: Vec<Known>,
}

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The move.
    pub mv: Move,
    /// The gain of the exchange.
    pub exchange: i32,
    /// The values of the captured piece and of the promotion.
    pub gain: i32,
    /// The piece that moves.
    pub piece: PieceType,
}

/// Words that are no legal move of most positions.
const STRANGERS: [u16; 6] = [0x0fff, 0x8fff, 0x2187, 0x3107, 0xffc0, 0x1b0c];

impl Case {
    /// Computes the facts.
    ///
    /// # Panics
    /// A legal move has no piece.
    pub fn new(position: &Position) -> Self {
        let legal = position.legal_moves().iter().map(|&mv| Known::new(position, mv)).collect();
        Self { position: *position, legal }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Its legal moves.
    pub fn legal(&self) -> &[Known] {
        &self.legal
    }

    /// The facts about a move; `None` if it is not legal.
    pub fn find(&self, mv: Move) -> Option<&Known> {
        self.legal.iter().find(|known| known.mv == mv)
    }

    /// Every table move with a few refutations and thresholds, and a few table moves with all triples of refutations
    /// that are of different kinds.
    pub fn every_wish(&self) -> Vec<Wish> {
        let mut wishes = self.few_wishes();
        let kinds = self.kinds();
        for &table_move in &kinds {
            for &first in &kinds {
                for &second in &kinds {
                    for &counter in &kinds {
                        let refutations = [first, second, counter];
                        wishes.push(Wish::All { table_move, refutations });
                        wishes.push(Wish::WithoutQuiets { table_move, refutations });
                    }
                }
            }
        }
        wishes
    }

    /// Every table move with a few refutations and thresholds.
    pub fn few_wishes(&self) -> Vec<Wish> {
        let [null, quiet, other, noisy, stranger] = self.kinds();
        let mut wishes = Vec::new();
        let table_moves =
            self.legal.iter().map(|known| known.mv).chain(STRANGERS.into_iter().flat_map(Move::from_raw));
        for table_move in table_moves.chain([Move::NULL]) {
            for refutations in
                [[null; 3], [quiet, other, table_move], [table_move, stranger, noisy], [null, quiet, quiet]]
            {
                wishes.push(Wish::All { table_move, refutations });
            }
            wishes.push(Wish::WithoutQuiets { table_move, refutations: [quiet, table_move, other] });
            for threshold in [i32::MIN, -1, 0, 1, 250] {
                wishes.push(Wish::Noisy { table_move, threshold });
            }
        }
        wishes
    }

    /// A move of each kind: none, a quiet one and another, one that is not quiet, and one that is not legal. The null move takes
    /// the place of missing ones.
    fn kinds(&self) -> [Move; 5] {
        let quiet = self.legal.iter().map(|known| known.mv).find(|mv| mv.is_quiet());
        let other = self.legal.iter().map(|known| known.mv).rfind(|mv| mv.is_quiet());
        let noisy = self.legal.iter().map(|known| known.mv).find(|mv| !mv.is_quiet());
        let stranger = STRANGERS.into_iter().flat_map(Move::from_raw).find(|&word| self.find(word).is_none());
        [None, quiet, other, noisy, stranger].map(Option::unwrap_or_default)
    }
}

impl Known {
    fn new(position: &Position, mv: Move) -> Self {
        let piece = position.piece_type_at(mv.from()).expect("a legal move has a piece");
        let victim = match position.piece_type_at(mv.to()) {
            _ if !mv.is_capture() => None,
            None => Some(PieceType::Pawn),
            victim => victim,
        };
        let gain = victim.map_or(0, see_value) + mv.promotion().map_or(0, see_value);
        Self { mv, exchange: see(position, mv, &SeeRules::new(Pins::Respected)), gain, piece }
    }

    /// Returns true if the move comes before the quiet moves: it is not quiet, does not lose material, and is no promotion to
    /// less than a queen.
    pub fn is_good(&self) -> bool {
        !self.mv.is_quiet() && self.exchange >= 0 && !self.is_underpromotion()
    }

    /// Returns true for a promotion to less than a queen.
    pub fn is_underpromotion(&self) -> bool {
        self.mv.promotion().is_some_and(|promoted| promoted != PieceType::Queen)
    }
}

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
