//! The peers, in the groups of the layers' own benches.

mod common;

#[cfg(feature = "peer-chess")]
use chess_benches::peers::Chess;
use chess_benches::peers::{Cozy, Shakmaty};

fn main() {
    let mut criterion = common::criterion();
    common::bench::<Cozy>(&mut criterion);
    common::bench::<Shakmaty>(&mut criterion);
    #[cfg(feature = "peer-chess")]
    common::bench::<Chess>(&mut criterion);
    criterion.final_summary();
}
