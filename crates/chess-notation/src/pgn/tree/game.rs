use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use chess_board::Position;
use chess_movegen::{GameState, IllegalMove};
use chess_types::Move;
use memchr::{memchr, memchr2};

use super::comments::{CommentList, CommentTexts};
use super::node::{Node, NodeData, NodeId, Notes};
use super::tags::{TagError, Tags, check_form};
use crate::pgn::replay::start::{Cursor, Variant};
use crate::pgn::text::event::GameResult;
use crate::pgn::text::lexer::MAX_TOKEN;
use crate::pgn::text::token::{HIGH, LOW};
use crate::pgn::writer::{UNBROKEN, start_fen, words};

/// A game in memory: its tags, its start position, and its moves as a tree of variations with comments and glyphs.
///
/// A game can always be written as PGN, since text that PGN cannot hold is corrected when it is added. `Display` writes the
/// standard's export format. Reading that gives an equal game, within the limits of reading ([`MAX_DEPTH`](crate::pgn::MAX_DEPTH),
/// [`MAX_GAME`](crate::pgn::MAX_GAME)). `FromStr` reads a text with exactly one game.
///
/// The moves are stored in one list and refer to each other by [`NodeId`]. No method is recursive, so a game may have any
/// depth.
///
/// # Examples
/// ```
/// use chess_notation::pgn::{Game, NodeId};
///
/// let mut game: Game = "1. e4 (1. d4 {solid}) 1... e5 2. Qh5 $6 *".parse()?;
/// assert_eq!(game.mainline().count(), 3);
/// assert_eq!(game.tags().white(), "?");
///
/// let first = game.node(NodeId::ROOT).next().unwrap();
/// let other = game.node(first).alternative().unwrap();
/// assert_eq!(game.node(other).comments(), ["solid"]);
///
/// game.promote_to_main(other);
/// game.remove_nags(first);
/// game.set_tag("White", "Anderssen")?;
/// assert_eq!(game, game.to_string().parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) tags: Tags,
    start: Position,
    /// The root and all moves, each after its parent. The parent of a removed move is `NodeId::REMOVED`.
    pub(crate) nodes: Vec<NodeData>,
    /// The glyphs of moves, and the comments before them.
    pub(crate) notes: Vec<Notes>,
    pub(crate) comments: CommentTexts,
}

/// The most bytes of a comment in memory. With its braces, and a line end before one of them, it can still be read.
pub(crate) const MAX_COMMENT: usize = 65_000;

/// The memory of removed comments that any game may have, in bytes.
const USUAL_WASTE: usize = 1024;

const _: () = assert!(MAX_COMMENT + 4 < MAX_TOKEN);

const NO_SUCH_MOVE: &str = "the game has no move of this number";

impl Game {
    /// A game without moves that starts from this position, with unknown tags.
    pub fn new(start: Position) -> Self {
        let nodes = vec![NodeData::new(NodeId::ROOT, Move::NULL)];
        let (notes, comments) = (Vec::new(), CommentTexts::default());
        let mut game = Self { tags: Tags::default(), start: Position::START, nodes, notes, comments };
        game.begin_from(start);
        game
    }

