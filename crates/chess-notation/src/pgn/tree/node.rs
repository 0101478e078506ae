//! Moves of a game with their annotations.

use alloc::vec::Vec;

use chess_types::Move;
use static_assertions::const_assert;

use super::comments::{CommentList, CommentTexts, Comments};

/// The number of a move in a [`Game`](crate::pgn::Game), or of the root, which is before all moves.
///
/// A number stays valid while other moves are added, removed, promoted or demoted. The number of a removed move is never
/// given to another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The root, which is before all moves.
    pub const ROOT: Self = Self(0);

    /// The parent of removed nodes. No node has this number.
    pub(crate) const REMOVED: Self = Self(u32::MAX);

    const fn not_root(self) -> Option<Self> {
        if self.0 == 0 { None } else { Some(self) }
    }
}

/// A move of a [`Game`](crate::pgn::Game) with its annotations and its neighbours in the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    data: &'a NodeData,
    notes: &'a Notes,
    texts: &'a CommentTexts,
}

impl<'a> Node<'a> {
    pub(crate) fn new(data: &'a NodeData, notes: &'a [Notes], texts: &'a CommentTexts) -> Self {
        let notes = (data.notes as usize).checked_sub(1).and_then(|i| notes.get(i)).unwrap_or(NO_NOTES);
        Self { data, notes, texts }
    }

    /// The move; [`Move::NULL`] for a null move and for the root.
    pub const fn mv(self) -> Move {
        self.data.mv
    }

    /// The move before this one, or the root. The root is its own parent.
    pub const fn parent(self) -> NodeId {
        self.data.parent
    }

    /// The next move of the same line: the main move among those that may follow.
    pub const fn next(self) -> Option<NodeId> {
        self.data.first_child.not_root()
    }

    /// The next of the moves that may be played instead of this one.
    pub const fn alternative(self) -> Option<NodeId> {
        self.data.next_sibling.not_root()
    }

    /// The numeric annotation glyphs of the move.
    pub fn nags(self) -> &'a [u8] {
        &self.notes.nags
    }

    /// The comments before the move. Only the first move of a variation has any.
    pub const fn starting_comments(self) -> Comments<'a> {
        self.texts.read(self.notes.starting_comments)
    }

    /// The comments after the move; for the root, those before the first move.
    pub const fn comments(self) -> Comments<'a> {
        self.texts.read(self.data.comments)
    }

    /// True if both nodes have the same move with the same annotations.
    pub(crate) fn is_like(self, other: Node<'_>) -> bool {
        self.mv() == other.mv()
            && self.nags() == other.nags()
            && self.comments().eq(other.comments())
            && self.starting_comments().eq(other.starting_comments())
    }
}

/// A move as a game stores it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeData {
    pub(crate) mv: Move,
    pub(crate) parent: NodeId,
    // The root is never a neighbour and means none.
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
    pub(crate) comments: CommentList,
    /// The place of its [`Notes`] in the game, counted from 1. Most moves have none, and 0.
    pub(crate) notes: u32,
}

const_assert!(size_of::<NodeData>() == 32);

/// The rarer annotations of a move: its glyphs and the comments before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) nags: Vec<u8>,
    pub(crate) starting_comments: CommentList,
}

const NO_NOTES: &Notes = &Notes { nags: Vec::new(), starting_comments: CommentList::NONE };

impl NodeData {
    pub(crate) const fn new(parent: NodeId, mv: Move) -> Self {
        let none = NodeId::ROOT;
        Self {
            mv,
            parent,
            first_child: none,
            last_child: none,
            next_sibling: none,
            comments: CommentList::NONE,
            notes: 0,
        }
    }

    /// Adds the last of the moves that may follow, and returns the one before it.
    pub(crate) fn add_child(&mut self, id: NodeId) -> Option<NodeId> {
        let before = self.last_child.not_root();
        if before.is_none() {
            self.first_child = id;
        }
        self.last_child = id;
        before
    }

    pub(crate) fn set_children(&mut self, first: Option<NodeId>, last: Option<NodeId>) {
        self.first_child = first.unwrap_or(NodeId::ROOT);
        self.last_child = last.unwrap_or(NodeId::ROOT);
    }

    pub(crate) fn set_next_sibling(&mut self, next: Option<NodeId>) {
        self.next_sibling = next.unwrap_or(NodeId::ROOT);
    }
}
