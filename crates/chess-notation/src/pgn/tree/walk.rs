//! Walks through a game's tree: along the main line, and in the order of the text, for writing and comparison.

use alloc::vec::Vec;
use core::fmt::{self, Write};

use chess_board::Position;
use chess_types::Move;

use super::comments::Comments;
use super::game::Game;
use super::node::NodeId;
use crate::pgn::replay::start::Cursor;
use crate::pgn::writer::Writer;

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
        self.cursor.play_unchecked(mv);
        self.last = id;
        Some(Played { id, mv, before: self.cursor.before, after: self.cursor.position })
    }
}

impl Game {
    /// Writes the game in the standard's export format.
    ///
    /// # Errors
    /// The output failed.
    pub fn write(&self, writer: &mut Writer<impl Write>) -> fmt::Result {
        self.tags().iter().try_for_each(|(name, value)| writer.tag(name, value))?;
        self.write_movetext(writer)
    }

    /// Writes the game without its tags, among which the caller may choose. A game that does not begin from the start position cannot be
    /// read without those that [`start_tags`](Writer::start_tags) writes.
    ///
    /// # Errors
    /// The output failed.
    pub fn write_movetext(&self, writer: &mut Writer<impl Write>) -> fmt::Result {
        let root = self.node(NodeId::ROOT);
        root.nags().iter().try_for_each(|&nag| writer.nag(nag))?;
        write_comments(writer, root.comments())?;
        let mut cursor = Cursor::new(*self.start());
        let mut interrupted = Vec::new();
        for visit in self.walk() {
            match visit {
                Visit::Move(id) => {
                    self.write_move(writer, &cursor.position, id)?;
                    cursor.play_unchecked(self.node(id).mv());
                }
                Visit::VariationStart => {
                    writer.start_variation()?;
                    interrupted.push(cursor);
                    cursor = cursor.vary();
                }
                Visit::VariationEnd => {
                    writer.end_variation()?;
                    cursor = interrupted.pop().unwrap_or(cursor);
                }
            }
        }
        writer.result(self.result())
    }

    fn write_move(&self, writer: &mut Writer<impl Write>, position: &Position, id: NodeId) -> fmt::Result {
        let node = self.node(id);
        write_comments(writer, node.starting_comments())?;
        writer.mv(position, node.mv())?;
        node.nags().iter().try_for_each(|&nag| writer.nag(nag))?;
        write_comments(writer, node.comments())
    }
}

impl fmt::Display for Game {
    /// Writes the standard's export format, with the blank line that sets games apart at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&mut Writer::new(f))
    }
}

impl Game {
    const fn walk(&self) -> Walk<'_> {
        Walk { game: self, next: Next::Behind(NodeId::ROOT) }
    }
}

impl PartialEq for Game {
    /// True if both games are written alike. The order in which moves were added does not matter.
    fn eq(&self, other: &Self) -> bool {
        let root = NodeId::ROOT;
        let mut theirs = other.walk();
        let mut is_same = |visit| match (visit, theirs.next()) {
            (Visit::Move(a), Some(Visit::Move(b))) => self.node(a).is_like(other.node(b)),
            (a, b) => Some(a) == b,
        };
        self.start() == other.start()
            && self.tags() == other.tags()
            && self.node(root).is_like(other.node(root))
            && self.walk().all(&mut is_same)
            && theirs.next().is_none()
    }
}

fn write_comments(writer: &mut Writer<impl Write>, mut comments: Comments<'_>) -> fmt::Result {
    comments.try_for_each(|comment| writer.comment(comment))
}

/// Goes through a game in the order in which it is written, without recursion.
#[derive(Clone, Debug)]
struct Walk<'a> {
    game: &'a Game,
    next: Next,
}

/// A step of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Visit {
    Move(NodeId),
    VariationStart,
    VariationEnd,
}

/// The place where a walk continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// With the move that follows this one, if there is one.
    Behind(NodeId),
    /// With a variation that begins with this move.
    Variation(NodeId),
    /// With this move, whose variation has been opened.
    First(NodeId),
}

impl Walk<'_> {
    /// The next alternative to the main move after `parent`, or the moves after that move.
    fn after(&self, id: NodeId, main: NodeId) -> Next {
        self.game.node(id).alternative().map_or(Next::Behind(main), Next::Variation)
    }
}

impl Iterator for Walk<'_> {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        let (visit, next) = match self.next {
            Next::Variation(id) => (Visit::VariationStart, Next::First(id)),
            Next::First(id) => (Visit::Move(id), Next::Behind(id)),
            Next::Behind(id) => {
                if let Some(main) = self.game.node(id).next() {
                    (Visit::Move(main), self.after(main, main))
                } else {
                    let first = self.game.first_of_variation(id)?;
                    let main = self.game.node(self.game.node(first).parent()).next()?;
                    (Visit::VariationEnd, self.after(first, main))
                }
            }
        };
        self.next = next;
        Some(visit)
    }
}
