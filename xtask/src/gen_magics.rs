use std::fmt::Write as _;
use std::num::ParseIntError;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

use chess_slider::{Magic, Slider};
use chess_types::Square;
use indicatif::{ProgressBar, ProgressStyle};

use crate::magic_search::MagicSearch;

/// The tracked file, seen from the root of the workspace.
const PATH: &str = "chess-magic/src/magics.rs";

/// The seed of the tracked file: "chess" in ASCII.
const DEFAULT_SEED: u64 = 0x63_68_65_73_73;

/// Find the 128 magic factors of chess-magic and write them to its source
#[derive(clap::Args)]
pub(crate) struct GenMagics {
    /// Compare with the tracked file instead of writing it; exit with 1 if they differ
    #[arg(long)]
    check: bool,

    /// Where the random numbers start, decimal or 0x...
    #[arg(long, default_value_t = DEFAULT_SEED, value_parser = parse_seed)]
    seed: u64,
}

impl GenMagics {
    /// Searches, then writes or compares; the outcome goes to stderr.
    pub(crate) fn run(&self) -> ExitCode {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PATH);
        let outcome = self.write_or_check(&path);
        match &outcome {
            Ok(summary) => eprintln!("{PATH}: {summary}"),
            Err(complaint) => eprintln!("error: {PATH}: {complaint}"),
        }
        if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn write_or_check(&self, path: &Path) -> Result<String, String> {
        let found = Magics::search(self.seed);
        if self.check {
            let tracked = fs::read_to_string(path).map_err(|error| error.to_string())?;
            found.compare(&tracked)?;
            Ok("up to date".into())
        } else {
            write_atomically(path, &found.source()).map_err(|error| error.to_string())?;
            Ok("128 magic factors written".into())
        }
    }
}

/// The magic factors of all squares, rook and bishop.
struct Magics {
    seed: u64,
    factors: [[u64; 64]; 2],
}

impl Magics {
    fn search(seed: u64) -> Self {
        let style =
            ProgressStyle::with_template("{bar:32} {pos}/{len} {msg}").expect("the template is well-formed");
        // Drawn on stderr, and only if that is a terminal.
        let progress = ProgressBar::new(128).with_style(style);
        let mut search = MagicSearch::new(seed);
        let factors = Slider::ALL.map(|slider| {
            Square::ALL.map(|square| {
                progress.set_message(format!("{slider} {square}"));
                let factor = search.find(slider, square);
                progress.inc(1);
                factor
            })
        });
        progress.finish_and_clear();
        Self { seed, factors }
    }

    /// The text of the file.
    fn source(&self) -> String {
        let seed =
            if self.seed == DEFAULT_SEED { String::new() } else { format!(" --seed {:#x}", self.seed) };
        let mut text = format!(
            "// Regenerate: cargo xtask gen-magics{seed}\n\
             //\n\
             // Numbers only: lib.rs and build.rs both read this file.\n"
        );
        for (slider, factors) in Slider::ALL.into_iter().zip(&self.factors) {
            let name = slider.to_string().to_uppercase();
            let _ = write!(
                text,
                "\n/// The magic factors of the {slider}, a1 to h8.\n\
                 #[rustfmt::skip]\n\
                 pub(crate) const {name}_FACTORS: [u64; 64] = [\n"
            );
            for row in factors.chunks(4) {
                let row: Vec<_> = row.iter().map(|factor| format!("{factor:#018x},")).collect();
                let _ = writeln!(text, "    {}", row.join(" "));
            }
            let _ = write!(
                text,
                "];\n\n/// The check sums of those factors: most changes of a factor leave no magic, these find the others.\n\
                 #[rustfmt::skip]\n\
                 pub(crate) const {name}_CHECK_SUMS: [u16; 64] = [\n"
            );
            for row in factors.chunks(8) {
                let row: Vec<_> =
                    row.iter().map(|&factor| format!("{:#06x},", Magic::check_sum(factor))).collect();
                let _ = writeln!(text, "    {}", row.join(" "));
            }
            text.push_str("];\n");
        }
        text
    }

