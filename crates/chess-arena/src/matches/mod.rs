//! Matches of engines: who plays whom, games with their rules and ends, their file, and the statistics.

mod affinity;
mod contest;
mod game;
mod openings;
mod player;
mod record;
mod schedule;
mod statistics;
mod tally;

pub use self::contest::{Finished, Match, MatchError};
pub use self::game::{Adjudication, End, Played, Rules, play};
pub use self::openings::{OpeningError, Openings};
pub use self::player::{Answer, RANDOM, Side};
pub use self::record::resume;
pub use self::schedule::{FaultKind, Pairing, Schedule, Score};
pub use self::statistics::{Decision, Pairs, Sprt};
pub use self::tally::{Counts, Standing, Tally};
