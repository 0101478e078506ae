//! The report on a training file, which several commands write.

use std::path::Path;

use chess_training::{Encoded, Loss, Losses, ReadError};
use serde::{Serialize, Serializer};

use crate::io::diagnostics;

/// The number of faults that are reported. A file of another format has one in every record.
const MAX_TOLD: u64 = 100;

/// The numbers of a conversion, as a JSON object with the keys in this order.
#[derive(Default, Serialize)]
pub(crate) struct Summary {
    /// Records read.
    pub(crate) records: u64,
    /// Records that begin a game or are alone.
    pub(crate) games: u64,
    /// Records written.
    pub(crate) written: u64,
    /// Faults of the input.
    pub(crate) faults: u64,
    #[serde(serialize_with = "by_name")]
    pub(crate) losses: Losses,
}

impl Summary {
    /// Adds the numbers of a piece, without its faults.
    pub(crate) fn add(&mut self, piece: &Encoded) {
        self.games += piece.games;
        self.records += piece.records;
        self.written += piece.written;
        self.losses += piece.losses;
    }

    /// Counts a fault of a file, and tells it unless there have been too many.
    pub(crate) fn add_fault(&mut self, path: &Path, error: &ReadError) {
        self.faults += 1;
        if self.faults <= MAX_TOLD {
            diagnostics::tell(format_args!("broken {}: {error}", path.display()));
        }
        if self.faults == MAX_TOLD {
            diagnostics::tell("faults from here on are counted and not told");
        }
    }

    /// Writes the summary to stderr: stdout may have the data.
    pub(crate) fn tell(&self, json: bool) {
        if json {
            // Numbers under names are always JSON.
            diagnostics::tell(serde_json::to_string(self).unwrap_or_default());
            return;
        }
        let Self { records, games, written, faults, losses } = self;
        diagnostics::tell(format_args!(
            "records {records}, games {games}, written {written}, faults {faults}"
        ));
        for (loss, count) in losses.iter() {
            diagnostics::tell(format_args!("lost: {count} {loss}"));
        }
    }
}

fn by_name<S: Serializer>(losses: &Losses, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(losses.iter().map(|(loss, count): (Loss, u64)| (loss.name(), count)))
}