    /// The tags.
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Sets a tag. Control characters in the value become spaces, and a result gets the spelling of the standard.
    ///
    /// # Errors
    /// [`TagError`]: a wrong name, a tag that is too long, a tag that follows from the start position, or a wrong result.
    /// `Variant` may be set to a name of chess or Chess960 that does not contradict the start position.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        self.tags.put(name, self.checked(name, value)?);
        Ok(())
    }

    /// The value that a tag gets.
    pub(crate) fn checked<'a>(&self, name: &str, value: &'a str) -> Result<&'a str, TagError> {
        check_form(name, value)?;
        match name {
            "FEN" | "SetUp" => Err(TagError::Start),
            "Variant" if !self.may_be_called(value) => Err(TagError::Start),
            "Result" => {
                GameResult::from_tag(value.as_bytes()).map(GameResult::as_str).ok_or(TagError::Result)
            }
            _ => Ok(value),
        }
    }

    /// Removes a tag. A tag of the seven tag roster becomes unknown instead.
    ///
    /// # Errors
    /// [`TagError::Start`]: the tag follows from the start position.
    pub fn remove_tag(&mut self, name: &str) -> Result<(), TagError> {
        let is_needed = match name {
            "FEN" | "SetUp" => self.start != Position::START,
            "Variant" => Variant::needed_by(&self.start) == Variant::Chess960,
            _ => false,
        };
        if is_needed {
            return Err(TagError::Start);
        }
        self.tags.remove(name);
        Ok(())
    }

    /// True if the game can be played by the rules of this name.
    pub(crate) fn may_be_called(&self, variant: &str) -> bool {
        match Variant::from_name(variant.bytes()) {
            Some(Variant::Chess) => Variant::needed_by(&self.start) == Variant::Chess,
            Some(Variant::Chess960) => true,
            None => false,
        }
    }

    /// The result of the game, which is the value of the tag `Result`.
    pub fn result(&self) -> GameResult {
        self.tags.result()
    }

    /// Sets the result of the game.
    pub fn set_result(&mut self, result: GameResult) {
        self.tags.put("Result", result.as_str());
    }

    /// The start position.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// True if the game has a move of this number, or if it is the root's.
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.get(id.0 as usize).is_some_and(|node| node.parent != NodeId::REMOVED)
    }

    /// A move with its annotations and its neighbours.
    ///
    /// # Panics
    /// The game does not [contain](Self::contains) the move: it was removed, or is of another game.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        assert!(self.contains(id), "{NO_SUCH_MOVE}");
        Node::new(&self.nodes[id.0 as usize], &self.notes, &self.comments)
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut NodeData {
        assert!(self.contains(id), "{NO_SUCH_MOVE}");
        &mut self.nodes[id.0 as usize]
    }

    /// The comments after a move, and all texts.
    pub(super) fn comments_mut(&mut self, id: NodeId) -> (&mut CommentList, &mut CommentTexts) {
        assert!(self.contains(id), "{NO_SUCH_MOVE}");
        (&mut self.nodes[id.0 as usize].comments, &mut self.comments)
    }

    /// The glyphs of a move and the comments before it, and all texts.
    fn notes_mut(&mut self, id: NodeId) -> (&mut Notes, &mut CommentTexts) {
        if self.node_mut(id).notes == 0 {
            self.notes.push(Notes::default());
            // A move has one at most, and there are fewer than 2^32 moves.
            self.node_mut(id).notes = self.notes.len() as u32;
        }
        let place = self.nodes[id.0 as usize].notes;
        (&mut self.notes[place as usize - 1], &mut self.comments)
    }

    /// The same of a move that may have some.
    pub(super) fn some_notes_mut(&mut self, id: NodeId) -> Option<(&mut Notes, &mut CommentTexts)> {
        let place = self.node_mut(id).notes;
        (place != 0).then(|| (&mut self.notes[place as usize - 1], &mut self.comments))
    }

    /// The position after a move; for the root, the start position. It takes time in proportion to the number of moves before
    /// it.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn position(&self, id: NodeId) -> Position {
        let mut moves = Vec::new();
        let mut at = id;
        while at != NodeId::ROOT {
            moves.push(self.node(at).mv());
            at = self.node(at).parent();
        }
        let mut cursor = Cursor::new(self.start);
        for mv in moves.into_iter().rev() {
            cursor.play_unchecked(mv);
        }
        cursor.position
    }

    /// Adds a move after another one or after the root. The first move added there is the main move, and others begin
    /// variations. It takes time in proportion to the number of moves before it.
    ///
    /// # Errors
    /// The move is not legal there. The null move is legal except in check.
    ///
    /// # Panics
    /// As [`node`](Self::node); and if the game has had more than 2^32 - 2 moves.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        let position = self.position(parent);
        IllegalMove::find_or_null(&position, mv).map_or_else(|| Ok(self.push(parent, mv)), Err)
    }

    /// Adds a comment after a move; for the root, before the first move. A run of spaces and control characters becomes one
    /// space, and a closing brace a parenthesis. A blank comment is not added, and a comment of more than 65,000 bytes is cut
    /// into several.
    ///
    /// # Panics
    /// As [`node`](Self::node); and if the game has had more than 2^32 - 2 comments.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        let (list, comments) = self.comments_mut(id);
        split_comment(text, |comment| comments.push(list, comment));
    }

    /// Replaces the comments after a move with this one, as [`add_comment`](Self::add_comment) adds it; a blank text removes them.
    ///
    /// # Panics
    /// As [`add_comment`](Self::add_comment).
    pub fn set_comment(&mut self, id: NodeId, text: &str) {
        let (list, comments) = self.comments_mut(id);
        comments.remove(list);
        self.add_comment(id, text);
        self.give_back_comments();
    }

    /// Adds a comment before a move. Only the first move of a variation can have one; the comment of any other move is added
    /// after the move before.
    ///
    /// # Panics
    /// As [`add_comment`](Self::add_comment).
    pub fn add_starting_comment(&mut self, id: NodeId, text: &str) {
        if self.is_first_of_variation(id) {
            let (notes, comments) = self.notes_mut(id);
            split_comment(text, |comment| comments.push(&mut notes.starting_comments, comment));
        } else {
            self.add_comment(self.node(id).parent(), text);
        }
    }

    /// Adds a numeric annotation glyph to a move. A glyph of the root is one of the whole game, and written before the first move.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn add_nag(&mut self, id: NodeId, nag: u8) {
        self.notes_mut(id).0.nags.push(nag);
    }

    /// Changes the start position of a game whose moves, if it has any, begin there.
    pub(crate) fn begin_from(&mut self, start: Position) {
        self.start = start;
        if start != Position::START {
            self.tags.put("FEN", &start_fen(&start).to_string());
            self.tags.put("SetUp", "1");
        }
        if Variant::needed_by(&start) == Variant::Chess960 {
            self.tags.put("Variant", Variant::CHESS960_NAME);
        }
    }

    /// The comments of all moves.
    pub(super) fn comment_lists_mut(&mut self) -> impl Iterator<Item = &mut CommentList> {
        let after = self.nodes.iter_mut().map(|node| &mut node.comments);
        after.chain(self.notes.iter_mut().map(|notes| &mut notes.starting_comments))
    }

    /// Drops the texts of removed comments, once they are the greater part. That takes time in proportion to the number of moves.
    pub(super) fn give_back_comments(&mut self) {
        if self.comments.is_wasteful(self.nodes.len() + USUAL_WASTE) {
            let old = core::mem::take(&mut self.comments);
            let mut texts = CommentTexts::default();
            self.comment_lists_mut().for_each(|list| *list = texts.copy(&old, *list));
            self.comments = texts;
        }
    }

    /// Adds a move that is known to be legal.
    pub(crate) fn push(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let number = u32::try_from(self.nodes.len()).ok().filter(|&number| number != NodeId::REMOVED.0);
        let id = NodeId(number.expect("fewer than 2^32 - 1 moves"));
        self.nodes.push(NodeData::new(parent, mv));
        let before = self.nodes[parent.0 as usize].add_child(id);
        if let Some(before) = before {
            self.nodes[before.0 as usize].set_next_sibling(Some(id));
        }
        id
    }

    /// The first move of the variation with this move; `None` if the move is in the main line.
    pub(crate) fn first_of_variation(&self, id: NodeId) -> Option<NodeId> {
        let mut first = id;
        while !self.is_first_of_variation(first) {
            if first == NodeId::ROOT {
                return None;
            }
            first = self.node(first).parent();
        }
        Some(first)
    }

    fn is_first_of_variation(&self, id: NodeId) -> bool {
        id != NodeId::ROOT && self.node(self.node(id).parent()).next() != Some(id)
    }
}

