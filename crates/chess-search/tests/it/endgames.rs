//! Searches that ask tables of endings, which tests make up.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use chess_board::{Position, Setup};
use chess_movegen::{GameState, PositionExt};
use chess_search::engine::{EndgameTables, Engine, Finding, Limits, RootMove, Signals, Strength, Wdl};
use chess_search::score::{TABLE_WIN, mate_in};
use chess_testkit::known::KIWIPETE;
use chess_testkit::{Random, sample};
use chess_types::{Color, Move, MoveKind, Piece, PieceType, Square};

use crate::POSITIONS;
use crate::engine::{depth, engine, nodes, says, search};

/// The true values of king and queen, or rook, against king.
fn major_against_king(position: &Position) -> Option<Wdl> {
    let majors = position.by_type(PieceType::Queen) | position.by_type(PieceType::Rook);
    if majors.count() != 1 || position.occupied().count() != 3 {
        return None;
    }
    if majors.intersects(position.by_color(position.side_to_move())) {
        return Some(Wdl::Win);
    }
    let can_take = position.legal_moves().iter().any(|mv| mv.is_capture());
    let is_stalemate = !position.is_in_check() && !position.has_legal_move();
    Some(if can_take || is_stalemate { Wdl::Draw } else { Wdl::Loss })
}

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
    let ranks = names(fen).into_iter().map(|name| {
        let dtz = some.iter().find(|(some, _)| *some == name).map_or(rest, |&(_, dtz)| dtz);
        (name, wdl, Some(dtz), 5)
    });
    Arc::new(Ranks(ranks.collect()))
}

/// The legal moves of a position.
fn names(fen: &str) -> Vec<String> {
    fen.parse::<Position>().unwrap().legal_moves().iter().map(Move::to_string).collect()
}

fn with(tables: Arc<dyn EndgameTables>) -> Engine {
    let mut engine = engine();
    engine.set_endgame_tables(Some(tables));
    engine
}

fn search_with(tables: Arc<dyn EndgameTables>, fen: &str, limits: &Limits) -> Finding {
    search(&mut with(tables), fen, limits)
}

fn best(finding: &Finding) -> String {
    finding.best().unwrap().to_string()
}

#[test]
fn values_have_their_numbers_and_opposites() {
    let all = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];
    assert!(all.is_sorted());
    for (wdl, value) in all.into_iter().zip(-2_i8..) {
        assert_eq!((wdl.value(), (-wdl).value()), (value, -value));
        assert_eq!(wdl.result(false), i32::from(value.signum()));
        assert_eq!(wdl.result(true), i32::from(value / 2));
    }
}

#[test]
fn the_first_move_keeps_every_win_however_short_the_search() {
    let mut random = Random::new(16);
    let mut engine = with(says(3, major_against_king));
    let mut searched = 0;
    while searched < 500 {
        let major = random.pick(&[PieceType::Queen, PieceType::Rook]);
        let side = random.pick(&[Color::White, Color::Black]);
        let pieces = [(side, PieceType::King), (!side, PieceType::King), (side, major)]
            .map(|(color, piece_type)| (random.square(), Piece::new(color, piece_type)));
        let mut setup = Setup::EMPTY;
        for (square, piece) in pieces {
            setup.board.put(piece, square);
        }
        setup.side_to_move = side;
        let Ok(position) = Position::from_setup(&setup) else { continue };
        if position.occupied().count() < 3 {
            continue;
        }
        searched += 1;
        let limits = nodes(1 + searched % 300);
        let finding = engine.search(&GameState::new(position), &limits, &Signals::new(), |_| ());
        let after = position.after(finding.best().unwrap());
        let is_over = !after.has_legal_move() && after.is_in_check();
        assert!(is_over || major_against_king(&after) == Some(Wdl::Loss), "{position} {finding:?}");
        assert!(finding.score >= TABLE_WIN && finding.tb_hits > 0, "{position} {finding:?}");
    }
}

