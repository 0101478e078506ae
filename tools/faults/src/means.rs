use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::inputs::Inputs;
use crate::tools::Tools;

/// What a run of the program needs.
pub(crate) struct Means {
    /// A copy that every user can read.
    pub(crate) program: PathBuf,
    pub(crate) inputs: Inputs,
    pub(crate) tools: Tools,
    /// The longest time of a run.
    pub(crate) limit: Duration,
    pub(crate) seed: u64,
    /// The folder of all runs.
    pub(crate) work: TempDir,
}

impl Means {
    pub(crate) fn new(program: &Path, inputs: Inputs, seed: u64) -> io::Result<Self> {
        let work = TempDir::with_prefix("chess-faults-")?;
        fs::set_permissions(work.path(), fs::Permissions::from_mode(0o755))?;
        let copy = work.path().join("program");
        fs::copy(program, &copy)?;
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o755))?;
        let tools = Tools::find(work.path(), &copy);
        Ok(Self { program: copy, inputs, tools, limit: Duration::from_secs(20), seed, work })
    }
}
