//! Brackets in the movetext.

use super::lexer::{Column, LOOKAHEAD, Lexer};
use super::source::Source;

impl<S: Source> Lexer<S> {
    /// True if the bracket that the window begins with begins the tags of another game: it is the first character of its line,
    /// and the name of a tag follows.
    #[inline]
    pub(super) fn is_at_tags(&self) -> bool {
        self.column < Column::AfterText && begins_tag(self.window())
    }
}

fn begins_tag(window: &[u8]) -> bool {
    let behind = window.iter().take(LOOKAHEAD).skip(1).find(|&&byte| !matches!(byte, b' ' | b'\t'));
    behind.is_some_and(u8::is_ascii_alphanumeric)
}
