//! Unpacks the kept corpus of a fuzz target to a folder, where the fuzzer works, and packs a folder into it.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use chess_fuzz_targets::{Pack, TARGETS};

const USAGE: &str = "usage: corpus targets | corpus unpack TARGET FOLDER | corpus pack TARGET FOLDER [--check] | \
                     corpus run TARGET FOLDER...";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let (target, outcome) = match arguments[..] {
        ["targets"] => {
            for (name, _) in TARGETS {
                println!("{name}");
            }
            return ExitCode::SUCCESS;
        }
        [_, target, ..] if !TARGETS.iter().any(|(name, _)| *name == target) => {
            eprintln!("there is no target {target:?}\n{USAGE}");
            return ExitCode::from(2);
        }
        ["unpack", target, folder] => (target, unpack(target, Path::new(folder))),
        ["pack", target, folder] => (target, pack(target, folder, false)),
        ["pack", target, folder, "--check"] => (target, pack(target, folder, true)),
        ["run", target, ref folders @ ..] if !folders.is_empty() => (target, run(target, folders)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(said) => {
            println!("{target}: {said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{target}: {error}");
            ExitCode::FAILURE
        }
    }
}

type Outcome = Result<String, Box<dyn Error>>;

fn unpack(target: &str, folder: &Path) -> Outcome {
    let pack: Pack = kept(target)?.parse()?;
    pack.write_to_folder(folder)?;
    Ok(format!("{} inputs unpacked to {}", pack.inputs().count(), folder.display()))
}

/// Packs a folder, or compares the pack with it. The seeds of the pack stay.
fn pack(target: &str, folder: &str, only_checks: bool) -> Outcome {
    let kept = kept(target)?;
    let pack =
        kept.parse::<Pack>()?.repacked(Path::new(folder)).map_err(|error| format!("{folder}: {error}"))?;
    let [seeds, found] = pack.counts();
    if found == 0 {
        return Err(format!("there is nothing in {folder} but seeds").into());
    }
    if !only_checks {
        fs::write(Pack::path(target), pack.file(target))?;
    } else if kept != pack.file(target) {
        return Err(format!("the pack is not what {folder} has").into());
    }
    Ok(format!("the pack has {seeds} seeds and {found} inputs of {folder}"))
}

/// Runs a target on every file of folders, which ends with a panic if one of them fails.
fn run(target: &str, folders: &[&str]) -> Outcome {
    let mut count = 0;
    for folder in folders {
        for entry in fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))? {
            chess_fuzz_targets::run(target, &fs::read(entry?.path())?);
            count += 1;
        }
    }
    Ok(format!("{count} inputs pass"))
}

/// The text of the kept pack of a target.
fn kept(target: &str) -> Outcome {
    let path = Pack::path(target);
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()).into())
}
