use core::ops::Range;

use super::ahead::Ahead;
use super::error::{Excerpt, GameError, PgnError, PgnRule};
use super::event::{Event, GameResult, TagValue, Text};
use super::lexer::Lexer;
use super::plain_tag::{PlainTag, usual_spelling};
use super::source::{Place, Slice, Source};
use super::token::{Front, TagToken, Token};

/// A reader of PGN as a sequence of [events](Event), in which moves are text. It does not check that moves are legal.
///
/// A game ends after its result; or before the tags of the next game, which begin with a bracket at the start of a line, outside
/// a comment, followed by a letter or digit; or at the end of the file. Tags end before anything that is not a tag. They go on
/// after a blank line, unless the tag there is `Event` or has the name of the game's first tag: such a tag begins another game.
/// Results within variations are ignored. A comment between two games is part of the second.
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
    /// A hash of the name of the game's first tag; 0 before that tag.
    first_name: u64,
    /// True if the last game ended where strict reading would go on.
    pub(in crate::pgn) has_ended_early: bool,
    /// The state of lenient reading.
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
    /// The result ends the game; lenient reading first passes text after it that begins no other.
    BehindResult,
    /// Movetext of which lenient reading looks at each word, since it has the letters of another language, or a word was left out.
    WatchedMovetext,
    /// The game ends: lenient reading has reported variations that are open there, or the rest of it is skipped. The ends of variations and
    /// that of the game follow.
    Closing,
    /// The rest of a broken game has to be skipped; for the first of the two, its tags as well.
    BrokenTags,
    BrokenMovetext,
    /// The source has failed.
    Over,
}

/// The state of lenient reading beyond that of strict reading.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::pgn) struct Loose {
    /// The result and its place, if other tokens have been looked at after it.
    pub(in crate::pgn) result: Option<(GameResult, Place)>,
    /// Number of bytes before the last token that was [reported](Reader::report_once).
    pub(in crate::pgn) reported: Option<u64>,
    /// True while text that belongs to no game is passed and has been reported.
    pub(in crate::pgn) is_passing: bool,
    /// True if such text, a blank beyond ASCII or a tag without its opening bracket is among the tags of the game.
    pub(in crate::pgn) has_strayed: bool,
    /// True if a blank line is before the next tag.
    pub(in crate::pgn) after_blank_line: bool,
}

impl Stage {
    /// True if a game has begun that has events left.
    const fn is_in_game(self) -> bool {
        !matches!(self, Self::BetweenGames | Self::BrokenTags | Self::BrokenMovetext | Self::Over)
    }
}

impl<'a> Reader<Slice<'a>> {
    /// A reader of bytes in memory.
    pub fn new(bytes: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::from_source(Slice::new(bytes.as_ref()))
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
            first_name: 0,
            has_ended_early: false,
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
    #[inline]
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
        self.note_name(tag.name.clone());
        Some(tag)
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
                Token::Result(result) => {
                    if self.is_lenient() {
                        return self.end_leniently(result);
                    }
                    self.stage = Stage::BetweenGames;
                    Step::End(Some(result))
                }
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
            Stage::BehindResult if self.is_lenient() => return self.behind_result().map(Some),
            Stage::BehindResult | Stage::BeforeMovetext | Stage::Closing | Stage::Over => {
                return Ok(self.step_of_stage());
            }
            _ => {}
        }
        let front = self.begin()?;
        if self.stage == Stage::BetweenGames {
            return match front.byte {
                None => Ok(None),
                Some(_) => match self.lexer.next().map_err(|error| self.over(error))? {
                    Token::Comment(text) => {
                        self.check_comment(&text)?;
                        Ok(Some(Step::Comment(text)))
                    }
                    Token::Broken(rule) => Err(self.fail(*rule)),
                    _ => Ok(None),
                },
            };
        }
        match self.next_tag(front)? {
            Some(TagToken::Tag { name, value } | TagToken::Mended { name, value }) => {
                Ok(Some(Step::Tag { name, value }))
            }
            Some(TagToken::Broken(rule)) => Err(self.fail(*rule)),
            None => {
                self.stage = Stage::Movetext;
                Ok(Some(Step::Movetext))
            }
        }
    }

    /// The next tag of the game; `None` if the tags have ended.
    fn next_tag(&mut self, front: Front) -> Result<Option<TagToken>, PgnError> {
        if self.is_lenient() {
            return self.next_loose_tag(front);
        }
        if !self.goes_on_with_tag(front) {
            return Ok(None);
        }
        let tag = self.lexer.tag().map_err(|error| self.over(error))?;
        if let TagToken::Tag { name, .. } = &tag {
            self.note_name(name.clone());
        }
        Ok(Some(tag))
    }

    /// Skips the rest of a broken game, and begins another unless there is none, or a comment before it.
    fn begin(&mut self) -> Result<Front, PgnError> {
        if matches!(self.stage, Stage::BrokenTags | Stage::BrokenMovetext) {
            // The result, if there is one, is passed as well.
            let skipped = self.try_skip_game().and_then(|()| self.lexer.next());
            skipped.map_err(|error| self.over(error))?;
            self.stage = Stage::BetweenGames;
        }
        let mut front = self.lexer.front().map_err(|error| self.over(error))?;
        if self.stage != Stage::BetweenGames {
            return Ok(front);
        }
        if self.game == 0 {
            self.refuse_utf16()?;
        }
        if self.is_lenient() {
            front = self.pass_strays_between(front)?;
        }
        if !matches!(front.byte, None | Some(b'{' | b';')) {
            self.begin_game();
            (front.after_blank_line, front.after_odd_blank) = (false, false);
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
        self.first_name = 0;
        self.lexer.has_moves = false;
        self.stage = Stage::Tags;
        if self.is_lenient() {
            self.loose = Loose { reported: self.loose.reported, ..Loose::default() };
        }
    }

    /// True if another tag of the game follows.
    pub(in crate::pgn) fn goes_on_with_tag(&self, front: Front) -> bool {
        if front.byte != Some(b'[') || !front.after_blank_line {
            return front.byte == Some(b'[');
        }
        let name = self.lexer.name_ahead();
        !name.is_empty() && name != b"Event" && hash(name) != self.first_name
    }

    /// Stores the name of the first tag of a game.
    #[inline]
    pub(in crate::pgn) fn note_name(&mut self, name: Range<usize>) {
        if self.first_name == 0 {
            self.first_name = hash(self.bytes(name));
        }
    }

    fn try_skip_game(&mut self) -> Result<(), PgnError> {
        while matches!(self.stage, Stage::Tags | Stage::BrokenTags) {
            if cfg!(feature = "tables") && self.first_name != 0 && !self.loose.has_strayed {
                self.lexer.pass_plain_tags();
            }
            let front = self.lexer.front()?;
            match self.next_tag(front) {
                Ok(Some(_)) | Err(PgnError::Game(_)) => {}
                Ok(None) => break,
                #[cfg(feature = "std")]
                Err(error) => return Err(error),
            }
        }
        if matches!(self.stage, Stage::BetweenGames | Stage::BehindResult | Stage::Over) {
            self.loose.is_passing = true;
            return Ok(());
        }
        if self.stage == Stage::Closing {
            self.depth = 0;
            return Ok(());
        }
        self.stage = Stage::Movetext;
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

/// A hash of a name that is never 0 (Fowler, Noll and Vo, FNV-1a).
fn hash(name: &[u8]) -> u64 {
    let hash = name.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash | 1
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
