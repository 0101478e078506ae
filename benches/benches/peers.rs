//! The peers, in the groups of the layers' own benches, and the table that sets them beside this workspace.

#![allow(clippy::print_stdout, reason = "the table is what the reader waits for")]

mod common;
mod program;

use std::time::{Duration, SystemTime};

#[cfg(feature = "peer-chess")]
use chess_benches::peers::Chess;
use chess_benches::peers::{Cozy, Shakmaty};
use chess_benches::table::{results_folder, table};

/// The time that the benches before this one may have taken: their results are in the table.
const RUN: Duration = Duration::from_mins(15);

fn main() {
    let since = SystemTime::now().checked_sub(RUN).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut criterion = common::criterion();
    program::bench::<Cozy>(&mut criterion);
    program::bench::<Shakmaty>(&mut criterion);
    #[cfg(feature = "peer-chess")]
    program::bench::<Chess>(&mut criterion);
    criterion.final_summary();
    // Cargo runs the benches in the order of their names, this one last.
    if let Some(table) = results_folder().and_then(|folder| table(&folder, since)) {
        println!("\n{table}");
    }
}
