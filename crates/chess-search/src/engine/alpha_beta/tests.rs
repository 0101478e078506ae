//! Single nodes of a search, with the tables and the window that a test gives them.

use std::sync::Arc;

use chess_movegen::machine::Backend;
use chess_movegen::{GameState, PositionExt, Wdl};

use super::*;
use crate::engine::clock::{Clock, OVERHEAD, system_time};
use crate::engine::clock::{Limits, Signals};
use crate::engine::endgames::{EndgameTables, Endgames};
use crate::engine::search::Shared;
use crate::engine::worker::Worker;
use crate::evaluate::evaluate;
use crate::score::MAX_PLY;
use crate::table::TranspositionTable;

/// Work on a search that has not begun.
trait Work {
    type Output;

    fn work<M: Machine>(self, search: &mut Search<'_, M>, position: &Position) -> Self::Output;
}

struct On<W> {
    position: Position,
    work: W,
}

impl<W: Work> Task for On<W> {
    type Output = W::Output;

    fn run(self, machine: impl Machine) -> W::Output {
        let Self { position, work } = self;
        let table = TranspositionTable::new(1 << 12).unwrap();
        let (game, limits, signals) = (GameState::new(position), Limits::default(), Signals::new());
        let (clock, endgames) = (Clock::start(&limits, system_time, OVERHEAD), Endgames::default());
        let shared = Shared::new(&table, &game, &limits, clock, &signals, 1, 1, &endgames);
        let mut worker = Worker::default();
        work.work(&mut Search::new(machine, &shared, &mut worker, 0, &mut |_| ()), &position)
    }
}

fn on<W: Work>(fen: &str, work: W) -> W::Output {
    // The search is compiled for this machine alone.
    Backend::Portable.run(On { position: fen.parse().unwrap(), work })
}

/// A node one ply from the root whose evaluation is 0.
fn inner<'n, 'p, M>(node: &'n Node<'p, M>, depth: i32, is_improving: bool) -> Inner<'n, 'p, M> {
    Inner {
        node,
        ply: 1,
        depth,
        raw_evaluation: 0,
        evaluation: 0,
        is_improving,
        is_cut: false,
        told: -INFINITE..=INFINITE,
    }
}

/// The score of the node so many plies from the root, searched to a depth.
struct Score {
    depth: i32,
    ply: usize,
}

impl Work for Score {
    type Output = i32;

    fn work<M: Machine>(self, search: &mut Search<'_, M>, position: &Position) -> i32 {
        search.alpha_beta::<true>(
            &Node::on(search.machine, position),
            self.depth,
            -INFINITE,
            INFINITE,
            self.ply,
            false,
        )
    }
}

/// There the stack ends. In these positions a piece can be taken, which a search of any depth sees.
#[test]
fn at_the_greatest_ply_a_node_has_its_evaluation() {
    for fen in ["4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "4k3/8/4r3/3P4/8/8/8/4K2R w - - 0 1"] {
        let standing = evaluate(&fen.parse().unwrap());
        for depth in [0, 1, 5] {
            assert_eq!(on(fen, Score { depth, ply: MAX_PLY }), standing, "{fen}");
            assert!(on(fen, Score { depth, ply: MAX_PLY - 1 }) > standing + 200, "{fen}");
        }
    }
}

/// The score of a node whose position has an exact entry in the table, off the principal variation.
struct Known {
    depth: i32,
    entry: TableEntry,
}

impl Work for Known {
    type Output = i32;

