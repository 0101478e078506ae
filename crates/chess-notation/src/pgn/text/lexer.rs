//! Cutting bytes into tokens (Edwards, "Portable Game Notation Specification", 7), in linear time and bounded memory.

use chess_types::Color;
use memchr::{memchr, memchr2};

use super::error::{PgnError, PgnRule};
use super::event::GameResult;
use super::source::{Place, Source, Window};
use super::spelling::loose_word_length;
use super::token::{
    Class, Front, TagSyntax, TagToken, Token, class, is_line_end, is_word, length_of, length_over_lines,
    unclosed_length,
};

/// The greatest length of a tag or of the text of a comment, in bytes: 65,536. A longer comment is read as several.
pub const MAX_TOKEN: usize = 1 << 16;

/// The greatest length of any other token, in bytes: 255, as in the standard.
pub(in crate::pgn) const MAX_WORD: usize = 255;

/// The number of bytes that the window has where a token begins, unless the file ends before: more than any decision about a word
/// needs.
pub(crate) const LOOKAHEAD: usize = 2 * MAX_WORD;

pub(in crate::pgn) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The rest of the last token, after its greatest length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum Leftover {
    Nothing,
    /// The rest of a comment in braces, which is the next token.
    Comment,
    /// The rest of a comment to the end of the line, which is the next token.
    LineComment,
    /// A line that is skipped.
    Line,
    /// A word that is skipped.
    Word,
    /// Nothing, but what follows is not the next of several plain tags.
    Stray,
}

/// The last move number, from a word on that was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum Number {
    Ignored,
    Awaited,
    Of(Color),
}

/// The text before the window on its line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::pgn) enum Column {
    First,
    AfterBlanks,
    AfterText,
}

/// A cutter of a file's bytes into tokens. The window begins with the last token that was read.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<S> {
    pub(in crate::pgn) source: Window<S>,
    /// The length of the last token.
    pub(in crate::pgn) length: usize,
    pub(in crate::pgn) leftover: Leftover,
    pub(in crate::pgn) column: Column,
    pub(in crate::pgn) is_lenient: bool,
    /// True if a word of the game's movetext has been taken. The reader resets it.
    pub(in crate::pgn) has_moves: bool,
    /// What is known of the side that moves, if a word was left out.
    pub(in crate::pgn) number: Number,
}

impl<S: Source> Lexer<S> {
    pub(crate) fn new(source: S) -> Self {
        Self {
            source: Window::new(source),
            length: 0,
            leftover: Leftover::Nothing,
            column: Column::First,
            is_lenient: false,
            has_moves: false,
            number: Number::Ignored,
        }
    }

    /// Goes to the beginning of another source.
    pub(in crate::pgn) fn begin(&mut self, source: S) {
        *self = Self { is_lenient: self.is_lenient, ..Self::new(source) };
    }

    /// The bytes from the last token on.
    #[inline]
    pub(crate) fn window(&self) -> &[u8] {
        self.source.window()
    }

    /// The bytes of the last token.
    pub(crate) fn token(&self) -> &[u8] {
        self.window().get(..self.length).unwrap_or_default()
    }

    /// The place of the last token's first byte.
    pub(crate) fn place(&mut self) -> Place {
        self.source.place()
    }

    /// The number of bytes before the last token.
    #[inline]
    pub(crate) fn offset(&self) -> u64 {
        self.source.offset()
    }

    /// Returns the last token again.
    pub(crate) fn put_back(&mut self) {
        self.length = 0;
        self.leftover = Leftover::Nothing;
    }

    /// Whether reading is lenient. Without the feature `std` nothing asks for that, and the compiler drops its code.
    #[inline(always)]
    pub(in crate::pgn) const fn is_lenient(&self) -> bool {
        cfg!(feature = "std") && self.is_lenient
    }

    /// The next token of the movetext.
    pub(crate) fn next(&mut self) -> Result<Token, PgnError> {
        if !self.pass()? {
            return self.comment_part();
        }
        loop {
            let line_feeds = self.skip_blanks()?;
            let window = self.source.window();
            let Some(&byte) = window.first() else { return Ok(Token::End) };
            let class = class(byte);
            if class < Class::Odd {
                match self.mark(byte)? {
                    Some(token) => return Ok(token),
                    None => continue,
                }
            }
            if self.is_lenient() {
                if line_feeds > 1 && self.is_at_first_move() {
                    return Ok(Token::FirstMove);
                }
                if let Some(token) = self.loose_token() {
                    return Ok(token);
                }
            }
            let token = if class == Class::Digit { self.number() } else { self.word() };
            if let Some(token) = token {
                return Ok(token);
            }
        }
    }

