//! Natural use of the libraries: programs as their users write them, with the public API and from a plain build. The text is the
//! same for all libraries, except for their best idioms.

#![forbid(unsafe_code)]

mod calls;
mod idiom;
mod task;
mod walk;

use std::hint::black_box;

#[cfg(feature = "peer-chess")]
use chess_benches::Chess;
use chess_benches::driver::{self, Bench, Case, Entry, Unit};
use chess_benches::position::POSITIONS;
use chess_benches::{Cozy, Library, Ours, Shakmaty};
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_testkit::known;
use shakmaty::Position as _;

use crate::calls::{
    at_nodes, exchanges, key_after, movers, on_moves, on_positions, play, sample, table_moves,
};
use crate::idiom::Idiom;
use crate::walk::OneList;

macro_rules! on_each {
    ($library:ident, $entry:expr) => {
        vec![
            on_each!($library = Ours, $entry),
            on_each!($library = Cozy, $entry),
            on_each!($library = Shakmaty, $entry),
            #[cfg(feature = "peer-chess")]
            on_each!($library = Chess, $entry),
        ]
    };
    ($library:ident = $one:ident, $entry:expr) => {{
        type $library = $one;
        $entry
    }};
}

fn main() {
    let mut benches = vec![perft(), games()];
    benches.extend(walks());
    benches.extend(calls());
    driver::main(benches);
}

fn bench(
    name: &'static str,
    title: &'static str,
    unit: Unit,
    cases: Vec<Case>,
    entries: Vec<Entry>,
) -> Bench {
    Bench { name, title, unit, cases, entries, known: |_| None }
}

/// A case for each of the depths of the six known positions but 0.
fn cases(depths: [u32; 6]) -> Vec<Case> {
    let positions = POSITIONS.iter().zip(depths).filter(|&(_, depth)| depth > 0);
    positions.map(|(position, depth)| Case::of(position, depth)).collect()
}

fn perft() -> Bench {
    let title = "Natural perft: list, loop, every leaf made; million leaves a second";
    let mut entries =
        on_each!(L, Entry::on::<L>(L::NAME, |position, depth| (L::perft_copy(position, depth), 0)));
    "ours, after".clone_into(&mut entries[0].name);
    let make = |position: &Position, depth| (in_place(&mut position.clone(), depth), 0);
    entries.insert(1, Entry::on::<Ours>("ours, make", make));
    Bench { known: Case::leaves, ..bench("perft", title, Unit::Million, cases([5, 4, 5, 4, 4, 4]), entries) }
}

/// Perft that makes and unmakes every leaf, which only ours supports.
fn in_place(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        black_box(position);
        return 1;
    }
    let mut leaves = 0;
    for &mv in &position.legal_moves() {
        let undo = position.make(mv);
        leaves += in_place(position, depth - 1);
        position.unmake(undo);
    }
    leaves
}

fn games() -> Bench {
    let cases = vec![Case::new("1000 games", known::START, 1000)];
    let title = "Random games: list, choose, play; ns a ply";
    bench("games", title, Unit::Nanoseconds, cases, on_each!(L, Entry::new(L::NAME, play::<L>)))
}

fn walks() -> [Bench; 2] {
    let cases = cases([7, 6, 0, 7, 0, 6]);
    let title = "Alpha-beta with a quiescence search, the same text on each library; million nodes a second";
    let walks = on_each!(L, Entry::on::<L>(L::NAME, walk::walk::<L, OneList>));
    let walk = bench("walk", title, Unit::Million, cases.clone(), walks);
    let title = "The same tree in each library's best idiom; million nodes a second";
    let idioms = vec![
        Entry::on::<Ours>("ours, task", task::walk),
        Entry::on::<Ours>("ours, plain", walk::walk::<Ours, Idiom>),
        Entry::on::<Cozy>(Cozy::NAME, walk::walk::<Cozy, Idiom>),
        Entry::on::<Shakmaty>(Shakmaty::NAME, walk::walk::<Shakmaty, Idiom>),
    ];
    let known = |case: &Case| Some(walk::walk::<Ours, OneList>(&Ours::parse(&case.fen), case.depth));
    [walk, Bench { known, ..bench("idiom", title, Unit::Million, cases, idioms) }]
}

/// The moves of the calls that test one from a table.
const TABLE: &[&str] = &["legal", "one a position", "of another position", "illegal"];

/// All ranks but the first and the eighth.
const INNER_RANKS: u64 = 0x00ff_ffff_ffff_ff00;

/// The queries of an engine, in positions of a hundred games.
fn calls() -> Vec<Bench> {
    let call = |name, title, cases: &[&str], entries| {
        let cases = cases.iter().map(|name| Case::new(name, known::START, 100)).collect();
        bench(name, title, Unit::Nanoseconds, cases, entries)
    };
    let is_legal =
        on_each!(L, on_moves(table_moves::<L>, |position, mv, _| L::is_legal(position, mv).into()));
    let at_node = vec![
        Entry::new(Ours::NAME, at_nodes),
        on_moves(table_moves::<Cozy>, |board, mv, _| Cozy::is_legal(board, mv).into()),
    ];
    // The squares that are marked for castling differ by library: the digests have those of the other ranks.
    let targets = vec![
        on_moves(movers::<Ours>, |position, mv, _| INNER_RANKS & position.legal_targets(mv.from()).0),
        on_moves(movers::<Cozy>, |board, mv, _| INNER_RANKS & Cozy::legal_targets(board, mv.from)),
    ];
    let gives_check =
        on_each!(L, on_moves(sample::<L>, |position, mv, _| L::gives_check(position, mv).into()));
    let see_of_captures = on_moves(exchanges, |position, mv, _| position.see(mv, &calls::SEE) as u64);
    let see_at_least =
        on_moves(exchanges, |position, mv, _| position.see_at_least(mv, 0, &calls::SEE).into());
    // The pieces of the side not to move that attack the target of a legal move.
    let our_attackers = on_moves(sample::<Ours>, |position, mv, _| {
        let them = position.side_to_move().opponent();
        (position.attackers_to(mv.to(), position.occupied()) & position.by_color(them)).0
    });
    let attackers = on_moves(sample::<Shakmaty>, |position, mv, _| {
        let board = position.board();
        board.attacks_to(mv.to(), !position.turn(), board.occupied()).0
    });
    let attackers = vec![our_attackers, attackers];
    let key_after = on_each!(L, Entry::new(L::NAME, key_after::<L>));
    let has_legal_move = on_each!(L, on_positions::<L>(|position| L::has_legal_move(position).into()));
    let outcome = on_each!(L, on_positions::<L>(|position| L::is_mate(position).into()));
    let check = "`gives_check`, which peers learn by making the move";
    vec![
        call("call/is_legal", "`is_legal` of a table's move", TABLE, is_legal),
        call("call/node", "`Node::is_legal` of a table's move, the node included", TABLE, at_node),
        call("call/legal_targets", "`legal_targets`", &["pieces that can move"], targets),
        call("call/gives_check", check, &["legal moves"], gives_check),
        call("call/see", "`see`", &["captures"], vec![see_of_captures]),
        call("call/see_at_least", "`see_at_least`", &["captures"], vec![see_at_least]),
        call("call/attackers", "attackers to a square", &["targets of moves"], attackers),
        call("call/key_after", "the key after a move", &["legal moves"], key_after),
        call("call/has_legal_move", "`has_legal_move`", &["positions"], has_legal_move),
        call("call/outcome", "`outcome`", &["positions"], outcome),
    ]
}
