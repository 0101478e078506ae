//! Scores and times in the comments of games, and whose point of view the scores have.
//!
//! Columns, filters and training files read the same scores.
//!
//! | form | score | point of view |
//! |---|---|---|
//! | `[%eval 0.31,14]`, `[%eval #-3]` | of the position after the move | White's |
//! | `[%eval 31,14]` | of the search before the move, in hundredths of a pawn | the game tells: see [`ScoreView`] |
//! | `+0.31/14 1.2s`, `-M6/30 0.1s`, `0.31/14 12 (Nd7)` | of the search before the move | the game tells |
//!
//! The second form is that of ChessGUI, the third that of cutechess, fastchess, Fritz and most others. A comment has the third form if
//! it begins with a score, a slash and a depth, and if a time, a comma, a semicolon, a bracket or nothing follows. `M` counts plies to mate,
//! the move itself included, and `#` full moves.

mod engine;
mod notes;
mod view;

pub(crate) use notes::Notes;
pub use view::{ParseScoreViewError, ScoreView};
pub(crate) use view::{Scores, Search};
