//! The list of survivors that no test can tell from the original.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// An entry of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line of its head.
    pub line: usize,
    pub package: String,
    /// [`crate::scan::Scan::key`].
    pub key: String,
    pub reason: String,
}

/// Reads a list: entries of the form
///
/// ```text
/// [chess-types] src/geometry/square.rs Square::offset
/// - the original text
/// + the mutant's text
/// # the number among equals, if it is not 1
/// = the reason, in words, on one line or more
/// ```
///
/// Blank lines separate them; lines that begin with `//` are comments. A file that does not exist has no entries.
///
/// # Errors
///
/// A line of another form, or an entry without a reason.
pub fn read(path: &Path) -> Result<Vec<Entry>, Error> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::file(path, &error)),
    };
    parse(&text).map_err(|(line, what)| Error::Entry(PathBuf::from(path), line, what.to_owned()))
}

#[derive(Default)]
struct Open<'t> {
    line: usize,
    package: &'t str,
    place: (&'t str, &'t str),
    original: Option<&'t str>,
    replacement: Option<&'t str>,
    ordinal: usize,
    reason: String,
}

fn parse(text: &str) -> Result<Vec<Entry>, (usize, &'static str)> {
    let mut entries = Vec::new();
    let mut open: Option<Open> = None;
    for (index, line) in text.lines().chain([""]).enumerate() {
        let number = index + 1;
        let line = line.trim_end();
        if line.starts_with("//") {
            continue;
        }
        if line.is_empty() || line.starts_with('[') {
            if let Some(done) = open.take() {
                entries.push(closed(done)?);
            }
            if !line.is_empty() {
                open = Some(head(line, number)?);
            }
            continue;
        }
        let Some(entry) = open.as_mut() else { return Err((number, "an entry begins with [crate]")) };
        let rest = line.get(1..).unwrap_or_default().trim();
        match line.as_bytes()[0] {
            b'-' => entry.original = Some(rest),
            b'+' => entry.replacement = Some(rest),
            b'#' => entry.ordinal = rest.parse().map_err(|_| (number, "# wants a number"))?,
            b'=' | b' ' => {
                if !entry.reason.is_empty() {
                    entry.reason.push(' ');
                }
                entry.reason.push_str(rest);
            }
            _ => return Err((number, "a line begins with one of - + # = or a blank")),
        }
    }
    Ok(entries)
}

fn head(line: &str, number: usize) -> Result<Open<'_>, (usize, &'static str)> {
    let form = (number, "the head is [crate] FILE FUNCTION");
    let (package, place) = line.strip_prefix('[').and_then(|rest| rest.split_once("] ")).ok_or(form)?;
    let place = place.trim().split_once(' ').ok_or(form)?;
    Ok(Open { line: number, package, place, ordinal: 1, ..Open::default() })
}

fn closed(open: Open<'_>) -> Result<Entry, (usize, &'static str)> {
    let (Some(original), Some(replacement)) = (open.original, open.replacement) else {
        return Err((open.line, "an entry has a line with - and one with +"));
    };
    if open.reason.len() < 10 {
        return Err((open.line, "an entry says with = why no test can tell the two apart"));
    }
    let (file, function) = open.place;
    Ok(Entry {
        line: open.line,
        package: open.package.to_owned(),
        key: format!("{file}\n{function}\n{original}\n{replacement}\n{}", open.ordinal),
        reason: open.reason,
    })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn an_entry_has_a_key_and_a_reason() {
        let text = "// A comment.\n[a] src/lib.rs T::f\n- x | y\n+ x & y\n# 2\n= They share no bit,\n  by the type.\n";
        let entries = parse(text).unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].key, "src/lib.rs\nT::f\nx | y\nx & y\n2");
        assert_eq!(entries[0].reason, "They share no bit, by the type.");
        assert_eq!(entries[0].line, 2);
    }

    #[test]
    fn an_entry_without_a_reason_is_refused() {
        assert_eq!(parse("[a] src/lib.rs f\n- x\n+ y\n").unwrap_err().0, 1);
        assert_eq!(parse("- x\n").unwrap_err().0, 1);
        assert_eq!(parse("[a] src/lib.rs\n").unwrap_err().0, 1);
    }
}
