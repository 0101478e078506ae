//! The moves of a game as a tree.

use chess_movegen::IllegalMove;
use chess_notation::pgn::{self, GameResult, MAX_DEPTH, NodeId};
use chess_types::Move;

use crate::fault::Fault;

/// Tags, the start position, and all moves with comments, glyphs and variations.
///
/// `at` is the node of the current position, or of the last of its moves that the tree has, and `plies` its number of moves from the start.
/// Moves played after the end of a line are added to the tree only when it is read or changed, so that playing them does not pay for
/// the tree.
pub struct Tree {
    /// The moves with all that is written of them.
    pub game: Box<pgn::Game>,
    /// The node of the place.
    pub at: NodeId,
    /// The moves to that node.
    pub plies: usize,
}

/// The part of a game that is PGN alone.
#[derive(Clone, Default)]
pub struct Notes {
    /// The tree.
    pub kept: Kept,
    /// The result that was read or set. Without one, the result is that of the last position of the main line.
    pub result: Option<GameResult>,
}

/// The tree of a game.
#[derive(Clone, Default)]
pub enum Kept {
    /// The line is all that the game has.
    #[default]
    Line,
    /// The tree itself.
    Tree(Tree),
    /// The text of the tree, with the line in it.
    Text(String),
}

/// A step to another place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the position before the last move.
    Back,
    /// To the next move of the line.
    Forward,
    /// To the start of the game.
    Start,
    /// To the last move of the line.
    End,
}

impl Clone for Tree {
    fn clone(&self) -> Self {
        Self { game: self.game.clone(), at: self.at, plies: self.plies }
    }
}

impl Tree {
    /// The tree of a game, with its place at the end of the line.
    pub fn new(game: pgn::Game, line: &[Move]) -> Option<Self> {
        let at = find(&game, line)?;
        Some(Self { game: Box::new(game), at, plies: line.len() })
    }

    /// The node of the place, after all moves of the line have been added.
    pub fn settle(&mut self, line: &[Move]) {
        if line.len() > self.plies {
            // Each of them was legal when it was played.
            if let Ok(last) = self.game.add_line(self.at, &line[self.plies..]) {
                self.at = last;
            }
            self.plies = line.len();
        }
    }

    /// Whether all moves of the line are in the tree.
    pub fn has(&self, line: &[Move]) -> bool {
        self.plies == line.len()
    }

    /// Makes a node the place.
    pub fn go(&mut self, node: NodeId, plies: usize) {
        self.at = node;
        self.plies = plies;
    }

    /// The moves from the start to a node.
    pub fn moves(&self, node: NodeId) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = node;
        while at != NodeId::ROOT {
            moves.push(self.game.node(at).mv());
            at = self.game.node(at).parent();
        }
        moves.reverse();
        moves
    }
}

/// The move after a node.
pub(crate) fn child(game: &pgn::Game, at: NodeId, mv: Move) -> Option<NodeId> {
    game.children(at).find(|&child| game.node(child).mv() == mv)
}

/// The node that moves lead to.
fn find(game: &pgn::Game, moves: &[Move]) -> Option<NodeId> {
    moves.iter().try_fold(NodeId::ROOT, |at, &mv| child(game, at, mv))
}

/// The error of moves that the tree does not have.
pub fn missing() -> Fault {
    Fault::of_kind("variation", "path: the game does not have these moves")
}

/// Adds a line of moves; the first of them that are there already are not added again. Returns its last move. A text of PGN could not be
/// read if variations were nested deeper than [`MAX_DEPTH`].
pub fn add(game: &mut pgn::Game, at: NodeId, line: &[Move]) -> Result<NodeId, Fault> {
    let mut at = at;
    for (number, &mv) in line.iter().enumerate() {
        let Some(next) = child(game, at, mv) else {
            if game.node(at).next().is_some() && nesting(game, at) == MAX_DEPTH {
                return Err(too_deep());
            }
            return game.add_line(at, &line[number..]).map_err(|error: IllegalMove| error.into());
        };
        at = next;
    }
    Ok(at)
}

fn too_deep() -> Fault {
    Fault::of_kind("variation", &format!("variations are nested deeper than {MAX_DEPTH}"))
}

/// The number of variations that a move is in.
fn nesting(game: &pgn::Game, node: NodeId) -> usize {
    let mut count = 0;
    let mut at = node;
    while at != NodeId::ROOT {
        let parent = game.node(at).parent();
        count += usize::from(game.node(parent).next() != Some(at));
        at = parent;
    }
    count
}

/// Exchanges a move with the alternative before it, or after it. False if there is none.
pub(crate) fn exchange(game: &mut pgn::Game, node: NodeId, is_up: bool) -> Result<bool, Fault> {
    let exchanged = if is_up { game.promote(node) } else { game.demote(node) };
    // Of the two, the one that was before may be nested deeper now, with all that follows it.
    if exchanged && deepest(game) > MAX_DEPTH {
        if is_up {
            game.demote(node)
        } else {
            game.promote(node)
        };
        return Err(too_deep());
    }
    Ok(exchanged)
}

/// The greatest number of variations that a move of the game is in.
fn deepest(game: &pgn::Game) -> usize {
    let mut deepest = 0;
    let mut rest = vec![(NodeId::ROOT, 0)];
    while let Some((node, depth)) = rest.pop() {
        deepest = deepest.max(depth);
        rest.extend(
            game.children(node).enumerate().map(|(index, child)| (child, depth + usize::from(index > 0))),
        );
    }
    deepest
}
