//! Tables in folders, and positions with known values in tables from elsewhere.

use std::error::Error;
use std::path::Path;
use std::sync::Barrier;
use std::{fs, thread};

use chess_syzygy::{Position, Source, TableFile, TableKind, Tables, Wdl};
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};

/// A position of `KQvK` in which nothing can be captured.
const QUEEN: &str = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1";

/// A position of `KRvK` of the same kind, with the colors exchanged.
const ROOK: &str = "kr6/8/8/3K4/8/8/8/8 b - - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn table(name: &str, kind: Kind, seed: u64) -> Table {
    Table::random(&Ending::new(name), kind, &mut Random::new(seed))
}

fn write(folder: &Path, name: &str, table: &Table) {
    fs::write(folder.join(name), table.bytes()).unwrap();
}

#[test]
fn files_are_found_with_the_sides_in_either_order() {
    let [first, second] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let queen = table("KQvK", Kind::Wdl, 1);
    let rook = table("KRvK", Kind::Wdl, 2);
    write(first.path(), "KQvK.rtbw", &queen);
    write(first.path(), "KQvK.rtbz", &table("KQvK", Kind::Dtz, 3));
    write(second.path(), "KvKR.rtbw", &rook);
    // The first folder has it already, so that this one is not used.
    fs::write(second.path().join("KvKQ.rtbw"), "no table").unwrap();
    for other in ["KQvK.txt", "KvK.rtbw", "KQvK", "KXvK.rtbw", "README.rtbw", "KQQQvKQQQ.rtbw", ".rtbw"] {
        fs::write(second.path().join(other), "no table").unwrap();
    }
    let mut tables = Tables::open([first.path(), second.path()]).unwrap();
    assert_eq!(TableKind::ALL.map(|kind| tables.count(kind)), [2, 1]);
    assert_eq!((tables.max_pieces(), tables.is_empty()), (3, false));
    for name in ["KQvK", "KvKQ", "KRvK"] {
        assert!(tables.has(name.parse().unwrap(), TableKind::Wdl), "{name}");
    }
    assert!(!tables.has("KRvK".parse().unwrap(), TableKind::Dtz));
    assert!(!tables.has("KBvK".parse().unwrap(), TableKind::Wdl));
    for (fen, table) in [(QUEEN, &queen), (ROOK, &rook)] {
        let stored = table.stored(&position(fen)).unwrap() as i8 - 2;
        assert_eq!(tables.probe_wdl(&position(fen)).map(Wdl::value), Ok(stored));
    }
    assert_eq!(tables.add_folder(second.path()).unwrap(), 0);
    write(second.path(), "KBvK.rtbw", &table("KBvK", Kind::Wdl, 4));
    assert_eq!(tables.add_folder(second.path()).unwrap(), 1);
    let missing = tables.probe_wdl(&position("8/8/8/8/3k4/8/8/KN6 w - - 0 1")).unwrap_err();
    assert_eq!(missing.to_string(), "the WDL table KNvK.rtbw was not found");
    let missing = tables.probe_dtz(&position(ROOK));
    if let Err(error) = missing {
        assert_eq!(error.name(), "missing_table");
    }
}