impl From<&GameState> for Game {
    /// The moves of the game as the main line, and its outcome as the result. Tags about players and event are unknown.
    fn from(game: &GameState) -> Self {
        let mut pgn = Self::new(*game.start());
        game.moves().iter().fold(NodeId::ROOT, |last, &mv| pgn.push(last, mv));
        pgn.set_result(game.outcome().into());
        pgn
    }
}

impl Default for Game {
    /// A game without moves from the start position of chess, with unknown tags.
    fn default() -> Self {
        Self::new(Position::START)
    }
}

impl Eq for Game {}

/// The comment to be stored for a text of printable ASCII that needs no change but at its ends, as most texts do; a blank text is an empty
/// comment, which is not stored. `None` for others, which are left to [`split_comment`]: also for a few that need no change, with eight
/// spaces in a row or a tilde.
pub(super) fn plain_comment(text: &[u8]) -> Option<&str> {
    // No control characters, no bytes from the closing brace on, and not only spaces.
    let is_plain = |word: [u8; 8]| {
        let word = u64::from_le_bytes(word);
        let outside = word.wrapping_sub(LOW * 0x20) | word | word.wrapping_add(LOW * (0x80 - 0x7d));
        outside & HIGH == 0 && word != LOW * 0x20
    };
    let mut clean = text;
    while let [b' ', rest @ ..] | [rest @ .., b' '] = clean {
        clean = rest;
    }
    let is_clean = if let Some(&last) = clean.last_chunk() {
        let mut rest = clean;
        while let Some((&word, behind)) = rest.split_first_chunk() {
            if !is_plain(word) {
                return None;
            }
            rest = behind;
        }
        clean.len() < MAX_COMMENT && is_plain(last)
    } else {
        clean.iter().all(|&byte| (b' '..b'}').contains(&byte))
    };
    if is_clean { core::str::from_utf8(clean).ok() } else { None }
}

/// Stores the comment of a text of several [plain](plain_comment) lines without commands in `comment`. False for other texts.
pub(super) fn join_plain_lines(text: &[u8], comment: &mut String) -> bool {
    comment.clear();
    let mut rest = text;
    if text.len() >= MAX_COMMENT || memchr(b'%', text).is_some() {
        return false;
    }
    loop {
        let end = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let Some(line) = plain_comment(&rest[..end]) else { return false };
        if !(line.is_empty() || comment.is_empty()) {
            comment.push(' ');
        }
        comment.push_str(line);
        let Some(behind) = rest.get(end + 1..) else { return true };
        rest = behind;
    }
}

