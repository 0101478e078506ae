//! Games as PGN (Edwards, "Portable Game Notation Specification and Implementation Guide", 1994).

mod cursor;
mod error;
mod event;
#[cfg(feature = "alloc")]
mod game;
#[cfg(feature = "alloc")]
mod game_read;
#[cfg(feature = "alloc")]
mod game_write;
mod lexer;
#[cfg(feature = "alloc")]
mod mainline;
#[cfg(feature = "alloc")]
mod node;
mod reader;
mod replay;
mod result;
mod source;
mod start;
#[cfg(feature = "std")]
mod stream;
mod tag_syntax;
#[cfg(feature = "alloc")]
mod tags;
mod text;
mod variant;
#[cfg(feature = "alloc")]
mod walk;
mod writer;

pub use error::{Excerpt, GameError, PgnError, PgnRule};
pub use event::Event;
#[cfg(feature = "alloc")]
pub use game::{Game, TagError};
#[cfg(feature = "alloc")]
pub use game_read::MAX_GAME;
pub use lexer::MAX_TOKEN;
#[cfg(feature = "alloc")]
pub use mainline::{Mainline, Played};
#[cfg(feature = "alloc")]
pub use node::{Node, NodeId};
pub use reader::Reader;
pub use replay::{MAX_DEPTH, Replay};
pub use result::GameResult;
pub use source::{Place, Slice, Source};
#[cfg(feature = "std")]
pub use stream::Stream;
#[cfg(feature = "alloc")]
pub use tags::Tags;
pub use text::{TagValue, Text};
pub use writer::Writer;
