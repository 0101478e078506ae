//! Filters, with the naive reader as the oracle of what they keep.

use chess_data::columns::{Base, GameFilter};
use chess_data::filter::{Filter, RecordFacts, RecordFilter};
use chess_data::main_line::MainLine;
use chess_notation::pgn::GameResult;
use chess_notation::pgn::Replay;
use chess_notation::{Color, PieceType, Position, PositionExt, Square, read_uci};
use chess_testkit::Random;

use crate::naive::{NaiveGame, NaiveMove};
use crate::{SMALL, naive};

type OfGame = fn(&NaiveGame) -> bool;
type OfMove = fn(&NaiveGame, &NaiveMove) -> bool;

fn any(_: &NaiveGame) -> bool {
    true
}

fn each(_: &NaiveGame, _: &NaiveMove) -> bool {
    true
}

/// Filters, with their meaning for games and for moves.
const FILTERS: &[(&str, OfGame, OfMove)] = &[
    ("", any, each),
    ("white_elo >= 2000", |game| game.elo("WhiteElo").is_some_and(|elo| elo >= 2000), each),
    ("not white_elo >= 2000", |game| game.elo("WhiteElo").is_none_or(|elo| elo < 2000), each),
    ("white_elo != 2100", |game| game.elo("WhiteElo") != Some(2100), each),
    ("not white_elo != 2100", |game| game.elo("WhiteElo") == Some(2100), each),
    ("white_elo < 3000.5", |game| game.elo("WhiteElo").is_some(), each),
    ("elo == 1990", |game| game.elo("WhiteElo").is_some() && game.elo("BlackElo") == Some(1990), each),
    ("WhiteElo > 99998", |game| game.tag("WhiteElo") == Some("99999"), each),
    // The null move has no squares and no piece.
    (
        "from is null and to is null and piece is null and captured is null and not (gives_check or is_sacrifice)",
        any,
        |_, mv| mv.mv.is_null(),
    ),
    ("White = a", |game| game.tag("White") == Some("a"), each),
    ("White != a", |game| game.tag("White") != Some("a"), each),
    (
        "white ~ A or white ~ \"D\"",
        |game| game.tag("White").is_some_and(|white| white.contains(['a', 'A', 'd', 'D'])),
        each,
    ),
    ("Black == \"b \\\"c\\\" \\\\ d\"", |game| game.tag("Black") == Some("b \"c\" \\ d"), each),
    ("event ~ \"\"", |game| game.tag("Event").is_some_and(|event| event != "?"), each),
    ("Event ~ \"\"", |game| game.tag("Event").is_some(), each),
    ("TimeControl == \"300+0\" and white < b", |game| game.tag("TimeControl").is_some(), each),
    ("file ~ E", |game| game.file.to_lowercase().contains('e'), each),
    ("date >= 2024-01-30", |game| game.date().is_some_and(|date| date >= 19752), each),
    (
        "white in ('a', \"x\")",
        |game| game.tag("White").is_some_and(|white| white == "a" || white == "x"),
        each,
    ),
    (
        "ply not in (0,1) and white_elo not in (2100)",
        |game| game.elo("WhiteElo") != Some(2100),
        |_, mv| mv.ply > 1,
    ),
    ("eco is null", |game| game.tag("ECO").is_none_or(|eco| eco == "?"), each),
    (
        "WhiteElo is not null and white_elo is null",
        |game| game.tag("WhiteElo").is_some() && game.elo("WhiteElo").is_none(),
        each,
    ),
    (
        "elo is null and date is null",
        |game| (game.elo("WhiteElo").is_none() || game.elo("BlackElo").is_none()) && game.date().is_none(),
        each,
    ),
    (
        "result is not null or variant is null",
        |game| game.result() != GameResult::Unknown || game.variant().is_none(),
        each,
    ),
    ("eval is null", any, |_, mv| mv.centipawns().is_none()),
    ("eco like 'C2%'", |game| game.tag("ECO").is_some_and(|eco| eco.starts_with("C2")), each),
    ("Site not like '%li_hess%.o_g/%c'", |game| game.tag("Site") != Some("https://lichess.org/abc"), each),
    ("White = 'b \\'c\\''", |_| false, each),
    ("date = 2024-1-30", |game| game.date() == Some(19752), each),
    ("variant == chess960", |game| game.variant() == Some("chess960"), each),
    ("variant != chess960", |game| game.variant() != Some("chess960"), each),
    ("result == white", |game| game.result() == GameResult::WhiteWins, each),
    ("result != \"1/2-1/2\"", |game| game.result() != GameResult::Draw, each),
    (
        "result == unknown or White == x",
        |game| game.result() == GameResult::Unknown || game.tag("White") == Some("x"),
        each,
    ),
    ("plies >= 4 and sound", |game| game.moves.len() >= 4 && game.error.is_none(), each),
    ("not sound", |game| game.error.is_some(), each),
    ("ply >= 2", any, |_, mv| mv.ply >= 2),
    ("ply >= 2 and ply <= 3 and plies > 3", |game| game.moves.len() > 3, |_, mv| (2..=3).contains(&mv.ply)),
    ("side == black", any, |_, mv| mv.before.side_to_move() == Color::Black),
    ("side == white", any, |_, mv| mv.before.side_to_move() == Color::White),
    ("black_elo < 2000", |game| game.elo("BlackElo").is_some_and(|elo| elo < 2000), each),
    ("WhiteElo ~ 21", |game| game.tag("WhiteElo").is_some_and(|elo| elo.contains("21")), each),
    ("side != black", any, |_, mv| mv.before.side_to_move() == Color::White),
    ("capture or promotion or castling", any, |_, mv| {
        mv.mv.is_capture() || mv.mv.is_promotion() || mv.mv.is_castle()
    }),
    ("check", any, |_, mv| mv.before.is_in_check()),
    ("gives_check", any, |_, mv| !mv.mv.is_null() && mv.before.after(mv.mv).is_in_check()),
    ("san in ('O-O', 'e5') or san like '%+'", any, |_, mv| {
        let san = mv.cell("san", false);
        ["\"O-O\"", "\"e5\""].contains(&&*san) || san.ends_with("+\"")
    }),
    ("piece not in (knight, king) and captured is not null", any, |_, mv| {
        let piece = mv.before.piece_type_at(mv.mv.from());
        mv.mv.is_capture() && ![Some(PieceType::Knight), Some(PieceType::King)].contains(&piece)
    }),
    ("quiet", any, |_, mv| !mv.mv.is_capture() && !mv.mv.is_promotion() && !mv.before.is_in_check()),
    ("pieces <= 4", any, |_, mv| mv.before.occupied().count() <= 4),
    ("repetition > 0", any, |_, mv| mv.repetition > 0),
    ("repetition == 2 or plies < 10", any, |game, mv| mv.repetition == 2 || game.moves.len() < 10),
    ("halfmove_clock >= 2", any, |_, mv| mv.before.halfmove_clock() >= 2),
    ("clock < 299.95", any, |_, mv| mv.clock().is_some_and(|clock| clock < 299_950)),
    ("clock = 299.9", any, |_, mv| mv.clock() == Some(299_900)),
    ("clock != 300", any, |_, mv| mv.clock() != Some(300_000)),
    ("eval == 0.17 or eval < -0.05", any, |_, mv| mv.centipawns().is_some_and(|cp| cp == 17 || cp < -5)),
    ("mate = -12 or mate = 0", any, |_, mv| ["-12", "0"].contains(&&*mv.cell("mates", false))),
    ("elapsed >= 1.2", any, |_, mv| mv.cell("elapsed", false).parse().is_ok_and(|time: u32| time >= 1200)),
    ("(ply == 0 or sound) and not (result == white and capture)", any, |game, mv| {
        (mv.ply == 0 || game.error.is_none())
            && !(game.result() == GameResult::WhiteWins && mv.mv.is_capture())
    }),
];

