//! Unpacks the kept corpus of a fuzz target to a folder, where the fuzzer works, packs a folder into it, and adds up the slices of
//! time that the fuzzer has run.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use chess_fuzz_targets::{Pack, Sums, TARGETS};

const USAGE: &str = "usage: corpus unpack TARGET FOLDER | corpus pack TARGET FOLDER [--check] | corpus run TARGET FOLDER... | \
                     corpus sums FILE [--add] | corpus targets";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["run", target, ref folders @ ..] if !folders.is_empty() => {
            return told(target, run(target, folders));
        }
        ["sums", slices] => return told("sums", sums(Path::new(slices), false)),
        ["sums", slices, "--add"] | ["sums", "--add", slices] => {
            return told("sums", sums(Path::new(slices), true));
        }
        ["targets"] => {
            for (name, _) in TARGETS {
                println!("{name}");
            }
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
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
    told(target, command(target, Path::new(folder)))
}

fn told(about: &str, outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(said) => {
            println!("{about}: {said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{about}: {error}");
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

/// Runs a target on every file of folders, which ends with a panic if one of them fails.
fn run(target: &str, folders: &[&str]) -> Outcome {
    let found = TARGETS.iter().find(|(name, _)| *name == target);
    let (_, run) = found.ok_or("there is no such target")?;
    let mut count = 0;
    for folder in folders {
        for entry in fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))? {
            run(&fs::read(entry?.path())?);
            count += 1;
        }
    }
    Ok(format!("{count} inputs pass"))
}

/// The table of the slices of a file, or the table of docs/fuzzing.md with those slices added that are not in it yet.
fn sums(slices: &Path, adds: bool) -> Outcome {
    let slices = fs::read_to_string(slices).map_err(|error| format!("{}: {error}", slices.display()))?;
    let mut sums = Sums::default();
    if !adds {
        let count = sums.add(&slices)?;
        return Ok(format!("{count} slices\n\n{sums}"));
    }
    let page = fs::read_to_string(Sums::page())?;
    sums = Sums::of_page(&page)?;
    let count = sums.add(&slices)?;
    fs::write(Sums::page(), sums.placed_in(&page)?)?;
    Ok(format!("{count} slices added to {}", Sums::page().display()))
}

/// The text of the kept pack of a target.
fn kept(target: &str) -> Outcome {
    let path = Pack::path(target);
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()).into())
}
