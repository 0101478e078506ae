//! `chess analyse`: positions and games.

use std::fs;
use std::io::Write;

use chess_testkit::Random;
use serde_json::{Value, json};

use crate::matches::script;
use crate::run::{Run, chess, chess_in_shell, chess_with_input, file, folder, text};

/// White gives away the queen, and Black mates late.
const GAME: &str = "[White \"A <b>\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. e4 e5 {mine} 2. Qh5 Nc6 (2... d6) 3. Qxf7+ Kxf7 4. d3 Nf6 0-1\n";

const FAST: [&str; 2] = ["--nodes", "3000"];

fn passed(args: &[&str]) -> Run {
    let run = chess(&[&["analyse"], args].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    run
}

/// So many games, each with its round.
fn rounds(count: usize) -> String {
    (1..=count).map(|round| GAME.replacen("[White", &format!("[Round \"{round}\"]\n[White"), 1)).collect()
}

/// A text that may be broken into lines anywhere.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_word_is_a_file_or_a_position() {
    let folder = folder("analyse_word");
    let upper = folder.join("GAME.PGN");
    fs::write(&upper, "1. e4 *").unwrap();
    for (word, complaint) in [
        (text(&folder), "this is a folder"),
        ("none.PGN", "none.PGN: No such file"),
        ("8/8", "FEN: "),
        ("neither", "neither a file nor a FEN: "),
    ] {
        for command in ["analyse", "play"] {
            let run = chess(&[command, word]);
            let is_named = run.stderr.contains(complaint) || command == "play" && word == "neither";
            assert!(run.code == Some(1) && is_named, "{command} {word}: {}", run.stderr);
        }
    }
    let game = passed(&[text(&upper), "--depth", "1"]).stdout;
    let pipe = chess_in_shell("cat \"$1\" | \"$0\" analyse /dev/stdin --depth 1", &[text(&upper)]);
    assert!(game.contains("1. e4 {") && pipe.stdout == game, "{} {}", pipe.stdout, pipe.stderr);
    assert_eq!(passed(&["/dev/null", "--depth", "1"]).stdout, "");
    let fen = "6k1/5ppp/8/8/8/8/r7/1K1R4 w - - 0 1";
    assert_eq!(passed(&["--fen", fen, "--depth", "2"]).stdout, passed(&[fen, "--depth", "2"]).stdout);
    let refused = chess(&["analyse", "--fen", "8/8"]);
    assert!(refused.stderr.starts_with("error: --fen: board field"), "{}", refused.stderr);
    let suite = chess_with_input(&["suite", "-"], "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n");
    assert_eq!((suite.code, suite.stdout.contains("1 ok")), (Some(0), true), "{}", suite.stderr);
}

