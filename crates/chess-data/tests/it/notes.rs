//! Notes in files of tables, which the program and the Python package write: a test of the package expects the same texts.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use chess_data::columns::{Checksum, Columns, Earlier, TableSource};
use chess_data::filter::Filter;
use chess_data::input::{Encoding, Input};
use chess_data::scores::ScoreView;

/// A file of these bytes, which was changed so many nanoseconds after 1970.
fn written(path: &Path, text: &str, nanoseconds: u64) -> Input {
    fs::write(path, text).unwrap();
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(UNIX_EPOCH + Duration::from_nanos(nanoseconds)).unwrap();
    Input::file(path)
}

fn source(input: &Input, columns: &str, filter: &str) -> TableSource {
    let filter = if filter.is_empty() { Filter::ALL } else { filter.parse().unwrap() };
    TableSource::new(input, &columns.parse::<Columns>().unwrap(), &filter)
}

fn compare(now: &TableSource, notes: &HashMap<String, String>) -> Earlier {
    now.compare(|name| notes.get(name).map(String::as_str))
}

#[test]
fn the_notes_of_a_table_word_for_word() {
    let folder = tempfile::tempdir().unwrap();
    let input = written(&folder.path().join("f.pgn"), "1. e4 Ke3 *\n\n1. d4 *\n", 1_000_000_005);
    let input = input.with_score_view(Some(ScoreView::Mover));
    let checksum = Checksum::new(["game", "moves"]);
    let notes = source(&input, "game, moves", "plies > 0").lenient(true).notes(checksum, 1);
    let expected = [
        ("chess.broken", "1"),
        ("chess.checksum", &*checksum.to_string()),
        ("chess.columns", "game,moves"),
        ("chess.filter", "plies > 0"),
        ("chess.input", "21 1000000005"),
        ("chess.lenient", "true"),
        ("chess.rows", "0"),
        ("chess.score_view", "mover"),
    ];
    assert!(notes.iter().map(|(name, value)| (*name, &**value)).eq(expected), "{notes:?}");
}

/// Each thing that a table is made from is changed alone.
#[test]
fn a_changed_file_is_known_and_other_choices_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let [games, names] = ["games.pgn", "names.tsv"].map(|name| folder.path().join(name));
    let input = written(&games, "1. e4 *", 5);
    let with_names = |source: TableSource| source.opening_names(&Input::file(&names));
    written(&names, "A00\ta\te4\n", 7);
    let whole = || source(&input, "game", "");
    let kept = |source: &TableSource| -> HashMap<String, String> {
        let notes = source.notes(Checksum::new(["game"]), 3);
        notes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    };
    let view = input.clone().with_score_view(Some(ScoreView::White));
    let encoding = input.clone().with_encoding(Some(Encoding::new(Encoding::LATIN_1)));
    let choices = [
        whole(),
        source(&input, "game,white", ""),
        source(&input, "game", "ply > 1"),
        source(&view, "game", ""),
        source(&encoding, "game", ""),
        whole().lenient(true),
        with_names(whole()),
    ];
    for (number, earlier) in choices.iter().enumerate() {
        let notes = kept(earlier);
        for (other, now) in choices.iter().enumerate() {
            let found = compare(now, &notes);
            if number == other {
                let checksum = Checksum::new(["game"]).value();
                assert_eq!(found, Earlier::Same { checksum, rows: 0, broken: 3 });
            } else {
                assert_eq!(found, Earlier::Other, "{number} {other}");
            }
        }
        // Notes of another program, or of a file that was not completed.
        for name in ["chess.rows", "chess.broken", "chess.checksum", "chess.columns", "chess.filter"] {
            let mut rest = notes.clone();
            rest.remove(name);
            assert_eq!(compare(earlier, &rest), Earlier::Other, "{number} {name}");
        }
    }
    let (plain, named) = (kept(&whole()), kept(&with_names(whole())));
    let part = kept(&whole().part("1"));
    assert_eq!(compare(&whole(), &part), Earlier::Changed);
    assert_eq!(compare(&whole().part("1"), &plain), Earlier::Changed);
    assert!(matches!(compare(&whole().part("1"), &part), Earlier::Same { .. }));
    for (text, time) in [("1. d4 *", 6), ("1. d4 e5 *", 5)] {
        written(&games, text, time);
        assert_eq!(compare(&whole(), &plain), Earlier::Changed, "{text}");
        assert_eq!(compare(&with_names(whole()), &named), Earlier::Changed, "{text}");
    }
    written(&games, "1. e4 *", 5);
    for (text, time) in [("A00\ta\td4\n", 8), ("A00\tab\te4\n", 7)] {
        written(&names, text, time);
        assert_eq!(compare(&with_names(whole()), &named), Earlier::Changed, "{text}");
        assert!(matches!(compare(&whole(), &plain), Earlier::Same { .. }));
    }
    // What is no file cannot be known again.
    let unknown = || whole().opening_names(&Input::bytes("names", "A00\ta\te4\n"));
    assert_eq!(compare(&unknown(), &kept(&unknown())), Earlier::Changed);
    for unknown in [Input::stdin(), Input::bytes("a", "1. e4 *"), Input::file(folder.path().join("none"))] {
        let source = source(&unknown, "game", "");
        assert_eq!(compare(&source, &kept(&source)), Earlier::Changed);
    }
}
