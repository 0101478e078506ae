use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

use crate::process::is_success;
use crate::row::Inputs;

/// What a run of the program needs, and what this machine has for the making of faults. What it lacks is the reason of a skip.
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
    /// The words before a command that may mount a file system nobody else sees.
    pub(crate) mount: Result<&'static [&'static str], String>,
    /// A library that stands before the clocks of the system.
    pub(crate) clock: Result<PathBuf, String>,
    pub(crate) terminal: Result<(), String>,
    pub(crate) fifo: Result<(), String>,
    /// The smallest address space, in KiB, in which the program starts.
    pub(crate) memory: Result<u32, String>,
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
        Ok(Self {
            inputs,
            limit: Duration::from_secs(20),
            seed,
            is_root: fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0),
            mount: [&["unshare", "-m"][..], &["unshare", "-r", "-m"]]
                .into_iter()
                .find(|way| {
                    let mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "chess-faults", "/mnt"];
                    works(way[0], &[&way[1..], &mount].concat())
                })
                .ok_or_else(|| "no file system can be mounted here".to_owned()),
            clock: has_clock
                .then_some(library)
                .ok_or_else(|| "there is no gcc that builds a library of clocks".to_owned()),
            terminal: works("script", &["-qefc", "true", "/dev/null"])
                .then_some(())
                .ok_or_else(|| "there is no `script`".to_owned()),
            fifo: works("mkfifo", &["--version"])
                .then_some(())
                .ok_or_else(|| "there is no `mkfifo`".to_owned()),
            memory: memory(&copy),
            program: copy,
            work,
        })
    }
}

/// The answer to `--version` needs what any command needs to start.
fn memory(program: &Path) -> Result<u32, String> {
    let starts = |kib: &u32| {
        let script = format!("ulimit -v {kib} && exec \"$0\" --version");
        is_success(Command::new("bash").args(["-c", &script]).arg(program))
    };
    let least = (2..512).map(|mib| mib * 1024).find(starts);
    least.ok_or_else(|| "the program does not answer --version within 512 MiB".to_owned())
}
