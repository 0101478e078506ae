use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::fault::{Fault, signal};
use crate::folder::{Folder, TEMPORARY, open_to_all};
use crate::judge::Changes;
use crate::means::Means;
use crate::process::{Action, NOBODY, Sink, Start, is_success};
use crate::row::Row;

/// More than 4 GiB, for which a run has an address space of 1 GiB, in KiB, and more time.
const SPARSE: u64 = (4 << 30) + (64 << 20);
const SPARSE_MEMORY: u32 = 1 << 20;
const SPARSE_LIMIT: Duration = Duration::from_mins(5);

/// An input that changes while it is read is the usual one so many times.
const REPEATS: usize = 40;

/// Runs the program on a small file system, of which KIB are left, and copies the files back.
const ON_A_SMALL_DISK: &str = r#"
mount -t tmpfs -o size=128k chess-faults "$CHESS_FAULTS_DISK" || exit 98
cp -R . "$CHESS_FAULTS_DISK" && cd "$CHESS_FAULTS_DISK" || exit 98
export TMPDIR="$PWD/tmp"
head -c 1000000 /dev/zero >.fill 2>/dev/null
truncate -s -"$CHESS_FAULTS_LEFT"K .fill || exit 98
"$@"
code=$?
rm -f .fill
cp -R . "$CHESS_FAULTS_BACK" || exit 98
exit $code
"#;

/// The error of a fault that this machine cannot make, or of a row that it does not apply to.
pub(crate) fn skip(reason: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::Unsupported, reason.into())
}

