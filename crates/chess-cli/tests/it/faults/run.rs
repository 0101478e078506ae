//! Runs of a row in a folder of its own, with all that a fault needs, and the laws of every run.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Read, Write, pipe};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tempfile::TempDir;

use super::fault::{ENGINE, ENGINE_SCRIPT, Expect, Fault, Inputs, OUTPUTS, Row, number, signal};
use crate::commands::{HOSTILE, steering};

/// The text of an output file before the run.
pub(super) const OLD: &[u8] = b"what was there before\n";

/// The folder of temporary files.
const TEMPORARY: &str = "tmp";

/// The user that owns nothing.
const NOBODY: u32 = 65534;

/// The time after which the writer of a silent pipe sends a signal, and in which the program ends then.
const SILENCE: Duration = Duration::from_millis(300);
const SOON: Duration = Duration::from_secs(4);

/// The number of repetitions of the usual input in one that changes while it is read.
const REPEATS: usize = 40;

/// Files by their paths in the folder, without the hostile text in names; `None` for one that is gone.
pub(super) type Changes = BTreeMap<OsString, Option<Vec<u8>>>;

/// The judgement of a cell.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Ok,
    /// The broken laws, in words.
    Failed(Vec<String>),
    /// This machine cannot make the fault.
    Skipped(&'static str),
}

/// The needs of all runs.
pub(super) struct Means {
    /// A copy that every user can read.
    program: PathBuf,
    inputs: Inputs,
    /// The longest time of a run.
    pub(super) limit: Duration,
    /// The folder of all runs.
    work: TempDir,
    is_root: bool,
    /// The words before a command that mounts a private file system.
    mount: Option<&'static str>,
}

impl Means {
    pub(super) fn new(program: &Path, inputs: Inputs) -> Self {
        let work = TempDir::with_prefix("chess-faults-").unwrap();
        fs::set_permissions(work.path(), Permissions::from_mode(0o755)).unwrap();
        let copy = work.path().join("program");
        // A process that another test starts now would hold a file open that is written here, so that it could not run yet.
        let copied = format!("cp '{}' '{}' && chmod 755 '{1}'", program.display(), copy.display());
        assert!(bash(&copied, work.path(), &[]));
        let mut ways = ["unshare -m", "unshare -r -m"].into_iter();
        let mount = "mount -t tmpfs -o size=64k chess-faults /mnt";
        Self {
            inputs,
            limit: Duration::from_secs(20),
            is_root: fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0),
            mount: ways.find(|way| bash(&format!("{way} {mount}"), work.path(), &[])),
            program: copy,
            work,
        }
    }
}

/// True if the script succeeds. It prints nothing.
fn bash(script: &str, folder: &Path, variables: &[(&str, &OsStr)]) -> bool {
    let mut bash = Command::new("bash");
    let bash = bash.args(["-ec", script]).current_dir(folder).envs(variables.iter().copied());
    bash.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
}

pub(super) enum Action {
    Signal(Signal),
    /// Cuts a file off at this length.
    Cut(PathBuf, u64),
    /// Appends these bytes to a file.
    Append(PathBuf, Vec<u8>),
}

impl Action {
    fn act(&self, child: &Child) {
        match self {
            // The program may have ended, and is not waited for yet.
            Self::Signal(signal) => {
                let _ = kill_process(pid(child), *signal);
            }
            Self::Cut(path, length) => {
                OpenOptions::new().write(true).open(path).unwrap().set_len(*length).unwrap();
            }
            Self::Append(path, bytes) => {
                OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
            }
        }
    }
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Code(i32),
    Signal(i32),
    /// The run took longer than its limit, and was killed.
    Limit,
}

pub(super) struct Ended {
    pub(super) end: End,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    pub(super) time: Duration,
}

