//! Games in memory, as trees.

pub(in crate::pgn) mod annotate;
pub(in crate::pgn) mod comments;
pub(in crate::pgn) mod edit;
pub(in crate::pgn) mod game;
pub(crate) mod game_read;
pub(in crate::pgn) mod node;
pub(in crate::pgn) mod tags;
pub(in crate::pgn) mod walk;
