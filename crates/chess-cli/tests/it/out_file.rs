//! The file that `--out` or `--svg` names, before and after the command.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{chess, run};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("out_file").join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Each command that writes a file, with what it needs in `folder` and that file as its last argument.
fn writers(folder: &Path, out: &Path) -> [Vec<String>; 3] {
    let games = folder.join("games.pgn");
    fs::write(&games, "1. e4 1-0\n").unwrap();
    let book = folder.join("one.book");
    // 1. e4, with a weight of 2.
    fs::write(&book, b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00").unwrap();
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let (games, book, out) = (games.to_str().unwrap(), book.to_str().unwrap(), out.to_str().unwrap());
    [
        words(&["book", "build", games, "--out", out]),
        words(&["book", "merge", book, "--out", out]),
        words(&["show", "--svg", out]),
    ]
}

/// Runs each of the commands, with what is to be written made afresh by `prepare`; `check` looks at it.
fn each(name: &str, prepare: impl Fn(&Path), check: impl Fn(&Path, &crate::run::Run)) {
    for writer in 0..3 {
        let folder = folder(&format!("{name}_{writer}"));
        let out = folder.join("out");
        prepare(&out);
        let args = &writers(&folder, &out)[writer];
        let run = chess(&args.iter().map(String::as_str).collect::<Vec<_>>());
        check(&out, &run);
        // Nothing else is left behind.
        let names =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut strange = names.filter(|name| name.starts_with('.') || name.contains("part"));
        assert_eq!(strange.next().filter(|name| name != "out.part"), None, "{args:?}");
    }
}

fn assert_refused(out: &Path, run: &crate::run::Run, words: &str) {
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains(&format!("error: {}: ", out.display())), "{}", run.stderr);
    assert!(run.stderr.contains(words), "{}", run.stderr);
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn a_fifo_is_refused() {
    each(
        "fifo",
        |out| assert!(Command::new("mkfifo").arg(out).status().unwrap().success()),
        |out, run| {
            assert_refused(out, run, "this is a FIFO");
            assert!(fs::symlink_metadata(out).unwrap().file_type().is_fifo());
        },
    );
}

#[test]
fn a_device_behind_a_link_is_refused() {
    each(
        "device",
        |out| symlink("/dev/null", out).unwrap(),
        |out, run| {
            assert_refused(out, run, "this is a device");
            assert_eq!(fs::read_link(out).unwrap(), Path::new("/dev/null"));
            assert!(fs::metadata(out).unwrap().file_type().is_char_device());
        },
    );
}

#[test]
fn a_folder_is_refused() {
    each(
        "folder",
        |out| fs::create_dir(out).unwrap(),
        |out, run| {
            assert_refused(out, run, "this is a folder");
            assert!(fs::read_dir(out).unwrap().next().is_none());
        },
    );
}

#[test]
fn a_link_stays_and_its_file_is_written() {
    each(
        "link",
        |out| {
            let real = out.with_file_name("real");
            fs::write(&real, "old").unwrap();
            symlink("real", out.with_file_name("between")).unwrap();
            symlink("between", out).unwrap();
        },
        |out, run| {
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert_eq!(fs::read_link(out).unwrap(), Path::new("between"));
            let real = out.with_file_name("real");
            assert!(!fs::symlink_metadata(&real).unwrap().is_symlink());
            assert_ne!(fs::read(&real).unwrap(), b"old");
        },
    );
}

#[test]
fn a_link_to_what_is_not_there_yet() {
    each(
        "dangling",
        |out| symlink("new", out).unwrap(),
        |out, run| {
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert_eq!(fs::read_link(out).unwrap(), Path::new("new"));
            assert!(fs::symlink_metadata(out.with_file_name("new")).unwrap().is_file());
        },
    );
    each(
        "circle",
        |out| {
            symlink("out", out.with_file_name("other")).unwrap();
            symlink("other", out).unwrap();
        },
        |out, run| assert_refused(out, run, ""),
    );
}

#[test]
fn the_mode_of_a_file_is_kept() {
    for kept in [0o600, 0o640, 0o755] {
        each(
            &format!("mode_{kept:o}"),
            |out| {
                fs::write(out, "old").unwrap();
                fs::set_permissions(out, fs::Permissions::from_mode(kept)).unwrap();
            },
            |out, run| {
                assert_eq!(run.code, Some(0), "{}", run.stderr);
                assert_ne!(fs::read(out).unwrap(), b"old");
                assert_eq!(mode(out), kept);
            },
        );
    }
}

#[test]
fn a_new_file_has_the_mode_of_any_new_file() {
    for (umask, expected) in [("022", 0o644), ("027", 0o640), ("077", 0o600)] {
        let folder = folder(&format!("umask_{umask}"));
        let out = folder.join("out");
        for args in writers(&folder, &out) {
            drop(fs::remove_file(&out));
            let script = format!("umask {umask}; exec \"$0\" \"$@\"");
            let mut shell = Command::new("sh");
            let shell = shell.args(["-c", &script, env!("CARGO_BIN_EXE_chess")]).args(&args);
            assert_eq!(run(shell.output().unwrap()).code, Some(0));
            assert_eq!(mode(&out), expected, "{args:?}");
        }
    }
}

#[test]
fn what_belongs_to_others_stays() {
    each(
        "part",
        |out| fs::write(out.with_file_name("out.part"), "a stranger's").unwrap(),
        |out, run| {
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert_eq!(fs::read(out.with_file_name("out.part")).unwrap(), b"a stranger's");
        },
    );
}

#[test]
fn pages_are_written_in_the_same_way() {
    let folder = folder("man");
    let page = folder.join("chess-show.1");
    assert!(Command::new("mkfifo").arg(&page).status().unwrap().success());
    let run = chess(&["man", "--out", folder.to_str().unwrap()]);
    assert_refused(&page, &run, "this is a FIFO");
}
