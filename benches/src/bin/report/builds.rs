use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::mode::Mode;
use crate::options::Options;

/// The crate `chess` searches magic numbers in its build script: 10 s unoptimised, 0.5 s like this. It stands here and
/// not in `Cargo.toml`, since Cargo warns of a profile for a package that a build does not need.
const OPTIMISED_SEARCH: &str = "profile.bench.package.chess.opt-level=3";

/// The way in which a program is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// Without flags, for any machine of the architecture.
    Plain,
    /// With `-C target-cpu=native`.
    Native,
}

impl Build {
    pub(crate) const ALL: [Self; 2] = [Self::Plain, Self::Native];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Native => "native",
        }
    }

    fn rustflags(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Native => "-C target-cpu=native",
        }
    }

    fn features(self) -> &'static str {
        match self {
            Self::Native if has_pext() => "peers-pext,peer-chess",
            _ => "peer-chess",
        }
    }
}

fn has_pext() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// The program `ratios` of a build.
pub(crate) struct Program {
    pub(crate) build: Build,
    path: PathBuf,
}

impl Program {
    /// Builds it, in a directory of its own beside this program's, so that neither build spoils the other.
    pub(crate) fn build(build: Build, root: &Path) -> Result<Self, Box<dyn Error>> {
        let this = env::current_exe()?;
        let target = this.ancestors().nth(2).ok_or("this program stands in no target directory")?;
        let target = target.join("report").join(build.name());
        eprintln!("building, {}", build.name());
        let status = Command::new(env!("CARGO"))
            .current_dir(root)
            .args(["build", "--quiet", "--profile=bench", "--package=chess-benches", "--bin=ratios"])
            .arg(format!("--features={}", build.features()))
            .args(["--config", OPTIMISED_SEARCH])
            .arg("--target-dir")
            .arg(&target)
            // An empty variable overrules flags from configuration files as well.
            .env("RUSTFLAGS", build.rustflags())
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET")
            .status()?;
        if !status.success() {
            return Err(format!("the {} build has failed", build.name()).into());
        }
        // The folder of this profile is that of `release`.
        Ok(Self { build, path: target.join("release/ratios").with_extension(env::consts::EXE_EXTENSION) })
    }

    /// One round of a mode, as JSON Lines. The program asserts its counts.
    pub(crate) fn ratios(&self, mode: Mode, options: &Options) -> Result<String, Box<dyn Error>> {
        let output = Command::new(&self.path)
            .args(["--json", "--rounds", "1", "--mode", mode.name()])
            .args(["--depths", options.depths(mode)])
            .stdin(Stdio::null())
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}
