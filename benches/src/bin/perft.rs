//! Compares perft of this workspace and of the peers. `benches/report.py` turns its output into pages.
//!
//! When leaves are counted this workspace has a row for each available backend, in the other modes for the best and the portable
//! one. Each peer counts in the fastest way that it publishes.

#![forbid(unsafe_code)]

#[cfg(feature = "peer-chess")]
use chess_benches::Chess;
use chess_benches::driver::{self, Bench, Case, Entry, Unit};
use chess_benches::position::{BenchPosition, POSITIONS};
use chess_benches::{Cozy, Library, Ours, Shakmaty};
use chess_movegen::machine::Backend;
use chess_movegen_perft::{PerftMode, perft_on};

fn main() {
    let benches = vec![
        bench("count", "Leaves counted", &[PerftMode::Count], |position| position.full_depth),
        bench("list", "Leaves listed", &[PerftMode::List], |position| position.full_depth),
        bench("make", "Leaves made", &[PerftMode::Make, PerftMode::Copy], |position| position.depth),
    ];
    driver::main(benches);
}

fn bench(
    name: &'static str,
    title: &'static str,
    modes: &[PerftMode],
    depth: fn(&BenchPosition) -> u32,
) -> Bench {
    // Where leaves are not counted, the others differ little from the best or the portable one.
    let is_told = |backend: &Backend| {
        name == "count" || *backend == modes[0].best_backend() || *backend == Backend::Portable
    };
    let backends = Backend::ALL.into_iter().filter(|backend| backend.is_available()).filter(is_told);
    let ours = backends.flat_map(|backend| modes.iter().map(move |&mode| ours(backend, mode)));
    let peers = [
        peer::<Cozy>(modes[0]),
        peer::<Shakmaty>(modes[0]),
        #[cfg(feature = "peer-chess")]
        peer::<Chess>(modes[0]),
    ];
    Bench {
        name,
        title,
        unit: Unit::Million,
        cases: POSITIONS.iter().map(|position| Case::of(position, depth(position))).collect(),
        entries: ours.chain(peers).collect(),
        known: Case::leaves,
    }
}

fn ours(backend: Backend, mode: PerftMode) -> Entry {
    let suffix = if mode == PerftMode::Copy { ", copied" } else { "" };
    let name = format!("{}, {backend}{suffix}", Ours::NAME);
    Entry::on::<Ours>(name, move |position, depth| (perft_on(position, depth, mode, backend), 0))
}

/// Leaves are made on copies, the only way that the peers offer.
fn peer<L: Library>(mode: PerftMode) -> Entry {
    let perft = match mode {
        PerftMode::Count => L::perft_count,
        PerftMode::List => L::perft_list,
        _ => L::perft_copy,
    };
    Entry::on::<L>(L::NAME, move |position, depth| (perft(position, depth), 0))
}