/// A run that is to be started.
pub(super) struct Run<'a> {
    means: &'a Means,
    pub(super) row: &'a Row,
    /// The words of the command line, the program first.
    words: Vec<OsString>,
    folder: PathBuf,
    /// Before the names of files.
    prefix: Vec<u8>,
    is_nobody: bool,
    /// The reader of stdout closes after so many bytes.
    pub(super) read: u64,
    limit: Duration,
    /// An action while the program runs, after this time.
    during: Option<(Duration, Action)>,
    before: BTreeMap<OsString, Vec<u8>>,
    /// A file that the fault itself changes during the run.
    ignored: Option<PathBuf>,
    /// The other end of a pipe that is silent.
    held: Option<File>,
    /// For files outside of the folder.
    temporary: TempDir,
    /// The folder in which the files are after the run.
    after: PathBuf,
}

impl<'a> Run<'a> {
    /// Makes the folder with the input files of the row and, on request, an old file in the place of each output.
    pub(super) fn new(means: &'a Means, row: &'a Row, has_old: bool, is_strange: bool) -> Self {
        let temporary = TempDir::new_in(means.work.path()).unwrap();
        let folder = temporary.path().join("cell");
        fs::create_dir_all(folder.join(TEMPORARY)).unwrap();
        let prefix = if is_strange { [HOSTILE.as_bytes(), b"\xff"].concat() } else { Vec::new() };
        let mut run = Self {
            means,
            row,
            words: vec![means.program.clone().into_os_string()],
            after: folder.clone(),
            folder,
            prefix,
            is_nobody: false,
            read: u64::MAX,
            limit: means.limit,
            during: None,
            before: BTreeMap::new(),
            ignored: None,
            held: None,
            temporary,
        };
        for word in row.words() {
            let Some(name) = word.strip_prefix(['@', '=', '%']) else {
                run.words.push(word.replace('~', " ").into());
                continue;
            };
            match word.as_bytes()[0] {
                b'@' => run.put(name, &means.inputs[name]),
                b'=' => means
                    .inputs
                    .range(name.to_owned()..)
                    .take_while(|(other, _)| other.starts_with(name))
                    .for_each(|(name, bytes)| run.put(name, bytes)),
                _ if has_old && !name.ends_with('/') => run.put(name, OLD),
                _ => {}
            }
            run.words.push(run.spelled(name.trim_end_matches('/')));
        }
        if row.has_engine() {
            fs::write(run.folder.join(ENGINE), ENGINE_SCRIPT).unwrap();
        }
        if let Some(name) = row.stdin() {
            run.put(name, &means.inputs[name]);
        }
        run.before = files(&run.folder);
        run
    }

    /// The name as a word of the command line.
    fn spelled(&self, name: &str) -> OsString {
        OsString::from_vec([&self.prefix, name.as_bytes()].concat())
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.join(self.spelled(name))
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        let place = self.place(name);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(&place, bytes).unwrap();
        // Tables name the time of their input.
        File::options().write(true).open(&place).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
    }

    /// The place and the bytes of the input that is changed.
    fn input(&self) -> Option<(PathBuf, &'a [u8])> {
        let inputs = &self.means.inputs;
        let below = |prefix: &str| inputs.keys().find(|name| name.starts_with(prefix)).map(|name| &**name);
        let name = self.row.input().or_else(|| below(self.row.folder()?))?;
        Some((self.place(name), &inputs[name]))
    }

