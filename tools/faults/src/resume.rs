use std::io;
use std::path::Path;

use crate::fault::Signal;
use crate::folder::Folder;
use crate::means::Means;
use crate::process::{Action, During, End, run as run_process};
use crate::row::Row;
use crate::start::Prepared;
use crate::usually::Usual;

/// Kills a run at a random moment, runs the command again with `--resume`, and compares with the usual run.
pub(crate) fn run(
    means: &Means,
    row: &Row,
    usual: &Usual,
    temporary: &Path,
    chance: u64,
) -> io::Result<Vec<String>> {
    let folder = Folder::new(&temporary.join("cell"), row, &means.inputs, false, false)?;
    let mut prepared = Prepared::usual(means, row, folder);
    let after = usual.time * ((chance % 1000) as u32) / 1000;
    prepared.start.during = Some(During { after, action: Action::Signal(Signal::Kill) });
    run_process(&prepared.start)?;
    prepared.start.during = None;
    prepared.start.words.push("--resume".into());
    let ended = run_process(&prepared.start)?;
    let mut broken = Vec::new();
    if ended.end != End::Code(usual.code) {
        let stderr = String::from_utf8_lossy(&ended.stderr);
        broken.push(format!(
            "{:?} at the second run: {}",
            ended.end,
            stderr.lines().next().unwrap_or_default()
        ));
    }
    if row.comparable(&ended.stdout) != usual.stdout {
        broken.push("stdout of the second run is not that of the usual run".to_owned());
    }
    let changes = prepared.folder.changes(&prepared.after)?;
    for (name, bytes) in &usual.files {
        if changes.get(name).and_then(Option::as_ref) != Some(bytes) {
            broken.push(format!("{} is not the whole new file", name.display()));
        }
    }
    for name in changes.keys().filter(|name| !usual.files.contains_key(*name)) {
        broken.push(format!("{} is left behind", name.display()));
    }
    Ok(broken)
}
