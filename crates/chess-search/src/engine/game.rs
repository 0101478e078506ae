use chess_board::{KeyHistory, Position};
use chess_types::Move;

/// A position and those that stood on the board before it, which make draws by repetition.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    history: KeyHistory,
}

impl Game {
    /// A game that begins here.
    pub const fn new(position: Position) -> Self {
        Self { position, history: KeyHistory::new() }
    }

    /// Plays `mv`, which must be legal; or the null move, where the side to move is not in check.
    pub fn play(&mut self, mv: Move) {
        self.history.push(&self.position);
        self.position.play_or_pass(mv);
    }

    /// What is on the board.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What was on the board before.
    pub const fn history(&self) -> &KeyHistory {
        &self.history
    }
}
