//! Games as PGN (Edwards, "Portable Game Notation Specification and Implementation Guide", 1994).

mod error;
mod event;
mod lexer;
mod reader;
mod replay;
mod result;
mod source;
mod start;
#[cfg(feature = "std")]
mod stream;
mod tag_syntax;
mod text;
mod variant;

pub use error::{Excerpt, GameError, PgnError, PgnRule};
pub use event::Event;
pub use lexer::MAX_TOKEN;
pub use reader::Reader;
pub use replay::{MAX_DEPTH, Replay};
pub use result::GameResult;
pub use source::{Place, Slice, Source};
#[cfg(feature = "std")]
pub use stream::Stream;
pub use text::{TagValue, Text};
