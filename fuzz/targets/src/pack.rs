//! A corpus in one file of text: one input a line, in quotes, with escapes.
//!
//! Lines are those of libFuzzer's dictionaries: printable ASCII is literal, `\\` and `\"` are a backslash and a quote, and
//! `\x0a`, in lower case, is any other byte. Blank lines and lines that begin with `#` are ignored. A line `name="bytes"` is a
//! seed, which packing keeps. Seeds come first, in the order of their names; inputs without a name follow in the order of their
//! bytes. An input that comes or goes changes one line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fs, io};

/// The seeds of a corpus by name, and its other inputs, each of them once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pack {
    seeds: BTreeMap<String, Vec<u8>>,
    found: BTreeSet<Vec<u8>>,
}

impl Pack {
    /// The tracked pack of the target of this name.
    pub fn path(target: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target).with_extension("pack")
    }

    /// This pack with the contents of the files in a folder instead of all inputs that are no seeds. The names of the files
    /// do not matter.
    ///
    /// # Errors
    ///
    /// The folder or one of its files cannot be read.
    pub fn repacked(&self, folder: &Path) -> io::Result<Self> {
        let files = fs::read_dir(folder)?.map(|entry| fs::read(entry?.path()));
        Ok(Self { seeds: self.seeds.clone(), found: files.collect::<io::Result<_>>()? }.settled())
    }

    /// Writes every input to a file named after its place in the pack, so that unpacking twice changes nothing. Other files
    /// in the folder stay.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write_to_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut files = self.inputs().zip(1..);
        files.try_for_each(|(input, place)| fs::write(folder.join(format!("pack-{place}")), input))
    }

    /// The whole text of the kept pack of a target: the command that writes it, and the inputs.
    pub fn file(&self, target: &str) -> String {
        format!("# Written by `cargo run -p chess-fuzz-targets -- pack {target} FOLDER`.\n{self}")
    }

    /// The seeds, then the other inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &[u8]> {
        self.seeds.values().chain(&self.found).map(Vec::as_slice)
    }

    /// The number of seeds, and that of other inputs.
    pub fn counts(&self) -> [usize; 2] {
        [self.seeds.len(), self.found.len()]
    }

    /// A seed is not also a found input.
    fn settled(mut self) -> Self {
        self.seeds.values().for_each(|seed| _ = self.found.remove(seed));
        self
    }
}

impl FromStr for Pack {
    /// The number of the line, and the fault.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut pack = Self::default();
        for (line, number) in text.lines().zip(1..) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = || format!("line {number}: this is no input in quotes, or a second seed of its name");
            let (name, quoted) = line.split_at(line.find('"').unwrap_or(0));
            let input = unquoted(quoted).ok_or_else(wrong)?;
            if name.is_empty() {
                pack.found.insert(input);
                continue;
            }
            // A name has letters, digits, hyphens and underscores.
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            let name = name.strip_suffix('=').filter(|name| !name.is_empty() && name.chars().all(is_name));
            let name = name.filter(|name| !pack.seeds.contains_key(*name));
            pack.seeds.insert(name.ok_or_else(wrong)?.to_owned(), input);
        }
        Ok(pack.settled())
    }
}

/// The lines of the inputs, without any comment.
impl Display for Pack {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for (name, input) in &self.seeds {
            write!(f, "{name}=")?;
            write_quoted(f, input)?;
        }
        self.found.iter().try_for_each(|input| write_quoted(f, input))
    }
}

fn write_quoted(f: &mut Formatter, input: &[u8]) -> fmt::Result {
    f.write_char('"')?;
    for &byte in input {
        match byte {
            b'"' | b'\\' => write!(f, "\\{}", char::from(byte))?,
            b' '..=b'~' => f.write_char(char::from(byte))?,
            _ => write!(f, "\\x{byte:02x}")?,
        }
    }
    f.write_str("\"\n")
}

/// The input of a text in quotes, if it is spelt as [`Pack`] spells it.
fn unquoted(text: &str) -> Option<Vec<u8>> {
    let digit = |letter: u8| char::from(letter).to_digit(16).filter(|_| !letter.is_ascii_uppercase());
    let mut rest = text.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut input = Vec::with_capacity(rest.len());
    loop {
        let (byte, after) = match *rest {
            [] => return Some(input),
            [b'\\', byte @ (b'"' | b'\\'), ref after @ ..] => (byte, after),
            [b'\\', b'x', high, low, ref after @ ..] => ((digit(high)? << 4 | digit(low)?) as u8, after),
            [byte @ b' '..=b'~', ref after @ ..] if !matches!(byte, b'"' | b'\\') => (byte, after),
            _ => return None,
        };
        input.push(byte);
        rest = after;
    }
}
