use chess_board::Position;
use chess_types::Move;

use super::cursor::Cursor;
use super::game::Game;
use super::node::NodeId;

/// An iterator over the moves of the main line, made by [`Game::mainline`].
#[derive(Clone, Debug)]
pub struct Mainline<'a> {
    game: &'a Game,
    last: NodeId,
    cursor: Cursor,
}

/// A move of the main line, with the positions before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The number of the move in the game.
    pub id: NodeId,
    /// The move; [`Move::NULL`] for a null move.
    pub mv: Move,
    /// The position before the move.
    pub before: Position,
    /// The position after the move.
    pub after: Position,
}

impl Game {
    /// The moves of the main line with their positions, without variations.
    pub fn mainline(&self) -> Mainline<'_> {
        Mainline { game: self, last: NodeId::ROOT, cursor: Cursor::new(*self.start()) }
    }
}

impl Iterator for Mainline<'_> {
    type Item = Played;

    fn next(&mut self) -> Option<Played> {
        let id = self.game.node(self.last).next()?;
        let mv = self.game.node(id).mv();
        self.cursor.play(mv);
        self.last = id;
        Some(Played { id, mv, before: self.cursor.before, after: self.cursor.position })
    }
}
