//! Analysis by an engine: the best lines of a position, and what each move of a game has lost.

mod analyst;
mod annotate;
mod curve;
mod judge;

pub use self::analyst::{Analyst, Line};
pub use self::annotate::{Analysed, AnalysisError, Judged, analyse};
pub use self::curve::Curve;
pub use self::judge::{Mark, expected, loss};