    /// Makes a fault.
    fn make(&mut self, fault: Fault, usual_time: Duration, chance: u64) -> Result<(), &'static str> {
        if fault.is_for_nobody() && self.means.is_root {
            self.is_nobody = true;
            open_to_all(&self.folder);
            fs::set_permissions(self.temporary.path(), Permissions::from_mode(0o755)).unwrap();
        }
        let name = self.row.output().unwrap_or_default();
        let (input, bytes) = self.input().unwrap_or_default();
        let variables: [(&str, &OsStr); 3] =
            [("in", input.as_ref()), ("out", &self.place(name).into_os_string()), ("name", name.as_ref())];
        assert!(fault.before.is_empty() || bash(fault.before, &self.folder, &variables), "{fault}");
        if !fault.around.is_empty() {
            let mount = self.means.mount.unwrap_or_default();
            if fault.around.contains("$mount") && mount.is_empty() {
                return Err("no file system can be mounted here");
            }
            let number = fault.number.unwrap_or_default();
            let script = format!("n={number} mount='{mount}' in='{}'; {}", input.display(), fault.around);
            self.words.splice(0..0, ["bash", "-c", &script, "bash"].map(OsString::from));
        }
        // From the start of the run to a little after its usual end. A run whose input changes takes longer.
        let moment = usual_time * ((chance % 1100) as u32) / 1000;
        match fault.name {
            "full-disk" => self.after = self.temporary.path().join("back"),
            "reader-gone" => self.read = fault.number.map_or(0, u64::from),
            "resume" => self.during = Some((moment.min(usual_time), Action::Signal(Signal::KILL))),
            "sparse" => self.limit = Duration::from_mins(5),
            "word" => self.words.push(OsString::from_vec([HOSTILE.as_bytes(), b"\xff\xfe"].concat())),
            "text" => fs::write(&input, hostile(bytes, fault.number.unwrap_or_default() as usize)).unwrap(),
            "silent-sigint" | "silent-sigterm" => self.fall_silent(fault, usual_time),
            "input-shrinks" | "input-grows" => {
                fs::write(&input, bytes.repeat(REPEATS)).unwrap();
                self.ignored = Some(input.clone());
                let action = match fault.name {
                    "input-shrinks" => Action::Cut(input, (bytes.len() * REPEATS / 3) as u64),
                    _ => Action::Append(input, bytes.repeat(REPEATS / 3)),
                };
                self.during = Some((usual_time + moment * 3, action));
            }
            "output-read-only-folder" | "output-no-folder" => self.rename(name, &format!("there/{name}")),
            "output-folder-name" => self.rename(name, &format!("{name}/")),
            name => self.during = signal(name).map(|signal| (moment, Action::Signal(signal))),
        }
        Ok(())
    }

    /// Puts a pipe in the place of the last input, which gets a part of its bytes. A signal comes when the program waits for the rest.
    fn fall_silent(&mut self, fault: Fault, usual_time: Duration) {
        let Some(name) = self.row.last_input() else { return };
        let (place, bytes) = (self.place(name), &self.means.inputs[name]);
        let given = bytes.len() * fault.number.unwrap_or_default() as usize / 100;
        assert!(bash("rm \"$in\"; mkfifo \"$in\"", &self.folder, &[("in", place.as_ref())]));
        let mut pipe = OpenOptions::new().read(true).write(true).open(place).unwrap();
        // A pipe holds 64 KiB.
        pipe.write_all(&bytes[..given.min(1 << 16)]).unwrap();
        self.held = Some(pipe);
        let moment = usual_time + SILENCE;
        self.during = signal(fault.name).map(|signal| (moment, Action::Signal(signal)));
        self.limit = moment + SOON;
    }

    fn rename(&mut self, from: &str, to: &str) {
        self.words.iter_mut().filter(|word| *word == OsStr::new(from)).for_each(|word| *word = to.into());
    }

    /// Runs the program to its end.
    pub(super) fn start(&self) -> Ended {
        // Programs that a shell starts in the background ignore interrupts. The program would inherit this.
        let mut command = Command::new("env");
        command.arg("--default-signal=INT,HUP").args(&self.words);
        command.current_dir(&self.folder).env("TMPDIR", self.folder.join(TEMPORARY));
        // A variable of the user's must not change the result.
        command.env_remove("RUST_BACKTRACE").process_group(0);
        if self.is_nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        // The reader is closed before the program starts, since a short output fits into the pipe.
        let stdout = if self.read == 0 { pipe().unwrap().1.into() } else { Stdio::piped() };
        let stdin = self.row.stdin().map_or("/dev/null".into(), |name| self.place(name));
        command.stdin(File::open(stdin).unwrap()).stdout(stdout).stderr(Stdio::piped());
        let begin = Instant::now();
        let mut child = command.spawn().unwrap();
        let (out, err) = (child.stdout.take(), child.stderr.take());
        thread::scope(|scope| {
            let out = scope.spawn(|| out.map_or_else(Vec::new, |out| read(out, self.read)));
            let err = scope.spawn(|| err.map_or_else(Vec::new, |err| read(err, u64::MAX)));
            let end = self.wait(&mut child, begin);
            let time = begin.elapsed();
            Ended { end, stdout: out.join().unwrap(), stderr: err.join().unwrap(), time }
        })
    }

    fn wait(&self, child: &mut Child, begin: Instant) -> End {
        let mut during = self.during.as_ref();
        loop {
            if let Some((_, action)) = during.take_if(|(after, _)| begin.elapsed() >= *after) {
                action.act(child);
            }
            if let Some(status) = child.try_wait().unwrap() {
                return match (status.code(), status.signal()) {
                    // An intermediate shell reports a signal that ended the program.
                    (Some(code @ 129..=192), _) if ![130, 143].contains(&code) => End::Signal(code - 128),
                    (Some(code), _) => End::Code(code),
                    (None, signal) => End::Signal(signal.unwrap_or(0)),
                };
            }
            if begin.elapsed() > self.limit {
                // The shell around the program, if there is one, as well.
                let _ = kill_process_group(pid(child), Signal::KILL);
                child.wait().unwrap();
                return End::Limit;
            }
            thread::sleep(Duration::from_micros(500));
        }
    }

    /// The files that are not as they were before the run, and those that are gone, which are `None`.
    pub(super) fn changes(&self) -> Changes {
        let now = files(&self.after);
        // The name of a table begins with the name of its file.
        let plain = |name: &OsStr| {
            let parts = Path::new(name)
                .iter()
                .map(|part| part.as_bytes().strip_prefix(&self.prefix[..]).map_or(part, OsStr::from_bytes));
            parts.collect::<PathBuf>().into_os_string()
        };
        let gone = self.before.keys().filter(|name| !now.contains_key(*name)).map(|name| (plain(name), None));
        let is_ignored =
            |name: &OsStr| self.ignored.as_ref().is_some_and(|path| *path == self.folder.join(name));
        let changed =
            now.iter().filter(|(name, bytes)| self.before.get(*name) != Some(bytes) && !is_ignored(name));
        gone.chain(changed.map(|(name, bytes)| (plain(name), Some(bytes.clone())))).collect()
    }
}

