//! `chess check`: engines that break one rule each, and those that keep all.

#![cfg(target_os = "linux")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::matches::script;
use crate::run::{Run, chess, file};

/// This program as an engine whose input and output are edited by these commands of sed. At `quit`, the first sed ends, too.
fn edited(name: &str, input: &str, output: &str) -> String {
    let program = env!("CARGO_BIN_EXE_chess");
    let script = format!("sed -u -e '{input}' -e '/^quit/q' | '{program}' uci | sed -u -e '{output}'");
    format!("sh {}", file(&format!("check_{name}.sh"), script))
}

/// The rules that an engine breaks, each with what was seen.
fn broken(engine: &str, timeout: &str) -> Vec<[String; 2]> {
    let run = chess(&["check", engine, "--json", "--timeout", timeout, "--margin", "2000"]);
    let lines = run.json_lines();
    let (summary, rules) = lines.split_last().unwrap();
    let of = |verdict: &str| rules.iter().filter(|rule| rule["verdict"] == verdict).collect::<Vec<_>>();
    let counts = ["passed", "failed", "skipped"].map(|verdict| of(verdict).len());
    assert_eq!(
        *summary,
        json!({"type": "summary", "passed": counts[0], "failed": counts[1], "skipped": counts[2]})
    );
    assert_eq!((rules.len(), run.code), (23, Some(i32::from(counts[1] > 0))), "{}", run.stdout);
    let text = |rule: &Value, key: &str| rule[key].as_str().unwrap().to_owned();
    of("failed").into_iter().map(|rule| [text(rule, "rule"), text(rule, "seen")]).collect()
}

/// The name of a fault, the edits of input and output that make it, the rule that it breaks, and what is said of it.
const FAULTS: [[&str; 5]; 30] = [
    ["nameless", "", "/^id name/d", "uci", "no id name"],
    ["no_uciok", "", "/^uciok/d", "uci", "the engine did not answer in time (uciok)"],
    ["ends_at_uci", "/^uci$/q", "s/.*//", "uci", "the engine has ended"],
    [
        "low_default",
        "",
        "s/\\(Hash .*default\\) [0-9]*/\\1 0/",
        "options",
        "expected a default of an integer from 1 to",
    ],
    ["option_without_type", "", "s/ type button//", "options", "Clear Hash\": option type: "],
    ["option_twice", "", "/name Hash/p", "options", "two options Hash"],
    ["no_readyok", "", "/^readyok/d", "isready", "no readyok within 2.000 s"],
    [
        "ends_at_setoption",
        "/^setoption name Threads/q",
        "",
        "setoption",
        "Threads=1: crash: the engine has ended",
    ],
    ["ends_at_unknown", "/^xyzzy/q", "", "unknown command", "crash: the engine has ended"],
    ["no_move", "", "/^bestmove/d", "go", "no bestmove within 2.000 s"],
    ["ends_at_go", "/^go/q", "/^bestmove/d", "go", "crash: the engine has ended"],
    ["ends_at_new_game", "/^ucinewgame/q", "", "ucinewgame", "crash: the engine has ended"],
    [
        "deaf_in_search",
        "/^go infinite/,/^stop/{/^isready/d}",
        "",
        "isready in search",
        "no readyok within 2.000 s",
    ],
    ["no_stop", "/^stop/d", "", "stop", "no bestmove within 2.000 s"],
    ["impatient", "s/^go infinite/go depth 1/", "", "stop", " before stop"],
    ["impatient_ponderer", "s/^go ponder/go/", "", "ponderhit", " before ponderhit"],
    ["no_ponderhit", "/^ponderhit/d", "", "ponderhit", "no bestmove within 2.000 s"],
    ["endless_depth", "s/^go depth 5/go infinite/", "", "depth", "no bestmove within 2.000 s"],
    ["endless_nodes", "s/^go nodes.*/go infinite/", "", "nodes", "no bestmove within 2.000 s"],
    ["endless_movetime", "s/^go movetime.*/go infinite/", "", "movetime", "no bestmove within 2.300 s"],
    ["endless_clock", "s/^go wtime.*300$/go infinite/", "", "clock", "no bestmove within 2.300 s"],
    ["endless_movestogo", "s/^go .*movestogo.*/go infinite/", "", "movestogo", "no bestmove within 2.300 s"],
    ["two_lines", "", "/multipv 3/d", "multipv", "lines [1, 2] with MultiPV 3"],
    ["no_promotion", "", "s/^bestmove a7a8q/bestmove a7a8/", "bestmove", "promotion: bestmove a7a8 in 8/P7/"],
    [
        "takes_its_rook",
        "",
        "s/^bestmove e1g1/bestmove e1h1/",
        "bestmove",
        "mate by castling: bestmove e1h1 in ",
    ],
    [
        "castles_in_two_steps",
        "",
        "s/^bestmove d1h1/bestmove d1g1/",
        "chess960",
        "mate by castling: bestmove d1g1 in ",
    ],
    [
        "moves_after_mate",
        "",
        "s/^bestmove 0000/bestmove h8h7/",
        "no legal move",
        "mate: bestmove h8h7 in 7k/6Q1/",
    ],
    ["moves_twice", "", "/^bestmove/p", "one bestmove", "60 bestmove for 30 go"],
    ["illegal_reply", "", "s/ponder .*/ponder a1a8/", "ponder", "a1a8 in bestmove "],
    ["ends_never", "/^quit/d", "", "quit", "no end within 2.000 s"],
];

