//! The moves of a game with those of its variations.

use chess_types::Move;

/// The moves of a game with those of its variations, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// Each move with the index of the move before it, or -1.
    pub(super) moves: Vec<(Move, i32)>,
    /// The index of the last move of the line.
    last: Option<usize>,
    /// The last moves of the lines that open variations interrupt.
    interrupted: Vec<Option<usize>>,
}

impl Tree {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.interrupted.clear();
        self.last = None;
    }

    /// Tests whether a variation is open.
    pub(super) fn is_in_variation(&self) -> bool {
        !self.interrupted.is_empty()
    }

    pub(super) fn push(&mut self, mv: Move) {
        self.moves.push((mv, self.last.map_or(-1, |index| index as i32)));
        self.last = Some(self.moves.len() - 1);
    }

    /// Begins a variation, which replaces the last move.
    pub(super) fn start_variation(&mut self) {
        self.interrupted.push(self.last);
        let before = self.last.and_then(|last| self.moves.get(last));
        self.last = before.and_then(|&(_, before)| usize::try_from(before).ok());
    }

    pub(super) fn end_variation(&mut self) {
        self.last = self.interrupted.pop().flatten();
    }
}
