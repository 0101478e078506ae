//! Comments, glyphs, values and variations of a game: read as a tree, and changed by requests.
//!
//! A request is a text of lines: the name of the change, the path of its move, and a value, which may have lines of its own. A path is a list of
//! moves from the start, `@` for the place of the game, or `^` for the position before its last move. Moves are SAN or UCI, between spaces.
//!
//! | name | value |
//! |---|---|
//! | `comment` | the text of the comment after the last of the moves; nothing removes it. Values stay that the text does not have |
//! | `clock`, `emt` | milliseconds; nothing removes them |
//! | `eval` | `cp` or `mate`, its number and the depth, between spaces; nothing removes it |
//! | `arrows` | a letter of a colour and two squares each, between spaces |
//! | `nags` | the numbers of its glyphs |
//! | `add` | moves that follow |
//! | `remove` | none: the last of the moves and all that follow it are removed |
//! | `promote`, `demote` | none: the last of the moves is exchanged with the alternative before or after it. The answer is empty if there is none |
//! | `goto` | none: the place of the game |

use chess_board::Position;
use chess_notation::San;
use chess_notation::pgn::{self, GameResult, NodeId};
use chess_types::Move;

use crate::fault::Fault;
use crate::json::{Json, list, text};
use crate::moves::{Read, uci};
use crate::tree::{Tree, add, child, exchange, missing};
use crate::values::{set, write_notes};

impl Tree {
    /// Makes the change that a request asks for. Of an error, nothing is changed. Returns the answer, and the node to which the place of the game
    /// moves.
    pub fn edit(&mut self, request: &str, read: Read) -> Result<(&'static str, Option<NodeId>), Fault> {
        let mut lines = request.splitn(3, '\n');
        let mut next = || lines.next().unwrap_or_default();
        let (name, path, value) = (next(), next(), next());
        let (node, position) = self.find(path, read)?;
        let game = &mut *self.game;
        if set(game, node, name, value)? {
            return Ok(("", None));
        }
        match name {
            "nags" => {
                let nags = value.split_ascii_whitespace().map(str::parse).collect::<Result<Vec<u8>, _>>();
                let nags = nags.map_err(|_| Fault::argument("nags: numbers from 0 to 255 are expected"))?;
                game.remove_nags(node);
                for nag in nags {
                    game.add_nag(node, nag);
                }
            }
            "add" => {
                let added = moves(position, value, read)?;
                if added.is_empty() {
                    return Err(Fault::of_kind("variation", "moves: a variation has at least one move"));
                }
                add(game, node, &added)?;
            }
            "remove" if node == NodeId::ROOT => {
                return Err(Fault::of_kind("variation", "path: it has no move that could be removed"));
            }
            "remove" => {
                let before = game.node(node).parent();
                let place = self.is_within(node).then_some(before);
                self.game.remove(node);
                return Ok(("", place));
            }
            "promote" | "demote" => {
                return Ok((if exchange(game, node, name == "promote")? { "1" } else { "" }, None));
            }
            "goto" => return Ok(("", Some(node))),
            _ => return Err(Fault::argument("request: there is no such change")),
        }
        Ok(("", None))
    }

    /// Comments, values and glyphs of the move to which a path leads, as JSON.
    pub fn values(&self, path: &str, read: Read) -> Result<String, Fault> {
        let (node, _) = self.find(path, read)?;
        let mut out = String::from("{");
        write_notes(&mut out, self.game.node(node));
        out.push('}');
        Ok(out)
    }

    /// All moves with comments, values, glyphs and variations, as JSON.
    pub fn json(&self) -> String {
        tree(&self.game)
    }

    /// Sets a tag of the PGN, or removes it if the value is empty. Returns the result of the game.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<GameResult, Fault> {
        if value.is_empty() {
            self.game.remove_tag(name)?;
        } else {
            self.game.set_tag(name, value)?;
        }
        Ok(self.game.result())
    }

    /// The tags as a JSON object of texts, with this result.
    pub fn tags(&self, result: GameResult) -> String {
        Json::object(|object| {
            for (name, value) in self.game.tags().iter() {
                object.text(name, if name == "Result" { result.as_str() } else { value });
            }
        })
    }

    /// The node that a path leads to, and the position there.
    fn find(&self, path: &str, read: Read) -> Result<(NodeId, Position), Fault> {
        let at = match path {
            "@" => self.at,
            "^" if self.at == NodeId::ROOT => {
                return Err(Fault::of_kind(
                    "variation",
                    "path: no move was played that could have an alternative",
                ));
            }
            "^" => self.game.node(self.at).parent(),
            _ => {
                let mut at = (NodeId::ROOT, *self.game.start());
                for token in path.split_ascii_whitespace() {
                    let mv = read(&at.1, token)?;
                    let next = child(&self.game, at.0, mv).ok_or_else(missing)?;
                    at = (next, after(&at.1, mv));
                }
                return Ok(at);
            }
        };
        Ok((at, self.game.position(at)))
    }

    /// Whether the place is a node or follows it.
    fn is_within(&self, node: NodeId) -> bool {
        let mut at = self.at;
        while at != node && at != NodeId::ROOT {
            at = self.game.node(at).parent();
        }
        at == node
    }
}

/// What is still to be written of a tree.
enum Rest {
    /// A move, whether it is the first of its line, and the position before it.
    Move(NodeId, bool, Position),
    Text(&'static str),
}

/// The moves of a game with comments, glyphs and variations, as JSON: a line is a list of moves, and a variation a line that
/// a move may be replaced by. Lines are written one in another without a call for each.
fn tree(game: &pgn::Game) -> String {
    let mut out = String::from("{");
    write_notes(&mut out, game.node(NodeId::ROOT));
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
        text(&mut out, "startingComments");
        out.push(':');
        list(&mut out, node.starting_comments(), text);
        out.push(',');
        write_notes(&mut out, node);
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

fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.play_unchecked(mv);
    after
}

/// The moves of a text, which begin at a position.
fn moves(mut position: Position, text: &str, read: Read) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    for token in text.split_ascii_whitespace() {
        let mv = read(&position, token)?;
        position = after(&position, mv);
        moves.push(mv);
    }
    Ok(moves)
}
