//! What lenient reading of text does beyond strict reading.

use super::error::{PgnError, PgnRule};
use super::reader::{Reader, Stage, Step};
use super::result::GameResult;
use super::source::Source;
use super::token::Token;

impl<S: Source> Reader<S> {
    /// Sets whether the reader is lenient; a new reader is strict.
    ///
    /// A lenient reader goes on within a game that breaks a rule. It returns the same errors as a strict one, and an error
    /// costs only what cannot be read:
    ///
    /// | error | costs |
    /// |---|---|
    /// | a tag that is not well-formed | the tag, up to the end of its line |
    /// | a stray character, an annotation beyond `$255`, a token that is too long | that token |
    /// | a closing parenthesis without a variation | the parenthesis |
    /// | variations that are open at the end of a game | nothing; their ends are events |
    ///
    /// Every game that has begun ends with [`Event::End`](super::Event::End), after all of its errors.
    ///
    /// # Boundaries
    /// The boundaries of games are those of strict reading, with one exception: a result may have up to eight spaces or tabs on
    /// each side of its dash: `1 - 0`, `0 - 1`, `1/2 - 1/2`, `½ - ½`. It ends the game. Strict reading ends the game in the middle
    /// of a draw, and not at all at the others.
    ///
    /// So every boundary of strict reading that stands before a line which begins with a tag is a boundary of lenient reading, too. As in strict reading, boundaries do not depend on what is read or skipped.
    ///
    /// # Examples
    /// ```
    /// use chess_notation::pgn::{Event, PgnError, Reader};
    ///
    /// let mut reader = Reader::new("[White \"Krush, I]\n[Black \"Zatonskih, A\"]\n\n1. e4 $256 e5 1 - 0").lenient(true);
    /// let (mut tags, mut moves, mut errors) = (0, 0, 0);
    /// loop {
    ///     match reader.next_event() {
    ///         Ok(None) => break,
    ///         Ok(Some(Event::Tag { .. })) => tags += 1,
    ///         Ok(Some(Event::Move(_))) => moves += 1,
    ///         Ok(Some(_)) => {}
    ///         Err(PgnError::Game(_)) => errors += 1,
    ///         Err(error) => return Err(error),
    ///     }
    /// }
    /// assert_eq!((tags, moves, errors), (1, 2, 2));
    /// # Ok::<(), PgnError>(())
    /// ```
    #[must_use]
    pub fn lenient(mut self, is_lenient: bool) -> Self {
        self.is_lenient = is_lenient;
        self.lexer.joins_results = is_lenient;
        self
    }

    /// Takes the last word for shorter than it is. The rest of it is the next token.
    pub(crate) fn cut_word(&mut self, length: usize) {
        self.lexer.take(length);
    }

    /// Lets [`Step::Movetext`], which was the last step, be the next step once more.
    pub(crate) fn repeat_movetext(&mut self) {
        self.stage = Stage::BeforeMovetext;
    }

    /// Skips the variation that the last step has begun, its end included.
    ///
    /// # Errors
    /// The game ends before the variation; or the error of the source.
    pub(crate) fn drop_variation(&mut self) -> Result<(), PgnError> {
        self.skip_variation()?;
        let token = self.lexer.next().map_err(|error| self.over(error))?;
        self.depth = self.depth.saturating_sub(1);
        if token == Token::VariationEnd { Ok(()) } else { Err(self.fail(PgnRule::UnclosedVariation)) }
    }

    /// The error of variations that are open where the game ends.
    #[cold]
    pub(super) fn unclosed(&mut self) -> PgnError {
        let error = self.fail(PgnRule::UnclosedVariation);
        if self.is_lenient {
            self.stage = Stage::Closing;
        }
        error
    }

    /// The next step in a stage that decides it without the text.
    #[cold]
    pub(super) fn step_of_stage(&mut self) -> Option<Step> {
        match self.stage {
            Stage::BeforeMovetext => {
                self.stage = Stage::Movetext;
                Some(Step::Movetext)
            }
            Stage::Closing if self.depth > 0 => {
                self.depth -= 1;
                Some(Step::VariationEnd)
            }
            Stage::Closing => {
                self.stage = Stage::BetweenGames;
                Some(Step::End(None))
            }
            _ => None,
        }
    }

    /// Keeps whether strict reading goes on behind the result that is the last token: it has blanks, and its last part is no
    /// result, as that of `1/2 - 1/2` is.
    #[cold]
    pub(super) fn note_result(&mut self) {
        let mut parts = self.lexer.token().rsplit(|byte| matches!(byte, b' ' | b'\t'));
        let last = parts.next().unwrap_or_default();
        self.has_ended_early = parts.next().is_some() && GameResult::from_bytes(last).is_none();
    }

    /// True if the game that begins with a bracket begins where strict reading, which is still within the game before, sees
    /// no tag. To take the line for a tag would hide a boundary after it.
    #[cold]
    pub(super) fn begins_with_stray(&mut self) -> bool {
        core::mem::take(&mut self.has_ended_early) && !self.lexer.is_at_tags()
    }
}
