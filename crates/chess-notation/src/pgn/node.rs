use alloc::string::String;
use alloc::vec::Vec;

use chess_types::Move;

/// A move of a [`Game`](super::Game), or the place before all moves, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The place before all moves.
    pub const ROOT: Self = Self(0);
}

/// A move of a [`Game`](super::Game) with what is said of it.
#[derive(Clone, Debug)]
pub struct Node {
    pub(crate) mv: Move,
    pub(crate) parent: NodeId,
    pub(crate) first_child: Option<NodeId>,
    pub(crate) last_child: Option<NodeId>,
    pub(crate) next_sibling: Option<NodeId>,
    pub(crate) nags: Vec<u8>,
    pub(crate) starting_comments: Vec<String>,
    pub(crate) comments: Vec<String>,
}

impl Node {
    pub(crate) const fn new(parent: NodeId, mv: Move) -> Self {
        Self {
            mv,
            parent,
            first_child: None,
            last_child: None,
            next_sibling: None,
            nags: Vec::new(),
            starting_comments: Vec::new(),
            comments: Vec::new(),
        }
    }

    /// The move; [`Move::NULL`] if a side passes, and for the root.
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// The move before it, or the root. The root's parent is itself.
    pub const fn parent(&self) -> NodeId {
        self.parent
    }

    /// The move that is played next, as against those that might have been.
    pub const fn next(&self) -> Option<NodeId> {
        self.first_child
    }

    /// The next move that might have been played in place of this one.
    pub const fn alternative(&self) -> Option<NodeId> {
        self.next_sibling
    }

    /// Numeric annotation glyphs.
    pub fn nags(&self) -> &[u8] {
        &self.nags
    }

    /// Comments before the move. Only the first move of a variation has such.
    pub fn starting_comments(&self) -> &[String] {
        &self.starting_comments
    }

    /// Comments behind the move; of the root, those before the first move.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Whether the same is said of the same move.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.mv == other.mv
            && self.nags == other.nags
            && self.starting_comments == other.starting_comments
            && self.comments == other.comments
    }
}
