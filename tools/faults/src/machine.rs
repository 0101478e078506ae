use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use tempfile::TempDir;

use crate::row::Inputs;

/// The needs of a run of the program, and this machine's means to make faults. A missing means is the reason of a skip.
pub(crate) struct Means {
    /// A copy that every user can read.
    pub(crate) program: PathBuf,
    pub(crate) inputs: Inputs,
    /// The longest time of a run.
    pub(crate) limit: Duration,
    pub(crate) seed: u64,
    /// The folder of all runs.
    pub(crate) work: TempDir,
    pub(crate) is_root: bool,
    /// The words before a command that mounts a private file system.
    pub(crate) mount: Result<&'static str, &'static str>,
    /// A library that is before the clocks of the system.
    pub(crate) clock: Result<PathBuf, &'static str>,
    pub(crate) terminal: Result<(), &'static str>,
    /// The smallest address space, in KiB, in which the program starts.
    pub(crate) memory: Result<u32, &'static str>,
}

impl Means {
    pub(crate) fn new(program: &Path, inputs: Inputs, seed: u64) -> io::Result<Self> {
        let work = TempDir::with_prefix("chess-faults-")?;
        fs::set_permissions(work.path(), fs::Permissions::from_mode(0o755))?;
        let copy = work.path().join("program");
        fs::copy(program, &copy)?;
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o755))?;
        let (source, library) = (work.path().join("clock.c"), work.path().join("clock.so"));
        fs::write(&source, include_str!("clock.c"))?;
        let mut compiler = Command::new("gcc");
        compiler.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).arg(&source);
        let has_clock = is_success(&mut compiler);
        let works = |program, args: &[&str]| is_success(Command::new(program).args(args));
        let mount = "mount -t tmpfs -o size=64k chess-faults /mnt";
        let mut ways = ["unshare -m", "unshare -r -m"].into_iter();
        let way = ways.find(|way| works("bash", &["-c", &format!("{way} {mount}")]));
        Ok(Self {
            inputs,
            limit: Duration::from_secs(20),
            seed,
            is_root: fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0),
            mount: way.ok_or("no file system can be mounted here"),
            clock: has_clock.then_some(library).ok_or("there is no gcc that builds a library of clocks"),
            terminal: works("script", &["-qefc", "true", "/dev/null"])
                .then_some(())
                .ok_or("there is no `script`"),
            memory: memory(&copy),
            program: copy,
            work,
        })
    }
}

/// `--version` needs the resources that any command needs to start.
fn memory(program: &Path) -> Result<u32, &'static str> {
    let starts = |kib: &u32| {
        let script = format!("ulimit -v {kib} && exec \"$0\" --version");
        is_success(Command::new("bash").args(["-c", &script]).arg(program))
    };
    let least = (2..512).map(|mib| mib * 1024).find(starts);
    least.ok_or("the program does not answer --version within 512 MiB")
}

/// The folder of temporary files.
pub(crate) const TEMPORARY: &str = "tmp";

/// The user that owns nothing.
const NOBODY: u32 = 65534;

/// The longest pause between two polls of a running program.
const PAUSE: Duration = Duration::from_millis(4);

/// A run of the program that is to be started.
pub(crate) struct Start {
    /// The words of the command line, the program first.
    pub(crate) words: Vec<OsString>,
    pub(crate) folder: PathBuf,
    pub(crate) is_nobody: bool,
    /// A file, or a folder.
    pub(crate) stdin: PathBuf,
    /// The reader of stdout closes after so many bytes.
    pub(crate) read: u64,
    pub(crate) limit: Duration,
    /// An action while the program runs, after this time.
    pub(crate) during: Option<(Duration, Action)>,
}

pub(crate) enum Action {
    Signal(rustix::process::Signal),
    /// Cuts a file off at this length.
    Cut(PathBuf, u64),
    /// Appends these bytes to a file.
    Append(PathBuf, Vec<u8>),
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Code(i32),
    Signal(i32),
    /// The run took longer than its limit, and was killed.
    Limit,
}

pub(crate) struct Ended {
    pub(crate) end: End,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) time: Duration,
}

/// Runs the program to its end.
pub(crate) fn run(start: &Start) -> io::Result<Ended> {
    // Programs that a shell starts in the background ignore interrupts, and those that `nohup` starts ignore the end of their
    // terminal. The program would inherit this.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,HUP").args(&start.words);
    command.current_dir(&start.folder).env("TMPDIR", start.folder.join(TEMPORARY));
    // A variable of the user's must not change the result.
    command.env_remove("RUST_BACKTRACE");
    if start.is_nobody {
        command.uid(NOBODY).gid(NOBODY);
    }
    // The reader is closed before the program starts, since a short output fits into the pipe.
    let stdout = if start.read == 0 { io::pipe()?.1.into() } else { Stdio::piped() };
    command.stdin(File::open(&start.stdin)?).stdout(stdout).stderr(Stdio::piped());
    let begin = Instant::now();
    let mut child = command.spawn()?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let out = scope.spawn(|| read(out, start.read));
        let err = scope.spawn(|| read(err, u64::MAX));
        let end = wait(&mut child, start, begin);
        let time = begin.elapsed();
        let text = |reader: thread::ScopedJoinHandle<'_, Vec<u8>>| reader.join().unwrap_or_default();
        Ok(Ended { end: end?, stdout: text(out), stderr: text(err), time })
    })
}

fn read(stream: Option<impl Read>, most: u64) -> Vec<u8> {
    let mut text = Vec::new();
    // Bytes read before an error count.
    let _ = stream.map(|stream| stream.take(most).read_to_end(&mut text));
    text
}

fn wait(child: &mut Child, start: &Start, begin: Instant) -> io::Result<End> {
    let mut pause = Duration::from_micros(200);
    let mut during = start.during.as_ref();
    loop {
        if let Some((after, action)) = during
            && begin.elapsed() >= *after
        {
            action.act(child)?;
            during = None;
        }
        if let Some(status) = child.try_wait()? {
            return Ok(end(status));
        }
        if begin.elapsed() > start.limit {
            child.kill()?;
            child.wait()?;
            return Ok(End::Limit);
        }
        if let Some((after, _)) = during {
            thread::sleep(after.saturating_sub(begin.elapsed()).min(PAUSE));
        } else {
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSE);
        }
    }
}

fn end(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        // An intermediate shell reports a signal that ended the program.
        (Some(code @ 129..=192), _) if code != 130 => End::Signal(code - 128),
        (Some(code), _) => End::Code(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

impl Action {
    fn act(&self, child: &Child) -> io::Result<()> {
        match self {
            Self::Signal(signal) => {
                if let Some(pid) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
                    // The program may have ended, and is not waited for yet.
                    let _ = rustix::process::kill_process(pid, *signal);
                }
                Ok(())
            }
            Self::Cut(path, length) => OpenOptions::new().write(true).open(path)?.set_len(*length),
            Self::Append(path, bytes) => OpenOptions::new().append(true).open(path)?.write_all(bytes),
        }
    }
}

/// True if the command runs and succeeds. It reads and prints nothing.
pub(crate) fn is_success(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