#[test]
fn a_root_has_the_result_of_its_tables() {
    let fen = "8/8/3k4/8/8/8/4Q3/3K4 w - - 0 1";
    let told = |wdl| search(&mut with(says(3, move |_| Some(wdl))), fen, &depth(6));
    assert_eq!(told(Wdl::Draw).score, 0);
    assert_eq!(told(Wdl::BlessedLoss).score, 0);
    assert_eq!(told(Wdl::Win).score, -TABLE_WIN);
    assert!(told(Wdl::Loss).score >= TABLE_WIN);
}

#[test]
fn cursed_wins_are_draws_unless_the_rule_is_off() {
    let fen = "8/8/3k4/8/8/8/4Q3/3K4 w - - 0 1";
    let mut engine = with(says(3, |_| Some(Wdl::BlessedLoss)));
    assert_eq!(search(&mut engine, fen, &depth(3)).score, 0);
    engine.set_fifty_move_rule(false);
    assert_eq!(search(&mut engine, fen, &depth(3)).score, TABLE_WIN);
    // Inside the search as well: the queen takes the pawn.
    let fen = "8/8/3k4/8/8/8/4Q2p/3K4 w - - 0 1";
    assert!(search(&mut engine, fen, &depth(3)).score > TABLE_WIN - 5);
    engine.set_fifty_move_rule(true);
    assert!(search(&mut engine, fen, &depth(3)).score < TABLE_WIN - 5);
}

#[test]
fn only_moves_with_the_best_rank_are_searched() {
    // The rook mates on d8 at once; the tables, which are wrong here, know of no win but another one.
    let fen = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1";
    let moves = fen.parse::<Position>().unwrap().legal_moves();
    let ranks = |best: &str, dtz| {
        let rank = |name| if name == best { (name, Wdl::Win, dtz, 9) } else { (name, Wdl::Draw, Some(0), 0) };
        Arc::new(Ranks(names(fen).into_iter().map(rank).collect()))
    };
    let finding = search(&mut with(ranks("d1d7", Some(3))), fen, &depth(5));
    assert_eq!((&*best(&finding), finding.score), ("d1d7", TABLE_WIN));
    // A mate that the tables allow is a better score than theirs.
    let finding = search(&mut with(ranks("d1d8", Some(1))), fen, &depth(5));
    assert_eq!((&*best(&finding), finding.score), ("d1d8", mate_in(1)));
    // Of the moves that the caller allows, those with the best rank.
    let mut limits = depth(5);
    limits.moves.extend(moves.iter().copied().filter(|mv| mv.from() == Square::G1));
    let finding = search(&mut with(ranks("d1d7", Some(3))), fen, &limits);
    assert_eq!((finding.best().unwrap().from(), finding.score), (Square::G1, 0));
}

#[test]
fn further_lines_follow_in_the_order_of_the_ranks() {
    let fen = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1";
    let mut moves = names(fen);
    moves.sort_unstable();
    let value = |i| [Wdl::Loss, Wdl::Draw, Wdl::Win][i % 3];
    let ranks = moves
        .iter()
        .enumerate()
        .map(|(i, name)| (name.clone(), value(i), Some(value(i).value().into()), (i % 3) as i32));
    let ranks: Vec<_> = ranks.collect();
    let mut engine = with(Arc::new(Ranks(ranks.clone())));
    for lines in 1..=moves.len() + 1 {
        engine.set_lines(lines);
        for limit in [1, 100, 3000] {
            let limits = nodes(limit);
            let finding = search(&mut engine, fen, &limits);
            assert_eq!(finding.lines.len(), lines.min(moves.len()));
            let rank = |name: String| ranks.iter().find(|rank| rank.0 == name).unwrap().3;
            let found: Vec<i32> = finding.lines.iter().map(|line| rank(line.line[0].to_string())).collect();
            let mut expected: Vec<i32> = ranks.iter().map(|rank| rank.3).collect();
            expected.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(found, expected[..found.len()]);
            assert!(finding.lines.is_sorted_by(|a, b| a.score >= b.score), "{finding:?}");
        }
    }
}

