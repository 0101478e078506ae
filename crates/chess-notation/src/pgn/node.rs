use alloc::string::String;
use alloc::vec::Vec;

use chess_types::Move;

/// The number of a move in a [`Game`](super::Game), or of the root, which stands before all moves.
///
/// A number stays valid while other moves are added, removed, promoted or demoted. The number of a removed move is never
/// given to another one, unless [`Game::compact`](super::Game::compact) numbers all moves anew.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The root, which stands before all moves.
    pub const ROOT: Self = Self(0);

    /// The parent of removed nodes. No node has this number.
    pub(crate) const REMOVED: Self = Self(u32::MAX);
}

/// A move of a [`Game`](super::Game) with its annotations and its neighbours in the tree.
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

    /// The move; [`Move::NULL`] for a null move and for the root.
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// The move before this one, or the root. The root is its own parent.
    pub const fn parent(&self) -> NodeId {
        self.parent
    }

    /// The move that follows in the same line: the main move of those that may follow.
    pub const fn next(&self) -> Option<NodeId> {
        self.first_child
    }

    /// The next of the moves that may be played instead of this one.
    pub const fn alternative(&self) -> Option<NodeId> {
        self.next_sibling
    }

    /// The numeric annotation glyphs of the move.
    pub fn nags(&self) -> &[u8] {
        &self.nags
    }

    /// The comments before the move. Only the first move of a variation has any.
    pub fn starting_comments(&self) -> &[String] {
        &self.starting_comments
    }

    /// The comments after the move; for the root, those before the first move.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// True if both nodes have the same move with the same annotations.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.mv == other.mv
            && self.nags == other.nags
            && self.starting_comments == other.starting_comments
            && self.comments == other.comments
    }
}
