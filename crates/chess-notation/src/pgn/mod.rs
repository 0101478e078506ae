//! Games as PGN, read from files of any size and written (Edwards, "Portable Game Notation Specification and
//! Implementation Guide", 1994).
//!
//! | to read or write | use |
//! |---|---|
//! | tags, moves and comments as text, by far the fastest | [`Reader`] |
//! | legal moves with positions | [`Replay`]; as calls for each part of a game, [`Replay::visit_games`] and a [`Visitor`] |
//! | whole games in memory, to be edited and written | [`Game`], [`Replay::next_game`] (`alloc`) |
//! | a broken game up to its error | [`Replay::next_partial_game`] (`alloc`) |
//! | broken games as far as they can be read, in any notation | [`Replay::lenient`], [`Reader::lenient`] |
//! | main lines, without variations | [`Replay::mainline_only`] |
//! | clocks, evaluations, arrows in comments | [`commands`], [`Text::commands`]; `Node::clock`, `Game::set_clock` and others |
//! | PGN written without a game in memory | [`Writer`] |
//!
//! Reading is a loop over [events](Event), from bytes in memory without a heap, or from any [`Read`](std::io::Read) through
//! a buffer of fixed size (`std`). It takes linear time and bounded memory, whatever the file: [`MAX_TOKEN`],
//! [`MAX_DEPTH`] and [`MAX_GAME`] are the limits. A caller may [skip](Reader::skip_game) the rest of a game or of a
//! variation.
//!
//! A game that breaks a rule gives a [`GameError`] with the rule and the place, and reading continues with the next game. A lenient
//! reader continues within the game.
//!
//! # Examples
//! ```
//! use chess_notation::pgn::{Event, PgnError, Replay};
//!
//! let file = "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n1. e4 d6 2. Bb5+ Nf6 *\n\n1. d4 {Queen's pawn} *";
//! let mut replay = Replay::new(file);
//! let (mut moves, mut broken) = (0, Vec::new());
//! loop {
//!     match replay.next_event() {
//!         Ok(None) => break,
//!         Ok(Some(Event::Move(_))) => moves += 1,
//!         Ok(Some(_)) => {}
//!         Err(PgnError::Game(error)) => broken.push(error.to_string()),
//!         Err(error) => return Err(error),
//!     }
//! }
//! assert_eq!(moves, 6);
//! assert_eq!(broken, ["game 2, line 5, byte 47, `Nf6`: no such move is legal here"]);
//! # Ok::<(), PgnError>(())
//! ```

mod command;
mod date;
pub(crate) mod replay;
mod text;
mod time_control;
#[cfg(feature = "alloc")]
pub(crate) mod tree;
mod writer;

pub use command::{
    Arrow, ArrowColor, Arrows, Command, Commands, Eval, WithoutCommands, commands, without_commands,
};
pub use date::Date;
pub use replay::start::Variant;
pub use replay::visit::{GameEnd, MoveVisit, Next, Visitor};
pub use replay::{MAX_DEPTH, Replay};
pub use text::error::{Excerpt, GameError, PgnError, PgnRule};
pub use text::event::{Event, GameResult, ParseTextError, TagValue, Text};
pub use text::lexer::MAX_TOKEN;
pub use text::reader::Reader;
pub use text::source::{Place, Slice, Source};
#[cfg(feature = "std")]
pub use text::stream::Stream;
pub use time_control::TimeControl;
#[cfg(feature = "alloc")]
pub use tree::comments::Comments;
#[cfg(feature = "alloc")]
pub use tree::game::Game;
#[cfg(feature = "alloc")]
pub use tree::game_read::{MAX_GAME, PartialGame};
#[cfg(feature = "alloc")]
pub use tree::node::{Node, NodeId};
#[cfg(feature = "alloc")]
pub use tree::tags::{TagError, Tags};
#[cfg(feature = "alloc")]
pub use tree::walk::{Mainline, Played};
pub use writer::{MoveNotation, Writer};

pub use crate::score::Score;