/// More faults in lines of information.
const REPORTS: [[&str; 5]; 3] = [
    ["malformed_reply", "", "s/ponder .*/ponder xx/", "ponder", "bestmove ponder: byte "],
    ["malformed_depth", "", "s/^info depth/info depth x/", "info", "info depth: byte "],
    ["illegal_line", "", "s/ pv \\(....\\).*/ pv \\1 \\1/", "info", " in info depth "],
];

#[test]
fn each_fault_breaks_one_rule() {
    let faults: Vec<_> = FAULTS.iter().chain(&REPORTS).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some([name, input, output, rule, seen]) =
                    faults.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let broken = broken(&edited(name, input, output), "2");
                    let is_it =
                        matches!(&broken[..], [[broken, told]] if broken == rule && told.contains(seen));
                    assert!(is_it, "{name}: {broken:?}");
                }
            });
        }
    });
}

/// The engines that matches and analyses cope with.
#[test]
fn engines_that_fail_in_searches_fail_in_the_check() {
    let at_once = ["stop", "bestmove", "chess960"];
    for (name, go, rules) in [
        ("deaf", ":", &["go"][..]),
        ("ready", "while sleep 0.02; do echo readyok; done", &["go"]),
        ("noisy", "while sleep 0.02; do echo noise; done", &["go"]),
        ("counter", "while :; do n=$((n + 1)); echo info depth $n; done", &["go"]),
        ("crash", "echo last words >&2; exit 3", &["go"]),
        ("killed", "kill -9 $$", &["go"]),
        ("illegal", "echo bestmove e2e5", &["stop", "bestmove", "chess960", "no legal move"]),
        ("none", "echo 'bestmove (none)'", &at_once),
        ("nonsense", "echo bestmove castles", &at_once),
    ] {
        let broken = broken(&script(&format!("check_{name}"), go), "2");
        let found: Vec<_> = broken.iter().map(|[rule, _]| rule.as_str()).collect();
        assert_eq!(found, rules, "{name}: {broken:?}");
        if name == "crash" {
            assert_eq!(broken[0][1], "crash: the engine has ended with exit code 3: last words");
        }
    }
}

fn lines(run: &Run) -> Vec<&str> {
    run.stdout.lines().collect()
}

#[test]
fn the_own_engine_keeps_all_rules() {
    let engine = format!("'{}' uci; Hash=2", env!("CARGO_BIN_EXE_chess"));
    let run = chess(&["check", &engine, "--margin", "2000"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    let lines = lines(&run);
    assert!(lines[0].starts_with("passed   uci                chess "), "{}", run.stdout);
    assert!(lines[18].ends_with("mate: bestmove 0000, stalemate: bestmove 0000"), "{}", run.stdout);
    assert_eq!(lines[23..], ["passed 23, failed 0, skipped 0"]);
}

#[test]
fn what_an_engine_lacks_is_skipped() {
    for (engine, seen) in [
        ("./no-such-engine", "./no-such-engine: the engine cannot be started: "),
        ("true", "true: the engine has ended with exit code 0"),
        ("sleep 9", "sleep 9: the engine did not answer in time (uciok)"),
    ] {
        let run = chess(&["check", engine, "--timeout", "1"]);
        let lines = lines(&run);
        assert!(
            run.code == Some(1) && lines[0].starts_with(&format!("failed   uci                {seen}")),
            "{lines:?}"
        );
        assert!(lines[1..22].iter().all(|line| line.starts_with("skipped  ")), "{lines:?}");
        assert_eq!(lines[23], "passed 0, failed 1, skipped 22");
    }
    // An option that it lacks is the user's mistake, and said so.
    let run = chess(&["check", &format!("'{}' uci; Style=wild", env!("CARGO_BIN_EXE_chess"))]);
    assert!(
        run.code == Some(1) && lines(&run)[0].contains(" has no option Style; it has Hash, "),
        "{}",
        run.stdout
    );
}
