//! Lenient reading: what it does where strict reading ends the game, and text that belongs to no game.

use core::ops::Range;

use super::error::{Excerpt, PgnError, PgnRule};
use super::event::GameResult;
use super::lexer::LOOKAHEAD;
use super::plain_tag::usual_spelling;
use super::reader::{Reader, Stage, Step};
use super::source::Source;
use super::spelling::has_tags;
use super::token::{Front, TagToken, Token};

impl<S: Source> Reader<S> {
    /// Sets whether the reader is lenient; a new reader is strict.
    ///
    /// A lenient reader goes on within a game that breaks a rule. It returns the same errors as a strict one, and an error costs
    /// only these parts:
    ///
    /// | error | costs |
    /// |---|---|
    /// | a tag that is not well-formed | the tag, up to the end of its line; nothing if it only lacks a bracket |
    /// | a tag whose name has not the usual case, `[event "a"]` | nothing |
    /// | text between tags, between games and after a result that is part of no game | that text |
    /// | a comment with the tags of another game, whose closing brace may be missing | nothing |
    /// | a stray character, an annotation beyond `$255`, a token that is too long | that token |
    /// | a closing parenthesis without a variation | the parenthesis |
    /// | variations that are open at the end of a game | nothing; their ends are events |
    ///
    /// Every game that has begun ends with [`Event::End`](crate::pgn::Event::End), after all of its errors.
    ///
    /// # Boundaries
    /// A result ends the game in any spelling: with up to eight blanks on each side of its dash, with any dash or a colon, and with `½`,
    /// `0.5` or `0,5` for a half. Another game begins with a tag, a comment, or what may be a move: other text is passed, and so is a
    /// second result that is not after a blank line. A game without a result ends before a line after a blank one that begins with `1.`
    /// and a move, if the game has a move and no variation is open. Tags may have other text between them, but then end with a blank
    /// line.
    ///
    /// Every boundary of strict reading that is before a line which begins with a tag, after a blank line and not after an open
    /// brace, is a boundary of lenient reading, too. As in strict reading, boundaries do not depend on skipping.
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
    #[cfg(feature = "std")]
    #[must_use]
    pub fn lenient(mut self, is_lenient: bool) -> Self {
        self.lexer.is_lenient = is_lenient;
        self
    }

    /// Whether reading is [lenient](Self::lenient).
    #[inline(always)]
    pub(in crate::pgn) const fn is_lenient(&self) -> bool {
        self.lexer.is_lenient()
    }

    /// The bytes from the last word, of this length, on, as many as any source has at hand.
    pub(crate) fn bytes_ahead(&self, length: usize) -> &[u8] {
        let window = self.lexer.window();
        &window[..window.len().min(LOOKAHEAD.max(length))]
    }

    /// Lets [`Step::Movetext`], which was the last step, be the next step once more.
    pub(crate) fn repeat_movetext(&mut self) {
        self.stage = Stage::BeforeMovetext;
    }

    /// Skips the variation that began with the last step, its end included.
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
    pub(in crate::pgn) fn unclosed(&mut self) -> PgnError {
        let error = self.fail(PgnRule::UnclosedVariation);
        if self.is_lenient() {
            self.stage = Stage::Closing;
        }
        error
    }

