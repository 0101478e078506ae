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

const USAGE: &str = "usage: corpus unpack TARGET FOLDER | corpus pack TARGET FOLDER [--check]";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let (command, target, folder): (fn(&str, &Path) -> Outcome, _, _) = match arguments[..] {
        ["unpack", target, folder] => (unpack, target, folder),
        ["pack", target, folder] => (pack, target, folder),
        ["pack", target, folder, "--check"] | ["pack", "--check", target, folder] => (check, target, folder),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if !TARGETS.iter().any(|(name, _)| *name == target) {
        eprintln!("there is no target {target:?}\n{USAGE}");
        return ExitCode::from(2);
    }
    match command(target, Path::new(folder)) {
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
    Ok(format!("{} inputs unpacked to {}", pack.inputs().len(), folder.display()))
}

fn pack(target: &str, folder: &Path) -> Outcome {
    let pack = Pack::from_folder(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    if pack.inputs().len() == 0 {
        return Err(format!("there is nothing in {}", folder.display()).into());
    }
    fs::write(Pack::path(target), pack.file(target))?;
    Ok(format!("{} inputs packed", pack.inputs().len()))
}

fn check(target: &str, folder: &Path) -> Outcome {
    let pack = Pack::from_folder(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    if kept(target)? != pack.file(target) {
        return Err(format!("the pack is not what {} has", folder.display()).into());
    }
    Ok(format!("the pack has the {} inputs of {}", pack.inputs().len(), folder.display()))
}

/// The text of the kept pack of a target.
fn kept(target: &str) -> Outcome {
    let path = Pack::path(target);
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()).into())
}
