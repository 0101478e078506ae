//! Games replayed. Strict reading ends a game that breaks a rule, lenient reading continues.

mod language;
mod one;
pub(in crate::pgn) mod start;
pub(in crate::pgn) mod visit;

use core::ops::Range;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::Move;

use self::start::{Cursor, ReadFen, Start};
use crate::pgn::text::ahead::Ahead;
use crate::pgn::text::error::{GameError, PgnError, PgnRule};
use crate::pgn::text::event::{Event, TagValue, Text};
use crate::pgn::text::language::Languages;
use crate::pgn::text::lexer::Number;
use crate::pgn::text::reader::{Reader, Step};
use crate::pgn::text::source::{Place, Slice, Source};
use crate::pgn::text::word::LenientWord;
use crate::san::{SanError, quick, read_any_san};

/// The greatest number of variations that may be open at a time while moves are replayed: 64.
pub const MAX_DEPTH: usize = 64;

/// Whether usual tags, moves and comments are read by code of their own. It is a fifth faster in WebAssembly, and 7 KB by gzip.
pub const HAS_FAST_PATHS: bool = cfg!(feature = "tables");

/// A reader of PGN as a sequence of [events](Event), in which every move is legal. It keeps the current position.
///
/// The tags `FEN`, `SetUp` and `Variant` give the start position. Games of chess and Chess960 are read. A game of another
/// variant, or with a wrong FEN, gives an error in place of [`Event::Movetext`], after all of its tags.
///
/// # Examples
/// ```
/// use chess_notation::pgn::{Event, Replay};
///
/// let mut replay = Replay::new("1. e4 (1. d4 d5) 1... e5 2. Qh5 Ke7 3. Qxe5# 1-0");
/// let mut played = Vec::new();
/// while let Some(event) = replay.next_event()? {
///     match event {
///         Event::VariationStart => replay.skip_variation()?,
///         Event::Move(mv) => played.push(mv.to_string()),
///         _ => {}
///     }
/// }
/// assert_eq!(played.join(" "), "e2e4 e7e5 d1h5 e8e7 h5e5");
/// assert_eq!(replay.position().to_string(), "rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3");
/// # Ok::<(), chess_notation::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Replay<S> {
    pub(crate) reader: Reader<S>,
    pub(in crate::pgn) cursor: Cursor,
    /// The places where open variations interrupt their lines.
    interrupted: ArrayVec<Cursor, MAX_DEPTH>,
    pub(in crate::pgn) start: Start,
    is_mainline_only: bool,
    /// True if an error in an open variation does not end the game.
    pub(in crate::pgn) is_trying: bool,
    read_fen: ReadFen,
    /// The languages that the letters of the game may be of.
    languages: Languages,
    /// True if that is not English, and has not been reported.
    is_foreign_news: bool,
    /// The number of bytes of the file before which no game has other letters than English ones, as far as they have been searched.
    plain_until: u64,
}

impl<'a> Replay<Slice<'a>> {
    /// A reader of bytes in memory.
    pub fn new(bytes: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::from_reader(Reader::new(bytes))
    }
}

#[cfg(feature = "std")]
impl<R: std::io::Read> Replay<crate::pgn::text::stream::Stream<R>> {
    /// A reader of a stream, through a buffer of fixed size.
    pub fn from_read(read: R) -> Self {
        Self::from_reader(Reader::from_read(read))
    }
}

impl<S: Source> Replay<S> {
    fn from_reader(reader: Reader<S>) -> Self {
        Self {
            reader,
            cursor: Cursor::new(Position::START),
            interrupted: ArrayVec::new(),
            start: Start::default(),
            is_mainline_only: false,
            is_trying: false,
            read_fen: |fen| Position::from_fen(fen),
            languages: Languages::ENGLISH,
            is_foreign_news: false,
            plain_until: 0,
        }
    }

