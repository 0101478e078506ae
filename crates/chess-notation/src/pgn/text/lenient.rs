//! Lenient reading: what it does where strict reading ends the game, and text that belongs to no game.

use core::ops::Range;

use super::error::{Excerpt, PgnError, PgnRule};
use super::event::GameResult;
use super::lexer::LOOKAHEAD;
use super::plain_tag::{key, usual_spelling};
use super::reader::{Reader, Stage, Step};
use super::source::Source;
use super::spelling::has_tags;
use super::token::{Front, TagToken, Token};

impl<S: Source> Reader<S> {
    /// Sets whether the reader is lenient; a new reader is strict.
    ///
    /// A lenient reader continues within a game that breaks a rule. It returns the same errors as a strict one, and an error costs
    /// only these parts:
    ///
    /// | error | costs |
    /// |---|---|
    /// | a tag that is not well-formed | the tag, up to the end of its line or value; nothing if it only lacks a bracket, has other quotation marks, or a backslash at the end of its value |
    /// | a tag whose name has not the usual case, `[event "a"]` | nothing |
    /// | text between tags, between games and after a result that is part of no game | that text |
    /// | a brace before the first move that is not closed | the comment, up to the next line that is a tag |
    /// | a comment with the tags of another game, whose closing brace may be missing | nothing |
    /// | a result that contradicts the tag `Result` | nothing; the tag counts |
    /// | a stray character, an annotation beyond `$255`, a token that is too long | that token |
    /// | a closing parenthesis without a variation | the parenthesis |
    /// | variations that are open at the end of a game | nothing; their ends are events |
    ///
    /// Every game that has begun ends with [`Event::End`](crate::pgn::Event::End), after all of its errors.
    ///
    /// # Boundaries
    /// They are those of strict reading, with these in addition. A result ends the game in any spelling: with up to eight blanks on each
    /// side of its dash, with any dash or a colon, and with `½`, `0.5` or `0,5` for a half. A half alone is a draw unless movetext
    /// goes on after it. A game without a result ends before a line after a blank one that begins with `1.` and a move, if the game has
    /// a move and no variation is open.
    ///
    /// In strict and lenient reading, text after a result that begins no other game is an error: anything but a tag, a comment, or what
    /// may be a move. A second result does after a blank line only.
    ///
    /// Every boundary of strict reading that is before a line which begins with a tag, after a blank line behind a result of the
    /// standard on a line without tags, and not after an open brace, is a boundary of lenient reading, too. As in strict reading, boundaries do not depend on
    /// skipping.
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
    pub(in crate::pgn) fn end(&mut self, result: GameResult) -> Result<Step, PgnError> {
        if result != self.result_tag {
            self.compare_results(result)?;
        }
        if self.lexer.is_before_tags_or_end() {
            self.stage = Stage::BetweenGames;
            return Ok(Step::End(Some(result)));
        }
        self.loose.result = Some((result, self.lexer.place()));
        self.stage = Stage::BehindResult;
        self.behind_result()
    }

    /// Reports a result that contradicts the tag `Result`. Strict reading passes the game from it on.
    #[cold]
    fn compare_results(&mut self, result: GameResult) -> Result<(), PgnError> {
        let tag = self.result_tag;
        if self.loose.is_passing || [result, tag].contains(&GameResult::Unknown) {
            return Ok(());
        }
        self.report_once(PgnRule::OtherResult(tag)).inspect_err(|_| {
            if !self.is_lenient() {
                self.stage = Stage::BrokenMovetext;
            }
        })
    }

    /// Passes text after a result, and then ends the game.
    #[cold]
    pub(in crate::pgn) fn behind_result(&mut self) -> Result<Step, PgnError> {
        let front = self.lexer.front().map_err(|error| self.over(error))?;
        self.pass_strays(front)?;
        self.stage = Stage::BetweenGames;
        Ok(Step::End(self.loose.result.map(|(result, _)| result)))
    }

