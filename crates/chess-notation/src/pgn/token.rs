use core::ops::Range;

use super::error::PgnRule;
use super::result::GameResult;

/// A token; places are those in the window, which begins with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// What should be a move, of this length.
    Word(usize),
    Nag(u8),
    Comment(Range<usize>),
    VariationStart,
    VariationEnd,
    Result(GameResult),
    /// A bracket, which is not part of the token, begins the tags of another game.
    NextTags,
    End,
    Broken(PgnRule),
}

/// One of the tokens that most are.
pub(crate) enum Plain {
    /// See [`Token::Word`].
    Word(usize),
    /// See [`Token::Comment`].
    Comment(Range<usize>),
}

/// A tag, or why it is none; places are those in the window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TagToken {
    Tag { name: Range<usize>, value: Range<usize> },
    Broken(PgnRule),
}

/// What begins the next token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Front {
    pub(crate) byte: Option<u8>,
    /// Whether a line without any text stands before it.
    pub(crate) after_blank_line: bool,
}

impl Front {
    /// Whether there is another tag of the same game.
    pub(crate) fn begins_tag(self) -> bool {
        self.byte == Some(b'[') && !self.after_blank_line
    }
}