#[test]
fn tables_are_probed_after_captures_and_pawn_moves_only() {
    // The tables hold all endings of four pieces but no root of five.
    let say = |position: &Position| {
        assert_eq!(position.halfmove_clock(), 0, "{position}");
        Some(Wdl::Draw)
    };
    let tables = says(4, say);
    let finding = search(&mut with(tables.clone()), "8/5k2/8/3p4/4P3/8/2R2K2/8 w - - 0 1", &depth(7));
    assert_eq!(finding.tb_hits, tables.asked.load(Ordering::Relaxed));
    assert!(finding.tb_hits > 0 && finding.score > 0, "{finding:?}");
}

#[test]
fn what_tables_say_replaces_the_search_below() {
    // Taking the pawn wins by the tables, or draws if they say so, whatever the evaluation says.
    let fen = "8/8/3k4/8/8/8/4Q2p/3K4 w - - 0 1";
    for (wdl, expected) in [(Wdl::Loss, TABLE_WIN - 1), (Wdl::Draw, 0), (Wdl::Win, 1 - TABLE_WIN)] {
        let say = move |position: &Position| {
            position
                .by_type(PieceType::Pawn)
                .is_empty()
                .then_some(if position.side_to_move() == Color::Black { wdl } else { -wdl })
        };
        let mut limits = depth(4);
        limits.moves.push(Move::new(Square::E2, Square::H2, MoveKind::Capture));
        let finding = search(&mut with(says(3, say)), fen, &limits);
        assert_eq!(finding.score, expected, "{wdl:?}");
        assert_eq!(best(&finding), "e2h2");
    }
}

#[test]
fn the_largest_endings_are_probed_at_the_probe_depth_only() {
    let hits = |known, probe_depth| {
        let say = move |position: &Position| (position.occupied().count() == known).then_some(Wdl::Draw);
        let mut engine = with(says(4, say));
        engine.set_probe_depth(probe_depth);
        search(&mut engine, "8/5k2/8/3p4/4P3/8/2R2K2/8 w - - 0 1", &depth(6)).tb_hits
    };
    assert!(hits(4, 1) > hits(4, 4) && hits(4, 4) > 0);
    assert_eq!(hits(4, 100), 0);
    assert!(hits(3, 100) > 0);
}

#[test]
fn tables_without_an_answer_change_nothing() {
    let limits = depth(6);
    let mut without = engine();
    let mut asking = with(says(32, |_| None));
    for position in sample(POSITIONS.iter().filter(|position| !position.is_insufficient_material()), 61) {
        without.new_game();
        asking.new_game();
        let game = GameState::new(*position);
        let find = |engine: &mut Engine| engine.search(&game, &limits, &Signals::new(), |_| ());
        assert_eq!(find(&mut asking), find(&mut without), "{position}");
    }
    asking.new_game();
    without.new_game();
    asking.set_endgame_tables(None);
    assert_eq!(search(&mut asking, KIWIPETE, &limits), search(&mut without, KIWIPETE, &limits));
}

#[test]
fn limited_strength_asks_no_tables() {
    let tables = says(3, major_against_king);
    let mut engine = with(tables.clone());
    engine.set_strength(Some(Strength::with_seed(1500, 1)));
    let finding = search(&mut engine, "8/8/3k4/8/8/8/4Q3/3K4 w - - 0 1", &depth(4));
    assert_eq!((finding.tb_hits, tables.asked.load(Ordering::Relaxed)), (0, 0));
}

#[test]
fn moves_of_equal_rank_keep_the_tables_order() {
    let fen = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
    let limits = nodes(1);
    let mut names = names(fen);
    names.sort_unstable();
    for _ in 0..names.len() {
        names.rotate_left(1);
        let ranks = names.iter().map(|name| (name.clone(), Wdl::Draw, Some(0), 0)).collect();
        assert_eq!(best(&search_with(Arc::new(Ranks(ranks)), fen, &limits)), names[0]);
    }
}

