use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{fs, thread};

/// The machine, the date and the version of the figures.
pub(crate) struct Machine {
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) date: String,
    pub(crate) compiler: String,
    /// Names and versions.
    pub(crate) peers: String,
    pub(crate) commit: String,
}

impl Machine {
    /// All on one line.
    pub(crate) fn line(&self) -> String {
        let Self { processor, compiler, date, commit, .. } = self;
        format!("{processor}, {compiler}, {date}, commit {commit}.")
    }

    pub(crate) fn ask(root: &Path) -> Result<Self, Box<dyn Error>> {
        let run = |program: &str, args: &[&str]| first_line(root, program, args);
        let commit = run("git", &["rev-parse", "--short=10", "HEAD"])?;
        // This program's own output does not count as a change.
        let sources = ["status", "--porcelain", "--", ".", ":!docs", ":!README.md"];
        let is_changed = !run("git", &sources)?.is_empty();
        Ok(Self {
            processor: processor(),
            cores: thread::available_parallelism()?.get(),
            date: run("date", &["+%Y-%m-%d"])?,
            peers: peers(&fs::read_to_string(root.join("Cargo.lock"))?),
            compiler: run("rustc", &["--version"])?,
            commit: if is_changed { format!("{commit} with uncommitted changes") } else { commit },
        })
    }
}

fn first_line(root: &Path, program: &str, args: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program).current_dir(root).args(args).output()?;
    if !output.status.success() {
        return Err(format!("{program} has failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?.lines().next().unwrap_or_default().to_owned())
}

/// The peers with their versions from `Cargo.lock`, each on the line after its name.
fn peers(lock: &str) -> String {
    let version = |name: &str| {
        let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{name}\""));
        let version = lines.nth(1).and_then(|line| line.strip_prefix("version = ")).unwrap_or_default();
        format!("{name} {}", version.trim_matches('"'))
    };
    ["cozy-chess", "chess", "shakmaty"].map(version).join(", ")
}

/// The processor's name, family and model, where Linux reports them. Several generations share a name.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let mut lines = info.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim())
    };
    let name = value("model name")
        .map_or_else(|| format!("a processor of {}", std::env::consts::ARCH), str::to_owned);
    match (value("cpu family"), value("model")) {
        (Some(family), Some(model)) => format!("{name}, family {family}, model {model}"),
        _ => name,
    }
}
