use chess_board::Position;
use chess_notation::pgn::{Game, NodeId};
use chess_types::Move;

/// The tree of a game as a program without any art would keep it: it is the twin of `Game`.
pub(crate) struct NaiveTree {
    pub(crate) start: Position,
    /// The root and all moves ever added.
    pub(crate) nodes: Vec<NaiveNode>,
}

#[derive(Clone)]
pub(crate) struct NaiveNode {
    /// The number of the same move in the game; `None` of a move that has been removed.
    pub(crate) id: Option<NodeId>,
    pub(crate) mv: Move,
    pub(crate) parent: usize,
    /// The main move first.
    pub(crate) children: Vec<usize>,
    pub(crate) before: Vec<String>,
    pub(crate) comments: Vec<String>,
    pub(crate) nags: Vec<u8>,
}

impl NaiveNode {
    fn new(id: NodeId, mv: Move, parent: usize) -> Self {
        let (children, before, comments, nags) = Default::default();
        Self { id: Some(id), mv, parent, children, before, comments, nags }
    }
}

impl NaiveTree {
    pub(crate) fn new(start: Position) -> Self {
        Self { start, nodes: vec![NaiveNode::new(NodeId::ROOT, Move::NULL, 0)] }
    }

    /// The places of the root and of all moves that are there.
    pub(crate) fn all(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&at| self.nodes[at].id.is_some()).collect()
    }

    pub(crate) fn position(&self, at: usize) -> Position {
        if at == 0 {
            return self.start;
        }
        let mut position = self.position(self.nodes[at].parent);
        position.play_or_pass(self.nodes[at].mv);
        position
    }

    pub(crate) fn add(&mut self, parent: usize, mv: Move, id: NodeId) -> usize {
        let at = self.nodes.len();
        self.nodes.push(NaiveNode::new(id, mv, parent));
        self.nodes[parent].children.push(at);
        at
    }

    pub(crate) fn is_main(&self, at: usize) -> bool {
        at == 0 || self.nodes[self.nodes[at].parent].children[0] == at
    }

    pub(crate) fn remove(&mut self, at: usize) {
        if at == 0 {
            return self.remove_after(0);
        }
        let parent = self.nodes[at].parent;
        self.nodes[parent].children.retain(|&child| child != at);
        self.forget(at);
        self.settle(parent);
    }

    pub(crate) fn remove_after(&mut self, at: usize) {
        for child in std::mem::take(&mut self.nodes[at].children) {
            self.forget(child);
        }
    }

    pub(crate) fn remove_variations(&mut self) {
        for at in 0..self.nodes.len() {
            while self.nodes[at].children.len() > 1 {
                self.remove(self.nodes[at].children[1]);
            }
        }
    }

    /// Moves a move to another place among its siblings, if there is such a place.
    pub(crate) fn exchange(&mut self, at: usize, step: isize) -> bool {
        let parent = self.nodes[at].parent;
        let siblings = &mut self.nodes[parent].children;
        let Some(old) = siblings.iter().position(|&child| child == at) else { return false };
        let Some(new) = old.checked_add_signed(step).filter(|&new| new < siblings.len()) else {
            return false;
        };
        siblings.swap(old, new);
        self.settle(parent);
        true
    }

    pub(crate) fn promote_to_main(&mut self, at: usize) -> bool {
        if self.is_main(at) {
            return false;
        }
        let parent = self.nodes[at].parent;
        let siblings = &mut self.nodes[parent].children;
        siblings.retain(|&child| child != at);
        siblings.insert(0, at);
        self.settle(parent);
        true
    }

    pub(crate) fn make_mainline(&mut self, at: usize) {
        self.promote_to_main(at);
        if at != 0 {
            self.make_mainline(self.nodes[at].parent);
        }
    }

    pub(crate) fn last(&self) -> usize {
        let mut at = 0;
        while let Some(&next) = self.nodes[at].children.first() {
            at = next;
        }
        at
    }

    /// Compares the tree with a game, move by move. Returns the numbers of the moves in the game, by their places.
    pub(crate) fn compare(&self, game: &Game) -> Vec<Option<NodeId>> {
        let mut ids = vec![None; self.nodes.len()];
        let mut open = vec![(0, NodeId::ROOT)];
        while let Some((at, id)) = open.pop() {
            ids[at] = Some(id);
            let (ours, theirs) = (&self.nodes[at], game.node(id));
            assert_eq!(theirs.mv(), ours.mv);
            assert_eq!(theirs.comments(), ours.comments);
            assert_eq!(theirs.starting_comments(), ours.before);
            assert_eq!(theirs.nags(), ours.nags);
            let children: Vec<NodeId> = game.children(id).collect();
            assert_eq!(children.len(), ours.children.len());
            assert!(children.iter().all(|&child| game.node(child).parent() == id));
            open.extend(ours.children.iter().copied().zip(children));
        }
        ids
    }

    /// A main move has no place for comments before it: they go behind the move before.
    fn settle(&mut self, parent: usize) {
        if let Some(&main) = self.nodes[parent].children.first() {
            let comments = std::mem::take(&mut self.nodes[main].before);
            self.nodes[parent].comments.extend(comments);
        }
    }

    fn forget(&mut self, at: usize) {
        self.nodes[at].id = None;
        self.remove_after(at);
    }
}