    /// Skips the last token and the blanks after it, and classifies the next one.
    pub(crate) fn front(&mut self) -> Result<Front, PgnError> {
        if !self.pass()? {
            return Ok(Front { byte: Some(b'{'), after_blank_line: false });
        }
        let mut after_blank_line = false;
        let mut previous = 0;
        loop {
            self.look_ahead(LOOKAHEAD)?;
            let window = self.source.window();
            let byte = window.first().copied();
            match byte {
                Some(b'\n') if previous == b'\r' => self.source.consume(1),
                Some(b'\n' | b'\r') => {
                    after_blank_line |= self.column < Column::AfterText;
                    self.column = Column::First;
                    self.source.consume(1);
                }
                Some(b'%') if self.column == Column::First => {
                    self.column = Column::AfterText;
                    self.pass_leftover(Leftover::Line)?;
                }
                Some(byte) if class(byte) == Class::Blank => {
                    self.column = self.column.max(Column::AfterBlanks);
                    self.source.consume(1);
                }
                Some(b'&' | 0x80..) if self.skip_odd_blank() => {}
                _ => return Ok(Front { byte, after_blank_line }),
            }
            previous = byte.unwrap_or_default();
        }
    }

    /// The tag that the window begins with. A broken one ends with its line, or with its value.
    pub(crate) fn tag(&mut self) -> Result<TagToken, PgnError> {
        let rule = loop {
            let tag = limited(self.source.window());
            let is_limit = tag.len() == MAX_TOKEN;
            if !tag.starts_with(b"[") {
                break &PgnRule::Tag;
            }
            match TagSyntax::parse(tag) {
                TagSyntax::Tag { name, value, length } => {
                    self.take(length);
                    return Ok(TagToken::Tag { name, value });
                }
                TagSyntax::Incomplete if is_limit => break &PgnRule::TooLong,
                TagSyntax::Incomplete if self.double()? => {}
                TagSyntax::Incomplete | TagSyntax::Broken => break &PgnRule::Tag,
            }
        };
        let line = limited(self.source.window());
        let length = length_of(line, |byte| !is_line_end(byte));
        let mut over_lines = None;
        if matches!(rule, PgnRule::Tag) {
            if let Some((tag, length)) = TagSyntax::mended(&line[..length]) {
                self.take(length);
                return Ok(tag);
            }
            self.look_ahead(length + LOOKAHEAD)?;
            let window = self.source.window();
            over_lines = length_over_lines(&window[..window.len().min(length + LOOKAHEAD)], length);
        }
        let leftover = if over_lines.is_some() { Leftover::Stray } else { Leftover::Line };
        self.broken(rule, over_lines.unwrap_or(length), leftover);
        Ok(TagToken::Broken(rule))
    }

    /// The comment before the first move that the window begins with, or goes on with. One in braces that are not closed ends before
    /// the next line that is a whole tag pair.
    pub(crate) fn comment_before_moves(&mut self) -> Result<TagToken, PgnError> {
        let in_braces = self.leftover == Leftover::Comment || self.window().starts_with(b"{");
        let token = self.next()?;
        let unclosed = unclosed_length(limited(self.window()), self.length, LOOKAHEAD).filter(|_| in_braces);
        if let Some(length) = unclosed {
            self.broken(&PgnRule::UnclosedComment, length, Leftover::Stray);
            return Ok(TagToken::Broken(&PgnRule::UnclosedComment));
        }
        if self.leftover == Leftover::Nothing {
            self.leftover = Leftover::Stray;
        }
        if matches!(token, Token::Broken(_)) {
            // Blanks at the end of a text are no part of it, as they are not before a tag.
            self.length = self.token().trim_ascii_end().len();
        }
        Ok(match token {
            Token::Comment(text) => TagToken::Comment(text),
            Token::Broken(rule) => TagToken::Broken(rule),
            _ => TagToken::Comment(0..0),
        })
    }

    /// Passes a move number; a result, castling with zeros and a null move begin with digits too.
    #[inline]
    fn number(&mut self) -> Option<Token> {
        let window = self.source.window();
        let digits = length_of(window, |byte| byte.is_ascii_digit());
        if matches!(window.get(digits), Some(b'-' | b'/')) {
            let word = &window[..length_of(window, is_word)];
            if let Some(result) = GameResult::from_bytes(word) {
                return Some(self.result(result, word.len()));
            }
            if word.starts_with(b"0-0") {
                return self.word();
            }
        }
        if digits == 4 && window.starts_with(b"0000") && window.get(4) != Some(&b'.') {
            return self.word();
        }
        if digits > MAX_WORD {
            return Some(self.broken(&PgnRule::TooLong, MAX_WORD, Leftover::Word));
        }
        if self.number != Number::Ignored {
            self.note_number(digits);
        }
        self.source.consume(digits);
        self.column = Column::AfterText;
        None
    }

