use std::iter;
use std::time::Duration;

use arbitrary::{Result, Unstructured};
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{Arrow, ArrowColor, Eval, Game, GameResult, NodeId, PgnRule, Score};
use chess_types::{Move, Square};

use crate::positions::{made_position, next_bytes};

/// The most edits of one input.
const EDITS: usize = 64;

/// Edits of a game: a script of moves, lines, comments and glyphs that are added, removed, promoted and demoted does the same
/// to a game and to a naive tree, and the game is written and read again as the same.
///
/// The first byte chooses the start position. Each edit is three bytes: its kind, the move that it is about, and a number.
pub(crate) fn pgn_tree(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(start) = start(&mut bytes) else { return };
    check_edits(Game::new(start), &mut bytes, EDITS);
}

/// Edits a game and a naive tree as the bytes say.
pub(crate) fn check_edits(mut game: Game, bytes: &mut Unstructured<'_>, most: usize) {
    let mut tree = NaiveTree::of(&game);
    for _ in 0..most {
        let Some([kind, place, number]) = next_bytes(bytes) else { break };
        let all = tree.all();
        let at = all[usize::from(place) % all.len()];
        edit(&mut game, &mut tree, at, kind, number, bytes);
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
        _ if number >= 128 => {
            annotate(game, id, number);
            tree.nodes[at].comments = game.node(id).comments().to_vec();
        }
        _ => edit_all(game, tree, number),
    }
}

/// Writes commands of comments to a move.
fn annotate(game: &mut Game, id: NodeId, number: u8) {
    let value = number % 32;
    match number / 32 {
        4 => {
            let time =
                (value > 0).then(|| Duration::new(u64::from(value) * 600, u32::from(value) * 1_000_000));
            game.set_clock(id, time);
            assert_eq!(game.node(id).clock(), time);
            game.set_move_time(id, None);
            assert_eq!(game.node(id).move_time(), None);
        }
        5 => {
            let eval = Some(Eval { score: Score::Centipawns(i32::from(value) - 8), depth: None });
            game.set_eval(id, eval);
            assert_eq!(game.node(id).eval(), eval);
        }
        6 => {
            let from = Square::ALL[usize::from(value) * 2];
            let blue = Arrow { color: ArrowColor::Blue, from, to: from.flip_files().flip_ranks() };
            let arrows = [Arrow::mark(ArrowColor::Red, from), blue];
            let arrows = if value > 0 { &arrows[..] } else { &[] };
            game.set_arrows(id, arrows);
            assert!(game.node(id).arrows().eq(arrows.iter().copied()));
        }
        // A command that is not closed.
        _ => game.add_comment(id, "[%cal"),
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
    let moves = position.legal_moves();
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
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(number.wrapping_mul(i + 1)) % moves.len().max(1)) else {
            break;
        };
        line.push(mv);
        position.play(mv);
    }
    if number >= 128 && !line.is_empty() {
        // The move of a piece that is gone.
        line.push(line[line.len() - 1]);
        assert!(game.add_line(id, &line).is_err());
        return;
    }
    let last = game.add_line(id, &line).expect("legal moves");
    // The numbers of the moves are read back from the last to the first.
    let ids: Vec<_> =
        iter::successors(Some(last), |&id| Some(game.node(id).parent())).take(line.len()).collect();
    line.into_iter().zip(ids.into_iter().rev()).fold(at, |at, (mv, id)| tree.add(at, mv, id));
}

/// Some text of the next bytes, of which the first is its length.
fn text(bytes: &mut Unstructured<'_>) -> String {
    let length = bytes.arbitrary::<u8>().unwrap_or(0) % 16;
    let text = bytes.bytes(usize::from(length).min(bytes.len())).unwrap_or(b"");
    String::from_utf8_lossy(text).into_owned()
}

/// A comment as a game stores it: nothing for a blank one.
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

/// A simple tree of a game: the oracle of `Game`.
struct NaiveTree {
    start: Position,
    /// The root and all moves ever added.
    nodes: Vec<NaiveNode>,
}

