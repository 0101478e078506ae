//! Every layer of this workspace, from the move word to perft, and the peers in the same groups. Each bench asserts its result.

mod harness;
mod libraries;
mod notation;
mod own;

#[cfg(feature = "peer-chess")]
use chess_benches::Chess;
use chess_benches::Ours;
#[cfg(feature = "peers")]
use chess_benches::{Cozy, Library, Shakmaty};
use chess_movegen_perft::{PerftMode, perft_with};

use crate::harness::Harness;

fn main() {
    let mut harness = Harness::new();
    own::bench(&mut harness);
    libraries::bench::<Ours>(&mut harness, |position, depth| perft_with(position, depth, PerftMode::Make));
    let games = notation::Games::new();
    games.bench::<Ours>(&mut harness);
    #[cfg(feature = "peers")]
    {
        libraries::bench::<Cozy>(&mut harness, Cozy::perft_copy);
        libraries::bench::<Shakmaty>(&mut harness, Shakmaty::perft_copy);
        games.bench::<Cozy>(&mut harness);
        games.bench::<Shakmaty>(&mut harness);
    }
    #[cfg(feature = "peer-chess")]
    libraries::bench::<Chess>(&mut harness, Chess::perft_copy);
    harness.finish();
}
