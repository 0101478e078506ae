//! Games read as a whole, or up to their errors.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use memchr::memchr2;

use super::comments::COMMENT_SIZE;
use super::game::{Game, join_plain_lines, plain_comment};
use super::node::{NodeData, NodeId, Notes};
use crate::pgn::command::{Command, commands, places};
use crate::pgn::replay::Replay;
use crate::pgn::replay::visit::{GameEnd, MoveVisit, Next, Visitor};
use crate::pgn::text::error::{GameError, PgnError, PgnRule};
use crate::pgn::text::event::{Event, GameResult, TagValue, Text};
use crate::pgn::text::source::Source;
use chess_board::Position;

/// The most memory that a game may take when it is read: 64 MiB, in bytes of its moves and of its text.
pub const MAX_GAME: usize = 1 << 26;

/// A game as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PartialGame {
    /// The game. If there is an error, it has the tags and the moves before the error.
    pub game: Game,
    /// The error that ended reading; `None` if the game is whole.
    pub error: Option<GameError>,
    /// The errors of [lenient](Replay::lenient) reading, in the order of the file. Reading went on after each. Strict reading has
    /// none.
    pub forgiven: Vec<GameError>,
    /// If there is an error, the tags that the game has otherwise or not at all, as they were written: `FEN`, `SetUp`, `Variant` and
    /// `Result`.
    pub refused_tags: Vec<(String, String)>,
    /// The result after the moves, which may be `*` although the tag has another; `None` if there is none, or an error is before it.
    pub terminator: Option<GameResult>,
}

impl PartialGame {
    /// All errors of the game.
    pub fn errors(&self) -> impl Iterator<Item = &GameError> {
        self.forgiven.iter().chain(&self.error)
    }
}

impl<S: Source> Replay<S> {
    /// Reads the next game as a whole; `None` at the end of the file. If a game has been begun, the rest of it is skipped
    /// first.
    ///
    /// Variations without a move are omitted. The result is that of the tag, unless it is `*` or missing, and then that of the
    /// movetext.
    ///
    /// # Errors
    /// As [`next_event`](Self::next_event); and the game is larger than [`MAX_GAME`]. The errors of [lenient](Self::lenient)
    /// reading are dropped; [`next_partial_game`](Self::next_partial_game) returns them.
    ///
    /// # Examples
    /// ```
    /// use chess_notation::pgn::Replay;
    ///
    /// let mut replay = Replay::new("1. e4 e5 1-0\n\n1. e4 e4 0-1\n\n1. d4 *");
    /// assert_eq!(replay.next_game()?.unwrap().mainline().count(), 2);
    /// let error = replay.next_game().unwrap_err();
    /// assert_eq!(error.to_string(), "game 2, line 3, byte 20, `e4`: no such move is legal here");
    /// assert_eq!(replay.next_game()?.unwrap().mainline().count(), 1);
    /// assert_eq!(replay.next_game()?, None);
    /// # Ok::<(), chess_notation::pgn::PgnError>(())
    /// ```
    pub fn next_game(&mut self) -> Result<Option<Game>, PgnError> {
        match self.next_partial_game()? {
            Some(PartialGame { error: Some(error), .. }) => Err(error.into()),
            Some(PartialGame { game, error: None, .. }) => Ok(Some(game)),
            None => Ok(None),
        }
    }

    /// Reads the next game as [`next_game`](Self::next_game) does. For a game that breaks a rule, it returns the part before the
    /// error, and the error.
    ///
    /// # Errors
    /// The source failed.
    ///
    /// # Examples
    /// ```
    /// use chess_notation::pgn::Replay;
    ///
    /// let mut replay = Replay::new("[White \"w\"]\n\n1. e4 e5 2. Ke3 Nc6 1-0");
    /// let broken = replay.next_partial_game()?.unwrap();
    /// assert_eq!(broken.error.unwrap().to_string(), "game 1, line 3, byte 25, `Ke3`: no such move is legal here");
    /// assert_eq!((broken.game.tags().white(), broken.game.mainline().count()), ("w", 2));
    /// # Ok::<(), chess_notation::pgn::PgnError>(())
    /// ```
    pub fn next_partial_game(&mut self) -> Result<Option<PartialGame>, PgnError> {
        let mut builder = Builder { is_lenient: self.is_lenient(), ..Builder::default() };
        Ok(self.visit_game(&mut builder)?.then(|| builder.into_partial_game()))
    }
}

impl FromStr for Game {
    type Err = GameError;

    /// Reads a text that has one game. [`Replay::next_partial_game`] reads a broken game up to its error.
    fn from_str(text: &str) -> Result<Self, GameError> {
        let mut replay = Replay::new(text);
        let game = match replay.next_partial_game() {
            Ok(Some(PartialGame { error: Some(error), .. })) => return Err(error),
            Ok(Some(PartialGame { game, error: None, .. })) => game,
            _ => return Err(replay.reader.error(PgnRule::NoGame)),
        };
        loop {
            match replay.next_event() {
                Ok(Some(Event::Comment(_))) => {}
                Ok(Some(_)) => return Err(replay.reader.error(PgnRule::SecondGame)),
                Err(PgnError::Game(error)) => return Err(error),
                _ => return Ok(game),
            }
        }
    }
}

