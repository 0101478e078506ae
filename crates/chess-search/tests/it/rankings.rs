//! Root moves ranked by tables of endings, which tests make up.

use std::sync::Arc;

use chess_board::Position;
use chess_movegen::{GameState, PositionExt};
use chess_search::engine::{EndgameTables, Engine, Finding, Limits, RootMove, Signals, Wdl};
use chess_search::score::{TABLE_WIN, mate_in};
use chess_types::Move;

/// The rank of each move of the root by its name, in the order in which the tables name them.
struct Ranks(Vec<(String, Wdl, Option<i32>, i32)>);

impl EndgameTables for Ranks {
    fn max_pieces(&self) -> u32 {
        32
    }

    fn probe_wdl(&self, _: &Position) -> Option<Wdl> {
        Some(Wdl::Draw)
    }

    fn rank_root(&self, game: &GameState, _: bool) -> Option<Vec<RootMove>> {
        let moves = game.position().legal_moves();
        let root = |&(ref name, wdl, dtz, rank): &(String, Wdl, Option<i32>, i32)| {
            let mv = moves.iter().copied().find(|mv| mv.to_string() == *name)?;
            Some(RootMove { mv, wdl, dtz, rank })
        };
        self.0.iter().map(root).collect()
    }
}

/// Ranks all moves of a position alike, with these values and distances for some of them and others for the rest.
fn alike(fen: &str, wdl: Wdl, some: &[(&str, i32)], rest: i32) -> Arc<Ranks> {
    let moves = fen.parse::<Position>().unwrap().legal_moves();
    let ranks = moves.iter().map(|mv| {
        let name = mv.to_string();
        let dtz = some.iter().find(|(some, _)| *some == name).map_or(rest, |&(_, dtz)| dtz);
        (name, wdl, Some(dtz), 5)
    });
    Arc::new(Ranks(ranks.collect()))
}

fn search(tables: Arc<dyn EndgameTables>, fen: &str, limits: &Limits) -> Finding {
    let mut engine = Engine::new(1 << 20).unwrap();
    engine.set_endgame_tables(Some(tables));
    engine.search(&GameState::new(fen.parse().unwrap()), limits, &Signals::new(), |_| ())
}

fn depth(depth: u8) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn best(finding: &Finding) -> String {
    finding.best().unwrap().to_string()
}

#[test]
fn of_moves_of_equal_rank_the_one_that_tables_name_first_comes_first() {
    let fen = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let mut names: Vec<String> =
        fen.parse::<Position>().unwrap().legal_moves().iter().map(Move::to_string).collect();
    names.sort_unstable();
    for _ in 0..names.len() {
        names.rotate_left(1);
        let ranks = names.iter().map(|name| (name.clone(), Wdl::Draw, Some(0), 0)).collect();
        assert_eq!(best(&search(Arc::new(Ranks(ranks)), fen, &limits)), names[0]);
    }
}

/// The way ends with a capture, a pawn move or mate. After 20 plies without one a side that wins takes the shortest way.
#[test]
fn the_way_of_a_move_counts_from_the_position_before_it() {
    // The search alone would not give the pawn.
    let pawn = "8/8/3k4/8/4P3/8/8/K6R w - - 30 50";
    for (some, rest, expected) in [
        // A pawn move ends the way at once, whatever comes later; a quiet move before a capture does not.
        (&[("e4e5", 40)][..], 1, "e4e5"),
        // Neither does a check that can be answered.
        (&[("e4e5", 40), ("h1h6", 1)], 9, "e4e5"),
    ] {
        let finding = search(alike(pawn, Wdl::Win, some, rest), pawn, &depth(4));
        assert_eq!((&*best(&finding), finding.score), (expected, TABLE_WIN));
    }
    let early = "8/8/3k4/8/4P3/8/8/K6R w - - 19 50";
    assert_ne!(best(&search(alike(early, Wdl::Win, &[("e4e5", 40)], 1), early, &depth(4))), "e4e5");
    // Mate does, as pawn moves do, and has the greater score.
    let mates = "k7/8/1K6/8/8/8/P7/7R w - - 30 50";
    let finding = search(alike(mates, Wdl::Win, &[("h1h8", 1)], 9), mates, &depth(4));
    assert_eq!((&*best(&finding), finding.score), ("h1h8", mate_in(1)));
    // Quiet moves alone: the shortest one.
    let quiet = "8/8/8/3k4/8/8/8/K6R w - - 30 50";
    for name in ["h1h7", "a1b2", "h1b1"] {
        assert_eq!(best(&search(alike(quiet, Wdl::Win, &[(name, 3)], 4), quiet, &depth(4))), name);
    }
}

