//! Text from outside that would steer a terminal: in arguments, in names of files, and in what commands read. No character of it
//! comes out as it is, from any command.
//!
//! The commands and their options are those of the manual pages, which are made from their definition, so that a new one is
//! tried at once.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::run::{Run, chess, chess_with_input, folder};

/// Sets the title, clears the screen, in seven bits and in eight, and turns the direction of text.
const HOSTILE: &str = "\u{1b}]0;t\u{7}\u{1b}[2J\u{9b}2J\u{202e}x\u{7f}\r\u{2066}y";

/// The words and the input of a command.
type Attack = (Vec<OsString>, Vec<u8>);

/// The first character that would steer a terminal.
fn raw(text: &str) -> Option<char> {
    let steers = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().find(|&c| steers(c))
}

#[test]
fn the_check_finds_what_is_raw() {
    for c in HOSTILE.chars().filter(|c| !c.is_ascii_graphic()) {
        assert_eq!(raw(&format!("error: {c}: no such file\n")), Some(c), "{c:?}");
    }
    assert_eq!(raw("M\u{fc}ller\t\u{265e}\n\u{fffd}\\u{1b}"), None);
    // A program that prints its arguments as they are is found.
    let mut echo = Command::new("echo");
    let output = echo.arg(HOSTILE).output().unwrap();
    assert!(faults(&output).is_some());
}

/// A raw character in the output, or an exit code that no command has.
fn faults(output: &Output) -> Option<String> {
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let Ok(text) = std::str::from_utf8(bytes) else { return Some(format!("{name} is not UTF-8")) };
        if let Some(c) = raw(text) {
            return Some(format!("{c:?} on {name}: {text:?}"));
        }
    }
    let code = output.status.code();
    (!matches!(code, Some(0..=2))).then(|| format!("the exit code is {code:?}: {output:?}"))
}

fn run(folder: &Path, (words, input): &Attack) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
    let pipe = Stdio::piped;
    let command = command.args(words).current_dir(folder).stdin(pipe()).stdout(pipe()).stderr(pipe());
    let mut child = command.spawn().unwrap();
    // A program that has ended does not read. What is sent fits into a pipe.
    drop(child.stdin.take().unwrap().write_all(input));
    child.wait_with_output().unwrap()
}

/// Runs all attacks, and tells those that come through.
fn try_all(folder: &Path, attacks: &[Attack]) {
    let found: Vec<String> = attacks
        .iter()
        .filter_map(|attack| Some(format!("{:?}: {}", attack.0, faults(&run(folder, attack))?)))
        .collect();
    assert!(found.is_empty(), "{} of {}:\n{}", found.len(), attacks.len(), found.join("\n"));
}

/// A command: its words, and its options that take a value.
struct Known {
    words: Vec<String>,
    options: Vec<String>,
    has_commands: bool,
}

fn commands() -> Vec<Known> {
    let pages = String::from_utf8(run(Path::new("."), &(words(&["man"]), Vec::new())).stdout).unwrap();
    let mut known: Vec<Known> = Vec::new();
    for page in pages.split(".TH ").skip(1) {
        let name = page.split_whitespace().next().unwrap().trim_matches('"');
        let words = name.split('-').skip(1).map(str::to_owned).collect();
        let lines = page.lines().filter(|line| line.contains("\\fI<"));
        let option =
            |line: &str| Some(line.split_once("\\-\\-")?.1.split_once("\\fR")?.0.replace("\\-", "-"));
        known.push(Known {
            words,
            options: lines.filter_map(option).collect(),
            has_commands: page.contains(".SH SUBCOMMANDS"),
        });
    }
    known
}

fn words<T: AsRef<OsStr>>(words: &[T]) -> Vec<OsString> {
    words.iter().map(|word| word.as_ref().to_owned()).collect()
}

/// The hostile text as an argument, and with bytes behind it that are not UTF-8.
fn arguments() -> [OsString; 2] {
    [HOSTILE.into(), OsString::from_vec([HOSTILE.as_bytes(), b"\xff\xfe"].concat())]
}

#[test]
fn every_option_and_argument_of_every_command() {
    let known = commands();
    assert!(known.len() >= 24 && known.iter().any(|command| command.words == ["units", "emit"]));
    let options: usize = known.iter().map(|command| command.options.len()).sum();
    assert!(options >= 45, "{options}");
    let mut attacks = Vec::new();
    for Known { words: command, options, .. } in &known {
        let with = |more: &[OsString]| {
            (words(command).into_iter().chain(more.iter().cloned()).collect(), Vec::new())
        };
        for hostile in arguments() {
            for count in 1..=2 {
                attacks.push(with(&vec![hostile.clone(); count]));
            }
            attacks.push(with(&[OsString::from_vec([b"--", hostile.as_bytes()].concat())]));
            for option in options {
                let option = OsString::from(format!("--{option}"));
                attacks.push(with(&[option.clone(), hostile.clone()]));
                attacks.push(with(&["x".into(), option, hostile.clone()]));
            }
        }
    }
    try_all(&folder("hostile/options"), &attacks);
}

