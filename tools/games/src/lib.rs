//! Writes games as PGN: any number, all different, and the same ones for the same seed.
//!
//! The games resemble those of real files. Moves are chosen by [`likely_move`](chess_testkit::likely_move), so that the forms of
//! SAN have natural frequencies; tags, clocks, evaluations, comments, glyphs and variations are those of the [kind](Kind) of the
//! game. A given part of the games is [damaged](Damage).
//!
//! ```
//! use chess_games::{Games, Kind};
//!
//! let mut pgn = Vec::new();
//! let mut games = Games::new(1).kinds(&[Kind::Master]).damaged(0);
//! let game = games.write(&mut pgn);
//! assert!(game.plies > 0 && pgn.starts_with(b"[Event "));
//! ```

#![forbid(unsafe_code)]

mod clock;
mod damage;
mod dialect;
mod games;
mod kind;
mod mainline;
mod movetext;
mod names;
mod openings;
mod out;
mod played;
mod prose;
mod score;
mod tags;

pub use damage::Damage;
pub use games::{Game, Games};
pub use kind::Kind;
