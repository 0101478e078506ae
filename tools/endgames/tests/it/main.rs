//! The solver against an oracle that moves forward only, against published counts and against tables.
//!
//! Won endings played out: the engine with endgame tablebases against a defender that takes the longest way by the tables.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use chess_arena::own::Endgames;
use chess_board::{Position, Setup};
use chess_endgames::probers::{self, random_position};
use chess_endgames::{Endings, FIFTY_MOVES};
use chess_movegen::{GameState, Outcome, PositionExt};
use chess_search::engine::{EndgameTables, Engine, Limits, Signals};
use chess_search::score::TABLE_WIN;
use chess_syzygy::{RootRules, Tables, Wdl};
use chess_testkit::Random;
use chess_testkit::tables::Ending;
use chess_types::{Color, Piece, PieceType, Square};
use rayon::prelude::*;

/// The folder of tables in `../shared/data`; `None` where there is none.
fn folder() -> Option<&'static Path> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy"));
    folder.is_dir().then_some(folder)
}

/// The counts of legal positions on Kirill Kryukov's page, and the longest distances: to mate without pawns. All values without a
/// contradiction, and as in the tables.
#[test]
fn three_men_are_as_published_and_as_in_the_tables() {
    let tables = folder().map(|folder| Tables::open([folder]).unwrap());
    let mut endings = Endings::new(FIFTY_MOVES);
    for (name, on_whole_board, max_dtz) in [
        ("KQvK", 368452, 20),
        ("KRvK", 399112, 32),
        ("KBvK", 417228, 0),
        ("KNvK", 429440, 0),
        ("KPvK", 331352, 20),
    ] {
        let ending = Ending::new(name);
        endings.solve(ending);
        let found = endings.examine(&ending, tables.as_ref(), true).unwrap();
        let positions: u64 = found.by_result.iter().sum();
        assert_eq!((2 * positions, found.max_dtz), (on_whole_board, max_dtz), "{name}");
        assert_eq!(found.wrong, 0, "{:?}", found.shown);
        assert_eq!(found.equal, if tables.is_none() { 0 } else { positions }, "{name}");
    }
}

#[test]
fn wrong_values_are_found() {
    let Some(folder) = folder() else { return };
    // With so low a limit, pawn moves into a cursed win have the distance 9.
    let (ending, mut endings) = (Ending::new("KPvK"), Endings::new(8));
    endings.solve(ending);
    for (tables, has_equal) in [(Tables::open([folder]).unwrap(), true), (Tables::new(), false)] {
        let found = endings.examine(&ending, Some(&tables), false).unwrap();
        assert!(found.wrong > 0 && !found.shown.is_empty());
        assert_eq!(found.equal > 0, has_equal);
    }
}

/// Two pieces of one kind, with cursed wins. The program's `solve --check` does it for all endings.
#[test]
fn four_men_have_no_contradiction() {
    let (ending, mut endings) = (Ending::new("KRRvK"), Endings::new(4));
    endings.solve(ending);
    let found = endings.examine(&ending, None, true).unwrap();
    assert_eq!(found.wrong, 0, "{:?}", found.shown);
    assert!(found.max_dtz > 4);
}

#[test]
fn probers_find_what_was_written_and_agree() {
    probers::compare_layouts(1, 50, &mut Vec::new()).unwrap();
    if let Some(folder) = folder() {
        probers::compare_and_measure(folder, 0, &mut Vec::new()).unwrap();
    }
}

/// A slow and simple solver of endings of three pieces, White having the third: it uses no symmetry and no unmade moves.
///
/// It lists all positions of all endings together. In each round it computes every value anew from the previous round, until none
/// changes.
#[derive(Default)]
struct Twin {
    positions: Vec<Position>,
    /// The moves of each position: whether they are zeroing, and the number of the position after them. Those that leave two kings
    /// alone, or with a bishop or a knight, have a number without a position.
    ways: Vec<Vec<(bool, usize)>>,
    /// The result from -2 to 2 and the distance with its sign; 0 in place of -1 for a mated side.
    values: Vec<(i32, i32)>,
}

impl Twin {
    fn new(types: &[PieceType]) -> Self {
        let mut positions = Vec::new();
        for number in 0..64 * 64 * 64 * 2 * types.len() {
            let piece = Piece::new(Color::White, types[number >> 19]);
            let mut setup = Setup { side_to_move: Color::ALL[number >> 18 & 1], ..Setup::EMPTY };
            for (place, piece) in [Piece::WhiteKing, Piece::BlackKing, piece].into_iter().enumerate() {
                setup.board.put(piece, Square::ALL[number >> (6 * place) & 63]);
            }
            if setup.board.occupied().count() == 3 {
                positions.extend(Position::from_setup(&setup));
            }
        }
        let keys = positions.iter().enumerate().map(|(number, position)| (position.key(), number));
        let numbers: HashMap<_, _> = keys.collect();
        assert_eq!(numbers.len(), positions.len());
        let ways = positions.iter().map(|position| {
            let is_pawn = |square| position.piece_type_at(square) == Some(PieceType::Pawn);
            let way = |&mv| {
                let is_zeroing = position.captured(mv).is_some() || is_pawn(mv.from());
                (is_zeroing, numbers.get(&position.after(mv).key()).copied().unwrap_or(usize::MAX))
            };
            position.legal_moves().iter().map(way).collect()
        });
        Self { ways: ways.collect(), positions, values: Vec::new() }
    }

    fn solve(&mut self, limit: i32) {
        self.values = vec![(0, 0); self.positions.len()];
        loop {
            let moves = self.ways.iter().zip(&self.positions);
            let values: Vec<_> = moves.map(|(ways, position)| self.best(ways, position, limit)).collect();
            if values == self.values {
                return;
            }
            self.values = values;
        }
    }

