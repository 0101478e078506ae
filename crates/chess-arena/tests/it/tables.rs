//! Endgame tablebases decide a game where that is certain under the fifty-move rule.

use std::fs;

use chess_arena::chess_movegen::Color;
use chess_arena::chess_notation::pgn::GameResult;
use chess_arena::chess_syzygy::Tables;
use chess_arena::matches::Rules;
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};
use tempfile::TempDir;

use crate::side::{Script, end, game};

/// Rules with a table of `KRvK` in which all positions have these values, for the side with the rook and for the other one: 0 is a loss, 2
/// a draw, 4 a win; 1 and 3 are a loss and a win that the fifty-move rule makes draws. The folder has the files.
fn rules(stronger: u8, weaker: u8) -> (TempDir, Rules) {
    let folder = tempfile::tempdir().unwrap();
    let mut values = [stronger, weaker].into_iter().cycle();
    let ending = Ending::new("KRvK");
    let table = Table::new(&ending, Kind::Wdl, &mut Random::new(5), |layout, _| {
        Sub::single(layout, values.next().unwrap())
    });
    fs::write(folder.path().join("KRvK.rtbw"), table.bytes()).unwrap();
    let tables = Some(Tables::open([folder.path()]).unwrap());
    (folder, Rules { tables, ..Rules::default() })
}

/// The end at once, if it is one.
fn ended(rules: &Rules, fen: &str) -> Option<GameResult> {
    let played = game(fen, &mut [Script::default(), Script::default()], rules)?;
    assert_eq!(end(&played).2, "adjudicated by endgame tablebases");
    assert_eq!((played.answers.len(), played.end.termination()), (0, "adjudication"));
    Some(played.result)
}

#[test]
fn tables_decide_right_after_a_capture_or_a_pawn_move_and_draws_always() {
    for (stronger, weaker, expected) in [(4, 0, Some(true)), (3, 1, None), (2, 2, None)] {
        let (_folder, rules) = rules(stronger, weaker);
        for (color, fen) in [(Color::White, "8/8/3k4/8/8/8/8/KR6"), (Color::Black, "kr6/8/8/8/8/3K4/8/8")] {
            for (letter, clock) in [("w", 0), ("b", 0), ("w", 1), ("b", 1), ("w", 99), ("b", 60)] {
                let fen = format!("{fen} {letter} - - {clock} 70");
                let decided = match expected {
                    Some(_) if clock > 0 => None,
                    Some(_) => Some(GameResult::win(color)),
                    None => Some(GameResult::Draw),
                };
                assert_eq!(ended(&rules, &fen), decided, "{fen} {stronger}");
            }
        }
    }
}

#[test]
fn a_position_without_a_table_is_played_on() {
    let (_folder, rules) = rules(4, 0);
    for fen in
        ["8/8/3k4/8/8/8/8/KQ6 w - - 0 1", "8/8/3k4/8/8/8/1P6/KR6 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
    {
        assert_eq!(ended(&rules, fen), None, "{fen}");
    }
}