fn pid(child: &Child) -> Pid {
    Pid::from_raw(child.id().cast_signed()).unwrap()
}

fn read(stream: impl Read, most: u64) -> Vec<u8> {
    let mut text = Vec::new();
    // Bytes read before an error count.
    let _ = stream.take(most).read_to_end(&mut text);
    text
}

/// The text with hostile text in each of its lines, at another place for each number; other bytes with such text in their middle.
fn hostile(bytes: &[u8], trial: usize) -> Vec<u8> {
    let insert = |line: &[u8], at: usize| [&line[..at], HOSTILE.as_bytes(), &line[at..]].concat();
    if str::from_utf8(bytes).is_err() {
        return insert(bytes, bytes.len() * trial / 6);
    }
    // The first of three copies is as it was, so that commands get beyond the first lines.
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').zip(1..);
    let changed = lines.flat_map(|(line, number)| insert(line, (number * 7 + trial * 5) % line.len()));
    [bytes.to_vec(), changed.collect(), b"\n\xff\xfe\x80\n\0\0\xc3\n".to_vec()].concat()
}

/// Runs a cell and judges it.
pub(super) fn cell(means: &Means, row: &Row, usual: &Usual, fault: Fault) -> Outcome {
    let chance = number(&format!("{} {fault}", row.line));
    // Files that are replaced, and files that are new.
    let has_old = match fault.name {
        "resume" | "output-folder-name" => false,
        _ => fault.group == OUTPUTS || chance.is_multiple_of(2),
    };
    let mut run = Run::new(means, row, has_old, fault.name == "names");
    if let Err(reason) = run.make(fault, usual.time, chance) {
        return Outcome::Skipped(reason);
    }
    if fault.name == "resume" {
        // Files left by the first run count as changes.
        run.start();
        run.during = None;
        run.words.push("--resume".into());
    } else {
        // Owners and places of the fault's files are known only now.
        run.before = files(&run.folder);
    }
    let ended = run.start();
    // It may be one that cannot be read or removed.
    open_to_all(&run.folder);
    let broken = judge(usual, fault, &run, &ended);
    if broken.is_empty() { Outcome::Ok } else { Outcome::Failed(broken) }
}

