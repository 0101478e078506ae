//! Folders of endgame tables that the tests make, and the folder of real ones beside the project.

use std::fs;
use std::path::{Path, PathBuf};

use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};

/// The folder of the tables of all endings of three and four pieces, which not everyone has.
const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");

/// The folder of the real tables; `None` if it is not there, which is said.
#[allow(clippy::print_stdout, reason = "a test that is skipped says so")]
pub(crate) fn shared() -> Option<&'static str> {
    let is_there = Path::new(SHARED).is_dir();
    if !is_there {
        println!("skipped: {SHARED} is not there");
    }
    is_there.then_some(SHARED)
}

/// A folder with the tables of king and rook against king: the side with the rook wins in one ply,
/// whatever the position, unless the rook is lost.
pub(crate) fn rook_tables() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "KRvK");
    folder
}

/// Writes tables of an ending that the first side wins in one ply.
pub(crate) fn write(folder: &Path, name: &str) {
    let ending = Ending::new(name);
    let mut random = Random::new(5);
    // White wins, and then Black loses: the first side to move has the first sub-table.
    let mut values = [4, 0].into_iter().cycle();
    let wdl =
        Table::new(&ending, Kind::Wdl, &mut random, |layout, _| Sub::single(layout, values.next().unwrap()));
    let dtz = Table::new(&ending, Kind::Dtz, &mut random, |layout, _| {
        let mut sub = Sub::single(layout, 0);
        sub.form.win_plies = true;
        sub
    });
    fs::write(file(folder, name, "rtbw"), wdl.bytes()).unwrap();
    fs::write(file(folder, name, "rtbz"), dtz.bytes()).unwrap();
}

/// The file of a table.
pub(crate) fn file(folder: &Path, name: &str, extension: &str) -> PathBuf {
    folder.join(name).with_extension(extension)
}
