//! Comments, glyphs and variations of a game: read as a tree, and changed by requests.
//!
//! A request is a text of lines: the name of the change, the moves that lead to its place, and a value, which may have lines of its
//! own. Moves are SAN, UCI or `=` and a move word, between spaces.
//!
//! | name | value |
//! |---|---|
//! | `comment` | the comment after the last of the moves; nothing removes all comments there |
//! | `nags` | the numbers of its glyphs |
//! | `add` | the moves of a new variation, which follow the moves |
//! | `remove` | none: the last of the moves and all that follow it are removed |

use std::fmt::Write;

use chess_board::Position;
use chess_movegen::{GameState, IllegalMove};
use chess_notation::San;
use chess_notation::pgn::{self, GameResult, NodeId};
use chess_types::Move;

use crate::fault::Fault;
use crate::game::{Game, Notes, read_legal};
use crate::json::{Json, list, text};
use crate::record::uci;
use crate::texts::Text;

impl Game {
    /// Reads a text with exactly one game of PGN; the moves of its main line are played.
    pub fn from_pgn(text: &str) -> Result<Self, Fault> {
        let annotated: Result<pgn::Game, _> = text.parse();
        annotated.map(Self::from_annotated).map_err(|error: pgn::GameError| Fault::from(&error))
    }

    /// Reads the first game of a text as far as it can be read, with the errors that reading went on after, as JSON.
    pub fn from_lenient_pgn(text: &str) -> Result<(Self, String), Fault> {
        let read = Text::new(text.into(), [0; 3]).next(true)?;
        read.map(|read| (read.game, read.forgiven))
            .ok_or_else(|| Fault::of_kind("pgn", "the text has no game"))
    }

    /// The game with the moves of its main line played.
    pub(crate) fn from_annotated(annotated: pgn::Game) -> Self {
        let mut state = GameState::new(*annotated.start());
        for played in annotated.mainline() {
            state.play_unchecked(played.mv);
        }
        // A result that the position gives by itself goes with the position.
        let result = Some(annotated.result()).filter(|&result| result != state.outcome().into());
        Self { state, notes: Notes { game: Some(Box::new(annotated)), result } }
    }

    /// The game with its annotations, to be changed.
    fn annotated(&mut self) -> &mut pgn::Game {
        self.notes.game.get_or_insert_with(|| Box::new(pgn::Game::new(*self.state.start())))
    }

    /// A copy of the game with its annotations.
    fn copied(&self) -> pgn::Game {
        self.notes.game.as_deref().cloned().unwrap_or_else(|| pgn::Game::new(*self.state.start()))
    }

    /// Makes the change that a request asks for: see `annotations`. Of an error, nothing is changed. A request `tag` has a name in
    /// place of the moves.
    pub fn edit(&mut self, request: &str) -> Result<(), Fault> {
        if let Some((name, value)) = request.strip_prefix("tag\n").and_then(|tag| tag.split_once('\n')) {
            return self.set_tag(name, value);
        }
        let mut game = self.copied();
        edit(&mut game, self.state.moves(), request)?;
        self.notes.game = Some(Box::new(game));
        Ok(())
    }

    /// The moves that were played, with comments, glyphs and variations, as JSON.
    pub fn tree(&self) -> String {
        tree(&self.settled())
    }

    /// Sets a tag of the PGN, or removes it if the value is empty. Without the tag `Result`, the result is that of the position.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        if value.is_empty() {
            self.annotated().remove_tag(name)?;
        } else {
            self.annotated().set_tag(name, value)?;
        }
        if name == "Result" {
            self.notes.result = Some(self.annotated().result()).filter(|_| !value.is_empty());
        }
        Ok(())
    }

    /// The result that was read or set, or that of the position.
    fn result(&self) -> GameResult {
        self.notes.result.unwrap_or_else(|| self.state.outcome().into())
    }

    /// The tags as a JSON object of texts.
    pub fn tags(&self) -> String {
        Json::object(|object| {
            for (name, value) in self.copied().tags().iter() {
                object.text(name, if name == "Result" { self.result().as_str() } else { value });
            }
        })
    }

    /// The game as PGN. Its main line has the moves that were played; comments and variations are those that were read for these
    /// moves and the positions between them. Moves that were taken back are left out.
    pub fn pgn(&self) -> String {
        let mut game = self.settled();
        game.set_result(self.result());
        game.to_string()
    }

    /// The annotated game with the moves that were played and no others in its main line.
    fn settled(&self) -> pgn::Game {
        let mut game = self.copied();
        let last = settle(&mut game, self.state.moves());
        game.remove_after(last);
        game
    }
}

