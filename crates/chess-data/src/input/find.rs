use std::fs;
use std::path::{Path, PathBuf};

use super::source::Input;

/// Endings of names that compression adds.
const COMPRESSED: [&str; 5] = [".zst", ".gz", ".bz2", ".zstd", ".bz"];

/// The inputs of a command line: files of any name, folders, and `-` for standard input.
///
/// Folders are searched recursively for files whose name ends with `ending`, such as `.pgn`, or with `ending` and `.zst`,
/// `.gz` or `.bz2`, in upper or lower case. Within a folder, files and folders are sorted by name. Names that begin with a dot
/// are left out, and links to folders are not followed. A folder without such files becomes an input that cannot be opened;
/// so does a folder that cannot be read.
pub fn find<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>, ending: &str) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        let path = path.as_ref();
        if path == Path::new("-") {
            inputs.push(Input::stdin());
        } else if path.is_dir() {
            let found = inputs.len();
            search(path, ending, &mut inputs);
            if inputs.len() == found {
                inputs.push(Input::empty_folder(path.to_owned()));
            }
        } else {
            inputs.push(Input::file(path));
        }
    }
    inputs
}

fn search(folder: &Path, ending: &str, inputs: &mut Vec<Input>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let Ok(mut entries) = entries else {
        // Opening it gives the reason.
        inputs.push(Input::file(folder));
        return;
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let path: PathBuf = entry.path();
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            search(&path, ending, inputs);
        } else if ends(name.as_encoded_bytes(), ending) && path.is_file() {
            inputs.push(Input::file(path));
        }
    }
}

fn ends(name: &[u8], ending: &str) -> bool {
    let plain = COMPRESSED.iter().find_map(|&compressed| strip(name, compressed)).unwrap_or(name);
    strip(plain, ending).is_some()
}

fn strip<'a>(name: &'a [u8], ending: &str) -> Option<&'a [u8]> {
    let (front, back) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    back.eq_ignore_ascii_case(ending.as_bytes()).then_some(front)
}

#[cfg(test)]
mod tests {
    use super::{Input, Path, ends, search};

    #[test]
    fn a_folder_that_cannot_be_read_is_an_input_that_cannot_be_opened() {
        let (folder, mut inputs) = (Path::new("/no/such/folder"), vec![Input::stdin()]);
        search(folder, ".pgn", &mut inputs);
        assert_eq!(inputs.iter().map(Input::name).collect::<Vec<_>>(), [Path::new("-"), folder]);
        assert!(inputs[1].open(&crate::input::progress::Progress::default()).is_err());
    }

    #[test]
    fn endings() {
        for name in ["a.pgn", "a.PGN", "a.pgn.zst", "a.pgn.gz", "a.Pgn.BZ2", ".pgn"] {
            assert!(ends(name.as_bytes(), ".pgn"), "{name}");
        }
        for name in ["a.zst", "a.pgn.txt", "pgn", "apgn", "", "a.pgn.zst.gz", "a.pgn.zip"] {
            assert!(!ends(name.as_bytes(), ".pgn"), "{name}");
        }
    }
}
