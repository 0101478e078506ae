//! What [`Replay`] does with a game that breaks a rule: strict reading ends the game, lenient reading goes on.

use chess_board::Position;
use chess_types::Move;

use super::error::{GameError, PgnError, PgnRule};
use super::event::Event;
use super::lenient_word::LenientWord;
use super::replay::Replay;
use super::source::Source;
use super::start::Start;
use crate::san::SanError;

impl<S: Source> Replay<S> {
    /// Sets whether the reader is lenient; a new reader is strict.
    ///
    /// A lenient reader goes on within a game that breaks a rule. An error ends nothing: it tells what could not be read, and
    /// the next event belongs to the same game. Every game that has begun ends with [`Event::End`]. Beside the errors that
    /// [`Reader::lenient`](super::Reader::lenient) lists, which also says where games begin and end, an error costs:
    ///
    /// | error | costs |
    /// |---|---|
    /// | a word that is no move in any notation | that word |
    /// | a move in a variation that is not legal, or not unique | the rest of that variation |
    /// | a move in the main line that is not legal, or not unique | the rest of the game |
    /// | a variation before any move, or nested too deeply | that variation |
    /// | a tag `FEN` that [`Position::from_fen_lenient`] can mend | nothing; the game begins from the mended position |
    /// | a tag `SetUp` without a tag `FEN` | nothing; the game begins from the start position of chess |
    /// | a tag `Variant` of other rules, or a tag `FEN` that is no position | the movetext; only [`Event::End`] follows |
    ///
    /// The following is read without an error, since its meaning is clear:
    ///
    /// - moves as [`read_move`](crate::read_move) reads them: `g1f3`, `g1-f3`, `e1g1`;
    /// - the signs of chess literature `=`, `+=`, `=+`, `+/=`, `=/+`, `+/-`, `-/+`, `+-`, `-+`, `±`, `∓`, `⩲`, `⩱`, `∞`, and the
    ///   letters `N` (novelty) and `D` (diagram), as the glyphs $10 to $19, $146 and $220. They may also stand directly
    ///   behind a move, but for the letters;
    /// - results with blanks around their dash.
    ///
    /// On a file without errors, lenient reading gives the same events as strict reading.
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
    #[must_use]
    pub fn lenient(mut self, is_lenient: bool) -> Self {
        self.reader = self.reader.lenient(is_lenient);
        self
    }

    /// Sets whether variations are passed unread; a new reader reads them.
    ///
    /// A variation that is passed gives no event and no error, whatever is in it, unless the game ends within it. So it cannot
    /// cost the main line of a strict reading.
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

    /// The event for a word that is no legal move in SAN: a move, which has not been played, or a glyph.
    #[cold]
    #[inline(never)]
    pub(super) fn not_san(
        &mut self,
        length: usize,
        error: SanError,
    ) -> Result<Event<'static, Move>, PgnError> {
        if !self.reader.is_lenient {
            return Err(self.reader.fail(PgnRule::San(error)));
        }
        let word = LenientWord::read(&self.cursor.position, self.reader.bytes(0..length));
        match word {
            LenientWord::Move { mv, length } => {
                self.reader.cut_word(length);
                Ok(Event::Move(mv))
            }
            LenientWord::Nag(glyph) => Ok(Event::Nag(glyph)),
            LenientWord::Stray => Err(self.reader.fail(PgnRule::San(error))),
            LenientWord::BadMove => {
                let error = self.reader.fail(PgnRule::San(error));
                if self.depth() > 0 {
                    self.skip_variation()?;
                } else {
                    self.skip_game()?;
                }
                Err(error)
            }
        }
    }

    /// The error of a variation that cannot be read.
    #[cold]
    pub(super) fn refuse_variation(&mut self, rule: PgnRule) -> PgnError {
        let error = self.reader.fail(rule);
        match self.reader.is_lenient.then(|| self.reader.drop_variation()) {
            #[cfg(feature = "std")]
            Some(Err(error @ PgnError::Io(_))) => error,
            _ => error,
        }
    }

    /// The error of a start that the tags do not give. Lenient reading begins from `mended` instead.
    #[cold]
    pub(super) fn refuse_start(&mut self, error: GameError, mended: Option<Position>) -> PgnError {
        if !self.reader.is_lenient {
            self.reader.fail(error.rule);
        } else if let Some(position) = mended {
            self.start = Start::at(position);
            self.reader.repeat_movetext();
        } else if let Err(error) = self.reader.skip_game() {
            return error;
        }
        error.into()
    }

    /// Forgets the tags of a game that an error ends. In lenient reading it ends nothing, but a tag `FEN` may be lost.
    #[cold]
    #[allow(irrefutable_let_patterns, reason = "without `std`, there are no other errors")]
    pub(super) fn forget_start(&mut self, error: PgnError) -> PgnError {
        if !self.reader.is_lenient {
            self.start = Start::default();
        } else if let PgnError::Game(error) = error {
            if error.rule == PgnRule::Tag && error.token.as_bytes().starts_with(b"[FEN") {
                self.start.blame(error);
            }
        }
        error
    }
}