    fn best(&self, ways: &[(bool, usize)], position: &Position, limit: i32) -> (i32, i32) {
        let of_way = |&(is_zeroing, to): &(bool, usize)| {
            let (result, dtz) = self.values.get(to).copied().unwrap_or_default();
            match (is_zeroing, -result) {
                (_, 0) => (0, 0),
                (true, result @ (-2 | 2)) => (result, result.signum()),
                (true, result) => (result, result * (limit + 1)),
                (false, result) => {
                    let dtz = -dtz + result.signum();
                    (if dtz.abs() <= limit { 2 } else { 1 } * result.signum(), dtz)
                }
            }
        };
        // The loser's distance is negative: the best value is the smallest, after the order of signs.
        let best = ways.iter().map(of_way).max_by_key(|&(result, dtz)| (result, -dtz));
        best.unwrap_or(if position.is_in_check() { (-2, 0) } else { (0, 0) })
    }
}

#[test]
fn the_solver_agrees_with_its_oracle_on_cursed_wins() {
    let cases: [(&[_], _, &[u16]); 3] = [
        (&[PieceType::Queen], "KQvK", &[100]),
        (&[PieceType::Rook], "KRvK", &[100, 11]),
        (&[PieceType::Queen, PieceType::Rook, PieceType::Pawn], "KPvK", &[100, 8]),
    ];
    for (types, name, limits) in cases {
        let mut twin = Twin::new(types);
        for &limit in limits {
            twin.solve(limit.into());
            let mut endings = Endings::new(limit);
            endings.solve(name.parse().unwrap());
            let mut results = [0; 5];
            for (position, &(result, dtz)) in twin.positions.iter().zip(&twin.values) {
                let value = endings.value(position).unwrap();
                // The solver reports a mated side as probers do.
                let dtz = if (result, dtz) == (-2, 0) { -1 } else { dtz };
                let found = (i32::from(value.wdl_within(limit)), value.dtz());
                assert_eq!(found, (result, dtz), "{position} with a limit of {limit} plies");
                assert_eq!(endings.value(&position.flip_colors()), Some(value), "{position}, swapped");
                results[(result + 2) as usize] += 1;
            }
            // A limit above all distances would leave cursed wins untested.
            assert_eq!(results[1] > 0 && results[3] > 0, limit < 20, "{name}: {results:?}");
        }
    }
}

/// Plays up to `count` different won positions of an ending, with either colour as the winner and either side to move first. Endings
/// that are hardly ever won have fewer. Returns the number of games.
fn play_all(tables: &Arc<Endgames>, ending: &Ending, count: usize) -> usize {
    let (mut keys, mut random) = (HashSet::new(), Random::new(16));
    let tries = (0..count * 1000).map(|_| random_position(ending, &mut random));
    // Lost positions are won by the other side.
    let won = tries.filter(|position| matches!(tables.0.probe_wdl(position), Ok(Wdl::Win | Wdl::Loss)));
    let positions: Vec<_> = won.filter(|position| keys.insert(position.key())).take(count).collect();
    let engine = || {
        let mut engine = Engine::new(1 << 20).unwrap();
        engine.set_endgame_tables(Some(tables.clone() as Arc<dyn EndgameTables>));
        engine
    };
    positions.par_iter().for_each_init(engine, |engine, position| play(engine, &tables.0, position));
    positions.len()
}

/// Plays a won or lost position to mate, without a third repetition and without fifty moves that zero nothing. The score of each of
/// the winner's searches is a win by the tables, or a mate. After each of its moves the tables call the position lost for the
/// defender, within the plies that the fifty-move rule leaves.
fn play(engine: &mut Engine, tables: &Tables, start: &Position) {
    engine.new_game();
    let to_move = start.side_to_move();
    let winner = if tables.probe_wdl(start) == Ok(Wdl::Win) { to_move } else { !to_move };
    let limits = Limits { nodes: Some(400), ..Limits::default() };
    let mut game = GameState::new(*start);
    while game.outcome() != Some(Outcome::Checkmate { winner }) {
        let position = *game.position();
        assert_eq!((game.outcome(), game.claim()), (None, None), "{position} after {start}");
        let mv = if position.side_to_move() == winner {
            let finding = engine.search(&game, &limits, &Signals::new(), |_| ());
            assert!(finding.score >= TABLE_WIN, "{} at {position} after {start}", finding.score);
            finding.best()
        } else {
            let dtz = tables.probe_dtz(&position).unwrap();
            let is_late = i32::from(position.halfmove_clock()) - dtz.plies() > 100;
            assert!(dtz.wdl() == Wdl::Loss && !is_late, "DTZ {dtz} at {position} after {start}");
            let history = game.key_history();
            let rules = RootRules { fifty_moves: true, history: Some(&history) };
            tables.probe_root(&position, rules).unwrap().first().map(|ranked| ranked.mv)
        };
        game.play_unchecked(mv.unwrap());
    }
}

#[test]
fn a_rook_wins_against_the_longest_defence() {
    let Some(folder) = folder() else { return };
    let tables = Arc::new(Endgames(Tables::open([folder]).unwrap()));
    assert_eq!(["KRvK", "KBvK"].map(|name| play_all(&tables, &Ending::new(name), 4)), [4, 0]);
}

#[test]
#[ignore = "33,000 games take minutes"]
fn every_won_ending_is_mated_against_the_longest_defence() {
    let Some(folder) = folder() else { return };
    let tables = Arc::new(Endgames(Tables::open([folder]).unwrap()));
    let games = [3, 4].into_iter().flat_map(Ending::all).map(|ending| play_all(&tables, &ending, 1000));
    assert!(games.sum::<usize>() > 20_000);
}