/// The way ends with a capture, a pawn move or mate. After 20 plies without one a side that wins takes the shortest way.
#[test]
fn the_clock_of_a_move_counts_from_the_position_before() {
    // The search alone would not give the pawn.
    let pawn = "8/8/3k4/8/4P3/8/8/K6R w - - 20 50";
    for (some, rest, expected) in [
        // A pawn move ends the way at once, whatever comes later; a quiet move before a capture does not.
        (&[("e4e5", 40)][..], 1, "e4e5"),
        // Neither does a check that can be answered.
        (&[("e4e5", 40), ("h1h6", 1)], 9, "e4e5"),
    ] {
        let finding = search_with(alike(pawn, Wdl::Win, some, rest), pawn, &depth(4));
        assert_eq!((&*best(&finding), finding.score), (expected, TABLE_WIN));
    }
    let early = "8/8/3k4/8/4P3/8/8/K6R w - - 19 50";
    assert_ne!(best(&search_with(alike(early, Wdl::Win, &[("e4e5", 40)], 1), early, &depth(4))), "e4e5");
    // Mate does, as pawn moves do, and has the greater score.
    let mates = "k7/8/1K6/8/8/8/P7/7R w - - 30 50";
    let finding = search_with(alike(mates, Wdl::Win, &[("h1h8", 1)], 9), mates, &depth(4));
    assert_eq!((&*best(&finding), finding.score), ("h1h8", mate_in(1)));
    // Quiet moves alone: the shortest one.
    let quiet = "8/8/8/3k4/8/8/8/K6R w - - 30 50";
    for name in ["h1h7", "a1b2", "h1b1"] {
        assert_eq!(best(&search_with(alike(quiet, Wdl::Win, &[(name, 3)], 4), quiet, &depth(4))), name);
    }
}

/// Only a win is hurried: among draws and losses the search chooses.
#[test]
fn draws_and_losses_are_not_hurried() {
    let quiet = "8/8/8/3k4/8/8/8/K6R w - - 30 50";
    for (wdl, sign) in [(Wdl::CursedWin, 1), (Wdl::BlessedLoss, -1), (Wdl::Loss, -1)] {
        let find = |name: String| {
            best(&search_with(alike(quiet, wdl, &[(&name, sign * 101)], sign * 110), quiet, &depth(2)))
        };
        let found: Vec<String> = names(quiet).into_iter().map(find).collect();
        assert!(found.iter().all(|name| *name == found[0]), "{wdl:?} {found:?}");
    }
}

/// Inside the search tables are asked only where the way to win is not known.
#[test]
fn without_distances_tables_are_probed_below_the_root() {
    let fen = "8/8/3k4/8/8/8/P7/K6R w - - 0 1";
    let moves = names(fen);
    for (wdl, dtz, asks) in [
        (Wdl::Win, None, true),
        (Wdl::Win, Some(3), false),
        (Wdl::CursedWin, None, false),
        (Wdl::Draw, None, false),
        (Wdl::Loss, None, false),
    ] {
        let ranks = moves.iter().map(|name| (name.clone(), wdl, dtz, 0)).collect();
        let hits = search_with(Arc::new(Ranks(ranks)), fen, &depth(3)).tb_hits;
        assert_eq!(hits > moves.len() as u64, asks, "{wdl:?} {dtz:?}: {hits}");
        assert!(hits >= moves.len() as u64);
    }
}

#[test]
fn unranked_tables_rank_moves_by_the_values_after_them() {
    // The queen mates on g7, and leaves no move on g6; the king takes the queen.
    let queen = "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1";
    for (fen, ends) in [
        (queen, &[("g2g7", Wdl::Win), ("g2g6", Wdl::Draw)][..]),
        ("8/8/8/8/8/1k6/1Q6/7K b - - 0 1", &[("b3b2", Wdl::Draw)]),
    ] {
        let game = GameState::new(fen.parse().unwrap());
        for after in [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win] {
            for fifty_move_rule in [true, false] {
                let say = move |position: &Position| {
                    assert!(position.has_legal_move() && !position.is_insufficient_material(), "{position}");
                    Some(after)
                };
                let ranked = says(3, say).rank_root(&game, fifty_move_rule).unwrap();
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
    assert_eq!(says(3, |_| None).rank_root(&game, true), None);
}