    fn work<M: Machine>(self, search: &mut Search<'_, M>, position: &Position) -> i32 {
        search.shared.table.store(position.key(), 1, self.entry);
        search.alpha_beta::<false>(&Node::on(search.machine, position), self.depth, 776, 777, 1, false)
    }
}

/// Near fifty moves the score may depend on how the position came about.
#[test]
fn deep_entries_settle_a_node_unless_fifty_moves_are_near() {
    let (mv, bound) = (Move::NULL, Bound::Exact);
    let entry = TableEntry { mv, score: 777, evaluation: 5, depth: 4, bound, flag: false };
    for (clock, depth, settles) in [(0, 4, true), (0, 3, true), (0, 5, false), (89, 4, true), (90, 4, false)]
    {
        let fen = std::format!("3k4/8/8/8/8/8/4R3/4K3 b - - {clock} 90");
        assert_eq!(on(&fen, Known { depth, entry }) == 777, settles, "{clock} {depth}");
    }
}

/// The score of a node without its only move.
struct WithoutOnlyMove {
    alpha: i32,
}

impl Work for WithoutOnlyMove {
    type Output = i32;

    fn work<M: Machine>(self, search: &mut Search<'_, M>, position: &Position) -> i32 {
        let moves = position.legal_moves();
        assert_eq!(moves.len(), 1);
        search.stack[1].data.excluded = moves[0];
        search.alpha_beta::<false>(
            &Node::on(search.machine, position),
            3,
            self.alpha,
            self.alpha + 1,
            1,
            false,
        )
    }
}

/// It is neither mate nor stalemate: no other move comes near.
#[test]
fn a_node_without_its_only_move_has_the_lowest_score() {
    for fen in ["1r5k/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/8/r7/K2r4 w - - 0 1"] {
        for alpha in [-300, -1, 0, 250] {
            assert_eq!(on(fen, WithoutOnlyMove { alpha }), alpha, "{fen}");
        }
    }
}

/// What a node that needs no search of its moves returns, at depth 24 with this beta, at which its evaluation is.
struct Passed(i32);

impl Work for Passed {
    type Output = Option<i32>;

    fn work<M: Machine>(self, search: &mut Search<'_, M>, position: &Position) -> Option<i32> {
        search.stack[0].mv = position.legal_moves()[0];
        let node = Node::on(search.machine, position);
        let inner = Inner { evaluation: self.0, ..inner(&node, 24, false) };
        search.without_moves(&inner, self.0 - 1, self.0)
    }
}

#[test]
fn a_mate_after_a_passed_turn_is_no_mate() {
    // Black can move the pawn only, and White mates on b8. Nothing less is as much as beta.
    assert_eq!(on("7k/p7/6K1/8/8/8/8/1Q6 w - - 0 1", Passed(5000)), Some(5000));
    // Another score is that of the search.
    let passed = on("4k3/8/8/8/8/8/PPP5/1Q2K3 w - - 0 1", Passed(0)).unwrap();
    assert!(passed > 500 && !is_decisive(passed), "{passed}");
    // With pawns alone, or a minor piece beside them, a side may be in zugzwang.
    for pieces in ["KPPP4", "KN1PPP2"] {
        let fen = std::format!("4k3/8/8/8/8/8/{pieces}/8 w - - 0 1");
        assert_eq!(on(&fen, Passed(0)), None);
    }
    assert!(on("4k3/8/8/8/8/8/KNN5/8 w - - 0 1", Passed(0)).is_some());
}

/// The length of the line after a search of a node, on the principal variation or with a window of one that a capture exceeds.
struct LengthOfLine<const PV: bool>(i32);

impl<const PV: bool> Work for LengthOfLine<PV> {
    type Output = usize;

    fn work<M: Machine>(self, search: &mut Search<'_, M>, position: &Position) -> usize {
        let (alpha, beta) = if PV { (-INFINITE, INFINITE) } else { (150, 151) };
        let score =
            search.alpha_beta::<PV>(&Node::on(search.machine, position), self.0, alpha, beta, 1, false);
        assert!(score > alpha);
        search.stack[1].pv.len()
    }
}

#[test]
fn lines_belong_to_the_principal_variation() {
    // The rook can be taken.
    let fen = "4k3/8/8/3r4/8/4N3/4P3/4K3 w - - 0 1";
    for depth in [0, 1, 4] {
        assert!(on(fen, LengthOfLine::<true>(depth)) > 0, "{depth}");
        assert_eq!(on(fen, LengthOfLine::<false>(depth)), 0, "{depth}");
    }
}

/// The depth at which the position after a poor quiet move is searched that is the `number`-th of its node.
struct DepthAfter<const PV: bool> {
    number: usize,
}

impl<const PV: bool> Work for DepthAfter<PV> {
    type Output = u8;