/// Only a win is hurried: among draws and losses the search chooses.
#[test]
fn draws_and_losses_are_not_hurried() {
    let quiet = "8/8/8/3k4/8/8/8/K6R w - - 30 50";
    let moves = quiet.parse::<Position>().unwrap().legal_moves();
    for (wdl, sign) in [(Wdl::CursedWin, 1), (Wdl::BlessedLoss, -1), (Wdl::Loss, -1)] {
        let found: Vec<String> = moves
            .iter()
            .map(|mv| {
                best(&search(
                    alike(quiet, wdl, &[(&mv.to_string(), sign * 101)], sign * 110),
                    quiet,
                    &depth(2),
                ))
            })
            .collect();
        assert!(found.iter().all(|name| *name == found[0]), "{wdl:?} {found:?}");
    }
}

/// Inside the search tables are asked only where the way to win is not known.
#[test]
fn tables_that_rank_the_root_are_asked_below_it_for_wins_without_distances() {
    let fen = "8/8/3k4/8/8/8/P7/K6R w - - 0 1";
    let moves = fen.parse::<Position>().unwrap().legal_moves();
    for (wdl, dtz, asks) in [
        (Wdl::Win, None, true),
        (Wdl::Win, Some(3), false),
        (Wdl::CursedWin, None, false),
        (Wdl::Draw, None, false),
        (Wdl::Loss, None, false),
    ] {
        let ranks = moves.iter().map(|mv| (mv.to_string(), wdl, dtz, 0)).collect();
        let hits = search(Arc::new(Ranks(ranks)), fen, &depth(3)).tb_hits;
        assert_eq!(hits > moves.len() as u64, asks, "{wdl:?} {dtz:?}: {hits}");
        assert!(hits >= moves.len() as u64);
    }
}

/// Values of positions that go on.
struct Values(Option<Wdl>);

impl EndgameTables for Values {
    fn max_pieces(&self) -> u32 {
        3
    }

    fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        assert!(position.has_legal_move() && !position.is_insufficient_material(), "{position}");
        self.0
    }
}

#[test]
fn without_a_ranking_of_their_own_tables_rank_by_the_values_after_each_move() {
    // The queen mates on g7, and leaves no move on g6; the king takes the queen.
    let queen = "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1";
    for (fen, ends) in [
        (queen, &[("g2g7", Wdl::Win), ("g2g6", Wdl::Draw)][..]),
        ("8/8/8/8/8/1k6/1Q6/7K b - - 0 1", &[("b3b2", Wdl::Draw)]),
    ] {
        let game = GameState::new(fen.parse().unwrap());
        for after in [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win] {
            for fifty_move_rule in [true, false] {
                let ranked = Values(Some(after)).rank_root(&game, fifty_move_rule).unwrap();
                assert_eq!(ranked.len(), game.position().legal_moves().len());
                assert!(ranked.is_sorted_by(|a, b| a.rank >= b.rank));
                for root in &ranked {
                    let name = root.mv.to_string();
                    let wdl = ends.iter().find(|(end, _)| *end == name).map_or(-after, |&(_, wdl)| wdl);
                    let is_cursed = [Wdl::CursedWin, Wdl::BlessedLoss].contains(&wdl);
                    let times = if is_cursed && !fifty_move_rule { 2 } else { 1 };
                    let rank = times * i32::from(wdl.value());
                    assert_eq!((root.wdl, root.dtz, root.rank), (wdl, None, rank), "{after:?} {root:?}");
                }
            }
        }
    }
    let game = GameState::new(queen.parse().unwrap());
    assert_eq!(Values(None).rank_root(&game, true), None);
}
