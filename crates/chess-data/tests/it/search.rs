//! The search of stored games, compared with the same filters of the text.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, ListBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt16Type, UInt32Type};
use arrow_array::{ArrayRef, RecordBatch};
use chess_board::Position;
use chess_data::columns::{Base, Columns, GameFilter, Search, SearchError, read_chunk};
use chess_data::filter::Filter;
use chess_movegen::PositionExt;
use chess_notation::San;
use chess_notation::pgn::Replay;
use chess_testkit::{Random, chess960};

use crate::SMALL;

/// Conditions on moves and positions, which quantifiers may have.
const CONDITIONS: [&str; 14] = [
    "capture",
    "ply >= 7 and not check",
    "repetition >= 1",
    "promotion or castling",
    "san == 'Nf3'",
    "material matches 'K*vK'",
    "pieces <= 20",
    "board has 'Nf3 pe5' or flipped",
    "piece == king and to == e2",
    "fen == 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -'",
    "halfmove_clock > 4",
    "is_sacrifice",
    "side == black and gives_check",
    "balance != 0",
];

const GAMES: [&str; 18] = [
    "result == draw",
    "result is null",
    "elo >= 2000",
    "white_elo > 1500 and black_elo is null",
    "plies > 20",
    "end == checkmate",
    "end == unknown or end == time",
    "sound",
    "not sound",
    "variant == 'chess960'",
    "variant is null",
    "date >= 2024-01-30",
    "White == 'a'",
    "white ~ 'a'",
    "speed == blitz",
    "file like 'g%'",
    "Annotator is null",
    "site != '-'",
];

const COLUMNS: &str = "file,white,white_elo,black_elo,date,result,variant,start,error,plies,time_control,termination,site,Annotator,moves";

/// Games of chess and Chess960, of few pieces and of many, with null moves, repetitions and broken ends.
fn games(random: &mut Random) -> String {
    let mut text = String::new();
    for number in 0..40 {
        let mut position = match random.below(4) {
            0 => chess960(random),
            1 => Position::from_fen("8/P3k3/8/8/8/8/3K2p1/8 w - - 0 1").unwrap(),
            _ => Position::START,
        };
        let result = random.pick(&["1-0", "0-1", "1/2-1/2", "*"]);
        for (name, value) in [
            ("White", random.pick(&["a", "b", "?"])),
            ("WhiteElo", random.pick(&["1600", "2400", "?"])),
            ("BlackElo", random.pick(&["2100", "-"])),
            ("Date", random.pick(&["2024.01.31", "2024.??.??"])),
            ("TimeControl", random.pick(&["300+0", "60+0", "-"])),
            ("Termination", random.pick(&["Time forfeit", "Normal"])),
            ("Result", random.pick(&[result, "?"])),
        ] {
            if random.below(3) > 0 {
                writeln!(text, "[{name} \"{value}\"]").unwrap();
            }
        }
        if position != Position::START {
            writeln!(text, "[SetUp \"1\"]\n[FEN \"{position}\"]").unwrap();
        }
        text.push('\n');
        for _ in 0..random.below(60) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if random.below(30) == 0 && !position.is_in_check() {
                text.push_str("-- ");
                position = position.after_null();
                continue;
            }
            let mv = random.pick(&moves);
            write!(text, "{} ", San::new(&position, mv)).unwrap();
            position.play_unchecked(mv);
        }
        writeln!(text, "{}{result}\n", if number % 8 == 0 { "Ka9 " } else { "" }).unwrap();
    }
    text
}

fn tables(text: &[u8], base: &Base) -> Vec<RecordBatch> {
    read_chunk(text, base, &COLUMNS.parse::<Columns>().unwrap(), &Filter::ALL).collect()
}

fn answers(filter: &str, tables: &[RecordBatch]) -> Vec<(bool, Option<u32>)> {
    let mut search = Search::new(&filter.parse().unwrap()).unwrap();
    let mut answers = Vec::new();
    for table in tables {
        let batch = search.answers(table).unwrap_or_else(|error| panic!("{filter}: {error}"));
        assert_eq!(batch.column(2).null_count(), table.num_rows(), "{filter}: {batch:?}");
        let found = batch.column(0).as_boolean().iter().flatten();
        answers.extend(found.zip(batch.column(1).as_primitive::<UInt32Type>().iter()));
    }
    answers
}

/// Whether each game of a text is kept, and its first move that is.
fn slow(filter: &str, text: &[u8], base: &Base) -> Vec<(bool, Option<u32>)> {
    let (mut games, mut replay) = (GameFilter::new(&filter.parse().unwrap(), base), Replay::new(text));
    let mut kept = Vec::new();
    while replay.visit_game(&mut games).unwrap() {
        let first = (0..1000).find(|&ply| games.keeps_move(ply)).map(|ply| ply as u32);
        kept.push((games.keeps_game(), first));
    }
    kept
}