    /// A word that should be a move, except a draw written with fractions, and a separate mark of en passant.
    #[inline]
    fn word(&mut self) -> Option<Token> {
        let window = self.source.window();
        let mut length = self.word_length(window);
        match window.get(length..) {
            Some([b'.', b'p', b'.', ..]) if window[..length].ends_with(b"e") => length += 3,
            Some([b'(', b'Q' | b'R' | b'B' | b'N', b')', behind @ ..]) => {
                length += 3 + self.word_length(behind);
            }
            _ => {}
        }
        if length > MAX_WORD {
            return Some(self.broken(&PgnRule::TooLong, MAX_WORD, Leftover::Word));
        }
        let word = &window[..length];
        match word {
            [] => {
                self.skip_odd_blank();
                None
            }
            [0x80..=0xff, ..] if word.starts_with(BYTE_ORDER_MARK) => {
                self.source.consume(BYTE_ORDER_MARK.len());
                None
            }
            [0x80..=0xff, ..] => {
                let token = GameResult::from_bytes(word).map_or(Token::Word(length), Token::Result);
                self.take(length);
                Some(token)
            }
            b"e.p." | b"ep" => {
                self.source.consume(length);
                self.column = Column::AfterText;
                None
            }
            _ => {
                self.take(length);
                Some(Token::Word(length))
            }
        }
    }

    /// The length of the word that the bytes begin with. Only a blank beyond ASCII has none.
    #[inline(always)]
    pub(in crate::pgn) fn word_length(&self, bytes: &[u8]) -> usize {
        if self.is_lenient() { loose_word_length(bytes) } else { length_of(bytes, is_word) }
    }

    fn mark(&mut self, byte: u8) -> Result<Option<Token>, PgnError> {
        let window = self.source.window();
        let (length, token) = match (byte, window.get(1)) {
            (b'{' | b';', _) => return self.comment(byte, 1).map(Some),
            (b'$', _) => return Ok(Some(self.annotation())),
            (b'(', _) => (1, Token::VariationStart),
            (b')', _) => (1, Token::VariationEnd),
            (b'*', _) => (1, Token::Result(GameResult::Unknown)),
            (b'!', Some(b'!')) => (2, Token::Nag(3)),
            (b'!', Some(b'?')) => (2, Token::Nag(5)),
            (b'!', _) => (1, Token::Nag(1)),
            (b'?', Some(b'?')) => (2, Token::Nag(4)),
            (b'?', Some(b'!')) => (2, Token::Nag(6)),
            (b'?', _) => (1, Token::Nag(2)),
            (b'[', _) if self.is_at_tags() => return Ok(Some(Token::NextTags)),
            (b'%', _) if self.column == Column::First => {
                self.column = Column::AfterText;
                self.pass_leftover(Leftover::Line)?;
                return Ok(None);
            }
            _ => return Ok(Some(self.broken(&PgnRule::Stray, 1, Leftover::Nothing))),
        };
        self.take(length);
        Ok(Some(token))
    }

