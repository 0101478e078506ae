//! Games visited: the one loop over a game that knows strictness, ends and errors.

use chess_board::Position;
use chess_types::Move;

use super::Replay;
use super::start::Cursor;
use crate::pgn::command::Command;
use crate::pgn::text::error::{GameError, PgnError, PgnRule};
use crate::pgn::text::event::{Event, GameResult, TagValue, Text};
use crate::pgn::text::reader::Stage;
use crate::pgn::text::source::Source;

/// What a program does with the parts of a game, in the order of the file; [`Replay::visit_game`] calls it.
///
/// Every method has a default, which ignores its part; variations are skipped by default. Each game ends with [`end`](Self::end), after
/// which the visitor may be used for the next game. Nothing is allocated.
///
/// # Examples
/// ```
/// use chess_notation::pgn::{GameEnd, MoveVisit, Replay, Visitor};
///
/// /// Counts captures and broken games.
/// #[derive(Default)]
/// struct Counter {
///     captures: u64,
///     broken: u64,
/// }
///
/// impl Visitor for Counter {
///     fn mv(&mut self, visit: MoveVisit<'_>) {
///         self.captures += u64::from(visit.mv.is_capture());
///     }
///
///     fn end(&mut self, end: &GameEnd<'_>) {
///         self.broken += u64::from(end.error.is_some());
///     }
/// }
///
/// let mut counter = Counter::default();
/// Replay::new("1. e4 d5 2. exd5 (2. e5) Qxd5 1-0\n\n1. e4 e4 *\n\n1. d4 *").visit_games(&mut counter)?;
/// assert_eq!((counter.captures, counter.broken), (2, 1));
/// # Ok::<(), chess_notation::pgn::PgnError>(())
/// ```
pub trait Visitor {
    /// Takes a tag.
    #[inline]
    fn tag(&mut self, _name: &str, _value: TagValue<'_>) {}

    /// Takes the start position after all tags, and decides whether the movetext is read. The movetext of a skipped game is searched for
    /// its end alone.
    #[inline]
    fn start(&mut self, _position: &Position) -> Next {
        Next::Read
    }

    /// Takes a move.
    #[inline]
    fn mv(&mut self, _visit: MoveVisit<'_>) {}

    /// Takes a numeric annotation glyph.
    #[inline]
    fn glyph(&mut self, _glyph: u8) {}

    /// Takes a comment. By default it is parsed, and [`command`](Self::command) gets its commands.
    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        text.commands().for_each(|command| self.command(command));
    }

    /// Takes a command of a comment, such as `[%clk 0:03:00]`.
    #[inline]
    fn command(&mut self, _command: Command<'_>) {}

    /// Decides whether the variation that begins here is read, which replaces the last move. A skipped variation is only searched for
    /// its end. `offset` is the number of bytes of the file before its parenthesis.
    #[inline]
    fn start_variation(&mut self, _offset: u64) -> Next {
        Next::Skip
    }

    /// Takes the end of a variation, read or skipped. `offset` is the number of bytes of the file before its parenthesis.
    #[inline]
    fn end_variation(&mut self, _offset: u64) {}

    /// Takes an error. In strict reading, [`end`](Self::end) follows.
    #[inline]
    fn error(&mut self, _error: &GameError) {}

    /// Takes the end of the game.
    #[inline]
    fn end(&mut self, _end: &GameEnd<'_>) {}

    /// Returns true if [`GameEnd::line`] is needed, for which the ends of lines are counted.
    #[inline]
    fn needs_line(&self) -> bool {
        false
    }

    /// Returns true if the visitor has reached a limit of its own. The driver asks after each part of a game. The game then has the error
    /// [`PgnRule::TooLarge`] at this part, and its rest is skipped.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

/// The way on in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Read what follows.
    Read,
    /// Skip the rest: of the game after its tags, or of a variation.
    Skip,
    /// Read a variation, with those within it, as far as it is right. In strict reading, too, an error then ends the variation and not the
    /// game.
    Try,
}

/// A move that a [`Visitor`] takes, with the positions before and after it.
#[derive(Clone, Copy, Debug)]
pub struct MoveVisit<'a> {
    /// The move.
    pub mv: Move,
    /// The number of moves before it in its line, counted from the start position of the game.
    pub ply: u32,
    /// The position before the move.
    pub before: &'a Position,
    /// The position after the move.
    pub after: &'a Position,
}

/// The end of a game that a [`Visitor`] takes.
#[derive(Clone, Copy, Debug)]
pub struct GameEnd<'a> {
    /// The number of the game in the file, counted from 1.
    pub game: u64,
    /// The number of bytes of the file before its first tag, before its movetext if it has no tags, or before its error if it has
    /// neither.
    pub offset: u64,
    /// The line there, counted from 1; `None` unless [`Visitor::needs_line`] asks for it, or the place is that of an error.
    pub line: Option<u64>,
    /// The position after the last move of the main line. It is not a position of the game if [`Visitor::start`] has not been called.
    pub position: &'a Position,
    /// The result at the end of the movetext.
    pub result: Option<GameResult>,
    /// The first error.
    pub error: Option<&'a GameError>,
}

/// A game that has been read, but for its end.
pub(super) struct Read {
    game: u64,
    offset: u64,
    line: Option<u64>,
    result: Option<GameResult>,
    pub(super) first_error: Option<GameError>,
}

impl Read {
    /// Makes an error the first one, unless there is one.
    pub(super) fn or_error(self, error: Option<GameError>) -> Self {
        Self { first_error: self.first_error.or(error), ..self }
    }
}

impl<S: Source> Replay<S> {
    /// Calls `visitor` with the parts of the next game, and returns true; or false if there is no other game. If a game has been begun, the
    /// rest of it is skipped first.
    ///
    /// An error after the last game that is part of none counts as one more game.
    ///
    /// # Errors
    /// Only the error of the source; the game is then not ended.
    #[inline]
    pub fn visit_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, PgnError> {
        if self.reader.is_in_game() {
            self.pass_game()?;
        }
        self.visit_rest(visitor)
    }

