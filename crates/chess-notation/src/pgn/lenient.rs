//! Lenient reading of text beyond strict reading: results with blanks around their dash, such as `1 - 0`, which are one token,
//! and words that are no moves in SAN.

use chess_board::Position;
use chess_types::Move;

use super::error::{PgnError, PgnRule};
use super::event::GameResult;
use super::lexer::Lexer;
use super::reader::{Reader, Stage, Step};
use super::source::Source;
use super::token::{Token, is_word};
use crate::san::read_move;

impl<S: Source> Reader<S> {
    /// Sets whether the reader is lenient; a new reader is strict.
    ///
    /// A lenient reader goes on within a game that breaks a rule. It returns the same errors as a strict one, and an error costs
    /// only these parts:
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
    /// So every boundary of strict reading that is before a line which begins with a tag is a boundary of lenient reading, too.
    /// As in strict reading, boundaries do not depend on skipping.
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
        self.is_lenient = is_lenient;
        self.lexer.joins_results = is_lenient;
        self
    }

    /// Whether reading is [lenient](Self::lenient). Without the feature `std` nothing asks for that, and the compiler drops its code.
    #[inline(always)]
    pub(super) const fn is_lenient(&self) -> bool {
        cfg!(feature = "std") && self.is_lenient
    }

    /// Takes the last word for shorter than it is. The rest of it is the next token.
    pub(crate) fn cut_word(&mut self, length: usize) {
        self.lexer.take(length);
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
    pub(super) fn unclosed(&mut self) -> PgnError {
        let error = self.fail(PgnRule::UnclosedVariation);
        if self.is_lenient() {
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

    /// Stores whether strict reading goes on behind the result that is the last token: it has blanks, and its last part is no
    /// result, unlike that of `1/2 - 1/2`.
    #[cold]
    pub(super) fn note_result(&mut self) {
        let mut parts = self.lexer.token().rsplit(|byte| matches!(byte, b' ' | b'\t'));
        let last = parts.next().unwrap_or_default();
        self.has_ended_early = parts.next().is_some() && GameResult::from_bytes(last).is_none();
    }

    /// True if the game that begins with a bracket begins where strict reading, which is still within the game before, sees no
    /// tag. Reading the line as a tag would hide a boundary after it.
    #[cold]
    pub(super) fn begins_with_stray(&mut self) -> bool {
        core::mem::take(&mut self.has_ended_early) && !self.lexer.is_at_tags()
    }
}

/// The greatest number of blanks on each side of the dash. Any number below the lookahead of the lexer would do.
const MAX_BLANKS: usize = 8;

/// The two halves of results.
const HALVES: [(&[u8], &[u8], GameResult); 5] = [
    (b"1", b"0", GameResult::WhiteWins),
    (b"0", b"1", GameResult::BlackWins),
    (b"1/2", b"1/2", GameResult::Draw),
    (b"\xc2\xbd", b"\xc2\xbd", GameResult::Draw),
    (b"\xbd", b"\xbd", GameResult::Draw),
];

impl<S: Source> Lexer<S> {
    /// The result that the window begins with, if it has blanks around its dash, all on one line.
    #[cold]
    pub(super) fn spaced_result(&mut self) -> Option<Token> {
        let window = self.window();
        let (result, length) = HALVES.iter().find_map(|&(left, right, result)| {
            let behind = without_blanks(window.strip_prefix(left)?);
            let behind = without_blanks(behind.strip_prefix(b"-")?).strip_prefix(right)?;
            let is_whole = behind.first().is_none_or(|&byte| !is_word(byte));
            is_whole.then_some((result, window.len() - behind.len()))
        })?;
        self.take(length);
        Some(Token::Result(result))
    }
}

fn without_blanks(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.iter().take(MAX_BLANKS).take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
    &bytes[blanks..]
}

/// The meaning of a word of the movetext that is no legal move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LenientWord {
    /// A legal move, which is the whole word or is before a sign.
    Move { mv: Move, length: usize },
    /// A sign of chess literature, as a numeric annotation glyph.
    Nag(u8),
    /// Neither a move nor a sign.
    Stray,
    /// A move that is not legal, or not unique, or misspelt.
    BadMove,
}

/// The signs of chess literature that are written without a dollar sign, with their glyphs (Edwards, "Portable Game Notation
/// Specification", 10; those above 139 as databases write them).
const SIGNS: [(&str, u8); 17] = [
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("□", 7),
    ("N", 146),
    ("D", 220),
];

impl LenientWord {
    pub(super) fn read(position: &Position, word: &[u8]) -> Self {
        if let Ok(mv) = read_move(position, word) {
            return Self::Move { mv, length: word.len() };
        }
        if let Some(glyph) = sign(word) {
            return Self::Nag(glyph);
        }
        let length = word.len() - sign_length(word);
        if let Ok(mv) = read_move(position, &word[..length]) {
            return Self::Move { mv, length };
        }
        if is_like_a_move(&word[..length]) { Self::BadMove } else { Self::Stray }
    }
}

fn sign(word: &[u8]) -> Option<u8> {
    SIGNS.iter().find(|(sign, _)| sign.as_bytes() == word).map(|&(_, glyph)| glyph)
}

/// The length of the sign or the punctuation at the end of a word. It does not begin with a digit, so that the rest of a word
/// cannot be a result, whether it is read or skipped.
fn sign_length(word: &[u8]) -> usize {
    let is_alphanumeric = |&byte: &u8| byte.is_ascii_alphanumeric();
    let length = word.iter().rev().take_while(|byte| !is_alphanumeric(byte)).count();
    let rest = &word[word.len() - length..];
    if rest.is_ascii() || sign(rest).is_some() { length } else { 0 }
}

/// True if a word may be meant as a move: it names a square, castles, or is a pawn's capture between two files, and all of its
/// characters occur in moves of some language.
///
/// Skipping such a word would give the moves after it to the wrong side.
fn is_like_a_move(word: &[u8]) -> bool {
    let is_file = |byte: u8| matches!(byte, b'a'..=b'h');
    let is_of_a_move = |&byte: &u8| {
        !byte.is_ascii()
            || byte.is_ascii_uppercase()
            || is_file(byte)
            || byte.is_ascii_digit()
            || b"xkqrnpo-:=/()+#!?.".contains(&byte)
    };
    let names_a_square = word.windows(2).any(|pair| is_file(pair[0]) && matches!(pair[1], b'1'..=b'8'));
    let castles = word.windows(2).any(|pair| matches!(pair, b"O-" | b"o-" | b"0-" | b"OO"));
    let is_between_files = match *word {
        [from, to] | [from, b'x', to] => is_file(from) && is_file(to),
        _ => false,
    };
    word.iter().all(is_of_a_move) && (names_a_square || castles || is_between_files)
}
