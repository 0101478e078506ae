use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fault::Clock;
use crate::process::is_success;

const SOURCE: &str = include_str!("clock.c");

/// A library that stands before the clocks of the system.
pub(crate) struct Shim(PathBuf);

impl Shim {
    /// Builds the library with the compiler for C, if there is one.
    pub(crate) fn build(folder: &Path) -> Result<Self, String> {
        let (source, library) = (folder.join("clock.c"), folder.join("clock.so"));
        fs::write(&source, SOURCE).map_err(|error| error.to_string())?;
        let mut compiler = Command::new("gcc");
        compiler.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).arg(&source);
        if is_success(&mut compiler) {
            Ok(Self(library))
        } else {
            Err("there is no gcc that builds a library of clocks".to_owned())
        }
    }

    /// The variables of the environment that put the library before a program.
    pub(crate) fn environment(&self, clock: Clock) -> Vec<(OsString, OsString)> {
        let way = match clock {
            Clock::Backwards | Clock::BackwardsAtTerminal => "back",
            Clock::Still | Clock::StillAtTerminal => "still",
            Clock::Leap => "leap",
        };
        vec![
            ("LD_PRELOAD".into(), self.0.clone().into_os_string()),
            ("CHESS_FAULTS_CLOCK".into(), way.into()),
        ]
    }
}