/// Systems list files in different orders: by name, by hashes of names, or by time.
#[test]
fn the_name_with_the_stronger_side_first_is_preferred() {
    let endings = ["P", "N", "B", "R", "Q"].map(|letter| (format!("K{letter}vK"), format!("KvK{letter}")));
    let kinds = [(Kind::Wdl, "rtbw"), (Kind::Dtz, "rtbz")];
    for is_last in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let write_wrong = |name: &str| fs::write(folder.path().join(name), "no table").unwrap();
        for (right, wrong) in &endings {
            for (kind, extension) in kinds {
                let (name, wrong) = (format!("{right}.{extension}"), format!("{wrong}.{extension}"));
                if is_last {
                    write_wrong(&wrong);
                }
                // Every position is won, so that its distance is needed.
                let ending = Ending::new(right);
                let table =
                    Table::new(&ending, kind, &mut Random::new(1), |layout, _| Sub::single(layout, 4));
                write(folder.path(), &name, &table);
                if !is_last {
                    write_wrong(&wrong);
                }
            }
        }
        let tables = Tables::open([folder.path()]).unwrap();
        assert_eq!(TableKind::ALL.map(|kind| tables.count(kind)), [5, 5]);
        for letter in ["P", "N", "B", "R", "Q"] {
            let fen = format!("8/8/{letter}7/8/3k4/8/8/K7 w - - 0 1");
            let is_broken = |name| name == "broken_table";
            assert!(!tables.probe_wdl(&position(&fen)).is_err_and(|error| is_broken(error.name())), "{fen}");
            assert!(!tables.probe_dtz(&position(&fen)).is_err_and(|error| is_broken(error.name())), "{fen}");
        }
    }
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let error = Tables::open([&missing]).unwrap_err();
    assert_eq!(error.folder(), missing);
    assert!(error.to_string().starts_with("the folder of endgame tablebases"), "{error}");
    assert!(error.source().is_some());
    assert!(Tables::open([folder.path()]).unwrap().is_empty());
}

#[test]
fn files_that_are_not_tables_always_give_one_error() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("KQvK.rtbw")).unwrap();
    fs::write(at("KRvK.rtbw"), "").unwrap();
    fs::write(at("KBvK.rtbw"), "no table at all").unwrap();
    write(folder.path(), "KNvK.rtbw", &table("KNvK", Kind::Wdl, 1));
    let tables = Tables::open([folder.path()]).unwrap();
    fs::remove_file(at("KNvK.rtbw")).unwrap();
    for (letter, name) in [
        ("Q", "unreadable_table"),
        ("R", "unreadable_table"),
        ("B", "broken_table"),
        ("N", "unreadable_table"),
    ] {
        let position = position(&QUEEN.replace('Q', letter));
        let error = tables.probe_wdl(&position).unwrap_err();
        assert_eq!(error.name(), name, "{error}");
        assert_eq!(tables.probe_wdl(&position), Err(error));
    }
}

#[test]
fn a_file_is_read_as_its_bytes_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("any");
    fs::write(&path, [1, 2, 3, 4, 5]).unwrap();
    let file = TableFile::open(&path).unwrap();
    let mut room = vec![9; 3];
    assert_eq!(file.size(), 5);
    assert_eq!(file.bytes(), cfg!(feature = "mmap").then_some(&[1, 2, 3, 4, 5][..]));
    assert_eq!(file.read(1, 3, &mut room), Ok(&[2, 3, 4][..]));
    assert_eq!(file.read(5, 0, &mut room), Ok(&[][..]));
    for (offset, count) in [(3, 3), (6, 0), (u64::MAX, 2), (0, usize::MAX), (1 << 40, 1)] {
        assert!(file.read(offset, count, &mut room).is_err(), "{offset} {count}");
    }
    assert!(TableFile::open(folder.path()).is_err());
    assert!(TableFile::open(folder.path().join("missing")).is_err());
}

/// The kernel's own files are regular, report 4,096 bytes, have fewer, and cannot be mapped.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_mapped_is_read() {
    let path = "/sys/devices/system/cpu/online";
    let Ok(bytes) = fs::read(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let size = fs::metadata(path).unwrap().len();
    let file = TableFile::open(path).unwrap();
    let mut room = vec![9; 3];
    assert_eq!(file.size(), size);
    assert_eq!(file.bytes(), None);
    assert_eq!(file.read(0, bytes.len(), &mut room), Ok(&bytes[..]));
    assert_eq!(file.read(1, bytes.len() - 1, &mut room), Ok(&bytes[1..]));
    assert_eq!(file.read(size, 0, &mut room), Ok(&[][..]));
    for (offset, count) in [(0, size as usize), (size, 1), (u64::MAX, 2), (0, usize::MAX)] {
        assert!(file.read(offset, count, &mut room).is_err(), "{offset} {count}");
    }
}

