use chess_types::Move;

/// The moves that a picker is asked for.
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
    /// The captures and promotions that win so much.
    Noisy {
        /// Any word.
        table_move: Move,
        /// In hundredths of a pawn.
        threshold: i32,
    },
}
