use chess_board::Position;
use chess_movegen::{Pins, PositionExt, SeeRules, see, see_value};
use chess_types::{Move, PieceType};

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
