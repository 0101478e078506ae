use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::machine::{TEMPORARY, is_success};
use crate::row::{Inputs, Row};

/// The text of an output file before the run.
pub(crate) const OLD: &[u8] = b"what was there before\n";

/// The byte before names that are not UTF-8.
const STRANGE: u8 = 0xff;

/// Files by their paths in the folder. Files that are not regular have their kind as text.
type Files = BTreeMap<OsString, Vec<u8>>;

/// Files that differ from those before the run; `None` for one that is gone.
pub(crate) type Changes = BTreeMap<OsString, Option<Vec<u8>>>;

/// The folder of a cell, in which the program runs.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    /// True if names get a byte that is not UTF-8.
    is_strange: bool,
    /// The files before the run.
    before: Files,
    /// Files that the fault itself changes during the run.
    ignored: Vec<OsString>,
}

impl Folder {
    /// Makes the folder with the input files of the row and, on request, an old file in the place of each output.
    pub(crate) fn new(
        path: &Path,
        row: &Row,
        inputs: &Inputs,
        has_old: bool,
        is_strange: bool,
    ) -> io::Result<Self> {
        fs::create_dir_all(path.join(TEMPORARY))?;
        let mut folder =
            Self { path: path.to_owned(), is_strange, before: Files::new(), ignored: Vec::new() };
        for word in row.words() {
            if let Some(name) = word.strip_prefix('@') {
                folder.put(name, &inputs[name])?;
            } else if let Some(prefix) = word.strip_prefix('=') {
                for (name, bytes) in inputs.iter().filter(|(name, _)| name.starts_with(prefix)) {
                    folder.put(name, bytes)?;
                }
            } else if let Some(name) = word.strip_prefix('%').filter(|name| has_old && !name.ends_with('/')) {
                folder.put(name, OLD)?;
            }
        }
        if let Some(name) = row.stdin {
            folder.put(name, &inputs[name])?;
        }
        folder.look()?;
        Ok(folder)
    }

    /// Records the folder's files as the state before the run.
    pub(crate) fn look(&mut self) -> io::Result<()> {
        self.before = files(&self.path)?;
        Ok(())
    }

    fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let place = self.place(name);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&place, bytes)
    }

    /// The name as a word of the command line.
    pub(crate) fn spelled(&self, name: &str) -> OsString {
        let mut bytes = if self.is_strange { vec![STRANGE] } else { Vec::new() };
        bytes.extend_from_slice(name.as_bytes());
        OsString::from_vec(bytes)
    }

    pub(crate) fn place(&self, name: &str) -> PathBuf {
        self.path.join(self.spelled(name))
    }

    /// The words of the row.
    pub(crate) fn words(&self, row: &Row) -> impl Iterator<Item = OsString> {
        row.words().map(|word| match word.strip_prefix(['@', '=', '%']) {
            Some(name) => self.spelled(name.trim_end_matches('/')),
            None => word.replace('~', " ").into(),
        })
    }

    /// Ignores this file after the run.
    pub(crate) fn ignore(&mut self, place: &Path) {
        self.ignored.extend(place.strip_prefix(&self.path).map(|name| name.as_os_str().to_owned()));
    }

    /// The files that are not as they were before the run, and those that are gone, which are `None`.
    ///
    /// `after` is where the files are now: this folder, or a copy.
    pub(crate) fn changes(&self, after: &Path) -> io::Result<Changes> {
        let now = files(after)?;
        let gone = self.before.keys().filter(|name| !now.contains_key(*name));
        let mut changes: Changes = gone.map(|name| (plain(name), None)).collect();
        for (name, bytes) in now {
            if self.before.get(&name) != Some(&bytes) && !self.ignored.contains(&name) {
                changes.insert(plain(&name), Some(bytes));
            }
        }
        Ok(changes)
    }
}

/// The name without the bytes that are not UTF-8.
fn plain(name: &OsStr) -> OsString {
    OsString::from_vec(name.as_bytes().iter().copied().filter(|&byte| byte != STRANGE).collect())
}

/// Lets every user read and write all files in a folder.
pub(crate) fn open_to_all(folder: &Path) -> io::Result<()> {
    let is_open = is_success(Command::new("chmod").args(["-R", "a+rwX"]).arg(folder));
    is_open.then_some(()).ok_or_else(|| io::Error::other("chmod fails"))
}

/// All files of a folder, without folders.
fn files(folder: &Path) -> io::Result<Files> {
    let mut all = Files::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(folder.join(&below))? {
            let entry = entry?;
            let (name, kind) = (below.join(entry.file_name()), entry.file_type()?);
            if kind.is_dir() {
                folders.push(name);
            } else {
                let bytes = match entry.metadata()?.len() {
                    _ if !kind.is_file() => b"no regular file".to_vec(),
                    // A sparse file is not read.
                    length @ 1_073_741_824.. => length.to_string().into_bytes(),
                    _ => fs::read(entry.path())?,
                };
                all.insert(name.into_os_string(), bytes);
            }
        }
    }
    Ok(all)
}
