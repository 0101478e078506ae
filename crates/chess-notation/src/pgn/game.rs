use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use chess_board::Position;
use chess_movegen::is_legal;
use chess_types::Move;

use super::cursor::Cursor;
use super::lexer::MAX_TOKEN;
use super::node::{Node, NodeId};
use super::result::GameResult;
use super::tags::Tags;
use super::variant::Variant;
use super::writer::{is_name, start_fen, words};
use crate::line::IllegalMove;

/// A game in memory: its tags, where it starts, and its moves as a tree of variations with comments.
///
/// All that it holds can be written: what PGN has no place for is put right when it is added. `Display` writes it in the
/// standard's export format, and reading that gives the same game, within the limits of reading
/// ([`MAX_DEPTH`](super::MAX_DEPTH), [`MAX_GAME`](super::MAX_GAME)).
///
/// The moves stand in one list, and nothing here is recursive, so that games may be of any depth.
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
/// game.set_tag("White", "Anderssen")?;
/// assert_eq!(game, game.to_string().parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    tags: Tags,
    start: Position,
    /// The root and all moves, each behind its parent.
    nodes: Vec<Node>,
}

/// Why a tag cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagError {
    /// Names have at least one letter, and only letters, digits and `_+#=:-`, all of ASCII.
    Name,
    /// A result is `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result,
    /// The tag would be longer than [`MAX_TOKEN`].
    TooLong,
    /// `FEN` and `SetUp` follow from where the game starts, and so do rules other than those of chess.
    Start,
}

/// The most bytes of a comment in memory: with braces, and an end of a line before one of them, it can be read.
const MAX_COMMENT: usize = 65_000;

const _: () = assert!(MAX_COMMENT + 4 < MAX_TOKEN);

impl Game {
    /// A game without moves that starts from this position, of which nothing else is known.
    pub fn new(start: Position) -> Self {
        let nodes = vec![Node::new(NodeId::ROOT, Move::NULL)];
        let mut game = Self { tags: Tags::default(), start: Position::START, nodes };
        game.begin_from(start);
        game
    }

