//! PGN with evaluations in its comments.
//!
//! Two forms are read:
//!
//! - `[%eval 0.17]` and `[%eval #-3]`, as Lichess writes them: the value of the position after the move, from White's point of
//!   view, in pawns. Before the first move, such a comment holds the value of the start position.
//! - `{+0.31/14 1.2s}` and `{-M6/20 0.1s}`, as cutechess and fastchess write them: the value of the position before the move,
//!   from the mover's point of view, in pawns, with the depth behind it; `M` stands before a number of plies to mate.
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
