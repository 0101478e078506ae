//! The file that `--out` or `--svg` names, before and after the command.

use std::cell::RefCell;
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use crate::run::{chess, folder, run};

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
        let folder = folder(&format!("out_file/{name}_{writer}"));
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

/// A device in a folder that takes no other files: a program that is wrong, and run by who may do everything, would replace it.
const DEVICE: &str = if cfg!(target_os = "linux") { "/dev/pts/ptmx" } else { "/dev/null" };

#[test]
fn a_device_behind_a_link_is_refused() {
    each(
        "device",
        |out| symlink(DEVICE, out).unwrap(),
        |out, run| {
            assert_refused(out, run, "this is a device");
            assert_eq!(fs::read_link(out).unwrap(), Path::new(DEVICE));
            assert!(fs::metadata(out).unwrap().file_type().is_char_device());
        },
    );
}

/// The name of a socket may have about a hundred bytes, and that of the link any number.
#[test]
fn a_socket_behind_a_link_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    each(
        "socket",
        |out| symlink(&socket, out).unwrap(),
        |out, run| {
            assert_refused(out, run, "this is a socket");
            assert!(fs::metadata(out).unwrap().file_type().is_socket());
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
        |out, run| assert_refused(out, run, "Too many levels of symbolic links"),
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

/// Root may give a file to anybody, and others to a group of theirs; for who may do neither, it stays what it was.
#[test]
fn the_owner_of_a_file_is_kept() {
    let groups = run(Command::new("id").arg("-G").output().unwrap()).stdout;
    let groups = || groups.split_whitespace().map(|group| group.parse().unwrap());
    let owner = |path: &Path| fs::metadata(path).map(|metadata| (metadata.uid(), metadata.gid())).unwrap();
    let others = RefCell::new(Vec::new());
    each(
        "owner",
        |out| {
            fs::write(out, "old").unwrap();
            if chown(out, Some(1), Some(1)).is_err() {
                groups().for_each(|group| drop(chown(out, None, Some(group))));
            }
            others.borrow_mut().push(owner(out));
        },
        |out, run| {
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert_ne!(fs::read(out).unwrap(), b"old");
            assert_eq!(Some(owner(out)), others.borrow_mut().pop());
        },
    );
}

#[test]
fn a_new_file_has_the_mode_of_any_new_file() {
    for (umask, expected) in [("022", 0o644), ("027", 0o640), ("077", 0o600)] {
        let folder = folder(&format!("out_file/umask_{umask}"));
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

/// A signal may leave such a file, and users are to know what it is.
#[test]
#[cfg(target_os = "linux")]
fn a_temporary_name_tells_the_program() {
    use rustix::fs::inotify::{self, CreateFlags, Reader, WatchFlags};

    let folder = folder("out_file/name_of_part");
    let args = &writers(&folder, &folder.join("out"))[2];
    fs::write(folder.join("out"), "old").unwrap();
    let watch = inotify::init(CreateFlags::NONBLOCK).unwrap();
    inotify::add_watch(&watch, &folder, WatchFlags::CREATE).unwrap();
    let run = chess(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut buffer = [std::mem::MaybeUninit::uninit(); 4096];
    let mut reader = Reader::new(&watch, &mut buffer);
    let event = reader.next().unwrap();
    let name = event.file_name().unwrap().to_str().unwrap();
    let chosen = name.strip_prefix(".chess-").and_then(|name| name.strip_suffix(".part"));
    assert!(chosen.is_some_and(|chosen| !chosen.is_empty()), "{name}");
}

/// A program that runs is a file that nobody may write, not even who may write all others.
#[test]
#[cfg(target_os = "linux")]
fn a_file_that_may_not_be_written_is_not_replaced() {
    let folder = folder("out_file/busy");
    let out = folder.join("out");
    let cat = Command::new("sh").args(["-c", "command -v cat"]).output().unwrap();
    fs::copy(String::from_utf8(cat.stdout).unwrap().trim(), &out).unwrap();
    let old = fs::read(&out).unwrap();
    let args = &writers(&folder, &out)[2];
    // A process that another test starts in this moment may hold the copy open, which then does not run yet.
    let mut running =
        std::iter::repeat_with(|| Command::new(&out).stdin(std::process::Stdio::piped()).spawn())
            .take(1000)
            .inspect(|_| std::thread::sleep(std::time::Duration::from_millis(2)))
            .find_map(Result::ok)
            .unwrap();
    let run = chess(&args.iter().map(String::as_str).collect::<Vec<_>>());
    drop(running.stdin.take());
    running.wait().unwrap();
    assert_refused(&out, &run, "Text file busy");
    assert!(fs::read(&out).unwrap() == old);
}

/// It is refused before anything is read or drawn.
#[test]
fn the_name_of_a_folder_is_refused() {
    for name in ["new/", "new/..", "folder/new/"] {
        let folder = folder("out_file/name");
        fs::create_dir(folder.join("folder")).unwrap();
        let run = chess(&["show", "--svg", &format!("{}/{name}", folder.display())]);
        assert_eq!(run.code, Some(1), "{name}");
        assert!(
            run.stderr.ends_with(": this is the name of a folder; only a regular file is written\n"),
            "{}",
            run.stderr
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}

/// What is printed would go to the old file, which has no name any more.
#[test]
fn the_file_of_stdout_is_refused() {
    let folder = folder("out_file/stdout");
    let out = folder.join("out");
    for name in [out.to_str().unwrap(), "/dev/stdout"] {
        let mut writer = writers(&folder, Path::new(name))[0].clone();
        writer.insert(0, env!("CARGO_BIN_EXE_chess").to_owned());
        let stdout = fs::File::create(&out).unwrap();
        let output = Command::new(&writer[0]).args(&writer[1..]).stdout(stdout).output().unwrap();
        let run = run(output);
        assert_eq!(run.code, Some(1));
        let complaint =
            format!("error: {name}: standard output goes to this file, which would be replaced\n");
        assert_eq!(run.stderr, complaint);
        assert_eq!(fs::read(&out).unwrap(), b"");
    }
}

#[test]
fn a_name_alone_is_a_file_of_the_present_folder() {
    let folder = folder("out_file/relative");
    for old in [false, true] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
        let run = run(command.args(["show", "--svg", "out"]).current_dir(&folder).output().unwrap());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{old}");
        assert!(fs::read(folder.join("out")).unwrap().ends_with(b"</svg>\n"));
    }
}

/// Nothing can be written to the present folder, and nothing need be.
#[test]
#[cfg(target_os = "linux")]
fn the_present_folder_has_no_part_in_a_file_elsewhere() {
    let folder = folder("out_file/elsewhere");
    for old in [false, true] {
        for args in writers(&folder, &folder.join("out")) {
            let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
            let run = run(command.args(&args).current_dir("/proc").output().unwrap());
            assert_eq!(run.code, Some(0), "{old} {args:?}: {}", run.stderr);
            assert!(old || fs::remove_file(folder.join("out")).is_ok());
        }
        fs::write(folder.join("out"), "old").unwrap();
    }
}

#[test]
fn another_hard_link_keeps_the_old_file() {
    each(
        "hard",
        |out| {
            fs::write(out, "old").unwrap();
            fs::hard_link(out, out.with_file_name("other")).unwrap();
        },
        |out, run| {
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert_ne!(fs::read(out).unwrap(), b"old");
            assert_eq!(fs::read(out.with_file_name("other")).unwrap(), b"old");
        },
    );
}

/// A book is whole before it takes the place of one that it was made of.
#[test]
fn an_input_is_the_output() {
    let folder = folder("out_file/same");
    let writer = writers(&folder, &folder.join("one.book"));
    let args: Vec<&str> = writer[1].iter().map(String::as_str).collect();
    let old = fs::read(folder.join("one.book")).unwrap();
    let run = chess(&args);
    assert_eq!((run.code, &*run.stdout), (Some(0), "moves 1\n"), "{}", run.stderr);
    assert_eq!(fs::read(folder.join("one.book")).unwrap(), old);
}

/// Each of two programs writes a whole file; the last one stays.
#[test]
fn two_programs_with_one_output() {
    let folder = folder("out_file/two");
    let out = folder.join("out");
    for _ in 0..20 {
        let mut running: Vec<_> = writers(&folder, &out)
            .iter()
            .map(|args| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
                command.args(args).stdout(std::process::Stdio::null()).spawn().unwrap()
            })
            .collect();
        assert!(running.iter_mut().all(|child| child.wait().unwrap().success()));
        let written = fs::read(&out).unwrap();
        let is_book = written == fs::read(folder.join("one.book")).unwrap();
        let is_picture = written.starts_with(b"<!-- ") && written.ends_with(b"</svg>\n");
        assert!(is_book || is_picture, "{}", String::from_utf8_lossy(&written));
        let names = fs::read_dir(&folder).unwrap();
        assert_eq!(names.count(), 3);
    }
}

#[test]
fn pages_are_written_in_the_same_way() {
    let folder = folder("out_file/man");
    let page = folder.join("chess-show.1");
    assert!(Command::new("mkfifo").arg(&page).status().unwrap().success());
    let run = chess(&["man", "--out", folder.to_str().unwrap()]);
    assert_refused(&page, &run, "this is a FIFO");
}
