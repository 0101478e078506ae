//! Files from which the networks of engines are trained: read, written and converted as streams.
//!
//! | format | holds | score from the view of | unit of the score |
//! |---|---|---|---|
//! | [`viri`] | games | White | the engine's, mostly centipawns |
//! | [`marlin`] | positions | White | the engine's, mostly centipawns |
//! | [`bullet`] | positions without a side to move | the side to move | the engine's, mostly centipawns |
//! | [`binpack`] | games | the side to move | the engine's internal unit |
//! | [`plain`] | positions as text | White | the engine's, mostly centipawns |
//! | [`pgn`] | games as text | White or the mover: see [`ScoreView`](crate::scores::ScoreView) | pawns, mates apart |
//!
//! Every reader gives [`Record`]s, and every writer takes them, with the score from White's point of view. No conversion changes
//! the unit of a score: a score is the same number in all formats, and hundredths of a pawn in PGN. Information that a format
//! cannot hold is counted as a [`Loss`].
//!
//! # Examples
//! ```
//! use chess_data::training::{Format, Loss, Reader, Writer};
//!
//! let game = "1. e4 {+0.30/12 0.1s} e5 {-0.25/12 0.1s} 2. Nf3 {+0.31/13 0.1s} 1-0";
//! let mut reader = Reader::new(Format::Pgn, game.as_bytes());
//! let mut writer = Writer::new(Format::Plain, Vec::new());
//! for record in &mut reader {
//!     writer.write(&record?)?;
//! }
//! assert_eq!(writer.losses().count(Loss::Move), 3);
//! let lines = String::from_utf8(writer.finish()?)?;
//! assert_eq!(lines.lines().nth(1), Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 25 | 1.0"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod binpack;
pub mod bullet;
mod conversion;
mod encode;
mod fault;
mod format;
pub mod marlin;
pub mod pgn;
pub mod plain;
mod positions;
mod record;
mod source;
pub mod viri;

pub use conversion::Conversion;
pub use encode::{Encoded, encode_filtered_games, encode_games};
pub use fault::{Fault, Loss, Losses, ReadError};
pub use format::{Format, ParseFormatError, Reader, Writer};
pub use positions::{PositionReader, PositionWriter};
pub use record::{MATE, MAX_MATE_PLIES, Record};
