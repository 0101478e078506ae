//! The peers, in the groups of the layers' own benches.

mod common;
mod program;

#[cfg(feature = "peer-chess")]
use chess_benches::peers::Chess;
use chess_benches::peers::{Cozy, Shakmaty};

fn main() {
    let mut criterion = common::criterion();
    program::bench::<Cozy>(&mut criterion);
    program::bench::<Shakmaty>(&mut criterion);
    #[cfg(feature = "peer-chess")]
    program::bench::<Chess>(&mut criterion);
    criterion.final_summary();
}
