//! Brackets that begin tags.

use super::lexer::{Column, LOOKAHEAD, Lexer};
use super::source::Source;
use super::tag_syntax::is_name;

impl<S: Source> Lexer<S> {
    /// True if the bracket that the window begins with begins the tags of another game: it is the first character of its line,
    /// and the name of a tag follows.
    #[inline]
    pub(super) fn is_at_tags(&self) -> bool {
        self.column < Column::AfterText && !self.name_ahead().is_empty()
    }

    /// The name of the tag whose bracket the window begins with, as far as the lookahead reaches; empty if the bracket begins no
    /// tag.
    pub(super) fn name_ahead(&self) -> &[u8] {
        let window = self.window();
        let behind = window.get(1..window.len().min(LOOKAHEAD)).unwrap_or_default();
        let name = &behind[behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()..];
        if !name.first().is_some_and(u8::is_ascii_alphanumeric) {
            return &[];
        }
        &name[..name.iter().take_while(|&&byte| is_name(byte)).count()]
    }
}