    /// Says how `tracked` differs from the text that the search leads to.
    fn compare(&self, tracked: &str) -> Result<(), String> {
        let source = self.source();
        if tracked == source {
            return Ok(());
        }
        let places = Slider::ALL.into_iter().flat_map(|slider| Square::ALL.map(|square| (slider, square)));
        let found = factors_in(&source);
        let other = factors_in(tracked);
        if other.len() != found.len() {
            return Err(format!("{} magic factors instead of {}", other.len(), found.len()));
        }
        let differing: Vec<_> =
            places.zip(found.iter().zip(&other)).filter(|(_, (found, other))| found != other).collect();
        match differing.as_slice() {
            [] => {
                let lines =
                    source.lines().zip(tracked.lines()).take_while(|(ours, theirs)| ours == theirs).count();
                Err(format!("same factors, but the text differs from line {}", lines + 1))
            }
            [((slider, square), (found, other)), rest @ ..] => {
                let more =
                    if rest.is_empty() { String::new() } else { format!(", and {} more differ", rest.len()) };
                Err(format!("{slider} magic of {square} is {other}, the search finds {found}{more}"))
            }
        }
    }
}

/// The factors of a source file as they are spelt.
fn factors_in(source: &str) -> Vec<&str> {
    source
        .split("pub(crate) const ")
        .filter(|item| item.contains("_FACTORS"))
        .flat_map(str::lines)
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split([' ', ',']))
        .filter(|word| word.starts_with("0x"))
        .collect()
}

/// Nobody ever sees half a file: a new one is written beside it and takes its name.
fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    let new = path.with_extension("rs.new");
    fs::write(&new, text).and_then(|()| fs::rename(&new, path)).inspect_err(|_| {
        // The first error is the one to report; there may be nothing to remove.
        let _ = fs::remove_file(&new);
    })
}

fn parse_seed(text: &str) -> Result<u64, ParseIntError> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    fn tracked() -> String {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PATH)).unwrap()
    }

    #[test]
    fn the_tracked_file_is_what_the_search_finds() {
        let found = Magics::search(DEFAULT_SEED);
        assert_eq!(found.source(), tracked());
        assert_eq!(found.compare(&tracked()), Ok(()));
    }

    #[test]
    fn a_changed_factor_is_named() {
        let found = Magics::search(DEFAULT_SEED);
        let factor = format!("{:#018x}", found.factors[1][Square::E4.index()]);
        let complaint = found.compare(&tracked().replace(&factor, "0x0000000000000001")).unwrap_err();
        assert_eq!(complaint, format!("bishop magic of e4 is 0x0000000000000001, the search finds {factor}"));
    }

    #[test]
    fn the_first_of_several_changed_factors_is_named() {
        let complaint = Magics::search(1).compare(&tracked()).unwrap_err();
        assert!(complaint.starts_with("rook magic of a1 is 0x"), "{complaint}");
        assert!(complaint.ends_with(" more differ"), "{complaint}");
    }

    #[test]
    fn a_missing_factor_and_a_changed_text_are_noticed() {
        let found = Magics::search(DEFAULT_SEED);
        let factor = format!("{:#018x},", found.factors[0][0]);
        assert_eq!(
            found.compare(&tracked().replace(&factor, "")),
            Err("127 magic factors instead of 128".into())
        );
        let line_3 = tracked().replace("Numbers only", "Numbers mostly");
        assert_eq!(found.compare(&line_3), Err("same factors, but the text differs from line 3".into()));
    }

    #[test]
    fn line_1_is_the_command_that_writes_the_file() {
        let first_line =
            |seed| Magics { seed, factors: [[0; 64]; 2] }.source().lines().next().unwrap().to_owned();
        assert_eq!(first_line(DEFAULT_SEED), "// Regenerate: cargo xtask gen-magics");
        assert_eq!(first_line(0xfeed), "// Regenerate: cargo xtask gen-magics --seed 0xfeed");
    }

    #[test]
    fn a_file_is_replaced_and_nothing_stays_beside_it() {
        let dir = env::temp_dir().join(format!("xtask-{}", std::process::id()));
        fs::create_dir(&dir).unwrap();
        let path = dir.join("magics.rs");
        fs::write(&path, "old").unwrap();
        write_atomically(&path, "new").unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let files = fs::read_dir(&dir).unwrap().count();
        fs::remove_dir_all(&dir).unwrap();
        assert_eq!((text.as_str(), files), ("new", 1));
    }

    #[test]
    fn seeds_are_decimal_or_hexadecimal() {
        assert_eq!(parse_seed("26"), Ok(26));
        assert_eq!(parse_seed("0x1a"), Ok(26));
        assert!(parse_seed("1a").is_err());
        assert!(parse_seed("-1").is_err());
    }
}