    fn annotation(&mut self) -> Token {
        let window = self.source.window();
        let digits = &window[1..][..length_of(&window[1..], |byte| byte.is_ascii_digit()).min(MAX_WORD)];
        let length = 1 + digits.len();
        match core::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()) {
            Some(number) => {
                self.take(length);
                Token::Nag(number)
            }
            None => self.broken(&PgnRule::Nag, length, Leftover::Nothing),
        }
    }

    /// The next part of a comment that is longer than a token.
    #[cold]
    #[inline(never)]
    fn comment_part(&mut self) -> Result<Token, PgnError> {
        let opening = if self.leftover == Leftover::Comment { b'{' } else { b';' };
        self.leftover = Leftover::Nothing;
        self.look_ahead(LOOKAHEAD)?;
        self.comment(opening, 0)
    }

    /// A comment, or the rest of one, the text of which begins at `start`. One that is too long for a token is cut into several.
    #[inline(always)]
    fn comment(&mut self, opening: u8, start: usize) -> Result<Token, PgnError> {
        let in_braces = opening == b'{';
        loop {
            let comment = limited(self.source.window());
            let length = comment.len();
            let end = if in_braces { memchr(b'}', comment) } else { memchr2(b'\n', b'\r', comment) };
            if let Some(end) = end {
                self.take(if in_braces { end + 1 } else { end });
                return Ok(Token::Comment(start..end));
            }
            if length == MAX_TOKEN {
                let end = length - cut_character(comment);
                self.take(end);
                self.leftover = if in_braces { Leftover::Comment } else { Leftover::LineComment };
                return Ok(Token::Comment(start..end));
            }
            if !self.double()? {
                if in_braces {
                    return Ok(self.broken(&PgnRule::UnclosedComment, length, Leftover::Nothing));
                }
                self.take(length);
                return Ok(Token::Comment(start..length));
            }
        }
    }

    /// A token of this length begins the window.
    #[inline]
    pub(in crate::pgn) fn take(&mut self, length: usize) {
        self.length = length;
        self.column = Column::AfterText;
    }

    #[cold]
    pub(in crate::pgn) fn broken(
        &mut self,
        rule: &'static PgnRule,
        length: usize,
        leftover: Leftover,
    ) -> Token {
        self.take(length);
        self.leftover = leftover;
        Token::Broken(rule)
    }

    /// Passes the last token, but for the rest of a comment; `false` if there is one.
    #[inline]
    fn pass(&mut self) -> Result<bool, PgnError> {
        self.source.consume(self.length);
        self.length = 0;
        match self.leftover {
            Leftover::Nothing => Ok(true),
            leftover => self.pass_leftover(leftover),
        }
    }

    #[cold]
    fn pass_leftover(&mut self, leftover: Leftover) -> Result<bool, PgnError> {
        let is_end: fn(u8) -> bool = match leftover {
            Leftover::Comment | Leftover::LineComment => return Ok(false),
            Leftover::Nothing | Leftover::Stray => |_| true,
            Leftover::Line => is_line_end,
            Leftover::Word => |byte| !is_word(byte),
        };
        self.leftover = Leftover::Nothing;
        loop {
            let window = self.source.window();
            let length = length_of(window, |byte| !is_end(byte));
            let is_found = length < window.len();
            self.source.consume(length);
            if is_found || !self.source.grow()? {
                break;
            }
        }
        Ok(true)
    }

    /// Skips blanks and line ends, and looks ahead from there. Returns the number of line feeds.
    #[inline]
    fn skip_blanks(&mut self) -> Result<u64, PgnError> {
        let mut line_feeds = 0;
        loop {
            let window = self.source.window();
            let mut length = 0;
            while let Some(&byte) = window.get(length) {
                match class(byte) {
                    Class::Blank => self.column = self.column.max(Column::AfterBlanks),
                    Class::LineEnd => {
                        self.column = Column::First;
                        line_feeds += u64::from(byte == b'\n');
                    }
                    _ => break,
                }
                length += 1;
            }
            let rest = window.len() - length;
            self.source.consume(length);
            if rest >= LOOKAHEAD {
                return Ok(line_feeds);
            }
            self.look_ahead(LOOKAHEAD)?;
            if rest > 0 || self.source.window().is_empty() {
                return Ok(line_feeds);
            }
        }
    }

    /// Makes the window as long as a decision needs it.
    #[inline]
    fn look_ahead(&mut self, count: usize) -> Result<(), PgnError> {
        while self.source.window().len() < count && self.source.grow()? {}
        Ok(())
    }

    /// Makes the window twice as long, so that reading it anew each time is still linear; `false` if nothing follows.
    #[cold]
    fn double(&mut self) -> Result<bool, PgnError> {
        let length = self.source.window().len();
        while self.source.window().len() < 2 * length && self.source.grow()? {}
        Ok(self.source.window().len() > length)
    }
}

/// The number of bytes at the end that begin a character of UTF-8 which goes on after the end.
fn cut_character(bytes: &[u8]) -> usize {
    let is_lead =
        |&count: &usize| bytes.get(bytes.len().wrapping_sub(count)).is_some_and(|&byte| byte >= 0xc0);
    let count = (1..4).find(is_lead).unwrap_or(0);
    let is_whole = core::str::from_utf8(&bytes[bytes.len() - count..]).is_ok();
    if is_whole { 0 } else { count }
}

/// The part of a window that a tag or a comment may take.
pub(in crate::pgn) fn limited(window: &[u8]) -> &[u8] {
    window.get(..MAX_TOKEN).unwrap_or(window)
}
