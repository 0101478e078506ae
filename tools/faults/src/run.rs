use std::ffi::{OsStr, OsString};
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::fault::{Fault, signal};
use crate::folder::{Changes, Folder, open_to_all};
use crate::machine::{Action, Means, Start, is_success};
use crate::row::Row;

/// The longest time of a run with a sparse input.
const SPARSE_LIMIT: Duration = Duration::from_mins(5);

/// The number of repetitions of the usual input in one that changes while it is read.
const REPEATS: usize = 40;

const KILL: Action = Action::Signal(rustix::process::Signal::KILL);

/// The error of a fault that this machine cannot make, or of a row that it does not apply to.
pub(crate) fn skip(reason: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::Unsupported, reason.into())
}

/// A run of a row in a folder of its own, with all that a fault needs.
pub(crate) struct Run<'a> {
    means: &'a Means,
    pub(crate) row: &'a Row,
    pub(crate) start: Start,
    pub(crate) folder: Folder,
    /// For files outside of the folder.
    temporary: PathBuf,
    /// The folder in which the files are after the run.
    after: PathBuf,
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
            is_nobody: false,
            stdin: row.stdin.map_or("/dev/null".into(), |name| folder.place(name)),
            read: u64::MAX,
            limit: means.limit,
            during: None,
        };
        let (temporary, after) = (temporary.to_owned(), folder.path.clone());
        Ok(Self { means, row, start, folder, temporary, after })
    }

    pub(crate) fn changes(&self) -> io::Result<Changes> {
        self.folder.changes(&self.after)
    }

    /// Makes a fault.
    pub(crate) fn make(&mut self, fault: Fault, usual_time: Duration, chance: u64) -> io::Result<()> {
        if fault.is_for_nobody() && self.means.is_root {
            self.start.is_nobody = true;
            open_to_all(&self.folder.path)?;
            fs::set_permissions(&self.temporary, Permissions::from_mode(0o755))?;
        }
        let name = self.row.output().unwrap_or_default();
        let input = self.input().map(|(place, _)| place).unwrap_or_default();
        if !fault.before.is_empty() {
            let mut script = Command::new("bash");
            script.args(["-ec", fault.before]).current_dir(&self.folder.path);
            script.env("in", &input).env("name", name).env("out", self.folder.place(name));
            if !is_success(&mut script) {
                return Err(io::Error::other(format!("nothing makes the fault {fault}")));
            }
        }
        if !fault.around.is_empty() {
            let needs = |what| fault.around.contains(what);
            let least = if needs("least") { self.means.memory.map_err(skip)? } else { 0 };
            let mount = if needs("$mount") { self.means.mount.map_err(skip)? } else { "" };
            let clock =
                if needs("$clock") { self.means.clock.clone().map_err(skip)? } else { PathBuf::new() };
            if needs("script ") {
                self.means.terminal.map_err(skip)?;
            }
            let way = fault.name.split('-').nth(1).unwrap_or_default();
            let (number, clock, input) = (fault.number.unwrap_or_default(), clock.display(), input.display());
            let values =
                format!("n={number} least={least} mount='{mount}' clock={clock} way={way} in='{input}'");
            let script = format!("{values}; {}", fault.around);
            self.start.words.splice(0..0, ["bash", "-c", &script, "bash"].map(OsString::from));
        }
        // From the start of the run to a little after its usual end. A run whose input changes takes longer.
        let moment = usual_time * ((chance % 1100) as u32) / 1000;
        match fault.name {
            "full-disk" => self.after = self.temporary.join("back"),
            "reader-gone" => self.start.read = fault.number.map_or(0, u64::from),
            "resume" => self.start.during = Some((usual_time * ((chance % 1000) as u32) / 1000, KILL)),
            "sparse" => self.start.limit = SPARSE_LIMIT,
            "input-shrinks" | "input-grows" => {
                let (place, bytes) = self.input()?;
                fs::write(&place, bytes.repeat(REPEATS))?;
                self.folder.ignore(&place);
                let action = match fault.name {
                    "input-shrinks" => Action::Cut(place, (bytes.len() * REPEATS / 3) as u64),
                    _ => Action::Append(place, bytes.repeat(REPEATS / 3)),
                };
                self.start.during = Some((usual_time + moment * 3, action));
            }
            "output-read-only-folder" | "output-no-folder" => self.rename(name, &format!("there/{name}")),
            "output-folder-name" => self.rename(name, &format!("{name}/")),
            name => {
                self.start.during = signal(name).map(|signal| (moment, Action::Signal(signal)));
            }
        }
        Ok(())
    }

    /// The place and the bytes of the input that is changed.
    fn input(&self) -> io::Result<(PathBuf, Vec<u8>)> {
        let inputs = &self.means.inputs;
        let below = |prefix: &str| inputs.keys().find(|name| name.starts_with(prefix)).map(|name| &**name);
        let name = self.row.input().or_else(|| below(self.row.folder()?));
        let name = name.ok_or(io::Error::other("the row has no input"))?;
        Ok((self.folder.place(name), inputs[name].clone()))
    }

    fn rename(&mut self, from: &str, to: &str) {
        for word in self.start.words.iter_mut().filter(|word| *word == OsStr::new(from)) {
            *word = OsString::from(to);
        }
    }
}
