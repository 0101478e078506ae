use std::path::Path;
use std::process::Command;

use crate::clock::Shim;
use crate::process::{is_root, is_success};

/// What this machine has for the making of faults. What it lacks is the reason of a skip.
pub(crate) struct Tools {
    pub(crate) is_root: bool,
    /// The words before a command that may mount a file system nobody else sees.
    pub(crate) mount: Result<&'static [&'static str], String>,
    pub(crate) clock: Result<Shim, String>,
    pub(crate) terminal: Result<(), String>,
    pub(crate) fifo: Result<(), String>,
    /// The smallest address space, in KiB, in which the program starts.
    pub(crate) memory: Result<u32, String>,
}

impl Tools {
    /// Looks at the machine. Files go into `folder`.
    pub(crate) fn find(folder: &Path, program: &Path) -> Self {
        Self {
            is_root: is_root(),
            mount: mount(),
            clock: Shim::build(folder),
            terminal: works("script", &["-qefc", "true", "/dev/null"], "there is no `script`"),
            fifo: works("mkfifo", &["--version"], "there is no `mkfifo`"),
            memory: memory(program),
        }
    }
}

fn mount() -> Result<&'static [&'static str], String> {
    let ways: [&[&str]; 2] = [&["unshare", "-m"], &["unshare", "-r", "-m"]];
    for way in ways {
        let mut args = way[1..].to_vec();
        args.extend(["mount", "-t", "tmpfs", "-o", "size=64k", "chess-faults", "/mnt"]);
        if works(way[0], &args, "").is_ok() {
            return Ok(way);
        }
    }
    Err("no file system can be mounted here".to_owned())
}

/// The answer to `--version` needs what any command needs to start.
fn memory(program: &Path) -> Result<u32, String> {
    (2..512)
        .map(|mib| mib * 1024)
        .find(|kib| {
            let script = format!("ulimit -v {kib} && exec \"$0\" --version");
            let mut shell = Command::new("bash");
            shell.args(["-c", &script]).arg(program);
            is_success(&mut shell)
        })
        .ok_or_else(|| "the program does not answer --version within 512 MiB".to_owned())
}

fn works(program: &str, args: &[&str], complaint: &str) -> Result<(), String> {
    if is_success(Command::new(program).args(args)) { Ok(()) } else { Err(complaint.to_owned()) }
}
