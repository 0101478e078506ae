use chess_board::Position;
use chess_types::Move;

use super::cursor::Cursor;
use super::game::Game;
use super::node::NodeId;

/// The moves of a game without its variations, made by [`Game::mainline`].
#[derive(Clone, Debug)]
pub struct Mainline<'a> {
    game: &'a Game,
    last: NodeId,
    cursor: Cursor,
}

/// A move as it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Where it stands in the game.
    pub id: NodeId,
    /// The move; [`Move::NULL`] if the side passed.
    pub mv: Move,
    /// The position it was played in.
    pub before: Position,
    /// The position it led to.
    pub after: Position,
}

impl Game {
    /// The moves of the game itself, without variations.
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
