use std::cell::RefCell;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::fault::{Clock, Fault, Input, Stream, Target};
use crate::folder::{Folder, TEMPORARY};
use crate::means::Means;
use crate::process::{Action, During, NOBODY, Sink, Source, Start, is_success};
use crate::row::Row;
use crate::usually::Usual;

/// More than 4 GiB.
const SPARSE: u64 = (4 << 30) + (64 << 20);

/// The address space of a run on a sparse file, in KiB.
const SPARSE_MEMORY: u32 = 1 << 20;

/// The time of a run on a sparse file.
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

/// A run under a fault, with all that it needs made.
pub(crate) struct Prepared {
    pub(crate) start: Start,
    pub(crate) folder: Folder,
    /// The folder in which the files are after the run.
    pub(crate) after: PathBuf,
    /// A program that feeds a FIFO.
    feeder: RefCell<Option<Child>>,
}

impl Prepared {
    /// A run without a fault.
    pub(crate) fn usual(means: &Means, row: &Row, folder: Folder) -> Self {
        let mut words = vec![means.program.clone().into_os_string()];
        words.extend(folder.words(row));
        let start = Start {
            words,
            folder: folder.path.clone(),
            environment: vec![("TMPDIR".into(), folder.path.join(TEMPORARY).into_os_string())],
            is_nobody: false,
            stdin: row.stdin.map_or(Source::Null, |name| Source::Path(folder.place(name))),
            stdout: Sink::Pipe,
            stderr: Sink::Pipe,
            limit: means.limit,
            during: None,
        };
        Self { start, after: folder.path.clone(), folder, feeder: RefCell::new(None) }
    }

    /// A run under `fault`, or the reason why this machine cannot make it. `temporary` is for what is not in the folder.
    pub(crate) fn new(
        means: &Means,
        row: &Row,
        usual: &Usual,
        fault: Fault,
        chance: u64,
        folder: Folder,
        temporary: &Path,
    ) -> io::Result<Result<Self, String>> {
        let mut this = Self::usual(means, row, folder);
        let made = this.make(means, row, usual, fault, chance, temporary)?;
        // Owners and places of all that the fault has made are known only now.
        this.folder.look()?;
        Ok(made.map(|()| this))
    }

    fn make(
        &mut self,
        means: &Means,
        row: &Row,
        usual: &Usual,
        fault: Fault,
        chance: u64,
        temporary: &Path,
    ) -> io::Result<Result<(), String>> {
        // From the start of the run to a little after its usual end.
        let moment = || usual.time * ((chance % 1100) as u32) / 1000;
        match fault {
            Fault::Full { stdout, stderr } => {
                if stdout {
                    self.start.stdout = Sink::Full;
                }
                if stderr {
                    self.start.stderr = Sink::Full;
                }
            }
            Fault::FullDisk(left) => return self.put_on_a_small_disk(means, left, temporary),
            Fault::ReaderGone(bytes) => self.start.stdout = Sink::Leaving(bytes),
            Fault::Closed(Stream::Stdin) => self.behind("exec \"$@\" <&-"),
            Fault::Closed(Stream::Stdout) => self.behind("exec \"$@\" >&-"),
            Fault::Closed(Stream::Stderr) => self.behind("exec \"$@\" 2>&-"),
            Fault::StdinFolder => self.start.stdin = Source::Path(PathBuf::from("/")),
            Fault::StdinEmpty => self.start.stdin = Source::Null,
            Fault::Threads(count) => {
                self.behind(&format!("ulimit -u {count} && exec \"$@\""));
                self.become_nobody(means)?;
            }
            Fault::Memory(mib) => match &means.tools.memory {
                Ok(least) => self.behind(&format!("ulimit -v {} && exec \"$@\"", least + mib * 1024)),
                Err(reason) => return Ok(Err(reason.clone())),
            },
            Fault::OpenFiles(count) => self.behind(&format!("ulimit -n {count} && exec \"$@\"")),
            Fault::FileSize { kib, is_ignored } => {
                let trap = if is_ignored { "trap '' XFSZ; " } else { "" };
                self.behind(&format!("{trap}ulimit -c 0 && ulimit -f {kib} && exec \"$@\""));
            }
            Fault::Signal { signal, .. } => {
                self.start.during = Some(During { after: moment(), action: Action::Signal(signal) });
            }
            Fault::Resume(_) | Fault::StrangeNames => {}
            Fault::StrangeWord => self.start.words.push(OsString::from_vec(vec![0xff, 0xfe, b'x'])),
            Fault::StrangeEnvironment => self.use_strange_environment()?,
            Fault::StrangeBytes => {
                let (place, mut bytes) = self.input(means, row)?;
                bytes.splice(bytes.len() / 2..bytes.len() / 2, [0xff, 0xfe, 0x80, b'\n', 0, 0xc3]);
                fs::write(place, bytes)?;
            }
            Fault::Sparse => {
                let (place, _) = self.input(means, row)?;
                File::create(place)?.set_len(SPARSE)?;
                self.behind(&format!("ulimit -v {SPARSE_MEMORY} && exec \"$@\""));
                self.start.limit = SPARSE_LIMIT;
            }
            Fault::Clock(clock) => return Ok(self.use_clock(means, clock)),
            Fault::Input(input) => return self.change_input(means, row, input, moment(), usual),
            Fault::Output(target) => return self.change_output(means, row, target),
        }
        Ok(Ok(()))
    }

