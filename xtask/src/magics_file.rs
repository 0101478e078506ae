use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};

/// The magics of all squares as they are in the tracked file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MagicsFile {
    /// The command that wrote the file: the words after `cargo xtask`.
    pub(crate) command: String,
    /// Entries of the table.
    pub(crate) len: u32,
    /// Factor and offset by piece and square.
    pub(crate) magics: [[(u64, u32); 64]; 2],
}

impl MagicsFile {
    /// The text of the file.
    pub(crate) fn text(&self) -> String {
        let mut text = format!(
            "// Regenerate: cargo xtask {}\n\
             //\n\
             // Numbers only: lib.rs and build.rs both read this file.\n\
             \n\
             /// Entries of the table that both pieces share.\n\
             pub(crate) const TABLE_LEN: usize = {};\n",
            self.command, self.len
        );
        for (slider, magics) in Slider::ALL.into_iter().zip(&self.magics) {
            let name = slider.to_string().to_uppercase();
            let doc = format!("The magic factors of the {slider}, a1 to h8.");
            let factors = magics.map(|(factor, _)| format!("{factor:#018x},"));
            push_table(&mut text, &doc, &format!("{name}_FACTORS: [u64; 64]"), 4, &factors);
            let doc = "The offsets that are added to the indices.";
            let offsets = magics.map(|(_, offset)| format!("{offset:#010x},"));
            push_table(&mut text, doc, &format!("{name}_OFFSETS: [u32; 64]"), 8, &offsets);
            let doc = "Check sums of both: most changes of a digit leave no magic, these find the others.";
            let sum = |(factor, offset)| Magic::new(slider, Square::A1, factor, offset).check_sum();
            let sums = magics.map(|magic| format!("{:#06x},", sum(magic)));
            push_table(&mut text, doc, &format!("{name}_CHECK_SUMS: [u16; 64]"), 8, &sums);
        }
        text
    }

