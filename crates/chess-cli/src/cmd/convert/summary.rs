use chess_data::training::{Loss, Losses};
use serde::{Serialize, Serializer};

use crate::io::diagnostics;

/// The numbers of a conversion, as a JSON object with the keys in this order.
#[derive(Default, Serialize)]
pub(super) struct Summary {
    /// Records read.
    pub(super) records: u64,
    /// Records that begin a game or stand alone.
    pub(super) games: u64,
    /// Records written.
    pub(super) written: u64,
    /// Faults of the input.
    pub(super) faults: u64,
    #[serde(serialize_with = "by_name")]
    pub(super) losses: Losses,
}

impl Summary {
    /// Writes the summary to stderr: stdout may have the data.
    pub(super) fn tell(&self, json: bool) {
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