/// What is still to be written of a tree.
enum Rest {
    /// A move, whether it is the first of its line, and the position before it.
    Move(NodeId, bool, Position),
    Text(&'static str),
}

/// Makes the change that a request asks for, with `played` as the main line. A game of which an error is returned is not to be used.
fn edit(game: &mut pgn::Game, played: &[Move], request: &str) -> Result<(), Fault> {
    let mut lines = request.splitn(3, '\n');
    let mut next = || lines.next().unwrap_or_default();
    let (name, path, value) = (next(), next(), next());
    let path = moves("path", *game.start(), path)?;
    settle(game, played);
    let missing = || Fault::of_kind("variation", "path: the game does not have these moves");
    let node = find(game, &path).ok_or_else(missing)?;
    // Moves behind the end of the game are no part of its PGN.
    let is_played = played.starts_with(&path);
    match name {
        "comment" => game.set_comment(node, value),
        "nags" => {
            let nags = value.split_ascii_whitespace().map(str::parse).collect::<Result<Vec<u8>, _>>();
            game.remove_nags(node);
            for nag in nags.map_err(|_| Fault::argument("nags: numbers from 0 to 255 are expected"))? {
                game.add_nag(node, nag);
            }
        }
        "add" => {
            let start = path.iter().fold(*game.start(), |position, &mv| after(&position, mv));
            let added = moves("moves", start, value)?;
            if added.is_empty() || is_played && path.len() == played.len() {
                let message = "a variation has moves, and stands beside a move that was played";
                return Err(Fault::of_kind("variation", message));
            }
            add(game, node, &added);
        }
        "remove" if is_played => {
            return Err(Fault::of_kind("variation", "path: these moves were played, and are no variation"));
        }
        "remove" => game.remove(node),
        _ => return Err(Fault::argument("request: there is no such change")),
    }
    Ok(())
}

/// The moves of a game with comments, glyphs and variations, as JSON: a line is a list of moves, and a variation a line that
/// a move may be replaced by. Lines are written one in another without a call for each.
fn tree(game: &pgn::Game) -> String {
    let mut out = String::from("{");
    texts(&mut out, "comments", game.node(NodeId::ROOT).comments());
    out.push_str(",\"moves\":[");
    let mut rest = vec![Rest::Text("]}")];
    rest.extend(game.node(NodeId::ROOT).next().map(|first| Rest::Move(first, true, *game.start())));
    while let Some(next) = rest.pop() {
        let (id, is_first, position) = match next {
            Rest::Text(text) => {
                out.push_str(text);
                continue;
            }
            Rest::Move(id, is_first, position) => (id, is_first, position),
        };
        let node = game.node(id);
        out.push_str(if is_first { "{\"san\":" } else { ",{\"san\":" });
        text(&mut out, San::new(&position, node.mv()).as_str());
        out.push_str(",\"uci\":");
        text(&mut out, &uci(&position, node.mv()).to_string());
        out.push(',');
        texts(&mut out, "startingComments", node.starting_comments());
        out.push(',');
        texts(&mut out, "comments", node.comments());
        out.push_str(",\"nags\":");
        list(&mut out, node.nags(), |out, nag| {
            let _ = write!(out, "{nag}");
        });
        out.push_str(",\"variations\":[");
        rest.extend(node.next().map(|next| Rest::Move(next, false, after(&position, node.mv()))));
        rest.push(Rest::Text("]}"));
        if game.node(node.parent()).next() == Some(id) {
            let others: Vec<_> = game.children(node.parent()).skip(1).collect();
            for (index, &other) in others.iter().enumerate().rev() {
                rest.push(Rest::Text("]"));
                rest.push(Rest::Move(other, true, position));
                rest.push(Rest::Text(if index == 0 { "[" } else { ",[" }));
            }
        }
    }
    out
}

/// A key with a list of texts.
fn texts(out: &mut String, key: &str, texts: pgn::Comments<'_>) {
    text(out, key);
    out.push(':');
    list(out, texts, text);
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.play_unchecked(mv);
    after
}

/// The moves of a text, which begin at a position.
fn moves(name: &str, mut position: Position, text: &str) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    for token in text.split_ascii_whitespace() {
        let mv = match token.strip_prefix('=') {
            None => read_legal(&position, token)?,
            Some(word) => {
                let word = word.parse().ok().and_then(|word| Move::from_raw(word).ok());
                word.ok_or_else(|| Fault::argument(&format!("{name}: {token} is no move word")))?
            }
        };
        if let Some(error) = IllegalMove::find_or_null(&position, mv) {
            return Err(error.into());
        }
        position = after(&position, mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// The node that moves lead to.
fn find(game: &pgn::Game, moves: &[Move]) -> Option<NodeId> {
    moves
        .iter()
        .try_fold(NodeId::ROOT, |at, &mv| game.children(at).find(|&child| game.node(child).mv() == mv))
}

/// Adds a line of legal moves; the first of them that are there already are not added again.
fn add(game: &mut pgn::Game, at: NodeId, line: &[Move]) {
    let mut at = at;
    for (number, &mv) in line.iter().enumerate() {
        let Some(child) = game.children(at).find(|&child| game.node(child).mv() == mv) else {
            let _ = game.add_line(at, &line[number..]);
            return;
        };
        at = child;
    }
}

/// Makes moves that were played the main line, and returns its last one. A move that another one has taken the place of is removed.
fn settle(game: &mut pgn::Game, moves: &[Move]) -> NodeId {
    let mut at = NodeId::ROOT;
    for (number, &mv) in moves.iter().enumerate() {
        let main = game.node(at).next();
        let known = game.children(at).find(|&child| game.node(child).mv() == mv);
        if known.is_none() {
            // Each of them was legal when it was played.
            let _ = game.add_line(at, &moves[number..]);
        }
        let Some(next) = known.or_else(|| game.children(at).last()) else { break };
        game.promote_to_main(next);
        if let Some(taken_back) = main.filter(|&main| main != next) {
            game.remove(taken_back);
        }
        at = next;
    }
    at
}