    /// Reads the output of [`text`](Self::text). An error names the difference.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let command = text.lines().next().and_then(|line| line.strip_prefix("// Regenerate: cargo xtask "));
        let command = command.ok_or("line 1 is not the command that writes the file")?.to_owned();
        let len = text
            .split_once("TABLE_LEN: usize = ")
            .and_then(|(_, rest)| rest.split_once(';'))
            .and_then(|(number, _)| number.parse().ok())
            .ok_or("no length of the table")?;
        let mut magics = [[(0, 0); 64]; 2];
        for (slider, magics) in Slider::ALL.into_iter().zip(&mut magics) {
            let name = slider.to_string().to_uppercase();
            let factors = numbers(text, &format!("{name}_FACTORS"))?;
            let offsets = numbers(text, &format!("{name}_OFFSETS"))?;
            for (magic, (factor, offset)) in magics.iter_mut().zip(factors.into_iter().zip(offsets)) {
                *magic = (factor, u32::try_from(offset).map_err(|error| error.to_string())?);
            }
        }
        let file = Self { command, len, magics };
        let written = file.text();
        if written != text {
            let same = written.lines().zip(text.lines()).take_while(|(ours, theirs)| ours == theirs).count();
            return Err(format!("the numbers are well-formed, but the text differs from line {}", same + 1));
        }
        Ok(file)
    }

    /// Compares the attacks that the file leads to with the ray walk: for every square and every set of relevant squares, and
    /// then once more through a finished table. It is independent of the search.
    pub(crate) fn verify(&self) -> Result<(), String> {
        let mut table = vec![Bitboard::EMPTY; self.len as usize];
        for (slider, square, magic) in self.all() {
            magic.fill(slider, square, &mut table).map_err(|error| error.to_string())?;
        }
        if table.last().is_none_or(|attacks| attacks.is_empty()) {
            return Err("the last entry of the table is not used".into());
        }
        for (slider, square, magic) in self.all() {
            for occupancy in slider.mask(square).subsets() {
                // All squares off the mask are occupied, which must not matter.
                for occupancy in [occupancy, occupancy | !slider.mask(square)] {
                    if table.get(magic.index(slider, occupancy)) != Some(&slider.attacks(square, occupancy)) {
                        return Err(format!(
                            "{slider} on {square}: wrong for the occupancy {:#x}",
                            occupancy.0
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn all(&self) -> impl Iterator<Item = (Slider, Square, Magic)> {
        Slider::ALL.into_iter().flat_map(|slider| {
            Square::ALL.map(|square| {
                let (factor, offset) = self.magics[slider as usize][square.index()];
                (slider, square, Magic::new(slider, square, factor, offset))
            })
        })
    }

    /// Which squares use each entry: an index into both pieces' squares, the rook's first.
    pub(crate) fn owners(&self) -> Vec<Option<usize>> {
        let mut owners = vec![None; self.len as usize];
        for (slider, square, magic) in self.all() {
            for occupancy in slider.mask(square).subsets() {
                owners[magic.index(slider, occupancy)] = Some(64 * slider as usize + square.index());
            }
        }
        owners
    }
}

/// Readers never see half a file: a temporary file is written and renamed.
pub(crate) fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    let new = path.with_extension("new");
    fs::write(&new, text).and_then(|()| fs::rename(&new, path)).inspect_err(|_| {
        // Reports the first error; there may be no file to remove.
        let _ = fs::remove_file(&new);
    })
}

/// Appends a table with its documentation: the words in rows of so many.
pub(crate) fn push_table(text: &mut String, doc: &str, name: &str, columns: usize, words: &[String; 64]) {
    let _ = write!(text, "\n/// {doc}\n#[rustfmt::skip]\npub(crate) const {name} = [\n");
    for row in words.chunks(columns) {
        let _ = writeln!(text, "    {}", row.join(" "));
    }
    text.push_str("];\n");
}

/// The hexadecimal numbers of a table.
fn numbers(text: &str, name: &str) -> Result<Vec<u64>, String> {
    let table = text.split_once(&format!("{name}: [")).and_then(|(_, rest)| rest.split_once("= ["));
    let body = table.and_then(|(_, rest)| rest.split_once("];")).ok_or_else(|| format!("no table {name}"))?.0;
    let words = body.split(',').map(str::trim).filter(|word| !word.is_empty());
    let number = |word: &str| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok();
    words.map(|word| number(word).ok_or_else(|| format!("{name}: {word} is no number"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tracked() -> String {
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/chess-magic/src/magics.rs"))
            .unwrap()
    }

    #[test]
    fn the_tracked_file_is_right_for_every_occupancy() {
        let file = MagicsFile::parse(&tracked()).unwrap();
        assert_eq!(file.verify(), Ok(()));
        assert_eq!(file.text(), tracked());
    }

    #[test]
    fn a_changed_digit_of_any_constant_is_noticed() {
        let text = tracked();
        let digits = text.char_indices().filter(|&(_, char)| char.is_ascii_hexdigit());
        // Beyond the comments, and with a stride that is prime to the digits of each number.
        for (place, char) in digits.skip(200).step_by(7) {
            let digit = if char == '1' { "2" } else { "1" };
            let mut changed = text.clone();
            changed.replace_range(place..=place, digit);
            let outcome = MagicsFile::parse(&changed).and_then(|file| file.verify());
            assert!(outcome.is_err(), "byte {place}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let file = MagicsFile::parse(&tracked()).unwrap();
        let complaint = |change: fn(&mut MagicsFile)| {
            let mut file = file.clone();
            change(&mut file);
            file.verify().unwrap_err()
        };
        assert!(complaint(|file| file.magics[1][28].0 = 1).starts_with("bishop entries of e4: occupancy 0x"));
        assert!(
            complaint(|file| file.magics[0][0].1 = 0x7fff_0000).starts_with("rook entries of a1: the index ")
        );
        assert_eq!(complaint(|file| file.len += 1), "the last entry of the table is not used");
        assert!(complaint(|file| file.len -= 1).ends_with("is outside the table"));
        let no_number = tracked().replacen(", 0x", ", x", 1);
        assert!(MagicsFile::parse(&no_number).is_err());
        let line_3 = tracked().replace("Numbers only", "Numbers mostly");
        let complaint = "the numbers are well-formed, but the text differs from line 3";
        assert_eq!(MagicsFile::parse(&line_3), Err(complaint.into()));
    }
}
