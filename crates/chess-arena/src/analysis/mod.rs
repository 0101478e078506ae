//! Analysis by an engine: the best lines of a position, and what each move of a game has lost.

mod analyst;
mod annotate;
mod curve;
mod judge;

pub use self::analyst::Analyst;
pub use self::annotate::{Analysed, AnalysisError, Judged, Kept, SETTINGS, analyse, analyse_games, settings};
pub use self::curve::Curve;
pub use self::judge::{Mark, accuracy, capped, expected, loss};
pub use crate::engine::Line;
