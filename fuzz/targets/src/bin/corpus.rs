//! Unpacks the kept corpus of a fuzz target to a folder, where the fuzzer works, and packs a folder into it.

#![allow(clippy::print_stdout, reason = "run by hand and by ci/long/fuzz.sh")]

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use chess_fuzz_targets::{Pack, TARGETS};

const USAGE: &str = "usage: corpus targets | corpus unpack TARGET FOLDER | corpus pack TARGET FOLDER [--check] | \
                     corpus run TARGET FOLDER...";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["targets"] => TARGETS.iter().for_each(|(name, _)| println!("{name}")),
        ["unpack", target, folder] => {
            let pack: Pack = kept(target)?.parse()?;
            pack.write_to_folder(Path::new(folder))?;
            println!("{target}: {} inputs unpacked to {folder}", pack.inputs().count());
        }
        ["pack", target, folder] => pack(target, folder, false)?,
        ["pack", target, folder, "--check"] => pack(target, folder, true)?,
        // A failing input ends it with a panic.
        ["run", target, ref folders @ ..] if !folders.is_empty() => {
            for folder in folders {
                for entry in fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))? {
                    chess_fuzz_targets::run(target, &fs::read(entry?.path())?);
                }
                println!("{target}: all inputs of {folder} pass");
            }
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// Packs a folder, or compares the pack with it. The seeds of the pack stay.
fn pack(target: &str, folder: &str, only_checks: bool) -> Result<(), Box<dyn Error>> {
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
        return Err(format!("the pack of {target} is not what {folder} has").into());
    }
    println!("{target}: the pack has {seeds} seeds and {found} inputs of {folder}");
    Ok(())
}

/// The text of the kept pack of a target.
fn kept(target: &str) -> Result<String, String> {
    let path = Pack::path(target);
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}
