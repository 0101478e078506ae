use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use chess_benches::driver::Unit;
use serde_json::Value;

use crate::Options;

/// A program of this package, built for a report.
#[derive(Clone, Copy)]
pub(crate) struct Built {
    /// The name, and that of its target directory, so that builds do not replace each other.
    pub(crate) program: &'static str,
    pub(crate) build: &'static str,
    pub(crate) profile: &'static str,
    pub(crate) rustflags: &'static str,
    pub(crate) features: &'static str,
}

impl Built {
    /// Builds it, in a directory next to this program's.
    pub(crate) fn path(&self, options: &Options) -> Result<PathBuf, Box<dyn Error>> {
        let this = std::env::current_exe()?;
        let target = this.ancestors().nth(2).ok_or("this program is in no target directory")?;
        let target = target.join("report").join(self.build);
        eprintln!("building: {}, {}", self.program, self.build);
        let status = Command::new(env!("CARGO"))
            .current_dir(&options.root)
            .args(["build", "--quiet", "--package=chess-benches", "--bin", self.program])
            .args(["--profile", self.profile, "--features", self.features])
            // The crate `chess` searches magic numbers in its build script: 10 s unoptimised, 0.5 s like this. It is here and
            // not in `Cargo.toml`, since Cargo warns of a profile for a package that a build does not need.
            .args(["--config", &format!("profile.{}.package.chess.opt-level=3", self.profile)])
            .arg("--target-dir")
            .arg(&target)
            // An empty variable overrules flags from configuration files as well.
            .env("RUSTFLAGS", self.rustflags)
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET")
            .status()?;
        if !status.success() {
            return Err(format!("the {} build of {} has failed", self.build, self.program).into());
        }
        // Profiles without a name of their own have the folder of `release`.
        Ok(target.join("release").join(self.program).with_extension(std::env::consts::EXE_EXTENSION))
    }
}

/// The figures of one program on one case, one for each run.
pub(crate) struct Series {
    pub(crate) bench: String,
    pub(crate) title: String,
    pub(crate) program: String,
    pub(crate) case: String,
    pub(crate) unit: Unit,
    pub(crate) figures: Vec<f64>,
}

impl Series {
    fn is(&self, bench: &str, program: &str, case: &str) -> bool {
        self.bench == bench && self.program == program && self.case == case
    }
}

/// The name of the case that summarises a bench.
pub(crate) const GEOMEAN: &str = "geomean";

/// The output of a program, in the order of its first run.
#[derive(Default)]
pub(crate) struct Figures(Vec<Series>);

impl Figures {
    /// Runs one round of the program, and keeps the figures. The program asserts its counts.
    pub(crate) fn run(&mut self, command: &mut Command, options: &Options) -> Result<(), Box<dyn Error>> {
        command.args(["--json", "--rounds", "1"]).stdin(Stdio::null());
        if let Some(depth) = options.depth {
            command.args(["--depth", &depth.to_string()]);
        }
        let output = command.output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        for line in String::from_utf8(output.stdout)?.lines() {
            let line: Value = serde_json::from_str(line)?;
            let [bench, title, program, case] =
                ["bench", "title", "program", "case"].map(|name| line[name].as_str().unwrap_or_default());
            let figure = line["figure"].as_f64().ok_or("a line without a figure")?;
            if let Some(series) = self.0.iter_mut().find(|one| one.is(bench, program, case)) {
                series.figures.push(figure);
                continue;
            }
            let unit = if line["unit"] == Unit::Million.name() { Unit::Million } else { Unit::Nanoseconds };
            let [bench, title, program, case] = [bench, title, program, case].map(str::to_owned);
            self.0.push(Series { bench, title, program, case, unit, figures: vec![figure] });
        }
        Ok(())
    }

    pub(crate) fn of(&self, bench: &str, program: &str, case: &str) -> Option<&Series> {
        self.0.iter().find(|one| one.is(bench, program, case))
    }

    pub(crate) fn of_bench(&self, bench: &str) -> impl Iterator<Item = &Series> {
        self.0.iter().filter(move |one| one.bench == bench)
    }

    /// The values of a field in the selected figures, without repetitions, in order.
    pub(crate) fn each<'a>(&'a self, bench: &str, field: fn(&Series) -> &str) -> Vec<&'a str> {
        let mut names = Vec::new();
        for one in self.0.iter().filter(|one| one.bench.starts_with(bench)) {
            if field(one) != GEOMEAN && !names.contains(&field(one)) {
                names.push(field(one));
            }
        }
        names
    }
}
