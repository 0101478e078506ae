//! Polyglot books made from any number of games in bounded memory.
//!
//! Threads count the moves of their chunks in [`BookMoves`], and a [`BookMaker`] adds them up. What exceeds its memory goes to
//! temporary files, sorted, which are merged at the end.
//!
//! # Examples
//! ```
//! use chess_data::book::{BookMaker, BookMoves};
//! use chess_notation::Position;
//! use chess_notation::polyglot::Book;
//! use chess_types::{Move, MoveKind, Square};
//!
//! let e4 = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
//! let mut moves = BookMoves::default();
//! moves.add(&Position::START, e4, 2);
//! let mut maker = BookMaker::new(1 << 20);
//! maker.add(moves.clone())?;
//! maker.add(moves)?;
//! let mut book = Vec::new();
//! assert_eq!(maker.write(1, &mut book)?, 1);
//! assert_eq!(Book::new(book)?.moves(&Position::START)[0].weight, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod maker;
mod moves;
mod run;
mod tally;

pub use maker::BookMaker;
pub use moves::BookMoves;