/// The first game of a text, read by [`first_game`].
#[derive(Debug)]
pub struct FirstGame {
    /// The game as far as it could be read; `None` if the text has none.
    pub game: Result<Option<PartialGame>, PgnError>,
    /// The number of bytes before the next game, or of all.
    pub end: usize,
    /// The number of line ends before the next game.
    pub lines: u64,
}

/// Reads the first game of a text, and finds where the next one begins. Since it is not generic, the reader is compiled in this crate and not
/// once more where it is called.
pub fn first_game(text: &[u8], is_lenient: bool) -> FirstGame {
    let mut replay = Replay::new(text);
    #[cfg(feature = "std")]
    {
        replay = replay.lenient(is_lenient);
    }
    let _ = is_lenient;
    let game = replay.next_partial_game();
    // A game ends where the next one begins.
    let end = match replay.next_event() {
        Ok(None) => text.len(),
        _ => replay.place().offset as usize,
    };
    FirstGame { game, end, lines: replay.place().line - 1 }
}

/// The initial capacity for moves.
const USUAL_MOVES: usize = 127;

/// The memory of a tag besides its text, in bytes.
const TAG_SIZE: usize = 2 * size_of::<String>();

/// A game that is being read.
#[derive(Default)]
struct Builder {
    game: Game,
    /// The values of the tag `Variant`, which can be set only when the start of the game is known.
    variants: Vec<String>,
    refused_tags: Vec<(String, String)>,
    /// The last move of the line; of a variation without a move yet, the last move of the line that it interrupts.
    last: NodeId,
    begins_variation: bool,
    /// The last moves of the lines that open variations interrupt.
    interrupted: Vec<NodeId>,
    /// Comments before the first move of a variation.
    waiting_comments: Vec<String>,
    /// Glyphs before the first move of a variation.
    waiting_nags: Vec<u8>,
    /// The last comment of several lines.
    joined: String,
    /// The memory of the game so far, in bytes.
    size: usize,
    errors: Vec<GameError>,
    is_lenient: bool,
    terminator: Option<GameResult>,
}

impl Visitor for Builder {
    fn tag(&mut self, name: &str, value: TagValue<'_>) {
        self.size += TAG_SIZE + name.len() + value.raw().as_bytes().len();
        let plain = value.raw().as_str().filter(|text| !text.as_bytes().contains(&b'\\'));
        let value = plain.map_or_else(|| Cow::Owned(value.to_string()), Cow::Borrowed);
        if name == "Variant" {
            self.variants.push(value.into_owned());
        } else if let Ok(value) = self.game.checked(name, &value) {
            self.game.tags.append(name, value);
        } else {
            // Tags that follow from the start are set with it. A value that is not a result leaves the result unknown.
            self.refused_tags.push((name.to_owned(), value.into_owned()));
        }
    }

    fn start(&mut self, position: &Position) -> Next {
        self.game.tags.sort();
        self.game.begin_from(*position);
        self.game.nodes.reserve(USUAL_MOVES);
        self.set_variants();
        Next::Read
    }

    fn mv(&mut self, visit: MoveVisit<'_>) {
        self.size += size_of::<NodeData>();
        let parent = if self.begins_variation { self.game.node(self.last).parent() } else { self.last };
        self.last = self.game.push(parent, visit.mv);
        if self.begins_variation {
            self.annotate_first();
        }
    }

    fn glyph(&mut self, glyph: u8) {
        self.size += size_of::<Notes>() + 1;
        if self.begins_variation {
            self.waiting_nags.push(glyph);
        } else {
            self.game.add_nag(self.last, glyph);
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        self.size += COMMENT_SIZE + text.as_bytes().len();
        if !self.begins_variation {
            let bytes = text.as_bytes();
            let plain = plain_comment(bytes)
                .or_else(|| join_plain_lines(bytes, &mut self.joined).then_some(self.joined.as_str()));
            if let Some(comment) = plain {
                if !comment.is_empty() {
                    let (list, comments) = self.game.comments_mut(self.last);
                    comments.push(list, comment);
                }
                return;
            }
        }
        let text = text.as_str().map_or_else(|| Cow::Owned(text.to_string()), Cow::Borrowed);
        let text = if memchr2(b'\n', b'\r', text.as_bytes()).is_some() { uncut(text) } else { text };
        if self.begins_variation {
            self.waiting_comments.push(text.into_owned());
        } else {
            self.game.add_comment(self.last, &text);
        }
    }

    fn start_variation(&mut self, _: u64) -> Next {
        self.interrupted.push(self.last);
        self.begins_variation = true;
        Next::Read
    }

    /// Ends a variation. If it has no move, its annotations go to the move that it replaces.
    fn end_variation(&mut self, _: u64) {
        self.last = self.interrupted.pop().unwrap_or(self.last);
        self.begins_variation = false;
        for comment in self.waiting_comments.drain(..) {
            self.game.add_comment(self.last, &comment);
        }
        for nag in self.waiting_nags.drain(..) {
            self.game.add_nag(self.last, nag);
        }
    }

    fn error(&mut self, error: &GameError) {
        self.size += size_of::<GameError>();
        self.errors.push(*error);
    }

    fn end(&mut self, end: &GameEnd<'_>) {
        // An error may have ended the game within them.
        while !self.interrupted.is_empty() {
            self.end_variation(0);
        }
        // This has been done already, unless the game has no start.
        self.game.tags.sort();
        self.set_variants();
        self.terminator = end.result;
        if self.game.result() == GameResult::Unknown {
            self.game.set_result(end.result.unwrap_or_default());
        }
    }

    fn is_full(&self) -> bool {
        self.size > MAX_GAME
    }
}

impl Builder {
    /// Adds the pending annotations to the first move of a variation.
    #[inline(never)]
    fn annotate_first(&mut self) {
        self.begins_variation = false;
        for comment in self.waiting_comments.drain(..) {
            self.game.add_starting_comment(self.last, &comment);
        }
        for nag in self.waiting_nags.drain(..) {
            self.game.add_nag(self.last, nag);
        }
    }