#[test]
fn stored_games_are_found_as_those_of_the_text() {
    let base = Base::file("games.pgn");
    let check = |text: &[u8], random: &mut Random| {
        let tables = tables(text, &base);
        let plies = |table: &RecordBatch| table["plies"].as_primitive::<Int32Type>().values().to_vec();
        let plies: Vec<i32> = tables.iter().flat_map(plies).collect();
        for _ in 0..40 {
            let (a, b) = (random.pick(&CONDITIONS), random.pick(&CONDITIONS));
            let (game, number) = (random.pick(&GAMES), random.below(20));
            let filter = match random.below(8) {
                0 => game.to_owned(),
                1 => format!("some({a})"),
                2 => format!("some({a} then {b}) and {game}"),
                3 => format!("count({a}) > {number} or {game}"),
                4 => format!("first({a}) < {number} and not ({game})"),
                5 => format!("every(({a}) or ({b}))"),
                6 => format!("last({a}) is null or last({b}) > {number}"),
                _ => format!("some(({a}) and ({game}))"),
            };
            let (found, expected) = (answers(&filter, &tables), slow(&filter, text, &base));
            let expected: Vec<bool> = expected.into_iter().map(|(is_kept, _)| is_kept).collect();
            let found: Vec<bool> = found.into_iter().map(|(found, _)| found).collect();
            assert_eq!(found, expected, "{filter}");
        }
        for condition in CONDITIONS {
            let found = answers(&format!("some({condition})"), &tables);
            let slow = slow(condition, text, &base).into_iter().zip(&plies);
            for ((found, first), ((_, slow), &plies)) in found.into_iter().zip(slow) {
                // The final position has no move that could be kept.
                let is_last = first == Some(plies as u32) && slow.is_none();
                assert!(is_last || first == slow, "{condition}: {first:?} {slow:?}");
                assert_eq!(found, first.is_some());
            }
        }
    };
    for mut random in Random::cases(6) {
        check(games(&mut random).as_bytes(), &mut random);
        for (_, text) in SMALL {
            check(text, &mut random);
        }
    }
}

fn with(table: &RecordBatch, name: &str, array: &ArrayRef) -> RecordBatch {
    let schema = table.schema();
    let columns = schema.fields().iter().zip(table.columns()).map(|(field, column)| {
        let column = if field.name() == name { array } else { column };
        (field.name(), Arc::clone(column), true)
    });
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

#[test]
fn a_row_that_is_no_game_has_an_error() {
    let text = "1. e4 e5 2. Nf3 *\n\n1. d4 *\n\n1. c4 *\n";
    let [table] = &tables(text.as_bytes(), &Base::default())[..] else { panic!() };
    let moves = table.column_by_name("moves").unwrap().as_list::<i32>();
    let mut lists = ListBuilder::new(Int32Builder::new());
    for (row, change) in [(0, Some(77)), (1, None), (2, Some(70_000))] {
        let list = moves.value(row);
        let words = list.as_primitive::<UInt16Type>().values();
        lists.append_value(words.iter().map(|&word| Some(word.into())).chain(change.map(Some)));
    }
    lists.append_null();
    lists.append_value([None, Some(5900)]);
    let array: ArrayRef = Arc::new(lists.finish());
    let table = RecordBatch::try_from_iter_with_nullable([("moves", array, true)]).unwrap();
    let mut search = Search::new(&"some(ply == 0)".parse().unwrap()).unwrap();
    let answers = search.answers(&table).unwrap();
    let found: Vec<_> = answers.column(0).as_boolean().iter().map(Option::unwrap).collect();
    assert_eq!(found, [false, true, false, false, false]);
    let errors: Vec<_> = answers.column(2).as_string::<i32>().iter().collect();
    assert_eq!(errors[0], Some("moves: the encoded move 77 is not legal after 3 plies"));
    assert_eq!(
        errors[1..],
        [None, Some("moves: 70000 is no word of 16 bits"), None, Some("moves: a word is null")]
    );
}

#[test]
fn what_a_table_does_not_tell_is_refused() {
    let refused = |filter: &str| Search::new(&filter.parse().unwrap()).unwrap_err().to_string();
    assert!(refused("capture and plies > 3").contains("write some(capture)"));
    assert_eq!(refused("some(eval > 1)"), "`eval` is not available for games of a table");
    assert_eq!(refused("some(ply > 1 and elapsed < 3)"), "`elapsed` is not available for games of a table");
    let [table] = &tables(b"1. e4 *", &Base::default())[..] else { panic!() };
    let mut search = Search::new(&"Annotator == 'x' and ECO == 'A00'".parse().unwrap()).unwrap();
    assert_eq!(
        search.columns().collect::<Vec<_>>(),
        ["moves", "start", "Annotator", "annotator", "ECO", "eco"]
    );
    let error = search.answers(table).unwrap_err();
    assert!(matches!(&error, SearchError::Missing(names) if names == &["ECO", "eco"]), "{error}");
    let wrong = with(table, "moves", table.column_by_name("file").unwrap());
    let error = Search::new(&Filter::ALL).unwrap().answers(&wrong).unwrap_err();
    assert_eq!(error.to_string(), "the column `moves` has the type Utf8, which no column of games has");
}
