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

use chess_board::Position;
use chess_movegen::IllegalMove;
use chess_notation::pgn::{self, NodeId};
use chess_notation::{San, read_move};
use chess_types::Move;

use crate::fault::Fault;
use crate::json::text;
use crate::record::uci;

/// What is still to be written of a tree.
enum Rest {
    /// A move, whether it is the first of its line, and the position before it.
    Move(NodeId, bool, Position),
    Text(&'static str),
}

/// Makes the change that a request asks for, with `played` as the main line. A game of which an error is returned is not to be used.
pub(crate) fn edit(game: &mut pgn::Game, played: &[Move], request: &str) -> Result<(), Fault> {
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
        "comment" => {
            let starting = game.node(node).starting_comments().to_vec();
            game.remove_comments(node);
            for comment in &starting {
                game.add_starting_comment(node, comment);
            }
            game.add_comment(node, value);
        }
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
pub(crate) fn tree(game: &pgn::Game) -> String {
    let mut out = String::from("{");
    list(&mut out, "comments", game.node(NodeId::ROOT).comments());
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
        list(&mut out, "startingComments", node.starting_comments());
        out.push(',');
        list(&mut out, "comments", node.comments());
        let nags: Vec<String> = node.nags().iter().map(u8::to_string).collect();
        out.push_str(",\"nags\":[");
        out.push_str(&nags.join(","));
        out.push_str("],\"variations\":[");
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
fn list(out: &mut String, key: &str, texts: &[String]) {
    text(out, key);
    out.push_str(":[");
    for (index, one) in texts.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        text(out, one);
    }
    out.push(']');
}

fn after(position: &Position, mv: Move) -> Position {
    if mv.is_null() { position.after_null() } else { position.after(mv) }
}

/// The moves of a text, which begin at a position.
fn moves(name: &str, mut position: Position, text: &str) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    for token in text.split_ascii_whitespace() {
        let mv = match token.strip_prefix('=') {
            None => read_move(&position, token).map_err(|error| Fault::of_move(&error, token))?,
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
pub(crate) fn settle(game: &mut pgn::Game, moves: &[Move]) -> NodeId {
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