    /// Runs the program by a line of bash, in which `"$@"` is the command line.
    fn behind(&mut self, script: &str) {
        let words = ["bash", "-c", script, "bash"].map(OsString::from);
        self.start.words.splice(0..0, words);
    }

    /// Takes the rights of root away. Who has none stays.
    fn become_nobody(&mut self, means: &Means) -> io::Result<()> {
        if means.tools.is_root {
            self.start.is_nobody = true;
            self.folder.open_to_all()?;
            if let Some(parent) = self.folder.path.parent() {
                fs::set_permissions(parent, Permissions::from_mode(0o755))?;
            }
        }
        Ok(())
    }

    fn put_on_a_small_disk(
        &mut self,
        means: &Means,
        left: u32,
        temporary: &Path,
    ) -> io::Result<Result<(), String>> {
        let way = match &means.tools.mount {
            Ok(way) => *way,
            Err(reason) => return Ok(Err(reason.clone())),
        };
        self.behind(ON_A_SMALL_DISK);
        self.start.words.splice(0..0, way.iter().map(OsString::from));
        let (disk, back) = (temporary.join("disk"), temporary.join("back"));
        fs::create_dir(&disk)?;
        fs::create_dir(&back)?;
        self.start.environment.extend([
            ("CHESS_FAULTS_DISK".into(), disk.into_os_string()),
            ("CHESS_FAULTS_BACK".into(), back.clone().into_os_string()),
            ("CHESS_FAULTS_LEFT".into(), left.to_string().into()),
        ]);
        self.after = back;
        Ok(Ok(()))
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

    fn use_clock(&mut self, means: &Means, clock: Clock) -> Result<(), String> {
        let shim = means.tools.clock.as_ref().map_err(Clone::clone)?;
        let variables = shim.environment(clock);
        if !clock.is_at_terminal() {
            self.start.environment.extend(variables);
            return Ok(());
        }
        means.tools.terminal.clone()?;
        // The terminal itself keeps the right time.
        let mut line = String::from("exec env");
        for (name, value) in variables {
            let _ = write!(line, " {}={}", name.display(), quoted(&value));
        }
        for word in &self.start.words {
            let _ = write!(line, " {}", quoted(word));
        }
        self.start.words = ["script", "-qefc", &line, "/dev/null"].map(OsString::from).to_vec();
        Ok(())
    }

    /// The place and the bytes of the input that is changed.
    fn input(&self, means: &Means, row: &Row) -> io::Result<(PathBuf, Vec<u8>)> {
        let folder = row.args.iter().find_map(|word| word.strip_prefix('='));
        let below = || folder.and_then(|prefix| means.inputs.below(prefix).next()).map(|(name, _)| name);
        let Some(name) = row.input().filter(|_| folder.is_none()).or_else(below) else {
            return Err(io::Error::other("the row has no input"));
        };
        Ok((self.folder.place(name), means.inputs.get(name)?.to_vec()))
    }

    fn change_input(
        &mut self,
        means: &Means,
        row: &Row,
        input: Input,
        moment: Duration,
        usual: &Usual,
    ) -> io::Result<Result<(), String>> {
        let (place, bytes) = self.input(means, row)?;
        match input {
            Input::Empty => fs::write(place, b"")?,
            Input::CutOff => fs::write(place, bytes.get(..bytes.len() * 2 / 3).unwrap_or_default())?,
            Input::Shrinks | Input::Grows => {
                fs::write(&place, bytes.repeat(REPEATS))?;
                self.folder.ignore(&place);
                let action = match input {
                    Input::Shrinks => Action::Cut(place, (bytes.len() * REPEATS / 3) as u64),
                    _ => Action::Append(place, bytes.repeat(REPEATS / 3)),
                };
                // The run takes longer than the usual one does.
                let after = usual.time + moment * 3;
                self.start.during = Some(During { after, action });
            }
            Input::Unreadable => {
                self.become_nobody(means)?;
                fs::set_permissions(place, Permissions::from_mode(0o000))?;
            }
            Input::Missing | Input::Folder | Input::LinkLoop | Input::Fifo => {
                fs::remove_file(&place)?;
                match input {
                    Input::Folder => fs::create_dir(place)?,
                    Input::LinkLoop => symlink(place.file_name().unwrap_or_default(), &place)?,
                    Input::Fifo => return self.feed(means, &place, &bytes),
                    _ => {}
                }
            }
        }
        Ok(Ok(()))
    }

    /// Makes a FIFO and a program that writes to it.
    fn feed(&self, means: &Means, place: &Path, bytes: &[u8]) -> io::Result<Result<(), String>> {
        if let Err(reason) = make_fifo(means, place)? {
            return Ok(Err(reason));
        }
        let mut feeder = Command::new("bash");
        feeder.args(["-c", "exec cat >\"$0\""]).arg(place).stdin(Stdio::piped());
        feeder.stdout(Stdio::null()).stderr(Stdio::null());
        let mut feeder = feeder.spawn()?;
        if let Some(mut stdin) = feeder.stdin.take() {
            // What the pipe holds without a reader.
            let _ = stdin.write_all(bytes.get(..bytes.len().min(1 << 16)).unwrap_or_default());
        }
        self.feeder.replace(Some(feeder));
        Ok(Ok(()))
    }

    fn change_output(&mut self, means: &Means, row: &Row, target: Target) -> io::Result<Result<(), String>> {
        let Some(name) = row.output() else { return Ok(Ok(())) };
        let place = self.folder.place(name);
        match target {
            Target::Fifo => {
                fs::remove_file(&place)?;
                return make_fifo(means, &place);
            }
            Target::Folder => {
                fs::remove_file(&place)?;
                fs::create_dir(place)?;
            }
            Target::LinkLoop => {
                fs::remove_file(&place)?;
                symlink(name, place)?;
            }
            Target::ReadOnlyFile => {
                self.become_nobody(means)?;
                fs::set_permissions(place, Permissions::from_mode(0o444))?;
            }
            Target::ReadOnlyFolder => {
                let folder = self.folder.path.join("there");
                fs::create_dir(&folder)?;
                OpenOptions::new().create(true).append(true).open(folder.join(name))?;
                self.become_nobody(means)?;
                if means.tools.is_root {
                    chown(&folder, Some(NOBODY), Some(NOBODY))?;
                }
                fs::set_permissions(&folder, Permissions::from_mode(0o555))?;
                self.rename(name, &format!("there/{name}"));
            }
            Target::NoFolder => self.rename(name, &format!("there/{name}")),
            Target::FolderName => self.rename(name, &format!("{name}/")),
        }
        Ok(Ok(()))
    }

    fn rename(&mut self, from: &str, to: &str) {
        for word in self.start.words.iter_mut().filter(|word| *word == OsStr::new(from)) {
            *word = OsString::from(to);
        }
    }

    /// Ends what was started beside the program, and makes the folder one that can be read and removed.
    pub(crate) fn tidy_up(&self) -> io::Result<()> {
        if let Some(mut feeder) = self.feeder.take() {
            // It may have ended.
            let _ = feeder.kill();
            feeder.wait()?;
        }
        let there = self.folder.path.join("there");
        if there.is_dir() {
            fs::set_permissions(there, Permissions::from_mode(0o755))?;
        }
        if self.start.is_nobody { self.folder.open_to_all() } else { Ok(()) }
    }
}

fn make_fifo(means: &Means, place: &Path) -> io::Result<Result<(), String>> {
    if let Err(reason) = &means.tools.fifo {
        return Ok(Err(reason.clone()));
    }
    if is_success(Command::new("mkfifo").arg(place)) { Ok(Ok(())) } else { Err(io::Error::other("mkfifo")) }
}

/// A word for a shell.
fn quoted(word: &OsStr) -> String {
    format!("'{}'", word.to_string_lossy().replace('\'', "'\\''"))
}
