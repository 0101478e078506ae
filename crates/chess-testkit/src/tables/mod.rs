//! A writer of Syzygy tables, for tests of their prober.
//!
//! It shares no code with the prober. Indices come from lists of all squares that a group of pieces can be on, or are counted
//! out; only the order of these lists is the format's. A test chooses the values, and most of them are not those of chess.
//!
//! Sources: the files of the format's author, <https://github.com/syzygy1/tb>, and the probers that read them.

mod coding;
mod ending;
mod layout;
mod table;

pub use coding::{Coding, Lengths, Pairs};
pub use ending::{Ending, Values, runs};
pub use layout::Layout;
pub use table::{DtzForm, Kind, Place, Sub, Table};
