use std::fs;
use std::io;

use tempfile::TempDir;

use crate::expect::Expect;
use crate::fault::{Fault, Input, Signal, Stream, Target};
use crate::folder::Folder;
use crate::judge::Case;
use crate::means::Means;
use crate::outcome::Outcome;
use crate::process::{Sink, run as run_process};
use crate::resume;
use crate::row::Row;
use crate::seed::number;
use crate::start::Prepared;
use crate::usually::Usual;

/// True if the fault can come upon the row at all.
pub(crate) fn applies(row: &Row, fault: Fault) -> bool {
    let has_input = row.input().is_some() || row.args.iter().any(|word| word.starts_with('='));
    match fault {
        Fault::Resume(_) => row.can_resume,
        Fault::StrangeNames => row.args.iter().any(|word| word.starts_with(['@', '%', '='])),
        Fault::StrangeBytes
        | Fault::Sparse
        | Fault::Input(Input::Empty | Input::CutOff | Input::Shrinks | Input::Grows) => has_input,
        Fault::Input(_) => has_input && !row.reads_stdin_only(),
        Fault::Output(_) => row.output().is_some(),
        Fault::FullDisk(_) | Fault::FileSize { .. } => row.writes_files(),
        Fault::Clock(clock) => !clock.is_at_terminal() || row.stdin.is_none(),
        _ => true,
    }
}

/// Runs a cell and judges it.
pub(crate) fn run(means: &Means, row: &Row, usual: &Usual, fault: Fault) -> io::Result<Outcome> {
    let name = fault.to_string();
    if let Some((_, reason)) = row.exempt.iter().find(|(beginning, _)| name.starts_with(beginning)) {
        return Ok(Outcome::Skipped((*reason).to_owned()));
    }
    let temporary = TempDir::new_in(means.work.path())?;
    let chance = number(means.seed, &[row.name, &name]);
    if let Fault::Resume(_) = fault {
        return Ok(outcome(resume::run(means, row, usual, temporary.path(), chance)?));
    }
    // Files that are replaced, and files that are new.
    let has_old = match fault {
        Fault::Output(target) => target != Target::FolderName,
        _ => chance.is_multiple_of(2),
    };
    let is_strange = fault == Fault::StrangeNames;
    fs::create_dir(temporary.path().join("cell"))?;
    let folder = Folder::new(&temporary.path().join("cell"), row, &means.inputs, has_old, is_strange)?;
    let prepared = match Prepared::new(means, row, usual, fault, chance, folder, temporary.path())? {
        Ok(prepared) => prepared,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    let ended = run_process(&prepared.start)?;
    prepared.tidy_up()?;
    let changes = prepared.folder.changes(&prepared.after)?;
    let stdout = match fault {
        Fault::Closed(Stream::Stdout) => Sink::Full,
        // The terminal shows stderr, too.
        Fault::Clock(clock) if clock.is_at_terminal() => Sink::Full,
        _ => prepared.start.stdout,
    };
    let stderr = match fault {
        Fault::Closed(Stream::Stderr) => Sink::Full,
        _ => prepared.start.stderr,
    };
    let is_input_other = matches!(
        fault,
        Fault::StrangeBytes
            | Fault::StdinEmpty
            | Fault::Closed(Stream::Stdin)
            | Fault::Sparse
            | Fault::Input(Input::Empty | Input::CutOff | Input::Shrinks | Input::Grows)
    ) || (fault == Fault::StrangeNames && row.keeps_names());
    let case = Case {
        row,
        usual,
        ended: &ended,
        stdout,
        stderr,
        changes: &changes,
        may_leave: matches!(fault, Fault::Signal { signal: Signal::Kill, .. }),
        is_input_other,
    };
    let mut broken = case.judge(&Expect::of(row, fault, &usual.printed));
    if !broken.is_empty() && std::env::var_os("CHESS_FAULTS_SHOW").is_some() {
        broken.push(format!("stderr: {}", String::from_utf8_lossy(&ended.stderr)));
        broken.push(format!("stdout: {}", String::from_utf8_lossy(&ended.stdout)));
    }
    Ok(outcome(broken))
}

fn outcome(broken: Vec<String>) -> Outcome {
    if broken.is_empty() { Outcome::Ok } else { Outcome::Failed(broken) }
}
