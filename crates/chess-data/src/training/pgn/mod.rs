//! PGN with evaluations in its comments.
//!
//! The forms of comments that are read, and whose point of view they have, are those of [`ScoreView`](crate::scores::ScoreView).
//! `[%eval 0.17]` and `[%eval #-3]` hold the value of the position after the move, or of the start position before the first move. What an
//! engine has found, such as `+0.31/14 1.2s` and `[%eval 31,14]`, is the value of the position before the move.
//!
//! `[%eval]` is written. Scores are hundredths of a pawn. A mate in `n` plies is [`MATE`](super::MATE) − `n`; `#3`, which tells
//! moves, is a mate in 5 plies for the side to move and in 6 for the other. Scores within [`MAX_MATE_PLIES`](super::MAX_MATE_PLIES)
//! of `MATE` are written as mates. Numbers of pawns that would be taken for mates become the nearest that are not.

mod eval;
mod held;
mod read;
mod write;

pub use read::Reader;
pub use write::Writer;
