use core::ops::Range;

use super::error::PgnRule;
use super::result::GameResult;

/// A token; places are those in the window, which begins with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// A word of this length, which should be a move.
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

/// A token of one of the two most frequent kinds.
pub(crate) enum Plain {
    /// See [`Token::Word`].
    Word(usize),
    /// See [`Token::Comment`].
    Comment(Range<usize>),
}

/// A tag or its error. Places are those in the window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TagToken {
    Tag { name: Range<usize>, value: Range<usize> },
    Broken(PgnRule),
}

/// The beginning of the next token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Front {
    pub(crate) byte: Option<u8>,
    /// True if a blank line stands before it.
    pub(crate) after_blank_line: bool,
}