    /// The next tag of the game, also one without its opening bracket, or the next comment before its first move; `None` if the tags have
    /// ended. Other text among the tags is passed. The same for strict and lenient reading, which differ in what they do after an error.
    pub(in crate::pgn) fn next_tag(&mut self, front: Front) -> Result<Option<TagToken>, PgnError> {
        let front = self.pass_strays(front)?;
        match front.byte {
            Some(b'{' | b';') => return self.comment_before_moves().map(Some),
            Some(b'[') if self.loose.after_blank_line && self.is_at_next_tags() => return Ok(None),
            Some(b'[') => {}
            _ if self.lexer.is_at_bare_tag() => {}
            _ => return Ok(None),
        }
        self.loose.after_blank_line = false;
        let column = self.lexer.column;
        let tag = self.lexer.tag().map_err(|error| self.over(error))?;
        let (name, value, rule) = match &tag {
            TagToken::Tag { name, value } => {
                let found = self.bytes(name.clone());
                let rule = usual_spelling(found)
                    .map(|expected| PgnRule::TagName { found: Excerpt::new(found), expected });
                (name, value, rule)
            }
            TagToken::Mended { name, value, rule } => {
                self.note_lost_fen(**rule);
                (name, value, Some(**rule))
            }
            TagToken::Comment(_) | TagToken::Broken(_) => {
                self.note_lost_fen(PgnRule::Tag);
                return Ok(Some(tag));
            }
        };
        self.names.add(key(self.bytes(name.clone())));
        if self.bytes(name.clone()) == b"Result" {
            self.note_result(value.clone());
        }
        match rule {
            Some(rule) if self.is_lenient() => {
                self.report_once(rule).inspect_err(|_| self.lexer.column = column)?;
            }
            Some(rule) => return Err(self.fail(rule)),
            None => {}
        }
        Ok(Some(tag))
    }

    /// True if the tag that the window begins with, after a blank line, begins another game.
    #[cold]
    fn is_at_next_tags(&self) -> bool {
        self.lexer.is_at_tags() && self.names.has(self.lexer.name_ahead())
    }

    /// The comment ahead, before the first move. If it is not closed, it may begin the game.
    fn comment_before_moves(&mut self) -> Result<TagToken, PgnError> {
        let comment = self.lexer.comment_before_moves().map_err(|error| self.over(error))?;
        match &comment {
            TagToken::Comment(text) => self.check_comment(text)?,
            _ if self.stage == Stage::BetweenGames
                && self.lexer.window().trim_ascii_end() != self.lexer.token() =>
            {
                self.begin_game();
            }
            _ => {}
        }
        Ok(comment)
    }

    /// Stores the error of the last token, which is not read, if it may be a tag `FEN`: the game may begin from another position.
    #[cold]
    fn note_lost_fen(&mut self, rule: PgnRule) {
        if self.loose.lost_fen.is_none() && may_be_fen(self.lexer.token()) {
            self.loose.lost_fen = Some(self.error(rule));
        }
    }

    /// Passes text that belongs to no game, and returns the error of its first word.
    pub(in crate::pgn) fn pass_strays(&mut self, mut front: Front) -> Result<Front, PgnError> {
        loop {
            self.loose.after_blank_line |= front.after_blank_line;
            if !self.is_stray(front) {
                self.loose.is_passing = false;
                return Ok(front);
            }
            self.lexer.take_stray();
            if self.stage == Stage::Tags {
                self.note_lost_fen(PgnRule::NoPart);
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
        let lexer = &self.lexer;
        let is_behind_result = matches!(self.stage, Stage::BehindResult | Stage::BrokenEnd);
        let is_among_tags = matches!(self.stage, Stage::Tags | Stage::BrokenTags);
        let Some(byte) = front.byte else { return false };
        let begins = match byte {
            b'{' | b';' => true,
            b'[' => !is_behind_result || lexer.is_at_tags(),
            b'1' if is_among_tags && lexer.window().starts_with(b"1.") => true,
            b'(' | b'$' | b'!' | b'?' => !is_behind_result,
            _ if lexer.is_at_result() => !is_behind_result || front.after_blank_line,
            _ => lexer.is_at_move(is_among_tags) || lexer.is_at_bare_tag(),
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
        // A part of a longer comment could not be put back.
        if self.is_lenient() && text.start > 0 && has_tags(self.bytes(text.clone())) {
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

/// Tests whether text that is not read may be a tag `FEN` or its board.
fn may_be_fen(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric();
    let start = text.iter().position(is_letter).unwrap_or(text.len());
    let name = text[start..].split(|byte| !is_letter(byte)).next().unwrap_or_default();
    let is_board = |word: &[u8]| {
        let board = word.trim_ascii().iter().filter(|byte| !matches!(byte, b'"' | b'[' | b']'));
        board.clone().filter(|&&byte| byte == b'/').count() > 5
            && board.clone().all(|byte| b"/12345678pnbrqkPNBRQK".contains(byte))
    };
    name.eq_ignore_ascii_case(b"FEN") || text.split(u8::is_ascii_whitespace).any(is_board)
}
