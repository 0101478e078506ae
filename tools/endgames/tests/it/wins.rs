//! Won endings played out: the engine with endgame tables against a defender that takes the longest way by the tables.

use std::collections::HashSet;
use std::sync::Arc;

use chess_board::Position;
use chess_cli::endgames::Endgames;
use chess_endgames::probers::random_position;
use chess_movegen::{GameState, Outcome};
use chess_search::engine::{EndgameTables, Engine, Limits, Signals};
use chess_search::score::TABLE_WIN;
use chess_syzygy::{RootRules, Tables, Wdl};
use chess_testkit::Random;
use chess_testkit::tables::Ending;
use rayon::prelude::*;

use crate::folder;

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
        game.play(mv.unwrap());
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
