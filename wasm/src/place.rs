//! The place of a game in its tree: moves that are played and taken back, and steps to other places.

use chess_movegen::GameState;
#[cfg(feature = "lenient")]
use chess_notation::internals::first_game;
use chess_notation::pgn::{self, GameResult, NodeId};
use chess_types::Move;
use chess_wasm_notes::{Fault, Kept, Notes, Step, Tree, add, missing};

use crate::game::Game;
use crate::line::{Line, played};

impl Game {
    /// The game with its place at the end of the main line.
    pub(crate) fn from_annotated(annotated: pgn::Game) -> Self {
        let (mut state, mut at) = (GameState::new(*annotated.start()), NodeId::ROOT);
        for played in annotated.mainline() {
            state.play_unchecked(played.mv);
            at = played.id;
        }
        // A result that the position gives by itself goes with the position.
        let result = Some(annotated.result()).filter(|&result| result != state.outcome().into());
        let kept = Tree { at, game: Box::new(annotated), plies: state.moves().len() };
        Self { line: Line::Whole(state), notes: Notes { kept: Kept::Tree(kept), result } }
    }

    /// The tree with all moves, to be read or changed.
    pub(crate) fn tree_mut(&mut self) -> Result<&mut Tree, Fault> {
        if let Kept::Line = self.notes.kept {
            let game = pgn::Game::from(&*self.line.whole());
            self.notes.kept =
                Kept::Tree(Tree { at: game.last(), game: Box::new(game), plies: self.line.moves().len() });
        }
        if let Kept::Text(text) = &self.notes.kept {
            let tree = Tree::new(read(text)?, self.line.moves());
            self.notes.kept = Kept::Tree(tree.ok_or_else(missing)?);
        }
        match &mut self.notes.kept {
            Kept::Tree(tree) => {
                tree.settle(self.line.moves());
                Ok(tree)
            }
            _ => unreachable!("it was made a tree"),
        }
    }

    /// Plays a legal move. One that follows already is only stepped to; another one begins a variation, or goes on where the line ends.
    pub(crate) fn play_move(&mut self, mv: Move) -> Result<(), Fault> {
        if let Kept::Text(_) = self.notes.kept {
            self.tree_mut()?;
        }
        match &mut self.notes.kept {
            Kept::Tree(tree) if tree.has(self.line.moves()) && tree.game.node(tree.at).next().is_some() => {
                let next = add(&mut tree.game, tree.at, &[mv])?;
                tree.go(next, tree.plies + 1);
            }
            // Where the line ends, the move is added once it is needed.
            _ => {}
        }
        self.line.whole().play_unchecked(mv);
        Ok(())
    }

    /// Takes back the last move of the line, and deletes it if no move follows it.
    pub(crate) fn take_back(&mut self) -> Result<Option<Move>, Fault> {
        if let Kept::Text(_) = self.notes.kept {
            self.tree_mut()?;
        }
        match &mut self.notes.kept {
            Kept::Tree(tree) if tree.has(self.line.moves()) && tree.plies > 0 => {
                let last = tree.at;
                tree.go(tree.game.node(last).parent(), tree.plies - 1);
                if tree.game.node(last).next().is_none() {
                    tree.game.remove(last);
                }
            }
            _ => {}
        }
        Ok(self.line.whole().undo())
    }

    /// Goes to another place, and deletes nothing. Returns whether that is another one.
    pub(crate) fn step(&mut self, step: Step) -> Result<bool, Fault> {
        let tree = self.tree_mut()?;
        let from = tree.at;
        let to = match step {
            Step::Back => tree.game.node(from).parent(),
            Step::Forward => tree.game.node(from).next().unwrap_or(from),
            Step::Start => NodeId::ROOT,
            Step::End => {
                let mut last = from;
                while let Some(next) = tree.game.node(last).next() {
                    last = next;
                }
                last
            }
        };
        self.go(to)?;
        Ok(to != from)
    }

    /// Goes to a node of the tree.
    pub(crate) fn go(&mut self, node: NodeId) -> Result<(), Fault> {
        let tree = self.tree_mut()?;
        let moves = tree.moves(node);
        tree.go(node, moves.len());
        self.line.go(&moves);
        Ok(())
    }

    /// The result that was read or set, or that of the last position of the main line.
    pub(crate) fn result(&mut self) -> Result<GameResult, Fault> {
        if let Some(result) = self.notes.result {
            return Ok(result);
        }
        let tree = self.tree_mut()?;
        if tree.at == tree.game.last() {
            return Ok(self.line.whole().outcome().into());
        }
        let moves: Vec<Move> = tree.game.mainline().map(|played| played.mv).collect();
        Ok(played(*tree.game.start(), &moves).outcome().into())
    }
}

/// Reads the text of a tree that was kept.
fn read(text: &str) -> Result<pgn::Game, Fault> {
    let read: Result<pgn::Game, pgn::GameError> = text.parse();
    #[cfg(feature = "lenient")]
    if read.is_err() {
        // A game that was read leniently may begin from a position that strict reading refuses.
        if let Ok(Some(read)) = first_game(text.as_bytes(), true).game {
            return Ok(read.game);
        }
    }
    read.map_err(|error| Fault::from(&error))
}