#[derive(Clone)]
struct NaiveNode {
    /// The number of the same move in the game; `None` of a move that has been removed.
    id: Option<NodeId>,
    mv: Move,
    parent: usize,
    /// The main move first.
    children: Vec<usize>,
    before: Vec<String>,
    comments: Vec<String>,
    nags: Vec<u8>,
}

impl NaiveNode {
    fn new(id: NodeId, mv: Move, parent: usize) -> Self {
        let (children, before, comments, nags) = Default::default();
        Self { id: Some(id), mv, parent, children, before, comments, nags }
    }
}

impl NaiveTree {
    fn of(game: &Game) -> Self {
        let root = NaiveNode::new(NodeId::ROOT, Move::NULL, 0);
        let mut tree = Self { start: game.position(NodeId::ROOT), nodes: vec![root] };
        let mut at = 0;
        while at < tree.nodes.len() {
            let node = &mut tree.nodes[at];
            let id = node.id.expect("it is there");
            let theirs = game.node(id);
            node.before = theirs.starting_comments().to_vec();
            node.comments = theirs.comments().to_vec();
            node.nags = theirs.nags().to_vec();
            for child in game.children(id) {
                tree.add(at, game.node(child).mv(), child);
            }
            at += 1;
        }
        tree
    }

    /// The places of the root and of all moves that have not been removed.
    fn all(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&at| self.nodes[at].id.is_some()).collect()
    }

    fn position(&self, mut at: usize) -> Position {
        let mut moves = Vec::new();
        while at != 0 {
            moves.push(self.nodes[at].mv);
            at = self.nodes[at].parent;
        }
        let mut position = self.start;
        moves.into_iter().rev().for_each(|mv| position.play(mv));
        position
    }

    fn add(&mut self, parent: usize, mv: Move, id: NodeId) -> usize {
        let at = self.nodes.len();
        self.nodes.push(NaiveNode::new(id, mv, parent));
        self.nodes[parent].children.push(at);
        at
    }

    fn is_main(&self, at: usize) -> bool {
        at == 0 || self.nodes[self.nodes[at].parent].children[0] == at
    }

    fn remove(&mut self, at: usize) {
        if at == 0 {
            return self.remove_after(0);
        }
        let parent = self.nodes[at].parent;
        self.nodes[parent].children.retain(|&child| child != at);
        self.forget(at);
        self.settle(parent);
    }

    fn remove_after(&mut self, at: usize) {
        for child in std::mem::take(&mut self.nodes[at].children) {
            self.forget(child);
        }
    }

    fn remove_variations(&mut self) {
        for at in 0..self.nodes.len() {
            while self.nodes[at].children.len() > 1 {
                self.remove(self.nodes[at].children[1]);
            }
        }
    }

    /// Moves a move to another place among its siblings, if there is such a place.
    fn exchange(&mut self, at: usize, step: isize) -> bool {
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

    fn promote_to_main(&mut self, at: usize) -> bool {
        let is_main = self.is_main(at);
        while self.exchange(at, -1) {}
        !is_main
    }

    fn make_mainline(&mut self, at: usize) {
        self.promote_to_main(at);
        if at != 0 {
            self.make_mainline(self.nodes[at].parent);
        }
    }

    fn last(&self) -> usize {
        let mut at = 0;
        while let Some(&next) = self.nodes[at].children.first() {
            at = next;
        }
        at
    }

    /// Compares the tree with a game, move by move. Returns the numbers of the moves in the game, by their places.
    fn compare(&self, game: &Game) -> Vec<Option<NodeId>> {
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

    /// Comments before a main move go behind the move before it.
    fn settle(&mut self, parent: usize) {
        if let Some(&main) = self.nodes[parent].children.first() {
            let comments = std::mem::take(&mut self.nodes[main].before);
            self.nodes[parent].comments.extend(comments);
        }
    }

    fn forget(&mut self, at: usize) {
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            self.nodes[at].id = None;
            open.append(&mut self.nodes[at].children);
        }
    }
}
