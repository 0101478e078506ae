//! Moves of a game with their annotations.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use chess_types::Move;
use static_assertions::assert_eq_size;

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
#[derive(Clone, Debug)]
pub struct Node {
    mv: Move,
    pub(crate) parent: NodeId,
    // The root is never a neighbour and means none.
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
    pub(crate) comments: Comments,
    /// Most moves have neither glyphs nor comments before them.
    notes: Option<Box<Notes>>,
}

const NO_NOTES: &Notes = &Notes { nags: Vec::new(), starting_comments: Vec::new() };

impl Node {
    pub(crate) const fn new(parent: NodeId, mv: Move) -> Self {
        let none = NodeId::ROOT;
        Self {
            mv,
            parent,
            first_child: none,
            last_child: none,
            next_sibling: none,
            comments: Comments::None,
            notes: None,
        }
    }

    fn notes(&self) -> &Notes {
        self.notes.as_deref().unwrap_or(NO_NOTES)
    }

    /// The annotations, mutable.
    pub(crate) fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// The annotations, if there may be any.
    pub(crate) fn some_notes_mut(&mut self) -> Option<&mut Notes> {
        self.notes.as_deref_mut()
    }

    pub(crate) fn clear_comments(&mut self) {
        self.comments = Comments::None;
        if let Some(notes) = self.some_notes_mut() {
            notes.starting_comments.clear();
        }
    }

    /// The last of the moves that may follow.
    pub(crate) const fn last_child(&self) -> Option<NodeId> {
        self.last_child.not_root()
    }

    pub(crate) fn set_children(&mut self, first: Option<NodeId>, last: Option<NodeId>) {
        self.first_child = first.unwrap_or(NodeId::ROOT);
        self.last_child = last.unwrap_or(NodeId::ROOT);
    }

    pub(crate) fn set_next_sibling(&mut self, next: Option<NodeId>) {
        self.next_sibling = next.unwrap_or(NodeId::ROOT);
    }

    /// The move; [`Move::NULL`] for a null move and for the root.
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// The move before this one, or the root. The root is its own parent.
    pub const fn parent(&self) -> NodeId {
        self.parent
    }

    /// The next move of the same line: the main move among those that may follow.
    pub const fn next(&self) -> Option<NodeId> {
        self.first_child.not_root()
    }

    /// The next of the moves that may be played instead of this one.
    pub const fn alternative(&self) -> Option<NodeId> {
        self.next_sibling.not_root()
    }

    /// The numeric annotation glyphs of the move.
    pub fn nags(&self) -> &[u8] {
        &self.notes().nags
    }

    /// The comments before the move. Only the first move of a variation has any.
    pub fn starting_comments(&self) -> &[String] {
        &self.notes().starting_comments
    }

    /// The comments after the move; for the root, those before the first move.
    pub fn comments(&self) -> &[String] {
        self.comments.as_slice()
    }

    /// True if both nodes have the same move with the same annotations.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.mv == other.mv && self.comments() == other.comments() && self.notes() == other.notes()
    }
}

/// The rarer annotations of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) nags: Vec<u8>,
    pub(crate) starting_comments: Vec<String>,
}

/// The comments at one place of a game. Nearly always that is one at most, which takes no list.
#[derive(Clone, Debug, Default)]
pub(crate) enum Comments {
    #[default]
    None,
    One(String),
    #[allow(clippy::box_collection, reason = "the enum is as small as a `String`, so that nodes are small")]
    Many(Box<Vec<String>>),
}

assert_eq_size!(Comments, String);

impl Comments {
    #[inline]
    fn as_slice(&self) -> &[String] {
        match self {
            Self::None => &[],
            Self::One(comment) => core::slice::from_ref(comment),
            Self::Many(comments) => comments,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, comment: String) {
        if let Self::None = self {
            *self = Self::One(comment);
        } else {
            self.push_another(comment);
        }
    }

    fn push_another(&mut self, comment: String) {
        *self = match core::mem::take(self) {
            Self::None => Self::One(comment),
            Self::One(first) => Self::Many(Box::new(Vec::from([first, comment]))),
            Self::Many(mut comments) => {
                comments.push(comment);
                Self::Many(comments)
            }
        };
    }

    /// Takes all comments out, as a list.
    pub(crate) fn take(&mut self) -> Vec<String> {
        match core::mem::take(self) {
            Self::None => Vec::new(),
            Self::One(comment) => Vec::from([comment]),
            Self::Many(comments) => *comments,
        }
    }

    pub(crate) fn extend(&mut self, comments: impl IntoIterator<Item = String>) {
        comments.into_iter().for_each(|comment| self.push(comment));
    }
}
