//! The puzzle file and the evaluation file of Lichess as tables.
//!
//! `docs/columns.md` in the repository has their columns. Source: <https://database.lichess.org>.
//!
//! # Examples
//! ```
//! use std::ops::ControlFlow;
//!
//! use chess_data::dumps::{Dump, Reading};
//! use chess_data::input::Input;
//!
//! let puzzles = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
//!     0000D,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1500,73,96,33513,\
//!     advantage endgame short,https://lichess.org/F8M8OS71#53,\n";
//! let mut ratings = 0;
//! let stopped = Reading::new(Dump::Puzzles, &Input::bytes("puzzles.csv", puzzles)).for_each(|batch| {
//!     ratings += (0..batch.rows()).filter_map(|row| batch.get("rating", row)?.as_i64()).sum::<i64>();
//!     ControlFlow::<()>::Continue(())
//! })?;
//! assert!(stopped.is_continue());
//! assert_eq!(ratings, 1500);
//! # Ok::<(), std::io::Error>(())
//! ```

mod evals;
mod fields;
mod json;
mod lists;
mod puzzles;
mod reading;

pub use evals::read_evals;
pub use puzzles::read_puzzles;
pub use reading::{Dump, Reading};