    fn work<M: Machine>(self, search: &mut Search<'_, M>, position: &Position) -> u8 {
        let mv = position.legal_moves()[0];
        search.memory.histories.quiets.update(position.side_to_move(), mv, -8000);
        search.search_move::<PV>(
            &inner(&Node::on(search.machine, position), 6, false),
            mv,
            self.number,
            0,
            100,
            101,
        );
        search.shared.table.probe(position.after(mv).key(), 2).unwrap().depth
    }
}

#[test]
fn first_moves_and_second_of_the_pv_are_not_reduced() {
    // Neither side has a capture, or may pass the turn.
    let pawns = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
    let on_pv = [1, 2, 3].map(|number| on(pawns, DepthAfter::<true> { number }));
    let off_pv = [1, 2, 3].map(|number| on(pawns, DepthAfter::<false> { number }));
    assert!(on_pv[0] == on_pv[1] && on_pv[1] > on_pv[2], "{on_pv:?}");
    assert!(off_pv[0] == on_pv[0] && off_pv[0] > off_pv[1] && off_pv[1] >= off_pv[2], "{off_pv:?}");
}

/// Tables that call everything a draw.
struct AllDrawn;

impl EndgameTables for AllDrawn {
    fn max_pieces(&self) -> u32 {
        32
    }

    fn probe_wdl(&self, _: &Position) -> Option<Wdl> {
        Some(Wdl::Draw)
    }
}

/// The depth of the entry that a node of this depth stores if tables know its position.
struct DepthTold(i32);

impl Work for DepthTold {
    type Output = u8;

    fn work<M: Machine>(self, search: &mut Search<'_, M>, position: &Position) -> u8 {
        let endgames = Endgames { tables: Some(Arc::new(AllDrawn)), ..Endgames::default() };
        let told = search.probe_tables(endgames.prober().unwrap(), position, self.0, 1);
        assert_eq!(told, Some((DRAW, Bound::Exact)));
        search.shared.table.probe(position.key(), 1).unwrap().depth
    }
}

#[test]
fn table_results_are_stored_six_plies_deeper() {
    let stored = [1, 20, 121, 122, 127].map(|depth| on("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", DepthTold(depth)));
    assert_eq!(stored, [7, 26, 127, 127, 127]);
}

/// The extension of the table's move in a node of depth 7, or the score of a cut-off, with this score in the table.
struct Extension {
    score: i32,
    beta: i32,
}

impl Work for Extension {
    type Output = Result<i32, i32>;

    fn work<M: Machine>(self, search: &mut Search<'_, M>, position: &Position) -> Result<i32, i32> {
        let (mv, score, bound) = (position.legal_moves()[0], self.score, Bound::Lower);
        let entry = TableEntry { mv, score, evaluation: 0, depth: 7, bound, flag: false };
        match search.singular(&inner(&Node::on(search.machine, position), 7, false), &entry, self.beta) {
            Singular::Extended(plies) => Ok(plies),
            Singular::CutOff(score) => Err(score),
        }
    }
}

/// Other moves come within 14 hundredths of a score of -200, and not of 400.
#[test]
fn singular_moves_are_extended_and_refuted_ones_reduced() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (score, beta, extension) in [
        (400, 500, Ok(1)),
        (400, 0, Ok(1)),
        (-200, -199, Ok(0)),
        (-200, -200, Ok(-1)),
        (-200, -213, Ok(-1)),
        (-200, -214, Err(-214)),
        (-200, -300, Err(-214)),
    ] {
        assert_eq!(on(start, Extension { score, beta }), extension, "{score} {beta}");
    }
}
