//! `chess match`: engines that play well, badly and not at all.

use std::collections::BTreeMap;
use std::fs;

use chess_arena::matches::Pairs;
use serde_json::{Value, json};

use crate::run::{Run, chess, file, folder, text};

/// A script that answers `go` by these commands of a shell, as an engine.
pub(crate) fn script(name: &str, go: &str) -> String {
    let content = format!(
        "while read -r word rest; do case $word in uci) echo id name {name}; echo option name Hash type spin default 1 \
         min 1 max 9; echo option name UCI_Chess960 type check default false; echo uciok;; isready) echo readyok;; go) {go};; \
         quit) exit;; esac; done"
    );
    format!("sh {}", file(&format!("engine_{name}.sh"), content))
}

/// This program as an engine with settings.
pub(crate) fn own(settings: &str) -> String {
    format!("'{}' uci; {settings}", env!("CARGO_BIN_EXE_chess"))
}

fn play(args: &[&str]) -> Run {
    let run = chess(&[&["match"], args].concat());
    let are_games = run.stderr.lines().all(|line| line.starts_with("game "));
    assert!(run.code == Some(0) && are_games, "{}{}", run.stdout, run.stderr);
    run
}

/// Headers and moves of the games in a file, which must all be right.
fn games(path: &str) -> Vec<Value> {
    let run = chess(&["pgn", path, "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    run.json_lines()
}

/// The text of a file, which may be broken into lines anywhere.
fn one_line(path: &std::path::Path) -> String {
    fs::read_to_string(path).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_engine_with_a_fault_loses_and_the_match_continues() {
    let folder = folder("match_faults");
    for (name, go, key, kind, reason) in [
        (
            "crashes",
            "echo out of luck >&2; exit 3",
            "crashes",
            "crash",
            "crash: the engine has ended with exit code 3: out of luck",
        ),
        ("hangs", "sleep 60", "timeouts", "hang", "stalled connection: no output for "),
        ("cheats", "echo bestmove e2e5", "illegal", "illegal", "illegal move: bestmove e2e5 in "),
        ("flags", "sleep 0.4; echo bestmove a2a3", "timeouts", "time", "time forfeit: no move after "),
    ] {
        let (engine, path) = (script(name, go), folder.join(format!("{name}.pgn")));
        let engine = if name == "flags" { format!("{engine}; tc=0.1") } else { engine };
        let args =
            [engine.as_str(), "random", "--depth", "1", "--games", "3", "--timeout", "1.5", "--margin", "10"];
        let report = play(&[&args[..], &["--json", "--pgn", text(&path)]].concat()).json();
        assert_eq!(report["games"], 4);
        let engine = &report["engines"][0];
        assert_eq!(
            (&engine["name"], &engine["losses"], &engine[key]),
            (&json!(name), &json!(4), &json!(4)),
            "{report}"
        );
        assert_eq!(report["engines"][1]["wins"], 4);
        assert_eq!(report["pairs"], json!([2, 0, 0, 0, 0]));
        for fault in report["faults"].as_array().unwrap() {
            assert_eq!((&fault["engine"], &fault["kind"]), (&json!(name), &json!(kind)));
            let message = fault["message"].as_str().unwrap();
            assert!(message.starts_with(reason), "{message}");
        }
        let results: Vec<_> = games(text(&path)).iter().map(|game| game["result"].clone()).collect();
        assert_eq!(results, ["0-1", "1-0", "0-1", "1-0"]);
        assert!(one_line(&path).contains(&format!("{{White loses: {}", &reason[..10])));
    }
}

#[test]
fn faults_and_the_report_are_told_in_lines() {
    let engine = script("cheater", "echo bestmove e2e5");
    let run = play(&["random; name=first", &format!("{engine}; name=second; depth=1"), "--games", "2"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(
        lines[0].starts_with("game 1.1: second (Black) loses: illegal move: bestmove e2e5 in "),
        "{lines:?}"
    );
    assert!(lines[1].starts_with("game 1.2: second (White) loses: illegal move: "), "{lines:?}");
    assert_eq!(lines[2..4], ["games 2", "first   +2 =0 -0  2 points (100.0 %)  Elo unknown"]);
    assert_eq!(lines[4], "second  +0 =0 -2  0 points (0.0 %)  Elo unknown  2 illegal");
    assert_eq!(lines[5], "pairs 1 (0, 1/2, 1, 3/2, 2 points): 0 0 0 0 1");
    assert_eq!(lines[6..], ["LOS unknown, draws 0.0 %, normalized Elo unknown"]);
}

/// Two engines are listed as they were given; more by their share of the points, and as they were given where it is equal.
#[test]
fn engines_of_a_gauntlet_are_listed_by_their_points() {
    let loser = &*script("loser", "echo bestmove e2e5");
    for (engines, listed) in [
        (&[loser, "random; name=b"][..], &["loser", "b"][..]),
        (&[loser, "random; name=b", "random; name=c"], &["1. b", "2. c", "3. loser"]),
        (&["random; name=b", loser, "random; name=c"], &["1. b", "2. c", "3. loser"]),
    ] {
        let run =
            play(&[engines, &["--depth", "1", "--games", "2", "--max-moves", "2", "--gauntlet"]].concat());
        let report = run.stdout.lines().skip_while(|line| !line.starts_with("games ")).skip(1);
        let names: Vec<_> =
            report.take(engines.len()).filter_map(|line| line.trim().split("  ").next()).collect();
        assert_eq!(names, listed, "{}", run.stdout);
    }
}

/// Each game has a line on stderr where that is not a terminal, and the report comes whatever ends the match.
#[test]
#[cfg(target_os = "linux")]
fn without_a_terminal_a_match_reports_games_and_end() {
    let (engines, short) =
        (["match", "random; name=a", "random; name=b"], ["--games", "4", "--max-moves", "2"]);
    for (more, code, told, report) in [
        (&[][..], 0, 4, "games 4\na  +0 =4 -0  2 points (50.0 %)  Elo +0.0 ± unbounded\n"),
        (&["--report", "4"], 0, 1, "games 4\n"),
        (&["--pgn", "/dev/full"], 1, 1, "incomplete: games 1\n"),
        (&["random; name=c", "--gauntlet"], 0, 8, "games 8\n"),
    ] {
        let run = chess(&[&engines[..], more, &short].concat());
        assert!(run.code == Some(code) && run.stdout.starts_with(report), "{}", run.stdout);
        assert_eq!(run.stderr.lines().count(), told, "{}", run.stderr);
        let last = run.stderr.lines().last().unwrap();
        if code == 0 {
            assert!(last.starts_with("game ") && last.contains(" 1/2-1/2, too many moves; a +0 ="), "{last}");
        } else {
            assert!(last.starts_with("error: /dev/full: No space left"), "{last}");
        }
        let table = "          vs. 1      vs. 2      vs. 3\n 1. a          -        2/4        2/4\n 2. b        2/4          -          -\n";
        assert_eq!(run.stdout.contains(table), more.contains(&"--gauntlet"), "{}", run.stdout);
    }
}

/// A game is over at once and cannot be written: the others, in which an engine thinks for a minute, end with the match.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_stops_all_games_at_once() {
    let slow = format!("{}; movetime=60000", script("slow", "sleep 60"));
    let begun = std::time::Instant::now();
    let run = chess(&[
        "match",
        "random; name=a",
        "random; name=b",
        &slow,
        "--games",
        "2",
        "--concurrency",
        "3",
        "--max-moves",
        "2",
        "--pgn",
        "/dev/full",
    ]);
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    assert!(run.code == Some(1) && run.stdout.starts_with("incomplete: games 1\n"), "{}", run.stdout);
    let last = run.stderr.lines().last().unwrap();
    assert!(last.starts_with("error: /dev/full: No space left"), "{}", run.stderr);
}

/// An engine of 70,000 letters in its name, or in that of the user, is listed; what a crashed one wrote is shown, and how it ended.
#[test]
#[cfg(unix)]
fn long_names_and_last_words() {
    let long = "n".repeat(70_000);
    let engine = script(&long[..200], "for i in 1 2 3; do echo line $i >&2; done; kill -9 $$");
    let spoken = fs::read_to_string(engine.strip_prefix("sh ").unwrap()).unwrap();
    fs::write(engine.strip_prefix("sh ").unwrap(), spoken.replace(&long[..200], &long)).unwrap();
    let report = |more: &[&str]| {
        chess(&[&["match", &engine, "random", "--depth", "1", "--games", "2"], more].concat())
    };
    let run = report(&["--json"]);
    let json = run.json();
    assert_eq!((run.code, &json["engines"][0]["name"]), (Some(0), &json!(&long[..255])));
    let fault = &json["faults"][0];
    assert_eq!(fault["message"], "crash: the engine has ended with signal: 9 (SIGKILL): line 3");
    assert_eq!(fault["stderr"], "line 1\nline 2\nline 3\n");
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines[..3], [1, 2, 3].map(|number| format!("game 1.1 stderr: line {number}")), "{lines:?}");
    let named = format!("random; name={long}");
    let run = chess(&["match", &named, "random", "--games", "2", "--max-moves", "1"]);
    assert!(run.code == Some(0) && run.stdout.contains(&format!("\n{long}  +0 =2 -0")), "{}", run.stderr);
    let path = folder("match_names").join("games.pgn");
    let run = chess(&["match", "random", &named, "--max-moves", "1", "--pgn", text(&path)]);
    let error = "error: engine 2: tag Black: the tag is longer than a reader accepts\n";
    assert!(run.code == Some(1) && run.stderr.ends_with(error), "{}", run.stderr);
}

/// A round is two games of each pairing from one opening, in the order of the file or another, and games have the tags that were given.
#[test]
fn rounds_openings_and_tags_are_as_they_were_given() {
    let folder = folder("match_rounds");
    let fens: Vec<String> =
        (1..=8).map(|number| format!("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 {number}")).collect();
    let openings = file("match_rounds.epd", fens.join("\n"));
    let starts = |number: &str, options: &[&str]| -> Vec<String> {
        let path = folder.join(format!("{number}.pgn"));
        let engines =
            ["random; name=a", "random; name=b", "random; name=c", "--gauntlet", "--max-moves", "1"];
        let tags = ["--event", "A \"cup\"", "--site", "Here", "--openings", &openings, "--pgn", text(&path)];
        play(&[&engines[..], &tags, options].concat());
        let mut games = games(text(&path));
        games.sort_by_key(|game| {
            let round = game["headers"]["Round"].as_str().unwrap().split_once('.').unwrap();
            [round.0, round.1].map(|number| number.parse::<u32>().unwrap())
        });
        let mut starts = Vec::new();
        // Two pairings, of two games each, in a round.
        for round in games.chunks(4) {
            let headers: Vec<&Value> = round.iter().map(|game| &game["headers"]).collect();
            assert!(
                headers.len() == 4 && headers.iter().all(|it| it["FEN"] == headers[0]["FEN"]),
                "{headers:?}"
            );
            assert!(
                headers.iter().all(|it| it["Event"] == "A \"cup\"" && it["Site"] == "Here"),
                "{headers:?}"
            );
            starts.push(headers[0]["FEN"].as_str().unwrap().to_owned());
        }
        starts
    };
    assert_eq!(starts("file", &["--rounds", "3", "--order", "sequential"]), fens[..3]);
    assert_eq!(starts("later", &["--rounds", "2", "--order", "sequential", "--start", "4"]), fens[3..5]);
    let mixed = starts("mixed", &["--rounds", "8"]);
    assert_ne!(mixed, fens);
    assert_eq!(starts("named", &["--rounds", "8", "--order", "random"]), mixed);
    assert_eq!(starts("mixed_later", &["--rounds", "3", "--start", "6"]), mixed[5..]);
    let mut sorted = mixed;
    sorted.sort();
    assert_eq!(sorted, fens);
    let default = folder.join("default.pgn");
    play(&["random; name=a", "random; name=b", "--games", "2", "--max-moves", "1", "--pgn", text(&default)]);
    let headers = &games(text(&default))[0]["headers"];
    assert_eq!([&headers["Event"], &headers["Site"]], ["chess match", "?"]);
}

/// Six games from two openings: the third pair repeats one.
#[test]
fn repeated_openings_are_reported() {
    let openings =
        file("match_repeats.epd", "4k3/8/8/8/8/8/PPPP4/4K3 w - -\n4k3/pppp4/8/8/8/8/8/4K3 b - -\n");
    let path = folder("match_repeats").join("games.pgn");
    let args = ["random; name=a", "random; name=b", "--max-moves", "3", "--openings", &openings];
    let games = |games, more: &[&str]| play(&[&args[..], &["--games", games], more].concat());
    let run = games("6", &["--pgn", text(&path)]);
    let told = run.stderr.lines().filter(|line| line.contains("repeats the opening of game 1.1")).count();
    assert_eq!(told, 1, "{}", run.stderr);
    assert!(
        run.stdout.ends_with("\npairs with a repeated opening: 1; the error margin is underestimated\n"),
        "{}",
        run.stdout
    );
    let resumed = games("10", &["--pgn", text(&path), "--resume", "--json"]);
    assert_eq!(resumed.json()["repeats"], 3);
    assert_eq!(games("4", &["--json"]).json()["repeats"], 0);
}

/// Tabs become blanks in tags, and in the names of a match.
#[test]
fn a_match_with_a_tab_in_a_name_is_resumed() {
    let path = folder("match_tab").join("games.pgn");
    let args = ["random; name=a\tb", "random; name=c", "--max-moves", "3"];
    play(&[&args[..], &["--games", "2", "--pgn", text(&path)]].concat());
    let report =
        play(&[&args[..], &["--games", "4", "--pgn", text(&path), "--resume", "--json"]].concat()).json();
    assert_eq!((&report["games"], &report["engines"][0]["name"]), (&json!(4), &json!("a b")));
}

#[test]
fn each_fills_missing_settings_which_are_recorded() {
    let folder = folder("match_settings");
    let [log, pgn] = ["log", "games.pgn"].map(|name| folder.join(name));
    let engines = [own("name=a"), own("name=b; Hash=2; nodes=9")];
    let each = ["--each", "Hash=3; nodes=50", "--games", "2", "--max-moves", "2", "--pgn-nodes"];
    let files = ["--log", text(&log), "--pgn", text(&pgn)];
    fs::write(&log, "of an earlier match\n").unwrap();
    play(&[&engines.each_ref().map(String::as_str)[..], &each, &files].concat());
    let log = fs::read_to_string(&log).unwrap();
    assert!(log.starts_with("of an earlier match\n"), "{log}");
    for line in [
        "> a#1: uci",
        "< b#2: uciok",
        "> a#1: setoption name Hash value 3",
        "> b#2: setoption name Hash value 2",
        "> a#3: go nodes 50",
        "> b#4: go nodes 9",
    ] {
        let is_line = |found: &str| {
            found.split_once(' ').is_some_and(|(time, rest)| time.parse::<f64>().is_ok() && rest == line)
        };
        assert!(log.lines().any(is_line), "{line}: {log}");
    }
    let headers = &games(text(&pgn))[0]["headers"];
    let id = concat!("chess ", env!("CARGO_PKG_VERSION"));
    assert_eq!([&headers["WhiteEngine"], &headers["BlackEngine"], &headers["PlyCount"]], [id, id, "12"]);
    let settings = headers["Settings"].as_str().unwrap();
    assert!(
        settings.starts_with("--seed 1 ") && settings.ends_with(" [nodes=50; Hash=3] [nodes=9; Hash=2]"),
        "{settings}"
    );
    assert!(one_line(&pgn).contains("s, n=") && one_line(&pgn).contains(", nps="));
    let resumed = chess(
        &[
            &["match"],
            &engines.each_ref().map(String::as_str)[..],
            &each,
            &["--seed", "2", "--pgn", text(&pgn), "--resume"],
        ]
        .concat(),
    );
    assert!(
        resumed.code == Some(1)
            && resumed.stderr.contains("game 1: the match was played with different settings: --seed 1 "),
        "{}",
        resumed.stderr
    );
}

#[test]
fn a_sequential_test_ends_the_match() {
    let (weak, strong) = (own("nodes=30; name=weak"), own("nodes=3000; name=strong"));
    let report = play(&[&weak, &strong, "--sprt", "-50,50", "--json", "--concurrency", "2"]).json();
    assert_eq!(report["decision"], "H0");
    assert!(report["llr"].as_f64().unwrap() <= -2.944, "{report}");
    assert!(report["games"].as_u64().unwrap() < 400, "{report}");
    let (cheat, errors) =
        (script("sprt", "echo bestmove e2e5"), ["--alpha", "0.2", "--beta", "0.2", "--normalized"]);
    let report_line =
        play(&[&[&*format!("{cheat}; nodes=1"), &*weak, "--sprt", "-1000,1000"], &errors[..]].concat())
            .stdout;
    assert!(report_line.contains("\nSPRT normalized [-1000, 1000]: LLR -"), "{report_line}");
    assert!(report_line.ends_with(" (-1.39, 1.39), H0 accepted\n"), "{report_line}");
    let [weak, strong] = [0, 1].map(|index| &report["engines"][index]);
    assert_eq!((&weak["name"], &weak["wins"]), (&json!("weak"), &strong["losses"]));
    assert!(weak["losses"].as_u64() > weak["wins"].as_u64(), "{report}");
}

/// The pairs of the report are those of the first engine, and the figures of either follow from its pairs and games.
#[test]
fn the_report_has_the_figures_of_its_pairs() {
    let report = play(&["random; name=a", "random; name=b", "--games", "40", "--json"]).json();
    let pairs: [u32; 5] = serde_json::from_value(report["pairs"].clone()).unwrap();
    let mut reversed = pairs;
    reversed.reverse();
    for (engine, pairs) in report["engines"].as_array().unwrap().iter().zip([pairs, reversed].map(Pairs)) {
        let number = |key: &str| engine[key].as_f64().unwrap_or_else(|| panic!("{key}: {report}"));
        let [elo, error] = pairs.elo_and_error().map(Option::unwrap);
        let [normalized, normalized_error] = pairs.normalized_elo().unwrap();
        for (key, expected) in [
            ("elo", elo),
            ("margin", error),
            ("normalized_elo", normalized),
            ("normalized_margin", normalized_error),
            ("superiority", pairs.superiority().unwrap()),
            ("draw_ratio", number("draws") / 40.0),
        ] {
            assert!((number(key) - expected).abs() < 1e-9, "{key} {expected}: {report}");
        }
    }
}

#[test]
fn scores_have_the_signs_that_converters_expect() {
    let path = folder("match_scores").join("games.pgn");
    play(&[&own("depth=4; name=good"), "random", "--games", "4", "--pgn", text(&path)]);
    let [by_default, by_mover] = [&[][..], &["--score-view", "mover"]].map(|view| {
        let run = chess(&[&["convert", text(&path), "-", "--to", "plain"], view].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    });
    assert_eq!(by_default, by_mover);
    // The engine has won, and was winning before. A position is `FEN | White's score | White's result`.
    let (mut agree, mut all) = (0, 0);
    for position in by_default.lines() {
        let fields: Vec<&str> = position.split(" | ").collect();
        let (score, result): (i32, f64) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
        if score.abs() > 300 {
            all += 1;
            agree += usize::from((score > 0) == (result > 0.5));
        }
    }
    assert!(all > 40 && agree == all, "{agree} of {all}");
}

#[test]
fn all_play_all_or_the_first_plays_the_others() {
    let engines = ["random; name=a", "random; name=b", "random; name=c"];
    let counts = |more: &[&str]| {
        let report = play(&[&engines[..], &["--games", "2", "--json"], more].concat()).json();
        let count = |engine: &Value| {
            ["wins", "draws", "losses"].map(|key| engine[key].as_u64().unwrap()).iter().sum::<u64>()
        };
        let counts = report["engines"].as_array().unwrap().iter().map(count).collect::<Vec<_>>();
        (report["games"].as_u64().unwrap(), counts)
    };
    assert_eq!(counts(&[]), (6, vec![4, 4, 4]));
    assert_eq!(counts(&["--gauntlet"]), (4, vec![4, 2, 2]));
}

#[test]
fn openings_are_played_with_both_colours() {
    let folder = folder("match_openings");
    let epd = file(
        "match_openings.epd",
        "# two\n4k3/8/8/8/8/8/PPPP4/4K3 w - - id \"x\";\n4k3/pppp4/8/8/8/8/8/4K3 b - - 0 1\n",
    );
    let pgn = file("match_openings.pgn", "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n\n1. c4 *\n");
    for (openings, plies, different) in [(&epd, None, 2), (&pgn, None, 3), (&pgn, Some("1"), 3)] {
        let path = folder.join(format!("{different}{}.pgn", plies.is_some()));
        let args = [
            "random; name=a",
            "random; name=b",
            "--openings",
            openings,
            "--games",
            "6",
            "--pgn",
            text(&path),
        ];
        play(&[&args[..], &plies.map_or(vec![], |plies| vec!["--plies", plies])].concat());
        let mut starts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for game in games(text(&path)) {
            let start =
                game["headers"]["FEN"].as_str().map_or_else(|| game["uci"][0].to_string(), str::to_owned);
            starts.entry(start).or_default().push(game["headers"]["White"].as_str().unwrap().to_owned());
        }
        assert_eq!(starts.len(), different, "{starts:?}");
        assert!(starts.values().all(|whites| whites.chunks(2).all(|pair| pair == ["a", "b"])), "{starts:?}");
    }
    let path = folder.join("chess960.pgn");
    play(&[
        "random; name=a",
        "random; name=b",
        "--chess960",
        "--games",
        "4",
        "--plies",
        "0",
        "--pgn",
        text(&path),
    ]);
    let starts: Vec<_> = games(text(&path)).iter().map(|game| game["headers"]["FEN"].clone()).collect();
    assert!(starts[0] == starts[1] && starts[1] != starts[2] && starts[2] == starts[3], "{starts:?}");
    let bad = chess(&["match", "random", "random", "--openings", &file("match_bad.epd", "4k3/8 w")]);
    assert_eq!(bad.code, Some(1));
    assert!(bad.stderr.contains("match_bad.epd: no openings found: line 1: "), "{}", bad.stderr);
}

#[test]
fn games_are_adjudicated() {
    let end = |more: &[&str], termination: &str| {
        let path = folder("match_adjudicated").join("games.pgn");
        let args = ["random; name=a", "random; name=b", "--games", "2", "--pgn", text(&path)];
        play(&[&args[..], more].concat());
        for game in games(text(&path)) {
            assert_eq!(game["headers"]["Termination"], termination);
        }
        one_line(&path)
    };
    assert!(end(&["--max-moves", "3"], "adjudication").contains("too many moves}"));
    let even = script("even", "echo info depth 3 score cp 5; echo bestmove $(cat)");
    // The script never moves: it stalls, and the score alone decides nothing.
    assert!(
        chess(&[
            "match",
            &even,
            "random",
            "--draw",
            "1:10",
            "--nodes",
            "1",
            "--games",
            "2",
            "--timeout",
            "1.5"
        ])
        .stdout
        .contains("2 on time")
    );
    let path = folder("match_drawn").join("games.pgn");
    let engines = [own("depth=1; name=a"), own("depth=1; name=b")];
    play(&[&engines[0], &engines[1], "--draw", "2:5000:4", "--games", "2", "--pgn", text(&path)]);
    let drawn = one_line(&path);
    assert!(
        drawn.matches("adjudicated draw}").count() == 2 && drawn.contains(" 6. ") && !drawn.contains(" 9. "),
        "{drawn}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_match_reports_and_is_resumed() {
    use crate::run::{chess_in_pipes, run, send};

    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let path = folder("match_resumed").join("games.pgn");
        let engines = ["match", "random; name=a", "random; name=b", "--json"];
        let child = chess_in_pipes(&[&engines[..], &["--games", "1000000", "--pgn", text(&path)]].concat());
        while fs::metadata(&path).map_or(0, |file| file.len()) < 20_000 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        send(&child, signal);
        let ended = run(child.wait_with_output().unwrap());
        assert_eq!(ended.code, Some(code));
        let report = ended.json();
        let played = report["games"].as_u64().unwrap();
        assert_eq!((&report["incomplete"], games(text(&path)).len() as u64), (&json!(true), played));
        let wanted = (played | 1) + 5;
        let resume = || {
            play(
                &[&engines[1..], &["--games", &wanted.to_string(), "--pgn", text(&path), "--resume"]]
                    .concat(),
            )
            .json()
        };
        let whole = resume();
        assert_eq!((&whole["games"], games(text(&path)).len() as u64), (&json!(wanted), wanted));
        // A game that was cut off is played again, and a half pair is filled up.
        let content = fs::read_to_string(&path).unwrap();
        fs::write(&path, &content[..content.len() - 100]).unwrap();
        assert_eq!(resume(), whole);
        assert_eq!(fs::read_to_string(&path).unwrap().len(), content.len());
        let refused = chess(&["match", "random; name=a", "random; name=c", "--pgn", text(&path), "--resume"]);
        assert_eq!(refused.code, Some(1));
        assert!(
            refused.stderr.contains("game 1: round 1.1 of this match is not a vs. b"),
            "{}",
            refused.stderr
        );
        let refused = chess(&["match", "random", "random", "--pgn", text(&path)]);
        assert!(refused.code == Some(1) && refused.stderr.contains("--resume"), "{}", refused.stderr);
        // The last game of another file is not one of the match that was cut off.
        let foreign = "[Event \"x\"]\n\n1. e4 e5\n";
        fs::write(&path, foreign).unwrap();
        let refused = chess(&["match", "random", "random", "--pgn", text(&path), "--resume"]);
        assert!(refused.code == Some(1) && refused.stderr.contains("game 1: round ? "), "{}", refused.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
    }
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    let engine = script("plain", "echo bestmove e2e4");
    for (args, code, complaint) in [
        (&["random"][..], 2, "2 values required"),
        (&["random", &engine], 2, "an engine has no limit"),
        (&["random", "random", "random", "--sprt", "0,5"], 2, "--sprt needs exactly two engines"),
        (&["random", "random", "--sprt=-1500,-500"], 2, "from -1000 to 1000"),
        (&["random", "random", "--alpha", "0.1"], 2, "--sprt <E0,E1>"),
        (&["random", "random", "--sprt", "0,5", "--beta", "0.5"], 2, "a number from 0.000001 to 0.499999"),
        (&["random", "x; depth=0"], 2, "depth=0: expected an integer of 1 or more"),
        (&["random", "./no-such-engine; depth=1"], 1, "./no-such-engine: the engine cannot be started"),
        (&["random", &format!("{engine}; Threads=2; depth=1")], 1, "plain has no option Threads"),
        (&["random", "random", "--syzygy", "no such folder"], 1, "--syzygy: "),
    ] {
        let run = chess(&[&["match"], args].concat());
        assert_eq!(run.code, Some(code), "{}", run.stderr);
        assert!(run.stderr.contains(complaint), "{}", run.stderr);
    }
}