/// Lets every user read and write all files in a folder.
fn open_to_all(folder: &Path) {
    assert!(bash("chmod -R a+rwX .", folder, &[]));
}

/// All files of a folder, without folders. Files that are not regular have their kind as text.
fn files(folder: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(folder.join(&below)).unwrap() {
            let entry = entry.unwrap();
            let (name, kind) = (below.join(entry.file_name()), entry.file_type().unwrap());
            if kind.is_dir() {
                folders.push(name);
                continue;
            }
            let bytes = match entry.metadata().unwrap().len() {
                _ if !kind.is_file() => b"no regular file".to_vec(),
                // A sparse file is not read.
                length @ 1_073_741_824.. => length.to_string().into_bytes(),
                _ => fs::read(entry.path()).unwrap(),
            };
            all.insert(name.into_os_string(), bytes);
        }
    }
    all
}

/// Words that a program never prints if it handles its errors.
const PANICS: [&str; 6] = [
    "panicked at",
    "stack backtrace",
    "memory allocation of",
    "fatal runtime error",
    "has overflowed its stack",
    "internal error: entered unreachable",
];

/// A run without a fault, whose exit code is 0.
pub(super) struct Usual {
    /// Only the lines that can be compared.
    stdout: Vec<u8>,
    /// All bytes of stdout.
    printed: Vec<u8>,
    /// The files that were written.
    files: BTreeMap<OsString, Vec<u8>>,
    pub(super) time: Duration,
    /// The violations without a fault.
    pub(super) broken: Vec<String>,
}

impl Usual {
    /// Runs a row twice without a fault, with and without an old output file; the results must be equal.
    pub(super) fn of(means: &Means, row: &Row) -> Self {
        let (mut first, second) = (Self::once(means, row, false), Self::once(means, row, true));
        if first.stdout != second.stdout || first.files != second.files {
            first.broken.push("two runs differ".to_owned());
        }
        if first.files.is_empty() == row.has(&['%']) {
            first.broken.push(format!("the files written are {:?}", first.files.keys()));
        }
        first.broken.extend(second.broken);
        first
    }

    fn once(means: &Means, row: &Row, has_old: bool) -> Self {
        let run = Run::new(means, row, has_old, false);
        let Ended { end, stdout: printed, stderr, time } = run.start();
        let mut broken = Vec::new();
        if end != End::Code(0) {
            broken.push(format!("{end:?}: {}", String::from_utf8_lossy(&stderr)));
        }
        let mut files = BTreeMap::new();
        for (name, bytes) in run.changes() {
            match bytes {
                Some(bytes) => drop(files.insert(name, bytes)),
                None => broken.push(format!("{} has gone", name.display())),
            }
        }
        Self { stdout: row.comparable(&printed), printed, files, time, broken }
    }
}

/// A run that is to be judged.
struct Case<'a> {
    row: &'a Row,
    usual: &'a Usual,
    ended: &'a Ended,
    /// True if the stream is read to its end.
    has_stdout: bool,
    has_stderr: bool,
    /// True if the input was changed by the fault itself, so that outputs have other bytes.
    is_input_other: bool,
    /// The laws that are broken, each in words.
    broken: Vec<String>,
    /// An input that is a pipe, of whose size and time no table can have a note.
    pipe: Option<&'static str>,
}

