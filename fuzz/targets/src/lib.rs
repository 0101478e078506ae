//! The checks of the fuzz targets: each is a function of any bytes, and panics if an invariant does not hold.
//!
//! The fuzzer's programs, in the package above this one, call [`run`] and nothing else. A test here runs the targets on the
//! tracked corpora.

// A target reports failures by panics.
#![allow(clippy::missing_panics_doc)]

mod data;
mod make_unmake;
mod notation;
mod pgn;
mod positions;
mod protocol;
mod tables;

/// A function that takes any bytes, and panics if an invariant does not hold.
pub type Target = fn(&[u8]);

/// All targets with their names, which are also those of their programs and corpora.
pub const TARGETS: [(&str, Target); 17] = [
    ("dumps", data::dumps),
    ("epd", notation::epd),
    ("fen", positions::fen),
    ("filter", data::filter),
    ("make_unmake", make_unmake::make_unmake),
    ("packed", positions::packed),
    ("pgn", pgn::pgn),
    ("pgn_tree", pgn::pgn_tree),
    ("polyglot", notation::polyglot),
    ("san", notation::san),
    ("setup", positions::setup),
    ("tables", tables::tables),
    ("training", data::training),
    ("uci", notation::uci),
    ("uci_engine", protocol::uci_engine),
    ("uci_protocol", protocol::uci_protocol),
    ("units", data::units),
];

/// Runs the target of this name, which must exist.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|(target, _)| *target == name);
    target.unwrap_or_else(|| panic!("there is no target {name}")).1(data);
}

/// The file of all tracked corpora: see the README of the packages.
pub const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus.pack");

/// Splits the text of [`CORPUS`] into what is before the corpus of a target, the corpus, and what is after it.
pub fn split<'a>(text: &'a str, target: &str) -> [&'a str; 3] {
    let heading = format!("\n[{target}]\n");
    let start = text.find(&heading).unwrap_or_else(|| panic!("{target} has no corpus")) + heading.len();
    let end = text[start..].find("\n[").map_or(text.len(), |len| start + len);
    [&text[..start], &text[start..end], &text[end..]]
}

/// Reads the inputs of a corpus: those of lines in quotes, which may have a name before them. Any other line is a panic, but for
/// comments and the words of the dictionary.
pub fn inputs(text: &str) -> Vec<Vec<u8>> {
    let is_input = |line: &&str| !line.is_empty() && !line.starts_with('#') && !line.starts_with(WORD);
    let lines = text.lines().filter(is_input);
    lines
        .map(|line| unquoted(line).unwrap_or_else(|| panic!("this is not an input in quotes: {line}")))
        .collect()
}

/// The beginning of a line with a word that the fuzzer tries, in the form of libFuzzer's dictionaries.
pub const WORD: &str = "word ";

/// Writes an input in quotes: a quote is `\"`, a backslash `\\`, and any byte that is not printable ASCII like `\x0a`.
pub fn quoted(input: &[u8]) -> String {
    let escaped = input.iter().map(|&byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn unquoted(line: &str) -> Option<Vec<u8>> {
    let mut rest = line[line.find('"')?..].strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut input = Vec::new();
    while let [byte, after @ ..] = rest {
        let (byte, after) = match (byte, after) {
            (b'\\', [b'x', digits @ ..]) => {
                let digits = digits.split_at_checked(2)?;
                (u8::from_str_radix(str::from_utf8(digits.0).ok()?, 16).ok()?, digits.1)
            }
            (b'\\', [byte @ (b'"' | b'\\'), after @ ..]) => (*byte, after),
            (b'\\' | b'"', _) => return None,
            _ => (*byte, after),
        };
        input.push(byte);
        rest = after;
    }
    Some(input)
}
