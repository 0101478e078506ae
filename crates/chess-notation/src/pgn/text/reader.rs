use core::ops::Range;

use super::ahead::Ahead;
use super::error::{Excerpt, GameError, PgnError, PgnRule};
use super::event::{Event, GameResult, TagValue, Text};
use super::lexer::Lexer;
use super::plain_tag::{Names, PlainTag, RESULT, usual_spelling};
use super::source::{Place, Slice, Source};
use super::token::{Front, TagToken, Token};

/// A reader of PGN as a sequence of [events](Event), in which moves are text. It does not check that moves are legal.
///
/// A game ends after its result; or before the tags of the next game; or at the end of the file. Tags begin with a bracket outside a
/// comment, followed by a letter or digit, at the start of a line or as a whole pair of a name and a quoted value. They end before the
/// first move, move number, glyph, parenthesis or result, or before a tag after a blank line whose name the game has already (of its
/// first 64 tags), which begins another game. Comments may be among them; any other text there is an error and ends nothing. A brace
/// before the first move that is not closed ends before the next line that is a whole tag pair. Results within variations are ignored.
/// A comment between two games is part of the second, and other text after a result, which begins no game, is an error of the first.
///
/// The boundaries of games do not depend on whether games are read, skipped or broken.
///
/// # Examples
/// ```
/// use chess_notation::pgn::{Event, GameResult, Reader};
///
/// let mut reader = Reader::new(b"[White \"Steinitz\"]\n\n1. e4 e5 2. Nc3! {Vienna} 1-0");
/// let mut moves = 0;
/// while let Some(event) = reader.next_event()? {
///     match event {
///         Event::Tag { name, value } => assert_eq!((name, value.raw().as_str()), ("White", Some("Steinitz"))),
///         Event::Move(_) => moves += 1,
///         Event::Nag(glyph) => assert_eq!(glyph, 1),
///         Event::End(result) => assert_eq!(result, Some(GameResult::WhiteWins)),
///         _ => {}
///     }
/// }
/// assert_eq!(moves, 3);
/// # Ok::<(), chess_notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<S> {
    pub(in crate::pgn) lexer: Lexer<S>,
    pub(in crate::pgn) stage: Stage,
    /// The number of open variations.
    pub(in crate::pgn) depth: u64,
    game: u64,
    /// The names of the game's tags.
    pub(in crate::pgn) names: Names,
    /// The value of the game's tag `Result`, if it is decided.
    pub(in crate::pgn) result_tag: GameResult,
    /// The state of reading what is not in the usual form.
    pub(in crate::pgn) loose: Loose,
}

/// The next part of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum Stage {
    BetweenGames,
    Tags,
    Movetext,
    /// Lenient reading has reported an error of the start; [`Step::Movetext`] follows.
    BeforeMovetext,
    /// The result ends the game; text after it that begins no other is passed first.
    BehindResult,
    /// Movetext of which lenient reading looks at each word, since it has the letters of another language, or a word was left out.
    WatchedMovetext,
    /// The game ends: lenient reading has reported variations that are open there, or the rest of it is skipped. The ends of variations and
    /// that of the game follow.
    Closing,
    /// The rest of a broken game has to be skipped, from its tags, movetext or result on.
    BrokenTags,
    BrokenMovetext,
    BrokenEnd,
    /// The source has failed.
    Over,
}

/// The state of reading beyond that of games in the usual form.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::pgn) struct Loose {
    /// The result and its place, if other tokens have been looked at after it.
    pub(in crate::pgn) result: Option<(GameResult, Place)>,
    /// Number of bytes before the last token that was [reported](Reader::report_once).
    pub(in crate::pgn) reported: Option<u64>,
    /// True while text that belongs to no game is passed and has been reported.
    pub(in crate::pgn) is_passing: bool,
    /// True if a blank line is before the next tag.
    pub(in crate::pgn) after_blank_line: bool,
    /// The error of text among the tags that may have been a tag `FEN`.
    pub(in crate::pgn) lost_fen: Option<GameError>,
}

impl Stage {
    /// True if a game has begun that has events left.
    const fn is_in_game(self) -> bool {
        !matches!(
            self,
            Self::BetweenGames | Self::BrokenTags | Self::BrokenMovetext | Self::BrokenEnd | Self::Over
        )
    }
}

impl<'a> Reader<Slice<'a>> {
    /// A reader of bytes in memory.
    pub fn new(bytes: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::from_source(Slice::new(bytes.as_ref()))
    }

