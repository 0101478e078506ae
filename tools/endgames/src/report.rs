use std::time::Duration;

use chess_endgames::{Comparison, Difference, Ending, Statistics};
use serde_json::json;

/// One line of output: an ending, or the total.
#[derive(Clone, Copy, Default)]
pub(crate) struct Row {
    pub(crate) statistics: Statistics,
    /// The positions with their mirror images.
    pub(crate) on_whole_board: u64,
    /// The processor time of solving, of all threads.
    pub(crate) solved: Duration,
    /// The processor time of comparing or checking, of all threads.
    pub(crate) compared: Duration,
    /// The bytes of the values that are kept.
    pub(crate) bytes: usize,
}

/// The headings of the rows. Times are processor times.
pub(crate) const HEADINGS: &str = "ending    positions  on the board       wins    cursed      draws   blessed     losses  max DTZ  solved  compared  MiB";

impl Row {
    /// Adds another ending to a total.
    pub(crate) fn add(&mut self, other: &Self) {
        use chess_endgames::Sum;

        self.statistics = self.statistics.plus(other.statistics);
        self.on_whole_board += other.on_whole_board;
        self.solved += other.solved;
        self.compared += other.compared;
        self.bytes = self.bytes.max(other.bytes);
    }

    /// Returns the row under [`HEADINGS`]; without an ending, that of the total.
    pub(crate) fn text(&self, ending: Option<Ending>) -> String {
        let name = ending.map_or("total".to_owned(), |ending| ending.to_string());
        let [losses, blessed, draws, cursed, wins] = self.statistics.by_result;
        format!(
            "{name:7} {:11} {:13} {wins:10} {cursed:9} {draws:10} {blessed:9} {losses:10} {:8} {:6.1}s {:8.1}s {:4}",
            self.statistics.positions(),
            self.on_whole_board,
            self.statistics.max_dtz,
            self.solved.as_secs_f64(),
            self.compared.as_secs_f64(),
            self.bytes >> 20,
        )
    }

    /// Returns the row as a line of JSON.
    pub(crate) fn json(&self, ending: Option<Ending>) -> String {
        let [losses, blessed, draws, cursed, wins] = self.statistics.by_result;
        json!({
            "ending": ending.map(|ending| ending.to_string()),
            "positions": self.statistics.positions(),
            "on_whole_board": self.on_whole_board,
            "wins": wins,
            "cursed_wins": cursed,
            "draws": draws,
            "blessed_losses": blessed,
            "losses": losses,
            "max_dtz": self.statistics.max_dtz,
            "solve_cpu_seconds": self.solved.as_secs_f64(),
            "compare_cpu_seconds": self.compared.as_secs_f64(),
            "bytes": self.bytes,
        })
        .to_string()
    }
}

/// Returns a line about a position in which solver and tables differ.
pub(crate) fn difference(difference: &Difference, json: bool) -> String {
    let (fen, value) = (difference.position.to_string(), difference.value);
    let (wdl, dtz) = (&difference.wdl, &difference.dtz);
    if json {
        let wdl = wdl.as_ref().map_or_else(|error| json!(error.to_string()), |wdl| json!(wdl.value()));
        let dtz = dtz.as_ref().map_or_else(|error| json!(error.to_string()), |dtz| json!(dtz.plies()));
        json!({"fen": fen, "wdl": value.wdl(), "dtz": value.dtz(), "in_tables": {"wdl": wdl, "dtz": dtz}})
            .to_string()
    } else {
        let wdl = wdl.as_ref().map_or_else(ToString::to_string, |wdl| wdl.value().to_string());
        let dtz = dtz.as_ref().map_or_else(ToString::to_string, ToString::to_string);
        format!("{fen}: solved {} {}, in tables {wdl} {dtz}", value.wdl(), value.dtz())
    }
}

/// Returns the last line of a comparison.
pub(crate) fn comparison(found: &Comparison, json: bool) -> String {
    if json {
        json!({"equal": found.equal, "exact": found.exact, "different": found.different}).to_string()
    } else {
        let Comparison { equal, exact, different, .. } = found;
        format!("{equal} positions equal, {exact} of them to the ply, {different} different")
    }
}
