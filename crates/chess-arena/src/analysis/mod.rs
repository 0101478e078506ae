//! Analysis by an engine: the best lines of a position, and what each move of a game has lost.

mod analyst;
mod annotate;
mod curve;
mod judge;
mod workers;

pub use self::analyst::{Analyst, Line};
pub use self::annotate::{Analysed, AnalysisError, Judged, analyse};
pub use self::curve::Curve;
pub use self::judge::{Mark, accuracy, capped, expected, loss};
pub use self::workers::analyse_games;