    /// Goes to the beginning of another text. The names of tags are not written anew, which would take as long as a short text.
    pub(crate) fn begin_text(&mut self, text: &'a [u8]) {
        let Self { lexer, stage, depth, game, names, result_tag, loose } = self;
        lexer.begin(Slice::new(text));
        names.clear();
        (*stage, *depth, *game) = (Stage::BetweenGames, 0, 0);
        (*result_tag, *loose) = (GameResult::Unknown, Loose::default());
    }
}

#[cfg(feature = "std")]
impl<R: std::io::Read> Reader<crate::pgn::text::stream::Stream<R>> {
    /// A reader of a stream, through a buffer of fixed size.
    pub fn from_read(read: R) -> Self {
        Self::from_source(crate::pgn::text::stream::Stream::new(read))
    }
}

impl<S: Source> Reader<S> {
    fn from_source(source: S) -> Self {
        Self {
            lexer: Lexer::new(source),
            stage: Stage::BetweenGames,
            depth: 0,
            game: 0,
            names: Names::NONE,
            result_tag: GameResult::Unknown,
            loose: Loose::default(),
        }
    }

    /// The number of the last event's game, counted from 1; 0 before the first.
    #[inline]
    pub const fn game(&self) -> u64 {
        self.game
    }

    /// The number of open variations.
    #[inline]
    pub const fn depth(&self) -> u64 {
        self.depth
    }

    /// The place of the last event.
    ///
    /// A call counts lines, and takes time in proportion to the bytes that have been read since the call before.
    pub fn place(&mut self) -> Place {
        match self.loose.result {
            Some((_, place)) => place,
            None => self.lexer.place(),
        }
    }

    /// True if the game that was begun last has events left.
    pub(crate) const fn is_in_game(&self) -> bool {
        self.stage.is_in_game()
    }