/// A session of `chess uci`, with % in place of the hostile text.
const SESSION: &[&str] = &[
    "setoption name %",
    "setoption name % value 1",
    "setoption name Hash value %",
    "setoption name SyzygyPath value /%",
    "setoption name UCI_Elo value %",
    "position fen %",
    "position startpos moves %",
    "position %",
    "go depth %",
    "go searchmoves %",
    "go %",
    "%",
    "debug %",
    "register name %",
    "perft %",
    "isready %",
    "quit%",
];

/// Runs of every command over hostile files with hostile names, and with hostile input.
fn contents(folder: &Path) -> Vec<Attack> {
    let [_, name] = arguments();
    let path = |end: &str| {
        let mut name = name.clone();
        name.push(end);
        folder.join(name).into_os_string()
    };
    let file = |end: &str, text: &[u8]| {
        fs::write(path(end), text).unwrap();
        path(end)
    };
    let h = HOSTILE;
    let games = format!(
        "[Event \"{h}\"]\n[White \"{h}\"]\n[FEN \"{h}\"]\n[SetUp \"1\"]\n[Result \"{h}\"]\n\n1. e4 {{{h}}} {h} e5 {h}\n\n\
         [Event \"x\"]\n[White \"{h}\"]\n[{h} \"x\"]\n\n1. e4 {{+0.10/3 {h}}} e5 {{+0.10/3}} 1-0\n\n\
         [White \"{h}\"]\n\n1. e4 {h}\n"
    );
    let games = file(".pgn", &[games.as_bytes(), b"[White \"\xff\"]\n\n1. e4 \xff e5\n"].concat());
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let suite = format!(
        "{h} ;D1 2\n{kings} ;D1 6 ;id {h}\n{kings} ;{h} 6\n8/8/8/8/8/8/8/8 w - {h} 0 ;D1 4 ;id {h}\n"
    );
    let suite = file(".epd", suite.as_bytes());
    let puzzles = file(".csv", format!("PuzzleId,FEN\n{h},{h},{h},1,1,1,1,{h},{h},{h}\n").as_bytes());
    let plain = file(".txt", format!("{kings} | {h} | {h}\n{h} | 1 | 1.0\n").as_bytes());
    let book = file(".bin", &[HOSTILE.as_bytes(), &[0; 64]].concat()[..32]);
    let lines = format!("{h}\n{kings}\n{kings}\t{h}\n{h}\t{h}\n4k3/8/8/8/8/8/8/4K3 w - {h} 0 1\n");
    let unit = format!(
        "{{\"unit\":1,\"units\":1,\"fen\":\"{0}\",\"depth\":1,\"multiplicity\":1,\"root\":\"{0}\",\"root_depth\":1}}\n{1}\n{{\"{1}\":1}}\n",
        "x\u{9b}\u{202e}", h
    );
    let session = SESSION.join("\n").replace('%', h) + "\n";
    let none = || Vec::new();
    let text = |text: &str| OsString::from(text);
    let answers = format!("id name {h}\nuciok\nreadyok\nreadyok\ninfo string {h}\nbestmove {h}\n");
    fs::write(folder.join("engine.txt"), answers).unwrap();
    let engine = "cat engine.txt";
    vec![
        (words(&[text("pgn"), games.clone()]), none()),
        (words(&[text("pgn"), games.clone(), text("--json")]), none()),
        (words(&[text("pgn"), games.clone(), games.clone(), text("--json"), text("--lenient")]), none()),
        (words(&[text("pgn"), path(".none"), text("--filter"), text(h)]), none()),
        (words(&[text("convert"), games.clone(), path(".bf")]), none()),
        (words(&[text("convert"), games.clone(), text("-"), text("--to"), text("plain")]), none()),
        (words(&[text("convert"), plain, path(".vf")]), none()),
        (words(&[text("dump"), text("puzzles"), puzzles.clone()]), none()),
        (words(&[text("dump"), text("evals"), puzzles]), none()),
        (words(&[text("book"), text("build"), games.clone(), text("--out"), path(".made")]), none()),
        (
            words(&[
                text("book"),
                text("merge"),
                book.clone(),
                games.clone(),
                text("--out"),
                path(".merged"),
            ]),
            none(),
        ),
        (words(&[text("book"), text("show"), book]), none()),
        (words(&[text("suite"), suite.clone()]), none()),
        (words(&[text("suite"), suite, text("--json")]), none()),
        (words(&["inspect"]), lines.clone().into_bytes()),
        (words(&["resolve"]), lines.clone().into_bytes()),
        (words(&["tables", "--path", "."]), lines.clone().into_bytes()),
        (words(&[text("tables"), text("--path"), path(""), text("--json")]), lines.clone().into_bytes()),
        (words(&["units", "run"]), unit.clone().into_bytes()),
        (words(&["units", "merge"]), unit.into_bytes()),
        (words(&["units", "emit", "1", "--plies", "1", "--fen", h]), none()),
        (words(&["play", "--random"]), (lines + "pgn\nfen\nboard\nquit\n").into_bytes()),
        (words(&["uci"]), [session.as_bytes(), b"\xff\xfe\x1b\0\n"].concat()),
        (words(&["match", engine, h, "--depth", "1", "--games", "2"]), none()),
        (words(&["match", engine, "random", "--depth", "1", "--games", "2"]), none()),
        (words(&["match", engine, "random", "--depth", "1", "--games", "2", "--json"]), none()),
        (words(&["analyse", "startpos", "--engine", engine]), none()),
        (words(&[text("analyse"), games.clone(), text("--depth"), text("1")]), none()),
        (words(&["perft", "1", "--fen", h]), none()),
        (words(&["moves", h]), none()),
        (words(&["show", h]), none()),
        (words(&["show", "--svg", "-", h]), none()),
        (words(&[text("show"), text("--svg"), path("/none/x")]), none()),
        (words(&["bench", "--depth", "1", "--backend", h]), none()),
        (words(&["completions", h]), none()),
        (words(&[text("man"), text("--out"), path(".epd")]), none()),
    ]
}