    fn set_variants(&mut self) {
        for variant in core::mem::take(&mut self.variants) {
            if self.game.set_tag("Variant", &variant).is_err() {
                self.refused_tags.push(("Variant".to_owned(), variant));
            }
        }
    }

    fn into_partial_game(mut self) -> PartialGame {
        // A short game takes no more memory than it needs.
        if self.game.nodes.len() < self.game.nodes.capacity() / 2 {
            self.game.nodes.shrink_to_fit();
        }
        self.game.comments.shrink();
        let is_ended_by_error = !self.is_lenient || self.is_full();
        let error = if is_ended_by_error { self.errors.pop() } else { None };
        let refused_tags = if error.is_some() { self.refused_tags } else { Vec::new() };
        let Self { game, errors: forgiven, terminator, .. } = self;
        PartialGame { game, error, forgiven, refused_tags, terminator }
    }
}

/// The text of a comment in which no line break cuts the number of a clock, a time or an evaluation.
#[cold]
fn uncut(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_value = |command: &Command<'_>| {
        !matches!(command, Command::Other { .. } | Command::Squares(_) | Command::Arrows(_))
    };
    let (mut whole, mut end) = (String::new(), 0);
    for place in places(text.as_bytes(), is_value) {
        let command = &text[place.clone()];
        whole.push_str(&text[end..place.start]);
        let spaced = command.replace(['\n', '\r'], " ");
        match commands(command).next() {
            Some(value) if commands(&spaced).next() != Some(value.clone()) => {
                whole.push_str(&value.to_string());
            }
            _ => whole.push_str(command),
        }
        end = place.end;
    }
    if end == 0 {
        return text;
    }
    whole.push_str(&text[end..]);
    Cow::Owned(whole)
}

#[cfg(test)]
mod tests {
    use chess_types::{Move, MoveKind, Square};

    use super::*;

    #[test]
    fn the_first_game_ends_where_the_next_one_begins() {
        let text = "1. e4 *\n\n[White \"W\"]\n\n1. d4 d5 1-0\n";
        let FirstGame { game, end, lines } = first_game(text.as_bytes(), false);
        assert_eq!((&text[end..end + 6], lines), ("[White", 2));
        assert_eq!(game.unwrap().unwrap().game, text[..end].parse().unwrap());
        let second = first_game(&text.as_bytes()[end..], false);
        assert_eq!((second.end, second.lines), (text.len() - end, 3));
        assert_eq!(second.game.unwrap().unwrap().game, text[end..].parse().unwrap());
        assert_eq!(first_game(b"\n", false).game.unwrap(), None);
    }

    /// The least memory of each part of a game.
    #[test]
    fn the_size_of_a_game_is_that_of_its_parts() {
        let mut builder = Builder::default();
        let mut size = 0;
        for (name, value) in [("White", "abc"), ("Variant", "Chess"), ("X", "")] {
            builder.tag(name, TagValue(value.as_bytes()));
            size += 2 * size_of::<String>() + name.len() + value.len();
            assert_eq!(builder.size, size);
        }
        builder.start(&Position::START);
        assert_eq!(builder.size, size);
        let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
        let after = Position::START.after(mv);
        builder.mv(MoveVisit { mv, ply: 0, before: &Position::START, after: &after });
        size += size_of::<NodeData>();
        assert_eq!(builder.size, size);
        builder.glyph(1);
        size += size_of::<Notes>() + 1;
        assert_eq!(builder.size, size);
        for text in ["good", ""] {
            builder.comment(Text(text.as_bytes()));
            size += COMMENT_SIZE + text.len();
            assert_eq!(builder.size, size);
        }
        builder.error(&Replay::new("").reader.error(PgnRule::Stray));
        assert_eq!(builder.size, size + size_of::<GameError>());
    }
}