    /// The tags.
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Gives a tag another value. Control characters become spaces.
    ///
    /// # Errors
    /// The name is not one; or the tag is too long; or it follows from where the game starts; or the result is not one. `Variant` may be set
    /// to a name of chess or Chess960 that does not contradict the start.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(TagError::Name);
        }
        match name {
            _ if tag_length(name, value) > MAX_TOKEN => Err(TagError::TooLong),
            "FEN" | "SetUp" => Err(TagError::Start),
            "Variant" if !self.may_be_called(value) => Err(TagError::Start),
            "Result" => {
                self.set_result(GameResult::from_bytes(value.as_bytes()).ok_or(TagError::Result)?);
                Ok(())
            }
            _ => {
                self.tags.set(name, value);
                Ok(())
            }
        }
    }

    /// Takes a tag away, or what is known of it if it is one of the roster.
    ///
    /// # Errors
    /// The tag follows from where the game starts.
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

    /// Whether the rules of this name are those of the game.
    pub(crate) fn may_be_called(&self, variant: &str) -> bool {
        match Variant::from_name(variant.bytes()) {
            Some(Variant::Chess) => Variant::needed_by(&self.start) == Variant::Chess,
            Some(Variant::Chess960) => true,
            None => false,
        }
    }

    /// How the game ended, which is the value of the tag `Result`.
    pub fn result(&self) -> GameResult {
        self.tags.result()
    }

    /// Says how the game ended.
    pub fn set_result(&mut self, result: GameResult) {
        self.tags.set("Result", result.as_str());
    }

    /// Where the game starts.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// A move and what is said of it.
    ///
    /// # Panics
    /// The game has no such move: it is one of another game.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The position that this move leads to, or the start for the root.
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
            cursor.play(mv);
        }
        cursor.position
    }

    /// Adds a move behind another, or behind the root: the first one is the main move there, others are its variations. It
    /// takes time in proportion to the moves before it.
    ///
    /// # Errors
    /// The move is not legal there. The null move is, unless in check.
    ///
    /// # Panics
    /// As [`node`](Self::node); and if there are more moves than numbers of 32 bits.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        let position = self.position(parent);
        let is_legal = if mv.is_null() { !position.is_in_check() } else { is_legal(&position, mv) };
        if is_legal { Ok(self.push(parent, mv)) } else { Err(IllegalMove(mv)) }
    }

    /// Adds a comment behind a move, or before all moves for the root. White space and control characters are one space, a
    /// closing brace becomes a parenthesis, a blank comment is none, and one of more than 65,000 bytes is several.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        self.nodes[id.0 as usize].comments.extend(comments(text));
    }

    /// Adds a comment before a move. Only at the beginning of a variation is that another place than behind the move
    /// before, and the comment is put there otherwise.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn add_starting_comment(&mut self, id: NodeId, text: &str) {
        if self.is_first_of_variation(id) {
            self.nodes[id.0 as usize].starting_comments.extend(comments(text));
        } else {
            self.add_comment(self.node(id).parent(), text);
        }
    }

    /// Adds a numeric annotation glyph to a move. The root has none.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn add_nag(&mut self, id: NodeId, nag: u8) {
        if id != NodeId::ROOT {
            self.nodes[id.0 as usize].nags.push(nag);
        }
    }

    /// Changes where a game without moves starts.
    pub(crate) fn begin_from(&mut self, start: Position) {
        self.start = start;
        if start != Position::START {
            self.tags.set("FEN", &start_fen(&start).to_string());
            self.tags.set("SetUp", "1");
        }
        if Variant::needed_by(&start) == Variant::Chess960 {
            self.tags.set("Variant", Variant::CHESS960_NAME);
        }
    }

    /// Adds a move that is known to be legal.
    pub(crate) fn push(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("more moves than numbers of 32 bits"));
        self.nodes.push(Node::new(parent, mv));
        let parent = &mut self.nodes[parent.0 as usize];
        let before = parent.last_child.replace(id);
        match before {
            None => parent.first_child = Some(id),
            Some(before) => self.nodes[before.0 as usize].next_sibling = Some(id),
        }
        id
    }

    /// The first move of the variation that this move belongs to; `None` if it belongs to the main line.
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

impl Default for Game {
    /// A game of chess of which nothing is known.
    fn default() -> Self {
        Self::new(Position::START)
    }
}

impl Eq for Game {}

/// A comment as it can be written: the standard sets no bound to it, but reading does.
fn comments(text: &str) -> Vec<String> {
    let mut comments = Vec::new();
    let mut comment = String::new();
    for word in words(text) {
        let mut rest = word;
        while !rest.is_empty() {
            let (part, behind) = split_within(rest, MAX_COMMENT);
            if comment.len() + part.len() >= MAX_COMMENT {
                comments.push(core::mem::take(&mut comment));
            }
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.extend(part.chars().map(|c| if c == '}' { ')' } else { c }));
            rest = behind;
        }
    }
    comments.push(comment);
    comments.retain(|comment| !comment.is_empty());
    comments
}

/// The longest beginning of the text that has at most so many bytes and no part of a character, and the rest.
fn split_within(text: &str, bytes: usize) -> (&str, &str) {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.split_at(end)
}

/// The bytes of a tag when it is written.
fn tag_length(name: &str, value: &str) -> usize {
    "[ \"\"]".len() + name.len() + value.len() + value.matches(['"', '\\']).count()
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "a tag's name has only letters, digits and _+#=:-",
            Self::Result => "a result is 1-0, 0-1, 1/2-1/2 or *",
            Self::TooLong => "the tag is longer than can be read",
            Self::Start => "the tags FEN, SetUp and Variant follow from where the game starts",
        })
    }
}

impl Error for TagError {}
