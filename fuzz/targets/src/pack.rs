//! A corpus in one file of text: one input a line, in quotes, with escapes, in the order of their bytes.
//!
//! A line is what libFuzzer has in its dictionaries: printable ASCII stands for itself, but `\\` and `\"` for a backslash
//! and a quote, and `\x0a`, in lower case, for any other byte. Blank lines and lines that begin with `#` say nothing. An
//! input that comes or goes changes one line.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::{self, Display, Formatter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fs, io};

/// The inputs of a corpus, each of them once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pack(BTreeSet<Vec<u8>>);

/// A line of a pack is no input in quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackError {
    /// The number of the line, counted from 1.
    pub line: usize,
}

impl Pack {
    /// The pack that is kept of the target of this name.
    pub fn path(target: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target).with_extension("pack")
    }

    /// The contents of the files in a folder. Their names do not matter.
    ///
    /// # Errors
    ///
    /// The folder or one of its files cannot be read.
    pub fn from_folder(folder: &Path) -> io::Result<Self> {
        fs::read_dir(folder)?.map(|entry| fs::read(entry?.path())).collect::<io::Result<_>>().map(Self)
    }

    /// Writes every input to a file of its own, named after its bytes, so that unpacking twice changes nothing. Other files
    /// in the folder stay.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write_to_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        self.inputs().try_for_each(|input| fs::write(folder.join(name(input)), input))
    }

    /// The whole text of the kept pack of a target: the command that writes it, and the inputs.
    pub fn file(&self, target: &str) -> String {
        format!("# Written by `cargo run -p chess-fuzz-targets -- pack {target} FOLDER`.\n{self}")
    }

    /// The inputs in the order of their bytes.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.0.iter().map(Vec::as_slice)
    }
}

impl FromStr for Pack {
    type Err = PackError;

    fn from_str(text: &str) -> Result<Self, PackError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        lines
            .map(|(index, line)| unquoted(line).ok_or(PackError { line: index + 1 }))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// The lines of the inputs, without any comment.
impl Display for Pack {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for input in self.inputs() {
            f.write_char('"')?;
            for &byte in input {
                match byte {
                    b'"' | b'\\' => write!(f, "\\{}", char::from(byte))?,
                    b' '..=b'~' => f.write_char(char::from(byte))?,
                    _ => write!(f, "\\x{byte:02x}")?,
                }
            }
            f.write_str("\"\n")?;
        }
        Ok(())
    }
}

impl Display for PackError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "line {}: this is no input in quotes", self.line)
    }
}

impl Error for PackError {}

/// The input that a line stands for, if it is spelt as [`Pack`] spells it.
fn unquoted(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut input = Vec::with_capacity(rest.len());
    loop {
        let (byte, after) = match *rest {
            [] => return Some(input),
            [b'\\', byte @ (b'"' | b'\\'), ref after @ ..] => (byte, after),
            [b'\\', b'x', high, low, ref after @ ..] => (digit(high)? << 4 | digit(low)?, after),
            [byte @ b' '..=b'~', ref after @ ..] if !matches!(byte, b'"' | b'\\') => (byte, after),
            _ => return None,
        };
        input.push(byte);
        rest = after;
    }
}

fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}

/// The FNV-1a hash of an input, which names its file: a hundred inputs do not meet in 64 bits.
fn name(input: &[u8]) -> String {
    let hash = input
        .iter()
        .fold(0xcbf29ce484222325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3));
    format!("{hash:016x}")
}