    /// The next step in a stage that decides it without the text.
    #[cold]
    pub(in crate::pgn) fn step_of_stage(&mut self) -> Option<Step> {
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

    /// Ends the game with the result that is the last token, at once if another game or nothing can follow.
    #[cold]
    pub(in crate::pgn) fn end_leniently(&mut self, result: GameResult) -> Result<Option<Step>, PgnError> {
        // Strict reading goes on if the result has blanks and its last part is not a result, unlike that of `1/2 - 1/2`.
        let last = self.lexer.token().rsplit(|byte| matches!(byte, b' ' | b'\t')).next().unwrap_or_default();
        self.has_ended_early = GameResult::from_bytes(last).is_none();
        if self.lexer.is_before_tags_or_end() {
            self.stage = Stage::BetweenGames;
            return Ok(Some(Step::End(Some(result))));
        }
        self.loose.result = Some((result, self.lexer.place()));
        self.stage = Stage::BehindResult;
        self.behind_result().map(Some)
    }

    /// Passes text after a result, and then ends the game.
    #[cold]
    pub(in crate::pgn) fn behind_result(&mut self) -> Result<Step, PgnError> {
        let front = self.lexer.front().map_err(|error| self.over(error))?;
        self.pass_strays(front)?;
        self.stage = Stage::BetweenGames;
        Ok(Step::End(self.loose.result.map(|(result, _)| result)))
    }

    /// Passes text between games that begins none.
    #[cold]
    pub(in crate::pgn) fn pass_strays_between(&mut self, front: Front) -> Result<Front, PgnError> {
        self.loose.result = None;
        self.pass_strays(front)
    }

    /// The next tag of the game, also one without its opening bracket; `None` if the tags have ended. Other text among the tags is
    /// passed. If there was any, a blank line ends the tags, so that chunks of a file begin where strict reading begins a game.
    #[cold]
    pub(in crate::pgn) fn next_loose_tag(&mut self, front: Front) -> Result<Option<TagToken>, PgnError> {
        let front = self.pass_strays(front)?;
        let after_blank_line = core::mem::take(&mut self.loose.after_blank_line);
        let is_bare = front.byte != Some(b'[');
        let goes_on = if is_bare {
            self.lexer.is_at_bare_tag()
        } else if self.loose.has_strayed {
            !after_blank_line && self.lexer.is_at_tags()
        } else {
            self.goes_on_with_tag(Front { after_blank_line, ..front })
        };
        if !goes_on {
            return Ok(None);
        }
        self.loose.has_strayed |= is_bare;
        let column = self.lexer.column;
        let tag = self.lexer.tag().map_err(|error| self.over(error))?;
        let rule = match &tag {
            TagToken::Broken(_) => return Ok(Some(tag)),
            TagToken::Mended { name, .. } => {
                self.note_name(name.clone());
                Some(PgnRule::Tag)
            }
            TagToken::Tag { name, .. } => {
                self.note_name(name.clone());
                let found = self.bytes(name.clone());
                usual_spelling(found)
                    .map(|expected| PgnRule::TagName { found: Excerpt::new(found), expected })
            }
        };
        if let Some(rule) = rule {
            self.report_once(rule).inspect_err(|_| self.lexer.column = column)?;
        }
        Ok(Some(tag))
    }

    /// Passes text that belongs to no game, and returns the error of its first word.
    fn pass_strays(&mut self, mut front: Front) -> Result<Front, PgnError> {
        loop {
            self.loose.after_blank_line |= front.after_blank_line;
            self.loose.has_strayed |= front.after_odd_blank && self.stage == Stage::Tags;
            if !self.is_stray(front) {
                self.loose.is_passing = false;
                return Ok(front);
            }
            self.lexer.take_stray();
            match self.stage {
                Stage::Tags => self.loose.has_strayed = true,
                _ => self.has_ended_early = true,
            }
            if !core::mem::replace(&mut self.loose.is_passing, true) {
                return Err(self.fail(PgnRule::NoPart));
            }
            front = self.lexer.front().map_err(|error| self.over(error))?;
        }
    }

    /// True if the text ahead is not a part of a game: neither a tag, nor a comment, nor what can be the beginning of movetext.
    ///
    /// Behind a result, another result begins a game only after a blank line, and variations and annotations begin none.
    fn is_stray(&self, front: Front) -> bool {
        let (lexer, stage) = (&self.lexer, self.stage);
        let is_behind_result = stage == Stage::BehindResult;
        let Some(byte) = front.byte else { return false };
        let begins = match byte {
            b'{' | b';' => true,
            b'1' if stage == Stage::Tags && lexer.window().starts_with(b"1.") => true,
            b'[' if stage == Stage::Tags || lexer.is_at_tags() => true,
            b'[' => !self.has_ended_early && (!is_behind_result || lexer.is_at_quoted_tag()),
            b'(' | b'$' | b'!' | b'?' => !is_behind_result,
            _ if lexer.is_at_result() => !is_behind_result || front.after_blank_line,
            _ => lexer.is_at_move(stage == Stage::Tags) || lexer.is_at_bare_tag(),
        };
        !begins
    }

    /// Reports a rule that the last token breaks, although it is read: the error comes before its event. The token is put back and
    /// not reported again.
    #[cold]
    pub(crate) fn report_once(&mut self, rule: PgnRule) -> Result<(), PgnError> {
        let error = self.error(rule);
        let reported = Some(error.offset);
        if self.loose.reported == reported {
            return Ok(());
        }
        self.loose.reported = reported;
        self.lexer.put_back();
        Err(error.into())
    }

    /// Reports a comment that has the tags of other games.
    #[inline(always)]
    pub(in crate::pgn) fn check_comment(&mut self, text: &Range<usize>) -> Result<(), PgnError> {
        if self.is_lenient() && has_tags(self.bytes(text.clone())) {
            self.report_once(PgnRule::TagInComment)?;
        }
        Ok(())
    }

    /// Tests whether lenient reading has a move number directly before the last token.
    #[cold]
    pub(in crate::pgn) fn is_behind_number(&self) -> bool {
        self.is_lenient() && self.lexer.source.previous().is_ascii_digit()
    }

    /// Sets whether the rest of the movetext is [`Stage::WatchedMovetext`], unless the game is ending.
    pub(crate) fn watch(&mut self, is_watched: bool) {
        if matches!(self.stage, Stage::Movetext | Stage::WatchedMovetext) {
            self.stage = if is_watched { Stage::WatchedMovetext } else { Stage::Movetext };
        }
    }

    /// Whether all words have to be looked at.
    pub(crate) fn is_watched(&self) -> bool {
        self.stage == Stage::WatchedMovetext
    }
}