/// Passes the comments to be stored for a text: without line ends and braces, and cut at the limit of reading.
fn split_comment(text: &str, mut push: impl FnMut(&str)) {
    // Most texts need no change but at their ends.
    let clean = text.trim_matches(' ');
    let mut blanks = 0;
    let is_clean = clean.len() < MAX_COMMENT
        && clean.bytes().all(|byte| {
            blanks = if byte == b' ' { blanks + 1 } else { 0 };
            !byte.is_ascii_control() && byte != b'}' && blanks <= UNBROKEN
        });
    if is_clean {
        if !clean.is_empty() {
            push(clean);
        }
        return;
    }
    let mut comment = String::new();
    for word in words(text) {
        let mut rest = word;
        while !rest.is_empty() {
            let (part, behind) = split_within(rest, MAX_COMMENT);
            if comment.len() + part.len() >= MAX_COMMENT {
                if !comment.is_empty() {
                    push(&comment);
                }
                comment.clear();
            }
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.extend(part.chars().map(|c| if c == '}' { ')' } else { c }));
            rest = behind;
        }
    }
    if !comment.is_empty() {
        push(&comment);
    }
}

/// Cuts a text after its last whole character within the first `bytes` bytes.
fn split_within(text: &str, bytes: usize) -> (&str, &str) {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::tree::comments::COMMENT_SIZE;
    use crate::random::Random;

    /// A text that needs no change is stored as the general way stores it, in one piece.
    #[test]
    fn plain_comments_are_those_of_the_general_way() {
        const PARTS: [&str; 14] = [
            "[%clk 0:03:00]",
            " ",
            "  ",
            "a",
            "novelty",
            "\n",
            "\r\n",
            "|",
            "        ",
            "~",
            "}",
            "\u{7f}",
            "é",
            "%",
        ];
        let mut random = Random::new(72);
        let (mut plain, mut joined, mut others) = (0, 0, 0);
        let mut lines = String::new();
        for _ in 0..40_000 {
            let mut text = String::new();
            for _ in 0..random.below(12) {
                let count = [8, PARTS.len()][random.below(2)];
                let times = if random.below(50) == 0 { random.below(9000) } else { 1 };
                text.push_str(&random.pick(&PARTS[..count]).repeat(times));
            }
            let mut general = Vec::new();
            split_comment(&text, |comment| general.push(comment.to_string()));
            let general = |comment: &str| {
                let expected: &[&str] = if comment.is_empty() { &[] } else { &[comment] };
                assert_eq!(expected, general, "{text:?}");
            };
            if let Some(comment) = plain_comment(text.as_bytes()) {
                plain += 1;
                general(comment);
            } else if join_plain_lines(text.as_bytes(), &mut lines) {
                joined += 1;
                general(&lines);
            } else {
                others += 1;
            }
        }
        assert!(plain > 1_000 && joined > 1_000 && others > 1_000, "{plain} {joined} {others}");
        assert_eq!(plain_comment(b" [%clk 0:03:00] "), Some("[%clk 0:03:00]"));
    }

    /// Comments that are added, replaced and removed at random are those of lists, and take little more memory than their texts.
    #[test]
    fn memory_of_removed_comments_is_given_back() {
        let mut random = Random::new(7);
        for moves in [1, 5, 40] {
            let (mut game, mut twin) = (Game::default(), vec![Vec::new(); 1 + moves]);
            let mut ids = vec![NodeId::ROOT];
            ids.extend((0..moves).map(|_| game.push(NodeId::ROOT, Move::NULL)));
            for round in 0..3_000 {
                let place = random.below(ids.len());
                let (id, comments) = (ids[place], &mut twin[place]);
                let text = "x".repeat(1 + random.below(300));
                match random.below(if round % 1_000 < 500 { 6 } else { 3 }) {
                    0 => {
                        game.set_comment(id, &text);
                        *comments = vec![text];
                    }
                    1 => {
                        game.remove_comments(id);
                        comments.clear();
                    }
                    2 if random.below(100) == 0 => {
                        game.remove_all_comments();
                        twin.iter_mut().for_each(Vec::clear);
                    }
                    _ => {
                        game.add_comment(id, &text);
                        comments.push(text);
                    }
                }
                let kept: usize = twin.iter().flatten().map(|it| COMMENT_SIZE + it.len()).sum();
                let (memory, used) = game.comments.memory();
                assert_eq!(used, kept);
                assert!(memory <= 2 * used + game.nodes.len() + USUAL_WASTE, "{memory} {used}");
                for (&id, comments) in ids.iter().zip(&twin) {
                    assert!(game.node(id).comments().eq(comments.iter().map(String::as_str)));
                }
            }
        }
    }
}
