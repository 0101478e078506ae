use super::result::GameResult;
use super::text::{TagValue, Text};

/// What a reader comes upon in a file. A move is text (`&[u8]`) for [`Reader`](super::Reader), and a legal
/// [`Move`](chess_types::Move) for [`Replay`](super::Replay).
///
/// A game is its tags, then [`Movetext`](Self::Movetext), its moves with what stands between them, and
/// [`End`](Self::End). Comments before the first tag are the only events that can come before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a, M> {
    /// A tag: `[Event "F/S Return Match"]`.
    Tag {
        /// The name: letters, digits and `_+#=:-`.
        name: &'a str,
        /// The value.
        value: TagValue<'a>,
    },
    /// The tags, if there are any, are over.
    Movetext,
    /// A move.
    Move(M),
    /// A numeric annotation glyph, as `$1` to `$255`, or as one of `!`, `?`, `!!`, `??`, `!?`, `?!`, which are 1 to 6.
    Nag(u8),
    /// A comment, in braces or from `;` to the end of the line.
    Comment(Text<'a>),
    /// `(`: other moves than the last one.
    VariationStart,
    /// `)`
    VariationEnd,
    /// The end of the game, with the result if there is one.
    End(Option<GameResult>),
}
