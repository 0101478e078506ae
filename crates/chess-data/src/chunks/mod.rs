//! One PGN file on all cores: it is cut into chunks at the boundaries of games, and threads read the chunks.
//!
//! Results come back in the order of the inputs, and memory does not grow with them. The events, games and errors of the
//! chunks, one after another, are those that [`Reader`](chess_notation::pgn::Reader) finds in the whole file.
//!
//! # Examples
//! ```
//! use std::ops::ControlFlow;
//!
//! use chess_data::chunks::{Counted, Pipeline};
//! use chess_data::input::Input;
//! use chess_notation::pgn::{Event, PgnError};
//!
//! let inputs = [Input::bytes("a.pgn", "1. e4 e5 *\n\n1. d4 Ke3 *\n"), Input::bytes("b.pgn", "1. c4 *\n")];
//! let (mut moves, mut broken) = (0, Vec::new());
//! let stopped = Pipeline::new(&inputs).threads(2).run(
//!     |chunk| {
//!         let mut replay = chunk.replay();
//!         let (mut moves, mut broken) = (0, Vec::new());
//!         loop {
//!             match replay.next_event() {
//!                 Ok(None) => break,
//!                 Ok(Some(Event::Move(_))) => moves += 1,
//!                 Ok(Some(_)) => {}
//!                 Err(PgnError::Game(error)) => broken.push(error),
//!                 Err(_) => break,
//!             }
//!         }
//!         Counted { value: (moves, broken), games: replay.game() }
//!     },
//!     |part| {
//!         match part {
//!             Ok(part) => {
//!                 moves += part.value.0;
//!                 broken.extend(part.value.1.iter().map(|error| part.origin.place(*error).to_string()));
//!             }
//!             Err(error) => return ControlFlow::Break(error),
//!         }
//!         ControlFlow::Continue(())
//!     },
//! );
//! assert!(stopped.is_continue());
//! assert_eq!(moves, 4);
//! assert_eq!(broken, ["game 2, line 3, byte 18, `Ke3`: no such move is legal here"]);
//! ```

mod buffer;
mod chunk;
mod cut;
mod error;
mod feed;
mod lines;
mod open;
mod pipeline;
mod stop;
mod supply;
mod threads;

pub use chunk::{Chunk, Counted, Origin, Part};
pub use error::{InputError, InputFault};
pub use pipeline::Pipeline;