    /// The current position: after [`Event::Movetext`] the start position of the game, after a move the position that it leads
    /// to.
    ///
    /// The beginning of a variation goes back to the position before the move that it replaces, and its end returns to the
    /// position after that move.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.cursor.position
    }

    /// The number of the last event's game, counted from 1; 0 before the first.
    #[inline]
    pub const fn game(&self) -> u64 {
        self.reader.game()
    }

    /// The number of open variations.
    #[inline]
    pub const fn depth(&self) -> u64 {
        self.reader.depth()
    }

    /// The place of the last event: see [`Reader::place`].
    pub fn place(&mut self) -> Place {
        self.reader.place()
    }

    /// Skips the rest of the game: see [`Reader::skip_game`].
    ///
    /// # Errors
    /// The error of the source.
    pub fn skip_game(&mut self) -> Result<(), PgnError> {
        self.reader.skip_game()
    }

    /// Skips the rest of the innermost variation: see [`Reader::skip_variation`].
    ///
    /// # Errors
    /// The error of the source.
    pub fn skip_variation(&mut self) -> Result<(), PgnError> {
        self.reader.skip_variation()
    }

    /// The next event; `None` at the end of the file.
    ///
    /// # Errors
    /// A rule that the game breaks: the game is then over, and the next event is of the next game, unless the reader is
    /// [lenient](Self::lenient). Or an error of the source, after which there are no events.
    #[inline(always)]
    pub fn next_event(&mut self) -> Result<Option<Event<'_, Move>>, PgnError> {
        match self.reader.ahead().filter(|_| HAS_FAST_PATHS) {
            Some(Ahead::Word(glance)) => {
                if let Some(found) = quick::find(&self.cursor.position, glance.word, glance.length) {
                    self.reader.lexer.take_word(glance.start, glance.length);
                    self.cursor.play_piece(found.mv, found.piece_type);
                    return Ok(Some(Event::Move(found.mv)));
                }
            }
            Some(Ahead::Comment(start)) => {
                if let Some(text) = self.reader.lexer.take_comment(start) {
                    return Ok(Some(Event::Comment(Text(self.reader.bytes(text)))));
                }
            }
            None => {}
        }
        self.next_of_any_kind()
    }

    #[inline(never)]
    fn next_of_any_kind(&mut self) -> Result<Option<Event<'_, Move>>, PgnError> {
        if let Some(tag) = HAS_FAST_PATHS.then(|| self.reader.next_plain_tag()).flatten() {
            self.heed(tag.name.clone(), tag.value.clone());
            return Ok(Some(self.reader.tag_event(tag)));
        }
        self.next_by_step()
    }

    #[inline(never)]
    fn next_by_step(&mut self) -> Result<Option<Event<'_, Move>>, PgnError> {
        let step = loop {
            let step = self.next_step().map_err(|error| self.forget_start(error))?;
            let Some(step) = step else { return Ok(None) };
            match &step {
                &Step::Move(length) => {
                    let word = self.reader.bytes(0..length);
                    let event = match read_any_san(&self.cursor.position, word) {
                        Ok(mv) if !self.reader.is_watched() => Some(Event::Move(mv)),
                        Ok(_) => self.not_san(length, SanError::Illegal)?,
                        Err(error) => self.not_san(length, error)?,
                    };
                    let Some(event) = event else { continue };
                    if let Event::Move(mv) = event {
                        self.cursor.play_unchecked(mv);
                    }
                    return Ok(Some(event));
                }
                Step::VariationStart => self.interrupt()?,
                Step::VariationEnd => self.resume(),
                Step::Tag { name, value } => self.heed(name.clone(), value.clone()),
                Step::Movetext => self.begin()?,
                // Tags that were skipped have not been used.
                Step::End(_) => self.start = Start::default(),
                Step::Comment(_) | Step::Nag(_) => {}
            }
            break step;
        };
        Ok(Some(self.reader.event(step, |_| Move::NULL)))
    }

    /// The next step, without the variations that are not to be read.
    #[inline(always)]
    fn next_step(&mut self) -> Result<Option<Step>, PgnError> {
        loop {
            match self.reader.next_step()? {
                Some(Step::VariationStart) if self.is_mainline_only => {
                    let number = self.reader.lexer.number;
                    self.reader.drop_variation()?;
                    self.reader.lexer.number = number;
                    if !self.cursor.has_moves() {
                        self.await_number();
                    }
                }
                step => return Ok(step),
            }
        }
    }

    fn interrupt(&mut self) -> Result<(), PgnError> {
        if !self.cursor.has_moves() {
            let error = self.refuse_variation(PgnRule::NothingToVary);
            self.await_number();
            return Err(error);
        }
        self.cursor.number = self.reader.lexer.number;
        self.reader.lexer.number = Number::Ignored;
        if self.interrupted.try_push(self.cursor).is_err() {
            return Err(self.refuse_variation(PgnRule::TooDeep));
        }
        self.cursor = self.cursor.vary();
        Ok(())
    }

    fn resume(&mut self) {
        if let Some(cursor) = self.interrupted.pop() {
            self.cursor = cursor;
            self.reader.lexer.number = cursor.number;
            if cursor.number != Number::Ignored {
                self.reader.watch(true);
            }
        }
    }

    #[inline(always)]
    fn heed(&mut self, name: Range<usize>, value: Range<usize>) {
        if Start::heeds(self.reader.bytes(name.clone())) {
            self.heed_start(name, value);
        }
    }

    #[inline(never)]
    fn heed_start(&mut self, name: Range<usize>, value: Range<usize>) {
        let value = TagValue(self.reader.bytes(value));
        let name = self.reader.bytes(name);
        if let Err(rule) = self.start.tag(name, value, self.read_fen) {
            if self.reader.is_lenient() && matches!(rule, PgnRule::Fen(_)) {
                self.start.mend(value);
            }
            self.start.blame(self.reader.error(rule));
        }
    }

    fn begin(&mut self) -> Result<(), PgnError> {
        self.interrupted.clear();
        let mut start = core::mem::take(&mut self.start);
        if let Some(error) = self.reader.loose.lost_fen {
            start.lose_fen(error);
        }
        match start.position() {
            Ok(Some(position)) => {
                self.cursor = Cursor::new(position);
                self.begin_moves()
            }
            Ok(None) => {
                let error = self.reader.error(PgnRule::NoFen);
                Err(self.refuse_start(error, Some(Position::START)))
            }
            Err(error) => Err(self.refuse_start(error, start.mended())),
        }
    }
}

