//! Writes the seeds of the target `tables`: `table-seeds FOLDER`.

use std::path::Path;
use std::{env, fs, io};

use chess_fuzz_targets::table_seeds;

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).ok_or_else(|| io::Error::other("usage: table-seeds FOLDER"))?;
    fs::create_dir_all(&folder)?;
    for (name, input) in table_seeds() {
        fs::write(Path::new(&folder).join(name), input)?;
    }
    Ok(())
}