#[test]
fn the_lines_of_a_position() {
    let fen = "6k1/5ppp/8/8/8/8/r7/1K1R4 w - - 0 1";
    let report = passed(&[fen, "--multipv", "3", "--json", "--depth", "6"]).json();
    assert_eq!((&report["fen"], report["lines"].as_array().unwrap().len()), (&json!(fen), 3));
    assert_eq!(report["lines"][0]["eval"], json!({"mate": 1}));
    assert_eq!(
        (&report["lines"][0]["uci"], &report["lines"][0]["san"]),
        (&json!(["d1d8"]), &json!(["Rd8#"]))
    );
    let [mated, black] = ["k7/8/1K6/8/8/8/8/7R b - - 0 1", "7r/8/8/8/8/1k6/8/K7 b - - 0 1"]
        .map(|fen| passed(&[fen, "--depth", "12"]).stdout);
    assert!(mated.starts_with("     #1  depth ") && mated.trim_end().ends_with(" Kb8 Rh8#"), "{mated}");
    assert!(black.starts_with("    #-1  depth ") && black.trim_end().ends_with(" Rh1#"), "{black}");
    let over = chess(&["analyse", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"]);
    assert_eq!(
        (over.code, over.stderr.as_str()),
        (Some(1), "error: the game is over: checkmate, White wins\n")
    );
}

/// What was in the file stays.
#[test]
fn a_log_has_what_the_engine_is_sent_and_answers() {
    let log = folder("analyse_log").join("log");
    let games = file("analyse_log.pgn", "1. e4 *\n");
    for (args, lines) in [
        (
            &["startpos", "--nodes", "100", "--multipv", "2"][..],
            &["> MultiPV value 2", "> go nodes 100", "< bestmove "][..],
        ),
        (
            &[games.as_str(), "--depth", "2"],
            &["> ucinewgame", "> position startpos moves e2e4", "> go depth 2", "< bestmove "],
        ),
    ] {
        let before = fs::read_to_string(&log).unwrap_or_default();
        passed(&[args, &["--log", text(&log)]].concat());
        let written = fs::read_to_string(&log).unwrap();
        let written = written.strip_prefix(&before).unwrap();
        for line in lines {
            let (side, part) = line.split_at(1);
            let is_line = |found: &str| {
                let (time, rest) = found.split_once(' ').unwrap();
                let (label, sent) = rest.split_once(": ").unwrap_or_default();
                time.parse::<f64>().is_ok()
                    && label.starts_with(side)
                    && label.ends_with("#1")
                    && sent.contains(part.trim())
            };
            assert!(written.lines().any(is_line), "{line}: {written}");
        }
    }
}

/// Each line that begins with another move than the game, for every move.
#[test]
fn further_lines_are_variations() {
    let game = file("analyse_lines.pgn", "1. e4 e5 *\n");
    let out = folder("analyse_lines").join("out.pgn");
    let args = [game.as_str(), "--multipv", "3", "--depth", "3", "--out", text(&out)];
    passed(&args);
    let text = fs::read_to_string(&out).unwrap();
    let game: chess_notation::pgn::Game = text.parse().unwrap();
    for played in game.mainline() {
        let siblings: Vec<_> = game.children(game.node(played.id).parent()).skip(1).collect();
        assert!((2..=3).contains(&siblings.len()), "{text}");
        assert!(siblings.iter().all(|&first| game.node(first).eval().is_some()), "{text}");
    }
    assert!(one_line(&text).contains("[%alt]") && text.contains("MultiPV=3"), "{text}");
    // Another number of lines is another analysis.
    let run = chess(&["analyse", args[0], "--multipv", "2", "--depth", "3", "--out", args[6], "--resume"]);
    assert!(run.code == Some(1) && run.stderr.contains("different settings"), "{}", run.stderr);
}

#[test]
fn a_game_gets_evaluations_marks_and_better_lines() {
    let folder = folder("analyse_game");
    let [out, again, svg] = ["out.pgn", "again.pgn", "curve.svg"].map(|name| folder.join(name));
    let input = file("analyse_game/in.pgn", GAME);
    let names = file("analyse_game/names.tsv", "C20\tKing's Pawn Game\t1. e4 e5\n");
    let files = [input.as_str(), "--out", text(&out), "--svg", text(&svg), "--opening-names", &names];
    let run = passed(&[&files, &FAST[..]].concat());
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines.len() == 2 && lines.iter().all(|line| line.contains(" cp a move (")), "{lines:?}");
    assert!(lines[0].starts_with("game 1, White: A <b> ") && lines[1].starts_with("game 1, Black: B "));
    let game = fs::read_to_string(&out).unwrap();
    let words = one_line(&game);
    for part in [
        "3. Qxf7+ $4 {[%eval -",
        "(3. Bc4 ",
        "{mine [%eval ",
        "(2... d6)",
        "{Blunder. Bc4 was best.}",
        "[WhiteAccuracy \"",
        "[Opening \"King's Pawn Game\"]",
        "[BlackCentipawnLoss \"",
        "[Annotator \"chess ",
    ] {
        assert!(words.contains(part), "{part}: {game}");
    }
    let picture = fs::read_to_string(&svg).unwrap();
    let picture = roxmltree::Document::parse(&picture).unwrap();
    assert!(
        picture.descendants().any(|node| node.text().is_some_and(|text| text.starts_with("3. Qxf7+??, ")))
    );
    // A second analysis takes the place of the first.
    passed(&[&[text(&out), "--out", text(&again)], &FAST[..]].concat());
    assert_eq!(fs::read_to_string(&again).unwrap(), game);

    let report = passed(&[&[input.as_str(), "--json"], &FAST[..]].concat()).json();
    let queen = &report["moves"][4];
    assert_eq!(
        (&queen["san"], &queen["mark"], &report["moves"][5]["mark"]),
        (&json!("Qxf7+"), &json!("??"), &Value::Null)
    );
    assert!(queen["eval"]["cp"].as_i64().unwrap() < -500 && queen["loss"].as_f64().unwrap() > 0.3, "{queen}");
    assert_eq!(report["sides"]["black"]["blunders"], 0);
    assert!(
        report["sides"]["white"]["average_loss"].as_f64() > report["sides"]["black"]["average_loss"].as_f64()
    );
}

#[test]
fn broken_games_are_omitted_or_analysed_up_to_their_errors() {
    let games = format!("{GAME}\n1. e4 e4 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    for (more, evals) in [(&[][..], &[8, 3][..]), (&["--lenient"], &[8, 1, 3])] {
        let run = chess_with_input(&[&["analyse", "-", "--nodes", "1000"], more].concat(), &games);
        assert_eq!(run.code, Some(1));
        assert!(
            run.stderr.starts_with("error: -: game 2, ") && run.stderr.lines().count() == 1,
            "{}",
            run.stderr
        );
        let games = run.stdout.split("[Event ").skip(1);
        assert_eq!(
            games.map(|game| game.matches("[%eval ").count()).collect::<Vec<_>>(),
            evals,
            "{}",
            run.stdout
        );
        let words = one_line(&run.stdout);
        assert!(words.contains("2. g4 $4 {[%eval #-1,") && words.contains("2... Qh4# 0-1"), "{words}");
    }
}

#[test]
fn moves_around_null_moves_are_judged() {
    let games = "1. e4 -- 2. d4 d5 *\n\n1. d4 d5 2. Z0 e6 3. 0000 *\n";
    let run = chess_with_input(&["analyse", "-", "--json", "--nodes", "500"], games);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    for (game, judged) in
        run.json_lines().iter().zip([&[true, false, true, true][..], &[true, true, false, true, false]])
    {
        let moves = game["moves"].as_array().unwrap();
        assert_eq!(moves.iter().map(|mv| mv["eval"].is_object()).collect::<Vec<_>>(), judged, "{game}");
        assert!(moves.iter().all(|mv| mv["eval"].is_object() == (mv["uci"] != "0000")), "{game}");
    }
    let run = chess_with_input(&["analyse", "-", "--nodes", "500"], games);
    let words = one_line(&run.stdout);
    assert!(words.contains("} 1... -- 2. d4 {") && words.contains("} 2. -- e6 {"), "{words}");
}

#[test]
fn moves_of_the_book_are_not_judged() {
    let games = file("analyse_book/games.pgn", "1. e4 e5 2. Nf3 1/2-1/2\n");
    let book = folder("analyse_book/out").join("book.bin");
    assert_eq!(chess(&["book", "build", &games, "--out", text(&book)]).code, Some(0));
    let game = file("analyse_book/game.pgn", "1. e4 e5 2. Qh5 Nc6 *\n");
    let report = passed(&[&[game.as_str(), "--json", "--book", text(&book)], &FAST[..]].concat()).json();
    let evals: Vec<bool> =
        report["moves"].as_array().unwrap().iter().map(|mv| mv["eval"].is_null()).collect();
    assert_eq!(evals, [true, true, false, false]);
    let position = passed(&["--book", text(&book), "--nodes", "100"]).stdout;
    assert!(position.ends_with("\nbook: e4\n"), "{position}");
}

#[test]
fn a_failed_engine_is_restarted_once_a_position() {
    let answer = "echo info depth 1 score mate 1 pv d1d8; echo bestmove d1d8";
    let game = "[FEN \"6k1/5ppp/8/8/8/8/r7/1K1R4 w - - 0 1\"]\n\n1. Rd8# *";
    let flag = folder("analyse_fails").join("flag");
    let once = format!("if mkdir {} 2>&-; then exit 3; fi; {answer}", text(&flag));
    for (name, go, code, complaint) in [
        ("once", once.as_str(), 0, "warning: game 1: the engine was restarted: crash: the engine has ended"),
        (
            "cheat",
            "echo info depth 1 score cp 7 pv b1c1; echo bestmove e7e5",
            1,
            "illegal move: bestmove e7e5",
        ),
        ("hang", "sleep 9", 1, "error: game 1: stalled connection: no output for 0."),
    ] {
        let args = ["analyse", "-", "--engine", &script(name, go), "--timeout", "0.3"];
        let run = chess_with_input(&args, game);
        assert_eq!(run.code, Some(code), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(complaint), "{}", run.stderr);
    }
    let engine = script("no_option", answer);
    let missing = chess(&["analyse", "startpos", "--engine", &engine, "--multipv", "2"]);
    assert!(
        missing.code == Some(1) && missing.stderr.contains("no_option has no option MultiPV"),
        "{}",
        missing.stderr
    );
}

/// It answers `isready` and never moves, silently or with reports, even after `stop`.
#[test]
fn an_engine_that_never_moves_is_restarted_once_and_given_up() {
    for (go, limit) in [
        (":", "--nodes"),
        (":", "--movetime"),
        ("while echo info depth 1; do sleep 0.05; done", "--movetime"),
    ] {
        for input in ["startpos", "-"] {
            let begun = std::time::Instant::now();
            let engine = script("never_moves", go);
            let args = ["analyse", input, "--engine", &engine, "--timeout", "0.5", limit, "100"];
            let run = chess_with_input(&args, "1. e4 e5 *");
            assert!(run.code == Some(1) && run.stderr.contains("stalled connection: no "), "{}", run.stderr);
            assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
        }
    }
}

/// Each game is in the file when it is done, whatever ends the program, and `--resume` analyses the others.
#[test]
#[cfg(target_os = "linux")]
fn finished_games_outlive_the_program_and_the_rest_is_resumed() {
    use crate::run::{chess_in_pipes, run, send};

    let games = file("analyse_interrupted.pgn", rounds(150));
    for (signal, code, concurrency) in
        [("INT", Some(130), "1"), ("TERM", Some(143), "2"), ("KILL", None, "2")]
    {
        let out = folder("analyse_interrupted").join(format!("{signal}.pgn"));
        let args = ["analyse", &games, "--out", text(&out), "--depth", "1", "--concurrency", concurrency];
        let mut child = chess_in_pipes(&args);
        let written = || fs::read_to_string(&out).unwrap_or_default();
        while written().matches("[Event ").count() < 3 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        send(&child, signal);
        let ended = run(child.wait_with_output().unwrap());
        let done = written().matches("[Event ").count();
        assert_eq!(ended.code, code);
        assert!((3..150).contains(&done) && ended.stdout.lines().count() <= 2 * done, "{signal}: {done}");
        if code.is_some() {
            assert_eq!(ended.stderr, format!("interrupted after {done} games; use --resume to continue\n"));
        }
        let refused = chess(&args);
        assert!(
            refused.code == Some(1) && refused.stderr.contains("not empty; use --resume to continue"),
            "{}",
            refused.stderr
        );
        // The last game was cut off.
        let text = written();
        fs::write(&out, &text[..text.len() - 9]).unwrap();
        let resumed = chess(&[&args[..], &["--resume"]].concat());
        assert_eq!(
            (resumed.code, resumed.stdout.lines().count()),
            (Some(0), 2 * (151 - done)),
            "{}",
            resumed.stderr
        );
        let text = written();
        assert!((1..=150).all(|round| text.matches(&format!("[Round \"{round}\"]")).count() == 1));
    }
    let other = file("analyse_other.pgn", "1. e4 *");
    let out = folder("analyse_other").join("out.pgn");
    for end in ["0-1\n", "\n"] {
        let foreign = GAME.replacen("[White", "[Event \"x\"]\n[White", 1).replacen("0-1\n", end, 1);
        fs::write(&out, &foreign).unwrap();
        let refused = chess(&["analyse", &other, "--out", text(&out), "--resume"]);
        assert!(
            refused.stderr.contains("out.pgn: game 1: this game is not in the input"),
            "{}",
            refused.stderr
        );
        assert_eq!(fs::read_to_string(&out).unwrap(), foreign);
    }
}

/// Games that differ in what analysis keeps only, equal ones and broken ones, in files that are cut after any byte: the file becomes that
/// of one run, and the reports are those of the games that were not in it.
#[test]
fn a_cut_file_is_resumed_to_that_of_one_run() {
    let mut random = Random::new(67);
    for trial in 0..6 {
        let mut games = String::new();
        for _ in 0..6 {
            let [event, comment, line] = [
                random.pick(&["", "[Event \"x\"]\n[Annotator \"Ada\"]\n\n"]),
                random.pick(&["", "", " {a comment, which is long enough for a break of its line if an evaluation is before it}", " {b}"]),
                random.pick(&["", "", " (2. Nf3)", " (2. Nc3 {c})"]),
            ];
            let (result, broken) =
                (random.pick(&["*", "1-0", "0-1", "1/2-1/2"]), random.pick(&["", "", "", " Ke5"]));
            let game =
                format!("{event}1. e4{comment} e5 2. Qh5 $1{line} 2... Nc6 3. Qxf7+{broken} {result}\n\n");
            games.push_str(&game);
        }
        let input = file(&format!("analyse_cut/{trial}.pgn"), &games);
        let (whole, cut) =
            (folder("analyse_cut_out/whole").join("a.pgn"), folder("analyse_cut_out/cut").join("a.pgn"));
        let run = |out: &std::path::Path, more: &[&str]| {
            chess(&[&["analyse", &input, "--depth", "1", "--json", "--out", text(out)], more].concat())
        };
        let (once, expected) = (run(&whole, &[]), fs::read(&whole));
        let expected = expected.unwrap();
        // With several games at once, they are written in any order.
        let games_of = |text: &[u8]| {
            let text = String::from_utf8(text.to_vec()).unwrap();
            let mut games: Vec<_> =
                text.split("[Event ").skip(1).map(|game| format!("[Event {game}")).collect();
            games.sort_unstable();
            games
        };
        let mut other = games_of(&expected);
        other.reverse();
        let other = other.concat().into_bytes();
        for (order, _) in [&expected, &other].into_iter().cycle().zip(0..8) {
            let length = random.below(order.len() + 1);
            fs::write(&cut, &order[..length]).unwrap();
            let resumed = run(&cut, &["--resume"]);
            let found = fs::read(&cut).unwrap();
            let is_right =
                if order == &expected { found == expected } else { games_of(&found) == games_of(&expected) };
            assert!(
                is_right && (resumed.code, &resumed.stderr) == (once.code, &once.stderr),
                "{trial} cut at {length}: {games}\n{}\n{}",
                resumed.stderr,
                String::from_utf8_lossy(&found)
            );
            assert!(order != &expected || once.stdout.ends_with(&resumed.stdout), "{}", resumed.stdout);
        }
    }
}

/// Equal games are counted: the file may have as many of them as the input, and a further one is no game of the input.
#[test]
fn more_copies_of_a_game_than_in_the_input_are_refused() {
    let input = |copies: usize| file(&format!("analyse_copies/{copies}.pgn"), GAME.repeat(copies));
    let out = folder("analyse_copies_out").join("out.pgn");
    let run = |copies, more: &[&str]| {
        chess(&[&["analyse", &input(copies), "--out", text(&out), "--depth", "1"], more].concat())
    };
    assert_eq!(run(3, &[]).code, Some(0));
    let whole = fs::read_to_string(&out).unwrap();
    let starts = whole.match_indices("[Event ").map(|(start, _)| start);
    let ends: Vec<usize> = starts.chain([whole.len()]).collect();
    for found in 1..=3 {
        for copies in 1..=3 {
            fs::write(&out, &whole[..ends[found]]).unwrap();
            let resumed = run(copies, &["--resume"]);
            let (code, told, games) = if found <= copies {
                (Some(0), String::new(), copies)
            } else {
                let game = copies + 1;
                let told = format!("error: {}: game {game}: this game is not in the input\n", text(&out));
                (Some(1), told, found)
            };
            assert_eq!((resumed.code, resumed.stderr), (code, told), "{found} of {copies}");
            let written = fs::read_to_string(&out).unwrap();
            assert!(written == whole[..ends[games]], "{found} of {copies}: {written}");
        }
    }
}

/// What can be read of a broken game, which is not written, is equal to the other game: it uses up no game of the file, and allows none.
#[test]
fn a_broken_game_is_no_copy_of_a_whole_one() {
    let (broken, whole) = ("1. e4 e5 Ke9 *\n\n", "1. e4 e5 *\n\n");
    let out = folder("analyse_broken_copy_out").join("out.pgn");
    for (number, input) in [format!("{broken}{whole}"), format!("{whole}{broken}")].iter().enumerate() {
        let input = file(&format!("analyse_broken_copy/{number}.pgn"), input);
        let run = |more: &[&str]| {
            chess(&[&["analyse", &input, "--out", text(&out), "--depth", "1"], more].concat())
        };
        drop(fs::remove_file(&out));
        let first = run(&[]);
        assert!(first.code == Some(1) && first.stderr.contains("`Ke9`"), "{}", first.stderr);
        let written = fs::read_to_string(&out).unwrap();
        assert_eq!(written.matches("[Event ").count(), 1, "{written}");
        let again = run(&["--resume"]);
        assert_eq!((again.code, again.stdout, again.stderr), (Some(1), String::new(), first.stderr));
        assert_eq!(fs::read_to_string(&out).unwrap(), written);
        fs::write(&out, written.repeat(2)).unwrap();
        let refused = run(&["--resume"]);
        let told = format!("error: {}: game 2: this game is not in the input\n", text(&out));
        assert_eq!((refused.code, refused.stderr), (Some(1), told));
        assert_eq!(fs::read_to_string(&out).unwrap(), written.repeat(2));
    }
}

#[test]
fn curves_of_all_games_are_drawn_and_other_limits_refused() {
    let (games, folder) = (file("analyse_again.pgn", rounds(3)), folder("analyse_again"));
    let [out, svg] = ["out.pgn", "curve.svg"].map(|name| folder.join(name));
    let args = [&games, "--out", text(&out), "--depth", "1"];
    passed(&args);
    let whole = fs::read_to_string(&out).unwrap();
    let second = whole.match_indices("[Event ").nth(2).unwrap().0;
    fs::write(&out, &whole[..second]).unwrap();
    passed(&[&args[..], &["--resume", "--svg", text(&svg)]].concat());
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    let curves = ["curve.svg", "curve-2.svg", "curve-3.svg"]
        .map(|name| fs::read_to_string(folder.join(name)).unwrap());
    // What was read from the file is what was found.
    assert!(
        curves.iter().all(|curve| *curve == curves[2] && curve.contains("3. Qxf7+??, ")),
        "{}",
        curves[0]
    );
    fs::write(&out, &whole[..second]).unwrap();
    let refused = chess(&["analyse", &games, "--out", text(&out), "--depth", "2", "--resume"]);
    assert!(
        refused.code == Some(1)
            && refused.stderr.contains("different settings: chess ")
            && refused.stderr.contains("depth=2"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read_to_string(&out).unwrap(), whole[..second]);
}

/// Only the lines that an analysis has written are replaced by those of another one.
#[test]
fn lines_of_the_author_stay() {
    let marked = "3. Qxf7+ $4 (3. Bc4 g6 {[%best]}) (3. a3 {mine}) (3. h3)";
    let input = file(
        "analyse_lines.pgn",
        GAME.replace("3. Qxf7+", marked).replace("2. Qh5", "2. Qh5 (2. Nf3 {[%best]})"),
    );
    let words = one_line(&passed(&[&[input.as_str()], &FAST[..]].concat()).stdout);
    assert!(
        words.contains("(3. a3 {mine}) (3. h3) (3. Bc4 ") && words.contains(" {[%best]}) 3... Kxf7"),
        "{words}"
    );
    assert!(words.matches("(3. Bc4").count() == 1 && !words.contains("(2. Nf3"), "{words}");
}

#[test]
fn an_asterisk_at_the_end_stays_whatever_the_tag_is() {
    let games = file("analyse_open.pgn", "[Result \"1-0\"]\n\n1. e4 *\n\n[Result \"1-0\"]\n\n1. d4 1-0\n");
    let out = folder("analyse_open").join("out.pgn");
    let args = [&[games.as_str(), "--out", text(&out)], &FAST[..]].concat();
    assert_eq!(passed(&args).code, Some(0));
    let whole = fs::read_to_string(&out).unwrap();
    let (first, second) = whole.split_once("} *\n\n").unwrap();
    assert!(first.contains("[Result \"1-0\"]") && second.ends_with("} 1-0\n\n"), "{whole}");
    assert_eq!(passed(&[&args[..], &["--resume"]].concat()).code, Some(0));
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
}

/// An engine that reports nothing but a move, a score without a line, or an illegal line: the position has no evaluation.
#[test]
fn positions_without_a_score_have_no_evaluation() {
    let go = "if test $n; then n=; SILENT; else n=1; echo info depth 2 score cp 30 pv e2e4; echo bestmove e2e4; fi";
    for (name, silent) in [
        ("bare", "echo bestmove e7e5"),
        ("unlined", "echo info depth 3 score cp 9; echo bestmove e7e5"),
        ("illegal", "echo info depth 3 score cp 9 pv e7e1; echo bestmove e7e5"),
    ] {
        let (engine, games) = (script(name, &go.replace("SILENT", silent)), "1. e4 *\n\n1. e4 1-0\n");
        let out = folder("analyse_unscored").join("out.pgn");
        let args = ["analyse", "-", "--engine", &engine, "--json", "--out", text(&out)];
        let run = chess_with_input(&args, games);
        let evals: Vec<_> = run.json_lines().iter().map(|game| game["moves"][0]["eval"].clone()).collect();
        assert_eq!((run.code, evals), (Some(0), vec![Value::Null; 2]), "{name}: {}", run.stderr);
        let whole = fs::read_to_string(&out).unwrap();
        assert!(!whole.contains("%eval"), "{whole}");
        fs::write(&out, &whole[..whole.len() / 2 + 9]).unwrap();
        let run = chess_with_input(&[&args[..], &["--resume"]].concat(), games);
        assert_eq!((run.code, fs::read_to_string(&out).unwrap()), (Some(0), whole), "{}", run.stderr);
    }
    let run = chess(&["analyse", "--engine", &script("speechless", "echo bestmove e2e4")]);
    let told = "the engine reported no score for this position\n";
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (Some(0), "", told));
}

#[test]
fn the_input_file_is_refused_as_output_under_any_name() {
    let folder = folder("analyse_same");
    let [path, hard, soft] = ["games.pgn", "hard.pgn", "soft.pgn"].map(|name| folder.join(name));
    fs::write(&path, "[Event \"x\"]\n\n1. e4 e5\n").unwrap();
    fs::hard_link(&path, &hard).unwrap();
    std::os::unix::fs::symlink(&path, &soft).unwrap();
    for (input, out) in [(text(&path), &path), (text(&path), &hard), (text(&soft), &hard), ("-", &path)] {
        let line = format!("\"$0\" \"$@\" <'{}'", text(&path));
        let run = chess_in_shell(&line, &["analyse", input, "--out", text(out), "--resume", "--depth", "1"]);
        assert!(run.code == Some(1) && run.stderr.contains("--out: it is the input file"), "{}", run.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), "[Event \"x\"]\n\n1. e4 e5\n");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_whole_games_that_are_resumed() {
    let (games, out) = (file("analyse_full.pgn", rounds(40)), folder("analyse_full").join("out.pgn"));
    let args = ["analyse", &games, "--out", text(&out), "--depth", "1", "--concurrency", "4"];
    let full = chess_in_shell("trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"", &args);
    assert!(full.code == Some(1) && full.stderr.contains("out.pgn: "), "{}", full.stderr);
    let written = fs::read_to_string(&out).unwrap();
    assert!(written.contains("[Event ") && written.ends_with(" 0-1\n\n"), "{written}");
    let resumed = chess(&[&args[..], &["--resume"]].concat());
    assert_eq!((resumed.code, resumed.stderr.as_str()), (Some(0), ""));
    let written = fs::read_to_string(&out).unwrap();
    assert!((1..=40).all(|round| written.matches(&format!("[Round \"{round}\"]")).count() == 1));
}

#[test]
#[cfg(target_os = "linux")]
fn what_else_cannot_be_written_costs_no_game() {
    let (game, out) = (file("analyse_costs.pgn", GAME), folder("analyse_costs").join("out.pgn"));
    let cheat = script("costs", "echo bestmove e2e5");
    for (line, args) in [
        ("\"$0\" \"$@\" >/dev/full", &["analyse", &game, "--depth", "1", "--json", "--out"][..]),
        ("\"$0\" \"$@\"", &["analyse", &game, "--depth", "1", "--svg", "/dev/null/curve.svg", "--out"]),
        (
            "\"$0\" \"$@\" >/dev/full",
            &["match", &format!("{cheat}; depth=1"), "random", "--games", "1", "--pgn"],
        ),
    ] {
        drop(fs::remove_file(&out));
        let run = chess_in_shell(line, &[args, &[text(&out)]].concat());
        let games = fs::read_to_string(&out).unwrap().matches("[Event ").count();
        assert_eq!((run.code, games), (Some(1), 1), "{args:?}: {}", run.stderr);
    }
}

/// Nothing comes from the pipe: the first signal ends the program, as it does before a FIFO has a writer.
#[test]
#[cfg(target_os = "linux")]
fn the_first_signal_ends_what_waits_for_its_first_byte() {
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};

    use crate::run::{chess_in_pipes, send};

    let fifo = folder("silent").join("fifo.pgn");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let out = folder("silent_out").join("out.bin");
    for input in ["-", text(&fifo)] {
        for args in [
            &["pgn", input][..],
            &["pgn", input, "--out", text(&out)],
            &["book", "build", input, "--out", text(&out)],
            &["tree", input],
        ] {
            for signal in ["INT", "TERM"] {
                let mut child = chess_in_pipes(args);
                send(&child, signal);
                let begun = Instant::now();
                // `wait` would close the input.
                let status = loop {
                    match child.try_wait().unwrap() {
                        None if begun.elapsed().as_secs() < 10 => thread::sleep(Duration::from_millis(5)),
                        status => break status,
                    }
                };
                let _ = child.kill();
                let code = if signal == "INT" { 130 } else { 143 };
                assert_eq!(status.and_then(|status| status.code()), Some(code), "{args:?} {signal}");
                assert!(!out.exists(), "{args:?} {signal}");
            }
        }
    }
}

/// Ctrl-C also ends the program that writes to the pipe: the command does not take what it has read so far for the whole input.
#[test]
#[cfg(target_os = "linux")]
fn an_end_of_input_after_a_signal_is_an_interruption() {
    use crate::run::{chess_in_pipes, send};

    let out = folder("silent_ends").join("out");
    for round in 0..60 {
        let args = [&["book", "build", "-", "--out"][..], &["pgn", "-", "--out"]][round % 2];
        let mut child = chess_in_pipes(&[args, &[text(&out)]].concat());
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"1. e4 e5 1-0\n\n").unwrap();
        let (signal, code) = [("INT", 130), ("TERM", 143)][round / 2 % 2];
        send(&child, signal);
        drop(stdin);
        let ended = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&ended.stderr);
        assert_eq!((ended.status.code(), out.exists()), (Some(code), false), "{args:?} {round}: {told}");
    }
}

/// Where a signal is to stop the work and the work waits for a reader, the next one ends the program.
#[test]
#[cfg(target_os = "linux")]
fn sigterm_ends_what_waits_for_a_pipe() {
    use std::process::Command;

    use crate::run::{chess_in_pipes, send};

    let games = file("analyse_signals.pgn", rounds(2000));
    for (args, is_full) in [(&["pgn", &games, "--json"][..], true), (&["analyse", "-"], false)] {
        let mut child = chess_in_pipes(args);
        if is_full {
            // In this time, the pipe of stdout becomes full.
            std::thread::sleep(std::time::Duration::from_millis(500));
            send(&child, "TERM");
        }
        let id = child.id().to_string();
        let ended = (0..200).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            drop(Command::new("kill").args(["-TERM", &id]).status());
            child.try_wait().unwrap()
        });
        drop(child.kill());
        assert_eq!(ended.map(|status| status.code()), Some(Some(143)), "{args:?}");
    }
}
