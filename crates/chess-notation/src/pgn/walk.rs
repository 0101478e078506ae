use super::game::Game;
use super::node::NodeId;

/// Goes through a game in the order in which it is written, without recursion.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    game: &'a Game,
    next: Next,
}

/// A step of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Visit {
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

impl Game {
    pub(crate) const fn walk(&self) -> Walk<'_> {
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

impl Walk<'_> {
    /// The next alternative to the main move behind `parent`, or what follows that move.
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