    /// Calls `visitor` with the parts of the game that has been begun, or else of the next one.
    fn visit_rest<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, PgnError> {
        let Some(read) = self.visit_parts(visitor)? else { return Ok(false) };
        self.visit_end(&read, visitor);
        Ok(true)
    }

    /// Calls `visitor` with the parts of a game as `visit_rest` does, but not with its end; `None` if there is no game.
    pub(super) fn visit_parts<V: Visitor>(&mut self, visitor: &mut V) -> Result<Option<Read>, PgnError> {
        let (mut offset, mut line, mut first_error) = (None, None, None);
        let result = loop {
            let (mut is_first, mut is_skipped) = (false, false);
            match self.next_event() {
                Ok(Some(Event::Move(mv))) => {
                    let Cursor { position, before, ply, .. } = &self.cursor;
                    visitor.mv(MoveVisit { mv, ply: ply.wrapping_sub(1), before, after: position });
                    // Most parts are moves and comments: the branches below would cost 1 % of reading columns.
                    if !visitor.is_full() {
                        continue;
                    }
                }
                Ok(Some(Event::Comment(text))) => {
                    visitor.comment(text);
                    if !visitor.is_full() {
                        continue;
                    }
                }
                Ok(Some(Event::Nag(glyph))) => visitor.glyph(glyph),
                Ok(Some(Event::Tag { name, value })) => {
                    visitor.tag(name, value);
                    is_first = true;
                }
                Ok(Some(Event::Movetext)) => {
                    is_skipped = visitor.start(&self.cursor.position) == Next::Skip;
                    is_first = true;
                }
                Ok(Some(Event::VariationStart)) => {
                    match visitor.start_variation(self.reader.lexer.offset()) {
                        Next::Skip => self.skip_variation()?,
                        next => self.is_trying = next == Next::Try,
                    }
                }
                Ok(Some(Event::VariationEnd)) => visitor.end_variation(self.reader.lexer.offset()),
                Ok(Some(Event::End(result))) => break result,
                // Comments after the last game.
                Ok(None) if first_error.is_none() => return Ok(None),
                Ok(None) => break None,
                Err(error) => {
                    let error = error.into_game()?;
                    if offset.is_none() {
                        (offset, line) = (Some(error.offset), Some(error.line));
                    }
                    visitor.error(&error);
                    first_error = first_error.or(Some(error));
                    if !self.is_lenient() && !self.leave_variation(error.rule)? {
                        break None;
                    }
                }
            }
            if is_first && offset.is_none() {
                offset = Some(self.reader.lexer.offset());
                line = visitor.needs_line().then(|| self.place().line);
            }
            if visitor.is_full() {
                let error = self.reader.error(PgnRule::TooLarge);
                visitor.error(&error);
                first_error = first_error.or(Some(error));
                is_skipped = true;
            }
            if is_skipped {
                break self.pass_game()?;
            }
        };
        // The error of a tag may be that of a game that has not begun.
        let game = first_error.as_ref().map_or(self.game(), |error: &GameError| error.game);
        Ok(Some(Read { game, offset: offset.unwrap_or_default(), line, result, first_error }))
    }

    /// Calls `visitor` with the end of the game that has been read.
    #[inline(always)]
    pub(super) fn visit_end<V: Visitor>(&self, read: &Read, visitor: &mut V) {
        let &Read { game, offset, line, result, ref first_error } = read;
        // The text may end in an open variation.
        let Cursor { position, .. } = self.interrupted.first().unwrap_or(&self.cursor);
        visitor.end(&GameEnd { game, offset, line, position, result, error: first_error.as_ref() });
    }

    /// Calls `visitor` with the parts of all games that are left.
    ///
    /// # Errors
    /// Only the error of the source. Broken games do not end reading: the visitor gets their errors.
    pub fn visit_games<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnError> {
        while self.visit_game(visitor)? {}
        Ok(())
    }

    /// Skips the rest of a variation that strict reading has ended with an error; false if that also ends the game.
    #[cold]
    fn leave_variation(&mut self, rule: PgnRule) -> Result<bool, PgnError> {
        if !self.is_trying || self.depth() == 0 || matches!(rule, PgnRule::UnclosedVariation) {
            return Ok(false);
        }
        self.reader.stage = Stage::Movetext;
        // A variation that is refused is not among those that are open.
        let skipped = match rule {
            PgnRule::NothingToVary | PgnRule::TooDeep => self.reader.drop_variation(),
            _ => self.skip_variation(),
        };
        match skipped {
            Ok(()) => Ok(true),
            Err(error) => error.into_game().map(|_| false),
        }
    }

    /// Skips the rest of the game, with its end and its errors, and returns the result there.
    #[inline(never)]
    fn pass_game(&mut self) -> Result<Option<GameResult>, PgnError> {
        self.skip_game()?;
        loop {
            match self.next_event() {
                Ok(Some(Event::End(result))) => return Ok(result),
                Ok(Some(_)) => {}
                Ok(None) => return Ok(None),
                Err(error) => {
                    error.into_game()?;
                    // A strict game ends at its error.
                    if !self.is_lenient() {
                        return Ok(None);
                    }
                }
            }
        }
    }
}