/// A file of 5 GiB, nearly all of which is a hole. Where it cannot be mapped, since addresses have 32 bits, it is read.
#[cfg(target_os = "linux")]
#[test]
fn bytes_behind_four_gibibytes_are_read() {
    use std::os::unix::fs::FileExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("any");
    let size = 5 << 30;
    let written = fs::File::create(&path).unwrap();
    written.set_len(size).unwrap();
    written.write_all_at(&[1, 2], 7).unwrap();
    written.write_all_at(&[3, 4], (1 << 32) + 7).unwrap();
    let file = TableFile::open(&path).unwrap();
    let mut room = Vec::new();
    assert_eq!(file.size(), size);
    assert_eq!(file.read(7, 2, &mut room), Ok(&[1, 2][..]));
    assert_eq!(file.read((1 << 32) + 7, 2, &mut room), Ok(&[3, 4][..]));
    assert_eq!(file.read(size - 1, 1, &mut room), Ok(&[0][..]));
    assert!(file.read(size - 1, 2, &mut room).is_err());
    assert!(file.read((1 << 32) + 7, usize::MAX, &mut room).is_err());
}

#[test]
fn threads_open_and_probe_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let [wdl, dtz] = [Kind::Wdl, Kind::Dtz].map(|kind| table("KRvKN", kind, 8));
    write(folder.path(), "KRvKN.rtbw", &wdl);
    write(folder.path(), "KRvKN.rtbz", &dtz);
    for name in ["KRvK", "KNvK"] {
        write(folder.path(), &format!("{name}.rtbw"), &table(name, Kind::Wdl, 9));
    }
    let mut random = Random::new(3);
    let ending = Ending::new("KRvKN");
    let positions: Vec<_> = (0..300).map(|_| ending.position(&mut random)).collect();
    let alone = Tables::open([folder.path()]).unwrap();
    let expected: Vec<_> = positions.iter().map(|it| (alone.probe_wdl(it), alone.probe_dtz(it))).collect();
    let shared = Tables::open([folder.path()]).unwrap();
    let start = Barrier::new(4);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                start.wait();
                for (position, expected) in positions.iter().zip(&expected) {
                    assert_eq!(&(shared.probe_wdl(position), shared.probe_dtz(position)), expected);
                }
            });
        }
    });
}

/// A file name that is not UTF-8 names no table.
#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_ignored() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"KQvK\xff.rtbw");
    // Some file systems refuse it.
    if fs::write(folder.path().join(name), "no table").is_ok() {
        assert!(Tables::open([folder.path()]).unwrap().is_empty());
    }
}

/// A mapped file must not be cut off; one that is read can be.
#[cfg(not(feature = "mmap"))]
#[test]
fn a_file_cut_while_open_gives_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("any");
    fs::write(&path, [1; 100]).unwrap();
    let file = TableFile::open(&path).unwrap();
    fs::write(&path, [1; 10]).unwrap();
    let mut room = Vec::new();
    assert_eq!(file.read(0, 10, &mut room), Ok(&[1; 10][..]));
    assert!(file.read(0, 11, &mut room).is_err());
}

/// The folder of the tables of all endings of three and four pieces, if there is one.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");

/// Compares all positions of a file with the values on their lines.
fn compare(file: &str, separator: char) -> usize {
    let Ok(text) = fs::read_to_string(Path::new(FOLDER).join(file)) else {
        println!("skipped: {file} is not there");
        return 0;
    };
    let tables = Tables::open([FOLDER]).unwrap();
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("EPD")) {
        let fields: Vec<&str> = line.split(separator).collect();
        let [fen, wdl, dtz] = fields[..] else { panic!("{line}") };
        let position: Position =
            if separator == ',' { format!("{fen} 0 1") } else { fen.into() }.parse().unwrap();
        assert_eq!(tables.probe_wdl(&position).unwrap().value().to_string(), wdl, "{line}");
        assert_eq!(tables.probe_dtz(&position).unwrap().plies().to_string(), dtz, "{line}");
        compared += 1;
    }
    compared
}

#[test]
fn random_positions_have_their_values() {
    assert!([0, 600].contains(&compare("probed_sample.tsv", '\t')));
}

#[test]
fn published_positions_have_their_values() {
    assert!([0, 100].contains(&compare("published_sample.csv", ',')));
}