/// Finds the laws that are broken by a run.
pub(super) fn judge(usual: &Usual, fault: Fault, run: &Run<'_>, ended: &Ended) -> Vec<String> {
    let row = run.row;
    let mut case = Case {
        row,
        usual,
        ended,
        has_stdout: run.read == u64::MAX && !fault.around.contains(" >"),
        has_stderr: !fault.around.contains(" 2>"),
        is_input_other: fault.changes_bytes() || (fault.name == "names" && row.keeps_names()),
        broken: Vec::new(),
        pipe: row.input().filter(|_| fault.name == "input-fifo"),
    };
    let expect = &Expect::of(row, fault, &usual.printed);
    match (ended.end, expect) {
        (End::Limit, _) => case.add(format!("no end within {:.0} s", ended.time.as_secs_f64())),
        (End::Signal(signal), Expect::Ends(expected)) if signal == *expected => {
            // The output before the end is the beginning of the usual one.
            if case.has_stdout && !usual.stdout.starts_with(&row.comparable(&ended.stdout)) {
                case.add("stdout is not the beginning of that of the usual run");
            }
        }
        (End::Signal(signal), _) => case.add(format!("ended by signal {signal}")),
        (End::Code(code), _) => case.judge_code(code, expect),
    }
    case.judge_text(fault);
    case.judge_files(expect, &run.changes());
    case.broken
}

