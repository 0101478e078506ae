//! Every command and option, as their definition has them: wrong and hostile words, help, completions and manual pages.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use rayon::prelude::*;

use crate::run::{chess, folder, run, text};

/// Sets the title, clears the screen, in seven bits and in eight, and turns the direction of text.
pub(crate) const HOSTILE: &str = "\u{1b}]0;t\u{7}\u{1b}[2J\u{9b}2J\u{202e}x\u{7f}\r\u{2066}y";

/// The first character that would steer a terminal.
pub(crate) fn steering(text: &str) -> Option<char> {
    let steers = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().find(|&c| steers(c))
}

/// All commands with their words; the program itself has none.
pub(crate) fn all_commands() -> Vec<(Vec<String>, clap::Command)> {
    fn add(words: &[String], command: &clap::Command, all: &mut Vec<(Vec<String>, clap::Command)>) {
        all.push((words.to_vec(), command.clone()));
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            add(&[words, &[below.get_name().to_owned()]].concat(), below, all);
        }
    }
    let (mut command, mut all) = (chess_cli::command(), Vec::new());
    command.build();
    add(&[], &command, &mut all);
    all
}

#[test]
fn what_steers_a_terminal_is_found() {
    for c in HOSTILE.chars().filter(|c| !c.is_ascii_graphic()) {
        assert_eq!(steering(&format!("error: {c}: no such file\n")), Some(c), "{c:?}");
    }
    assert_eq!(steering("M\u{fc}ller\t\u{265e}\n\u{fffd}\\u{1b}"), None);
}

/// In one or two words, as an option, and as the value of each option; with and without bytes that are not UTF-8. An error about a number
/// has the text of the program.
#[test]
fn no_hostile_word_is_printed_as_it_is() {
    let mut lines = Vec::new();
    for (words, command) in all_commands() {
        for hostile in [HOSTILE.into(), OsString::from_vec([HOSTILE.as_bytes(), b"\xff\xfe"].concat())] {
            let mut add = |more: &[&OsString]| {
                lines.push(
                    words.iter().map(OsString::from).chain(more.iter().copied().cloned()).collect::<Vec<_>>(),
                );
            };
            add(&[&hostile]);
            add(&[&hostile, &hostile]);
            add(&[&OsString::from_vec([b"--", hostile.as_bytes()].concat())]);
        }
        // Where words are expected, one is there.
        let before = command.get_positionals().take(1).map(|_| "x".into());
        let before: Vec<OsString> = words.iter().map(OsString::from).chain(before).collect();
        for option in command.get_opts().filter_map(clap::Arg::get_long) {
            lines.push([&before[..], &[format!("--{option}").into(), HOSTILE.into()]].concat());
        }
    }
    let folder = folder("commands/hostile");
    lines.par_iter().for_each(|words| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
        let output = command.args(words).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
        let run = run(output);
        assert!(matches!(run.code, Some(0..=2)), "{words:?}: {:?}", run.code);
        assert!(
            !run.stderr.contains("invalid digit") && !run.stderr.contains("invalid float"),
            "{}",
            run.stderr
        );
        assert_eq!(steering(&(run.stdout + &run.stderr)), None, "{words:?}");
    });
    assert!(lines.len() > 200, "{}", lines.len());
}

/// Such an argument is not quoted, but the name of the program is. Written again, it would be an argument that is right.
#[test]
fn a_hostile_name_of_the_program_is_escaped() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
    command.arg0("\u{202e}ssehc").args(["perft", "1", "--fen"]).arg(OsString::from_vec(vec![0xff]));
    let run = run(command.output().unwrap());
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.starts_with("error: invalid UTF-8 was detected in one or more arguments\n"),
        "{}",
        run.stderr
    );
    assert_eq!(steering(&run.stderr), None);
}

#[test]
fn wrong_command_lines_are_refused() {
    for (words, command) in all_commands() {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut lines = vec![[&words[..], &["--no-such-option"]].concat()];
        let is_needed = |arg: &clap::Arg| arg.is_required_set();
        if command.has_subcommands() || command.get_arguments().any(is_needed) {
            lines.push(words.clone());
        }
        for line in lines {
            let run = chess(&line);
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{line:?}");
            assert!(
                run.stderr.contains("Usage: chess") || run.stderr.contains("--help"),
                "{line:?}: {}",
                run.stderr
            );
        }
    }
}

#[test]
fn help_is_a_screen_or_the_whole_manual() {
    for (words, command) in all_commands() {
        let help = |option, columns| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
            run(command.args(&words).arg(option).env("COLUMNS", columns).output().unwrap()).stdout
        };
        let (short, whole) = (help("-h", "100"), help("--help", "100"));
        assert!(short.lines().count() <= 24, "{short}");
        // A build without a feature hides the options that need it.
        let shown = command.get_opts().filter(|option| !option.is_hide_set());
        let mut options = shown.filter_map(clap::Arg::get_long);
        assert!(options.all(|option| whole.contains(&format!("--{option}"))), "{whole}");
        assert!(help("--help", "80").lines().all(|line| line.chars().count() <= 80), "{words:?}");
        // One text for both: each word of the help is in the page, whose synopsis has the names of values.
        let page =
            chess(&[&["man"], &words.iter().map(String::as_str).collect::<Vec<_>>()[..]].concat()).stdout;
        let fonts = ["\\fb", "\\fi", "\\fr"].into_iter();
        let page = fonts
            .fold(page.replace("\\-", "-").replace("\\*(Aq", "'").to_lowercase(), |page, font| {
                page.replace(font, "")
            });
        let split = |c: char| !c.is_alphanumeric();
        let known: BTreeSet<&str> = page.split(split).collect();
        let text = whole.split("Options:\n").nth(1).unwrap_or_default().to_lowercase();
        let lacks: Vec<&str> = text.split(split).filter(|word| !known.contains(word)).collect();
        assert!(lacks.is_empty(), "{words:?}: {lacks:?}");
        let synopsis =
            page.split(".sh synopsis\n").nth(1).and_then(|text| text.split("\n.sh ").next()).unwrap();
        for option in command.get_opts().filter(|option| !option.is_hide_set()) {
            assert!(synopsis.contains(&option.to_string().to_lowercase()), "{words:?}: {option}");
        }
    }
}

#[test]
fn every_shell_completes_every_command_and_option() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = chess(&["completions", shell]).stdout;
        for (words, command) in all_commands() {
            let options = command.get_opts().filter_map(clap::Arg::get_long);
            for word in words.iter().map(String::as_str).chain(options) {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = folder("commands/man").join("new");
    let run = chess(&["man", "--out", text(&folder)]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    let shown = chess(&["man"]).stdout;
    let names: BTreeSet<String> = all_commands()
        .iter()
        .map(|(words, _)| [&["chess".to_owned()], &words[..]].concat().join("-"))
        .collect();
    assert_eq!(shown.matches("\n.TH ").count() + usize::from(shown.starts_with(".TH ")), names.len());
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.collect::<BTreeSet<_>>(), names.iter().map(|name| format!("{name}.1")).collect());
    for name in &names {
        let page = fs::read_to_string(folder.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1 ")) && shown.contains(&page), "{name}: {page}");
    }
    assert!(shown.contains("\n  chess show\n"), "the examples are in the page");
    assert!(!shown.contains("\\fR\n\n.TP"), "each option has a text: {shown}");
    let page = fs::read_to_string(folder.join("chess-units-emit.1")).unwrap();
    assert_eq!(chess(&["man", "units", "emit"]).stdout.trim_end(), page.trim_end());
}