/// A run of a row in a folder of its own, with all that a fault needs.
pub(crate) struct Run<'a> {
    means: &'a Means,
    row: &'a Row,
    pub(crate) start: Start,
    pub(crate) folder: Folder,
    /// For what is not in the folder.
    temporary: PathBuf,
    /// The folder in which the files are after the run.
    after: PathBuf,
    /// A program that feeds a FIFO.
    feeder: Option<Child>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        means: &'a Means,
        row: &'a Row,
        temporary: &Path,
        has_old: bool,
        is_strange: bool,
    ) -> io::Result<Self> {
        let folder = Folder::new(&temporary.join("cell"), row, &means.inputs, has_old, is_strange)?;
        let mut words = vec![means.program.clone().into_os_string()];
        words.extend(folder.words(row));
        let start = Start {
            words,
            folder: folder.path.clone(),
            environment: vec![("TMPDIR".into(), folder.path.join(TEMPORARY).into_os_string())],
            is_nobody: false,
            stdin: row.stdin.map_or("/dev/null".into(), |name| folder.place(name)),
            stdout: Sink::Pipe,
            stderr: Sink::Pipe,
            limit: means.limit,
            during: None,
        };
        let (temporary, after) = (temporary.to_owned(), folder.path.clone());
        Ok(Self { means, row, start, folder, temporary, after, feeder: None })
    }

    pub(crate) fn changes(&self) -> io::Result<Changes> {
        self.folder.changes(&self.after)
    }

    /// Makes a fault.
    pub(crate) fn make(&mut self, fault: Fault, usual_time: Duration, chance: u64) -> io::Result<()> {
        // From the start of the run to a little after its usual end. A run whose input changes takes longer.
        let moment = usual_time * ((chance % 1100) as u32) / 1000;
        let number = fault.number.unwrap_or_default();
        match fault.name {
            "full-stdout" => self.start.stdout = Sink::Full,
            "full-stderr" => self.start.stderr = Sink::Full,
            "full-both" => (self.start.stdout, self.start.stderr) = (Sink::Full, Sink::Full),
            "full-disk" => self.put_on_a_small_disk(number)?,
            "reader-gone" => self.start.stdout = Sink::Leaving(number as usize),
            "closed-stdin" => self.behind("exec \"$@\" <&-"),
            "closed-stdout" => self.behind("exec \"$@\" >&-"),
            "closed-stderr" => self.behind("exec \"$@\" 2>&-"),
            "stdin-folder" => self.start.stdin = "/".into(),
            "stdin-empty" => self.start.stdin = "/dev/null".into(),
            "threads" => {
                self.behind(&format!("ulimit -u {number} && exec \"$@\""));
                self.become_nobody()?;
            }
            "memory" => {
                let kib = self.means.memory.clone().map_err(skip)? + number * 1024;
                self.behind(&format!("ulimit -v {kib} && exec \"$@\""));
            }
            "open-files" => self.behind(&format!("ulimit -n {number} && exec \"$@\"")),
            "file-size" => {
                self.behind(&format!("trap '' XFSZ; ulimit -c 0 && ulimit -f {number} && exec \"$@\""));
            }
            "file-size-signal" => {
                self.behind(&format!("ulimit -c 0 && ulimit -f {number} && exec \"$@\""));
            }
            "names" => {}
            "word" => self.start.words.push(OsString::from_vec(vec![0xff, 0xfe, b'x'])),
            "environment" => self.use_strange_environment()?,
            "clock-back" | "clock-still" | "clock-leap" => self.use_clock(&fault.name[6..], false)?,
            "clock-back-at-terminal" => self.use_clock("back", true)?,
            "clock-still-at-terminal" => self.use_clock("still", true)?,
            _ if fault.group == "outputs" => self.change_output(fault.name)?,
            name => match signal(name) {
                Some(signal) => self.start.during = Some((moment, Action::Signal(signal))),
                None => self.change_input(name, usual_time + moment * 3)?,
            },
        }
        Ok(())
    }

    /// Runs the program by a line of bash, in which `"$@"` is the command line.
    fn behind(&mut self, script: &str) {
        let words = ["bash", "-c", script, "bash"].map(OsString::from);
        self.start.words.splice(0..0, words);
    }

    /// Takes the rights of root away. Who has none stays.
    fn become_nobody(&mut self) -> io::Result<()> {
        if self.means.is_root {
            self.start.is_nobody = true;
            open_to_all(&self.folder.path)?;
            fs::set_permissions(&self.temporary, Permissions::from_mode(0o755))?;
        }
        Ok(())
    }

    fn put_on_a_small_disk(&mut self, left: u32) -> io::Result<()> {
        let way = self.means.mount.clone().map_err(skip)?;
        self.behind(ON_A_SMALL_DISK);
        self.start.words.splice(0..0, way.iter().map(OsString::from));
        let (disk, back) = (self.temporary.join("disk"), self.temporary.join("back"));
        fs::create_dir(&disk)?;
        fs::create_dir(&back)?;
        self.start.environment.extend([
            ("CHESS_FAULTS_DISK".into(), disk.into_os_string()),
            ("CHESS_FAULTS_BACK".into(), back.clone().into_os_string()),
            ("CHESS_FAULTS_LEFT".into(), left.to_string().into()),
        ]);
        self.after = back;
        Ok(())
    }

    fn use_strange_environment(&mut self) -> io::Result<()> {
        let strange = OsString::from_vec(vec![0xff, b'/', 0xfe]);
        let mut folder = self.folder.path.join(TEMPORARY).into_os_string();
        folder.push(OsString::from_vec(vec![0xff]));
        fs::create_dir(&folder)?;
        self.start.environment = vec![("TMPDIR".into(), folder), ("TERM".into(), "dumb".into())];
        for name in ["HOME", "LANG", "LC_ALL", "COLUMNS", "LINES", "NO_COLOR", "CLICOLOR", "RUST_LOG"] {
            self.start.environment.push((name.into(), strange.clone()));
        }
        Ok(())
    }

    fn use_clock(&mut self, way: &str, is_at_terminal: bool) -> io::Result<()> {
        let library = self.means.clock.clone().map_err(skip)?;
        let variables = [("LD_PRELOAD", library.as_os_str()), ("CHESS_FAULTS_CLOCK", way.as_ref())];
        if !is_at_terminal {
            self.start.environment.extend(variables.map(|(name, value)| (name.into(), value.into())));
            return Ok(());
        }
        self.means.terminal.clone().map_err(skip)?;
        // The terminal itself keeps the right time.
        let mut line = String::from("exec env");
        for (name, value) in variables {
            let _ = write!(line, " {name}={}", quoted(value));
        }
        for word in &self.start.words {
            let _ = write!(line, " {}", quoted(word));
        }
        self.start.words = ["script", "-qefc", &line, "/dev/null"].map(OsString::from).to_vec();
        Ok(())
    }

    /// The place and the bytes of the input that is changed.
    fn input(&self) -> io::Result<(PathBuf, Vec<u8>)> {
        let inputs = &self.means.inputs;
        let below = || self.row.folder().and_then(|prefix| inputs.below(prefix).next());
        let name = self.row.input().or_else(below).ok_or(io::Error::other("the row has no input"))?;
        Ok((self.folder.place(name), inputs.get(name)?.to_vec()))
    }

    /// `moment` is for changes during the run.
    fn change_input(&mut self, name: &str, moment: Duration) -> io::Result<()> {
        let (place, mut bytes) = self.input()?;
        if ["input-missing", "input-folder", "input-link-loop", "input-fifo"].contains(&name) {
            fs::remove_file(&place)?;
        }
        match name {
            "bytes" => {
                bytes.splice(bytes.len() / 2..bytes.len() / 2, [0xff, 0xfe, 0x80, b'\n', 0, 0xc3]);
                fs::write(place, bytes)?;
            }
            "sparse" => {
                File::create(place)?.set_len(SPARSE)?;
                self.behind(&format!("ulimit -v {SPARSE_MEMORY} && exec \"$@\""));
                self.start.limit = SPARSE_LIMIT;
            }
            "input-missing" => {}
            "input-folder" => fs::create_dir(place)?,
            "input-link-loop" => symlink(place.file_name().unwrap_or_default(), &place)?,
            "input-unreadable" => {
                self.become_nobody()?;
                fs::set_permissions(place, Permissions::from_mode(0o000))?;
            }
            "input-fifo" => {
                self.make_fifo(&place)?;
                let mut feeder = Command::new("bash");
                feeder.args(["-c", "exec cat >\"$0\""]).arg(place).stdin(Stdio::piped());
                let mut feeder = feeder.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
                if let Some(mut stdin) = feeder.stdin.take() {
                    // What the pipe holds without a reader.
                    let _ = stdin.write_all(&bytes[..bytes.len().min(1 << 16)]);
                }
                self.feeder = Some(feeder);
            }
            "input-empty" => fs::write(place, b"")?,
            "input-cut-off" => fs::write(place, &bytes[..bytes.len() * 2 / 3])?,
            "input-shrinks" | "input-grows" => {
                fs::write(&place, bytes.repeat(REPEATS))?;
                self.folder.ignore(&place);
                let action = match name {
                    "input-shrinks" => Action::Cut(place, (bytes.len() * REPEATS / 3) as u64),
                    _ => Action::Append(place, bytes.repeat(REPEATS / 3)),
                };
                self.start.during = Some((moment, action));
            }
            _ => return Err(io::Error::other(format!("nothing makes the fault {name}"))),
        }
        Ok(())
    }

    fn change_output(&mut self, fault: &str) -> io::Result<()> {
        let Some(name) = self.row.output() else { return Ok(()) };
        let place = self.folder.place(name);
        if ["output-fifo", "output-folder", "output-link-loop"].contains(&fault) {
            fs::remove_file(&place)?;
        }
        match fault {
            "output-fifo" => self.make_fifo(&place)?,
            "output-folder" => fs::create_dir(place)?,
            "output-link-loop" => symlink(name, place)?,
            "output-read-only-file" => {
                self.become_nobody()?;
                fs::set_permissions(place, Permissions::from_mode(0o444))?;
            }
            "output-read-only-folder" => {
                let folder = self.folder.path.join("there");
                fs::create_dir(&folder)?;
                OpenOptions::new().create(true).append(true).open(folder.join(name))?;
                self.become_nobody()?;
                if self.means.is_root {
                    chown(&folder, Some(NOBODY), Some(NOBODY))?;
                }
                fs::set_permissions(&folder, Permissions::from_mode(0o555))?;
                self.rename(name, &format!("there/{name}"));
            }
            "output-no-folder" => self.rename(name, &format!("there/{name}")),
            "output-folder-name" => self.rename(name, &format!("{name}/")),
            _ => return Err(io::Error::other(format!("nothing makes the fault {fault}"))),
        }
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) {
        for word in self.start.words.iter_mut().filter(|word| *word == OsStr::new(from)) {
            *word = OsString::from(to);
        }
    }

    fn make_fifo(&self, place: &Path) -> io::Result<()> {
        self.means.fifo.clone().map_err(skip)?;
        if is_success(Command::new("mkfifo").arg(place)) { Ok(()) } else { Err(io::Error::other("mkfifo")) }
    }

    /// Ends what was started beside the program, and makes the folder one that can be read and removed.
    pub(crate) fn tidy_up(&mut self) -> io::Result<()> {
        if let Some(mut feeder) = self.feeder.take() {
            // It may have ended.
            let _ = feeder.kill();
            feeder.wait()?;
        }
        let there = self.folder.path.join("there");
        if there.is_dir() {
            fs::set_permissions(there, Permissions::from_mode(0o755))?;
        }
        if self.start.is_nobody { open_to_all(&self.folder.path) } else { Ok(()) }
    }
}

/// A word for a shell.
fn quoted(word: &OsStr) -> String {
    format!("'{}'", word.to_string_lossy().replace('\'', "'\\''"))
}
