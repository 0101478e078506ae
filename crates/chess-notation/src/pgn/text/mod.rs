//! The text of PGN: its bytes cut into tokens, and tokens as events.

pub(in crate::pgn) mod ahead;
pub(in crate::pgn) mod error;
pub(in crate::pgn) mod event;
pub(in crate::pgn) mod language;
pub(in crate::pgn) mod lenient;
pub(in crate::pgn) mod lexer;
pub(in crate::pgn) mod loose;
pub(in crate::pgn) mod plain_tag;
pub(in crate::pgn) mod reader;
pub(in crate::pgn) mod skip;
pub(in crate::pgn) mod source;
pub(in crate::pgn) mod spelling;
#[cfg(feature = "std")]
pub(in crate::pgn) mod stream;
pub(in crate::pgn) mod token;
pub(in crate::pgn) mod word;