    /// The next event; `None` at the end of the file.
    ///
    /// # Errors
    /// A rule that the game breaks: the game is then over, and the next event is of the next game, unless the reader is
    /// [lenient](Self::lenient). Or an error of the source, after which there are no events.
    #[inline]
    pub fn next_event(&mut self) -> Result<Option<Event<'_, &[u8]>>, PgnError> {
        let plain = if self.stage == Stage::Movetext { self.lexer.next_plain() } else { None };
        match plain {
            Some(Token::Word(length)) => Ok(Some(Event::Move(self.bytes(0..length)))),
            Some(Token::Comment(text)) => Ok(Some(Event::Comment(Text(self.bytes(text))))),
            _ => self.next_of_any_kind(),
        }
    }

    #[inline(never)]
    fn next_of_any_kind(&mut self) -> Result<Option<Event<'_, &[u8]>>, PgnError> {
        if let Some(tag) = self.next_plain_tag() {
            return Ok(Some(self.tag_event(tag)));
        }
        let Some(step) = self.next_step()? else { return Ok(None) };
        Ok(Some(self.event(step, |word| word)))
    }

    /// The event of the last step, with the move that `read` makes of a word.
    #[inline(always)]
    pub(crate) fn event<'a, M>(&'a self, step: Step, read: impl FnOnce(&'a [u8]) -> M) -> Event<'a, M> {
        match step {
            Step::Tag { name, value } => {
                Event::Tag { name: self.name(name), value: TagValue(self.bytes(value)) }
            }
            Step::Movetext => Event::Movetext,
            Step::Move(length) => Event::Move(read(self.bytes(0..length))),
            Step::Nag(number) => Event::Nag(number),
            Step::Comment(text) => Event::Comment(Text(self.bytes(text))),
            Step::VariationStart => Event::VariationStart,
            Step::VariationEnd => Event::VariationEnd,
            Step::End(result) => Event::End(result),
        }
    }

    /// Skips the rest of the game up to its end, which is the next event. Only the end is searched for.
    ///
    /// # Errors
    /// The error of the source.
    pub fn skip_game(&mut self) -> Result<(), PgnError> {
        self.try_skip_game().map_err(|error| self.over(error))
    }

    /// Skips the rest of the innermost variation up to its end, which is the next event. Outside variations, nothing is
    /// skipped.
    ///
    /// # Errors
    /// The error of the source.
    pub fn skip_variation(&mut self) -> Result<(), PgnError> {
        self.try_skip_variation().map_err(|error| self.over(error))
    }

    /// Returns the error at the last token. Strict reading ends the game with it, and will pass the rest.
    #[cold]
    pub(crate) fn fail(&mut self, rule: PgnRule) -> PgnError {
        self.stage = match self.stage {
            stage if self.is_lenient() => stage,
            Stage::Tags => Stage::BrokenTags,
            Stage::Movetext => Stage::BrokenMovetext,
            Stage::BehindResult => Stage::BrokenEnd,
            stage => stage,
        };
        self.error(rule).into()
    }

    /// The error alone.
    pub(crate) fn error(&mut self, rule: PgnRule) -> GameError {
        let place = self.lexer.place();
        // Text between games is part of the next one.
        let game = self.game + u64::from(self.stage == Stage::BetweenGames);
        GameError {
            game,
            line: place.line,
            offset: place.offset,
            token: Excerpt::new(self.lexer.token()),
            rule,
        }
    }

    /// The next token, if it may be a short word or is a comment: see [`Lexer::ahead`].
    #[inline(always)]
    pub(crate) fn ahead(&self) -> Option<Ahead> {
        if self.stage == Stage::Movetext { self.lexer.ahead() } else { None }
    }

    /// The next tag, if it has the usual form; [`next_step`](Self::next_step) reads every other.
    #[inline(always)]
    pub(crate) fn next_plain_tag(&mut self) -> Option<PlainTag> {
        let is_first = match self.stage {
            Stage::Tags => false,
            Stage::BetweenGames => true,
            _ => return None,
        };
        let tag = self.lexer.take_plain_tag(is_first)?;
        if is_first {
            self.begin_game();
        }
        self.names.add(tag.key);
        if tag.key == RESULT {
            self.note_result(tag.value.clone());
        }
        Some(tag)
    }

    /// Stores the value of a tag `Result`.
    #[inline]
    pub(in crate::pgn) fn note_result(&mut self, value: Range<usize>) {
        self.result_tag = GameResult::from_tag(self.bytes(value)).unwrap_or_default();
    }

    /// The event of a tag that is the last token.
    #[inline]
    pub(crate) fn tag_event<M>(&self, tag: PlainTag) -> Event<'_, M> {
        let name = tag.usual.unwrap_or_else(|| self.name(tag.name));
        Event::Tag { name, value: TagValue(self.bytes(tag.value)) }
    }

    /// The next event as places in the window, which borrow nothing.
    #[inline(always)]
    pub(crate) fn next_step(&mut self) -> Result<Option<Step>, PgnError> {
        if self.stage != Stage::Movetext && self.stage != Stage::WatchedMovetext {
            return self.next_outside_movetext();
        }
        loop {
            let token = self.lexer.next().map_err(|error| self.over(error))?;
            return Ok(Some(match token {
                Token::Word(length) => {
                    self.lexer.has_moves = true;
                    Step::Move(length)
                }
                Token::Comment(text) => {
                    self.check_comment(&text)?;
                    Step::Comment(text)
                }
                Token::Nag(number) => Step::Nag(number),
                Token::VariationStart => {
                    self.depth += 1;
                    Step::VariationStart
                }
                // `1)` is a move number.
                Token::VariationEnd if self.depth == 0 && self.is_behind_number() => continue,
                Token::VariationEnd if self.depth == 0 => return Err(self.fail(PgnRule::NoVariation)),
                Token::VariationEnd => {
                    self.depth -= 1;
                    Step::VariationEnd
                }
                Token::Result(_) if self.depth > 0 => continue,
                Token::NextTags | Token::End if self.depth > 0 => {
                    return Err(self.unclosed());
                }
                Token::Result(result) => return self.end(result).map(Some),
                Token::FirstMove if self.depth > 0 || !self.lexer.has_moves => continue,
                Token::NextTags | Token::FirstMove | Token::End => {
                    self.stage = Stage::BetweenGames;
                    Step::End(None)
                }
                Token::Broken(rule) => return Err(self.fail(*rule)),
            }));
        }
    }

    /// The bytes of a place in the window.
    #[inline]
    pub(crate) fn bytes(&self, range: Range<usize>) -> &[u8] {
        self.lexer.window().get(range).unwrap_or_default()
    }

    /// The name of a tag, which is ASCII. Lenient reading takes the usual case of its letters.
    pub(crate) fn name(&self, range: Range<usize>) -> &str {
        let name = self.bytes(range);
        let usual = if self.is_lenient() { usual_spelling(name) } else { None };
        usual.unwrap_or_else(|| core::str::from_utf8(name).unwrap_or_default())
    }

    #[inline(never)]
    fn next_outside_movetext(&mut self) -> Result<Option<Step>, PgnError> {
        match self.stage {
            Stage::BehindResult => return self.behind_result().map(Some),
            Stage::BeforeMovetext | Stage::Closing | Stage::Over => return Ok(self.step_of_stage()),
            _ => {}
        }
        let front = self.begin()?;
        if self.stage == Stage::BetweenGames && front.byte.is_none() {
            return Ok(None);
        }
        match self.next_tag(front)? {
            Some(TagToken::Tag { name, value } | TagToken::Mended { name, value, .. }) => {
                Ok(Some(Step::Tag { name, value }))
            }
            Some(TagToken::Comment(text)) => Ok(Some(Step::Comment(text))),
            Some(TagToken::Broken(rule)) => Err(self.fail(*rule)),
            None => {
                self.stage = Stage::Movetext;
                Ok(Some(Step::Movetext))
            }
        }
    }

    /// Skips the rest of a broken game, and begins another unless there is none, or a comment before it.
    fn begin(&mut self) -> Result<Front, PgnError> {
        if matches!(self.stage, Stage::BrokenTags | Stage::BrokenMovetext) {
            let skipped = self.try_skip_game().and_then(|()| self.lexer.next());
            let end = skipped.map_err(|error| self.over(error))?;
            // The result, if there is one, has been passed, and text after it is as well.
            self.stage = if matches!(end, Token::Result(_)) { Stage::BrokenEnd } else { Stage::BetweenGames };
            self.loose.is_passing = true;
        }
        let mut front = self.lexer.front().map_err(|error| self.over(error))?;
        if self.stage == Stage::BrokenEnd {
            front = self.pass_strays(front)?;
            self.stage = Stage::BetweenGames;
        }
        if self.stage != Stage::BetweenGames {
            return Ok(front);
        }
        if self.game == 0 {
            self.refuse_utf16()?;
        }
        self.loose.result = None;
        if self.is_lenient() {
            front = self.pass_strays(front)?;
        }
        if !matches!(front.byte, None | Some(b'{' | b';')) {
            self.begin_game();
            front.after_blank_line = false;
        }
        Ok(front)
    }

    /// The error of text in UTF-16, by its byte order mark.
    fn refuse_utf16(&mut self) -> Result<(), PgnError> {
        if !matches!(self.lexer.window(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
            return Ok(());
        }
        let error = self.error(PgnRule::Utf16);
        Err(self.over(error.into()))
    }

    pub(crate) fn begin_game(&mut self) {
        self.game += 1;
        self.depth = 0;
        self.names.clear();
        self.result_tag = GameResult::Unknown;
        self.lexer.has_moves = false;
        self.stage = Stage::Tags;
        self.loose = Loose { reported: self.loose.reported, ..Loose::default() };
    }

    fn try_skip_game(&mut self) -> Result<(), PgnError> {
        while matches!(self.stage, Stage::Tags | Stage::BrokenTags) {
            if cfg!(feature = "tables") && !self.names.is_empty() {
                self.lexer.pass_plain_tags(&mut self.names);
            }
            let front = self.lexer.front()?;
            match self.next_tag(front) {
                Ok(Some(_)) | Err(PgnError::Game(_)) => {}
                Ok(None) => break,
                #[cfg(feature = "std")]
                Err(error) => return Err(error),
            }
        }
        // What is skipped is not reported.
        self.loose.is_passing = true;
        match self.stage {
            Stage::BetweenGames | Stage::BehindResult | Stage::Over => return Ok(()),
            Stage::BrokenEnd => {
                self.stage = Stage::BehindResult;
                return Ok(());
            }
            Stage::Closing => {
                self.depth = 0;
                return Ok(());
            }
            _ => self.stage = Stage::Movetext,
        }
        loop {
            match self.lexer.next_bound()? {
                Token::VariationStart => self.depth += 1,
                Token::VariationEnd => self.depth = self.depth.saturating_sub(1),
                Token::Result(_) if self.depth == 0 => break,
                Token::FirstMove if self.depth == 0 && self.lexer.has_moves => {
                    self.stage = Stage::Closing;
                    return Ok(());
                }
                Token::NextTags | Token::End => break,
                _ => {}
            }
        }
        self.depth = 0;
        self.lexer.put_back();
        Ok(())
    }

    fn try_skip_variation(&mut self) -> Result<(), PgnError> {
        if self.depth == 0 || !matches!(self.stage, Stage::Movetext | Stage::WatchedMovetext) {
            return Ok(());
        }
        let mut open = 0_u64;
        loop {
            match self.lexer.next_bound()? {
                Token::VariationStart => open += 1,
                Token::VariationEnd if open == 0 => break,
                Token::VariationEnd => open -= 1,
                Token::NextTags | Token::End => break,
                _ => {}
            }
        }
        self.lexer.put_back();
        Ok(())
    }

    #[cold]
    pub(in crate::pgn) fn over(&mut self, error: PgnError) -> PgnError {
        self.stage = Stage::Over;
        error
    }
}

/// An event, as places in the window.
pub(crate) enum Step {
    Tag {
        name: Range<usize>,
        value: Range<usize>,
    },
    Movetext,
    /// Its length; the window begins with it.
    Move(usize),
    Nag(u8),
    Comment(Range<usize>),
    VariationStart,
    VariationEnd,
    End(Option<GameResult>),
}