impl<S: Source> Replay<S> {
    /// Sets whether the reader is lenient; a new reader is strict.
    ///
    /// A lenient reader continues within a game that breaks a rule. An error reports a part that could not be read, and the next
    /// event is of the same game. Every game that has begun ends with [`Event::End`]. [`Reader::lenient`](crate::pgn::Reader::lenient)
    /// lists errors, and defines where games begin and end. In addition, an error costs:
    ///
    /// | error | costs |
    /// |---|---|
    /// | a word that is not a move in any notation | that word |
    /// | after such a word, or a variation before any move, a move number of the other side | the rest of the line |
    /// | a capture of a pawn without its target, `ed`; a promotion without its piece, which is a queen | nothing |
    /// | moves with the letters of another language, reported once a game | nothing |
    /// | a move in a variation that is not legal, or not unique | the rest of that variation |
    /// | a move in the main line that is not legal, or not unique | the rest of the game |
    /// | a word that holds a square, or is the letter of a piece with one file or rank: `wonKe7`, `K3` | as a move that is not legal |
    /// | a variation before any move, or nested too deeply | that variation |
    /// | a tag `FEN` that [`Position::from_fen_lenient`] can mend | nothing; the game begins from the mended position |
    /// | a tag `SetUp` without a tag `FEN` | nothing; the game begins from the start position of chess |
    /// | a tag `Variant` of other rules, or a tag `FEN` that is not a position | the movetext; only [`Event::End`] follows |
    ///
    /// The following is read without an error, since its meaning is clear:
    ///
    /// - moves as [`read_move`](crate::read_move) reads them, but no small letters of pieces: `g1f3`, `g1-f3`, `e1g1`; castling also as `OO` or
    ///   `O - O`;
    /// - moves of pawns in capitals, `E4`, unless the file is the letter of a piece; move numbers as `1)`, or directly after a move,
    ///   `d53. Nc3`; `mate`, `check` and `ch` after a move;
    /// - dashes and blanks of Unicode, in UTF-8 and in Windows-1252, and entities of HTML, in place of characters of ASCII;
    /// - the signs of chess literature `=`, `+=`, `=+`, `+/=`, `=/+`, `+/-`, `-/+`, `+-`, `-+`, `±`, `∓`, `⩲`, `⩱`, `∞`, `‼`, `⁇`, `⁉`, `⁈`,
    ///   `⨀`, `↑↑`, `=∞`, `⇆`, `⊕`, `∆`, and the letters `N` (novelty) and `D` (diagram), as the glyphs $1 to $19, $22, $32, $44, $132,
    ///   $138, $140, $146 and $220. They may also be directly after a move, but for the letters. Other signs beyond ASCII are passed;
    /// - results in any spelling: see [`Reader::lenient`](crate::pgn::Reader::lenient).
    ///
    /// # Languages
    /// A game has one language, which is decided from the words of its main line that have the form of a move and begin in the first 64 KiB
    /// of its movetext. It is English if English has all of their letters. Otherwise it is the one, of English and the languages that
    /// have all of them, in which the main line is legal farthest, and English on a tie with it. Where others tie, a word that they read
    /// differently is an error. `P` is the pawn of an English game, and the knight of a Dutch one. Variations are read in the language of
    /// the game. A move that is not legal in it is never one of another language.
    ///
    /// The languages are German, French, Spanish, Portuguese, Dutch, Russian, Polish, Czech, Hungarian, Romanian, Finnish, Icelandic,
    /// Ukrainian, Bulgarian and Greek, in UTF-8, and Russian in Windows-1251.
    ///
    /// On a file of games with tags and without errors, lenient reading gives the same events as strict reading.
    ///
    /// # Examples
    /// ```
    /// use chess_notation::pgn::Replay;
    ///
    /// let text = "1. e2e4 e7e5 2. g1f3 += (2. Ke5 Nc6) Nb8-c6 D 3. Bb5, a6 1/2 - 1/2";
    /// let mut replay = Replay::new(text).lenient(true);
    /// let read = replay.next_partial_game()?.unwrap();
    /// assert_eq!(read.game.mainline().count(), 6);
    /// assert_eq!(read.game.result().to_string(), "1/2-1/2");
    /// let errors: Vec<_> = read.errors().map(|error| error.token.to_string()).collect();
    /// assert_eq!(errors, ["`Ke5`", "`,`"]);
    /// # Ok::<(), chess_notation::pgn::PgnError>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn lenient(mut self, is_lenient: bool) -> Self {
        self.reader = self.reader.lenient(is_lenient);
        self
    }

    /// Returns true if the reader is [lenient](Self::lenient).
    pub const fn is_lenient(&self) -> bool {
        self.reader.is_lenient()
    }

    /// Accepts a tag `FEN` with more material than a game can reach, as [`Position::restore_fen`] does, in strict reading too.
    #[must_use]
    pub fn restoring(self) -> Self {
        Self { read_fen: |fen| Position::restore_fen(fen), ..self }
    }

    /// Sets whether variations are skipped; a new reader reads them.
    ///
    /// A skipped variation gives no event and no error, whatever it contains, unless the game ends within it. So it cannot cost
    /// the main line of a strict reading.
    ///
    /// # Examples
    /// ```
    /// use chess_notation::pgn::Replay;
    ///
    /// let text = "1. e4 (1. Ke5 c5) 1... e5 *";
    /// assert!(Replay::new(text).next_game().is_err());
    ///
    /// let mut replay = Replay::new(text).mainline_only(true);
    /// assert_eq!(replay.next_game()?.unwrap().mainline().count(), 2);
    /// # Ok::<(), chess_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn mainline_only(mut self, is_mainline_only: bool) -> Self {
        self.is_mainline_only = is_mainline_only;
        self
    }

    /// Finds the language of a game that is read leniently.
    #[inline]
    fn begin_moves(&mut self) -> Result<(), PgnError> {
        if self.reader.is_lenient() {
            self.languages = self.find_languages().map_err(|error| self.reader.over(error))?;
            self.reader.lexer.number = Number::Ignored;
            self.is_foreign_news = self.languages != Languages::ENGLISH;
            self.reader.watch(self.is_foreign_news);
        }
        Ok(())
    }

    /// The event for a word that is not a legal move in SAN, or is looked at more closely: a move, which has not been played, a glyph, or
    /// none.
    #[cold]
    #[inline(never)]
    fn not_san(&mut self, length: usize, error: SanError) -> Result<Option<Event<'static, Move>>, PgnError> {
        let english = PgnRule::San(error);
        if !self.reader.is_lenient() {
            return Err(self.reader.fail(english));
        }
        let Cursor { position, .. } = &self.cursor;
        if self.reader.lexer.take_number().is_some_and(|side| side != position.side_to_move()) {
            return Err(self.end_line(PgnRule::MoveNumber));
        }
        let is_foreign = self.languages != Languages::ENGLISH;
        let ahead = self.reader.bytes_ahead(length);
        let (mv, length, rule) = match LenientWord::read(position, ahead, length, self.languages) {
            LenientWord::Move { mv, length } => (mv, length, None),
            LenientWord::Mended { mv, length, rule } => (mv, length, Some(rule)),
            LenientWord::Nag(glyph) => return Ok(Some(Event::Nag(glyph))),
            LenientWord::Mark => return Ok(None),
            LenientWord::Stray => {
                self.await_number();
                return Err(self.reader.fail(english));
            }
            LenientWord::BadMove(rule) => {
                return Err(self.end_line(if is_foreign { rule } else { english }));
            }
        };
        // Whether a game is foreign does not depend on variations, which may be skipped.
        let name = if self.is_foreign_news && self.interrupted.is_empty() {
            self.languages.name_for(ahead.get(..length).unwrap_or_default())
        } else {
            None
        };
        self.reader.lexer.take(length);
        if let Some(name) = name {
            self.is_foreign_news = false;
            self.reader.report_once(PgnRule::Language(name))?;
        } else if let Some(rule) = rule {
            self.reader.report_once(rule)?;
        }
        self.reader.watch(is_foreign || self.reader.lexer.number != Number::Ignored);
        Ok(Some(Event::Move(mv)))
    }

    /// Lets lenient reading compare the next move number with the side to move: what has been left out may be a move.
    fn await_number(&mut self) {
        if self.reader.is_lenient() {
            self.reader.lexer.number = Number::Awaited;
            self.reader.watch(true);
        }
    }

    /// The error of the last word, with which lenient reading ends the variation, or the moves of the game.
    fn end_line(&mut self, rule: PgnRule) -> PgnError {
        let error = self.reader.fail(rule);
        let skipped = if self.depth() > 0 { self.skip_variation() } else { self.skip_game() };
        skipped.err().unwrap_or(error)
    }

    /// The error of a variation that cannot be read.
    #[cold]
    fn refuse_variation(&mut self, rule: PgnRule) -> PgnError {
        let error = self.reader.fail(rule);
        match self.reader.is_lenient().then(|| self.reader.drop_variation()) {
            #[cfg(feature = "std")]
            Some(Err(error @ PgnError::Io(_))) => error,
            _ => error,
        }
    }

    /// The error of tags that give no start position. Lenient reading begins from `mended` instead.
    #[cold]
    fn refuse_start(&mut self, error: GameError, mended: Option<Position>) -> PgnError {
        if !self.reader.is_lenient() {
            self.reader.fail(error.rule);
        } else if let Some(position) = mended {
            self.start = Start::at(position);
            self.reader.repeat_movetext();
        } else if let Err(error) = self.reader.skip_game() {
            return error;
        }
        error.into()
    }

    /// Forgets the tags of a game that an error ends.
    #[cold]
    fn forget_start(&mut self, error: PgnError) -> PgnError {
        if !self.reader.is_lenient() {
            self.start = Start::default();
        }
        error
    }
}
