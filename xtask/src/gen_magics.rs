use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chess_slider::Slider;
use chess_types::Square;
use indicatif::{ProgressBar, ProgressStyle};

use crate::magic_search::MagicSearch;

/// The file, from the root of the workspace.
const PATH: &str = "chess-magic/src/magics.rs";

/// Find the 128 magic factors of chess-magic and write them to its source
#[derive(clap::Args)]
pub(crate) struct GenMagics {
    /// Compare with the tracked file instead of writing it
    #[arg(long)]
    check: bool,

    /// Where the random numbers start; decimal or 0x...
    #[arg(long, default_value = "0x6368657373", value_parser = parse_seed)]
    seed: u64,
}

impl GenMagics {
    /// Writes or compares, and tells the outcome on stderr.
    pub(crate) fn run(&self) -> ExitCode {
        let found = Magics::search(self.seed);
        let path = root().join(PATH);
        let outcome = if self.check { check(&path, &found) } else { write(&path, &found) };
        match outcome {
            Ok(summary) => {
                eprintln!("{summary}");
                ExitCode::SUCCESS
            }
            Err(complaint) => {
                eprintln!("error: {complaint}");
                ExitCode::FAILURE
            }
        }
    }
}

/// The factors of all squares.
struct Magics {
    seed: u64,
    rook: [u64; 64],
    bishop: [u64; 64],
}

impl Magics {
    fn search(seed: u64) -> Self {
        let style =
            ProgressStyle::with_template("{bar:32} {pos}/{len} {msg}").expect("the template is well-formed");
        // Drawn on stderr, and only if that is a terminal.
        let bar = ProgressBar::new(128).with_style(style);
        let mut search = MagicSearch::new(seed);
        let [rook, bishop] = Slider::ALL.map(|slider| {
            Square::ALL.map(|square| {
                bar.set_message(format!("{slider} {square}"));
                let factor = search.find(slider, square);
                bar.inc(1);
                factor
            })
        });
        bar.finish_and_clear();
        Self { seed, rook, bishop }
    }

    /// The text of the source file.
    fn source(&self) -> String {
        let mut text = String::from("// cargo xtask gen-magics\n");
        writeln!(
            text,
            "//\n// Found from the seed {:#x}. Numbers only: build.rs reads this file, too.",
            self.seed
        )
        .unwrap();
        for (name, slider, factors) in
            [("ROOK_FACTORS", Slider::Rook, &self.rook), ("BISHOP_FACTORS", Slider::Bishop, &self.bishop)]
        {
            writeln!(text, "\n/// The magic factors of the {slider}, a1 to h8.").unwrap();
            writeln!(text, "#[rustfmt::skip]\npub(crate) const {name}: [u64; 64] = [").unwrap();
            for row in factors.chunks(4) {
                let row: Vec<_> = row.iter().map(|factor| format!("{factor:#018x},")).collect();
                writeln!(text, "    {}", row.join(" ")).unwrap();
            }
            text.push_str("];\n");
        }
        text
    }
}

fn write(path: &Path, found: &Magics) -> Result<String, String> {
    fs::write(path, found.source()).map_err(|error| format!("{PATH}: {error}"))?;
    Ok(format!("wrote 128 factors to {PATH}"))
}

fn check(path: &Path, found: &Magics) -> Result<String, String> {
    let tracked = fs::read_to_string(path).map_err(|error| format!("{PATH}: {error}"))?;
    if tracked == found.source() { Ok(format!("{PATH} is up to date")) } else { Err("differs".into()) }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn parse_seed(text: &str) -> Result<u64, std::num::ParseIntError> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    }
}
