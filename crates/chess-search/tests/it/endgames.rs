//! Searches that ask tables of endings, which tests make up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chess_board::{Position, Setup};
use chess_movegen::{GameState, PositionExt};
use chess_search::engine::{EndgameTables, Engine, Finding, Limits, RootMove, Signals, Strength, Wdl};
use chess_search::score::{MAX_EVALUATION, MAX_PLY, TABLE_WIN, is_decisive, is_mate, mate_in, mated_in};
use chess_testkit::Random;
use chess_testkit::known::KIWIPETE;
use chess_types::{Color, Move, MoveKind, Piece, PieceType, Square};

use crate::positions::POSITIONS;

/// The value of every position with up to so many pieces; counts the questions and checks what they promise.
struct Says<F> {
    pieces: u32,
    say: F,
    asked: AtomicU64,
}

impl<F: Fn(&Position) -> Option<Wdl> + Send + Sync> EndgameTables for Says<F> {
    fn max_pieces(&self) -> u32 {
        self.pieces
    }

    fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        assert!(position.occupied().count() <= self.pieces, "{position}");
        assert!(position.castling_rights().is_empty(), "{position}");
        self.asked.fetch_add(1, Ordering::Relaxed);
        (self.say)(position)
    }
}

fn says<F>(pieces: u32, say: F) -> Arc<Says<F>>
where
    F: Fn(&Position) -> Option<Wdl> + Send + Sync,
{
    Arc::new(Says { pieces, say, asked: AtomicU64::new(0) })
}

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

