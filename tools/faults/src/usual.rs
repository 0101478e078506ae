use std::collections::BTreeMap;
use std::io;

use tempfile::TempDir;

use crate::folder::Folder;
use crate::means::Means;
use crate::process::{End, run as run_process};
use crate::row::Row;
use crate::start::Prepared;
use crate::usually::Usual;

/// Runs a row twice without a fault; both runs must be the same. The inner error is the reason why there is no such run.
pub(crate) fn run(means: &Means, row: &Row) -> io::Result<Result<Usual, String>> {
    let mut runs = Vec::new();
    for has_old in [false, true] {
        let temporary = TempDir::new_in(means.work.path())?;
        let folder = Folder::new(temporary.path(), row, &means.inputs, has_old, false)?;
        let prepared = Prepared::usual(means, row, folder);
        let ended = run_process(&prepared.start)?;
        let stderr = String::from_utf8_lossy(&ended.stderr);
        if let Some(line) = stderr.lines().find(|line| line.contains("was built without")) {
            return Ok(Err(line
                .trim_start_matches("error: ")
                .split(';')
                .next()
                .unwrap_or_default()
                .to_owned()));
        }
        let mut broken = Vec::new();
        if ended.end != End::Code(0) {
            broken.push(format!("{:?}: {}", ended.end, stderr.lines().next().unwrap_or_default()));
        }
        let mut files = BTreeMap::new();
        for (name, bytes) in prepared.folder.changes(&prepared.after)? {
            match bytes {
                Some(bytes) => drop(files.insert(name, bytes)),
                None => broken.push(format!("{} has gone", name.display())),
            }
        }
        let code = if let End::Code(code) = ended.end { code } else { -1 };
        let stdout = row.comparable(&ended.stdout);
        runs.push(Usual { code, stdout, printed: ended.stdout, files, time: ended.time, broken });
    }
    let (Some(second), Some(mut first)) = (runs.pop(), runs.pop()) else {
        return Ok(Err("there is no run".to_owned()));
    };
    if first.stdout != second.stdout || first.files != second.files {
        first.broken.push("two runs differ".to_owned());
    }
    if first.files.is_empty() == row.writes_files() {
        first.broken.push(format!("the files written are {:?}", first.files.keys()));
    }
    Ok(Ok(first))
}