impl Case<'_> {
    fn add(&mut self, text: impl Into<String>) {
        self.broken.push(text.into());
    }

    fn judge_code(&mut self, code: i32, expect: &Expect) {
        // Every signal has a code of its own, and the program's end by another one is a fault.
        let own = if let Expect::Ends(signal) = expect { 128 + signal } else { 0 };
        let codes: &[i32] = match expect {
            Expect::Usual | Expect::UsualCode => &[0],
            Expect::Error(_) => &[1],
            Expect::Refused if self.row.line.starts_with('-') => &[0, 1, 2],
            Expect::Refused => &[1, 2],
            Expect::Ends(_) => &[0, 1, own],
            Expect::ReaderGone if !self.row.line.starts_with("units run") => &[0],
            Expect::UsualOrError | Expect::Told | Expect::ReaderGone => &[0, 1],
        };
        if !codes.contains(&code) {
            self.add(format!("exit code {code} where {codes:?} is expected"));
        }
        match expect {
            Expect::Error(name) => self.judge_error(name),
            Expect::UsualOrError if code != 0 => {
                self.judge_stdout(code, false);
                self.judge_error("");
            }
            Expect::Ends(_) if code == 1 => self.judge_error(""),
            Expect::Ends(_) if code > 1 => {}
            Expect::ReaderGone if self.errors().next().is_some() => {
                self.add("an error is reported although the reader is gone");
            }
            Expect::ReaderGone => {}
            // On stderr, or in the answers on stdout.
            Expect::Refused | Expect::Told => {
                let is_silent = self.ended.stderr.is_empty() && self.ended.stdout.is_empty();
                if code != 0 && self.has_stderr && is_silent {
                    self.add("no error is reported");
                }
            }
            _ => self.judge_stdout(code, *expect == Expect::UsualCode),
        }
    }

    /// The output is that of the usual run, or a part of it after an error.
    fn judge_stdout(&mut self, code: i32, is_count_only: bool) {
        if !self.has_stdout {
            return;
        }
        let (now, usual) = (self.row.comparable(&self.ended.stdout), &self.usual.stdout);
        let lines = |text: &[u8]| text.split_inclusive(|&byte| byte == b'\n').count();
        if code == 0 && !is_count_only && now != *usual {
            let lost = if usual.starts_with(&now) { "is cut off" } else { "is not that of the usual run" };
            self.add(format!("stdout {lost}, and the exit code is {code}"));
        } else if lines(&now) > lines(usual) {
            self.add(format!("{} lines on stdout, and {} in the usual run", lines(&now), lines(usual)));
        }
    }

    fn errors(&self) -> impl Iterator<Item = &str> {
        // A prompt may be before the error.
        let lines = self.stderr_text().lines().map(|line| line.trim_start_matches("> "));
        lines.filter(|line| line.starts_with("error: "))
    }

    fn stderr_text(&self) -> &str {
        str::from_utf8(&self.ended.stderr).unwrap_or("error: not UTF-8")
    }

    /// There is one error, which names its cause and its object.
    fn judge_error(&mut self, name: &str) {
        if !self.has_stderr {
            return;
        }
        let errors: Vec<_> = self.errors().map(str::to_owned).collect();
        let [error] = &errors[..] else {
            self.add(format!("{} lines of errors on stderr: {}", errors.len(), self.stderr_text()));
            return;
        };
        if !error.contains(name) {
            self.add(format!("the error does not name {name}: {error}"));
        }
        let message = error.trim_start_matches("error: ").split(" (os error").next().unwrap_or_default();
        if !message.contains(": ") && message.split_whitespace().count() < 4 {
            self.add(format!("the error does not say what it is about: {error}"));
        }
    }

    /// No stream has a panic or text that steers a terminal. An interrupt may end the program within a character.
    fn judge_text(&mut self, fault: Fault) {
        for (name, bytes) in [("stdout", &self.ended.stdout), ("stderr", &self.ended.stderr)] {
            let text = String::from_utf8_lossy(bytes);
            if let Some(line) = text.lines().find(|line| PANICS.iter().any(|word| line.contains(word))) {
                self.add(format!("a panic on {name}: {line}"));
            }
            if fault.group == "hostile" && (str::from_utf8(bytes).is_err() || steering(&text).is_some()) {
                self.add(format!("{name} steers a terminal: {text:?}"));
            }
        }
        if str::from_utf8(&self.ended.stderr).is_err() {
            self.add("stderr is not UTF-8");
        }
    }

    /// Compares a file of this name with that of the usual run. The table of a pipe is the usual one but for the note of its input.
    fn is_same(&self, name: &OsStr, found: &[u8], usual: &[u8]) -> bool {
        if self.pipe.is_some_and(|pipe| Path::new(pipe).file_stem() == Path::new(name).file_stem())
            && let (Some(found), Some(mut usual)) = (table(found), table(usual))
        {
            usual.1.retain(|(name, _)| name != "chess.input");
            return found == usual;
        }
        found == usual
    }

    /// Each output file is the old one or the whole new one, and nothing else has changed.
    fn judge_files(&mut self, expect: &Expect, changes: &Changes) {
        let Self { usual, ended, is_input_other, .. } = *self;
        let is_signal = matches!(ended.end, End::Signal(_));
        for (name, bytes) in changes {
            let shown = Path::new(name).display().to_string();
            let Some(bytes) = bytes else {
                self.add(format!("{shown} has gone"));
                continue;
            };
            // A signal may leave a whole file under the name that it has before it replaces another.
            let is_part = is_signal && shown.contains(".chess-");
            match usual.files.get(name) {
                // The file loses its name before it is written. A signal before that leaves it, empty.
                None if is_signal && bytes.is_empty() && shown.contains(".tmp") => {}
                None if is_part && usual.files.values().any(|file| file == bytes) => {}
                None => self.add(format!("{shown} is left behind, {} bytes", bytes.len())),
                Some(file) if bytes == OLD || self.is_same(name, bytes, file) => {}
                Some(_) if is_input_other && ended.end != End::Limit => {}
                Some(file) => self.add(format!(
                    "{shown} is torn: {} bytes, neither the old file nor the new one of {} bytes",
                    bytes.len(),
                    file.len()
                )),
            }
        }
        if ended.end != End::Code(0) || is_input_other || matches!(expect, Expect::Error(_)) {
            return;
        }
        for (name, file) in &usual.files {
            let found = changes.get(name).and_then(Option::as_ref);
            if !found.is_some_and(|found| self.is_same(name, found, file)) {
                let shown = Path::new(name).display();
                self.add(format!("{shown} is not the new file, and the exit code is 0"));
            }
        }
    }
}

/// All bytes of a Parquet file before its footer, and its notes.
type Table<'a> = (&'a [u8], Vec<(String, String)>);

/// Returns `None` for another file.
#[cfg(feature = "parquet")]
fn table(bytes: &[u8]) -> Option<Table<'_>> {
    let rest = bytes.strip_suffix(b"PAR1")?;
    let (rest, length) = rest.split_last_chunk()?;
    let rows = rest.get(..rest.len().checked_sub(u32::from_le_bytes(*length) as usize)?)?;
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    Some((rows, chess_data::parquet::read_notes(&file).ok()?))
}

/// Without the feature no command writes tables.
#[cfg(not(feature = "parquet"))]
const fn table(_: &[u8]) -> Option<Table<'_>> {
    None
}
