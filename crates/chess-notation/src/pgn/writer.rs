use core::fmt::{self, Display, Write};

use arrayvec::ArrayString;
use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_types::{Color, Move};

use super::replay::start::Variant;
use super::text::event::GameResult;
use super::text::token;
use crate::san::{LongAlgebraic, San};

/// The notation of the moves that a [`Writer`] writes. The null move is `0000` in those of UCI, and `--` otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MoveNotation {
    /// Standard algebraic notation, `Nf3`: the only one of the standard.
    #[default]
    San,
    /// [`LongAlgebraic`], `Ng1-f3`.
    LongAlgebraic,
    /// UCI, `g1f3`, with castling as in chess, `e1g1`.
    Uci,
    /// UCI with castling as in Chess960, `e1h1`.
    Uci960,
}

/// The most characters of a line of movetext: the standard requires fewer than 80.
const LINE: usize = 79;

/// A writer of games in the standard's export format, piece by piece and without a heap.
///
/// Lines of movetext have at most 79 characters, or as many as [`line_length`](Self::line_length) sets, unless a single word of a comment is longer, or a command such as `[%cal Gd2d4]`: no
/// line ends within one, nor within several spaces, so that comments are read as they were. The brace that ends a comment is on the line of
/// its last word, and up to 39 variations deep, the parenthesis that ends one is on the line of what it follows. Move numbers are
/// written where the standard requires them. A game is written as its tags, its moves with comments, glyphs and variations, and its
/// [`result`](Self::result). Another game may follow.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::pgn::{GameResult, Writer};
/// use chess_notation::read_san;
///
/// let mut writer = Writer::new(String::new());
/// writer.tag("White", "Steinitz")?;
/// let mut position = Position::START;
/// for san in ["e4", "e5", "Nc3"] {
///     let mv = read_san(&position, san).unwrap();
///     writer.mv(&position, mv)?;
///     position.play_unchecked(mv);
/// }
/// writer.comment("Vienna")?;
/// writer.result(GameResult::Unknown)?;
/// assert_eq!(writer.into_inner(), "[White \"Steinitz\"]\n\n1. e4 e5 2. Nc3 {Vienna} *\n\n");
/// # Ok::<(), core::fmt::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer<W> {
    out: W,
    /// The most characters of a line of movetext.
    line: usize,
    notation: MoveNotation,
    /// Characters on the line of movetext.
    column: usize,
    /// The separator before the next piece.
    before: Before,
    /// True if the next move needs its number even if Black makes it.
    wants_number: bool,
    has_tags: bool,
    /// The number of variations that have been begun and not ended.
    depth: usize,
}

