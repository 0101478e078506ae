//! The solver against an oracle that moves forward only, against published counts and against tables.

mod twin;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use chess_cli::endgames::Endgames;
use chess_endgames::wins::Games;
use chess_endgames::{Ending, Endings, Questions, Sample, Value};
use chess_syzygy::Tables;

fn solved(names: &[&str], limit: u16) -> Endings {
    let mut endings = Endings::with_limit(limit);
    for name in names {
        endings.solve(name.parse().unwrap());
    }
    endings
}

/// The folder of tables in `../shared/data`; `None` where there is none.
fn folder() -> Option<&'static Path> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy"));
    folder.is_dir().then_some(folder)
}

#[test]
fn there_are_five_endings_of_three_men_and_thirty_of_four() {
    let names = |men| Ending::all(men).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(3), ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    assert_eq!([4, 5, 6, 7].map(|men| names(men).len()), [30, 110, 365, 1001]);
    for name in names(4) {
        let ending: Ending = name.parse().unwrap();
        assert_eq!(ending.to_string(), name);
        let (first, second) = name.split_once('v').unwrap();
        assert_eq!(format!("{second}v{first}").parse(), Ok(ending));
    }
    for wrong in ["", "KQ", "KvK", "KQvKQQ", "QvK", "KQQQvK", "KKvK", "KQvK "] {
        assert!(wrong.parse::<Ending>().is_err(), "{wrong}");
    }
}

/// The counts of legal positions on Kirill Kryukov's page, and the longest distances: to mate without pawns. All values without a
/// contradiction, and as in the tables.
#[test]
fn three_men_are_as_published_and_as_in_the_tables() {
    let tables = folder().map(|folder| Tables::open([folder]).unwrap());
    let questions = Questions { tables: tables.as_ref(), forward: true, all_images: false };
    let mut endings = Endings::new();
    for (name, on_whole_board, max_dtz) in [
        ("KQvK", 368452, 20),
        ("KRvK", 399112, 32),
        ("KBvK", 417228, 0),
        ("KNvK", 429440, 0),
        ("KPvK", 331352, 20),
    ] {
        let ending = name.parse().unwrap();
        endings.solve(ending);
        let found = endings.examine(ending, &questions).unwrap();
        assert_eq!((found.on_whole_board, found.max_dtz), (on_whole_board, max_dtz), "{name}");
        assert_eq!(found.wrong, 0, "{:?}", found.shown);
        // Without pawns, about half of the positions have an image at the diagonal.
        let least = if tables.is_none() {
            0
        } else if name == "KPvK" {
            found.positions()
        } else {
            found.positions() / 2
        };
        assert!(found.equal >= least, "{name}: {} of {}", found.equal, found.positions());
    }
}

#[test]
fn wrong_values_are_found() {
    let Some(folder) = folder() else { return };
    let tables = Tables::open([folder]).unwrap();
    let ending = "KPvK".parse().unwrap();
    // With so low a limit, pawn moves into a cursed win have the distance 9.
    let endings = solved(&["KPvK"], 8);
    for (tables, has_equal) in [(tables, true), (Tables::new(), false)] {
        let questions = Questions { tables: Some(&tables), ..Questions::default() };
        let found = endings.examine(ending, &questions).unwrap();
        assert!(found.wrong > 0 && !found.shown.is_empty());
        assert_eq!(found.equal > 0, has_equal);
    }
}

#[test]
fn samples_of_three_men_agree() {
    let Some(folder) = folder() else { return };
    let tables = Tables::open([folder]).unwrap();
    let endings = solved(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"], 100);
    let mut compared = 0;
    for name in ["probed_sample.tsv", "published_sample.csv"] {
        for sample in Sample::read(&fs::read_to_string(folder.join(name)).unwrap()).unwrap() {
            if sample.position.occupied().count() == 3 {
                sample.compare(&endings, Some(&tables)).unwrap();
                let wrong = Sample { values: (sample.values.0, sample.values.1 + 2), ..sample };
                assert!(wrong.compare(&endings, None).is_err(), "{wrong:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared} samples of three pieces");
}

#[test]
fn lines_that_are_no_samples_are_errors() {
    let fen = "8/8/8/8/8/k7/8/KQ6 w - - 0 1";
    assert_eq!(Sample::read(&format!("# comment\n\n{fen}\t2\t1\n")).unwrap().len(), 1);
    assert_eq!(Sample::read("EPD,wdl,dtz\n8/8/8/8/8/k7/8/KQ6 w - -,2,1\n").unwrap().len(), 1);
    for line in ["x\t2\t1", &format!("{fen}\t2"), &format!("{fen}\t2\tx"), &format!("{fen}\t2\t1\t1")] {
        assert!(Sample::read(&format!("#\n{line}\n")).unwrap_err().starts_with("line 2 "), "{line}");
    }
}

#[test]
fn mates_and_what_is_not_solved() {
    let endings = solved(&["KQvK"], 100);
    for (fen, value) in [
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Some((-2, -1))),
        ("k7/8/1K6/1Q6/8/8/8/8 w - - 0 1", Some((2, 1))),
        ("k7/8/1K6/8/8/8/8/8 w - - 0 1", Some((0, 0))),
        ("k7/8/1K6/1R6/8/8/8/8 w - - 0 1", None),
        ("k7/8/K7/1QQQ4/8/8/8/8 b - - 0 1", None),
    ] {
        let found = endings.value(&fen.parse().unwrap());
        assert_eq!(found.map(|value| (value.wdl(), value.dtz())), value, "{fen}");
    }
    let values = [Value::loss(100), Value::loss(101), Value::DRAW, Value::win(101), Value::win(100)];
    assert_eq!(values.map(Value::wdl), [-2, -1, 0, 1, 2]);
}

/// Two pieces of one kind, with cursed wins. The program's `solve --check` does it for all endings.
#[test]
fn four_men_have_no_contradiction() {
    let endings = solved(&["KRRvK"], 4);
    let found =
        endings.examine("KRRvK".parse().unwrap(), &Questions { forward: true, ..Questions::default() });
    let found = found.unwrap();
    assert_eq!(found.wrong, 0, "{:?}", found.shown);
    assert!(found.max_dtz > 4);
}

#[test]
fn a_rook_wins_against_the_longest_defence() {
    let Some(folder) = folder() else { return };
    let tables = Arc::new(Endgames(Tables::open([folder]).unwrap()));
    let games = Games::play(&tables, "KRvK".parse().unwrap(), 4, 400, 1);
    assert_eq!((games.won, &games.faults[..]), (4, &[][..]));
    let none = Games::play(&tables, "KBvK".parse().unwrap(), 4, 400, 1);
    assert_eq!((none.won, none.faults.len()), (0, 0));
}

/// Most libraries open one folder of tables in a process, so that each comparison runs in its own.
#[test]
fn probers_find_what_was_written_and_agree() {
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_chess-endgames")).args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(&["layout", "KRPvKR", "1", "50"]).starts_with("50 "));
    let Some(folder) = folder() else { return };
    run(&["probers", "--rounds", "0", "--path", folder.to_str().unwrap()]);
}
