//! Changes of a game's tree: moves and variations removed, promoted and demoted, annotations removed.

use alloc::vec::Vec;

use chess_types::Move;

use super::comments::{CommentList, CommentTexts};
use super::game::Game;
use super::node::{NodeData, NodeId};
use chess_movegen::IllegalMove;

impl Game {
    /// The moves that may follow a move, in their order: the main move, then its alternatives.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.node(id).next(), |&child| self.node(child).alternative())
    }

    /// The last move of the main line, or the root if there are no moves. The search takes time in proportion to the length of
    /// the main line.
    pub fn last(&self) -> NodeId {
        let mut last = NodeId::ROOT;
        while let Some(next) = self.node(last).next() {
            last = next;
        }
        last
    }

    /// Adds a line of moves after a move or the root, and returns its last move. It becomes the main line if no move
    /// follows yet, and otherwise another variation.
    ///
    /// # Errors
    /// The first move that is not legal, where the null move is legal except in check. The game is then unchanged.
    ///
    /// # Panics
    /// As [`add_move`](Self::add_move).
    pub fn add_line(&mut self, parent: NodeId, moves: &[Move]) -> Result<NodeId, IllegalMove> {
        let mut position = self.position(parent);
        for &mv in moves {
            IllegalMove::find_or_null(&position, mv).map_or(Ok(()), Err)?;
            position.play_unchecked(mv);
        }
        Ok(moves.iter().fold(parent, |last, &mv| self.push(last, mv)))
    }

    /// Removes the last move of the main line, together with the variations that replace it, and returns it; `None` if there
    /// are no moves.
    pub fn pop(&mut self) -> Option<Move> {
        let last = self.last();
        let mv = self.node(last).mv();
        let parent = self.node(last).parent();
        self.remove_after(parent);
        (last != NodeId::ROOT).then_some(mv)
    }

    /// Removes a move and all moves after it, with their annotations. If it was a main move, its first alternative takes its
    /// place. Removing the root removes all moves, and keeps the comments before them.
    ///
    /// The numbers of the other moves stay valid. A removed move leaves an empty place in memory.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn remove(&mut self, id: NodeId) {
        if id == NodeId::ROOT {
            return self.remove_after(id);
        }
        let parent = self.node(id).parent();
        let others: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
        self.set_children(parent, &others);
        self.forget(Vec::from([id]));
    }

    /// Removes all moves after a move, variations included, and keeps the move.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn remove_after(&mut self, id: NodeId) {
        let removed: Vec<NodeId> = self.children(id).collect();
        self.set_children(id, &[]);
        self.forget(removed);
    }

    /// Removes all variations, and keeps the main line.
    pub fn remove_variations(&mut self) {
        let mut at = NodeId::ROOT;
        while let Some(main) = self.node(at).next() {
            let variations = self.children(at).skip(1).collect();
            self.set_children(at, &[main]);
            self.forget(variations);
            at = main;
        }
    }

    /// Removes the moves after this number of plies, in variations, too.
    pub fn truncate(&mut self, plies: usize) {
        let mut ends = Vec::from([NodeId::ROOT]);
        for _ in 0..plies {
            if ends.is_empty() {
                return;
            }
            ends = ends.into_iter().flat_map(|id| self.children(id)).collect();
        }
        for id in ends {
            self.remove_after(id);
        }
    }

    /// Makes the game begin after this number of plies of its main line, or at the end of a shorter one: the moves before are removed with
    /// their annotations and variations. The comments before the first move stay, and so do the numbers of the other moves.
    ///
    /// # Examples
    /// ```
    /// use chess_notation::pgn::Game;
    ///
    /// let mut game: Game = "{Vienna} 1. e4 e5 {open} 2. Nc3 (2. Nf3 Nc6) 2... Nf6 *".parse()?;
    /// game.drop_plies(2);
    /// assert!(game.to_string().ends_with("\n\n{Vienna} 2. Nc3 (2. Nf3 Nc6) 2... Nf6 *\n\n"));
    /// # Ok::<(), chess_notation::pgn::GameError>(())
    /// ```
    pub fn drop_plies(&mut self, plies: usize) {
        let Some(last) = self.mainline().take(plies).last() else { return };
        let rest: Vec<NodeId> = self.children(last.id).collect();
        self.set_children(last.id, &[]);
        self.remove_after(NodeId::ROOT);
        for &id in &rest {
            self.node_mut(id).parent = NodeId::ROOT;
        }
        self.set_children(NodeId::ROOT, &rest);
        self.begin_from(last.after);
    }

    /// Exchanges a move and all that follows it with the alternative before it. Returns false, and changes nothing, if the
    /// move has no alternative before it: it is a main move or the root.
    ///
    /// The comments before a move that becomes a main move go after the move before it.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.reorder(id, |from, _| from.checked_sub(1))
    }

    /// Exchanges a move and all that follows it with the alternative after it. Returns false, and changes nothing, if there is
    /// no such alternative.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn demote(&mut self, id: NodeId) -> bool {
        self.reorder(id, |from, count| Some(from + 1).filter(|&to| to < count))
    }

    /// Makes a move the main move among its alternatives, which keep their order. Returns false, and changes nothing, if it
    /// is the main move already.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn promote_to_main(&mut self, id: NodeId) -> bool {
        self.reorder(id, |from, _| (from > 0).then_some(0))
    }

    /// Makes a move part of the main line of the game: [`promote_to_main`](Self::promote_to_main) for it and for all moves
    /// before it.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn make_mainline(&mut self, id: NodeId) {
        let mut at = id;
        while at != NodeId::ROOT {
            self.promote_to_main(at);
            at = self.node(at).parent();
        }
    }

    /// Removes the comments of a move, before and after it.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn remove_comments(&mut self, id: NodeId) {
        let (list, comments) = self.comments_mut(id);
        comments.remove(list);
        if let Some((notes, comments)) = self.some_notes_mut(id) {
            comments.remove(&mut notes.starting_comments);
        }
        self.give_back_comments();
    }

    /// Removes the comments of all moves, and those before the first move.
    pub fn remove_all_comments(&mut self) {
        self.comment_lists_mut().for_each(|list| *list = CommentList::NONE);
        self.comments = CommentTexts::default();
    }

    /// Removes one glyph from a move, as often as the move has it. Returns false if it does not have it.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn remove_nag(&mut self, id: NodeId, nag: u8) -> bool {
        let Some((notes, _)) = self.some_notes_mut(id) else { return false };
        let before = notes.nags.len();
        notes.nags.retain(|&other| other != nag);
        notes.nags.len() < before
    }

    /// Removes all glyphs of a move.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn remove_nags(&mut self, id: NodeId) {
        if let Some((notes, _)) = self.some_notes_mut(id) {
            notes.nags.clear();
        }
    }

    /// Removes the glyphs of all moves.
    pub fn remove_all_nags(&mut self) {
        self.notes.iter_mut().for_each(|notes| notes.nags.clear());
    }

    /// Moves a move to another place among its alternatives, of which `target` gets its place and their number.
    fn reorder(&mut self, id: NodeId, target: impl Fn(usize, usize) -> Option<usize>) -> bool {
        let parent = self.node(id).parent();
        let mut siblings: Vec<NodeId> = self.children(parent).collect();
        let Some(from) = siblings.iter().position(|&sibling| sibling == id) else { return false };
        let Some(to) = target(from, siblings.len()) else { return false };
        siblings.remove(from);
        siblings.insert(to, id);
        self.set_children(parent, &siblings);
        true
    }

    /// Makes these, in this order, the moves that may follow `parent`.
    fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        for (i, &child) in children.iter().enumerate() {
            self.node_mut(child).set_next_sibling(children.get(i + 1).copied());
        }
        self.node_mut(parent).set_children(children.first().copied(), children.last().copied());
        // Comments before a main move go after the move before it.
        if let Some(&main) = children.first() {
            let before = self.some_notes_mut(main);
            let before = before.map(|(notes, _)| core::mem::take(&mut notes.starting_comments));
            if let Some(before) = before {
                let (list, comments) = self.comments_mut(parent);
                comments.append(list, before);
            }
        }
    }

    /// Marks unreachable moves, and all that follow them, as removed.
    fn forget(&mut self, mut removed: Vec<NodeId>) {
        while let Some(id) = removed.pop() {
            removed.extend(self.children(id));
            let (list, comments) = self.comments_mut(id);
            comments.remove(list);
            if let Some((notes, comments)) = self.some_notes_mut(id) {
                comments.remove(&mut notes.starting_comments);
                notes.nags = Vec::new();
            }
            *self.node_mut(id) = NodeData::new(NodeId::REMOVED, Move::NULL);
        }
        self.give_back_comments();
    }
}