#[test]
fn every_file_and_input_of_every_command() {
    let folder = folder("hostile/contents");
    let attacks = contents(&folder);
    for Known { words, has_commands, .. } in commands() {
        let is_tried = attacks.iter().any(|(attack, _)| {
            words.iter().zip(attack).filter(|(a, b)| a.as_str() == *b).count() == words.len()
        });
        assert!(is_tried || has_commands, "{words:?}");
    }
    try_all(&folder, &attacks);
}

const RED: &str = "\u{1b}[31mred";
const ESCAPED: &str = "\\u{1b}[31mred";

/// Checks that the text is quoted, and that no byte of it can steer a terminal.
fn assert_quoted(run: &Run, args: &[&str]) {
    let text = format!("{}{}", run.stdout, run.stderr);
    assert!(text.contains(ESCAPED), "{args:?}: {text:?}");
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{args:?}: {text:?}");
}

#[test]
fn file_names() {
    let name = |name: &str| format!("no/such/{RED}.{name}");
    let (pgn, bin, epd) = (name("pgn"), name("bin"), name("epd"));
    for args in [
        &["pgn", &pgn][..],
        &["pgn", "--json", &pgn],
        &["suite", &epd],
        &["suite", "--json", &epd],
        &["book", "show", &bin],
        &["book", "merge", &bin, "--out", "any.bin"],
        &["book", "build", &pgn, "--out", &bin],
        &["show", "--svg", &name("svg")],
        &["man", "--out", &format!("/dev/null/{RED}")],
    ] {
        let run = chess(args);
        assert_eq!(run.code, Some(1), "{args:?}");
        assert_quoted(&run, args);
    }
}

#[test]
fn files_that_are_there() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(RED);
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let games = file("games.pgn", &format!("1. e4 {RED} 1-0\n"));
    let suite =
        file("suite.epd", &format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 6\n{RED} ;D1 1\nstartpos ;{RED} 5\n"));
    let (book, built) = (file("empty.bin", ""), file("built.bin", ""));
    for (args, code) in [
        (&["pgn", &games][..], 1),
        (&["suite", &suite], 1),
        (&["book", "show", &book], 0),
        (&["book", "build", &games, "--out", &built], 1),
    ] {
        let run = chess(args);
        assert_eq!(run.code, Some(code), "{args:?}");
        assert_quoted(&run, args);
    }
    // JSON escapes by itself.
    let run = chess(&["suite", "--json", &suite]);
    assert!(!run.stdout.contains('\u{1b}') && run.stdout.contains("\\u001b[31mred"), "{}", run.stdout);
}

#[test]
fn arguments_of_the_command_line() {
    let attacks = format!("--attacks={RED}");
    for args in [
        &[RED][..],
        &["perft", RED],
        &["perft", "1", "--backend", RED],
        &["show", &attacks],
        &["moves", "--fen", "a", RED],
    ] {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        if args[1..] != ["--fen", "a", RED] {
            assert_quoted(&run, args);
        }
        assert!(!run.stderr.contains('\u{1b}'), "{args:?}: {:?}", run.stderr);
    }
}

/// Such an argument is not quoted, but the name of the program is. Written again, it would be an argument that is right.
#[test]
fn the_name_of_the_program_beside_bytes_that_are_no_text() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
    command.arg0("\u{202e}ssehc").args(["perft", "1", "--fen"]).arg(OsStr::from_bytes(b"\xff"));
    let run = crate::run::run(command.output().unwrap());
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.starts_with("error: invalid UTF-8 was detected in one or more arguments\n"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("\nUsage: \\u{202e}ssehc perft [OPTIONS] <DEPTH>\n"), "{}", run.stderr);
}

#[test]
fn positions() {
    for args in [&["moves", RED][..], &["show", "--fen", RED], &["perft", "1", "--fen", RED], &["play", RED]]
    {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.lines().count()), (Some(1), "", 1), "{args:?}");
        assert!(!run.stderr.contains('\u{1b}'), "{args:?}: {:?}", run.stderr);
    }
    let unit = format!("{{\"unit\":1,\"units\":1,\"fen\":\"{RED}\"}}\n");
    let run = chess_with_input(&["units", "run"], unit);
    assert!(run.code == Some(1) && !run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
}
