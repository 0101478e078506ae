//! Texts that have one game each, such as the cells of a table.

use chess_board::Position;

use super::Replay;
use super::start::{Cursor, Start};
use super::visit::Visitor;
use crate::pgn::text::error::{Excerpt, GameError, PgnError, PgnRule};
use crate::pgn::text::event::{Event, TagValue};
use crate::pgn::text::language::Languages;
use crate::pgn::text::lexer::BYTE_ORDER_MARK;
use crate::pgn::text::source::Slice;

/// The text of a game that has nothing but its end.
const NOTHING: &[u8] = b"*";

impl<'a> Replay<Slice<'a>> {
    /// Calls `visitor` with the parts of one game, that of a text of its own, which need not have tags. The settings of the reader stay, and
    /// what is left of the text before is forgotten.
    ///
    /// `fen` is the start position, unless a tag `FEN` of the text has another.
    ///
    /// | the text | the game |
    /// |---|---|
    /// | has no byte, or only blanks | has no moves, as that of the text `*` |
    /// | has only comments | has no moves, and the error [`PgnRule::NoGame`] |
    /// | has text after its first game | the first, with that text's error, which is [`PgnRule::SecondGame`] if another game begins there |
    /// | comes with a `fen` that is not a position | has no moves, as one with such a tag `FEN` |
    ///
    /// In strict reading, a game has one error at most, which is its first.
    ///
    /// # Examples
    /// ```
    /// use chess_notation::pgn::{GameEnd, MoveVisit, Replay, Visitor};
    ///
    /// #[derive(Default)]
    /// struct Rows(u32, Vec<(u32, Option<String>)>);
    ///
    /// impl Visitor for Rows {
    ///     fn mv(&mut self, _: MoveVisit<'_>) {
    ///         self.0 += 1;
    ///     }
    ///
    ///     fn end(&mut self, end: &GameEnd<'_>) {
    ///         self.1.push((std::mem::take(&mut self.0), end.error.map(|error| error.rule.to_string())));
    ///     }
    /// }
    ///
    /// let (mut rows, mut replay) = (Rows::default(), Replay::new(""));
    /// replay.visit_text("1. e4 e5", None, &mut rows);
    /// replay.visit_text("", None, &mut rows);
    /// replay.visit_text("1. e4 1-0 1. d4 0-1", None, &mut rows);
    /// replay.visit_text("1... Kb8", Some(b"k7/8/8/8/8/8/8/7K b - - 0 1"), &mut rows);
    /// let second = Some("a second game begins here".to_owned());
    /// assert_eq!(rows.1, [(2, None), (0, None), (1, second), (1, None)]);
    /// ```
    pub fn visit_text<V: Visitor>(
        &mut self,
        text: &'a (impl AsRef<[u8]> + ?Sized),
        fen: Option<&[u8]>,
        visitor: &mut V,
    ) {
        let text = text.as_ref();
        self.begin_text(text, fen);
        // Bytes in memory have no error of the source.
        let (read, error) = if let Ok(Some(read)) = self.visit_parts(visitor) {
            let is_over = read.first_error.is_some() && !self.is_lenient();
            (read, if is_over { None } else { self.error_of_rest(text) })
        } else {
            let error = (!is_blank(text)).then(|| self.reader.error(PgnRule::NoGame));
            self.begin_text(NOTHING, fen);
            let Ok(Some(read)) = self.visit_parts(visitor) else { return };
            let is_over = read.first_error.is_some() && !self.is_lenient();
            (read, error.filter(|_| !is_over))
        };
        if let Some(error) = &error {
            visitor.error(error);
        }
        self.visit_end(&read.or_error(error), visitor);
    }

    /// Goes to the beginning of a text.
    fn begin_text(&mut self, text: &'a [u8], fen: Option<&[u8]>) {
        let Self {
            reader,
            cursor,
            interrupted,
            start,
            is_mainline_only: _,
            is_trying,
            read_fen,
            languages,
            is_foreign_news,
            plain_until,
        } = self;
        reader.begin_text(text);
        interrupted.clear();
        *cursor = Cursor::new(Position::START);
        *start = fen.map_or_else(Start::default, |fen| {
            let mut start = Start::default();
            if let Err(rule) = start.tag(b"FEN", TagValue(fen), *read_fen) {
                if reader.is_lenient() {
                    start.mend(TagValue(fen));
                }
                start.blame(GameError { game: 1, line: 1, offset: 0, token: Excerpt::new(fen), rule });
            }
            start
        });
        (*is_trying, *languages, *is_foreign_news, *plain_until) = (false, Languages::ENGLISH, false, 0);
    }

    /// The error of what follows the game, if that is more than comments.
    fn error_of_rest(&mut self, text: &[u8]) -> Option<GameError> {
        loop {
            match self.reader.next_event() {
                Ok(None) => return None,
                Ok(Some(Event::Comment(_))) => {}
                Ok(Some(_)) => {
                    // The beginning of movetext is no token.
                    let error = self.reader.error(PgnRule::SecondGame);
                    let line = text.get(error.offset as usize..).unwrap_or_default();
                    let line = line.split(|byte| b"\r\n".contains(byte)).next().unwrap_or_default();
                    return Some(GameError { token: Excerpt::new(line), ..error });
                }
                Err(PgnError::Game(error)) => return Some(error),
                #[cfg(feature = "std")]
                Err(_) => return None,
            }
        }
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_whitespace() || BYTE_ORDER_MARK.contains(byte))
}
