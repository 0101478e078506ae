use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use chess_slider::internals::fill_magic;
use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};
use indicatif::ProgressBar;

use crate::search::search;
use crate::workspace;

/// The tracked file, seen from the root of the workspace.
const PATH: &str = "crates/chess-magic/src/magics.rs";

/// The first line of the file, without the seed behind it.
const FIRST_LINE: &str = "// Regenerate: cargo xtask gen-magics --seed ";

/// The seed of a new file. Of the first two, it gives the shorter table.
const SEED: u64 = 1;

/// The length of the search, in numbers and not in seconds, so that the result is the same on every machine.
const GENERATIONS: u64 = 24;
const ORDERS: u32 = 500;

/// Find the magics of chess-magic from the seed on the first line of their file, and write the file
///
/// It takes a quarter of a minute of CPU time, and finds the same on every machine and number of threads.
#[derive(clap::Args)]
pub(crate) struct GenMagics {
    /// Compare the file with what the search finds; write nothing
    #[arg(long)]
    check: bool,

    /// Another seed, decimal or 0x...
    #[arg(long, value_parser = parse_seed)]
    seed: Option<u64>,
}

impl GenMagics {
    pub(crate) fn run(&self) -> Result<String, String> {
        let path = path();
        let present = fs::read_to_string(&path).unwrap_or_default();
        let of_file = present.lines().next().and_then(|line| parse_seed(line.strip_prefix(FIRST_LINE)?).ok());
        let found = Magics::search(self.seed.or(of_file).unwrap_or(SEED));
        found.verify()?;
        let text = found.text();
        if present == text {
            Ok(format!("{PATH} is what the search finds: {} entries, right for every occupancy", found.len))
        } else if self.check {
            let same = text.lines().zip(present.lines()).take_while(|(ours, theirs)| ours == theirs).count();
            Err(format!(
                "{PATH} differs from what the search finds from line {} on; run cargo xtask gen-magics",
                same + 1
            ))
        } else {
            fs::write(&path, text).map_err(|error| format!("{PATH}: {error}"))?;
            Ok(format!("{} entries written to {PATH}", found.len))
        }
    }
}

/// The magics of all squares.
struct Magics {
    seed: u64,
    /// Entries of the table that both pieces share.
    len: u32,
    /// Factor and offset by square, the rook's first.
    of_squares: Vec<(u64, u32)>,
}

impl Magics {
    fn search(seed: u64) -> Self {
        let bar = ProgressBar::new(GENERATIONS + 1);
        let (of_squares, len) = search(seed, GENERATIONS, ORDERS, &|| bar.inc(1));
        bar.finish_and_clear();
        Self { seed, len, of_squares }
    }

    /// The text of the file.
    fn text(&self) -> String {
        let mut text = format!(
            "{FIRST_LINE}{:#x}\n\
             //\n\
             // Numbers only: lib.rs and build.rs both read this file.\n\
             \n\
             /// Entries of the table that both pieces share.\n\
             pub(crate) const TABLE_LEN: usize = {};\n",
            self.seed, self.len
        );
        for (slider, magics) in Slider::ALL.into_iter().zip(self.of_squares.chunks(64)) {
            let name = slider.to_string().to_uppercase();
            let factors = magics.iter().map(|(factor, _)| format!("{factor:#018x},")).collect::<Vec<_>>();
            let offsets = magics.iter().map(|(_, offset)| format!("{offset:#010x},")).collect::<Vec<_>>();
            for (doc, name, columns, words) in [
                (
                    format!("The magic factors of the {slider}, a1 to h8."),
                    format!("{name}_FACTORS: [u64; 64]"),
                    4,
                    factors,
                ),
                (
                    "The offsets that are added to the indices.".into(),
                    format!("{name}_OFFSETS: [u32; 64]"),
                    8,
                    offsets,
                ),
            ] {
                let _ = write!(text, "\n/// {doc}\n#[rustfmt::skip]\npub(crate) const {name} = [\n");
                for row in words.chunks(columns) {
                    let _ = writeln!(text, "    {}", row.join(" "));
                }
                text.push_str("];\n");
            }
        }
        text
    }

    /// Compares the table with the ray walk for every square and every set of relevant squares, independently of the search: filling
    /// fails if two attacks share an entry.
    fn verify(&self) -> Result<(), String> {
        let mut table = vec![Bitboard::EMPTY; self.len as usize];
        let squares = Slider::ALL.into_iter().flat_map(|slider| Square::ALL.map(|square| (slider, square)));
        for ((slider, square), &(factor, offset)) in squares.zip(&self.of_squares) {
            let magic = Magic::new(slider, square, factor, offset);
            fill_magic(&magic, slider, square, &mut table)
                .map_err(|error| format!("what was found is wrong: {error}"))?;
        }
        if table.last().is_none_or(|attacks| attacks.is_empty()) {
            return Err("the last entry of the table is not used".into());
        }
        Ok(())
    }
}

fn path() -> PathBuf {
    workspace::root().join(PATH)
}

fn parse_seed(text: &str) -> Result<u64, String> {
    let parsed =
        text.strip_prefix("0x").map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
    parsed.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_the_same_on_any_number_of_threads() {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| search(26, 2, 2, &|| ()))
        };
        let (magics, len) = run(1);
        let found = Magics { seed: 26, len, of_squares: magics };
        assert_eq!(found.verify(), Ok(()));
        assert_eq!(run(3), (found.of_squares.clone(), len));

        let complaint = |factor, offset, len| {
            let mut magics = found.of_squares.clone();
            magics[92] = (factor, offset);
            Magics { seed: 26, len, of_squares: magics }.verify().unwrap_err()
        };
        let (factor, offset) = found.of_squares[92];
        assert!(complaint(1, offset, len).contains("bishop entries of e4: "));
        assert!(complaint(factor, offset, len - 1).ends_with("is outside the table"));
        assert_eq!(complaint(factor, offset, len + 1), "the last entry of the table is not used");
    }

    #[test]
    fn seeds_are_decimal_or_hexadecimal() {
        assert_eq!([parse_seed("26"), parse_seed("0x1a")], [Ok(26), Ok(26)]);
        assert!(parse_seed("1a").is_err() && parse_seed("-1").is_err());
    }
}
