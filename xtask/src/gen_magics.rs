use std::fmt::Display;
use std::num::ParseIntError;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

use indicatif::{ProgressBar, ProgressStyle};

use crate::fancy::FancyMagics;
use crate::magics_file::{MagicsFile, write_atomically};
use crate::report;
use crate::search::{Budget, Search};
use crate::workspace;

/// The tracked file of the packed table, seen from the root of the workspace.
const PATH: &str = "crates/chess-magic/src/magics.rs";

/// The tracked file of the magics that have a shift for each square.
const FANCY_PATH: &str = "crates/chess-magic/src/fancy_magics.rs";

/// The picture of the tracked file.
const PICTURE: &str = "docs/magics.svg";

/// The file of a search's progress, from which it can continue.
const STATE: &str = "target/gen-magics.state";

/// The seed of the tracked files: "chess" in ASCII.
const DEFAULT_SEED: u64 = 0x63_68_65_73_73;

/// Find the magics of chess-magic
///
/// Without an option, those with a shift for each square are found in a second, and their file is written if it differs. With
/// --pack, those with one shift are packed into a small table; that file is written if the result is verified, and if it is
/// smaller than the table in the file or the file is damaged.
#[derive(clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct GenMagics {
    /// Verify the tracked files, every square with every occupancy, and the picture; write nothing
    #[arg(long, conflicts_with_all = ["pack", "report"])]
    check: bool,

    /// Search for a smaller table for minutes, continuing from the state file
    #[arg(long, conflicts_with = "report")]
    pack: bool,

    /// Draw the tracked table
    #[arg(long)]
    report: bool,

    /// Seed of the random numbers, decimal or 0x...
    #[arg(long, default_value_t = DEFAULT_SEED, value_parser = parse_seed)]
    seed: u64,

    /// Generations of candidates that --pack breeds
    #[arg(long, default_value_t = 2000)]
    generations: u32,

    /// Steps of --pack's packing
    #[arg(long, default_value_t = 12_000)]
    steps: u32,
}

impl GenMagics {
    /// Searches, then writes or compares.
    pub(crate) fn run(&self) -> Result<String, String> {
        if self.check {
            check()
        } else if self.report {
            tracked().and_then(|file| write_picture(&file))
        } else if self.pack {
            self.search()
        } else {
            FancyMagics::search(self.seed).restore(&in_workspace(FANCY_PATH))
        }
    }

    fn search(&self) -> Result<String, String> {
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = Arc::clone(&stop);
        // The second interrupt ends the program.
        ctrlc::set_handler(move || {
            if interrupted.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        })
        .map_err(|error| error.to_string())?;

        let Self { seed, generations, steps, .. } = *self;
        let budget = Budget { seed, generations, steps };
        let state = in_workspace(STATE);
        let at_state = |error: &dyn Display| format!("{STATE}: {error}");
        let mut search = match fs::read_to_string(&state) {
            Ok(text) => Search::resume(budget, &text).map_err(|error| at_state(&error))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Search::new(budget),
            Err(error) => return Err(at_state(&error)),
        };
        let save = |search: &Search| {
            let written = fs::create_dir_all(in_workspace("target"));
            written.and_then(|()| write_atomically(&state, &search.state())).map_err(|error| at_state(&error))
        };
        let style = ProgressStyle::with_template("{bar:32} {pos}/{len} {msg} [{elapsed}]");
        let bar = ProgressBar::new(0).with_style(style.expect("the template is well-formed"));
        let mut saved = (Instant::now(), Ok(()));
        search.run(&stop, |search| {
            let [(generation, generations), (step, steps)] = search.progress();
            // A step of all chains takes about a tenth of the time of a generation.
            bar.set_length(u64::from(10 * generations + steps));
            bar.set_position(u64::from(10 * generation + step));
            bar.set_message(search.best_figure());
            if saved.0.elapsed() > Duration::from_secs(20) {
                saved = (Instant::now(), save(search));
            }
        });
        bar.finish_and_clear();
        saved.1.and_then(|()| save(&search))?;

        let Some(found) = search.outcome() else {
            return Ok("interrupted before there was a packing; the state is kept".into());
        };
        found.verify().map_err(|error| format!("what was found is wrong: {error}"))?;
        match tracked().and_then(|file| file.verify().map(|()| file)) {
            Ok(present) if present.len <= found.len => {
                let same = if present == found { ", the same as this search finds" } else { "" };
                Ok(format!("found {} entries; {PATH} has {}{same}", found.len, present.len))
            }
            _ => {
                write_atomically(&in_workspace(PATH), &found.text())
                    .map_err(|error| format!("{PATH}: {error}"))?;
                Ok(format!("{} entries written to {PATH}; {}", found.len, write_picture(&found)?))
            }
        }
    }
}

fn check() -> Result<String, String> {
    let file = tracked()?;
    file.verify().map_err(|error| format!("{PATH}: {error}"))?;
    let picture = fs::read_to_string(in_workspace(PICTURE)).map_err(|error| format!("{PICTURE}: {error}"))?;
    if picture != report::svg(&file) {
        return Err(format!("{PICTURE} shows another table; run cargo xtask gen-magics --report"));
    }
    let fancy = FancyMagics::search(DEFAULT_SEED);
    fancy.verify().and_then(|()| fancy.compare(&in_workspace(FANCY_PATH)))?;
    let len = file.len;
    Ok(format!("{PATH} ({len} entries) and {FANCY_PATH} are right for every occupancy; {PICTURE} is current"))
}

fn tracked() -> Result<MagicsFile, String> {
    let text = fs::read_to_string(in_workspace(PATH)).map_err(|error| error.to_string());
    text.and_then(|text| MagicsFile::parse(&text)).map_err(|error| format!("{PATH}: {error}"))
}

fn write_picture(file: &MagicsFile) -> Result<String, String> {
    let path = in_workspace(PICTURE);
    write_atomically(&path, &report::svg(file)).map_err(|error| format!("{PICTURE}: {error}"))?;
    Ok(format!("{PICTURE} shows {} entries", file.len))
}

fn in_workspace(path: &str) -> PathBuf {
    workspace::root().join(path)
}

fn parse_seed(text: &str) -> Result<u64, ParseIntError> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tracked_files_are_current() {
        assert!(check().is_ok_and(|summary| summary.starts_with(PATH)));
    }

    #[test]
    fn line_1_is_a_command_with_everything_the_search_depends_on() {
        let command = tracked().unwrap().command;
        for option in ["gen-magics --pack --seed 0x", " --generations ", " --steps "] {
            assert!(command.contains(option), "{command}");
        }
    }

    #[test]
    fn seeds_are_decimal_or_hexadecimal() {
        assert_eq!(parse_seed("26"), Ok(26));
        assert_eq!(parse_seed("0x1a"), Ok(26));
        assert!(parse_seed("1a").is_err());
        assert!(parse_seed("-1").is_err());
    }
}