/// Filters with quantifiers, and with facts about positions, which are asked of the final position as well.
const QUANTIFIED: &[(&str, OfGame)] = &[
    ("some(capture)", |game| game.moves.iter().any(|mv| mv.mv.is_capture())),
    ("not some(check)", |game| !game.positions().iter().any(Position::is_in_check)),
    ("every(not check)", |game| !game.positions().iter().any(Position::is_in_check)),
    ("every(not capture)", |game| !game.moves.iter().any(|mv| mv.mv.is_capture())),
    ("count(side == black) = 2", |game| {
        game.positions().iter().filter(|it| it.side_to_move() == Color::Black).count() == 2
    }),
    ("count(quiet) >= 3 and white_elo > 1", |game| {
        let quiet =
            |mv: &&NaiveMove| !mv.mv.is_capture() && !mv.mv.is_promotion() && !mv.before.is_in_check();
        game.moves.iter().filter(quiet).count() >= 3 && game.elo("WhiteElo").is_some_and(|elo| elo > 1)
    }),
    // What is known at the end alone.
    ("some(ply == 1 and plies = 4)", |game| game.moves.len() == 4),
    ("some(sound)", |game| !game.positions().is_empty() && game.error.is_none()),
    // No move is made from the final position.
    ("count(not capture) = 3", |game| game.moves.iter().filter(|mv| !mv.mv.is_capture()).count() == 3),
    ("first(capture) is null", |game| !game.moves.iter().any(|mv| mv.mv.is_capture())),
    ("first(capture) < 9", |game| {
        game.moves.iter().find(|mv| mv.mv.is_capture()).is_some_and(|mv| mv.ply < 9)
    }),
    ("last(pieces == 32) >= 2", |game| {
        game.positions().iter().rposition(|it| it.occupied().count() == 32) >= Some(2)
    }),
    ("last(ply >= 0) = 3", |game| game.positions().len() == 4),
    ("some(ply == 2 and pieces == 32 then check)", |game| {
        let all = game.positions();
        all.get(2).is_some_and(|it| it.occupied().count() == 32) && all[3..].iter().any(Position::is_in_check)
    }),
    ("some(capture then not capture then capture)", |game| {
        let captures: Vec<bool> = game.moves.iter().map(|mv| mv.mv.is_capture()).collect();
        (0..captures.len()).any(|i| {
            (i + 1..captures.len()).any(|j| captures[i] && !captures[j] && captures[j + 1..].contains(&true))
        })
    }),
    ("some(clock < 299.95) and plies > 1", |game| {
        game.moves.len() > 1 && game.moves.iter().any(|mv| mv.clock().is_some_and(|clock| clock < 299_950))
    }),
    ("some(elapsed >= 1.2)", |game| {
        let time = |mv: &NaiveMove| mv.cell("elapsed", false).parse::<u32>();
        game.moves.iter().any(|mv| time(mv).is_ok_and(|time| time >= 1200))
    }),
    ("some(clock_ms == 299900) or count(eval_cp = 17) = 1", |game| {
        game.moves.iter().any(|mv| mv.clock() == Some(299_900))
            || game.moves.iter().filter(|mv| mv.centipawns() == Some(17)).count() == 1
    }),
    ("every(ply > 0 or result == white)", |game| {
        game.positions().is_empty() || game.result() == GameResult::WhiteWins
    }),
    ("some(repetition > 0)", |game| {
        let keys: Vec<u64> = game.positions().iter().map(Position::key).collect();
        keys.iter().enumerate().any(|(i, key)| keys[..i].contains(key))
    }),
    ("some(fen == 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -')", |game| {
        game.positions()
            .iter()
            .any(|it| it.to_string().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"))
    }),
    ("some(board has 'Pe4 pe5')", |game| {
        game.positions().iter().any(|it| {
            let at = |square: Square| it.piece_at(square).map(chess_notation::Piece::letter);
            (at(Square::E4), at(Square::E5)) == (Some('P'), Some('p'))
        })
    }),
    ("some(material == KQvK)", |game| {
        let letters = |it: &Position| {
            let mut letters: Vec<char> = it.to_string().split(' ').next().unwrap().chars().collect();
            letters.retain(char::is_ascii_alphabetic);
            letters.sort_unstable();
            letters
        };
        game.positions().iter().any(|it| letters(it) == ['K', 'Q', 'k'])
    }),
    ("every(material != KQvK)", |game| {
        let letters = |it: &Position| {
            it.to_string().split(' ').next().unwrap().replace(|c: char| !c.is_alphabetic(), "")
        };
        !game.positions().iter().any(|it| it.occupied().count() == 3 && letters(it).contains('Q'))
    }),
    ("some(balance != 0)", |game| {
        let value = |it: &Position, color| {
            let values = [
                (PieceType::Pawn, 1),
                (PieceType::Knight, 3),
                (PieceType::Bishop, 3),
                (PieceType::Rook, 5),
                (PieceType::Queen, 9),
            ];
            values.into_iter().map(|(of, value)| value * it.pieces(color, of).count()).sum::<u32>()
        };
        game.positions().iter().any(|it| value(it, Color::White) != value(it, Color::Black))
    }),
    ("count(white_queens == 0 or black_rooks < 2) > 0", |game| {
        game.positions().iter().any(|it| {
            it.pieces(Color::White, PieceType::Queen).is_empty()
                || it.pieces(Color::Black, PieceType::Rook).count() < 2
        })
    }),
];

#[test]
fn quantifiers_decide_about_games_by_their_moves_and_positions() {
    for &(text, of_game) in QUANTIFIED {
        let filter: Filter = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(filter.to_string().parse::<Filter>().unwrap(), filter, "{text}");
        let (mut kept, mut all) = (0, 0);
        for (name, bytes) in SMALL {
            let expected: Vec<bool> = naive::games(name, bytes).iter().map(of_game).collect();
            let found = |mut filter: GameFilter| {
                let mut replay = Replay::new(bytes);
                let mut found = Vec::new();
                while replay.visit_game(&mut filter).unwrap() {
                    // Quantifiers make no list shorter.
                    assert!(!filter.keeps_game() || filter.keeps_move(0), "{text} {name}");
                    found.push(filter.keeps_game());
                }
                found
            };
            let game_filter = GameFilter::new(&filter, &Base::file(*name));
            assert_eq!(found(game_filter.clone()), expected, "{text} {name}");
            assert_eq!(found(game_filter.without_moves()), expected, "{text} {name}");
            let mut line = MainLine::default();
            line.set_filter(&filter, &Base::file(*name));
            let mut replay = Replay::new(bytes);
            for expected in &expected {
                assert!(line.read(&mut replay) && line.is_kept() == *expected, "{text} {name}");
            }
            kept += expected.iter().filter(|&&kept| kept).count();
            all += expected.len();
        }
        assert!(kept < all && (kept > 0 || text.contains("then not")), "{text}: {kept} of {all}");
    }
}

/// The games and moves of a text that a filter keeps, as the naive reader finds them.
fn keeps(of_game: OfGame, of_move: OfMove, name: &str, bytes: &[u8]) -> Vec<Option<Vec<usize>>> {
    let plies = |game: &NaiveGame| {
        let moves = game.moves.iter().filter(|mv| of_move(game, mv));
        moves.map(|mv| mv.ply).collect()
    };
    naive::games(name, bytes).iter().map(|game| of_game(game).then(|| plies(game))).collect()
}

#[test]
fn filters_keep_what_they_say() {
    for &(text, of_game, of_move) in FILTERS {
        let filter: Filter = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let (mut rows, mut all_rows, mut moves, mut all_moves) = (0, 0, 0, 0);
        for (name, bytes) in SMALL {
            let expected = keeps(of_game, of_move, name, bytes);
            let all = keeps(any, each, name, bytes);
            let mut filter = GameFilter::new(&filter, &Base::file(*name));
            let mut replay = Replay::new(bytes);
            let mut found = Vec::new();
            while replay.visit_game(&mut filter).unwrap() {
                // Those of a game that breaks are those before its error.
                let plies = all.get(found.len()).into_iter().flatten().flatten().copied();
                found
                    .push(filter.keeps_game().then(|| plies.filter(|&ply| filter.keeps_move(ply)).collect()));
            }
            assert_eq!(found, expected, "{text} {name}");
            let count = |games: &[Option<Vec<usize>>]| {
                (games.iter().flatten().count(), games.iter().flatten().flatten().count())
            };
            let ((kept_rows, kept_moves), (these_rows, these_moves)) = (count(&expected), count(&all));
            rows += kept_rows;
            all_rows += these_rows;
            moves += kept_moves;
            all_moves += these_moves;
        }
        // Each filter but the empty one keeps and rejects rows.
        assert!(
            rows > 0 && moves > 0
                || ["WhiteElo > 99998", "variant == chess960", "White = 'b \\'c\\''"].contains(&text),
            "{text}"
        );
        assert!(text.is_empty() || (rows, moves) != (all_rows, all_moves), "{text}");
    }
}

#[test]
fn filters_read_what_they_write() {
    for (text, ..) in FILTERS {
        let filter: Filter = text.parse().unwrap();
        let written = filter.to_string();
        assert_eq!(written.parse::<Filter>().unwrap(), filter, "{text}");
        assert_eq!(written.parse::<Filter>().unwrap().to_string(), written);
    }
    let binds = |text: &str| text.parse::<Filter>().unwrap().to_string();
    assert_eq!(binds("not check and quiet or capture"), "(not check and quiet) or capture");
    assert_eq!(binds("not(check and(quiet or capture))"), "not (check and (quiet or capture))");
    assert_eq!(binds(" ( ( ply=3 ) ) "), "ply == 3");
    assert_eq!(binds("(((check or quiet)))  "), "check or quiet");
    assert_eq!(binds("not not check"), "not not check");
    let many = vec!["check"; 200].join(" and ");
    assert_eq!(binds(&many), many);
    let deepest = format!("{}check{}", "(".repeat(63), ")".repeat(63));
    assert_eq!(binds(&deepest), "check");
    assert_eq!(binds("\"White\"=O and \"WhiteELO\">2"), "White == \"O\" and \"WhiteELO\" > 2");
    assert_eq!(binds("White=O and eco~B9"), "White == \"O\" and eco ~ \"B9\"");
}

#[test]
fn errors_tell_the_place_and_what_was_expected() {
    let deep = format!("{}check{}", "(".repeat(100), ")".repeat(100));
    let deep_with_blanks = deep.replace('(', "( ");
    for (text, error) in [
        ("elo", "byte 3: expected one of == != < <= > >= ~ like in is"),
        ("elo >", "byte 5: expected a value: a number, a date, a word or a text in quotation marks"),
        ("elo > x", "byte 6: expected a number"),
        ("elo > \"2000\"", "byte 6: expected a number"),
        ("white_elo > black_elo", "byte 12: expected a number; two names cannot be compared"),
        ("date == utc_date", "byte 8: expected a date, such as 2024-01-31"),
        ("elo ~ 2", "byte 4: expected one of == != < <= > >= in is"),
        ("elo like '2%'", "byte 4: expected one of == != < <= > >= in is"),
        ("elo is 2", "byte 7: expected null or not null"),
        ("elo in 2", "byte 7: expected values in parentheses, with commas between them"),
        ("elo in ()", "byte 8: expected a value: a number, a date, a word or a text in quotation marks"),
        ("elo in (2, 3", "byte 12: expected values in parentheses, with commas between them"),
        ("elo in (2, x)", "byte 11: expected a number"),
        ("elo not like 3", "byte 8: expected one of == != < <= > >= ~ like in is"),
        ("elo not", "byte 7: expected one of == != < <= > >= ~ like in is"),
        ("quiet is null", "byte 6: quiet is a condition by itself and is not compared"),
        ("White = 'a", "byte 8: the text has no closing quotation mark"),
        ("elo > 2 elo > 3", "byte 8: expected and, or, or the end"),
        ("elo > 2 and", "byte 11: expected a condition, such as white_elo >= 2000 or quiet"),
        ("elo > 2 or or", "byte 11: expected a condition, such as white_elo >= 2000 or quiet"),
        ("(elo > 2", "byte 8: expected a closing parenthesis"),
        ("elo > 2)", "byte 7: expected and, or, or the end"),
        (
            "colour == white",
            "byte 0: unknown name `colour`; names of tags begin with an upper-case letter, and docs/filters.md lists all others",
        ),
        (
            "eloo > 2000",
            "byte 0: unknown name `eloo`; did you mean `elo`? Names of tags begin with an upper-case letter, and docs/filters.md lists all others",
        ),
        (
            "sound and WhiteELO > 2",
            "byte 10: unknown tag `WhiteELO`; did you mean `WhiteElo`? If games have it, write \"WhiteELO\" \
             with its quotation marks",
        ),
        (
            "\"white\" == 2",
            "byte 0: a name in quotation marks is that of a tag: an upper-case letter, then letters, digits and _",
        ),
        (
            "\"\" == 2",
            "byte 0: a name in quotation marks is that of a tag: an upper-case letter, then letters, digits and _",
        ),
        ("\"White", "byte 0: the text has no closing quotation mark"),
        ("check == 1", "byte 6: check is a condition by itself and is not compared"),
        ("date > 2024-02-30", "byte 7: the day does not exist"),
        ("date > 2024", "byte 7: expected a date, such as 2024-01-31"),
        ("ply > 3rd", "byte 6: expected a value: a number, a date, a word or a text in quotation marks"),
        ("result == 1-0", "byte 10: expected white, black, draw, unknown or a result in quotation marks"),
        ("result == won", "byte 10: expected white, black, draw, unknown or a result in quotation marks"),
        ("result < draw", "byte 7: expected one of == != in is"),
        ("side == red", "byte 8: expected white or black"),
        ("to == e9", "byte 6: expected a square, such as e4"),
        ("to > e4", "byte 3: expected one of == != in is"),
        ("captured in (pawn, rock)", "byte 19: expected pawn, knight, bishop, rook, queen or king"),
        ("White == \"a", "byte 9: the text has no closing quotation mark"),
        ("White == \"\\a\"", "byte 10: a backslash comes before a quotation mark or a backslash"),
        ("White == and", "byte 9: expected a value: a number, a date, a word or a text in quotation marks"),
        (&*deep, "byte 64: conditions are nested too deeply"),
        (&*deep_with_blanks, "byte 128: conditions are nested too deeply"),
        ("_x > 1", "byte 0: expected a condition, such as white_elo >= 2000 or quiet"),
        ("3 > elo", "byte 0: expected a condition, such as white_elo >= 2000 or quiet"),
        ("elo > >", "byte 6: expected a value: a number, a date, a word or a text in quotation marks"),
        ("elo > .5", "byte 6: expected a value: a number, a date, a word or a text in quotation marks"),
        ("elo > 5.", "byte 6: expected a value: a number, a date, a word or a text in quotation marks"),
        ("elo > -", "byte 6: expected a value: a number, a date, a word or a text in quotation marks"),
        ("elo > 1.2.3", "byte 6: expected a value: a number, a date, a word or a text in quotation marks"),
        ("date > 2024-01", "byte 7: expected a value: a number, a date, a word or a text in quotation marks"),
        (
            "date > 2024-1-2-3",
            "byte 7: expected a value: a number, a date, a word or a text in quotation marks",
        ),
        ("White == \"ab\\c\"", "byte 12: a backslash comes before a quotation mark or a backslash"),
        ("check and quiet > 3", "byte 16: quiet is a condition by itself and is not compared"),
    ] {
        let found = text.parse::<Filter>().unwrap_err();
        assert_eq!(found.to_string(), error, "{text}");
        assert!(error.starts_with(&format!("byte {}: ", found.offset())), "{text}");
    }
}

#[test]
fn patterns() {
    let likes = |text: &str, pattern: &str| {
        let filter: Filter = format!("White like '{pattern}'").parse().unwrap();
        let mut filter = GameFilter::new(&filter, &Base::default());
        Replay::new(&format!("[White \"{text}\"]\n\n*\n")).visit_game(&mut filter).unwrap()
            && filter.keeps_game()
    };
    for (text, pattern, expected) in [
        ("", "", true),
        ("", "%", true),
        ("", "_", false),
        ("abc", "abc", true),
        ("abc", "ABC", false),
        ("abc", "ab", false),
        ("abc", "a%", true),
        ("abc", "%c", true),
        ("abc", "%b%", true),
        ("abc", "_b_", true),
        ("abc", "%d%", false),
        ("aXbXc", "%X_", true),
        ("aaab", "%aab", true),
        ("abab", "%ab%ab%", true),
        ("ab", "%ab%ab%", false),
        ("Müller", "M_ller", true),
        ("a%", "a%%", true),
    ] {
        assert_eq!(likes(text, pattern), expected, "{text} {pattern}");
    }
}

/// A tag is compared with a number as a number, with a sign or blanks around it.
#[test]
fn tags_are_compared_with_numbers_as_numbers() {
    for (value, filter, expected) in [
        ("2100", "X >= 2100", true),
        ("+2100", "X == 2100", true),
        (" 2100 ", "X <= 2100", true),
        ("-3", "X < -2.5", true),
        ("2100", "X > 2100", false),
        ("210O", "X < 9999", false),
        ("210O", "X != 2100", true),
        ("2100", "X ~ 10", true),
        ("2100", "X ~ 11", false),
    ] {
        let mut filter_of_game = GameFilter::new(&filter.parse().unwrap(), &Base::default());
        let is_read =
            Replay::new(&format!("[X \"{value}\"]\n\n*\n")).visit_game(&mut filter_of_game).unwrap();
        assert_eq!((is_read, filter_of_game.keeps_game()), (true, expected), "{value:?} {filter}");
    }
}

/// A bishop attacks the rook on a1, the square that a null move goes from and to.
#[test]
fn a_null_move_is_no_sacrifice() {
    let pgn = "[FEN \"4k3/8/8/8/8/8/1b6/R3K3 w - - 0 1\"]\n\n1. -- Kd7 2. Rc1 *";
    let mut filter = GameFilter::new(&"is_sacrifice".parse().unwrap(), &Base::default());
    assert!(Replay::new(pgn).visit_game(&mut filter).unwrap() && filter.keeps_game());
    assert_eq!([0, 1, 2].map(|ply| filter.keeps_move(ply)), [false, false, true]);
}

#[test]
fn words_are_a_filter_that_round_trips_or_an_error() {
    let words = "and or not ( ) == = != < <= > >= ~ elo white White result draw date 2024-01-01 -1.5 3 \"a\\\"b\" quiet sound side \
        black ply \" \\ é . - mate plies in is null like 'a%' ,";
    let words: Vec<&str> = words.split_whitespace().collect();
    for mut random in Random::cases(256) {
        let text: Vec<_> = (0..random.below(12)).map(|_| random.pick(&words)).collect();
        let text = text.join(" ");
        match text.parse::<Filter>() {
            Ok(filter) => assert_eq!(filter.to_string().parse::<Filter>().unwrap(), filter),
            Err(error) => assert!(error.offset() <= text.len() && text.is_char_boundary(error.offset())),
        }
    }
}

#[test]
fn record_filters_have_column_names_and_the_mover_s_labels() {
    let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 b - - 7 1").unwrap();
    let mv = position.legal_moves().iter().copied().find(|mv| mv.is_capture());
    let record = RecordFacts { position: &position, mv, ply: 16, score: -120, result: -1 };
    for (text, expected) in [
        ("", true),
        ("score > -3000 and score < 3000", true),
        ("score >= 0 or result = 1", false),
        ("result in (-1, 0) and side == black and ply >= 16 and pieces == 4 and halfmove_clock == 7", true),
        ("capture and not (quiet or check or gives_check or castling or promotion)", true),
        ("not capture", false),
    ] {
        let filter: RecordFilter = text.parse().unwrap();
        assert_eq!(filter.accepts(&record), expected, "{text}");
        let about_moves = text.contains("capture");
        assert_eq!(filter.accepts(&RecordFacts { mv: None, ..record }), expected && !about_moves, "{text}");
    }
    for (text, error) in [
        ("elo > 2000", "byte 0: unknown name `elo` of a record; that is score, result, ply, side, "),
        ("not chek", "byte 4: unknown name `chek` of a record; did you mean `check`?"),
        ("score > x", "byte 8: expected a number"),
        ("and", "byte 0: expected one of score, result, ply"),
    ] {
        let found = text.parse::<RecordFilter>().unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn filters_name_what_moves_where_and_for_what() {
    let position = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1".parse().unwrap();
    for (uci, filter, expected) in [
        (
            "h5f7",
            "san == 'Qxf7#' and from == h5 and to in (f6, f7) and piece = queen and captured = pawn",
            true,
        ),
        ("h5f7", "is_sacrifice or san == Qxf7 or to != f7 or captured is null", false),
        ("h5e5", "is_sacrifice and captured != queen", true),
        ("h5g6", "is_sacrifice and captured is null and captured != pawn", true),
        ("e1e2", "is_sacrifice or captured == pawn", false),
    ] {
        let mv = Some(read_uci(&position, uci).unwrap());
        let record = RecordFacts { position: &position, mv, ply: 0, score: 0, result: 0 };
        assert_eq!(filter.parse::<RecordFilter>().unwrap().accepts(&record), expected, "{uci}: {filter}");
    }
    let position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse().unwrap();
    let mv = Some(read_uci(&position, "e5d6").unwrap());
    let record = RecordFacts { position: &position, mv, ply: 0, score: 0, result: 0 };
    let filter: RecordFilter = "capture and captured == pawn and captured is not null".parse().unwrap();
    assert!(filter.accepts(&record), "en passant");
}

#[test]
fn a_filter_decides_in_the_pass_about_games_and_moves() {
    // The second game breaks before its movetext.
    let pgn = "[WhiteElo \"2600\"]\n\n1. e4 d5 2. exd5 *\n\n[WhiteElo \"2800\"]\n[FEN \"x\"]\n\n1. e4 *\n\n[WhiteElo \"1500\"]\n\n1. d4 *\n\n[WhiteElo \"2700\"]\n\n1. d4 Ke3 *";
    let decided = |filter: &str| {
        let mut filter = GameFilter::new(&filter.parse().unwrap(), &Base::default());
        let mut replay = Replay::new(pgn);
        let mut games = Vec::new();
        while replay.visit_game(&mut filter).unwrap() {
            let moves: Vec<usize> = (0..4).filter(|&ply| filter.keeps_move(ply)).collect();
            games.push(filter.keeps_game().then_some(moves));
        }
        games
    };
    let all = vec![0, 1, 2, 3];
    assert_eq!(decided("white_elo >= 2000 and capture"), [Some(vec![2]), Some(vec![]), None, Some(vec![])]);
    assert_eq!(decided("white_elo >= 2000"), [Some(all.clone()), Some(all.clone()), None, Some(all.clone())]);
    assert_eq!(decided("sound and ply != 1"), [Some(vec![0, 2]), None, Some(vec![0]), None]);
    assert_eq!(decided("plies > 2"), [Some(all), None, None, None]);
}

/// `ChessBase` writes the evaluations of all positions before the first move, that of the start first.
#[test]
fn a_move_has_the_score_of_a_profile_for_the_position_after_it() {
    let pgn = "{[%evp 0,3,10,20,-30,29999]} 1. e4 e5 2. Nf3 *";
    for (filter, plies) in
        [("eval = 0.1", &[][..]), ("eval = 0.2", &[0]), ("eval = -0.3", &[1]), ("mate = 1", &[2])]
    {
        let mut filter = GameFilter::new(&filter.parse().unwrap(), &Base::default());
        assert!(Replay::new(pgn).visit_game(&mut filter).unwrap() && filter.keeps_game());
        let kept: Vec<usize> = (0..3).filter(|&ply| filter.keeps_move(ply)).collect();
        assert_eq!(kept, plies, "{plies:?}");
    }
}

/// Filters of tables.
#[cfg(feature = "arrow")]
mod tables {
    use arrow_array::cast::AsArray;
    use chess_data::columns::{Columns, read_chunk};

    use super::*;
    use crate::rows::{assert_rows, cell};

    #[test]
    fn tables_have_the_rows_that_filters_keep() {
        let columns = Columns::new(Columns::names()).unwrap();
        let few: Columns = "game,plies,moves".parse().unwrap();
        for (text, of_game, of_move) in FILTERS {
            let filter: Filter = text.parse().unwrap();
            for (name, bytes) in SMALL {
                let kept: Vec<NaiveGame> = naive::games(name, bytes).into_iter().filter(of_game).collect();
                for columns in [&columns, &few] {
                    let batches: Vec<_> = read_chunk(bytes, &Base::file(*name), columns, &filter).collect();
                    assert_rows(&batches, &kept, &|game, mv| of_move(game, mv));
                }
            }
        }
    }

    #[test]
    fn positions_of_other_games_are_no_repetitions() {
        // The second game begins with a clock that covers all moves of the first.
        let text = b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *\n\n\
            [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 50 30\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *\n";
        let columns: Columns = "ply".parse().unwrap();
        let filter: Filter = "repetition > 0".parse().unwrap();
        let batch = read_chunk(text, &Base::default(), &columns, &filter).next().unwrap();
        let plies = [0, 1].map(|row| cell(&batch, "ply", row));
        assert_eq!(plies, ["[4]", "[4]"]);
    }

    #[test]
    fn a_game_that_fails_leaves_nothing_in_the_next() {
        let (fails, kept) = ("1. e4 $1 {[%clk 1]} e5 $2 *\n\n", "1. d4 $3 d5 2. c4 {[%clk 2]} c5 $4 *\n");
        let columns: Columns = "plies,moves,ply,positions,keys,clocks,nags".parse().unwrap();
        let filter: Filter = "plies >= 4 and repetition == 0 and halfmove_clock == 0".parse().unwrap();
        let read = |text: &str| -> Vec<_> {
            read_chunk(text.as_bytes(), &Base::default(), &columns, &filter).collect()
        };
        let expected = read(kept);
        assert_eq!(expected[0].column(2).as_list::<i32>().value_length(0), 4);
        assert_eq!(read(&[fails, kept].concat()), expected);
        assert_eq!(read(&[fails, fails, kept, fails].concat()), expected);
    }
}
