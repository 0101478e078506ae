use super::result::GameResult;
use super::text::{TagValue, Text};

/// An event of reading a PGN file. A move is text (`&[u8]`) from [`Reader`](super::Reader), and a legal
/// [`Move`](chess_types::Move) from [`Replay`](super::Replay).
///
/// A game gives its tags, then [`Movetext`](Self::Movetext), then its moves with comments, glyphs and variations, then
/// [`End`](Self::End). Only comments may come before the first tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a, M> {
    /// A tag: `[Event "F/S Return Match"]`.
    Tag {
        /// The name: letters, digits and `_+#=:-`.
        name: &'a str,
        /// The value.
        value: TagValue<'a>,
    },
    /// The end of the tags. A game without tags has this event, too.
    Movetext,
    /// A move.
    Move(M),
    /// A numeric annotation glyph, as `$1` to `$255`, or as one of `!`, `?`, `!!`, `??`, `!?`, `?!`, which are 1 to 6.
    Nag(u8),
    /// A comment, in braces or from `;` to the end of the line.
    Comment(Text<'a>),
    /// `(`: the beginning of a variation, which replaces the last move.
    VariationStart,
    /// `)`: the end of a variation.
    VariationEnd,
    /// The end of the game, with its result if the movetext has one.
    End(Option<GameResult>),
}