/// Root moves with made-up values and ranks.
struct Ranks(Vec<(&'static str, Wdl, Option<i32>, i32)>);

impl EndgameTables for Ranks {
    fn max_pieces(&self) -> u32 {
        32
    }

    fn probe_wdl(&self, _: &Position) -> Option<Wdl> {
        None
    }

    fn rank_root(&self, game: &GameState, _: bool) -> Option<Vec<RootMove>> {
        let root = |mv: Move| {
            let (_, wdl, dtz, rank) = *self.0.iter().find(|(name, ..)| mv.to_string() == *name)?;
            Some(RootMove { mv, wdl, dtz, rank })
        };
        game.position().legal_moves().iter().map(|&mv| root(mv)).collect()
    }
}

fn engine(tables: Arc<dyn EndgameTables>) -> Engine {
    let mut engine = Engine::new(1 << 20).unwrap();
    engine.set_endgame_tables(Some(tables));
    engine
}

fn depth(depth: u8) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn search(engine: &mut Engine, fen: &str, limits: &Limits) -> Finding {
    engine.search(&GameState::new(fen.parse().unwrap()), limits, &Signals::new(), |_| ())
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
fn scores_of_tables_lie_between_evaluations_and_mates() {
    let least = TABLE_WIN - MAX_PLY as i32;
    assert!(MAX_EVALUATION < least && is_decisive(least) && !is_decisive(MAX_EVALUATION));
    assert!(!is_mate(TABLE_WIN) && TABLE_WIN < mate_in(MAX_PLY) && -TABLE_WIN > mated_in(MAX_PLY));
}

#[test]
fn the_first_move_keeps_every_win_however_short_the_search() {
    let mut random = Random::new(16);
    let mut engine = engine(says(3, major_against_king));
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
        let limits = Limits { nodes: Some(1 + searched % 300), ..Limits::default() };
        let finding = engine.search(&GameState::new(position), &limits, &Signals::new(), |_| ());
        let after = position.after(finding.best().unwrap());
        let is_over = !after.has_legal_move() && after.is_in_check();
        assert!(is_over || major_against_king(&after) == Some(Wdl::Loss), "{position} {finding:?}");
        assert!(finding.score >= TABLE_WIN && finding.tb_hits > 0, "{position} {finding:?}");
    }
}

#[test]
fn a_root_that_tables_call_drawn_is_a_draw_and_one_that_they_call_lost_is_lost() {
    let fen = "8/8/3k4/8/8/8/4Q3/3K4 w - - 0 1";
    let told = |wdl| search(&mut engine(says(3, move |_| Some(wdl))), fen, &depth(6));
    assert_eq!(told(Wdl::Draw).score, 0);
    assert_eq!(told(Wdl::BlessedLoss).score, 0);
    assert_eq!(told(Wdl::Win).score, -TABLE_WIN);
    assert!(told(Wdl::Loss).score >= TABLE_WIN);
}

#[test]
fn cursed_wins_are_draws_unless_the_rule_is_off() {
    let fen = "8/8/3k4/8/8/8/4Q3/3K4 w - - 0 1";
    let mut engine = engine(says(3, |_| Some(Wdl::BlessedLoss)));
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
    let ranks = |best: &'static str, dtz| {
        let names = moves.iter().map(|mv| &*mv.to_string().leak());
        let rank = |name| if name == best { (name, Wdl::Win, dtz, 9) } else { (name, Wdl::Draw, Some(0), 0) };
        Arc::new(Ranks(names.map(rank).collect()))
    };
    let finding = search(&mut engine(ranks("d1d7", Some(3))), fen, &depth(5));
    assert_eq!((&*best(&finding), finding.score), ("d1d7", TABLE_WIN));
    // A mate that the tables allow is a better score than theirs.
    let finding = search(&mut engine(ranks("d1d8", Some(1))), fen, &depth(5));
    assert_eq!((&*best(&finding), finding.score), ("d1d8", mate_in(1)));
    // Of the moves that the caller allows, those with the best rank.
    let mut limits = depth(5);
    limits.moves.extend(moves.iter().copied().filter(|mv| mv.from() == Square::G1));
    let finding = search(&mut engine(ranks("d1d7", Some(3))), fen, &limits);
    assert_eq!((finding.best().unwrap().from(), finding.score), (Square::G1, 0));
}

#[test]
fn a_win_that_makes_no_progress_takes_the_shortest_way() {
    // The tables know that all moves of the rook win, and the distances that these tests make up.
    let ranks: Vec<(&'static str, Wdl, Option<i32>, i32)> =
        ("8/8/8/3k4/8/8/8/K6R w - - 0 1".parse::<Position>().unwrap())
            .legal_moves()
            .iter()
            .zip(5..)
            .map(|(mv, dtz)| (&*mv.to_string().leak(), Wdl::Win, Some(dtz), 9))
            .collect();
    let (shortest, ..) = ranks[0];
    let mut engine = engine(Arc::new(Ranks(ranks.into_iter().rev().collect())));
    let mut found = Vec::new();
    for clock in [0, 19, 20, 60] {
        engine.new_game();
        let finding = search(&mut engine, &format!("8/8/8/3k4/8/8/8/K6R w - - {clock} 50"), &depth(4));
        assert!(finding.score >= TABLE_WIN);
        found.push(best(&finding));
    }
    assert_eq!(found[0], found[1]);
    assert_ne!(found[1], shortest);
    assert_eq!(found[2..], [shortest, shortest]);
}

#[test]
fn further_lines_follow_in_the_order_of_the_ranks() {
    let fen = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1";
    let mut moves: Vec<&'static str> =
        fen.parse::<Position>().unwrap().legal_moves().iter().map(|mv| &*mv.to_string().leak()).collect();
    moves.sort_unstable();
    let value = |i| [Wdl::Loss, Wdl::Draw, Wdl::Win][i % 3];
    let ranks = moves
        .iter()
        .enumerate()
        .map(|(i, name)| (*name, value(i), Some(value(i).value().into()), (i % 3) as i32));
    let ranks: Vec<_> = ranks.collect();
    let mut engine = engine(Arc::new(Ranks(ranks.clone())));
    for lines in 1..=moves.len() + 1 {
        engine.set_lines(lines);
        for limit in [1, 100, 3000] {
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
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
fn inside_the_search_tables_are_asked_after_captures_and_pawn_moves_only() {
    // The tables hold all endings of four pieces but no root of five.
    let say = |position: &Position| {
        assert_eq!(position.halfmove_clock(), 0, "{position}");
        Some(Wdl::Draw)
    };
    let tables = says(4, say);
    let finding = search(&mut engine(tables.clone()), "8/5k2/8/3p4/4P3/8/2R2K2/8 w - - 0 1", &depth(7));
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
        let finding = search(&mut engine(says(3, say)), fen, &limits);
        assert_eq!(finding.score, expected, "{wdl:?}");
        assert_eq!(best(&finding), "e2h2");
    }
}

#[test]
fn the_largest_endings_are_asked_for_at_the_probe_depth_only() {
    let hits = |known, probe_depth| {
        let say = move |position: &Position| (position.occupied().count() == known).then_some(Wdl::Draw);
        let mut engine = engine(says(4, say));
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
    let mut without = Engine::new(1 << 20).unwrap();
    let mut with = engine(says(32, |_| None));
    for position in POSITIONS.iter().filter(|position| !position.is_insufficient_material()).step_by(61) {
        without.new_game();
        with.new_game();
        let game = GameState::new(*position);
        let find = |engine: &mut Engine| engine.search(&game, &limits, &Signals::new(), |_| ());
        assert_eq!(find(&mut with), find(&mut without), "{position}");
    }
    with.new_game();
    without.new_game();
    with.set_endgame_tables(None);
    assert_eq!(search(&mut with, KIWIPETE, &limits), search(&mut without, KIWIPETE, &limits));
}

#[test]
fn limited_strength_asks_no_tables() {
    let tables = says(3, major_against_king);
    let mut engine = engine(tables.clone());
    engine.set_strength(Some(Strength::with_seed(1500, 1)));
    let finding = search(&mut engine, "8/8/3k4/8/8/8/4Q3/3K4 w - - 0 1", &depth(4));
    assert_eq!((finding.tb_hits, tables.asked.load(Ordering::Relaxed)), (0, 0));
}

#[test]
fn threads_ask_at_once_and_their_hits_are_added_up() {
    let tables = says(4, |_| Some(Wdl::Draw));
    let mut engine = engine(tables.clone());
    engine.set_threads(3);
    let finding = search(&mut engine, "8/5k2/8/3p4/4P3/8/2R2K2/8 w - - 0 1", &depth(9));
    let asked = tables.asked.load(Ordering::Relaxed);
    // The other threads may end after the finding is made.
    assert!(finding.tb_hits > 0 && finding.tb_hits <= asked, "{} {asked}", finding.tb_hits);
}
