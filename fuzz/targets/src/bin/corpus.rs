//! Unpacks the kept corpus of a fuzz target to a folder, where the fuzzer works, with a dictionary beside it, and packs a folder into it.

#![allow(clippy::print_stdout, reason = "run by hand and by ci/long/fuzz.sh")]

use std::collections::BTreeSet;
use std::error::Error;
use std::{env, fs};

use chess_fuzz_targets::{CORPUS, TARGETS, WORD, inputs, quoted, run, split};

const USAGE: &str = "usage: corpus targets | corpus unpack TARGET FOLDER | corpus pack TARGET FOLDER | corpus run TARGET FOLDER";

/// The most inputs of a target.
const MOST: usize = 30;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["targets"] => TARGETS.iter().for_each(|(name, _)| println!("{name}")),
        ["unpack", target, folder] => {
            let text = fs::read_to_string(CORPUS)?;
            let [_, corpus, _] = split(&text, target);
            fs::create_dir_all(folder)?;
            // The names of the files are those of their places, so that unpacking twice changes nothing.
            for (input, place) in inputs(corpus).iter().zip(1..) {
                fs::write(format!("{folder}/pack-{place}"), input)?;
            }
            let words: Vec<_> = corpus.lines().filter_map(|line| line.strip_prefix(WORD)).collect();
            fs::write(format!("{folder}.dict"), words.join("\n") + "\n")?;
        }
        // Lines that do not begin with a quote are seeds and comments, and stay. The smallest inputs of the folder follow.
        ["pack", target, folder] => {
            let text = fs::read_to_string(CORPUS)?;
            let [before, corpus, after] = split(&text, target);
            let seeds: String = corpus
                .lines()
                .filter(|line| !line.starts_with('"'))
                .map(|line| line.to_owned() + "\n")
                .collect();
            let named = inputs(&seeds);
            let mut found = fs::read_dir(folder)?
                .map(|entry| fs::read(entry?.path()))
                .collect::<Result<BTreeSet<_>, _>>()?;
            found.retain(|input| !named.contains(input));
            let mut found = Vec::from_iter(found);
            found.sort_by_key(Vec::len);
            let found = found.iter().take(MOST - named.len()).map(|input| quoted(input) + "\n");
            fs::write(CORPUS, found.fold(before.to_owned() + &seeds, |text, line| text + &line) + after)?;
        }
        // A failing input ends it with a panic.
        ["run", target, folder] => {
            for entry in fs::read_dir(folder)? {
                run(target, &fs::read(entry?.path())?);
            }
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}