/// The separator of two pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    Nothing,
    Space,
    /// A space, and the parenthesis of a variation that has begun.
    Parenthesis,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`.
    pub const fn new(out: W) -> Self {
        Self {
            out,
            line: LINE,
            notation: MoveNotation::San,
            column: 0,
            before: Before::Nothing,
            wants_number: true,
            has_tags: false,
            depth: 0,
        }
    }

    /// Sets the most characters of a line of movetext; with 0, no line ends within a game.
    #[must_use]
    pub fn line_length(self, length: usize) -> Self {
        Self { line: if length == 0 { usize::MAX } else { length }, ..self }
    }

    /// Sets the notation of moves.
    #[must_use]
    pub fn notation(self, notation: MoveNotation) -> Self {
        Self { notation, ..self }
    }

    /// The output.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// Writes a tag. The standard requires Event, Site, Date, Round, White, Black and Result first, and others in the order
    /// of their ASCII codes.
    ///
    /// Characters that are not allowed in a name become underscores, and control characters in the value become spaces.
    ///
    /// # Errors
    /// The output failed.
    pub fn tag(&mut self, name: &str, value: impl Display) -> fmt::Result {
        self.has_tags = true;
        self.out.write_char('[')?;
        for c in name.chars() {
            self.out.write_char(if is_name(c) { c } else { '_' })?;
        }
        self.out.write_str(" \"")?;
        write!(Escaped(&mut self.out), "{value}")?;
        self.out.write_str("\"]\n")
    }

    /// Writes the tags that a game needs if it starts from `position`: `FEN` and `SetUp` unless it is the start position of
    /// chess, and `Variant` if its castling rights are those of Chess960.
    ///
    /// # Errors
    /// The output failed.
    pub fn start_tags(&mut self, position: &Position) -> fmt::Result {
        if *position == Position::START {
            return Ok(());
        }
        self.tag("FEN", start_fen(position))?;
        self.tag("SetUp", "1")?;
        match Variant::needed_by(position) {
            Variant::Chess => Ok(()),
            Variant::Chess960 => self.tag("Variant", Variant::CHESS960_NAME),
        }
    }

    /// Writes a move that is legal in `position`, or the null move.
    ///
    /// # Errors
    /// The output failed.
    pub fn mv(&mut self, position: &Position, mv: Move) -> fmt::Result {
        let us = position.side_to_move();
        if us == Color::White || self.wants_number {
            let mut number = ArrayString::<8>::new();
            let dots = if us == Color::White { "." } else { "..." };
            write!(number, "{}{dots}", position.fullmove_number())?;
            self.piece(&number)?;
        }
        match self.notation {
            MoveNotation::San => self.piece(San::new(position, mv).as_str())?,
            MoveNotation::LongAlgebraic => self.piece(LongAlgebraic::new(position, mv).as_str())?,
            MoveNotation::Uci | MoveNotation::Uci960 => {
                let is_960 = self.notation == MoveNotation::Uci960;
                let mut text = ArrayString::<5>::new();
                write!(text, "{}", if is_960 { mv.uci960() } else { mv.uci() })?;
                self.piece(&text)?;
            }
        }
        self.wants_number = false;
        Ok(())
    }

    /// Writes a numeric annotation glyph of the last move.
    ///
    /// # Errors
    /// The output failed.
    pub fn nag(&mut self, number: u8) -> fmt::Result {
        let mut piece = ArrayString::<4>::new();
        write!(piece, "${number}")?;
        self.piece(&piece)
    }

    /// Writes a comment, unless it is blank. White space with a control character becomes a space, and a closing brace a
    /// parenthesis, since it would end the comment.
    ///
    /// # Errors
    /// The output failed.
    pub fn comment(&mut self, text: &str) -> fmt::Result {
        let mut brace = "{";
        let mut words = words(text).peekable();
        while let Some(word) = words.next() {
            let end = if words.peek().is_none() { "}" } else { "" };
            self.make_room(brace.len() + word.chars().count() + end.len())?;
            self.out.write_str(brace)?;
            brace = "";
            for (i, part) in word.split('}').enumerate() {
                self.out.write_str(if i == 0 { "" } else { ")" })?;
                self.out.write_str(part)?;
            }
            self.out.write_str(end)?;
            self.wants_number = true;
        }
        Ok(())
    }

    /// Begins a variation, which replaces the last move. An empty variation is not written.
    ///
    /// # Errors
    /// The output failed.
    pub fn start_variation(&mut self) -> fmt::Result {
        if self.before == Before::Parenthesis {
            self.make_room(0)?;
        }
        self.before = Before::Parenthesis;
        self.wants_number = true;
        self.depth += 1;
        Ok(())
    }

    /// Ends the variation that was begun last.
    ///
    /// # Errors
    /// The output failed.
    pub fn end_variation(&mut self) -> fmt::Result {
        self.wants_number = true;
        self.depth = self.depth.saturating_sub(1);
        if self.before == Before::Parenthesis {
            self.before = Before::Space;
            return Ok(());
        }
        self.before = Before::Nothing;
        self.piece(")")
    }

    /// Ends the game with its result and a blank line.
    ///
    /// # Errors
    /// The output failed.
    pub fn result(&mut self, result: GameResult) -> fmt::Result {
        self.piece(result.as_str())?;
        self.out.write_str("\n\n")?;
        self.column = 0;
        self.before = Before::Nothing;
        self.wants_number = true;
        self.depth = 0;
        Ok(())
    }

    fn piece(&mut self, text: &str) -> fmt::Result {
        self.make_room(text.chars().count())?;
        self.out.write_str(text)
    }

    /// Writes the separator before a piece of this width: the blank line after the tags, a space or a line end, the
    /// parenthesis of a variation.
    fn make_room(&mut self, width: usize) -> fmt::Result {
        if self.has_tags {
            self.out.write_char('\n')?;
            self.has_tags = false;
        }
        let (space, parenthesis) = match self.before {
            Before::Nothing => ("", ""),
            Before::Space => (" ", ""),
            Before::Parenthesis => (" ", "("),
        };
        let width = parenthesis.len() + width;
        // The ends of the variations have room, too.
        let line = self.line.saturating_sub(self.depth).max(self.line / 2 + 1);
        if self.column > 0 && self.column + space.len() + width > line {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_str(space)?;
            self.column += space.len();
        }
        self.out.write_str(parenthesis)?;
        self.column += width;
        self.before = Before::Space;
        Ok(())
    }
}

/// A position as in the tag `FEN`, which keeps all of it.
pub(crate) fn start_fen(position: &Position) -> impl Display {
    position.fen(CastlingStyle::XFen, EnPassantStyle::Always)
}

/// The longest command or run of spaces within which no line ends, in bytes: the standard allows lines of 255 characters.
pub(crate) const UNBROKEN: usize = 160;

/// The words of a comment, which have single spaces or line ends between them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_blank = |byte: u8| byte == b' ' || byte.is_ascii_control();
    let mut rest = text.trim_matches(|c| u8::try_from(c).is_ok_and(is_blank));
    core::iter::from_fn(move || {
        let mut end = 0;
        while let behind @ [_, ..] = &rest.as_bytes()[end..] {
            let blanks = behind.iter().take_while(|&&byte| is_blank(byte)).count();
            let is_end =
                blanks == 1 || blanks > UNBROKEN || behind[..blanks].iter().any(u8::is_ascii_control);
            if is_end {
                let word = &rest[..end];
                rest = &rest[end + blanks..];
                return Some(word);
            }
            end += blanks.max(command(behind)).max(1);
        }
        Some(core::mem::take(&mut rest)).filter(|word| !word.is_empty())
    })
}

/// The length of the command that a text begins with on one line; otherwise 0.
fn command(text: &[u8]) -> usize {
    let line = text.iter().take(UNBROKEN).take_while(|byte| !byte.is_ascii_control());
    let end = text.starts_with(b"[%").then(|| line.take_while(|&&byte| byte != b']').count());
    end.filter(|&end| text.get(end) == Some(&b']')).map_or(0, |end| end + 1)
}

/// True if a character may be part of a tag's name.
pub(crate) fn is_name(c: char) -> bool {
    u8::try_from(c).is_ok_and(token::is_name)
}

/// Writes the value of a tag.
struct Escaped<'a, W>(&'a mut W);

impl<W: Write> Write for Escaped<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        if matches!(c, '"' | '\\') {
            self.0.write_char('\\')?;
        }
        self.0.write_char(if c.is_ascii_control() { ' ' } else { c })
    }
}
