//! A perft in units: emitted, run, merged.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};

use chess_testkit::known::{KIWIPETE, START};
use serde_json::{Value, json};

use crate::run::{Run, chess, chess_in_pipes, chess_with_input};

/// The first position of the Chess960 suite.
const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9";

/// Two rooks on each side of each king; the inner ones may castle.
const INNER_ROOKS: &str = "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1";

fn emit(fen: &str, depth: u32, plies: u32) -> String {
    let run = chess(&["units", "emit", &depth.to_string(), "--fen", fen, "--plies", &plies.to_string()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout
}

fn perft(fen: &str, depth: u32) -> u64 {
    chess_movegen_perft::perft(&fen.parse().unwrap(), depth)
}

fn run_units(units: &str, args: &[&str]) -> String {
    let run = chess_with_input(&[&["units", "run"], args].concat(), units);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout
}

fn merge(units: &str, args: &[&str]) -> Run {
    chess_with_input(&[&["units", "merge"], args].concat(), units)
}

/// Merging these lines is refused, in one line that has all of these words.
fn assert_refused(units: &str, args: &[&str], words: &[&str]) {
    let run = merge(units, args);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{words:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    for word in words {
        assert!(run.stderr.contains(word), "{word}: {}", run.stderr);
    }
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The units of a small perft, run: 400 of them, with 197281 leaves in all.
fn finished() -> String {
    run_units(&emit(START, 4, 2), &[])
}

#[test]
fn units_add_up_to_perft() {
    for (fen, depth, leaves) in [
        (START, 4, 197_281_u64),
        (KIWIPETE, 3, 97_862),
        (CHESS960, 4, 326_672),
        (INNER_ROOKS, 4, perft(INNER_ROOKS, 4)),
    ] {
        for (plies, args) in [
            (0, &["--threads", "2"][..]),
            (1, &["--hash", "1"]),
            (2, &["--hash", "1", "--threads", "2"]),
            (3, &["--backend", "portable"]),
        ] {
            let finished = run_units(&emit(fen, depth, plies), args);
            let merged = merge(&finished, &["--json"]);
            assert_eq!(merged.code, Some(0), "{}", merged.stderr);
            let report = merged.json();
            assert_eq!(report["nodes"], leaves, "{fen}, cut at {plies}");
            assert_eq!(report["fen"], fen);
            assert_eq!(report["depth"], depth);
            assert_eq!(report["units"], finished.lines().count());
        }
    }
}

#[test]
fn units_at_the_leaves() {
    let finished = run_units(&emit(KIWIPETE, 2, 2), &[]);
    assert!(json_lines(&finished).iter().all(|unit| unit["depth"] == 0 && unit["nodes"] == 1));
    assert!(merge(&finished, &[]).stdout.starts_with("nodes 2039\nunits "));
}

#[test]
fn each_position_is_emitted_once() {
    let emitted = emit(START, 6, 4);
    assert_eq!(
        emitted.lines().next().unwrap(),
        format!(
            r#"{{"unit":1,"units":72078,"fen":{},"depth":2,"multiplicity":{},"root":"{START}","root_depth":6}}"#,
            json_lines(&emitted)[0]["fen"],
            json_lines(&emitted)[0]["multiplicity"],
        )
    );
    let units = json_lines(&emitted);
    // Both numbers are published: perft 4, and the distinct positions after 4 plies (OEIS A083276).
    assert_eq!(units.iter().filter_map(|unit| unit["multiplicity"].as_u64()).sum::<u64>(), 197_281);
    assert_eq!(units.len(), 72_078);
    let fens: HashSet<&str> = units.iter().filter_map(|unit| unit["fen"].as_str()).collect();
    assert_eq!(fens.len(), units.len());
    assert!(fens.iter().all(|fen| fen.ends_with(" 0 1")));
    assert!(units.iter().zip(1..).all(|(unit, number)| unit["unit"] == number));
}

#[test]
fn a_line_without_end_is_named_and_passed_over() {
    let units = emit(START, 2, 1);
    let (first, rest) = units.split_once('\n').unwrap();
    let run = chess_with_input(&["units", "run"], format!("{first}\n{}\n{rest}", "x".repeat(100_000)));
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr, "error: line 2: the line has more than 65536 bytes\n");
    assert_eq!(merge(&run.stdout, &[]).stdout, "nodes 400\nunits 20\n");
}

#[test]
fn a_killed_run_loses_only_the_unit_at_hand() {
    let units = emit(START, 4, 2);
    let (first, rest): (Vec<_>, Vec<_>) = units.split_inclusive('\n').enumerate().partition(|&(i, _)| i < 3);
    let text = |lines: &[(usize, &str)]| lines.iter().map(|&(_, line)| line).collect::<String>();

    // Stdin stays open, so that the lines are there before the run is over; then it is killed.
    let mut child = chess_in_pipes(&["units", "run"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(text(&first).as_bytes()).unwrap();
    stdin.flush().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let saved: String = lines.take(3).map(|line| line.unwrap() + "\n").collect();
    child.kill().unwrap();
    child.wait().unwrap();
    drop(stdin);

    let whole = finished();
    assert!(whole.starts_with(&saved));
    let resumed = format!("{saved}{}", run_units(&text(&rest), &[]));
    assert_eq!(merge(&resumed, &[]).stdout, "nodes 197281\nunits 400\n");

    // All of them once more, beside those that had been saved.
    let repeated = format!("{saved}{whole}");
    assert_eq!(merge(&repeated, &["--allow-repeats"]).stdout, "nodes 197281\nunits 400\n");
    assert_refused(&repeated, &[], &["line 4: unit 1 ", "line 1", "--allow-repeats"]);
}

#[test]
fn lines_may_come_in_any_order() {
    let finished = finished();
    let reversed: String = finished.split_inclusive('\n').rev().flat_map(|line| [line, "\n"]).collect();
    assert_eq!(merge(&reversed, &[]).stdout, "nodes 197281\nunits 400\n");
}

#[test]
fn missing_units_are_named() {
    let finished = finished();
    let without = |numbers: &[usize]| -> String {
        let lines = finished.split_inclusive('\n').zip(1..);
        lines.filter(|(_, number)| !numbers.contains(number)).map(|(line, _)| line).collect()
    };
    assert_refused(&without(&[17]), &[], &["1 of 400 units are missing: 17\n"]);
    assert_refused(&without(&[1, 2, 400]), &["--allow-repeats"], &["3 of 400", ": 1 2 400\n"]);
    let most: Vec<usize> = (5..=400).collect();
    assert_refused(&without(&most), &[], &["396 of 400", ": 5 6 7 8 9 10 11 12 13 14 ..."]);
    let ten: Vec<usize> = (391..=400).collect();
    assert_refused(&without(&ten), &[], &["10 of 400", ": 391 392 393 394 395 396 397 398 399 400\n"]);
    assert_refused("", &[], &["no units"]);
    assert_refused("\n", &["--json"], &["no units"]);
}

#[test]
fn contradictions_are_always_refused() {
    let finished = finished();
    let (first, _) = finished.split_once('\n').unwrap();
    let mut unit: Value = serde_json::from_str(first).unwrap();
    let nodes = unit["nodes"].as_u64().unwrap();
    unit["nodes"] = json!(nodes + 1);
    for args in [&[][..], &["--allow-repeats"]] {
        let words = ["line 401: unit 1 ", &format!("{} nodes", nodes + 1), &format!("{nodes} in line 1")];
        assert_refused(&format!("{finished}{unit}\n"), args, &words);
    }
    unit["nodes"] = json!(nodes);
    unit["multiplicity"] = json!(7);
    assert_refused(&format!("{finished}{unit}\n"), &["--allow-repeats"], &["line 401: unit 1 is another"]);
}

#[test]
fn mixed_perfts_are_refused() {
    let finished = finished();
    for other in [emit(KIWIPETE, 4, 2), emit(START, 5, 2), emit(START, 4, 1)] {
        assert_refused(&format!("{finished}{other}"), &[], &["line 401", "another perft", START]);
    }
}

#[test]
fn lines_that_are_no_finished_units_are_refused() {
    let finished = finished();
    assert_refused(&emit(START, 4, 2), &[], &["line 1: unit 1 has not been run"]);
    assert_refused(&format!("{finished}{{\"unit\":\n"), &[], &["line 401: this is not a unit"]);
    assert_refused(&finished.replace("\"unit\":9,", "\"unit\":401,"), &[], &["no unit 401 of 400"]);
    assert_refused(&finished.replace("\"unit\":9,", "\"unit\":0,"), &[], &["no unit 0 of 400"]);
}

#[test]
fn totals_beyond_64_bits() {
    let units = emit(START, 15, 1);
    assert_eq!(units.lines().count(), 20);
    let finished = units.replace('}', &format!(",\"nodes\":{}}}", u64::MAX));
    let merged = merge(&finished, &[]);
    assert_eq!(merged.stdout, format!("nodes {}\nunits 20\n", 20 * u128::from(u64::MAX)));
}

/// Lines that agree with each other are not believed when they say what is not so.
#[test]
fn units_are_held_against_the_perft_they_name() {
    let finished = finished();
    let line = finished.lines().nth(6).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(line.contains(from), "{line}");
        finished.replace(line, &line.replace(from, to))
    };
    let multiplicity = changed("\"multiplicity\":1,", "\"multiplicity\":2,");
    assert_refused(&multiplicity, &[], &["line 7: unit 7: \"multiplicity\" is 2, but the unit's is 1\n"]);
    let fen = changed(" w KQkq - 0 1\",\"depth\"", " w KQ - 0 1\",\"depth\"");
    assert_refused(
        &fen,
        &["--json"],
        &["line 7: unit 7: \"fen\" is ", " w KQ - 0 1, but ", " w KQkq - 0 1\n"],
    );

    let but_one: Vec<&str> = finished.lines().take(399).collect();
    let fewer = but_one.join("\n").replace("\"units\":400", "\"units\":399");
    assert_refused(&fewer, &[], &["\"units\" is 399, but the perft has 400 of them: depth 4 of ", START]);
    let root = finished.replace(START, KIWIPETE);
    assert_refused(&root, &[], &["\"units\" is 400, but the perft has "]);
}

/// Small numbers of leaves are counted again, and large ones must be possible.
#[test]
fn wrong_numbers_of_nodes_are_refused() {
    let with_nodes = |finished: &str, nodes: u64| {
        let line = finished.lines().nth(6).unwrap();
        let (start, _) = line.split_once("\"nodes\":").unwrap();
        finished.replace(line, &format!("{start}\"nodes\":{nodes}}}"))
    };
    for (depth, plies, leaves) in [(2, 2, 1), (3, 2, 19), (3, 1, 420)] {
        let finished = run_units(&emit(START, depth, plies), &[]);
        assert!(finished.lines().nth(6).unwrap().ends_with(&format!("\"nodes\":{leaves}}}")), "{finished}");
        for nodes in [0, leaves - 1, leaves + 1, u64::MAX] {
            let changed = with_nodes(&finished, nodes);
            if nodes == leaves {
                continue;
            }
            let words = format!("line 7: unit 7 has {nodes} nodes, but its position has {leaves} leaves\n");
            assert_refused(&changed, &[], &[&words]);
            assert_refused(&changed, &["--allow-repeats"], &[&words]);
        }
    }
    // 420 positions with 218 moves each have fewer leaves than this.
    let finished = run_units(&emit(START, 4, 1), &[]);
    let words = ["line 7: unit 7 has 200000 nodes, but its position has at most "];
    assert_refused(&with_nodes(&finished, 200_000), &[], &words);
    assert_eq!(merge(&finished, &[]).stdout, "nodes 197281\nunits 20\n");
}

#[test]
fn absurd_perfts_are_refused_before_they_are_cut() {
    let finished = finished();
    let unit = finished.lines().next().unwrap().replace("\"units\":400", "\"units\":1");
    for (from, to, words) in [
        (START, "rnbz", "line 1: the root of unit 1: board field"),
        ("\"depth\":2", "\"depth\":5", "line 1: unit 1 has depth 5 and root_depth 4"),
        (
            "\"root_depth\":4",
            "\"root_depth\":65",
            "root_depth 65; the first must not exceed the second, nor the second 64",
        ),
        ("\"root_depth\":4", "\"root_depth\":64", "more than 1048576 positions"),
        (
            "\"units\":1,",
            "\"units\":18446744073709551615,",
            "18446744073709551614 of 18446744073709551615 units",
        ),
    ] {
        assert!(unit.contains(from), "{unit}");
        assert_refused(&unit.replace(from, to), &[], &[words]);
    }
}

#[test]
fn lines_without_end_are_not_merged() {
    let finished = finished();
    let words = ["line 401: the line has more than 65536 bytes\n"];
    assert_refused(&format!("{finished}{}\n", " ".repeat(100_000)), &[], &words);
}

#[test]
fn a_torn_last_line_is_named() {
    let finished = finished();
    let last = finished.trim_end().rfind('\n').unwrap() + 1;
    let number = "{\"unit\":400";
    for cut in 1..finished.len() - last - 1 {
        let torn = &finished[..last + cut];
        let words =
            if cut <= number.len() { "before the number of its unit" } else { "in the middle of unit 400" };
        if cut % 16 == 1 || cut.abs_diff(number.len()) < 3 {
            assert_refused(torn, &[], &["line 400: the last line is cut off ", words]);
        }
    }
    // Only its line break is missing.
    assert_eq!(merge(finished.trim_end(), &[]).stdout, "nodes 197281\nunits 400\n");
    // What is broken elsewhere is not torn.
    let broken = finished.replacen("\"nodes\"", "", 1);
    assert_refused(&broken, &[], &["line 1: this is not a unit"]);
}

#[test]
fn a_line_that_is_no_unit_is_named_and_the_others_are_run() {
    let units = emit(START, 3, 1);
    let (first, rest) = units.split_once('\n').unwrap();
    let bad_fen = first.replace("\"fen\":\"rnbq", "\"fen\":\"rnbz");
    let bad_depth = first.replace("\"depth\":2", "\"depth\":65");
    let run =
        chess_with_input(&["units", "run"], format!("{first}\nnonsense\n\n{bad_fen}\n{bad_depth}\n{rest}"));
    assert_eq!(run.code, Some(1));
    let complaints: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(complaints.len(), 3, "{}", run.stderr);
    assert!(complaints[0].starts_with("error: line 2: this is not a unit"), "{}", run.stderr);
    assert!(complaints[1].starts_with("error: line 4: unit 1: board field"), "{}", run.stderr);
    assert!(complaints[2].starts_with("error: line 5: unit 1: the depth"), "{}", run.stderr);
    assert_eq!(merge(&run.stdout, &[]).stdout, "nodes 8902\nunits 20\n");
}

/// They could not be merged, and counting may take days.
#[test]
fn units_that_contradict_themselves_are_not_run() {
    let units = emit(START, 3, 1);
    let (first, rest) = units.split_once('\n').unwrap();
    for (from, to, words) in [
        ("\"unit\":1,", "\"unit\":0,", "there is no unit 0 of 20"),
        ("\"unit\":1,", "\"unit\":21,", "there is no unit 21 of 20"),
        ("\"root_depth\":3", "\"root_depth\":1", "unit 1 has depth 2 and root_depth 1; "),
        ("\"root_depth\":3", "\"root_depth\":65", "unit 1 has depth 2 and root_depth 65; "),
        ("\"multiplicity\":1", "\"multiplicity\":0", "unit 1: no move sequence leads to it"),
        ("\"root\":\"rnbq", "\"root\":\"rnbz", "unit 1: the root: board field"),
    ] {
        assert!(first.contains(from), "{first}");
        let run = chess_with_input(&["units", "run"], format!("{}\n{rest}", first.replace(from, to)));
        assert_eq!((run.code, run.stdout.lines().count()), (Some(1), 19));
        assert!(run.stderr.starts_with(&format!("error: line 1: {words}")), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1);
    }
}

#[test]
fn a_tree_that_ends_above_the_cut_has_no_units() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let run = chess(&["units", "emit", "3", "--fen", stalemate, "--plies", "1"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("no units"), "{}", run.stderr);
    for depth in [3, 64] {
        let finished = run_units(&emit(stalemate, depth, 0), &[]);
        assert_eq!(merge(&finished, &[]).stdout, "nodes 0\nunits 1\n", "{depth}");
    }
}

#[test]
fn wrong_command_line() {
    for args in [
        &["units"][..],
        &["units", "emit"],
        &["units", "emit", "3"],
        &["units", "emit", "--plies", "2"],
        &["units", "emit", "3", "--plies", "4"],
        &["units", "emit", "65", "--plies", "1"],
        &["units", "emit", "3", "--plies", "2", "--threads", "2"],
        &["units", "run", "3"],
        &["units", "run", "--mode", "list"],
        &["units", "run", "--allow-repeats"],
        &["units", "merge", "--hash", "1"],
        &["perft", "8", "--emit-units", "3"],
    ] {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
    let run = chess(&["units", "emit", "3", "--plies", "4"]);
    assert_eq!(
        run.stderr,
        "error: --plies: K is greater than DEPTH\n\nUsage: chess units emit [OPTIONS] --plies <K> <DEPTH>\n\n\
         For more information, try '--help'.\n"
    );
}
