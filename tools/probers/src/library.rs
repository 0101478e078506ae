//! The interface behind which each library stands.

use std::path::Path;

use chess_board::Position;

use crate::answer::{Dtz, Work};

/// A library that probes endgame tables.
///
/// Methods that return no value panic if a probe fails: all tables that the positions need are there.
pub trait Library: Sized + Sync {
    /// The name in tables of figures.
    const NAME: &'static str;

    /// The position that the library probes.
    type Position: Send + Sync;

    /// Opens the tables of a folder in the fastest way that the library has.
    fn open(folder: &Path) -> Self;

    /// Converts a position.
    fn convert(position: &Position) -> Self::Position;

    /// Tells if the library has a call for this work.
    fn can(work: Work) -> bool;

    /// Returns the value for the side to move, from -2 for a loss to 2 for a win.
    fn wdl(&self, position: &Self::Position) -> i8;

    /// Returns the distance to zeroing by the call made for it.
    fn dtz(&self, position: &Self::Position) -> Dtz;

    /// Ranks the moves of a position; returns the sign of its value.
    fn root(&mut self, position: &Self::Position) -> i8;

    /// Returns the distance to zeroing by whatever call tells it, if one does.
    fn any_dtz(&mut self, position: &Self::Position) -> Option<Dtz> {
        Self::can(Work::Dtz).then(|| self.dtz(position))
    }
}
