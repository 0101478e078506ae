use arbitrary::{Result, Unstructured};
use chess_board::Position;
use chess_movegen::legal_moves;
use chess_notation::pgn::{Game, GameResult, PgnRule};
use chess_types::Move;

use crate::made_position::made_position;
use crate::naive_tree::NaiveTree;

/// The most edits of one input.
const EDITS: usize = 64;

/// Edits of a game: a script of moves, lines, comments and glyphs that are added, removed, promoted and demoted does the same
/// to a game and to a naive tree, and the game is written and read again as the same.
///
/// The first byte chooses the start position. Each edit is three bytes: its kind, the move that it is about, and a number.
pub fn pgn_tree(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(start) = start(&mut bytes) else { return };
    let (mut game, mut tree) = (Game::new(start), NaiveTree::new(start));
    for _ in 0..EDITS {
        // An end of the bytes would read as zeros.
        if bytes.len() < 3 {
            break;
        }
        let Ok([kind, place, number]) = bytes.arbitrary::<[u8; 3]>() else { break };
        let all = tree.all();
        let at = all[usize::from(place) % all.len()];
        edit(&mut game, &mut tree, at, kind, number, &mut bytes);
        let expected: Vec<_> = tree.nodes.iter().map(|node| node.id).collect();
        assert_eq!(tree.compare(&game), expected);
    }
    check_written(&game, &tree);
}

fn start(bytes: &mut Unstructured<'_>) -> Result<Position> {
    Ok(match bytes.arbitrary::<u8>()? % 3 {
        0 => Position::START,
        1 => Position::chess960(bytes.arbitrary::<u16>()? % 960).unwrap_or(Position::START),
        _ => made_position(bytes)?,
    })
}

fn edit(
    game: &mut Game,
    tree: &mut NaiveTree,
    at: usize,
    kind: u8,
    number: u8,
    bytes: &mut Unstructured<'_>,
) {
    let id = tree.nodes[at].id.expect("it is there");
    let node = &mut tree.nodes[at];
    match kind % 20 {
        0..=4 => add_move(game, tree, at, number),
        5 => add_line(game, tree, at, number),
        6 => {
            let text = text(bytes);
            node.comments.extend(naive_comment(&text));
            game.add_comment(id, &text);
        }
        7 => {
            let text = text(bytes);
            let comment = naive_comment(&text);
            if tree.is_main(at) {
                let parent = tree.nodes[at].parent;
                tree.nodes[parent].comments.extend(comment);
            } else {
                tree.nodes[at].before.extend(comment);
            }
            game.add_starting_comment(id, &text);
        }
        8 => {
            if at != 0 {
                node.nags.push(number);
            }
            game.add_nag(id, number);
        }
        9 => {
            let had = node.nags.contains(&number);
            node.nags.retain(|&nag| nag != number);
            assert_eq!(game.remove_nag(id, number), had);
        }
        10 => {
            node.nags.clear();
            game.remove_nags(id);
        }
        11 => {
            (node.before, node.comments) = Default::default();
            game.remove_comments(id);
        }
        12 => {
            tree.remove(at);
            game.remove(id);
            assert!(at == 0 || !game.contains(id));
        }
        13 => {
            tree.remove_after(at);
            game.remove_after(id);
        }
        14 => assert_eq!(game.promote(id), tree.exchange(at, -1)),
        15 => assert_eq!(game.demote(id), tree.exchange(at, 1)),
        16 => assert_eq!(game.promote_to_main(id), tree.promote_to_main(at)),
        17 => {
            tree.make_mainline(at);
            game.make_mainline(id);
        }
        18 => {
            let last = tree.last();
            let (mv, parent) = (tree.nodes[last].mv, tree.nodes[last].parent);
            assert_eq!(game.pop(), (last != 0).then_some(mv));
            tree.remove_after(parent);
        }
        _ => edit_all(game, tree, number),
    }
}

/// Edits the game as a whole.
fn edit_all(game: &mut Game, tree: &mut NaiveTree, number: u8) {
    match number % 5 {
        0 => {
            tree.remove_variations();
            game.remove_variations();
        }
        1 => {
            tree.nodes.iter_mut().for_each(|node| (node.before, node.comments) = Default::default());
            game.remove_all_comments();
        }
        2 => {
            tree.nodes.iter_mut().for_each(|node| node.nags.clear());
            game.remove_all_nags();
        }
        3 => game.set_result([GameResult::WhiteWins, GameResult::Unknown][usize::from(number / 5 % 2)]),
        _ => {
            game.compact();
            let ids = tree.compare(game);
            for (node, id) in tree.nodes.iter_mut().zip(ids) {
                node.id = id;
            }
        }
    }
}

/// Adds a legal move, or the null move where the number is 255.
fn add_move(game: &mut Game, tree: &mut NaiveTree, at: usize, number: u8) {
    let (id, position) = (tree.nodes[at].id.expect("it is there"), tree.position(at));
    assert_eq!(game.position(id), position);
    let moves = legal_moves(&position);
    let mv = match number {
        255 => Move::NULL,
        _ if moves.is_empty() => return,
        _ => moves[usize::from(number) % moves.len()],
    };
    match game.add_move(id, mv) {
        Ok(added) => _ = tree.add(at, mv, added),
        Err(_) => assert!(mv.is_null() && position.is_in_check(), "{position} {mv:?}"),
    }
}

/// Adds a line of moves. One that ends with an illegal move changes nothing.
fn add_line(game: &mut Game, tree: &mut NaiveTree, at: usize, number: u8) {
    let id = tree.nodes[at].id.expect("it is there");
    let mut position = tree.position(at);
    let mut line = Vec::new();
    for i in 0..number % 8 {
        let moves = legal_moves(&position);
        let Some(&mv) = moves.get(usize::from(number.wrapping_mul(i + 1)) % moves.len().max(1)) else {
            break;
        };
        line.push(mv);
        position.play(mv);
    }
    if number >= 128 && !line.is_empty() {
        // The move of a piece that has gone.
        line.push(line[line.len() - 1]);
        assert!(game.add_line(id, &line).is_err());
        return;
    }
    let last = game.add_line(id, &line).expect("legal moves");
    // The numbers of the moves are read back from the last to the first.
    let mut ids = vec![last];
    for _ in 1..line.len() {
        ids.push(game.node(ids[ids.len() - 1]).parent());
    }
    let mut at = at;
    for (&mv, &id) in line.iter().zip(ids.iter().rev()) {
        at = tree.add(at, mv, id);
    }
}

/// Some text of the next bytes, of which the first is its length.
fn text(bytes: &mut Unstructured<'_>) -> String {
    let length = bytes.arbitrary::<u8>().unwrap_or(0) % 16;
    let text = bytes.bytes(usize::from(length).min(bytes.len())).unwrap_or(b"");
    String::from_utf8_lossy(text).into_owned()
}

/// What a game makes of a comment: nothing of a blank one.
fn naive_comment(text: &str) -> Option<String> {
    let spaced: String = text.chars().map(|c| if c.is_ascii_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = spaced.split(' ').filter(|word| !word.is_empty()).collect();
    let comment = words.join(" ").replace('}', ")");
    (!comment.is_empty()).then_some(comment)
}

fn check_written(game: &Game, tree: &NaiveTree) {
    let written = game.to_string();
    match written.parse::<Game>() {
        Ok(read) => {
            assert_eq!(read, *game, "{written}");
            tree.compare(&read);
            assert_eq!(read.to_string(), written);
        }
        Err(error) => assert_eq!(error.error().rule, PgnRule::TooDeep, "{written}"),
    }
}
