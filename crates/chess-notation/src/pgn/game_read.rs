use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use chess_board::Position;
use chess_types::Move;

use super::error::{PgnError, PgnRule};
use super::event::Event;
use super::game::Game;
use super::node::{Node, NodeId};
use super::replay::Replay;
use super::result::GameResult;
use super::source::Source;

/// The most memory that a game may take when it is read, in bytes: 64 MiB, as its moves and its text are counted.
pub const MAX_GAME: usize = 1 << 26;

impl<S: Source> Replay<S> {
    /// Reads the next game as a whole; `None` at the end of the file. If a game has been begun, reads what is left of it.
    ///
    /// Variations without a move are left out. The result is that of the tag, unless it is `*` or missing, and then that of
    /// the movetext.
    ///
    /// # Errors
    /// As [`next_event`](Self::next_event); and the game is larger than [`MAX_GAME`].
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
        if self.reader.is_in_game() {
            self.skip_game()?;
            self.next_event()?;
        }
        let mut builder = Builder::default();
        while let Some(event) = self.next_event()? {
            match event {
                Event::Tag { name, value } => builder.tag(name.to_string(), value.to_string()),
                Event::Movetext => builder.begin(*self.position()),
                Event::Move(mv) => builder.mv(mv),
                Event::Nag(nag) => builder.nag(nag),
                Event::Comment(text) => builder.comment(&text.to_string()),
                Event::VariationStart => builder.start_variation(),
                Event::VariationEnd => builder.end_variation(),
                Event::End(result) => return Ok(Some(builder.finish(result.unwrap_or_default()))),
            }
            if builder.size > MAX_GAME {
                return Err(self.reader.fail(PgnRule::TooLarge));
            }
        }
        Ok(None)
    }
}

impl FromStr for Game {
    type Err = PgnError;

    /// Reads the first game of a text.
    fn from_str(text: &str) -> Result<Self, PgnError> {
        let mut replay = Replay::new(text);
        match replay.next_game()? {
            Some(game) => Ok(game),
            None => Err(replay.reader.fail(PgnRule::NoGame)),
        }
    }
}

/// A game that is being read.
#[derive(Default)]
struct Builder {
    game: Game,
    /// They can be set only when it is known where the game starts.
    tags: Vec<(String, String)>,
    /// The last move of the line, or of the one that it varies if it has none yet.
    last: NodeId,
    begins_variation: bool,
    /// The last moves of the lines that variations interrupt.
    interrupted: Vec<NodeId>,
    /// What stands before the first move of a variation.
    waiting_comments: Vec<String>,
    /// What stands before the first move of any line.
    waiting_nags: Vec<u8>,
    /// The memory that is taken, in bytes.
    size: usize,
}

impl Builder {
    fn tag(&mut self, name: String, value: String) {
        self.size += 2 * size_of::<String>() + name.len() + value.len();
        self.tags.push((name, value));
    }

    fn begin(&mut self, start: Position) {
        self.game.begin_from(start);
        for (name, value) in core::mem::take(&mut self.tags) {
            // What follows from the start is there, and a result that is none is not known.
            let _ = self.game.set_tag(&name, &value);
        }
    }

    fn mv(&mut self, mv: Move) {
        self.size += size_of::<Node>();
        let parent = if self.begins_variation { self.game.node(self.last).parent() } else { self.last };
        self.last = self.game.push(parent, mv);
        self.begins_variation = false;
        for comment in self.waiting_comments.drain(..) {
            self.game.add_starting_comment(self.last, &comment);
        }
        for nag in self.waiting_nags.drain(..) {
            self.game.add_nag(self.last, nag);
        }
    }

    fn nag(&mut self, nag: u8) {
        self.size += 1;
        if self.begins_variation || self.last == NodeId::ROOT {
            self.waiting_nags.push(nag);
        } else {
            self.game.add_nag(self.last, nag);
        }
    }

    fn comment(&mut self, text: &str) {
        self.size += size_of::<String>() + text.len();
        if self.begins_variation {
            self.waiting_comments.push(text.to_string());
        } else {
            self.game.add_comment(self.last, text);
        }
    }

    fn start_variation(&mut self) {
        self.interrupted.push(self.last);
        self.begins_variation = true;
    }

    /// What waited for a move that has not come is said of the move that was to be replaced.
    fn end_variation(&mut self) {
        self.last = self.interrupted.pop().unwrap_or(self.last);
        self.begins_variation = false;
        for comment in self.waiting_comments.drain(..) {
            self.game.add_comment(self.last, &comment);
        }
        for nag in self.waiting_nags.drain(..) {
            self.game.add_nag(self.last, nag);
        }
    }

    fn finish(mut self, result: GameResult) -> Game {
        if self.game.result() == GameResult::Unknown {
            self.game.set_result(result);
        }
        self.game
    }
}
